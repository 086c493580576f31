/**
 * How much to do at once, so that a part takes about the same time on a fast and on a slow store. Others wait for the end
 * of a part, but large parts cost less per item than small ones.
 */
export type PartSize = {
  /** In items, at least `min`. */
  next(): number;
  /** Call it after each part. */
  record(items: number, elapsedMs: number): void;
};

export type PartSizeOptions = {
  readonly targetMs: number;
  readonly first: number;
  readonly min: number;
  readonly max: number;
};

/** A part may be this many times as large as the last one. */
const GROWTH_MAX = 2;

export function createPartSize({ targetMs, first, min, max }: PartSizeOptions): PartSize {
  let size = Math.min(first, max);
  return {
    next: () => size,
    record(items, elapsedMs) {
      const fitting = Math.round((items * targetMs) / Math.max(elapsedMs, 1));
      // A part that was smaller than allowed does not show that a larger one would take too long, or would not.
      if (items < size && fitting > items) return;
      size = Math.max(min, Math.min(max, size * GROWTH_MAX, fitting));
    },
  };
}

/** Splits items into parts of the size that is right when each part begins. */
export function* partsOf<Item>(items: readonly Item[], size: PartSize): Generator<readonly Item[]> {
  for (let from = 0; from < items.length;) {
    const part = items.slice(from, from + size.next());
    from += part.length;
    yield part;
  }
}
