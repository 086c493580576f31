import { clearTimeout, monotonicTime, nextTurn, randomFraction, setTimeout } from '../system/runtime.ts';

/** A function, because the compiler would narrow `signal.aborted` to false after the first check. */
export const isAborted = (signal: AbortSignal): boolean => signal.aborted;

/** Returns the work's result. Throws the error from `createError` after `deadlineMs`; a late result is ignored. */
export async function withDeadline<T>(
  work: Promise<T>,
  deadlineMs: number,
  createError: () => Error = () => new Error(`no answer within ${deadlineMs} ms`),
): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const expired = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(createError()), deadlineMs);
  });
  try {
    return await Promise.race([work, expired]);
  } finally {
    clearTimeout(timer);
  }
}

/** Resolves after the time, or as soon as the signal aborts. Never rejects. */
export function sleep(delayMs: number, abort?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      abort?.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, delayMs);
    abort?.addEventListener('abort', end);
    if (abort?.aborted === true) end();
  });
}

// How long to wait before the next attempt. A policy is data; every retry in the service uses this one mechanism.

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

// Splits long work into steps, on a thread that also serves requests.

/**
 * Lets all pending work run first. It takes two turns of the event loop, because work that arrives in the first turn
 * schedules its own turn after ours.
 */
export async function yieldToEventLoop(): Promise<void> {
  await nextTurn();
  await nextTurn();
}

/** Call it after each step of long work, and wait for the promise if it returns one. */
export type StepBudget = () => Promise<void> | undefined;

/**
 * Returns a function for the steps of long work, which yields once they have taken this long together. Under load a turn of
 * the event loop takes much longer than a short step, so it must not yield after each.
 */
export function createStepBudget(budgetMs: number): StepBudget {
  let since = monotonicTime();
  return () =>
    monotonicTime() - since < budgetMs
      ? undefined
      : yieldToEventLoop().then(() => {
          since = monotonicTime();
        });
}

/** Runs synchronous work behind an asynchronous interface: an exception becomes a rejection. */
export function toPromise<Result>(work: () => Result): Promise<Result> {
  return new Promise((resolve) => resolve(work()));
}

// The one way to wake a loop that waits for work. A signal carries no data, so a spurious or repeated one is harmless.

type SignalWaitOptions = {
  /** Ends the wait when it aborts. */
  readonly abort?: AbortSignal | undefined;
  /** Ends the wait after this time. */
  readonly timeoutMs?: number | undefined;
};

export type Signal = {
  /** Wakes every waiter. */
  notify(): void;
  /** The number of notifications so far. Read it before checking for work, so that none is missed during the check. */
  count(): number;
  /** Resolves once there were more than `seen` notifications, the abort signal fires, or the time is up. Never rejects. */
  wait(seen: number, options?: SignalWaitOptions): Promise<void>;
};

export function createSignal(): Signal {
  let notifications = 0;
  const waiters = new Set<() => void>();

  return {
    notify() {
      notifications += 1;
      for (const wake of waiters) wake();
    },
    count: () => notifications,
    wait: (seen, { abort, timeoutMs } = {}) =>
      new Promise((resolve) => {
        if (notifications !== seen || abort?.aborted === true) {
          resolve();
          return;
        }
        const wake = (): void => {
          waiters.delete(wake);
          abort?.removeEventListener('abort', wake);
          clearTimeout(timer);
          resolve();
        };
        const timer = timeoutMs === undefined ? undefined : setTimeout(wake, timeoutMs);
        waiters.add(wake);
        abort?.addEventListener('abort', wake);
      }),
  };
}
