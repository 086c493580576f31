/**
 * Keeps a speculative book in step with its stream: loads it from a snapshot and the stream, catches up after another
 * writer's events, and starts over when an event cannot be applied.
 */

import { readAuthenticated } from '../event-store/authenticated-reader.ts';
import { UnauthenticatedEvent } from '../event-store/event-macs.ts';
import { NO_STREAM, StoreUnavailable, type StoredEvent, type StreamName } from '../event-store/port.ts';
import { UnknownEventVersion } from '../ledger/event.ts';
import { isClosed } from '../ledger/sandbox.ts';
import { LostEvents, readProven, type Evidence } from '../read-models/history/event-history.ts';
import { BookLoading, type LoadProgress, type WriterOptions } from './command.ts';
import { errorMessage } from '../system/errors.ts';
import { monotonicTime } from '../system/runtime.ts';
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
const REPORT_EVERY_MS = 1_000;
const LOAD_SECONDS_MAX = 10;
/** A load that is interrupted continues with the last of these. */
const SNAPSHOT_WHILE_LOADING_EVERY_MS = 60_000;
const CACHED_KEYS_MAX = 50_000;

type Options = Pick<
  WriterOptions,
  | 'eventStore'
  | 'authentication'
  | 'documents'
  | 'evidence'
  | 'snapshotKey'
  | 'cachedKeysMax'
  | 'isProjected'
  | 'onError'
  | 'onUnreadable'
  | 'onRead'
  | 'onLoading'
  | 'loadSecondsMax'
>;

/** Whether the event that caused the error was not applied at all, so that the book is valid up to it. */
const keepsBook = (error: unknown): boolean =>
  error instanceof StoreUnavailable ||
  error instanceof UnauthenticatedEvent ||
  error instanceof UnknownEventVersion;

export class LoadedBook {
  readonly #stream: StreamName;
  readonly #options: Options;
  readonly #snapshots: Pick<SnapshotSchedule, 'startAfter' | 'save'>;
  #current: SpeculativeBook;
  #isStale = true;
  /** Why the book cannot be read, as it was reported. */
  #reported: string | undefined;
  #loading: Promise<void> | undefined;
  /** Of a load that takes longer than callers wait for. */
  #slowLoad: LoadProgress | undefined;
  /** Rejects the callers that wait for the load. */
  readonly #waiting = new Set<(error: BookLoading) => void>();
  #isStopped = false;
  #epoch = 0;
  /** The newest event that this process had read before it had to forget the book. */
  #forgotten: Evidence | undefined;
  /** Whether the stream was compared with the evidence outside of it since this process began. */
  #isCompared: boolean;

  constructor(
    stream: StreamName,
    options: Options,
    snapshots: Pick<SnapshotSchedule, 'startAfter' | 'save'>,
  ) {
    this.#stream = stream;
    this.#options = options;
    this.#snapshots = snapshots;
    this.#current = this.#createEmpty();
    this.#isCompared = options.evidence === undefined;
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

  /** Resolves once the book is up to date, even if it becomes stale again while it loads. Throws BookLoading, and the load goes on. */
  async load(): Promise<void> {
    while (this.#isStale) {
      this.#loading ??= this.#catchUp().finally(() => {
        this.#loading = undefined;
        this.#slowLoad = undefined;
      });
      if (this.#slowLoad !== undefined) throw new BookLoading(this.#slowLoad);
      await this.#waitFor(this.#loading);
    }
  }

  /** Resolves when the load that goes on has ended, one way or the other. */
  async loadEnded(): Promise<void> {
    await this.#loading?.catch(() => undefined);
  }

  /** A load that callers do not wait for ends. */
  stop(): void {
    this.#isStopped = true;
  }

