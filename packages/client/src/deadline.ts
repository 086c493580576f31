import { LedgerConnectionError, LedgerError, LedgerTimeoutError } from './errors.ts';

/** The time that an attempt has, which ends early when the caller's signal aborts. */
export type Deadline = {
  readonly signal: AbortSignal;
  /** Starts the time again. */
  restart(): void;
  /** Stops the time until it is restarted. */
  pause(): void;
  /** Releases the timer and the listener. */
  end(): void;
  /** What to throw instead of an error of the attempt. */
  errorOf(cause: unknown, idempotencyKey?: string): unknown;
};

/** Throws the signal's reason if it has aborted. AbortSignal.any would leave a listener on a signal that callers use for long. */
export function startDeadline(timeoutMs: number, signal: AbortSignal | undefined): Deadline {
  signal?.throwIfAborted();
  const controller = new AbortController();
  const abort = (): void => controller.abort();
  let timer = setTimeout(abort, timeoutMs);
  signal?.addEventListener('abort', abort, { once: true });
  return {
    signal: controller.signal,
    restart() {
      clearTimeout(timer);
      timer = setTimeout(abort, timeoutMs);
    },
    pause() {
      clearTimeout(timer);
    },
    end() {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
    },
    errorOf(cause, idempotencyKey) {
      if (signal?.aborted === true) return signal.reason as unknown;
      if (cause instanceof LedgerError || cause instanceof LedgerConnectionError) return cause;
      return controller.signal.aborted
        ? new LedgerTimeoutError(`No response within ${timeoutMs} ms.`, { idempotencyKey })
        : new LedgerConnectionError('The connection failed or was lost.', { cause, idempotencyKey });
    },
  };
}
