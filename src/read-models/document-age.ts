/** Which documents are past their retention. An ID starts with a prefix and a time, so an age is a range of IDs. */
import { encodeBase32, idTime } from '../ledger/ids.ts';
import type { Retention } from './port.ts';

/** The length of the time in a ULID. */
const TIME_CHARS = 10;

export type ExpiredRange = {
  /** Inclusive; `before` is exclusive. */
  readonly from: string;
  readonly before: string;
};

/** The IDs of documents that are past their retention at `now`, in milliseconds since 1970. */
export function expiredRange({ prefix, seconds }: Retention, now: number): ExpiredRange {
  const until = Math.max(0, Math.floor(now) - seconds * 1_000);
  return { from: `${prefix}_`, before: `${prefix}_${encodeBase32(until, TIME_CHARS)}` };
}

const RETENTION_MIN_MS = 24 * 60 * 60 * 1_000;

/**
 * Whether a missing document may have expired: it is older than the oldest existing document, because the oldest expire
 * first, and older than the shortest allowed retention. `oldest` is undefined if no document exists.
 */
export function mayHaveExpired(id: string, oldest: string | undefined, now: number): boolean {
  const time = timeFromId(id);
  return time !== undefined && time < now - RETENTION_MIN_MS && (oldest === undefined || id < oldest);
}

const ID_WITH_ULID = /^[a-z]+_[0-7][0-9a-hjkmnp-tv-z]{25}$/;

/** The time in a document's ID in milliseconds since 1970; undefined if the ID contains none. */
export const timeFromId = (id: string): number | undefined =>
  ID_WITH_ULID.test(id) ? idTime(id) : undefined;
