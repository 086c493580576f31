/** Commands to the writer of a book, and their outcomes. */

import type { KeyObject } from 'node:crypto';
import type { Authentication } from '../event-store/authenticated-reader.ts';
import {
  StoreUnavailable,
  type EventStore,
  type Position,
  type Revision,
  type StreamName,
} from '../event-store/port.ts';
import type { Decision, DecisionContext, ReadonlyBook } from '../ledger/book.ts';
import type { BookEvent, RecordedBookEvent } from '../ledger/event.ts';
import type { Policy } from '../ledger/policy.ts';
import type { Refusal } from '../ledger/refusal.ts';
import type { EvidenceOfStreams } from '../read-models/history/event-history.ts';
import type { DocumentStore } from '../read-models/port.ts';
import type { IdempotencyKeyUse } from '../read-models/retention.ts';
import type { MacKeys } from '../system/key-ring.ts';
import type { IdempotencyKey, KeyReused, Replay } from './idempotency.ts';
import type { BookCapture } from './snapshot.ts';

/** An HTTP answer: status and exact body. */
export type Answer = { readonly status: number; readonly body: string };

/**
 * How the answer of a write is made. A repeat must get the same bytes at any later time:
 * - `events`: rendered from the command's own events. Nothing else is recorded; a repeat calls `render` again.
 * - `book`: rendered from the book after the command. The body is kept in the idempotency record, sealed by `seal` if it
 *   contains personal fields.
 */
export type AnswerSource =
  | { readonly from: 'events'; readonly render: (events: readonly RecordedBookEvent[]) => Answer }
  | {
      readonly from: 'book';
      readonly render: (book: ReadonlyBook, events: readonly RecordedBookEvent[]) => Answer;
      readonly seal?: SealAnswer;
    };

/** Seals the body of the answer to a request, which is stored under its idempotency key in a stream. */
export type SealAnswer = (
  body: string,
  request: { readonly stream: StreamName; readonly key: string },
) => string;

/** For commands whose answer is not used. */
export const NO_ANSWER: AnswerSource = { from: 'events', render: () => ({ status: 200, body: '' }) };

/**
 * A question that must be answered before the command can be decided, such as whether a rail accepts a payout. The writer returns
 * it at once and appends nothing; the caller finds the answer and submits a command that contains it.
 */
export type Asking<Question> = { readonly question: Question };

/**
 * A decision that takes longer than other work should wait. The writer applies the events of each step to the book before it asks
 * for the next one, and decides nothing else in between. All events are appended together. If the result is a refusal, none is.
 */
export type Steps = {
  readonly steps: Generator<readonly BookEvent[], Decision, undefined>;
  /** The refusal if the events do not fit into one append. */
  readonly refusalIfTooLarge: Refusal;
};

export type Decide<Question = never> = (
  book: ReadonlyBook,
  context: DecisionContext,
) => Decision | Steps | Asking<Question>;

export type DryRunDecide = (book: ReadonlyBook, context: DecisionContext) => Decision | Steps;

export type Command<Question = never> = {
  readonly decide: Decide<Question>;
  readonly answer: AnswerSource;
  /** `key:<id>`, `operator:<id>`, `system:<component>`, or `hosted:<page>`. */
  readonly actor: string;
  readonly requestId: string;
  /** Stored in the metadata of its events. */
  readonly reason?: string | undefined;
  /** Absent for PATCH, DELETE, and the service's own commands. */
  readonly idempotency?: IdempotencyKey | undefined;
  /** It writes nothing, so it may be decided before other commands that wait. */
  readonly isDryRun?: true;
  /** How many commands it counts as in the queue of the book; 1 unless given. */
  readonly size?: number | undefined;
};

export type Outcome<Question = never> =
  /** Decided and durable. A reader at `position` or later sees it. */
  | { readonly kind: 'done'; readonly answer: Answer; readonly position: Position }
  | Replay
  | KeyReused
  | { readonly kind: 'refused'; readonly refusal: Refusal }
  | ([Question] extends [never] ? never : Asked<Question>);

export type Asked<Question> = { readonly kind: 'asked'; readonly question: Question };

/**
 * The writers of all books, by stream name. Throws StoreUnavailable and Overloaded (both 503 service_unavailable), and BookNotOpen
 * (404 not_found, unless the caller continues with the current book).
 */
export type BookWriters = {
  submit<Question = never>(stream: StreamName, command: Command<Question>): Promise<Outcome<Question>>;
  /** Decides without writing. Returns the events that the command would append, of the last step if it has several, or the refusal. */
  dryRun(stream: StreamName, decide: DryRunDecide): Promise<Decision>;
  /** Reads from the book in memory, which may include events that are not acknowledged yet. */
  read<T>(stream: StreamName, read: (book: ReadonlyBook) => T): Promise<T>;
  /**
   * Whether a success has used the idempotency key, including successes of other processes; with a request, whether it
   * was a success of that request.
   */
  isKeyUsed(stream: StreamName, key: string, request?: IdempotencyKey): Promise<boolean>;
  /** Deletes the book's snapshot, so that the next load replays the whole stream. False when there is none. */
  deleteSnapshot(stream: StreamName): Promise<boolean>;
  /** Replays the book from its first event and saves a snapshot; other commands continue. False for a book without events. */
  rebuildSnapshot(stream: StreamName): Promise<boolean>;
  /** A reader at this position or later sees every write acknowledged so far. */
  head(stream: StreamName): Promise<Position>;
  /**
   * The position of the last event up to `head` that changed any of the keys (changes/changed-keys.ts), or a later one.
   * Undefined unless this process knows all events up to `head`.
   */
  lastChange(
    stream: StreamName,
    head: Position,
    keysOf: (book: ReadonlyBook) => readonly string[],
  ): Position | undefined;
  /** The newest event of a book that this process has read and verified, or appended. Undefined if it has to be read. */
  newestEvent(stream: StreamName): { readonly revision: Revision; readonly hash: string } | undefined;
  /** A copy of a book in memory, once its events are acknowledged. Undefined for other books, and for one that is empty or closed. */
  capture(stream: StreamName): Promise<BookCapture | undefined>;
  /**
   * Compares the next loaded books, at most this many and each in its turn, with their streams. A book whose newest event is missing is
   * refused from then on. Throws StoreUnavailable.
   */
  confirmLoaded(booksMax: number): Promise<void>;
  /** Resolves when the append that is under way in this process, if any, has ended. */
  whenAppended(stream: StreamName): Promise<void>;
  /** Writes what is queued and rejects further commands. */
  close(): Promise<void>;
};

