import { decodeRecorded } from '../event-store/book-event.ts';
import { decodeMetadata } from '../event-store/codec.ts';
import type { EventStore, StreamName } from '../event-store/port.ts';
import type { DecisionContext } from '../ledger/book.ts';
import type { BookEvent } from '../ledger/event.ts';
import { withRepayments } from '../ledger/late-movement.ts';
import { policyFor, type Policy } from '../ledger/policy.ts';
import { canRecord } from '../ledger/sandbox.ts';
import { LostEvents } from '../read-models/history/event-history.ts';
import type { IdempotencyKeyUse } from '../read-models/retention.ts';
import { BookNotOpen, type Answer, type Asked, type Command, type Outcome } from './command.ts';
import { KEY_REUSED, isSameRequest, replayRecord, type Replay } from './idempotency.ts';
import type { DecidedEvents, SpeculativeBook } from './speculative-book.ts';

// A submitted command without an answer. It is answered once the batch that it depends on is acknowledged.

export type PendingCommand = {
  readonly command: Command<unknown>;
  readonly resolve: (outcome: Outcome<unknown>) => void;
  readonly reject: (error: unknown) => void;
  /** How often it was decided again after another writer's events were read. */
  attempts: number;
  /** The key is known to be unused up to this revision. */
  keyUnusedThrough: number;
  /** Whether it waits for an append that was under way when it was decided. */
  joinedAppend: boolean;
  /** Undefined until the command is decided. */
  decision: Decided | undefined;
};

export type Decided =
  | { readonly kind: 'answer'; readonly answer: Answer; readonly events: readonly BookEvent[] }
  | { readonly kind: 'repeat'; readonly use: IdempotencyKeyUse }
  | { readonly kind: 'final'; readonly outcome: Outcome }
  | Asked<unknown>;

// Decides a command on a book: a repeated key, a refusal, or events that the book then includes.

type CommandDecision = {
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
  command: Command<unknown>,
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
  const context: DecisionContext = { now, time: isoTime(now), policy: policyFor(speculative.book, policy) };
  const decided = command.decide(speculative.book, context);
  if ('question' in decided) return withoutEvents({ kind: 'asked', question: decided.question });
  if ('refusal' in decided)
    return withoutEvents({ kind: 'final', outcome: { kind: 'refused', refusal: decided.refusal } });
  // A write that changes nothing still records its answer.
  const events: readonly BookEvent[] =
    decided.events.length === 0 && idempotency !== undefined
      ? [REQUEST_RECORDED]
      : withRepayments(speculative.book, decided.events);
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

// Answers a repeated command from the events that recorded its first execution.

/** Reads the events of the recorded use. Throws LostEvents when they do not carry the command's record. */
export async function replayCommand(
  eventStore: Pick<EventStore, 'read'>,
  stream: StreamName,
  { idempotency, answer }: Pick<Command, 'idempotency' | 'answer'>,
  { revision, events }: IdempotencyKeyUse,
): Promise<Replay> {
  const stored = await eventStore.read(stream, revision, events);
  const metadata = stored[0] && decodeMetadata(stored[0]);
  const record = metadata?.idempotency;
  if (record === undefined || record.key !== idempotency?.key || record.events !== stored.length)
    throw new LostEvents(
      stream,
      { source: 'the use of an idempotency key', revision },
      metadata === undefined ? 'the stream ends before it' : 'the stream has another event there',
    );
  return replayRecord(record, metadata?.time ?? '', () => {
    if (answer.from !== 'events') throw new Error('an idempotency record lacks its answer');
    return answer.render(stored.map(decodeRecorded));
  });
}
