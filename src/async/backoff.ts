/** How long to wait before the next attempt. A policy is data; every retry in the service uses this one mechanism. */
import { randomFraction } from '../system/runtime.ts';

export type BackoffPolicy = {
  /** The delay after each failure in milliseconds, first failure first. The last one repeats. At least one. */
  readonly delaysMs: readonly number[];
  /** Moves each delay at random by up to this share, so that clients that failed together do not retry together. */
  readonly jitter?: number;
};

/** Doubles from `firstMs` up to `maxMs`. */
export function exponentialDelays(firstMs: number, maxMs: number): readonly number[] {
  const delays: number[] = [];
  for (let delay = firstMs; delay < maxMs; delay *= 2) delays.push(delay);
  return [...delays, maxMs];
}

/** For a store that is unavailable. */
export const STORE_BACKOFF: BackoffPolicy = { delaysMs: exponentialDelays(100, 5_000) };

/** The delay after so many failures in a row, 1 or more. `random` is from 0 up to 1. */
export function backoffDelayMs(
  { delaysMs, jitter = 0 }: BackoffPolicy,
  failures: number,
  random: number = randomFraction(),
): number {
  const delay = delaysMs[Math.min(failures, delaysMs.length) - 1];
  if (delay === undefined) throw new RangeError('a backoff policy needs at least one delay');
  return jitter === 0 ? delay : Math.round(delay * (1 - jitter + 2 * jitter * random));
}

/** Counts failures in a row. */
export type Backoff = {
  /** Counts a failure and returns the delay after it, in milliseconds. */
  next(): number;
  /** Call it after a success. */
  reset(): void;
};

export function createBackoff(policy: BackoffPolicy): Backoff {
  let failures = 0;
  return {
    next() {
      failures += 1;
      return backoffDelayMs(policy, failures);
    },
    reset() {
      failures = 0;
    },
  };
}
