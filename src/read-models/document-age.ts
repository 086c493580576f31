/** The IDs of documents whose time is over, as bounds: IDs begin with their prefix and their time. */
import { encodeBase32, idTime } from '../ledger/ids.ts';
import type { Retention } from './port.ts';

/** Of the time at the beginning of an ID. */
const TIME_LENGTH = 10;

export type ExpiredRange = {
  /** At least this, and smaller than `before`. */
  readonly from: string;
  readonly before: string;
};

/** `now` is in milliseconds since 1970. */
export function expiredRange({ prefix, seconds }: Retention, now: number): ExpiredRange {
  const until = Math.max(0, Math.floor(now) - seconds * 1_000);
  return { from: `${prefix}_`, before: `${prefix}_${encodeBase32(until, TIME_LENGTH)}` };
}

const DAY_MS = 24 * 60 * 60 * 1_000;

/**
 * Whether a document that is not there may have been dropped for its age: it is older than the oldest one that is there, as
 * the oldest go first, and older than the shortest time that anything is kept for. `oldest` is undefined where none is left.
 */
export function mayHaveExpired(id: string, oldest: string | undefined, now: number): boolean {
  const time = timeFromId(id);
  return time !== undefined && time < now - DAY_MS && (oldest === undefined || id < oldest);
}

const WITH_TIME = /^[a-z]+_[0-7][0-9a-hjkmnp-tv-z]{25}$/;

/** The time in a document's ID, in milliseconds since 1970; undefined for an ID that has none. */
export const timeFromId = (id: string): number | undefined => (WITH_TIME.test(id) ? idTime(id) : undefined);
