/**
 * Gathering: a page of many events costs far less than many pages of few, so a projector that keeps up lets some come
 * together before it goes on. A reader who waits for its own write ends the pause.
 */
import { setTimeout as delay } from 'node:timers/promises';

export type Gathering = {
  /** Somebody waits: the next pause is skipped, and the one under way ends. */
  readonly hurry: () => void;
  /** Resolves after the pause, or at once when somebody has asked to hurry since the last one, or when the signal aborts. */
  readonly pause: (signal: AbortSignal) => Promise<void>;
};

export function createGathering(pauseMs: number): Gathering {
  let hurried = false;
  let ending: AbortController | undefined;
  return {
    hurry() {
      hurried = true;
      ending?.abort();
    },
    async pause(signal) {
      if (!hurried) {
        ending = new AbortController();
        // Either signal ends it early, which is no fault.
        await delay(pauseMs, undefined, { signal: AbortSignal.any([signal, ending.signal]) }).catch(
          () => undefined,
        );
        ending = undefined;
      }
      hurried = false;
    },
  };
}
