/**
 * Who is told of a book's public events. The event log keeps one document per book with its endpoints, so that each event
 * can say, when it comes to be, which of them it is to be delivered to. A book without endpoints has no such document.
 */
import { isSubscribed } from '../../src/ledger/webhooks/webhook-endpoint.ts';
import type { WebhookEndpoint, WebhookEndpointEvent } from '../../src/ledger/webhooks/webhook-endpoint.ts';

type Receiver = Pick<WebhookEndpoint, 'id' | 'status' | 'event_types'>;

/** A book's endpoints, in the order in which they were registered. */
export type Subscribers = { readonly receivers: readonly Receiver[] };

/** The term of what is to be delivered to an endpoint. */
export const deliveryTerm = (endpointId: string): string => `deliver:${endpointId}`;

/** The terms of an event of this type that happens now. */
export const deliveryTerms = (known: Subscribers | undefined, type: string): string[] =>
  (known?.receivers ?? [])
    .filter((receiver) => receiver.status === 'enabled' && isSubscribed(receiver, type))
    .map(({ id }) => deliveryTerm(id));

/** The book's endpoints after an event about one of them; undefined when there is none any more. */
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
        receivers: known.map((receiver) =>
          receiver.id === id
            ? { id, status: status ?? receiver.status, event_types: event_types ?? receiver.event_types }
            : receiver,
        ),
      };
    }
    case 'webhook_endpoint.deleted': {
      const receivers = known.filter((receiver) => receiver.id !== id);
      return receivers.length === 0 ? undefined : { receivers };
    }
    case 'webhook_endpoint.key_rotated':
    case 'webhook_endpoint.tested':
      return before;
  }
}
