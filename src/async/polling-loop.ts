/** Repeats a piece of work until it is stopped: when it asked to be run again, or earlier when woken. */
import { createSignal } from './wait.ts';

type PollingOptions = {
  /** Resolves to the time until the next run, in milliseconds. */
  readonly run: () => Promise<number>;
  /** The time until the next run after an error. */
  readonly retryMs: number;
  readonly onError: (error: unknown) => void;
};

export class PollingLoop {
  readonly #options: PollingOptions;
  readonly #signal = createSignal();
  readonly #stopping = new AbortController();
  readonly #running: Promise<void>;

  constructor(options: PollingOptions) {
    this.#options = options;
    this.#running = this.#runAll();
  }

  /** Runs the work again immediately, or after the current run. */
  wake(): void {
    this.#signal.notify();
  }

  /** Resolves when the current run has ended. No other run starts. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }

  async #runAll(): Promise<void> {
    let seen = this.#signal.count();
    while (!this.#stopping.signal.aborted) {
      const pauseMs = await this.#options.run().catch((error: unknown) => {
        this.#options.onError(error);
        return this.#options.retryMs;
      });
      await this.#signal.wait(seen, { timeoutMs: pauseMs, abort: this.#stopping.signal });
      seen = this.#signal.count();
    }
  }
}
