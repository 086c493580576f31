/**
 * Answers that contain a secret. The stored answer has no secret; the complete answer is stored encrypted under a key
 * that the vault deletes after a day.
 */
import type { UserKey } from '../../vault/vault.ts';
import type { Replay } from '../../writer/idempotency/idempotency-record.ts';
import type { OperatorCaller } from './operation.ts';

const SECRET_LIFETIME_MS = 24 * 60 * 60 * 1000;

/** Creates the key that encrypts the answer of one request. It is durable when the promise resolves. */
export const createSecretKey = ({ services: { vault, clock } }: OperatorCaller): Promise<UserKey> =>
  vault.createKey({ expiresAt: new Date(clock() + SECRET_LIFETIME_MS) });

/** The complete body of a replayed answer; undefined if it had no secret or the secret has expired. */
export async function openSecretAnswer(
  { services: { vault, clock } }: OperatorCaller,
  { sealedBody, recordedAt }: Replay,
): Promise<string | undefined> {
  if (sealedBody === undefined || clock() - recordedAt >= SECRET_LIFETIME_MS) return undefined;
  const key = await vault.keyFor(sealedBody);
  return key?.open(sealedBody);
}
