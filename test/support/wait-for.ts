/** Waits for a condition instead of sleeping. */
import { setTimeout as delay } from 'node:timers/promises';

const EVERY_MS = 25;

/** Polls until `read` returns a value. Throws after `deadlineMs` with the name of the missing value. */
export async function waitFor<T>(
  what: string,
  read: () => T | undefined | Promise<T | undefined>,
  deadlineMs = 30_000,
): Promise<T> {
  const deadline = performance.now() + deadlineMs;
  for (;;) {
    const found = await read();
    if (found !== undefined) return found;
    if (performance.now() > deadline) throw new Error(`timed out waiting for ${what}`);
    await delay(EVERY_MS);
  }
}
