/** Submits commands to the caller's book and translates their outcomes. */
import { fromRefusal, notFoundProblem } from '../../http/errors.ts';
import type { Reply } from '../../http/reply.ts';
import type { ReadonlyBook } from '../../ledger/book.ts';
import { isClosed } from '../../ledger/sandbox.ts';
import { answerContext } from '../../ledger/sealing-context.ts';
import { sealingKeyId } from '../../ledger/user.ts';
import type { UserKey } from '../../vault/vault.ts';
import {
  BookNotOpen,
  readConsistent,
  type Command,
  type Outcome,
  type SealAnswer,
  type Steps,
} from '../../writer/command.ts';
import { idempotencyKeyReused } from './idempotency.ts';
import type { BookCaller } from './operation.ts';

export type Write<Question = never> = Pick<Command<Question>, 'decide' | 'answer' | 'reason' | 'size'>;

/** Submits a command to the book's writer, under the request's idempotency key if it has one. */
export async function submit(caller: BookCaller, write: Write): Promise<Reply> {
  return replyToOutcome(caller, await submitForOutcome(caller, write));
}

/**
 * Submits a command and returns its outcome. Throws BookNotOpen instead of a refusal or a question of a closed book, because the
 * book that replaced it may decide otherwise.
 */
export function submitForOutcome<Question = never>(
  { services, stream, actor, requestId, idempotency, onDecided }: BookCaller,
  { decide, answer, reason, size }: Write<Question>,
): Promise<Outcome<Question>> {
  return services.writers.submit<Question>(stream, {
    decide(book, context) {
      const decision = decide(book, context);
      if (!('events' in decision) && isClosed(book)) throw new BookNotOpen(`${book.stream} is not open`);
      if ('steps' in decision)
        return onDecided === undefined
          ? decision
          : { ...decision, steps: reportSteps(decision.steps, { book, time: context.now, onDecided }) };
      // A decision may be taken again after a conflict, so the last report counts.
      onDecided?.(
        'events' in decision
          ? { revision: book.revision + 1, count: decision.events.length, time: context.now }
          : undefined,
      );
      return decision;
    },
    answer,
    reason,
    size,
    actor,
    requestId,
    idempotency,
  });
}

/** Reports the events of all steps once there is a result. */
function* reportSteps(
  steps: Steps['steps'],
  report: {
    readonly book: ReadonlyBook;
    readonly time: number;
    readonly onDecided: NonNullable<BookCaller['onDecided']>;
  },
): Steps['steps'] {
  const { book, time, onDecided } = report;
  const revision = book.revision + 1;
  const decision = yield* steps;
  const count = 'events' in decision ? book.revision + 1 - revision + decision.events.length : 0;
  onDecided(count === 0 ? undefined : { revision, count, time });
  return decision;
}

export function replyToOutcome(caller: BookCaller, outcome: Outcome): Reply | Promise<Reply> {
  switch (outcome.kind) {
    case 'done':
      return outcome.answer;
    case 'refused':
      return fromRefusal(outcome.refusal);
    case 'key_reused':
      return idempotencyKeyReused();
    case 'replayed':
      return outcome.sealedBody === undefined
        ? { ...outcome.answer, replayed: true }
        : unsealed(caller, { status: outcome.answer.status, body: outcome.sealedBody });
  }
}

/** Seals answers with personal data under the user's key. */
export const sealAnswerWith =
  (key: Pick<UserKey, 'seal'>): SealAnswer =>
  (body, { stream, key: idempotencyKey }) =>
    key.seal(body, answerContext(stream, idempotencyKey));

/** A stored answer with personal data is encrypted under the user's key. Without the key it cannot be replayed. Throws PersonalKeyLost. */
async function unsealed(
  { services, stream, idempotency }: BookCaller,
  { status, body }: { status: number; body: string },
): Promise<Reply> {
  const key = await services.vault.keyFor(body);
  if (key === undefined) {
    const id = sealingKeyId(body);
    const isInUse = (book: ReadonlyBook): boolean =>
      [...book.users.values()].some(({ sealed }) => sealed !== null && sealingKeyId(sealed) === id);
    if (await readConsistent(services.writers, stream, isInUse))
      await services.vault.requireKey(body, stream);
    return { ...notFoundProblem('user'), isTransient: true };
  }
  return { status, body: key.open(body, answerContext(stream, idempotency?.key ?? '')), replayed: true };
}
