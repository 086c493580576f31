/**
 * The linger time of a live projector. One large page costs far less than many small ones, so the projector waits for more
 * events before it reads the next page. A reader that waits for its own write ends the wait.
 */
import { createSignal } from '../../async/signal.ts';

export type Linger = {
  /** Ends the current wait, or skips the next one, because a reader waits. */
  readonly flush: () => void;
  /** Resolves after the linger time, or earlier after a `flush` since the last wait or when the signal aborts. */
  readonly wait: (abort: AbortSignal) => Promise<void>;
};

export function createLinger(lingerMs: number): Linger {
  const flushes = createSignal();
  let seen = 0;
  return {
    flush: () => flushes.notify(),
    async wait(abort) {
      await flushes.wait(seen, { abort, timeoutMs: lingerMs });
      seen = flushes.count();
    },
  };
}
