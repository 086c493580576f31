/** Which of an endpoint's keys sign an attempt, and how. */
import type { SigningKey } from '../../ledger/webhooks/webhook-endpoint.ts';
import type { WebhookSigningKeys } from '../../vault/webhook-signing-keys.ts';

/**
 * Signs with the newest key, and with the one before it while both are valid. `at` is in milliseconds since 1970. Throws a
 * SigningKeyClosed if either does not open: a receiver may know any one of them.
 */
export const signerFor =
  (signingKeys: Pick<WebhookSigningKeys, 'sign'>, keys: readonly SigningKey[], at: number) =>
  (bytes: Uint8Array): readonly string[] =>
    keys
      .filter(({ expires_at }) => expires_at === null || Date.parse(expires_at) > at)
      .map(({ sealed }) => signingKeys.sign(sealed, bytes));
