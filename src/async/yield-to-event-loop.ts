/** Long work in steps, in a thread that others wait for. */
import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * Lets all go first that has come in since the last step. It takes two turns of the event loop: what comes in during the
 * first one asks for its own turn only after we have asked for ours.
 */
export async function yieldToEventLoop(): Promise<void> {
  await nextTurn();
  await nextTurn();
}
