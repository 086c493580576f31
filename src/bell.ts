/** Wakes whoever waits for it, or lets the next one who comes not wait at all. */

export type Bell = {
  ring(): void;
  /** Resolves when it rings, or after this time. */
  heard(timeoutMs: number): Promise<void>;
};

export function createBell(): Bell {
  let rung = false;
  let wake: (() => void) | undefined;
  return {
    ring() {
      rung = true;
      wake?.();
    },
    async heard(timeoutMs) {
      if (!rung) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, timeoutMs);
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
        wake = undefined;
      }
      rung = false;
    },
  };
}
