/** An attempt in the queue of an endpoint. */
import { monotonicTime } from '../../system/runtime.ts';
import type { StoredDocument } from '../../read-models/port.ts';
import { deliveryId } from './delivery.ts';
import type { Delivery } from './delivery.ts';

export type QueuedAttempt = {
  readonly delivery_id: string;
  readonly event_id: string;
  readonly event_type: string;
  /** The event exactly as sent. */
  readonly body: string;
  readonly redelivery_id: string | null;
  /** The delivery after its previous attempt; undefined for the first attempt. */
  readonly previous: Delivery | undefined;
  /** The ID of the retry document; undefined for the first attempt. */
  readonly retry_id: string | undefined;
  /** When the body was read, in milliseconds of a monotonic clock. */
  readonly readAt: number;
};

const TYPE_TERM_PREFIX = 'type:';

/** The first attempt to deliver an event. `cause` is the ID of the event or of the redelivery request. */
export function firstAttempt(
  endpointId: string,
  { id, terms, body }: StoredDocument,
  cause: string,
  redelivery_id: string | null,
): QueuedAttempt {
  const type = terms.find((term) => term.startsWith(TYPE_TERM_PREFIX)) ?? TYPE_TERM_PREFIX;
  return {
    delivery_id: deliveryId(cause, endpointId),
    event_id: id,
    event_type: type.slice(TYPE_TERM_PREFIX.length),
    body,
    redelivery_id,
    previous: undefined,
    retry_id: undefined,
    readAt: monotonicTime(),
  };
}

/** Another attempt at a delivery. `retry_id` is the ID of the retry document. */
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
    readAt: monotonicTime(),
  };
}
