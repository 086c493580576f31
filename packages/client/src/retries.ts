import { LedgerConnectionError, LedgerError } from './errors.ts';

const FIRST_DELAY_MS = 250;
const DELAY_MS_MAX = 8_000;
/** A caller can decide better what to do about a longer wait. */
const RETRY_AFTER_SECONDS_MAX = 60;

/**
 * Milliseconds to wait before attempt `attempt + 1`, counted from 1, or undefined if the error is final. Exponential backoff
 * with full jitter, after the time that `Retry-After` asks for.
 */
export function retryDelayMs(error: unknown, attempt: number, random = Math.random): number | undefined {
  if (!isRetryable(error)) return undefined;
  const jitter = random() * Math.min(DELAY_MS_MAX, FIRST_DELAY_MS * 2 ** (attempt - 1));
  const seconds = (error instanceof LedgerError ? error.retryAfterSeconds : undefined) ?? 0;
  return seconds > RETRY_AFTER_SECONDS_MAX ? undefined : seconds * 1_000 + jitter;
}

function isRetryable(error: unknown): boolean {
  if (error instanceof LedgerError) return error.status === 429 || error.status === 503;
  // A redirect or a 404 of something else means a wrong address, which stays wrong.
  return (
    error instanceof LedgerConnectionError &&
    (error.status === undefined || error.status < 300 || error.status >= 500)
  );
}

/** Seconds of a `Retry-After` header, which is a number or a date. */
export function readRetryAfter(header: string | null, now = Date.now()): number | undefined {
  if (header === null) return undefined;
  const seconds = /^\d+(\.\d+)?$/.test(header) ? Number(header) : (Date.parse(header) - now) / 1_000;
  return Number.isFinite(seconds) ? Math.max(0, seconds) : undefined;
}

/** Resolves after the time. Rejects with the signal's reason when it aborts. */
export function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = (): void => {
      clearTimeout(timer);
      // A signal's reason may be any value, and callers expect that value.
      // oxlint-disable-next-line typescript/prefer-promise-reject-errors
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      resolve();
    }, ms);
    if (signal?.aborted === true) abort();
    else signal?.addEventListener('abort', abort, { once: true });
  });
}
