/**
 * Gathering: a page of many events costs far less than many pages of few, so a projector that keeps up lets some come
 * together before it goes on. A reader who waits for its own write ends the pause.
 */
import { createWaker } from '../../async/signal.ts';

export type Linger = {
  /** Somebody waits: the next pause is skipped, and the one under way ends. */
  readonly flush: () => void;
  /** Resolves after the pause, or at once when somebody has asked to hurry since the last one, or when the signal aborts. */
  readonly wait: (signal: AbortSignal) => Promise<void>;
};

export function createLinger(lingerMs: number): Linger {
  const waker = createWaker();
  const flush = (): void => waker.wake();
  return {
    flush,
    async wait(signal) {
      signal.addEventListener('abort', flush);
      if (signal.aborted) flush();
      await waker.sleep(lingerMs);
      signal.removeEventListener('abort', flush);
    },
  };
}
