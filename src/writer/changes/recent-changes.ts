/**
 * The position of the last event about each object and list of a book, so that a read waits only for what it shows. Only
 * positions that are not projected yet matter, so older ones are forgotten, and so are the oldest when there are too many.
 */
import type { Position } from '../../event-store/port.ts';

/** Keys move together from `newer` to `older`, which costs less than keeping each key in order. */
const NEWER_KEYS_MAX = 25_000;
/** Fewer keys do not move, so that a book that is projected at once rarely needs new maps. */
const NEWER_KEYS_MIN = 1_000;

export type RecentChanges = {
  /** These keys were changed by events up to this position, which is greater than that of any earlier call. */
  record(keys: readonly string[], position: Position): void;
  /** The position of the last event that changed any of the keys, or a later one. */
  lastChange(keys: readonly string[]): Position;
};

/**
 * `start` is the position of the newest event that the caller does not record. `isProjected` says whether all documents
 * contain the events up to a position.
 */
export function createRecentChanges(
  start: Position,
  isProjected: (position: Position) => boolean = () => false,
  { min, max }: { readonly min: number; readonly max: number } = {
    min: NEWER_KEYS_MIN,
    max: NEWER_KEYS_MAX,
  },
): RecentChanges {
  let newer = new Map<string, Position>();
  let older = new Map<string, Position>();
  /** No key in `older` changed after this position, unless it is in `newer` too. */
  let olderThrough = start;
  /** No forgotten key changed after this position. */
  let forgottenThrough = start;

  const move = (position: Position): void => {
    forgottenThrough = olderThrough;
    older = newer;
    olderThrough = position;
    newer = new Map();
  };

  return {
    record(keys, position) {
      for (const key of keys) newer.set(key, position);
      if (newer.size >= max || (newer.size >= min && isProjected(olderThrough))) move(position);
    },
    lastChange: (keys) =>
      keys.reduce((last, key) => {
        const position = newer.get(key) ?? older.get(key) ?? forgottenThrough;
        return position > last ? position : last;
      }, forgottenThrough),
  };
}
