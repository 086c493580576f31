/** What the queue of an endpoint is made of. */
import type { StoredDocument } from '../documents/port.ts';
import { deliveryId } from './delivery.ts';
import type { Delivery } from './delivery.ts';

/** An attempt that is to be made. */
export type Item = {
  readonly delivery_id: string;
  readonly event_id: string;
  readonly event_type: string;
  /** The event as it is sent, byte for byte. */
  readonly body: string;
  readonly redelivery_id: string | null;
  /** The delivery as its last attempt left it; undefined before the first. */
  readonly before: Delivery | undefined;
  /** The document that says that it is due; undefined for a first attempt. */
  readonly retry_id: string | undefined;
  /** When the body was read, in milliseconds of a clock that never goes back. */
  readonly read_at: number;
};

const TYPE = 'type:';

/** A first attempt at an event; `cause` is the ID of what asks for the delivery. */
export function firstItem(
  endpointId: string,
  { id, terms, body }: StoredDocument,
  cause: string,
  redelivery_id: string | null,
): Item {
  const type = terms.find((term) => term.startsWith(TYPE)) ?? TYPE;
  return {
    delivery_id: deliveryId(cause, endpointId),
    event_id: id,
    event_type: type.slice(TYPE.length),
    body,
    redelivery_id,
    before: undefined,
    retry_id: undefined,
    read_at: performance.now(),
  };
}

/** Another attempt at a delivery; `retry_id` is the document that asks for it. */
export function retryItem(before: Delivery, body: string, retry_id: string): Item {
  const { id: delivery_id, event_id, event_type, redelivery_id } = before;
  return {
    delivery_id,
    event_id,
    event_type,
    body,
    redelivery_id,
    before,
    retry_id,
    read_at: performance.now(),
  };
}
