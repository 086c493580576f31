import { deriveId } from '../src/ledger/ids.ts';
import { presentWebhookEndpoint } from '../src/ledger/present.ts';
import {
  evolveWebhookEndpoint,
  isSubscribed,
  type WebhookEndpoint,
  type WebhookEndpointEvent,
} from '../src/ledger/webhook-endpoint.ts';
import { defineBookProjection, ignoreAllBut } from './book-projection.ts';
import type { Recorded } from './views.ts';

// Webhook endpoints as the API returns them.

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
    ...ignoreAllBut('webhook_endpoints'),
    'webhook_endpoint.created': changed,
    'webhook_endpoint.updated': changed,
    'webhook_endpoint.disabled': changed,
    'webhook_endpoint.key_rotated': changed,
    'webhook_endpoint.tested': 'ignore',
    'webhook_endpoint.deleted': changed,
  },
});

// The webhook endpoints of a book. The event log keeps them in one document for each book, so that each event can record which
// endpoints receive it. A book without endpoints has no such document.

type Subscriber = Pick<WebhookEndpoint, 'id' | 'status' | 'event_types'>;

/** The endpoints of a book in the order of their registration. */
export type Subscribers = { readonly receivers: readonly Subscriber[] };

/** The term of events and redeliveries for an endpoint. */
export const deliveryTerm = (endpointId: string): string => `deliver:${endpointId}`;

/** The delivery terms of an event of this type. */
export const deliveryTerms = (known: Subscribers | undefined, type: string): string[] =>
  (known?.receivers ?? [])
    .filter((subscriber) => subscriber.status === 'enabled' && isSubscribed(subscriber, type))
    .map(({ id }) => deliveryTerm(id));

/** The book's endpoints after an event about one of them; undefined if none is left. */
export function nextSubscribers(
  before: Subscribers | undefined,
  event: WebhookEndpointEvent,
): Subscribers | undefined {
  const { webhook_endpoint_id: id } = event.data;
  const known = before?.receivers ?? [];
  switch (event.type) {
    case 'webhook_endpoint.created': {
      const { event_types } = event.data;
      return { receivers: [...known, { id, status: 'disabled', event_types }] };
    }
    case 'webhook_endpoint.updated': {
      const { status, event_types } = event.data;
      return {
        receivers: known.map((subscriber) =>
          subscriber.id === id
            ? { id, status: status ?? subscriber.status, event_types: event_types ?? subscriber.event_types }
            : subscriber,
        ),
      };
    }
    case 'webhook_endpoint.disabled':
      return {
        receivers: known.map((subscriber) =>
          subscriber.id === id ? { ...subscriber, status: 'disabled' } : subscriber,
        ),
      };
    case 'webhook_endpoint.deleted': {
      const receivers = known.filter((subscriber) => subscriber.id !== id);
      return receivers.length === 0 ? undefined : { receivers };
    }
    case 'webhook_endpoint.key_rotated':
    case 'webhook_endpoint.tested':
      return before;
  }
}

// Requested redeliveries: one document for each event and endpoint, in the order of the requests.

export type Redelivery = {
  /** `rdl_…`, derived from the stream and revision of the request. */
  readonly id: string;
  readonly event_id: string;
  readonly webhook_endpoint_id: string;
  /** ISO 8601. */
  readonly requested_at: string;
};

function requested({ data, time, stream, revision }: Recorded<'event.redelivery_requested'>) {
  const { event_id, webhook_endpoint_ids } = data;
  return webhook_endpoint_ids.map((webhook_endpoint_id, index) => {
    const id = deriveId('rdl', Date.parse(time), stream, revision, index);
    const value: Redelivery = { id, event_id, webhook_endpoint_id, requested_at: time };
    return { id, value, terms: [deliveryTerm(webhook_endpoint_id)] };
  });
}

export const redeliveriesProjection = defineBookProjection<never>({
  name: 'redeliveries',
  version: 1,
  log: 'redeliveries',
  rules: {
    ...ignoreAllBut('redeliveries'),
    'event.redelivery_requested': { emit: requested },
  },
});
