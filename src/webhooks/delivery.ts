import { hash } from 'node:crypto';
import { ulidOf } from '../../projections/delivery-targets.ts';
import { smallestIdAt } from '../ledger/ids.ts';
import { collection } from '../read-models/collection.ts';
import type { DocumentWrite } from '../read-models/port.ts';
import type { AttemptDetails } from './attempt-record.ts';
import type { FailureCode } from './captured-response.ts';
import type { EndpointHealth } from './endpoint-health.ts';

// The record of a delivery: one event sent to one endpoint, over all its attempts. The delivery engine writes
// these documents itself. IDs are derived from content, so that repeating a delivery after a crash updates
// the same record. The document position grows with each attempt, so that an older write never replaces a
// newer one.

/**
 * `pending`: the last attempt failed and the next one is at `next_attempt_at`. `failed`: no more attempts.
 * `dropped`: the endpoint was disabled or deleted before the delivery succeeded.
 */
export const DELIVERY_STATES = ['pending', 'succeeded', 'failed', 'dropped'] as const;
type DeliveryState = (typeof DELIVERY_STATES)[number];

/** Members are in the order in which the API shows them. Times are ISO 8601. */
export type Delivery = {
  readonly id: string;
  readonly object: 'webhook_delivery';
  readonly webhook_endpoint_id: string;
  readonly event_id: string;
  readonly event_type: string;
  /** The redelivery request (`rdl_…`); `null` for the delivery that the event itself caused. */
  readonly redelivery_id: string | null;
  readonly state: DeliveryState;
  /** Number of attempts so far. */
  readonly attempt: number;
  /** Of the last attempt, like the next three members. */
  readonly response_status: number | null;
  readonly error: FailureCode | null;
  readonly took_ms: number;
  readonly attempted_at: string;
  readonly first_attempted_at: string;
  readonly next_attempt_at: string | null;
  /** Of the last attempt, if it succeeded. Deliveries of earlier releases have none. */
  readonly details?: AttemptDetails;
};

/** The ID of what caused the delivery: the event, or the redelivery request. */
export const deliveryCause = ({
  redelivery_id,
  event_id,
}: Pick<Delivery, 'redelivery_id' | 'event_id'>): string => redelivery_id ?? event_id;

export const DELIVERIES_COLLECTION = collection<Delivery>('deliveries_v1');
/** Pending retries, ordered by the time they are due. */
export const RETRIES_COLLECTION = collection<Retry>('delivery_retries_v1');
/** The recorded position of each endpoint in its list of events, and its health. */
export const CURSORS_COLLECTION = collection<Cursor>('delivery_cursors_v1');

/** A term that every retry and cursor document has. */
export const ALL_TERM = 'every';
export const endpointTerm = (id: string): string => `endpoint:${id}`;
export const eventTerm = (id: string): string => `event:${id}`;
export const stateTerm = (state: string): string => `state:${state}`;
/** Deliveries of earlier releases do not have it. */
export const typeTerm = (eventType: string): string => `type:${eventType}`;

const TIME_END = 10;
const HASH_BYTES = 10;

/** `cause` is the ID of the event or of the redelivery request. The delivery ID sorts by the time in it. */
export function deliveryId(cause: string, endpointId: string): string {
  const digest = Buffer.from(hash('sha256', `${cause}\n${endpointId}`), 'hex').subarray(0, HASH_BYTES);
  return `whd_${ulidOf(cause).slice(0, TIME_END)}${base32(digest)}`;
}

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

/** Encodes five bits per digit. */
function base32(bytes: Uint8Array): string {
  let rest = BigInt(`0x${Buffer.from(bytes).toString('hex')}`);
  let text = '';
  for (let i = 0; i < (bytes.length * 8) / 5; i += 1) {
    text = ALPHABET.charAt(Number(rest % 32n)) + text;
    rest /= 32n;
  }
  return text;
}

export function deliveryWrite(stream: string, delivery: Delivery): DocumentWrite {
  const { id, webhook_endpoint_id, event_id, event_type, state, attempt } = delivery;
  const terms = [
    endpointTerm(webhook_endpoint_id),
    eventTerm(event_id),
    stateTerm(state),
    typeTerm(event_type),
  ];
  const document = { id, scope: stream, terms, body: JSON.stringify(delivery) };
  // A dropped delivery has the same attempt number as its last attempt and must replace it.
  const position = BigInt(attempt) + (state === 'dropped' ? 1n : 0n);
  return { collection: DELIVERIES_COLLECTION, id, document, position };
}

/** The content of a retry document: the delivery, and the book that it belongs to. */
export type Retry = {
  readonly delivery_id: string;
  readonly webhook_endpoint_id: string;
  readonly stream: string;
  /** ISO 8601. */
  readonly due_at: string;
};

/** A lower bound for the IDs of retries that are due at a time (milliseconds since 1970) or later. */
export const firstRetryIdAt = (time: number): string => smallestIdAt('whr', time).slice(0, -16);

export const retryId = ({ due_at, delivery_id }: Pick<Retry, 'due_at' | 'delivery_id'>): string =>
  `${firstRetryIdAt(Date.parse(due_at))}_${delivery_id}`;

export function retryWrite(scope: string, retry: Retry): DocumentWrite {
  const id = retryId(retry);
  const terms = [endpointTerm(retry.webhook_endpoint_id), ALL_TERM];
  return {
    collection: RETRIES_COLLECTION,
    id,
    document: { id, scope, terms, body: JSON.stringify(retry) },
    position: 1n,
  };
}

export const retryDeletion = (id: string): DocumentWrite => ({
  collection: RETRIES_COLLECTION,
  id,
  document: null,
  position: 2n,
});

/** Everything up to these IDs has been recorded for the endpoint. */
export type Cursor = {
  readonly events: string;
  readonly redeliveries: string;
  /** How often the documents had gone back in time; absent for never. A cursor from before the last time is not used. */
  readonly breaks?: string;
  /** How well the endpoint accepts deliveries; absent before the first attempt. */
  readonly health?: EndpointHealth;
};
