/** The words and digits by which people are found. The index contains keyed hashes of them, never the texts themselves. */

/** What a search finds a person by. Every role that may not see these fields may not search by them either. */
export type SearchableFields = {
  readonly names: readonly (string | null | undefined)[];
  readonly email?: string | null | undefined;
  readonly phone?: string | null | undefined;
};

/** Without case, accents, and differences of width. */
export const foldText = (text: string): string =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().normalize('NFC');

export const wordsOf = (text: string): readonly string[] => foldText(text).match(/[\p{L}\p{N}]+/gu) ?? [];

/** All words of a person, without duplicates. */
export const personWords = ({ names, email }: SearchableFields): readonly string[] => [
  ...new Set([...names, email].flatMap((each) => wordsOf(each ?? ''))),
];

/** A phone number without spaces, signs, and the zeros of a national or international prefix. */
export const phoneDigits = (phone: string): string => phone.replace(/\D/g, '').replace(/^0+/, '');

/** The lengths of the beginnings of words that are indexed, and of the ends of phone numbers. */
const PREFIX_LENGTHS = [2, 3, 4, 6, 8, 12];
const SUFFIX_LENGTHS = [4, 7, 9];
/** In a script without spaces or with few letters per word, one letter is selective. */
const SINGLE_LETTER = /^[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]/u;
/** Of one person. */
const WORDS_MAX = 16;

const prefixLengths = (word: string): readonly number[] =>
  SINGLE_LETTER.test(word) ? [1, ...PREFIX_LENGTHS] : PREFIX_LENGTHS;

/** The texts whose keyed hashes are the terms of a person. */
export function personTokens(fields: SearchableFields): readonly string[] {
  const words = personWords(fields).slice(0, WORDS_MAX);
  const digits = phoneDigits(fields.phone ?? '');
  return [
    ...new Set(
      words.flatMap((word) => {
        const letters = Array.from(word);
        return prefixLengths(word)
          .filter((length) => length <= letters.length)
          .map((length) => wordToken(letters.slice(0, length).join('')));
      }),
    ),
    ...SUFFIX_LENGTHS.filter((length) => length <= digits.length).map((length) =>
      phoneToken(digits.slice(-length)),
    ),
  ];
}

/** The most selective token that every person with a word that begins so has; undefined if it is too short. */
export function tokenOfWord(word: string): string | undefined {
  const letters = Array.from(word);
  const length = prefixLengths(word).findLast((each) => each <= letters.length);
  return length === undefined ? undefined : wordToken(letters.slice(0, length).join(''));
}

/** The most selective token of everyone whose phone number ends so; undefined if there are too few digits. */
export function tokenOfPhone(text: string): string | undefined {
  const digits = phoneDigits(text);
  const length = SUFFIX_LENGTHS.findLast((each) => each <= digits.length);
  return length === undefined ? undefined : phoneToken(digits.slice(-length));
}

const wordToken = (prefix: string): string => `word ${prefix}`;
const phoneToken = (suffix: string): string => `phone ${suffix}`;
