/**
 * The webhook endpoints of a book. The event log keeps them in one document for each book, so that each event can record which
 * endpoints receive it. A book without endpoints has no such document.
 */
import { isSubscribed } from '../../src/ledger/webhooks/webhook-endpoint.ts';
import type { WebhookEndpoint, WebhookEndpointEvent } from '../../src/ledger/webhooks/webhook-endpoint.ts';

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
