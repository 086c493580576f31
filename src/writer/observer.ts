/** Reports what writers do, for metrics and traces. Observers never change what a writer does. */
import type { BookEvent } from '../ledger/event.ts';

export type ObservedAppend = {
  readonly stream: string;
  readonly firstRevision: number;
  readonly events: number;
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
