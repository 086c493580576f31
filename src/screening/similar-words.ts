/** Finds words that differ by one edit: a letter that is added, missing, or replaced, or two neighbors that are swapped. */

/** Shorter words have too many neighbors: Ali and Ala are different names. */
const LETTERS_MIN = 4;
/** Longer words are not compared. It bounds the index and the cost of a look-up. */
const LETTERS_MAX = 40;

/**
 * Indexes words by what is left when one letter is removed. Two words within one edit share such a form, so a look-up
 * compares a word with few others, however many words there are.
 */
export function createSimilarWords(words: Iterable<string>): (word: string) => readonly string[] {
  const byForm = new Map<string, string[]>();
  for (const word of words) {
    for (const form of formsOf(word)) {
      const found = byForm.get(form);
      if (found === undefined) byForm.set(form, [word]);
      else found.push(word);
    }
  }
  return (word) => {
    const candidates = new Set([...formsOf(word)].flatMap((form) => byForm.get(form) ?? []));
    return [...candidates].filter((candidate) => isOneEditAway(word, candidate));
  };
}

function formsOf(word: string): ReadonlySet<string> {
  if (word.length < LETTERS_MIN || word.length > LETTERS_MAX) return new Set();
  const shorter = Array.from(word, (_letter, at) => word.slice(0, at) + word.slice(at + 1));
  return new Set([word, ...shorter]);
}

export function isOneEditAway(a: string, b: string): boolean {
  if (a === b || Math.abs(a.length - b.length) > 1) return false;
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1;
  let end = 0;
  const common = Math.min(a.length, b.length) - start;
  while (end < common && a.at(-1 - end) === b.at(-1 - end)) end += 1;
  const [restOfA, restOfB] = [a.slice(start, a.length - end), b.slice(start, b.length - end)];
  if (restOfA.length <= 1 && restOfB.length <= 1) return true;
  return restOfA.length === 2 && restOfA === restOfB.charAt(1) + restOfB.charAt(0);
}
