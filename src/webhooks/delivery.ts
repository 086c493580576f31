/**
 * What is known of a delivery: one event on its way to one endpoint, over all its attempts. Records are documents that
 * the workers write themselves. Their IDs follow from what they are about, so that a delivery that is repeated after a
 * crash has the same record, and its position grows with each attempt, so that an older write never undoes a newer one.
 */
import { hash } from 'node:crypto';
import { placeIn } from '../../projections/delivery-targets.ts';
import type { CollectionSpec, DocumentWrite } from '../documents/port.ts';
import { firstIdAt } from '../ledger/identifier.ts';
import type { FailureCode } from './failure.ts';

/**
 * `pending`: it failed and is tried again at `next_attempt_at`. `failed`: nothing is tried any more. `dropped`: the
 * endpoint was disabled or deleted before it could be delivered.
 */
export type DeliveryState = 'pending' | 'succeeded' | 'failed' | 'dropped';

/** Members stand in the order in which they are shown. Times are ISO 8601. */
export type Delivery = {
  readonly id: string;
  readonly object: 'webhook_delivery';
  readonly webhook_endpoint_id: string;
  readonly event_id: string;
  readonly event_type: string;
  /** What asked for it (`rdl_…`); `null` for the delivery that comes of the event itself. */
  readonly redelivery_id: string | null;
  readonly state: DeliveryState;
  /** How many attempts were made. */
  readonly attempt: number;
  /** Of the last attempt, like the ones below. */
  readonly response_status: number | null;
  readonly error: FailureCode | null;
  readonly took_ms: number;
  readonly attempted_at: string;
  readonly first_attempted_at: string;
  readonly next_attempt_at: string | null;
};

/** The ID of what asked for it: of the event itself, or of the redelivery. */
export const causeOf = ({ redelivery_id, event_id }: Pick<Delivery, 'redelivery_id' | 'event_id'>): string =>
  redelivery_id ?? event_id;

export const DELIVERIES = 'deliveries_v1';
/** What waits for its next attempt, in the order in which that is due. */
export const RETRIES = 'delivery_retries_v1';
/** How far each endpoint's events were taken up. */
export const CURSORS = 'delivery_cursors_v1';

export const DELIVERY_COLLECTIONS: readonly CollectionSpec[] = [
  { name: DELIVERIES, kind: 'state' },
  { name: RETRIES, kind: 'state' },
  { name: CURSORS, kind: 'state' },
];

/** Carried by each document of retries and cursors. */
export const EVERY = 'every';
export const ofEndpoint = (id: string): string => `endpoint:${id}`;
export const ofEvent = (id: string): string => `event:${id}`;
export const inState = (state: string): string => `state:${state}`;

const TIME_END = 10;
const HASH_BYTES = 10;

/** `cause` is the ID of the event, or of the redelivery that was asked for. It sorts with the time of that. */
export function deliveryId(cause: string, endpointId: string): string {
  const digest = Buffer.from(hash('sha256', `${cause}\n${endpointId}`), 'hex').subarray(0, HASH_BYTES);
  return `whd_${placeIn(cause).slice(0, TIME_END)}${base32(digest)}`;
}

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

/** Five bits a digit. */
function base32(bytes: Uint8Array): string {
  let rest = BigInt(`0x${Buffer.from(bytes).toString('hex')}`);
  let text = '';
  for (let i = 0; i < (bytes.length * 8) / 5; i += 1) {
    text = ALPHABET.charAt(Number(rest % 32n)) + text;
    rest /= 32n;
  }
  return text;
}

export function writeOf(stream: string, delivery: Delivery): DocumentWrite {
  const { id, webhook_endpoint_id, event_id, state, attempt } = delivery;
  const terms = [ofEndpoint(webhook_endpoint_id), ofEvent(event_id), inState(state)];
  const document = { id, scope: stream, terms, body: JSON.stringify(delivery) };
  // Dropping is no attempt, and comes after the last one.
  const position = BigInt(attempt) + (state === 'dropped' ? 1n : 0n);
  return { collection: DELIVERIES, id, document, position };
}

/** What a retry's document says: of which delivery it is, and in which book that is. */
export type Retry = {
  readonly delivery_id: string;
  readonly webhook_endpoint_id: string;
  readonly stream: string;
  /** ISO 8601. */
  readonly due_at: string;
};

/** Every retry that is due at a time (milliseconds since 1970) or later has an ID after this. */
export const firstRetryAt = (time: number): string => firstIdAt('whr', time).slice(0, -16);

export const retryId = ({ due_at, delivery_id }: Pick<Retry, 'due_at' | 'delivery_id'>): string =>
  `${firstRetryAt(Date.parse(due_at))}_${delivery_id}`;

export function retryWrite(scope: string, retry: Retry): DocumentWrite {
  const id = retryId(retry);
  const terms = [ofEndpoint(retry.webhook_endpoint_id), EVERY];
  return {
    collection: RETRIES,
    id,
    document: { id, scope, terms, body: JSON.stringify(retry) },
    position: 1n,
  };
}

export const retryDone = (id: string): DocumentWrite => ({
  collection: RETRIES,
  id,
  document: null,
  position: 2n,
});

/** How far an endpoint's lists were taken up: everything up to these IDs is recorded. */
export type Cursor = { readonly events: string; readonly redeliveries: string };
