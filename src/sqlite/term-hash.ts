/**
 * A number that stands for a term within a scope. Two terms may share one, so that what is found by it has to be checked
 * against the term itself.
 *
 * It is a 53-bit hash (cyrb53, which is public domain). The upper 40 bits of a term that names an object are the
 * millisecond the object was made in instead: the entries of new objects then fall next to each other, at the end.
 */
export function termHash(scope: string, term: string): number {
  let { high, low } = begunWith(scope);
  for (let index = 0; index < term.length; index += 1) {
    const code = term.charCodeAt(index);
    high = Math.imul(high ^ code, HIGH_FACTOR);
    low = Math.imul(low ^ code, LOW_FACTOR);
  }
  high = Math.imul(high ^ (high >>> 16), 2_246_822_507) ^ Math.imul(low ^ (low >>> 13), 3_266_489_909);
  low = Math.imul(low ^ (low >>> 16), 2_246_822_507) ^ Math.imul(high ^ (high >>> 13), 3_266_489_909);
  const made = millisecondOf(term);
  if (made !== undefined) return made * 2 ** 13 + ((low >>> 0) % 2 ** 13);
  return (high >>> 0) * 2 ** 21 + ((low >>> 0) % 2 ** 21);
}

const HIGH_FACTOR = 2_654_435_761;
const LOW_FACTOR = 1_597_334_677;
/** No code of a string's units: what is before it and what is after it can't run into one another. */
const SEPARATOR = 0x1_0000;

let newest = { scope: '', high: 0, low: 0, isMade: false };

/** The hash as it is after a scope. Those that follow each other mostly have the same one. */
function begunWith(scope: string): { readonly high: number; readonly low: number } {
  if (newest.isMade && newest.scope === scope) return newest;
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (let index = 0; index <= scope.length; index += 1) {
    const code = index === scope.length ? SEPARATOR : scope.charCodeAt(index);
    high = Math.imul(high ^ code, HIGH_FACTOR);
    low = Math.imul(low ^ code, LOW_FACTOR);
  }
  newest = { scope, high, low, isMade: true };
  return newest;
}

const ULID_LENGTH = 26;
const TIME_LENGTH = 10;
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

/** The millisecond in which the object was made whose ID (a prefix, `_` and a ULID) ends the term, if there is one. */
function millisecondOf(term: string): number | undefined {
  const start = term.length - ULID_LENGTH;
  if (start < 1 || term.charAt(start - 1) !== '_') return undefined;
  let milliseconds = 0;
  for (let index = start; index < start + TIME_LENGTH; index += 1) {
    const digit = ALPHABET.indexOf(term.charAt(index));
    if (digit === -1) return undefined;
    milliseconds = milliseconds * 32 + digit;
  }
  // The clock has 48 bits, of which the upper 8 stay the same for 34 years.
  return milliseconds % 2 ** 40;
}
