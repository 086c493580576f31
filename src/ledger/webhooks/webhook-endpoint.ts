/** A webhook endpoint: an address that a book's public events are delivered to, and the keys they are signed with. */
import type { EventType, RecordedBookEvent } from '../event.ts';
import { LedgerViolation } from '../violations.ts';
import type { WebhookEndpointId } from '../ids.ts';

/** Its members stand in the order in which they are shown. */
export type WebhookEndpoint = {
  readonly id: WebhookEndpointId;
  readonly url: string;
  readonly status: 'enabled' | 'disabled';
  /** Empty for all types. */
  readonly event_types: readonly string[];
  readonly description: string | null;
  readonly public_key_pem: string;
  readonly version: number;
  readonly created_at: string;
};

/** A private key as it is kept: sealed. `expires_at` is null for the newest, and ISO 8601 for the one before it. */
export type SigningKey = { readonly sealed: string; readonly expires_at: string | null };

export type WebhookEndpointEvent = RecordedBookEvent<Extract<EventType, `webhook_endpoint.${string}`>>;

/** Whether events of a type are delivered to it while it is enabled. */
export const isSubscribed = ({ event_types }: Pick<WebhookEndpoint, 'event_types'>, type: string): boolean =>
  event_types.length === 0 || event_types.includes(type);

/** The endpoint after an event about it; undefined once it is deleted. Throws for an event that can't follow. */
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

/** Its keys after an event about it, newest first. Only the newest two are kept, however often keys are rotated. */
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

/** What the book remembers of one. */
export type BookWebhookEndpoint = {
  readonly endpoint: WebhookEndpoint;
  readonly keys: readonly SigningKey[];
};

/** The same, as the book keeps it: with its keys. Undefined once it is deleted. */
export function evolveBookWebhookEndpoint(
  before: BookWebhookEndpoint | undefined,
  event: WebhookEndpointEvent,
): BookWebhookEndpoint | undefined {
  const endpoint = evolveWebhookEndpoint(before?.endpoint, event);
  return endpoint && { endpoint, keys: evolveSigningKeys(before?.keys ?? [], event) };
}
