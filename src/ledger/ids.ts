/**
 * IDs: a prefix and a ULID in lower-case Crockford base 32. The ULID is derived from the event's time, its book, its
 * revision and an index within the event. So IDs sort in book order, are unique, and are the same after a replay.
 */

declare const brand: unique symbol;

/** A nominal type without a run-time representation. Values of different brands, or without a brand, do not mix. */
export type Brand<T, Name extends string> = T & { readonly [brand]: Name };

/**
 * A weaker brand: values with different tags do not mix, but untagged values are accepted. It suits IDs, because
 * generated event types and JSON bodies contain plain strings.
 */
export type Tagged<T, Name extends string> = T & { readonly [brand]?: Name };

export type IdPrefix =
  | 'usr'
  | 'wal'
  | 'whe'
  | 'da'
  | 'dep'
  | 'trf'
  | 'trb'
  | 'pa'
  | 'qt'
  | 'we'
  | 'evt'
  | 'rdl'
  | 'whd'
  | 'whr'
  | 'tsk'
  | 'trd'
  | 'alc'
  | 'req'
  | 'act'
  | 'ses'
  | 'prp'
  | 'stm'
  | 'stl'
  | 'mov'
  | 'grp'
  | 'nte'
  | 'met';

/** An ID with this prefix. Passing an ID of another kind does not compile. */
export type Id<Prefix extends IdPrefix> = Tagged<string, Prefix>;
export type UserId = Id<'usr'>;
export type WalletId = Id<'wal'>;
export type TransferId = Id<'trf'>;
export type DepositAccountId = Id<'da'>;
export type DepositId = Id<'dep'>;
export type PayoutAccountId = Id<'pa'>;
export type QuoteId = Id<'qt'>;
export type WebhookEndpointId = Id<'we'>;
export type ProposalId = Id<'prp'>;
export type NoteId = Id<'nte'>;

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const BOOK_BITS = 28;
const ULID_LENGTH = 26;
const TIME_LENGTH = 10;

/** A 28-bit hash of the stream name (FNV-1a). */
function bookBits(stream: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < stream.length; i++) hash = Math.imul(hash ^ stream.charCodeAt(i), 0x01000193);
  return (hash >>> 0) & 0x0fffffff;
}

/** Encodes a number with `length` digits. Higher digits are dropped. */
export function encodeBase32(value: number, length: number): string {
  let text = '';
  for (let rest = value, i = 0; i < length; i++) {
    text = ALPHABET.charAt(rest % 32) + text;
    rest = Math.floor(rest / 32);
  }
  return text;
}

/**
 * Derives the ID of an object from the event that created it: 48 bits of time, 44 bits of revision, 8 bits of index
 * and 28 bits of the book.
 */
export function deriveId<Prefix extends IdPrefix>(
  prefix: Prefix,
  time: number,
  stream: string,
  revision: number,
  index = 0,
): Id<Prefix> {
  // The 80 bits after the time, as two halves of 40 bits that a double represents exactly.
  const high = Math.floor(revision / 16);
  const low = ((revision % 16) * 256 + index) * 2 ** BOOK_BITS + bookBits(stream);
  return `${prefix}_${encodeBase32(time, 10)}${encodeBase32(high, 8)}${encodeBase32(low, 8)}`;
}

/** The ID of another object created by the same event. */
export function siblingId(id: string, index: number): string {
  // Four bits of the revision, the index, and three bits of the book are three digits.
  const digits = decodeBase32(id.slice(-8, -5));
  const changed = (digits & 0b1111_0000_0000_111) | (index << 3);
  return changed === digits ? id : id.slice(0, -8) + encodeBase32(changed, 3) + id.slice(-5);
}

