/**
 * Keeps a speculative book in step with its stream: loads it from a snapshot and the stream, catches up after another
 * writer's events, and starts over when an event cannot be applied.
 */

import { readAuthenticated } from '../event-store/authenticated-reader.ts';
import { UnauthenticatedEvent } from '../event-store/event-macs.ts';
import { NO_STREAM, StoreUnavailable, type StreamName } from '../event-store/port.ts';
import { UnknownEventVersion } from '../ledger/event.ts';
import { isClosed } from '../ledger/sandbox.ts';
import type { WriterOptions } from './command.ts';
import { saveSnapshot, type BookCapture } from './snapshot.ts';
import { SpeculativeBook, restoreFromSnapshot, type SpeculativeBookOptions } from './speculative-book.ts';

// Decides when a book gets a snapshot. A snapshot that cannot be saved is skipped.

const SNAPSHOT_EVERY = 20_000;

type ScheduleOptions = Pick<
  WriterOptions,
  'documents' | 'snapshotKey' | 'clock' | 'onError' | 'snapshotEvery'
>;

export class SnapshotSchedule {
  readonly #stream: string;
  readonly #options: ScheduleOptions;
  /** The first revision that is not in a snapshot. */
  #next = 0;

  constructor(stream: string, options: ScheduleOptions) {
    this.#stream = stream;
    this.#options = options;
  }

  /** The newest snapshot is at this revision; NO_STREAM when there is none. */
  startAfter(revision: number): void {
    this.#next = revision + 1;
  }

  /** Whether an acknowledged event is not in a snapshot. A closed book needs none: hardly anybody reads it again. */
  isBehind({ acknowledged: { revision }, book }: SpeculativeBook): boolean {
    return revision > NO_STREAM && revision >= this.#next && !isClosed(book);
  }

  /** Whether there are enough new events for a snapshot. The cost of a copy grows with the number of live objects. */
  isDue({ acknowledged, book }: SpeculativeBook): boolean {
    const live = book.users.size + book.accounts.size + book.transfers.size + book.quotes.size;
    const every = Math.max(this.#options.snapshotEvery ?? SNAPSHOT_EVERY, live * 2);
    return acknowledged.revision - this.#next >= every && !isClosed(book);
  }

  async save(captured: BookCapture): Promise<void> {
    // Also counts a failed save, because copying a book costs too much to retry early.
    this.startAfter(captured.revision);
    const { documents, snapshotKey, clock, onError } = this.#options;
    try {
      await saveSnapshot(documents, this.#stream, captured, snapshotKey, clock());
    } catch (error) {
      // Without the snapshot, only the next start is slower.
      onError?.(this.#stream, error);
    }
  }
}

const READ_PAGE = 1_000;
const CACHED_KEYS_MAX = 50_000;

type Options = Pick<
  WriterOptions,
  | 'eventStore'
  | 'authentication'
  | 'documents'
  | 'snapshotKey'
  | 'cachedKeysMax'
  | 'isProjected'
  | 'onError'
  | 'onUnreadable'
  | 'onRead'
>;

/** Whether the event that caused the error was not applied at all, so that the book is valid up to it. */
const keepsBook = (error: unknown): boolean =>
  error instanceof StoreUnavailable ||
  error instanceof UnauthenticatedEvent ||
  error instanceof UnknownEventVersion;

export class LoadedBook {
  readonly #stream: StreamName;
  readonly #options: Options;
  readonly #snapshots: Pick<SnapshotSchedule, 'startAfter'>;
  #current: SpeculativeBook;
  #isStale = true;
  /** Whether an event cannot be applied, which has been reported. */
  #isUnreadable = false;
  #loading: Promise<void> | undefined;
  #epoch = 0;

  constructor(stream: StreamName, options: Options, snapshots: Pick<SnapshotSchedule, 'startAfter'>) {
    this.#stream = stream;
    this.#options = options;
    this.#snapshots = snapshots;
    this.#current = this.#createEmpty();
  }

  /** Replaced when the book is loaded from the start, so callers must get it again after each wait. */
  get current(): SpeculativeBook {
    return this.#current;
  }

  /** Whether the stream must be read before the next decision. */
  get isStale(): boolean {
    return this.#isStale;
  }

  get isLoading(): boolean {
    return this.#loading !== undefined;
  }

  /** Increases with every roll-back. A capture from an earlier epoch may contain events that were never written. */
  get epoch(): number {
    return this.#epoch;
  }

  markStale(): void {
    this.#isStale = true;
  }

  /** Removes everything that is not acknowledged. The stream must be read before the next decision. */
  rollBack(): void {
    this.#current.rollBack();
    this.#epoch += 1;
    this.#isStale = true;
  }

  /** Resolves once the book is up to date, even if it becomes stale again while it loads. */
  async load(): Promise<void> {
    while (this.#isStale) {
      this.#loading ??= this.#catchUp().finally(() => {
        this.#loading = undefined;
      });
      await this.#loading;
    }
  }

  get #bookOptions(): SpeculativeBookOptions {
    const { cachedKeysMax = CACHED_KEYS_MAX, isProjected } = this.#options;
    return { cachedKeysMax, isProjected };
  }

  #createEmpty(): SpeculativeBook {
    return new SpeculativeBook(this.#stream, this.#bookOptions);
  }

  async #catchUp(): Promise<void> {
    const { eventStore, authentication } = this.#options;
    const options = { ...authentication, eventStore, pageSize: READ_PAGE };
    try {
      if (this.#current.acknowledged.revision === NO_STREAM) await this.#restore();
      const end = { stream: this.#stream, ...this.#current.acknowledged };
      for await (const page of readAuthenticated(options, end))
        for (const event of page) this.#current.apply(event);
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) this.#reportUnreadable(error);
      // What precedes these errors is applied and stays valid.
      if (keepsBook(error)) throw error;
      // The event may be half applied, so this book cannot be used any more.
      this.#current = this.#createEmpty();
      this.#epoch += 1;
      this.#snapshots.startAfter(NO_STREAM);
      throw error;
    }
    this.#isStale = false;
    this.#isUnreadable = false;
    this.#options.onRead?.(this.#stream);
  }

  /** Once, not for each command. */
  #reportUnreadable(error: unknown): void {
    if (!this.#isUnreadable) this.#options.onUnreadable?.(this.#stream, error);
    this.#isUnreadable = true;
  }

  /**
   * A snapshot only saves time. When it cannot be used, the whole stream is replayed. Throws an UnauthenticatedEvent if the stream
   * lacks events that the snapshot proves.
   */
  async #restore(): Promise<void> {
    const { onError } = this.#options;
    try {
      const restored = await restoreFromSnapshot(this.#stream, this.#bookOptions, this.#options);
      if (restored === undefined) return;
      this.#current = restored;
      this.#snapshots.startAfter(restored.acknowledged.revision);
    } catch (error) {
      if (error instanceof UnauthenticatedEvent) throw error;
      onError?.(this.#stream, error);
    }
  }
}
