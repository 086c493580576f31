/**
 * Gathering: a page of many events costs far less than many pages of few, so a projector that keeps up lets some come
 * together before it goes on. A reader who waits for its own write ends the pause.
 */
import { pause } from './backoff.ts';

export type Gathering = {
  /** Somebody waits: the next pause is skipped, and the one under way ends. */
  readonly hurry: () => void;
  /** Resolves after the pause, or at once when somebody has asked to hurry since the last one, or when the signal aborts. */
  readonly pause: (signal: AbortSignal) => Promise<void>;
};

export function createGathering(pauseMs: number): Gathering {
  let hurried = false;
  let end: (() => void) | undefined;
  return {
    hurry() {
      hurried = true;
      end?.();
    },
    async pause(signal) {
      if (!hurried) {
        // Not by AbortSignal.any: signals made by it stay with one that lives long for good, on Node 20.
        const called = new Promise<void>((resolve) => (end = resolve));
        await pause(pauseMs, signal, called);
        end = undefined;
      }
      hurried = false;
    },
  };
}
