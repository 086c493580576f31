/**
 * Answers that contain a secret. The stored answer has no secret; the complete answer is stored encrypted under a key
 * that the vault deletes after a day.
 */
import { answerContext } from '../../ledger/sealing-context.ts';
import type { SealingContext } from '../../ledger/sealing-context.ts';
import { PLATFORM_STREAM } from '../../platform/platform.ts';
import type { Replay } from '../../writer/idempotency/idempotency-record.ts';
import type { OperatorCaller } from './operation.ts';

const SECRET_LIFETIME_MS = 24 * 60 * 60 * 1000;

/** Creates a key, which is durable when the promise resolves, and returns a function that seals the request's answer. */
export async function createAnswerSeal(caller: OperatorCaller): Promise<(body: string) => string> {
  const { vault, clock } = caller.services;
  const key = await vault.createKey({ expiresAt: new Date(clock() + SECRET_LIFETIME_MS) });
  return (body) => key.seal(body, contextOf(caller));
}

/** All of these answers are stored in the platform stream. */
const contextOf = ({ idempotency }: OperatorCaller): SealingContext =>
  answerContext(PLATFORM_STREAM, idempotency?.key ?? '');

/** The complete body of a replayed answer; undefined if it had no secret or the secret has expired. */
export async function openSecretAnswer(
  caller: OperatorCaller,
  { sealedBody, recordedAt }: Replay,
): Promise<string | undefined> {
  const { vault, clock } = caller.services;
  if (sealedBody === undefined || clock() - recordedAt >= SECRET_LIFETIME_MS) return undefined;
  const key = await vault.keyFor(sealedBody);
  return key?.open(sealedBody, contextOf(caller));
}
