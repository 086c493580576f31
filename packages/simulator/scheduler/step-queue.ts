/** Steps in order of time; those at the same time in the order in which they were added. A binary heap. */
import type { Step } from './scheduler.ts';

export type StepQueue = {
  push(step: Step): void;
  /** Removes and returns the first step. */
  shift(): Step | undefined;
};

type Entry = { readonly step: Step; readonly order: number };

const isBefore = (a: Entry, b: Entry): boolean =>
  a.step.at < b.step.at || (a.step.at === b.step.at && a.order < b.order);

export function createStepQueue(): StepQueue {
  const heap: Entry[] = [];
  let added = 0;

  return {
    push(step) {
      const entry = { step, order: added++ };
      let at = heap.length;
      heap.push(entry);
      while (at > 0) {
        const above = (at - 1) >>> 1;
        const parent = heap[above];
        if (parent === undefined || !isBefore(entry, parent)) break;
        heap[at] = parent;
        at = above;
      }
      heap[at] = entry;
    },
    shift() {
      const first = heap[0];
      const last = heap.pop();
      if (first === undefined || last === undefined || heap.length === 0) return first?.step;
      let at = 0;
      for (;;) {
        let below = 2 * at + 1;
        let child = heap[below];
        const other = heap[below + 1];
        if (child !== undefined && other !== undefined && isBefore(other, child)) {
          child = other;
          below += 1;
        }
        if (child === undefined || !isBefore(child, last)) break;
        heap[at] = child;
        at = below;
      }
      heap[at] = last;
      return first.step;
    },
  };
}
