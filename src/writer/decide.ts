import { decodeRecorded } from '../event-store/book-event.ts';
import { decodeMetadata } from '../event-store/codec.ts';
import { APPEND_BYTES_MAX, type EventStore, type StreamName } from '../event-store/port.ts';
import type { DecisionContext } from '../ledger/book.ts';
import type { BookEvent } from '../ledger/event.ts';
import { withRepayments } from '../ledger/late-movement.ts';
import { policyFor, type Policy } from '../ledger/policy.ts';
import type { Refusal } from '../ledger/refusal.ts';
import { canRecord } from '../ledger/sandbox.ts';
import { LostEvents } from '../read-models/history/event-history.ts';
import type { IdempotencyKeyUse } from '../read-models/retention.ts';
import { BookNotOpen, type Answer, type Asked, type Command, type Outcome, type Steps } from './command.ts';
import { KEY_REUSED, isSameRequest, replayRecord, type Replay } from './idempotency.ts';
import { DecisionDraft, type DecidedEvents, type SpeculativeBook } from './speculative-book.ts';

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

/**
 * Applies the events of the decision to the book, unless it has steps: their events are applied as the caller asks for them. Throws
 * BookNotOpen if the book may not record them.
 */
export function decideCommand(
  speculative: SpeculativeBook,
  command: Command<unknown>,
  { clock, policy }: DecideOptions,
): CommandDecision | SteppedDecision {
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
  if ('steps' in decided)
    return new SteppedDecision(speculative, decided, new DecisionDraft(speculative, command, context.time));
  if ('refusal' in decided) return refused(decided.refusal);
  // A write that changes nothing still records its answer.
  const events: readonly BookEvent[] =
    decided.events.length === 0 && idempotency !== undefined
      ? [REQUEST_RECORDED]
      : withRepayments(speculative.book, decided.events);
  assertCanRecord(speculative, events);
  const applied = speculative.applyDecision(command, events, context.time);
  if (events.length > 0) return withEvents(applied, events);
  const { position } = speculative.acknowledged;
  return withoutEvents({ kind: 'final', outcome: { kind: 'done', answer: applied.answer, position } });
}

/** Throws BookNotOpen. */
function assertCanRecord({ book }: SpeculativeBook, [first]: readonly BookEvent[]): void {
  if (first !== undefined && !canRecord(book, first.type))
    throw new BookNotOpen(`${book.stream} is not open`);
}

/** A decision whose steps are taken when the caller asks for them. */
export class SteppedDecision {
  readonly #speculative: SpeculativeBook;
  readonly #decided: Steps;
  readonly #draft: DecisionDraft;
  readonly #events: BookEvent[] = [];

  constructor(speculative: SpeculativeBook, decided: Steps, draft: DecisionDraft) {
    this.#speculative = speculative;
    this.#decided = decided;
    this.#draft = draft;
  }

  /**
   * Takes the next steps, at most `stepsMax`. Undefined while there are more. Nothing of the decision is left in the book if it is
   * refused, or if an error is thrown. Throws BookNotOpen.
   */
  advance(stepsMax: number): CommandDecision | undefined {
    try {
      for (let step = 0; step < stepsMax; step++) {
        const { done, value } = this.#decided.steps.next();
        if (done !== true) this.#add(value);
        else if ('refusal' in value) return this.#refuse(value.refusal);
        else {
          this.#add(value.events);
          const applied = this.#draft.finish();
          return applied.bytesMax > APPEND_BYTES_MAX
            ? this.#refuse(this.#decided.refusalIfTooLarge)
            : withEvents(applied, this.#events);
        }
        if (this.#draft.countBytes() > APPEND_BYTES_MAX) return this.#refuse(this.#decided.refusalIfTooLarge);
      }
      return undefined;
    } catch (error) {
      this.#draft.rollBack();
      throw error;
    }
  }

  #add(decided: readonly BookEvent[]): void {
    const events = withRepayments(this.#speculative.book, decided);
    if (this.#events.length === 0) assertCanRecord(this.#speculative, events);
    this.#draft.add(events);
    this.#events.push(...events);
  }

  #refuse(refusal: Refusal): CommandDecision {
    this.#draft.rollBack();
    return refused(refusal);
  }
}

const withEvents = (applied: DecidedEvents, events: readonly BookEvent[]): CommandDecision => ({
  decision: { kind: 'answer', answer: applied.answer, events },
  toAppend: applied,
});

const refused = (refusal: Refusal): CommandDecision =>
  withoutEvents({ kind: 'final', outcome: { kind: 'refused', refusal } });

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
    return answer.render(stored.map((each) => decodeRecorded(each)));
  });
}
