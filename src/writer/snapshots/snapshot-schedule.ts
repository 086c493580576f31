/** When a snapshot of a book is worth saving, and that one which can't be saved does no harm. */
import { NO_STREAM } from '../../event-store/port.ts';
import type { SpeculativeBook } from '../speculative-book.ts';
import type { WriterOptions } from '../options.ts';
import { saveSnapshot } from './snapshot.ts';
import type { BookCapture } from './snapshot.ts';

const SNAPSHOT_EVERY = 20_000;

type Options = Pick<WriterOptions, 'documents' | 'clock' | 'onError' | 'snapshotEvery'>;

export class SnapshotSchedule {
  readonly #stream: string;
  readonly #options: Options;
  /** The first revision that no snapshot holds. */
  #next = 0;

  constructor(stream: string, options: Options) {
    this.#stream = stream;
    this.#options = options;
  }

  /** The newest snapshot goes up to this revision; NO_STREAM where there is none. */
  startAfter(revision: number): void {
    this.#next = revision + 1;
  }

  /** Whether anything is acknowledged that no snapshot holds. */
  isBehind({ acknowledged: { revision } }: SpeculativeBook): boolean {
    return revision > NO_STREAM && revision >= this.#next;
  }

  /** Whether so much is new that another snapshot pays. Copying a book costs as much as it has live objects. */
  isDue({ acknowledged, book }: SpeculativeBook): boolean {
    const live = book.users.size + book.accounts.size + book.transfers.size + book.quotes.size;
    const every = Math.max(this.#options.snapshotEvery ?? SNAPSHOT_EVERY, live * 2);
    return acknowledged.revision - this.#next >= every;
  }

  async save(taken: BookCapture): Promise<void> {
    // When it fails, the next one is tried after as many events again: copying a book costs too much to do it often.
    this.startAfter(taken.revision);
    const { documents, clock, onError } = this.#options;
    try {
      await saveSnapshot(documents, this.#stream, taken, clock());
    } catch (error) {
      // Without it the next start is slower, nothing else.
      onError?.(this.#stream, error);
    }
  }
}
