/** When a failed delivery is retried. */
import { backoffDelayMs } from '../async/backoff.ts';
import type { BackoffPolicy } from '../async/backoff.ts';

export type RetrySchedule = Pick<BackoffPolicy, 'delaysMs'> & {
  /** How long after its first attempt a delivery is retried. */
  readonly windowMs: number;
};

/** Spreads deliveries that failed together. */
const JITTER = 0.2;

/**
 * Returns the time of the next attempt after `attempt` failures, the last one at `now`; undefined when the
 * window is over. The last attempt is made at the end of the window. Times are milliseconds since 1970;
 * `random` is in [0, 1).
 */
export function nextAttemptAt(
  { delaysMs, windowMs }: RetrySchedule,
  { attempt, firstAt, now }: { readonly attempt: number; readonly firstAt: number; readonly now: number },
  random: number,
): number | undefined {
  const end = firstAt + windowMs;
  if (now >= end) return undefined;
  return Math.min(now + backoffDelayMs({ delaysMs, jitter: JITTER }, attempt, random), end);
}
