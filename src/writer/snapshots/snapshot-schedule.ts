/** Decides when a book gets a snapshot. A snapshot that cannot be saved is skipped. */
import { isClosed } from '../../ledger/book-generations.ts';
import { NO_STREAM } from '../../event-store/port.ts';
import type { SpeculativeBook } from '../speculative-book.ts';
import type { WriterOptions } from '../options.ts';
import { saveSnapshot } from './snapshot.ts';
import type { BookCapture } from './snapshot.ts';

const SNAPSHOT_EVERY = 20_000;

type Options = Pick<WriterOptions, 'documents' | 'snapshotKey' | 'clock' | 'onError' | 'snapshotEvery'>;

export class SnapshotSchedule {
  readonly #stream: string;
  readonly #options: Options;
  /** The first revision that is not in a snapshot. */
  #next = 0;

  constructor(stream: string, options: Options) {
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
