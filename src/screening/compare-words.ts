/** Compares the words of a name with those of a listed name. */

/** Why a name is a near match of a listed name. */
export type Nearness = 'similar_spelling' | 'initials' | 'extra_words' | 'missing_word';

/** Two words that are equal, or similar. */
export type WordPair = { readonly word: string; readonly listed: string };

/**
 * Whether the name is close to the listed name, of which these pairs of words agree. Each word counts once. Undefined for a
 * name that is only partly the same.
 */
export function compareWords(
  words: readonly string[],
  listed: readonly string[],
  pairs: readonly WordPair[],
): Nearness | undefined {
  const missing = new Set(listed);
  const extra = new Set(words);
  const pairUp = (each: WordPair): boolean =>
    missing.has(each.listed) &&
    extra.has(each.word) &&
    missing.delete(each.listed) &&
    extra.delete(each.word);
  for (const each of pairs) if (each.word === each.listed) pairUp(each);
  const equal = listed.length - missing.size;
  const similar = pairs.filter(pairUp).length;
  const initials = initialsAmong(extra, missing).filter(pairUp).length;

  if (missing.size === 0 && extra.size === 0) return similar > 0 ? 'similar_spelling' : 'initials';
  if (missing.size === 0 && canHaveExtraWords(extra, listed, similar + initials)) return 'extra_words';
  // Of a single word, half of a listed name, only the exact spelling is suspicious.
  const isSuspicious = words.length > 1 || equal === 1;
  return missing.size === 1 && extra.size === 0 && isSuspicious ? 'missing_word' : undefined;
}

const initialsAmong = (words: ReadonlySet<string>, listed: ReadonlySet<string>): WordPair[] =>
  [...words].flatMap((word) =>
    [...listed]
      .filter((other) => (word.length === 1 || other.length === 1) && word[0] === other[0])
      .map((other) => ({ word, listed: other })),
  );

/** A listed name of one word is part of too many names; it may only have abbreviations around it, such as `SA`. */
function canHaveExtraWords(
  extra: ReadonlySet<string>,
  { length }: readonly string[],
  inexact: number,
): boolean {
  return length === 1 ? inexact === 0 && [...extra].every((word) => word.length <= 2) : inexact <= 1;
}
