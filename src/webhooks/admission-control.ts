/**
 * Gives API requests priority over webhook deliveries on the shared event loop. While requests are frequent
 * and the loop is busy, only a limited number of deliveries start per second. Otherwise there is no limit.
 */
import { monotonicTime } from '../system/runtime.ts';

export type AdmissionControl = {
  /** Whether another delivery may start now. */
  canStart(): boolean;
  started(): void;
};

export type AdmissionControlOptions = {
  /** Total number of requests so far. */
  readonly requests: () => number;
  /** Event-loop utilization since the previous call, from 0 to 1. */
  readonly utilization: () => number;
  /** Deliveries that may start per second while the loop is busy and requests are frequent. */
  readonly busyStartsPerSecond: number;
  /** Milliseconds of a monotonic clock. */
  readonly now?: () => number;
};

/** From this rate on, requests count as frequent. */
const BUSY_REQUESTS_PER_SECOND = 200;
/** Requests alone use at most about two thirds of the loop, because they wait for the disk. */
const BUSY_UTILIZATION = 0.7;
const WINDOW_MS = 50;

export const UNLIMITED_ADMISSION: AdmissionControl = { canStart: () => true, started: () => undefined };

export function createAdmissionControl({
  requests,
  utilization,
  busyStartsPerSecond,
  now = monotonicTime,
}: AdmissionControlOptions): AdmissionControl {
  const startsPerWindow = Math.max(1, Math.round((busyStartsPerSecond * WINDOW_MS) / 1_000));
  let windowEndsAt = now();
  let requestsBefore = requests();
  let isBusy = false;
  let startsInWindow = 0;

  function startWindowIfOver(): void {
    const time = now();
    if (time < windowEndsAt) return;
    const elapsedMs = time - windowEndsAt + WINDOW_MS;
    const requestsNow = requests();
    const load = utilization();
    isBusy =
      load > BUSY_UTILIZATION &&
      ((requestsNow - requestsBefore) * 1_000) / elapsedMs > BUSY_REQUESTS_PER_SECOND;
    requestsBefore = requestsNow;
    startsInWindow = 0;
    windowEndsAt = time + WINDOW_MS;
  }

  return {
    canStart() {
      startWindowIfOver();
      return !isBusy || startsInWindow < startsPerWindow;
    },
    started: () => void (startsInWindow += 1),
  };
}