/** The time and revision that an ID was issued at, or undefined if another book issued it. */
export function decodeIdOrigin(id: string, stream: string): { time: number; revision: number } | undefined {
  const digits = id.slice(TIME_LENGTH - ULID_LENGTH);
  const [high, low] = [decodeBase32(digits.slice(0, 8)), decodeBase32(digits.slice(8))];
  if (low % 2 ** BOOK_BITS !== bookBits(stream)) return undefined;
  return { time: idTime(id), revision: high * 16 + Math.floor(low / 2 ** (BOOK_BITS + 8)) };
}

/** The smallest possible ID of a millisecond: a bound for lists by time. */
export const smallestIdAt = <Prefix extends IdPrefix>(prefix: Prefix, time: number): Id<Prefix> =>
  `${prefix}_${encodeBase32(time, 10)}${'0'.repeat(16)}`;

/** The creation time of an object, decoded from its ID, in milliseconds since 1970. */
export const idTime = (id: string): number => decodeBase32(id.slice(-ULID_LENGTH, TIME_LENGTH - ULID_LENGTH));

function decodeBase32(digits: string): number {
  let value = 0;
  for (const digit of digits) {
    const worth = ALPHABET.indexOf(digit);
    if (worth === -1) throw new Error(`${digits} is no part of an ID`);
    value = value * 32 + worth;
  }
  return value;
}

/** Whether a text is an ID with this prefix. */
export function isId<Prefix extends IdPrefix>(prefix: Prefix, text: string): text is Id<Prefix> {
  return (
    text.length === prefix.length + 27 &&
    text.startsWith(`${prefix}_`) &&
    /^[0-9a-hjkmnp-tv-z]{26}$/.test(text.slice(-26))
  );
}

/** The environments, which share nothing: each integrator has books of its own in both. */
export const ENVIRONMENTS = ['sandbox', 'production'] as const;
export type EnvironmentName = (typeof ENVIRONMENTS)[number];

// The names of the streams of books. The first book of an integrator in an environment is `book-<integrator>-<environment>`.
// Later generations of a sandbox book are numbered, as in `book-<integrator>.2-sandbox`. Only this file reads and writes these
// names.

export type BookName = {
  readonly integrator_id: string;
  readonly environment: EnvironmentName;
  /** 1 for the first book. */
  readonly generation: number;
};

const PREFIX = 'book-';
const BOOK_STREAM = /^book-([^.]+?)(?:\.([1-9][0-9]{0,8}))?-(sandbox|production)$/;

/** The stream of an integrator's book in an environment. */
export const bookStreamOf = (integratorId: string, environment: EnvironmentName, generation = 1): string =>
  `${PREFIX}${integratorId}${generation === 1 ? '' : `.${generation}`}-${environment}`;

/** Undefined if no book has this name: the first generation is not numbered, and only sandbox books have others. */
export function parseBookStream(stream: string): BookName | undefined {
  const [, integrator_id, number, text] = BOOK_STREAM.exec(stream) ?? [];
  const environment = ENVIRONMENTS.find((each) => each === text);
  if (integrator_id === undefined || environment === undefined) return undefined;
  if (number === undefined) return { integrator_id, environment, generation: 1 };
  const generation = Number(number);
  return generation === 1 || environment === 'production'
    ? undefined
    : { integrator_id, environment, generation };
}

/** Whether a stream is a book. Its name may still be invalid. */
export const isBookStream = (stream: string): boolean => stream.startsWith(PREFIX);

/** The environment of a book's stream. */
export const environmentOf = (stream: string): EnvironmentName =>
  stream.endsWith('-production') ? 'production' : 'sandbox';

/** The integrator of a book's stream; undefined for a stream that is no book. */
export const integratorOf = (stream: string): string | undefined => parseBookStream(stream)?.integrator_id;

/** The sandbox book before or after this one. Undefined before the first, in production, and for a stream that is no book. */
export function adjacentBook(stream: string, step: -1 | 1): string | undefined {
  const { integrator_id = '', environment, generation = 1 } = parseBookStream(stream) ?? {};
  return environment !== 'sandbox' || generation + step < 1
    ? undefined
    : bookStreamOf(integrator_id, environment, generation + step);
}
