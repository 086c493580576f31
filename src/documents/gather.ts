/**
 * Gathering: a page of many events costs far less than many pages of few, so a projector that keeps up lets some come
 * together before it goes on. A reader who waits for its own write ends the pause.
 */
import { createWaker } from '../waker.ts';

export type Gathering = {
  /** Somebody waits: the next pause is skipped, and the one under way ends. */
  readonly hurry: () => void;
  /** Resolves after the pause, or at once when somebody has asked to hurry since the last one, or when the signal aborts. */
  readonly pause: (signal: AbortSignal) => Promise<void>;
};

export function createGathering(pauseMs: number): Gathering {
  const waker = createWaker();
  const hurry = (): void => waker.wake();
  return {
    hurry,
    async pause(signal) {
      signal.addEventListener('abort', hurry);
      if (signal.aborted) hurry();
      await waker.sleep(pauseMs);
      signal.removeEventListener('abort', hurry);
    },
  };
}
