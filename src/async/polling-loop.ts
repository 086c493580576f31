/** Repeats a piece of work until a signal aborts: after a pause, or earlier when woken. */
import { createSignal, type Signal } from './wait.ts';

type Repeated = {
  /** Resolves to the time until the next run in milliseconds, if it is not `everyMs`. Infinity: there is no other run. */
  readonly run: (() => Promise<number>) | (() => Promise<void>);
  /** The time from the end of a run until the next one in milliseconds, also after an error. */
  readonly everyMs: number;
  /** Absent: an error ends the repetition. */
  readonly onError?: (error: unknown) => void;
};

/** Runs the work at once, and again until the signal aborts. Rejects with an error that no `onError` takes. */
export async function repeat(
  { run, everyMs, onError }: Repeated,
  abort: AbortSignal,
  woken: Pick<Signal, 'count' | 'wait'> = createSignal(),
): Promise<void> {
  let seen = woken.count();
  while (!abort.aborted) {
    let pauseMs = everyMs;
    try {
      pauseMs = (await run()) ?? everyMs;
    } catch (error) {
      if (onError === undefined) throw error;
      onError(error);
    }
    if (pauseMs === Infinity) return;
    await woken.wait(seen, { timeoutMs: pauseMs, abort });
    seen = woken.count();
  }
}

/** Repeats work that may be woken, until it is stopped. */
export class PollingLoop {
  readonly #woken = createSignal();
  readonly #stopping = new AbortController();
  readonly #running: Promise<void>;

  constructor(repeated: Repeated) {
    this.#running = repeat(repeated, this.#stopping.signal, this.#woken);
  }

  /** Runs the work again immediately, or after the current run. */
  wake(): void {
    this.#woken.notify();
  }

  /** Resolves when the current run has ended. No other run starts. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }
}
