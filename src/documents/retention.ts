/** The IDs of documents whose time is over, as bounds: IDs begin with their prefix and their time. */
import type { Retention } from './port.ts';

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const TIME_LENGTH = 10;

export type Expired = {
  /** At least this, and smaller than `before`. */
  readonly from: string;
  readonly before: string;
};

/** `now` is in milliseconds since 1970. */
export function expiredAt({ prefix, seconds }: Retention, now: number): Expired {
  const until = Math.max(0, Math.floor(now) - seconds * 1_000);
  return { from: `${prefix}_`, before: `${prefix}_${base32(until)}` };
}

function base32(time: number): string {
  let text = '';
  for (let rest = time; text.length < TIME_LENGTH; rest = Math.floor(rest / 32)) {
    text = ALPHABET.charAt(rest % 32) + text;
  }
  return text;
}

const WITH_TIME = /^[a-z]+_([0-7][0-9a-hjkmnp-tv-z]{9})[0-9a-hjkmnp-tv-z]{16}$/;

/** The time in a document's ID, in milliseconds since 1970; undefined for an ID that has none. */
export function timeIn(id: string): number | undefined {
  const [, digits] = WITH_TIME.exec(id) ?? [];
  if (digits === undefined) return undefined;
  let time = 0;
  for (const digit of digits) time = time * 32 + ALPHABET.indexOf(digit);
  return time;
}
