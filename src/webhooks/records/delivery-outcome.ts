/** What an attempt makes of a delivery. */
import type { Delivery } from './delivery.ts';
import type { QueuedAttempt } from '../queue/queued-attempt.ts';
import { nextAttemptAt } from '../retry-schedule.ts';
import type { RetrySchedule } from '../retry-schedule.ts';
import type { AttemptResult } from '../sending/webhook-sender.ts';

export type AttemptContext = {
  readonly endpointId: string;
  /** Milliseconds since 1970: when the attempt began, and when it was over. */
  readonly at: number;
  readonly now: number;
  /** From 0 up to 1. */
  readonly random: number;
  /** Why it is not tried again whatever came of it; undefined where it may be. */
  readonly ending: 'failed' | 'dropped' | undefined;
};

/** The delivery after one more attempt. */
export function deliveryAfter(
  item: QueuedAttempt,
  { succeeded, response_status, error, took_ms }: AttemptResult,
  schedule: RetrySchedule,
  { endpointId, at, now, random, ending }: AttemptContext,
): Delivery {
  const { previous } = item;
  const attempt = (previous?.attempt ?? 0) + 1;
  const attempted_at = new Date(at).toISOString();
  const first_attempted_at = previous?.first_attempted_at ?? attempted_at;
  const next =
    succeeded || ending !== undefined
      ? undefined
      : nextAttemptAt(schedule, { attempt, firstAt: Date.parse(first_attempted_at), now }, random);
  return {
    id: item.delivery_id,
    object: 'webhook_delivery',
    webhook_endpoint_id: endpointId,
    event_id: item.event_id,
    event_type: item.event_type,
    redelivery_id: item.redelivery_id,
    state: succeeded ? 'succeeded' : next === undefined ? (ending ?? 'failed') : 'pending',
    attempt,
    response_status,
    error,
    took_ms,
    attempted_at,
    first_attempted_at,
    next_attempt_at: next === undefined ? null : new Date(next).toISOString(),
  };
}

/** A delivery that waited and is not tried any more, as its endpoint was disabled or deleted. */
export const asDropped = (delivery: Delivery): Delivery => ({
  ...delivery,
  state: 'dropped',
  next_attempt_at: null,
});
