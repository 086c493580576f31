/**
 * Characters that look like others, from the data of Unicode Technical Standard #39 (confusables.txt). The standard maps each
 * character to a prototype; two texts look alike if their prototypes are equal.
 */
import { createRequire } from 'node:module';

// The package's own function searches thousands of alternatives for each character; a look-up in its data does not.
const PROTOTYPES = createRequire(import.meta.url)('unhomoglyph/data.json') as Readonly<
  Record<string, string>
>;

const LETTERS = /^[\p{L}\p{N}]+$/u;

/** Decomposes characters, for example fullwidth and accented ones, and removes accents and invisible characters. */
export const withoutAccents = (text: string): string =>
  text
    .replace(/[^\0-\x7f]/gu, (char) => INDECOMPOSABLE.get(char) ?? char)
    .normalize('NFKD')
    .replace(/[\p{M}\p{Default_Ignorable_Code_Point}]/gu, '');

/** Characters that look like an ASCII letter and decompose into another one that does not, such as the lunate sigma. */
const INDECOMPOSABLE: ReadonlyMap<string, string> = new Map(
  Object.entries(PROTOTYPES).filter(
    ([char, prototype]) =>
      /^[a-z]$/i.test(prototype) &&
      char !== char.normalize('NFKD') &&
      !/^[a-z0-9]/i.test(char.normalize('NFKD')),
  ),
);

/** Case folding of one character. Unlike `toLowerCase`, it does not depend on neighbors, and `ß` becomes `ss`. */
export const foldCase = (char: string): string => char.toUpperCase().toLowerCase();

/**
 * The letters that a character looks like, in lower case. ASCII characters stand for themselves, because `I`, `l`, and `1` are
 * different letters in honest names; see `looseLetters`.
 */
export const lookalike = (char: string): string =>
  (char < '\u0080' ? undefined : LOOKALIKES.get(char)) ?? foldCase(char);

function prototypeOf(char: string, found: string): string {
  const prototype = withoutAccents(found);
  // The standard maps letters that look like a capital I to `l`, and `m` to `rn`.
  if (prototype === 'l' && char !== char.toLowerCase()) return 'i';
  if (prototype === 'rn') return 'm';
  return Array.from(prototype, foldCase).join('');
}

/** Only letters and digits that look like letters and digits. */
const LOOKALIKES: ReadonlyMap<string, string> = new Map(
  Object.entries(PROTOTYPES)
    .filter(([char, prototype]) => LETTERS.test(char) && LETTERS.test(withoutAccents(prototype)))
    .map(([char, prototype]) => [char, prototypeOf(char, prototype)]),
);

/** The letters of a word such that words that look alike in ASCII are equal: I, l, and 1; O and 0; m and rn; w and vv. */
export const looseLetters = (word: string): string =>
  word.replace(/[i1]/g, 'l').replaceAll('0', 'o').replaceAll('m', 'rn').replaceAll('w', 'vv');
