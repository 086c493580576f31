/** Webhook endpoints as the API returns them. */
import { presentWebhookEndpoint } from '../../src/ledger/present.ts';
import { evolveWebhookEndpoint } from '../../src/ledger/webhooks/webhook-endpoint.ts';
import type { WebhookEndpointEvent } from '../../src/ledger/webhooks/webhook-endpoint.ts';
import { defineBookProjection, ignoreTopics } from '../book-projection.ts';
import type { Recorded } from '../views.ts';

export type WebhookEndpointView = ReturnType<typeof presentWebhookEndpoint>;
type Before = { readonly value: WebhookEndpointView } | undefined;

/** The endpoint after an event; undefined once it is deleted. */
export function nextWebhookEndpointView(
  before: WebhookEndpointView | undefined,
  event: WebhookEndpointEvent,
): WebhookEndpointView | undefined {
  const after = evolveWebhookEndpoint(before && fromView(before), event);
  return after && presentWebhookEndpoint(after);
}

const fromView = ({ object: _object, ...endpoint }: WebhookEndpointView) => endpoint;

const changed = {
  touches: ({ data }: Recorded<WebhookEndpointEvent['type']>) => [data.webhook_endpoint_id],
  fold(before: Before, event: Recorded<WebhookEndpointEvent['type']>) {
    const value = nextWebhookEndpointView(before?.value, event);
    return value === undefined ? null : { value, terms: ['every'] };
  },
};

export const webhookEndpointsProjection = defineBookProjection<WebhookEndpointView>({
  name: 'webhook_endpoints',
  version: 1,
  state: 'webhook_endpoints',
  rules: {
    ...ignoreTopics(
      'users',
      'onboarding',
      'wallets',
      'deposit_accounts',
      'payout_accounts',
      'transfers',
      'offramps',
      'deposits',
      'postings',
      'quotes',
      'treasury',
      'redeliveries',
      'requests',
      'clock',
      'generations',
      'screening',
      'dual_control',
      'notes',
    ),
    'webhook_endpoint.created': changed,
    'webhook_endpoint.updated': changed,
    'webhook_endpoint.disabled': changed,
    'webhook_endpoint.key_rotated': changed,
    'webhook_endpoint.tested': 'ignore',
    'webhook_endpoint.deleted': changed,
  },
});
