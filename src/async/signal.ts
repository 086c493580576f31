/** Wakes the one who sleeps, or lets the next sleep end at once. */

export type Waker = {
  wake(): void;
  /** Resolves when it is woken, or after this time; at once where it was woken since the last sleep. */
  sleep(timeoutMs: number): Promise<void>;
};

export function createWaker(): Waker {
  let woken = false;
  let end: (() => void) | undefined;
  return {
    wake() {
      woken = true;
      end?.();
    },
    async sleep(timeoutMs) {
      if (!woken) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, timeoutMs);
          end = () => {
            clearTimeout(timer);
            resolve();
          };
        });
        end = undefined;
      }
      woken = false;
    },
  };
}
