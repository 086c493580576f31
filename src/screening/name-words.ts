/** The words of a name, for comparison with other names. */

import { createRequire } from 'node:module';
import { lazy } from '../system/lazy.ts';

/**
 * Words that do not distinguish one person or company from another, as name words. Only words that are hardly ever names are
 * listed: others, such as `SA` or `Co`, stay part of the name, and a name with one more word is a near match anyway.
 */

const TITLES =
  'mr mrs ms miss mx dr prof professor sir dame rev reverend herr frau monsieur madame mme mlle ' +
  'senor senora senorita srta signor signora dott esq phd mba';

const GENERATIONS = 'jr junior sr senior ii iii iv 2nd 3rd';

const LEGAL_FORMS =
  'ltd limited gmbh mbh inc incorporated corp corporation company llc llp plc pllc pty pte kgaa ohg ' +
  'sarl srl eurl bvba ltda oyj aps ooo oao zao pao';

const IGNORED: ReadonlySet<string> = new Set(`${TITLES} ${GENERATIONS} ${LEGAL_FORMS}`.split(' '));

const isIgnoredWord = (word: string): boolean => IGNORED.has(word);

// Characters that look like others, from the data of Unicode Technical Standard #39 (confusables.txt). The standard maps each
// character to a prototype; two texts look alike if their prototypes are equal.

// The package's own function searches thousands of alternatives for each character; a look-up in its data does not. The tables
// are made when the first character beyond ASCII needs them, because every thread loads this module.
const prototypes = lazy(
  () => createRequire(import.meta.url)('unhomoglyph/data.json') as Readonly<Record<string, string>>,
);

const LETTERS = /^[\p{L}\p{N}]+$/u;

/** Decomposes characters, for example fullwidth and accented ones, and removes accents and invisible characters. */
const withoutAccents = (text: string): string =>
  text
    .replace(/[^\0-\x7f]/gu, (char) => indecomposable().get(char) ?? char)
    .normalize('NFKD')
    .replace(/[\p{M}\p{Default_Ignorable_Code_Point}]/gu, '');

/** Characters that look like an ASCII letter and decompose into another one that does not, such as the lunate sigma. */
const indecomposable = lazy(
  (): ReadonlyMap<string, string> =>
    new Map(
      Object.entries(prototypes()).filter(
        ([char, prototype]) =>
          /^[a-z]$/i.test(prototype) &&
          char !== char.normalize('NFKD') &&
          !/^[a-z0-9]/i.test(char.normalize('NFKD')),
      ),
    ),
);

/** Case folding of one character. Unlike `toLowerCase`, it does not depend on neighbors, and `ß` becomes `ss`. */
const foldCase = (char: string): string => char.toUpperCase().toLowerCase();

/**
 * The letters that a character looks like, in lower case. ASCII characters stand for themselves, because `I`, `l`, and `1` are
 * different letters in honest names; see `looseLetters`.
 */
const lookalike = (char: string): string =>
  (char < '\u0080' ? undefined : lookalikes().get(char)) ?? foldCase(char);

function prototypeOf(char: string, found: string): string {
  const prototype = withoutAccents(found);
  // The standard maps letters that look like a capital I to `l`, and `m` to `rn`.
  if (prototype === 'l' && char !== char.toLowerCase()) return 'i';
  if (prototype === 'rn') return 'm';
  return Array.from(prototype, foldCase).join('');
}

/** Only letters and digits that look like letters and digits. */
const lookalikes = lazy(
  (): ReadonlyMap<string, string> =>
    new Map(
      Object.entries(prototypes())
        .filter(([char, prototype]) => LETTERS.test(char) && LETTERS.test(withoutAccents(prototype)))
        .map(([char, prototype]) => [char, prototypeOf(char, prototype)]),
    ),
);

/** The letters of a word such that words that look alike in ASCII are equal: I, l, and 1; O and 0; m and rn; w and vv. */
export const looseLetters = (word: string): string =>
  word.replace(/[i1]/g, 'l').replaceAll('0', 'o').replaceAll('m', 'rn').replaceAll('w', 'vv');

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

// Words by which people are found and compared, where a mistake costs nothing: the lookalike reading only.

const APOSTROPHES = /(?<=\p{L})['\u2018\u2019\u02bb\u02bc`\u00b4](?=\p{L})/gu;

/** The words of a text, without case, accents, and apostrophes: `Łukasz` is `lukasz`, and `O’Brien` is `obrien`. */
export const foldedWords = (text: string): readonly string[] =>
  Array.from(withoutAccents(text.slice(0, NAME_CHARS_MAX).replace(APOSTROPHES, '')), lookalike)
    .join('')
    .match(/[\p{L}\p{N}]+/gu) ?? [];

/** Letters that other languages write with others: `Sigurðsson` is also written Sigurdsson. */
const SPELLINGS: readonly (readonly [RegExp, string])[] = [
  [/ð/g, 'd'],
  [/þ/g, 'th'],
  [/æ/g, 'ae'],
  [/[øœ]/g, 'o'],
  [/ph/g, 'f'],
  [/(?:ts|tz|z|ß)/g, 's'],
  [/(?:sch|sh|ch|kh)/g, 'x'],
  [/q[uv]?|k[uvw](?=[aeiouy])/g, 'kv'],
  [/ck|c/g, 'k'],
  [/th|dt/g, 't'],
  [/w/g, 'v'],
  [/h/g, ''],
];
const VOWELS = /(?<!^)j|[aeiouy]+/g;
const SOUND_LENGTH_MAX = 8;

/**
 * The consonants of a word as they sound, which spellings of one name share: `lindqvist` and `lindquist` are `lndkvst`. Undefined for
 * words without enough of them to say anything.
 */
export function soundOf(word: string): string | undefined {
  const spelled = SPELLINGS.reduce((text, [pattern, by]) => text.replace(pattern, by), word);
  const first = /^[aeiouy]/.test(spelled) ? 'a' : '';
  const sound = (first + spelled.replace(VOWELS, '')).replace(/(.)\1+/g, '$1').slice(0, SOUND_LENGTH_MAX);
  return /^\p{Script=Latin}{3,}$/u.test(sound) ? sound : undefined;
}

const WITHOUT_SPACES = /^[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]+$/u;

/** Whether a word is of a script that has no spaces between the parts of a name, or need not have them. */
export const isWithoutSpaces = (word: string): boolean => WITHOUT_SPACES.test(word);
