/**
 * Answers that show a secret once. What the stream keeps for a repeat leaves the secret out; the whole answer rides
 * beside it, sealed under a key of its own that the vault drops after a day.
 */
import type { UserKey } from '../../vault/vault.ts';
import type { Replay } from '../../writer/idempotency/idempotency-record.ts';
import type { OperatorCaller } from './operation.ts';

const SHOWN_AGAIN_MS = 24 * 60 * 60 * 1000;

/** Seals the answer of one request. Durable before anything is sealed with it. */
export const createSecretKey = ({ services: { vault, clock } }: OperatorCaller): Promise<UserKey> =>
  vault.createKey({ expiresAt: new Date(clock() + SHOWN_AGAIN_MS) });

/** The whole body of an answer that is given again; undefined when it held no secret, or its time is over. */
export async function openSecretAnswer(
  { services: { vault, clock } }: OperatorCaller,
  { sealedBody, recordedAt }: Replay,
): Promise<string | undefined> {
  if (sealedBody === undefined || clock() - recordedAt >= SHOWN_AGAIN_MS) return undefined;
  const key = await vault.keyFor(sealedBody);
  return key?.open(sealedBody);
}
