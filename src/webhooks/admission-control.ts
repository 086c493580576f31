/**
 * Deliveries give way to requests. Both take time of the same thread, and a request is waited for, while a delivery may come
 * a little later. So as long as there are many requests and the thread has no time to spare, only so many deliveries begin in
 * a second. Otherwise there is no limit.
 */

export type AdmissionControl = {
  /** Whether one more may begin now. */
  canStart(): boolean;
  started(): void;
};

export type AdmissionControlOptions = {
  /** How many requests came so far. */
  readonly requests: () => number;
  /** The share of time that the thread was busy since this was last asked for, from 0 to 1. */
  readonly utilization: () => number;
  /** How many may begin in a second while the thread is busy and there are many requests. */
  readonly busyStartsPerSecond: number;
  /** Milliseconds of a clock that never goes back. */
  readonly now?: () => number;
};

/** Requests in a second from which on it is they who keep the thread busy. */
const BUSY_REQUESTS = 200;
/** Requests alone keep it busy for some two thirds of the time at most, as they wait for the disk in between. */
const BUSY_SHARE = 0.7;
const WINDOW_MS = 50;

export const UNLIMITED_ADMISSION: AdmissionControl = { canStart: () => true, started: () => undefined };

export function createAdmissionControl({
  requests,
  utilization,
  busyStartsPerSecond,
  now = () => performance.now(),
}: AdmissionControlOptions): AdmissionControl {
  const perWindow = Math.max(1, Math.round((busyStartsPerSecond * WINDOW_MS) / 1_000));
  let windowEndsAt = now();
  let requestsBefore = requests();
  let isBusy = false;
  let begun = 0;

  function turnWindow(): void {
    const at = now();
    if (at < windowEndsAt) return;
    const sinceMs = at - windowEndsAt + WINDOW_MS;
    const came = requests();
    const share = utilization();
    isBusy = share > BUSY_SHARE && ((came - requestsBefore) * 1_000) / sinceMs > BUSY_REQUESTS;
    requestsBefore = came;
    begun = 0;
    windowEndsAt = at + WINDOW_MS;
  }

  return {
    canStart() {
      turnWindow();
      return !isBusy || begun < perWindow;
    },
    started: () => void (begun += 1),
  };
}
