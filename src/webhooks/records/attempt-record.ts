/**
 * What is recorded of each attempt. A failed attempt is a document of its own, and a success, which is always the last attempt,
 * is part of the delivery's document: most deliveries succeed at once and need no second document.
 *
 * The body that was sent is the event's document, so no attempt contains it.
 */
import { collection } from '../../read-models/collection.ts';
import type { DocumentWrite } from '../../read-models/port.ts';
import type { ResponseSeal } from '../../vault/response-seal.ts';
import type { CapturedResponse } from '../sending/captured-response.ts';
import type { AttemptResult } from '../sending/webhook-sender.ts';
import type { Delivery } from './delivery.ts';

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
export const ATTEMPTS_KEPT_MAX = 25;

const PERSONAL_TYPE_PREFIX = 'user.';

/** The details of an attempt that sent this event. */
export function attemptDetails(
  url: string,
  event: { readonly event_type: string; readonly body: string },
  { svc_signature, response }: Pick<AttemptResult, 'svc_signature' | 'response'>,
  { seal }: Pick<ResponseSeal, 'seal'>,
): AttemptDetails {
  const isSealed = response !== null && event.event_type.startsWith(PERSONAL_TYPE_PREFIX);
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
