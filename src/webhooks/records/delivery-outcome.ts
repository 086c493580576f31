/** Computes the next state of a delivery after an attempt. */
import type { AttemptDetails } from './attempt-record.ts';
import type { Delivery } from './delivery.ts';
import type { QueuedAttempt } from './queued-attempt.ts';
import { nextAttemptAt } from '../retry-schedule.ts';
import type { RetrySchedule } from '../retry-schedule.ts';
import type { AttemptResult } from '../sending/webhook-sender.ts';

export type AttemptContext = {
  readonly endpointId: string;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly endedAt: number;
  /** In [0, 1). */
  readonly random: number;
  /** The state if the attempt failed and must not be retried; undefined if it may be. */
  readonly finalState: 'failed' | 'dropped' | undefined;
};

/** Returns the delivery after one more attempt. It contains the details of a success only. */
export function deliveryAfter(
  item: QueuedAttempt,
  { succeeded, response_status, error, took_ms }: AttemptResult,
  details: AttemptDetails,
  schedule: RetrySchedule,
  { endpointId, startedAt: at, endedAt: now, random, finalState: ending }: AttemptContext,
): Delivery {
  const { previous } = item;
  const attempt = (previous?.attempt ?? 0) + 1;
  const attempted_at = new Date(at).toISOString();
  const first_attempted_at = previous?.first_attempted_at ?? attempted_at;
  const firstAt = Date.parse(first_attempted_at);
  const end = firstAt + schedule.windowMs;
  // An attempt that began before the end of the window is not the last one, even if a sandbox clock was advanced during it.
  const from = at < end ? Math.min(now, end - 1) : now;
  const next =
    succeeded || ending !== undefined
      ? undefined
      : nextAttemptAt(schedule, { attempt, firstAt, now: from }, random);
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
    ...(succeeded ? { details } : {}),
  };
}

/** A pending delivery that is not retried because its endpoint was disabled or deleted. */
export const asDropped = (delivery: Delivery): Delivery => ({
  ...delivery,
  state: 'dropped',
  next_attempt_at: null,
});
