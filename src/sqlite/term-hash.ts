/**
 * Maps a term within a scope to a number. Two terms may collide, so callers must compare the term itself.
 *
 * It is a 53-bit hash (cyrb53, which is public domain). For a term that ends in an object ID, the upper 40 bits are the
 * creation time of the object in milliseconds, so that the entries of new objects are next to each other, at the end.
 */
export function termHash(scope: string, term: string): number {
  let { high, low } = hashOfScope(scope);
  for (let index = 0; index < term.length; index += 1) {
    const code = term.charCodeAt(index);
    high = Math.imul(high ^ code, HIGH_FACTOR);
    low = Math.imul(low ^ code, LOW_FACTOR);
  }
  high = Math.imul(high ^ (high >>> 16), 2_246_822_507) ^ Math.imul(low ^ (low >>> 13), 3_266_489_909);
  low = Math.imul(low ^ (low >>> 16), 2_246_822_507) ^ Math.imul(high ^ (high >>> 13), 3_266_489_909);
  const createdAt = millisecondOf(term);
  if (createdAt !== undefined) return createdAt * 2 ** 13 + ((low >>> 0) % 2 ** 13);
  return (high >>> 0) * 2 ** 21 + ((low >>> 0) % 2 ** 21);
}

const HIGH_FACTOR = 2_654_435_761;
const LOW_FACTOR = 1_597_334_677;
/** Above every UTF-16 code unit, so that a scope and a term cannot be confused. */
const SEPARATOR = 0x1_0000;

let newest = { scope: '', high: 0, low: 0, exists: false };

/** The state of the hash after a scope. Caches the latest one, because consecutive calls mostly share their scope. */
function hashOfScope(scope: string): { readonly high: number; readonly low: number } {
  if (newest.exists && newest.scope === scope) return newest;
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (let index = 0; index <= scope.length; index += 1) {
    const code = index === scope.length ? SEPARATOR : scope.charCodeAt(index);
    high = Math.imul(high ^ code, HIGH_FACTOR);
    low = Math.imul(low ^ code, LOW_FACTOR);
  }
  newest = { scope, high, low, exists: true };
  return newest;
}

const ULID_LENGTH = 26;
const TIME_LENGTH = 10;
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

/** The creation time of the object whose ID (a prefix, `_`, and a ULID) ends the term, if there is one. */
function millisecondOf(term: string): number | undefined {
  const start = term.length - ULID_LENGTH;
  if (start < 1 || term.charAt(start - 1) !== '_') return undefined;
  let milliseconds = 0;
  for (let index = start; index < start + TIME_LENGTH; index += 1) {
    const digit = ALPHABET.indexOf(term.charAt(index));
    if (digit === -1) return undefined;
    milliseconds = milliseconds * 32 + digit;
  }
  // Of the 48 bits of a ULID's time, the upper 8 change only every 34 years.
  return milliseconds % 2 ** 40;
}
