/** What the queue of an endpoint is made of. */
import type { StoredDocument } from '../../read-models/port.ts';
import { deliveryId } from '../records/delivery.ts';
import type { Delivery } from '../records/delivery.ts';

/** An attempt that is to be made. */
export type QueuedAttempt = {
  readonly delivery_id: string;
  readonly event_id: string;
  readonly event_type: string;
  /** The event as it is sent, byte for byte. */
  readonly body: string;
  readonly redelivery_id: string | null;
  /** The delivery as its last attempt left it; undefined before the first. */
  readonly previous: Delivery | undefined;
  /** The document that says that it is due; undefined for a first attempt. */
  readonly retry_id: string | undefined;
  /** When the body was read, in milliseconds of a clock that never goes back. */
  readonly readAt: number;
};

const TYPE = 'type:';

/** A first attempt at an event; `cause` is the ID of what asks for the delivery. */
export function firstAttempt(
  endpointId: string,
  { id, terms, body }: StoredDocument,
  cause: string,
  redelivery_id: string | null,
): QueuedAttempt {
  const type = terms.find((term) => term.startsWith(TYPE)) ?? TYPE;
  return {
    delivery_id: deliveryId(cause, endpointId),
    event_id: id,
    event_type: type.slice(TYPE.length),
    body,
    redelivery_id,
    previous: undefined,
    retry_id: undefined,
    readAt: performance.now(),
  };
}

/** Another attempt at a delivery; `retry_id` is the document that asks for it. */
export function retryAttempt(previous: Delivery, body: string, retry_id: string): QueuedAttempt {
  const { id: delivery_id, event_id, event_type, redelivery_id } = previous;
  return {
    delivery_id,
    event_id,
    event_type,
    body,
    redelivery_id,
    previous,
    retry_id,
    readAt: performance.now(),
  };
}
