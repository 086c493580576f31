/**
 * Gathering: a page of many events costs far less than many pages of few, so a projector that keeps up lets some come
 * together before it goes on. A reader who waits for its own write ends the pause.
 */
import { createSignal } from '../../async/signal.ts';

export type Linger = {
  /** Somebody waits: the next pause is skipped, and the one under way ends. */
  readonly flush: () => void;
  /** Resolves after the pause, or at once when somebody has asked to hurry since the last one, or when the signal aborts. */
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
