/** A seeded source of random choices, the same on every machine. */

export type Random = {
  /** An integer from 0 to `max` - 1. */
  below(max: number): number;
  pick<Value>(values: readonly [Value, ...Value[]]): Value;
  /** Undefined if there are no values. */
  pickAny<Value>(values: readonly Value[]): Value | undefined;
  /** True in one of `n` cases. */
  oneIn(n: number): boolean;
};

/** Mulberry32: small, fast, and good enough to choose commands. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const below = (max: number): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % max;
  };
  return {
    below,
    // The index is within the values.
    pick: (values) => values[below(values.length)] as (typeof values)[number],
    pickAny: (values) => values[below(Math.max(1, values.length))],
    oneIn: (n) => below(n) === 0,
  };
}
