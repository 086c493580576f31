/** A webhook endpoint: the URL that public events of a book are delivered to, with its signing keys. */
import type { EventType, RecordedBookEvent } from '../event.ts';
import { LedgerViolation } from '../violations.ts';
import type { WebhookEndpointId } from '../ids.ts';

/** The order of the fields is the order in responses. */
export type WebhookEndpoint = {
  readonly id: WebhookEndpointId;
  readonly url: string;
  readonly status: 'enabled' | 'disabled';
  /** Empty for all event types. */
  readonly event_types: readonly string[];
  readonly description: string | null;
  readonly public_key_pem: string;
  readonly version: number;
  readonly created_at: string;
};

/** A sealed private key. `expires_at` is null for the newest key and ISO 8601 for the previous one. */
export type SigningKey = { readonly sealed: string; readonly expires_at: string | null };

export type WebhookEndpointEvent = RecordedBookEvent<Extract<EventType, `webhook_endpoint.${string}`>>;

/** Whether an enabled endpoint receives events of this type. */
export const isSubscribed = ({ event_types }: Pick<WebhookEndpoint, 'event_types'>, type: string): boolean =>
  event_types.length === 0 || event_types.includes(type);

/**
 * Applies an event to an endpoint. Returns undefined after deletion. Throws a LedgerViolation for an event that
 * cannot follow.
 */
export function evolveWebhookEndpoint(
  before: WebhookEndpoint | undefined,
  event: WebhookEndpointEvent,
): WebhookEndpoint | undefined {
  if (event.type === 'webhook_endpoint.created') {
    if (before !== undefined)
      throw new LedgerViolation('object_exists', `Webhook endpoint ${before.id} already exists.`);
    return createdWebhookEndpoint(event);
  }
  if (before === undefined)
    throw new LedgerViolation(
      'object_missing',
      `${event.type}: webhook endpoint ${event.data.webhook_endpoint_id} does not exist.`,
    );
  const version = before.version + 1;
  switch (event.type) {
    case 'webhook_endpoint.updated': {
      const { webhook_endpoint_id: _, ...changed } = event.data;
      return { ...before, ...changed, version };
    }
    case 'webhook_endpoint.disabled':
      return { ...before, status: 'disabled', version };
    case 'webhook_endpoint.key_rotated':
      return { ...before, public_key_pem: event.data.public_key_pem, version };
    case 'webhook_endpoint.tested':
      return before;
    case 'webhook_endpoint.deleted':
      return undefined;
  }
}

function createdWebhookEndpoint({
  data,
  time,
}: RecordedBookEvent<'webhook_endpoint.created'>): WebhookEndpoint {
  const { webhook_endpoint_id: id, url, event_types, description, public_key_pem } = data;
  return {
    id,
    url,
    status: 'disabled',
    event_types,
    description,
    public_key_pem,
    version: 1,
    created_at: time,
  };
}

/** Applies an event to the signing keys, newest first. At most two keys are kept. */
export function evolveSigningKeys(
  before: readonly SigningKey[],
  event: WebhookEndpointEvent,
): readonly SigningKey[] {
  if (event.type === 'webhook_endpoint.created') {
    return [{ sealed: event.data.sealed_private_key, expires_at: null }];
  }
  if (event.type !== 'webhook_endpoint.key_rotated') return before;
  const { sealed_private_key, previous_key_expires_at } = event.data;
  const previous = before.slice(0, 1).map(({ sealed }) => ({ sealed, expires_at: previous_key_expires_at }));
  return [{ sealed: sealed_private_key, expires_at: null }, ...previous];
}

/** A webhook endpoint with its signing keys. */
export type BookWebhookEndpoint = {
  readonly endpoint: WebhookEndpoint;
  readonly keys: readonly SigningKey[];
};

/** Applies an event to an endpoint and its keys. Returns undefined after deletion. */
export function evolveBookWebhookEndpoint(
  before: BookWebhookEndpoint | undefined,
  event: WebhookEndpointEvent,
): BookWebhookEndpoint | undefined {
  const endpoint = evolveWebhookEndpoint(before?.endpoint, event);
  return endpoint && { endpoint, keys: evolveSigningKeys(before?.keys ?? [], event) };
}
