/**
 * Deliveries give way to requests. Both take time of the same thread, and a request is waited for, while a delivery may come
 * a little later. So as long as requests keep the thread busy, only so many deliveries begin in a second.
 */

export type Pace = {
  /** Whether one more may begin now. */
  mayStart(): boolean;
  started(): void;
};

export type PaceOptions = {
  /** How many requests came so far. */
  readonly requests: () => number;
  /** How many may begin in a second while there are many requests. */
  readonly busyRate: number;
  /** Milliseconds of a clock that never goes back. */
  readonly now?: () => number;
};

/** Requests in a second from which on the thread counts as busy. */
const BUSY_REQUESTS = 200;
const WINDOW_MS = 50;

export const UNPACED: Pace = { mayStart: () => true, started: () => undefined };

export function createPace({ requests, busyRate, now = () => performance.now() }: PaceOptions): Pace {
  const share = Math.max(1, Math.round((busyRate * WINDOW_MS) / 1_000));
  let windowEndsAt = 0;
  let requestsBefore = requests();
  let isBusy = false;
  let begun = 0;

  function turnWindow(): void {
    const at = now();
    if (at < windowEndsAt) return;
    const sinceMs = at - windowEndsAt + WINDOW_MS;
    const came = requests();
    isBusy = ((came - requestsBefore) * 1_000) / sinceMs > BUSY_REQUESTS;
    requestsBefore = came;
    begun = 0;
    windowEndsAt = at + WINDOW_MS;
  }

  return {
    mayStart() {
      turnWindow();
      return !isBusy || begun < share;
    },
    started: () => void (begun += 1),
  };
}
