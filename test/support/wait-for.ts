/** Waits for a condition instead of sleeping. */
import { availableParallelism, loadavg } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';

const EVERY_MS = 25;

/** How much longer everything takes on a machine with more work than cores. */
const slowness = (): number => Math.max(1, (loadavg()[0] ?? 0) / availableParallelism());

/**
 * Polls until `read` returns a value. Throws after `deadlineMs`, or later on a busy machine, with the name of the missing value.
 */
export async function waitFor<T>(
  what: string,
  read: () => T | undefined | Promise<T | undefined>,
  deadlineMs = 30_000,
): Promise<T> {
  const started = performance.now();
  for (;;) {
    const found = await read();
    if (found !== undefined) return found;
    if (performance.now() - started > deadlineMs * slowness())
      throw new Error(`timed out waiting for ${what}`);
    await delay(EVERY_MS);
  }
}
