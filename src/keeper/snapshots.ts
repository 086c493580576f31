/** When a snapshot of a book is worth saving, and that one which can't be saved does no harm. */
import { NO_STREAM } from '../eventstore/port.ts';
import type { BookCopy } from './book-copy.ts';
import type { KeeperOptions } from './keeper-options.ts';
import { saveSnapshot } from './snapshot.ts';
import type { Capture } from './snapshot.ts';

const SNAPSHOT_EVERY = 20_000;

type Options = Pick<KeeperOptions, 'documents' | 'clock' | 'onFault' | 'snapshotEvery'>;

export class Snapshots {
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
  lackSomeOf({ acknowledged: { revision } }: BookCopy): boolean {
    return revision > NO_STREAM && revision >= this.#next;
  }

  /** Whether so much is new that another snapshot pays. Copying a book costs as much as it has live objects. */
  areDue({ acknowledged, book }: BookCopy): boolean {
    const live = book.users.size + book.accounts.size + book.transfers.size + book.quotes.size;
    const every = Math.max(this.#options.snapshotEvery ?? SNAPSHOT_EVERY, live * 2);
    return acknowledged.revision - this.#next >= every;
  }

  async save(taken: Capture): Promise<void> {
    // When it fails, the next one is tried after as many events again: copying a book costs too much to do it often.
    this.startAfter(taken.revision);
    const { documents, clock, onFault } = this.#options;
    try {
      await saveSnapshot(documents, this.#stream, taken, clock());
    } catch (error) {
      // Without it the next start is slower, nothing else.
      onFault?.(this.#stream, error);
    }
  }
}
