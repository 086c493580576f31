/**
 * Which tasks are to be left alone for a while: those that failed, ever longer, and those that were done and whose
 * event the list has yet to hear of. It is memory of this process alone: after a restart everything is tried again.
 */
import { backoffDelayMs, exponentialDelays } from '../async/backoff.ts';
import type { BackoffPolicy } from '../async/backoff.ts';

export type TaskBackoff = {
  /** Whether a task may be run now. */
  isReady(id: string): boolean;
  /** Whether it failed when it was run last. */
  hasFailed(id: string): boolean;
  /** It failed: gives for how many milliseconds it is left alone. */
  recordFailure(id: string): number;
  recordSuccess(id: string): void;
};

const RETRIES: BackoffPolicy = { delaysMs: exponentialDelays(500, 60_000) };
/** Longer than a list that keeps up takes to lose a task that is done. */
const DONE_PAUSE_MS = 1_000;
const KEPT_MAX = 10_000;

/**
 * `now` is in milliseconds of a clock that is never put back, and so are the pauses. Past the maximum, what was kept first is
 * forgotten first.
 */
export function createTaskBackoff(now: () => number, keptMax: number = KEPT_MAX): TaskBackoff {
  const kept = new Map<string, { readonly failures: number; readonly until: number }>();

  const keep = (id: string, failures: number, pause: number): void => {
    kept.delete(id);
    kept.set(id, { failures, until: now() + pause });
    const [oldest] = kept.keys();
    if (kept.size > keptMax && oldest !== undefined) kept.delete(oldest);
  };

  return {
    isReady: (id) => (kept.get(id)?.until ?? 0) <= now(),
    hasFailed: (id) => (kept.get(id)?.failures ?? 0) > 0,
    recordFailure(id) {
      const failures = (kept.get(id)?.failures ?? 0) + 1;
      const pause = backoffDelayMs(RETRIES, failures);
      keep(id, failures, pause);
      return pause;
    },
    recordSuccess: (id) => keep(id, 0, DONE_PAUSE_MS),
  };
}
