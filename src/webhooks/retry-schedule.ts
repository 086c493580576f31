/** When a delivery that failed is tried again. */

export type RetrySchedule = {
  /** The pause after each failed attempt in milliseconds, the first one first; the last one repeats. At least one. */
  readonly delaysMs: readonly number[];
  /** How long after its first attempt a delivery is tried. */
  readonly windowMs: number;
};

/** How far a pause is moved at random, so that what failed together does not come back together. */
const JITTER = 0.2;

/**
 * The time of the next attempt after `attempt` of them have failed, the last one now; undefined when the window is over.
 * The last attempt is made at the end of the window. Times are milliseconds since 1970, `random` is from 0 up to 1.
 */
export function nextAttemptAt(
  { delaysMs, windowMs }: RetrySchedule,
  { attempt, firstAt, now }: { readonly attempt: number; readonly firstAt: number; readonly now: number },
  random: number,
): number | undefined {
  const end = firstAt + windowMs;
  if (now >= end) return undefined;
  const delay = delaysMs[Math.min(attempt, delaysMs.length) - 1] ?? windowMs;
  return Math.min(Math.round(now + delay * (1 - JITTER + 2 * JITTER * random)), end);
}
