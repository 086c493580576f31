/** The words of a name, for comparison with other names. */
import { isIgnoredWord } from './ignored-words.ts';
import { foldCase, lookalike, withoutAccents } from './lookalikes.ts';

/** Longer names are cut. All names in the service are shorter. */
const NAME_CHARS_MAX = 1_000;

/**
 * How a character can be read. A Cyrillic letter can be meant as it is, or stand for the Latin letter that it looks like as
 * written, in lower case, or in upper case.
 */
const READINGS: readonly ((char: string) => string)[] = [
  foldCase,
  lookalike,
  (char) => lookalike(char.toLowerCase()),
  (char) => lookalike(char.toUpperCase()),
];

/**
 * The different sets of words that a name can be read as: one for a name in ASCII. Each set is without case, accents,
 * punctuation, titles, generations, and legal forms; it is empty only if the name has no letter and no digit.
 */
export function readName(name: string): readonly (readonly string[])[] {
  const plain = withoutAccents(name.slice(0, NAME_CHARS_MAX))
    // A bar between letters stands for one.
    .replace(/(?<=\p{L})\|(?=\p{L})/gu, 'l')
    // G.m.b.H. and L.L.C. are words; two letters with dots are initials.
    .replace(/(?<![\p{L}\p{N}.])\p{L}(?:\.\p{L}){2,}(?![\p{L}\p{N}])/gu, (letters) =>
      isIgnoredWord(letters.replaceAll('.', '').toLowerCase()) ? letters.replaceAll('.', '') : letters,
    );
  const readings = new Set(READINGS.map((read) => Array.from(plain, read).join('')));
  return [...readings].map(distinctWords);
}

function distinctWords(text: string): readonly string[] {
  const words = [...new Set(text.match(/[\p{L}\p{N}]+/gu))];
  const distinguishing = words.filter((word) => !isIgnoredWord(word));
  return distinguishing.length === 0 ? words : distinguishing;
}
