import { deriveId, environmentOf } from '../src/ledger/ids.ts';
import { LedgerViolation } from '../src/ledger/violations.ts';
import {
  evolveSigningKeys,
  type SigningKey,
  type WebhookEndpointEvent,
} from '../src/ledger/webhook-endpoint.ts';
import { defineBookProjection, ignoreAllBut } from './book-projection.ts';
import type { Recorded } from './views.ts';

// Delivery targets of all books: one document for each webhook endpoint, with everything that a delivery needs. Enabled targets
// have the term `every`. The event log decides which events an endpoint receives.

export type DeliveryTarget = {
  /** The ID of the endpoint (`we_…`) and of the document. */
  readonly id: string;
  /** The book whose events it receives, which is also the scope of those events. */
  readonly stream: string;
  readonly environment: 'sandbox' | 'production';
  readonly url: string;
  /** Newest first. A second key also signs until it expires. */
  readonly keys: readonly SigningKey[];
  /**
   * The ULID of the event that enabled the endpoint. Only events with a greater ULID are delivered, which excludes deliveries
   * that were pending when the endpoint was disabled before. Null while the endpoint is disabled.
   */
  readonly enabled_since: string | null;
  /** The version of the endpoint. */
  readonly version: number;
};

/** The scope of the targets of all books. */
export const WEBHOOKS_SCOPE = 'webhooks';

/** The ULID in an ID, without the prefix. */
export const ulidOf = (id: string): string => id.slice(-26);

type TargetEvent = Recorded<WebhookEndpointEvent['type']>;
type Before = { readonly value: DeliveryTarget } | undefined;

function nextTarget(before: DeliveryTarget | undefined, event: TargetEvent): DeliveryTarget | undefined {
  if (event.type === 'webhook_endpoint.deleted') return undefined;
  const keys = evolveSigningKeys(before?.keys ?? [], event);
  if (event.type === 'webhook_endpoint.created') {
    const { stream, data } = event;
    const environment = environmentOf(stream);
    return {
      id: data.webhook_endpoint_id,
      stream,
      environment,
      url: data.url,
      keys,
      enabled_since: null,
      version: 1,
    };
  }
  if (before === undefined)
    throw new LedgerViolation(
      'object_missing',
      `${event.type}: webhook endpoint ${event.data.webhook_endpoint_id} does not exist.`,
    );
  const version = before.version + 1;
  if (event.type === 'webhook_endpoint.disabled') return { ...before, enabled_since: null, version };
  if (event.type !== 'webhook_endpoint.updated') return { ...before, keys, version };
  const { url = before.url, status } = event.data;
  return { ...before, url, enabled_since: enabledSince(before, event, status), version };
}

function enabledSince(
  { enabled_since }: DeliveryTarget,
  { time, stream, revision }: TargetEvent,
  status: 'enabled' | 'disabled' | undefined,
): string | null {
  if (status === undefined) return enabled_since;
  if (status === 'disabled') return null;
  return enabled_since ?? ulidOf(deriveId('we', Date.parse(time), stream, revision));
}

const changed = {
  touches: ({ data }: TargetEvent) => [data.webhook_endpoint_id],
  fold(before: Before, event: TargetEvent) {
    const value = nextTarget(before?.value, event);
    if (value === undefined) return null;
    return { value, terms: value.enabled_since === null ? [] : ['every'] };
  },
};

export const deliveryTargetsProjection = defineBookProjection<DeliveryTarget>({
  name: 'delivery_targets',
  version: 1,
  state: 'delivery_targets',
  scope: WEBHOOKS_SCOPE,
  rules: {
    ...ignoreAllBut('webhook_endpoints'),
    'webhook_endpoint.created': changed,
    'webhook_endpoint.updated': changed,
    'webhook_endpoint.disabled': changed,
    'webhook_endpoint.key_rotated': changed,
    'webhook_endpoint.tested': 'ignore',
    'webhook_endpoint.deleted': changed,
  },
});
