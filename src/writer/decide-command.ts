/** Decides a command on a book: a repeated key, a refusal, or events that the book then includes. */
import { canRecord } from '../ledger/book-generations.ts';
import type { DecisionContext } from '../ledger/book.ts';
import type { BookEvent } from '../ledger/event.ts';
import type { Policy } from '../ledger/policy.ts';
import { BookNotOpen } from './command.ts';
import type { Command } from './command.ts';
import { KEY_REUSED, isSameRequest } from './idempotency/idempotency-record.ts';
import type { Decided } from './pending-command.ts';
import type { DecidedEvents, SpeculativeBook } from './speculative-book.ts';

export type CommandDecision = {
  readonly decision: Decided;
  /** The events to append; undefined when there are none. */
  readonly toAppend: DecidedEvents | undefined;
};

export type DecideOptions = {
  /** The time of a book that is not ahead, from the time of its newest event. Milliseconds since 1970. */
  readonly clock: (newest: number) => number;
  readonly policy: Policy;
};

/** Applies the events of the decision to the book. Throws BookNotOpen if the book may not record them. */
export function decideCommand(
  speculative: SpeculativeBook,
  command: Command,
  { clock, policy }: DecideOptions,
): CommandDecision {
  const { idempotency } = command;
  const use = idempotency && speculative.keys.find(idempotency.key);
  if (idempotency !== undefined && use !== undefined)
    return withoutEvents(
      isSameRequest(use, idempotency) ? { kind: 'repeat', use } : { kind: 'final', outcome: KEY_REUSED },
    );
  const { time, clockAheadMs } = speculative.book;
  const now = clock(time - clockAheadMs) + clockAheadMs;
  const context: DecisionContext = { now, time: isoTime(now), policy };
  const decided = command.decide(speculative.book, context);
  if ('refusal' in decided)
    return withoutEvents({ kind: 'final', outcome: { kind: 'refused', refusal: decided.refusal } });
  // A write that changes nothing still records its answer.
  const events: readonly BookEvent[] =
    decided.events.length === 0 && idempotency !== undefined ? [REQUEST_RECORDED] : decided.events;
  const [first] = events;
  if (first !== undefined && !canRecord(speculative.book, first.type))
    throw new BookNotOpen(`${speculative.book.stream} is not open`);
  const applied = speculative.applyDecision(command, events, context.time);
  const { answer } = applied;
  if (events.length > 0) return { decision: { kind: 'answer', answer, events }, toAppend: applied };
  const { position } = speculative.acknowledged;
  return withoutEvents({ kind: 'final', outcome: { kind: 'done', answer, position } });
}

const withoutEvents = (decision: Decided): CommandDecision => ({ decision, toAppend: undefined });

const REQUEST_RECORDED: BookEvent = { type: 'request.recorded', data: {} };

let lastTime = { ms: -1, iso: '' };

/** Caches the latest text, because most commands of a busy book share their millisecond with the previous one. */
function isoTime(ms: number): string {
  if (ms !== lastTime.ms) lastTime = { ms, iso: new Date(ms).toISOString() };
  return lastTime.iso;
}