  #waitFor(loading: Promise<void>): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.add(reject);
      void loading.then(resolve, reject).finally(() => this.#waiting.delete(reject));
    });
  }

  /** Whether the stream has the newest event of the book, as far as this process has read it. Throws StoreUnavailable. */
  async hasNewest(): Promise<boolean> {
    const known = this.#isStale ? undefined : this.#newestKnown();
    if (known === undefined) return true;
    try {
      return (await this.#readProven(known)) !== undefined;
    } catch (error) {
      if (error instanceof LostEvents) return false;
      throw error;
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
    const known = this.#newestKnown();
    try {
      if (known === undefined) await this.#restore();
      await this.#readToEnd();
      // New events are chained to the known one.
      const hasNew = this.#current.acknowledged.revision !== known?.revision;
      const isChecked = this.#isCompared && this.#forgotten === undefined && (known === undefined || hasNew);
      if (!isChecked) {
        if (known !== undefined && !hasNew && !(await this.#isKept(known))) return;
        await this.#assertComplete();
        // Callers rely on the events that were in the stream when they called.
        await this.#readToEnd();
      }
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) this.#reportUnreadable(error);
      // What precedes these errors is applied and stays valid.
      if (keepsBook(error)) throw error;
      // The event may be half applied, so this book cannot be used any more.
      this.#forget(known);
      throw error;
    }
    this.#isStale = false;
    this.#reported = undefined;
    this.#options.onRead?.(this.#stream);
  }

  async #readToEnd(): Promise<void> {
    const { eventStore, authentication } = this.#options;
    const options = { ...authentication, eventStore, pageSize: READ_PAGE };
    const end = { stream: this.#stream, ...this.#current.acknowledged };
    const startedAt = monotonicTime();
    let [reportedAt, savedAt] = [startedAt, startedAt];
    for await (const page of readAuthenticated(options, end)) {
      for (const event of page) this.#current.apply(event);
      if (this.#isStopped && this.#slowLoad !== undefined)
        throw new StoreUnavailable('the service is stopping');
      const now = monotonicTime();
      if (now - reportedAt < REPORT_EVERY_MS) continue;
      reportedAt = now;
      await this.#reportLoad(end.revision, now - startedAt);
      if (now - savedAt < SNAPSHOT_WHILE_LOADING_EVERY_MS) continue;
      savedAt = now;
      await this.#snapshots.save(this.#current.capture(this.#current.acknowledged.hash));
    }
  }

  /** `from`: the newest event before the load. */
  async #reportLoad(from: number, elapsedMs: number): Promise<void> {
    const { eventStore, onLoading, loadSecondsMax = LOAD_SECONDS_MAX } = this.#options;
    const { revision } = this.#current.acknowledged;
    const head = (await eventStore.readLast(this.#stream))?.revision ?? revision;
    const [read, left] = [revision - from, Math.max(0, head - revision)];
    const percent = Math.floor((100 * read) / (read + left));
    const secondsLeft = Math.ceil((elapsedMs * left) / read / 1_000);
    onLoading?.(this.#stream, { percent, secondsLeft });
    if (secondsLeft <= loadSecondsMax) return;
    this.#slowLoad = { percent, secondsLeft };
    for (const reject of this.#waiting) reject(new BookLoading(this.#slowLoad));
    this.#waiting.clear();
  }

  #newestKnown(): Evidence | undefined {
    const { acknowledged, book } = this.#current;
    const { revision, hash } = acknowledged;
    if (revision === NO_STREAM) return undefined;
    return {
      source: 'a process that read it',
      revision,
      event: { hash },
      writtenAt: book.time - book.clockAheadMs,
    };
  }

  /** The book has to be loaded again, and the stream still to have this event. */
  #forget(known?: Evidence): void {
    this.#forgotten ??= known;
    this.#current = this.#createEmpty();
    this.#epoch += 1;
    this.#snapshots.startAfter(NO_STREAM);
  }

  /**
   * Whether the stream still has the newest event of the book. If not, forgets the book; throws LostEvents unless an operator has
   * accepted the loss.
   */
  async #isKept(known: Evidence): Promise<boolean> {
    try {
      if ((await this.#readProven(known)) !== undefined) return true;
    } catch (error) {
      if (error instanceof LostEvents) this.#forget(known);
      throw error;
    }
    this.#forget();
    return false;
  }

  /** Throws LostEvents if there is evidence of an event that the stream lacks. */
  async #assertComplete(): Promise<void> {
    if (this.#forgotten !== undefined) await this.#readProven(this.#forgotten);
    this.#forgotten = undefined;
    if (this.#isCompared) return;
    const found = await this.#options.evidence?.find(this.#stream, this.#current.book.clockAheadMs);
    for (const evidence of found ?? []) await this.#readProven(evidence);
    this.#isCompared = true;
  }

  #readProven(evidence: Evidence): Promise<StoredEvent | undefined> {
    return readProven(this.#options.eventStore, this.#stream, evidence, this.#acceptedAt);
  }

  get #acceptedAt(): number | undefined {
    return this.#options.authentication.acceptedHistory(this.#stream)?.at;
  }

  /** Once for each reason, not for each command. */
  #reportUnreadable(error: unknown): void {
    const reason = errorMessage(error);
    if (reason === this.#reported) return;
    this.#reported = reason;
    this.#options.onUnreadable?.(this.#stream, error);
    void this.#options.evidence?.keep(this.#stream, error);
  }

  /**
   * A snapshot only saves time. When it cannot be used, the whole stream is replayed. Throws LostEvents if the stream lacks events
   * that the snapshot proves.
   */
  async #restore(): Promise<void> {
    const { onError } = this.#options;
    const acceptedAt = this.#acceptedAt;
    try {
      const restored = await restoreFromSnapshot(this.#stream, this.#bookOptions, this.#options, acceptedAt);
      if (restored === undefined) return;
      this.#current = restored;
      this.#snapshots.startAfter(restored.acknowledged.revision);
    } catch (error) {
      if (error instanceof LostEvents) throw error;
      onError?.(this.#stream, error);
    }
  }
}
