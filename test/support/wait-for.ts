/** Waiting for something to come true, instead of sleeping and hoping. */
import { setTimeout as delay } from 'node:timers/promises';

const EVERY_MS = 25;

/** Asks again and again until `look` gives something. Throws after `deadlineMs`, with the name of what did not come. */
export async function waitFor<T>(
  what: string,
  look: () => T | undefined | Promise<T | undefined>,
  deadlineMs = 30_000,
): Promise<T> {
  const deadline = performance.now() + deadlineMs;
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    if (performance.now() > deadline) throw new Error(`It did not come about in time: ${what}.`);
    await delay(EVERY_MS);
  }
}
