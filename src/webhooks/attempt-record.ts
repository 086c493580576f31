import { collection } from '../read-models/collection.ts';
import type { CollectionSpec, DocumentWrite, StoredDocument } from '../read-models/port.ts';
import { monotonicTime } from '../system/runtime.ts';
import type { ResponseSeal } from '../vault/seals.ts';
import type { CapturedResponse } from './captured-response.ts';
import {
  CURSORS_COLLECTION,
  DELIVERIES_COLLECTION,
  RETRIES_COLLECTION,
  deliveryId,
  type Delivery,
} from './delivery.ts';
import type { AttemptResult } from './webhook-sender.ts';

// What is recorded of each attempt. A failed attempt is a document of its own, and a success, which is always the last attempt,
// is part of the delivery's document: most deliveries succeed at once and need no second document.
//
// The body that was sent is the event's document, so no attempt contains it.

/** What only the attempt itself knows. */
export type AttemptDetails = {
  readonly url: string;
  /** The header as sent. */
  readonly svc_signature: string;
  /** `null` if no complete response arrived. Sealed if the event is about a person (`ResponseSeal`). */
  readonly response: CapturedResponse | { readonly sealed: string } | null;
};

/** An attempt as it is recorded. The outcome has the meaning that it has in the delivery. */
export type AttemptRecord = Pick<
  Delivery,
  'attempt' | 'response_status' | 'error' | 'took_ms' | 'attempted_at' | 'next_attempt_at'
> &
  Partial<AttemptDetails>;

/** Failed attempts. */
export const ATTEMPTS_COLLECTION = collection<AttemptRecord>('delivery_attempts_v1');

/** The newest attempts of a delivery that are kept. The default schedule makes at most 15. */
const ATTEMPTS_KEPT_MAX = 25;

const PERSONAL_TYPE_PREFIX = 'user.';
/** In the body of every event about a transfer with a reason, which a reviewer may have typed. */
const REASON = '"state_reason":{';

/** The details of an attempt that sent this event. */
export function attemptDetails(
  url: string,
  event: { readonly event_type: string; readonly body: string },
  { svc_signature, response }: Pick<AttemptResult, 'svc_signature' | 'response'>,
  { seal }: Pick<ResponseSeal, 'seal'>,
): AttemptDetails {
  const isPersonal = event.event_type.startsWith(PERSONAL_TYPE_PREFIX) || event.body.includes(REASON);
  const isSealed = response !== null && isPersonal;
  return {
    url,
    svc_signature,
    response: isSealed ? { sealed: seal(event.body, JSON.stringify(response)) } : response,
  };
}

/** Writes a failed attempt. It replaces the one that is too old to be kept. */
export function failedAttemptWrite(
  stream: string,
  { id: deliveryId, ...delivery }: Delivery,
  details: AttemptDetails,
): DocumentWrite {
  const { attempt, response_status, error, took_ms, attempted_at, next_attempt_at } = delivery;
  const record: AttemptRecord = {
    ...{ attempt, response_status, error, took_ms, attempted_at, next_attempt_at },
    ...details,
  };
  const id = attemptId(deliveryId, attempt);
  return {
    collection: ATTEMPTS_COLLECTION,
    id,
    document: { id, scope: stream, terms: [], body: JSON.stringify(record) },
    position: BigInt(attempt),
  };
}

/** The IDs under which the failed attempts of a delivery are kept. */
export const attemptIds = ({ id, attempt }: Pick<Delivery, 'id' | 'attempt'>): string[] =>
  Array.from({ length: Math.min(attempt, ATTEMPTS_KEPT_MAX) }, (_, index) => attemptId(id, attempt - index));

/** Begins with the time of the delivery, which is when both expire. */
const attemptId = (deliveryId: string, attempt: number): string =>
  `wha_${deliveryId.slice('whd_'.length)}_${attempt % ATTEMPTS_KEPT_MAX}`;

/**
 * The attempts of a delivery, oldest first: the failed ones that were found, and the last one, which the delivery describes.
 * Deliveries of earlier releases have only that one, without details.
 */
export function attemptsOf(delivery: Delivery, failed: readonly AttemptRecord[]): readonly AttemptRecord[] {
  const { attempt, response_status, error, took_ms, attempted_at, next_attempt_at, details } = delivery;
  const known = failed.find((each) => each.attempt === attempt);
  const last: AttemptRecord = {
    ...details,
    ...known,
    ...{ attempt, response_status, error, took_ms, attempted_at, next_attempt_at },
  };
  const earlier = failed.filter((each) => each.attempt < attempt);
  return [...earlier.sort((one, other) => one.attempt - other.attempt), last];
}

// An attempt in the queue of an endpoint.

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

// The collections that the delivery engine writes itself. They are not part of a read model.

export const DELIVERY_COLLECTIONS: readonly CollectionSpec[] = [
  { name: DELIVERIES_COLLECTION, kind: 'state' },
  { name: RETRIES_COLLECTION, kind: 'state' },
  { name: CURSORS_COLLECTION, kind: 'state' },
  { name: ATTEMPTS_COLLECTION, kind: 'state' },
];

/** Those that are retained as long as events are, with the prefixes of their IDs. */
export const RETAINED_DELIVERY_COLLECTIONS = [
  { collection: DELIVERIES_COLLECTION, prefix: 'whd' },
  { collection: RETRIES_COLLECTION, prefix: 'whr' },
  { collection: ATTEMPTS_COLLECTION, prefix: 'wha' },
] as const;
