/**
 * How fresh documents are. Positions say nothing to clients, so samples of the newest position, taken regularly, translate
 * the position of documents into a time.
 */

/** Times in milliseconds. */
export type Freshness = {
  /** The documents contain every event that was acknowledged before this time. */
  readonly asOf: number;
  readonly lagMs: number;
};

export type FreshnessTracker = {
  /** At this time, or later, the newest event had this position. */
  sample(head: bigint, time: number): void;
  /** The freshness of documents that contain all events up to a position. Undefined if they are older than all samples. */
  at(position: bigint): Freshness | undefined;
};

/** With two samples per second, the last eight minutes are exact. */
const SAMPLES_MAX = 1_000;

export function createFreshnessTracker(clock: () => number): FreshnessTracker {
  /** Oldest first. */
  let samples: { readonly head: bigint; readonly time: number }[] = [];

  return {
    sample(head, time) {
      // Without new events, the documents of the earlier sample are as fresh as those of this one.
      if (samples.at(-1)?.head === head) samples.pop();
      samples.push({ head, time });
      if (samples.length > SAMPLES_MAX) samples = samples.filter((_, index) => index % 2 === 1);
    },
    at(position) {
      const reached = samples.findLast(({ head }) => head <= position);
      return reached && { asOf: reached.time, lagMs: Math.max(0, clock() - reached.time) };
    },
  };
}
