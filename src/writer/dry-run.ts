/**
 * Asks a writer for a decision without writing. The command is always refused, so nothing is written, and like any
 * refusal it returns once everything it depends on is acknowledged.
 */
import type { Decision } from '../ledger/book.ts';
import type { Refusal } from '../ledger/refusal.ts';
import { NO_ANSWER } from './command.ts';
import type { Command, Outcome } from './command.ts';

type Writer = { submit(command: Command): Promise<Outcome> };

/** Never leaves this file. */
const DRY_RUN_REFUSAL: Refusal = { code: 'not_found', message: 'Dry run.' };

const DRY_RUN: Command = {
  decide: () => ({ refusal: DRY_RUN_REFUSAL }),
  answer: NO_ANSWER,
  actor: 'system:preview',
  requestId: '',
};

/** Returns what `decide` returned. */
export async function dryRun(writer: Writer, decide: Command['decide']): Promise<Decision> {
  let decision: Decision = { refusal: DRY_RUN_REFUSAL };
  await writer.submit({
    ...DRY_RUN,
    decide(book, context) {
      decision = decide(book, context);
      return { refusal: DRY_RUN_REFUSAL };
    },
  });
  return decision;
}

/** Whether a success has used the key. */
export async function isKeyUsed(writer: Writer, key: string): Promise<boolean> {
  // No request has an empty fingerprint, so a used key counts as another request's.
  const outcome = await writer.submit({ ...DRY_RUN, idempotency: { key, fingerprint: '' } });
  return outcome.kind === 'key_reused';
}
