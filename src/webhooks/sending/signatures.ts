/** Selects the keys of an endpoint that sign an attempt. */
import type { WebhookEndpointId } from '../../ledger/ids.ts';
import { signingKeyContext } from '../../ledger/sealing-context.ts';
import type { SigningKey } from '../../ledger/webhooks/webhook-endpoint.ts';
import type { WebhookSigningKeys } from '../../vault/webhook-signing-keys.ts';

/**
 * Signs with every valid key: the current one and, during a rotation, the previous one. `at` is in
 * milliseconds since 1970. Throws SigningKeyUnreadable if any of them cannot be opened, since a receiver may
 * know only one of them.
 */
export const signerFor =
  (
    signingKeys: Pick<WebhookSigningKeys, 'sign'>,
    endpoint: {
      readonly stream: string;
      readonly id: WebhookEndpointId;
      readonly keys: readonly SigningKey[];
    },
    at: number,
  ) =>
  (bytes: Uint8Array): readonly string[] =>
    endpoint.keys
      .filter(({ expires_at }) => expires_at === null || Date.parse(expires_at) > at)
      .map(({ sealed }) => signingKeys.sign(sealed, signingKeyContext(endpoint.stream, endpoint.id), bytes));
