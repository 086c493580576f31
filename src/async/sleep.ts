import { clearTimeout, setTimeout } from '../system/runtime.ts';
/** Resolves after the time, or as soon as the signal aborts. Never rejects. */
export function sleep(delayMs: number, abort?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      abort?.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, delayMs);
    abort?.addEventListener('abort', end);
    if (abort?.aborted === true) end();
  });
}
