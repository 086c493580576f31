/** Empties the caller's sandbox. */
import type { Call, Handlers } from '../../operations/operation.ts';
import { idempotencyKeyReused } from '../../operations/idempotency.ts';
import type { Reply } from '../../server/reply.ts';

export const sandboxResetHandlers = { resetSandbox } satisfies Partial<Handlers>;

/**
 * The answer comes when the new book has its allocations, and no node uses the former book any more. A repeat waits too: the first
 * request may have ended before.
 */
async function resetSandbox(call: Call<'resetSandbox'>): Promise<Reply> {
  const { services, key, idempotency, actor, requestId } = call;
  const { books, treasuries, untilKeysReread } = services;
  if (idempotency === undefined) throw new Error('the operation requires an idempotency key');
  const outcome = await books.reset(key.integrator_id, { actor, requestId, idempotency });
  if (outcome.kind === 'key_reused') return idempotencyKeyReused();
  if (outcome.kind === 'refused') {
    const { code, ...rest } = outcome.refusal;
    return { problem: code, ...rest };
  }
  await treasuries.get('sandbox').deliverTo(key.integrator_id);
  await untilKeysReread();
  return outcome.kind === 'replayed' ? { ...outcome.answer, replayed: true } : outcome.answer;
}
