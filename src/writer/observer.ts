/** Who wants to know what keepers do, for figures and traces. Nothing that is told here changes what they do. */
import type { BookEvent } from '../ledger/event.ts';

export type ObservedAppend = {
  readonly stream: string;
  readonly firstRevision: number;
  readonly events: number;
  /** Commands that wait for it, refusals that rest on it among them. */
  readonly commands: number;
  /** `unknown`: the store did not say what became of it. */
  readonly outcome: 'written' | 'overtaken' | 'unknown';
  /** As `performance.now()` tells time. */
  readonly startedAt: number;
  readonly requestIds: readonly string[];
};

export type WriterObserver = {
  readonly appended: (append: ObservedAppend) => void;
  /** The events of one command are in the stream. */
  readonly acknowledged: (events: readonly BookEvent[]) => void;
  /** Is given, once, how to look at all keepers at any time. */
  readonly registerStats: (look: () => WriterStats) => void;
};

export type WriterStats = {
  /** Books in memory. */
  readonly books: number;
  /** Commands that are not answered yet. */
  readonly queued: number;
};
