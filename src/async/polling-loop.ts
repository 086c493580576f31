/** Repeats a piece of work until it is stopped: when it asked to be run again, or earlier when woken. */
import { createSignal } from './wait.ts';

type PollingLoop = {
  /** Runs the work again immediately, or after the current run. */
  wake(): void;
  /** Resolves when the current run has ended. No other run starts. */
  stop(): Promise<void>;
};

type PollingOptions = {
  /** Resolves to the time until the next run, in milliseconds. */
  readonly run: () => Promise<number>;
  /** The time until the next run after an error. */
  readonly retryMs: number;
  readonly onError: (error: unknown) => void;
};

export function startPollingLoop({ run, retryMs, onError }: PollingOptions): PollingLoop {
  const signal = createSignal();
  const stopping = new AbortController();
  const runAll = async (): Promise<void> => {
    let seen = signal.count();
    while (!stopping.signal.aborted) {
      const pauseMs = await run().catch((error: unknown) => {
        onError(error);
        return retryMs;
      });
      await signal.wait(seen, { timeoutMs: pauseMs, abort: stopping.signal });
      seen = signal.count();
    }
  };
  const running = runAll();
  return {
    wake: () => signal.notify(),
    async stop() {
      stopping.abort();
      await running;
    },
  };
}
