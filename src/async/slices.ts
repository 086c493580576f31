/** Long computations in slices, between which other work of the process runs. */
import { monotonicTime, nextTurn } from '../system/runtime.ts';

/** Short enough not to delay a request noticeably. */
const SLICE_MS = 2;
const STEPS_PER_CHECK = 64;

export class Slices {
  #startedAt = monotonicTime();
  #steps = 0;

  /** Call it after each small step. Returns a promise to wait for when the slice is over. */
  step(): Promise<void> | undefined {
    this.#steps += 1;
    if (this.#steps % STEPS_PER_CHECK !== 0 || monotonicTime() - this.#startedAt < SLICE_MS) return undefined;
    return nextTurn().then(() => {
      this.#startedAt = monotonicTime();
    });
  }
}

/** Few enough to be sorted within a slice. */
const RUN_LENGTH = 2_048;

/** Sorts texts by their UTF-16 code units. */
export async function sortInSlices(texts: readonly string[], slices: Slices): Promise<string[]> {
  let runs: string[][] = [];
  for (let from = 0; from < texts.length; from += RUN_LENGTH) {
    runs.push(texts.slice(from, from + RUN_LENGTH).sort());
    await nextTurn();
  }
  while (runs.length > 1) {
    const merged: string[][] = [];
    for (let at = 0; at < runs.length; at += 2)
      merged.push(await mergeSorted(runs[at] ?? [], runs[at + 1] ?? [], slices));
    runs = merged;
  }
  return runs[0] ?? [];
}

async function mergeSorted(a: readonly string[], b: readonly string[], slices: Slices): Promise<string[]> {
  const merged: string[] = [];
  for (let [i, j] = [0, 0]; i < a.length || j < b.length;) {
    const [left, right] = [a[i], b[j]];
    if (left !== undefined && (right === undefined || left <= right)) {
      merged.push(left);
      i += 1;
    } else if (right !== undefined) {
      merged.push(right);
      j += 1;
    }
    const turn = slices.step();
    if (turn !== undefined) await turn;
  }
  return merged;
}
