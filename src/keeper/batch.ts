/** What a keeper appends at once: the events of commands that were decided while something else was being written. */
import type { KeyUse } from '../../projections/idempotency.ts';
import { APPEND_BYTES_MAX } from '../eventstore/port.ts';
import type { NewEvent } from '../eventstore/port.ts';
import type { BookEvent } from '../ledger/event.ts';
import type { Addition } from './book-copy.ts';
import type { Answer, Command, Outcome } from './command.ts';

/** A command on its way: decided, and answered when its batch is acknowledged. */
export type Waiting = {
  readonly command: Command;
  readonly resolve: (outcome: Outcome) => void;
  readonly reject: (error: unknown) => void;
  tries: number;
  verdict: Verdict;
  /** What was decided, while the verdict is an answer. */
  events?: readonly BookEvent[];
};

export type Verdict =
  | { readonly kind: 'answer'; readonly answer: Answer }
  | { readonly kind: 'repeat'; readonly use: KeyUse }
  | { readonly kind: 'final'; readonly outcome: Outcome };

/** Events that are appended together, and who waits for them. */
export type Batch = {
  readonly firstRevision: number;
  readonly events: NewEvent[];
  readonly waiting: Waiting[];
  bytes: number;
  /** Hash of the newest event in it. */
  hash: string;
  /** How many steps of the journal belong to it. */
  undoSteps: number;
};

export const startBatch = (firstRevision: number): Batch => ({
  firstRevision,
  events: [],
  waiting: [],
  bytes: 0,
  hash: '',
  undoSteps: 0,
});

/** Whether the addition fits within the bounds of one append. */
export const hasRoom = (batch: Batch, { events, bytes }: Addition, eventsMax: number): boolean =>
  batch.events.length + events.length <= eventsMax && batch.bytes + bytes <= APPEND_BYTES_MAX;

/** Puts an addition that follows the batch's last event into it. */
export function put(batch: Batch, waiting: Waiting, { events, bytes, hash, undoSteps }: Addition): void {
  batch.events.push(...events);
  batch.waiting.push(waiting);
  batch.bytes += bytes;
  batch.hash = hash;
  batch.undoSteps += undoSteps;
}
