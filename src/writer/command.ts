/** What is asked of a book's keeper, and what it answers. */
import type { ReadonlyBook, DecisionContext, Decision } from '../ledger/book.ts';
import type { RecordedBookEvent } from '../ledger/event.ts';
import type { Refusal } from '../ledger/refusal.ts';

/** An HTTP answer: status and the exact body. */
export type Answer = { readonly status: number; readonly body: string };

/**
 * How the answer of a write comes about. It must be possible to give it again for ever, byte for byte:
 * - `events`: shown by the command's own events; nothing extra is kept. `render` is called again for a repeat.
 * - `book`: shown by the book after the command; the body is kept in the idempotency record, sealed by `seal` where it
 *   carries personal fields.
 */
export type AnswerSource =
  | { readonly from: 'events'; readonly render: (events: readonly RecordedBookEvent[]) => Answer }
  | {
      readonly from: 'book';
      readonly render: (book: ReadonlyBook, events: readonly RecordedBookEvent[]) => Answer;
      readonly seal?: (body: string) => string;
    };

/** Of a command whose answer nobody waits for. */
export const NO_ANSWER: AnswerSource = { from: 'events', render: () => ({ status: 200, body: '' }) };

export type Command = {
  readonly decide: (book: ReadonlyBook, context: DecisionContext) => Decision;
  readonly answer: AnswerSource;
  /** `key:<id>`, `operator:<id>`, `system:<part>` or `hosted:<page>`. */
  readonly actor: string;
  readonly requestId: string;
  /** Why it was done; in the metadata of its events. */
  readonly reason?: string | undefined;
  /** Refusals that are nobody's answer: whoever submits this goes on from there. So they wait for nothing to be acknowledged. */
  readonly provisional?: ReadonlySet<Refusal> | undefined;
  /** Absent for PATCH, DELETE and the service's own commands. */
  readonly idempotency?: { readonly key: string; readonly fingerprint: string } | undefined;
};

export type Outcome =
  /** Decided and durable. `position` is where a reader must have got to in order to see it. */
  | { readonly kind: 'done'; readonly answer: Answer; readonly position: bigint }
  /** The idempotency key belongs to an earlier success: this is its answer. A sealed body is opened by the caller. */
  | { readonly kind: 'replayed'; readonly answer: Answer; readonly sealed: boolean }
  /** The idempotency key belongs to another request. */
  | { readonly kind: 'key_reused' }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

/** The keepers of all books, by stream name. Faults: StoreUnavailable, Overloaded (both answer 503 service_unavailable). */
export type BookWriters = {
  submit(stream: string, command: Command): Promise<Outcome>;
  /** Decides without writing: the events it would give, or the refusal. */
  dryRun(stream: string, decide: Command['decide']): Promise<Decision>;
  /** Something read off the book as it is now. */
  read<T>(stream: string, look: (book: ReadonlyBook) => T): Promise<T>;
  /** Whether an idempotency key belongs to a success. Counts all that was written before, by other processes too. */
  isKeyUsed(stream: string, key: string): Promise<boolean>;
  /**
   * Reads the book from its first event, beside what works on it, and saves a snapshot of that. False where the book has
   * no events.
   */
  rebuildSnapshot(stream: string): Promise<boolean>;
  /** The position a reader must have got to in order to see every write acknowledged so far. */
  head(stream: string): Promise<bigint>;
  /** Writes what is queued, then refuses further commands. */
  close(): Promise<void>;
};

/** The queue of a book is full. The request was not taken. */
export class Overloaded extends Error {
  override readonly name = 'Overloaded';
}
