/** Splits long work into steps, on a thread that also serves requests. */
import { monotonicTime, nextTurn } from '../system/runtime.ts';

/**
 * Lets all pending work run first. It takes two turns of the event loop, because work that arrives in the first turn
 * schedules its own turn after ours.
 */
export async function yieldToEventLoop(): Promise<void> {
  await nextTurn();
  await nextTurn();
}

/**
 * Returns a function for the steps of long work, which yields once they have taken this long together. Under load a turn of
 * the event loop takes much longer than a short step, so it must not yield after each.
 */
export function createStepBudget(budgetMs: number): () => Promise<void> {
  let since = monotonicTime();
  return async () => {
    if (monotonicTime() - since < budgetMs) return;
    await yieldToEventLoop();
    since = monotonicTime();
  };
}
