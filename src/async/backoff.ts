/** How long to wait before trying again. */

const FIRST_MS = 100;
const MAX_MS = 5_000;

export type Backoff = {
  /** In milliseconds: 100 at first, then twice as long each time, up to 5,000. */
  next(): number;
  reset(): void;
};

export function createBackoff(): Backoff {
  let nextMs = FIRST_MS;
  return {
    next() {
      const delayMs = nextMs;
      nextMs = Math.min(MAX_MS, 2 * delayMs);
      return delayMs;
    },
    reset() {
      nextMs = FIRST_MS;
    },
  };
}

/** Resolves after the time, or as soon as the signal aborts. */
export function sleep(delayMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, delayMs);
    signal.addEventListener('abort', end);
    if (signal.aborted) end();
  });
}
