/** The one way to wake a loop that waits for work. A signal carries no data, so a spurious or repeated one is harmless. */
import { clearTimeout, setTimeout } from '../system/runtime.ts';

type SignalWaitOptions = {
  /** Ends the wait when it aborts. */
  readonly abort?: AbortSignal | undefined;
  /** Ends the wait after this time. */
  readonly timeoutMs?: number | undefined;
};

export type Signal = {
  /** Wakes every waiter. */
  notify(): void;
  /** The number of notifications so far. Read it before checking for work, so that none is missed during the check. */
  count(): number;
  /** Resolves once there were more than `seen` notifications, the abort signal fires, or the time is up. Never rejects. */
  wait(seen: number, options?: SignalWaitOptions): Promise<void>;
};

export function createSignal(): Signal {
  let notifications = 0;
  const waiters = new Set<() => void>();

  return {
    notify() {
      notifications += 1;
      for (const wake of waiters) wake();
    },
    count: () => notifications,
    wait: (seen, { abort, timeoutMs } = {}) =>
      new Promise((resolve) => {
        if (notifications !== seen || abort?.aborted === true) {
          resolve();
          return;
        }
        const wake = (): void => {
          waiters.delete(wake);
          abort?.removeEventListener('abort', wake);
          clearTimeout(timer);
          resolve();
        };
        const timer = timeoutMs === undefined ? undefined : setTimeout(wake, timeoutMs);
        waiters.add(wake);
        abort?.addEventListener('abort', wake);
      }),
  };
}
