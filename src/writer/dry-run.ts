/**
 * Asking a keeper what it would do. The command that asks is always refused, so nothing is written, and like any refusal
 * it is told once all that it rests on is acknowledged.
 */
import type { Decision } from '../ledger/book.ts';
import type { Refusal } from '../ledger/refusal.ts';
import { NO_ANSWER } from './command.ts';
import type { Command, Outcome } from './command.ts';

type Keeper = { submit(command: Command): Promise<Outcome> };

/** Never told to anybody. */
const PREVIEWED: Refusal = { code: 'not_found', message: 'This was only looked at.' };

const PREVIEW: Command = {
  decide: () => ({ refusal: PREVIEWED }),
  answer: NO_ANSWER,
  actor: 'system:preview',
  requestId: '',
};

/** What `decide` gives. */
export async function dryRun(keeper: Keeper, decide: Command['decide']): Promise<Decision> {
  let decision: Decision = { refusal: PREVIEWED };
  await keeper.submit({
    ...PREVIEW,
    decide(book, context) {
      decision = decide(book, context);
      return { refusal: PREVIEWED };
    },
  });
  return decision;
}

/** Whether the key belongs to a success. */
export async function isKeyUsed(keeper: Keeper, key: string): Promise<boolean> {
  // No request has this fingerprint, so a key that was used is another request's.
  const outcome = await keeper.submit({ ...PREVIEW, idempotency: { key, fingerprint: '' } });
  return outcome.kind === 'key_reused';
}
