/** Splits long work into steps, on a thread that also serves requests. */
import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * Lets all pending work run first. It takes two turns of the event loop, because work that arrives in the first turn
 * schedules its own turn after ours.
 */
export async function yieldToEventLoop(): Promise<void> {
  await nextTurn();
  await nextTurn();
}