/** The book's queue is full. The command was not accepted. */
export class Overloaded extends Error {
  override readonly name = 'Overloaded';
}

/** The events of the book are being read, and that takes longer than a request should wait. Nothing was recorded. */
export class BookLoading extends StoreUnavailable {
  readonly secondsLeft: number;
  constructor({ percent, secondsLeft }: LoadProgress) {
    super(`the book is being loaded: ${percent} %, about ${secondsLeft} s left`);
    this.secondsLeft = secondsLeft;
  }
}

/** Of a book whose events have been read for more than a second. */
export type LoadProgress = { readonly percent: number; readonly secondsLeft: number };

/** The book was closed, or the reset that opens it is not complete. Nothing was recorded. */
export class BookNotOpen extends Error {
  override readonly name = 'BookNotOpen';
}

// Reports what writers do, for metrics and traces. Observers never change what a writer does.

export type ObservedAppend = {
  readonly stream: string;
  readonly firstRevision: number;
  readonly events: number;
  /** Of the data and metadata of the events. */
  readonly bytes: number;
  /** Commands answered by this append, including refusals that depend on it. */
  readonly commands: number;
  /** `conflict`: another writer was first. `unknown`: the store did not report the outcome. */
  readonly outcome: 'written' | 'conflict' | 'unknown';
  /** In milliseconds, from `performance.now()`. */
  readonly startedAt: number;
  readonly requestIds: readonly string[];
};

export type ObservedConflict = {
  /** How many were decided again. */
  readonly commands: number;
  /** When the append that conflicted began, in milliseconds, from `performance.now()`. */
  readonly startedAt: number;
};

export type WriterObserver = {
  readonly appended: (append: ObservedAppend) => void;
  /** Commands were decided again, because another writer was first. */
  readonly decidedAgain: (conflict: ObservedConflict) => void;
  /** The events of one command are in the stream. */
  readonly acknowledged: (events: readonly BookEvent[], stream: string) => void;
  /** Called once, with a function that reads the current statistics of all writers. */
  readonly registerStats: (read: () => WriterStats) => void;
};

export type WriterStats = {
  /** Books in memory. */
  readonly books: number;
  /** Commands without an answer yet. */
  readonly queued: number;
};

// Dependencies and limits of the book writers.

export type WriterOptions = {
  readonly eventStore: EventStore;
  readonly authentication: Authentication;
  readonly documents: DocumentStore;
  readonly policy: Policy;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  /**
   * Finds the use of a key that is no longer cached, up to the position `head`. Throws StoreUnavailable when the read
   * model has not reached `head`.
   */
  readonly findKey: (
    stream: StreamName,
    key: string,
    head: Position,
  ) => Promise<IdempotencyKeyUse | undefined>;
  /** What else than snapshots proves which events a book had. */
  readonly evidence?: EvidenceOfStreams;
  /** The key of the MACs of snapshots. */
  readonly snapshotKey: KeyObject | MacKeys;
  readonly onError?: (stream: string, error: unknown) => void;
  /** The events of a book cannot be applied, so that commands for it are not decided. Called once until it is read again. */
  readonly onUnreadable?: (stream: string, error: unknown) => void;
  /** A book was read completely. */
  readonly onRead?: (stream: string) => void;
  /** Called about once per second while the events of a book are read. */
  readonly onLoading?: (stream: string, progress: LoadProgress) => void;
  /** Callers wait so long for a book to be loaded, according to its estimate; 10 unless given. */
  readonly loadSecondsMax?: number;
  readonly appendEventsMax?: number;
  readonly queueMax?: number;
  readonly cachedKeysMax?: number;
  readonly snapshotEvery?: number;
  /** Whether other processes write to the same store. A refusal is then returned only after their events were read. */
  readonly hasOtherWriters?: boolean;
  /** How long an append with an unknown outcome is retried before its callers get StoreUnavailable. */
  readonly appendTimeoutMs?: number;
  readonly observer?: WriterObserver;
  /** Whether all documents contain the events up to a position, so that no read has to wait for them. Never when absent. */
  readonly isProjected?: (position: Position) => boolean;
};

// Reads a book for callers that act on the result: the read includes every earlier write, also of other processes.

/** Returns what `read` returned, once everything that it depends on is acknowledged. */
export async function readConsistent<T>(
  writers: Pick<BookWriters, 'dryRun'>,
  stream: StreamName,
  read: (book: ReadonlyBook) => T,
): Promise<T> {
  let result: { readonly value: T } | undefined;
  await writers.dryRun(stream, (book) => {
    result = { value: read(book) };
    return { events: [] };
  });
  if (result === undefined) throw new Error(`the dry run on ${stream} did not read the book`);
  return result.value;
}
