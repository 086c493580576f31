/**
 * Decides what the projector works on next. Pages of read models that are read go first, because readers wait for them. A
 * build runs in short steps between these pages. If there is always such a page, a build still gets a third of the time. If
 * events come faster than it builds even so, its steps no longer wait.
 */
import { monotonicTime } from '../../system/runtime.ts';
import { withDeadline } from '../../async/deadline.ts';

export type PageTurns = {
  /** Runs a page that readers may wait for. It never waits. */
  readonly live: <Result>(page: () => Promise<Result>) => Promise<Result>;
  /** Runs a step of a build: at once if the build is late, otherwise once no live page is in progress, or after a wait. One at a time. */
  readonly build: <Result>(step: () => Promise<Result>, isLate?: boolean) => Promise<Result>;
  /** Whether there was no live page for a moment, so that builds may take larger steps. */
  readonly isQuiet: () => boolean;
};

/** A step waits at most this many times as long as the step before it took. */
const WAIT_PER_STEP = 2;
const WAIT_MS_MIN = 5;
const QUIET_AFTER_MS = 500;

export function createPageTurns(): PageTurns {
  let livePages = 0;
  let waitMs = WAIT_MS_MIN;
  let lastLiveAt = -Infinity;
  let lastStep: Promise<unknown> = Promise.resolve();
  let wake: () => void = () => undefined;

  const untilNoLivePage = async (): Promise<void> => {
    if (livePages === 0) return;
    const idle = new Promise<void>((resolve) => (wake = resolve));
    await withDeadline(idle, waitMs).catch(() => undefined);
  };

  return {
    async live(page) {
      livePages += 1;
      try {
        return await page();
      } finally {
        livePages -= 1;
        lastLiveAt = monotonicTime();
        if (livePages === 0) wake();
      }
    },
    build(step, isLate = false) {
      const run = lastStep
        .then(() => (isLate ? undefined : untilNoLivePage()))
        .then(async () => {
          const startedAt = monotonicTime();
          try {
            return await step();
          } finally {
            waitMs = Math.max(WAIT_MS_MIN, WAIT_PER_STEP * (monotonicTime() - startedAt));
          }
        });
      lastStep = run.catch(() => undefined);
      return run;
    },
    isQuiet: () => livePages === 0 && monotonicTime() - lastLiveAt >= QUIET_AFTER_MS,
  };
}
