/** Screens the names of users and of the owners of payout accounts against the sanctions list. */

import { createHash, createHmac, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readListFile, type ListFile, type ListSource, type ListedName } from './list-file.ts';
import { looseLetters, readName } from './name-words.ts';

// The sanctions list: names whose owners may not receive money. It finds exact and near matches of a name.

/** Compares the words of a name with those of a listed name. */

/** Why a name is a near match of a listed name. */
type Nearness = 'similar_spelling' | 'initials' | 'extra_words' | 'missing_word';

/** Two words that are equal, or similar. */
type WordPair = { readonly word: string; readonly listed: string };

/**
 * How closely the names match, given these matching word pairs. Each word counts once. Undefined for a name that is only partly
 * the same.
 */
function compareWords(
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

/** Finds words that differ by one edit: a letter that is added, missing, or replaced, or two neighbors that are swapped. */

/** Shorter words have too many neighbors: Ali and Ala are different names. */
const LETTERS_MIN = 4;
/** Longer words are not compared. It bounds the index and the cost of a look-up. */
const LETTERS_MAX = 40;

/**
 * Indexes words by what is left when one letter is removed. Two words within one edit share such a form, so a look-up
 * compares a word with few others, however many words there are.
 */
function createSimilarWords(words: Iterable<string>): (word: string) => readonly string[] {
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

function isOneEditAway(a: string, b: string): boolean {
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

export type Match = ListedName & { readonly kind: 'exact' | Nearness };

export type SanctionsList = {
  /** The files that the names are from. */
  readonly sources: readonly ListSource[];
  /** Changes when names or the rules of comparison change, but not with comments or the order of names. */
  readonly sha256: string;
  /** The matches of a name, exact ones first, at most `MATCHES_MAX`. The cost does not grow with the length of the list. */
  find(name: string): readonly Match[];
};

/** More matches would not change a decision. */
export const MATCHES_MAX = 10;

/** Fictional names that are always listed, so that integrators can test a match. */
const TEST_NAMES = ['Viktor Sanctioned', 'Blocked Trading Company'];

/** Increment this when a change of the rules may find more matches, so that everybody is screened again. */
const RULES_VERSION = 1;

export function createSanctionsList(files: readonly ListFile[] = []): SanctionsList {
  const names: ListedName[] = [
    ...TEST_NAMES.map((name) => ({ name, line: null })),
    ...files.flatMap((file) => file.names),
  ];
  return { sources: files.map(({ source }) => source), sha256: hashOf(names), find: createSearch(names) };
}

/** Throws when a file cannot be read in full: the service must not run without screening. */
export const readSanctionsList = (files: readonly string[]): SanctionsList =>
  createSanctionsList(files.map((file) => readListFile(file, readFileSync(file))));

function hashOf(names: readonly ListedName[]): string {
  const distinct = [...new Set(names.map(({ name }) => name))].sort();
  return createHash('sha256')
    .update(JSON.stringify([RULES_VERSION, ...distinct]))
    .digest('hex');
}

/** One reading of a listed name. `sharedWords` is for the search under way, and zero between searches. */
type Entry = { readonly listed: ListedName; readonly words: readonly string[]; sharedWords: number };

function createSearch(names: readonly ListedName[]): SanctionsList['find'] {
  const bySet = new Map<string, Entry[]>();
  const byLetters = new Map<string, Entry[]>();
  const byWord = new Map<string, Entry[]>();
  for (const listed of names) {
    for (const words of readName(listed.name)) {
      const entry = { listed, words, sharedWords: 0 };
      if (words.length > 0) add(bySet, setKey(words), entry);
      for (const key of letterKeys(words)) add(byLetters, key, entry);
      for (const word of words) add(byWord, word, entry);
    }
  }
  const similarWords = createSimilarWords(byWord.keys());

  /** Adds entries that share words with the name, until there are enough. */
  function addClose(words: readonly string[], found: Map<string, Match>): void {
    const agreeing = new Map<string, WordPair[]>();
    for (const word of words)
      for (const listed of [word, ...similarWords(word)]) add(agreeing, listed, { word, listed });
    const sharing = [...agreeing.keys()].map((listed) => byWord.get(listed) ?? []);
    for (const entries of sharing) for (const entry of entries) entry.sharedWords += 1;
    const initials = words.filter((word) => word.length === 1).length;
    for (const entry of sharing.flat()) {
      const { sharedWords } = entry;
      entry.sharedWords = 0;
      if (sharedWords === 0 || found.size >= MATCHES_MAX) continue;
      if (!canBeClose(words, entry.words, sharedWords, initials)) continue;
      const pairs = entry.words.flatMap((word) => agreeing.get(word) ?? []);
      const kind = compareWords(words, entry.words, pairs);
      if (kind !== undefined) addMatch(found, { ...entry.listed, kind });
    }
  }

  return (name) => {
    const found = new Map<string, Match>();
    const readings = readName(name);
    for (const words of readings)
      for (const { listed } of bySet.get(setKey(words)) ?? []) addMatch(found, { ...listed, kind: 'exact' });
    for (const words of readings) {
      for (const { listed } of letterKeys(words).flatMap((key) => byLetters.get(key) ?? []))
        addMatch(found, { ...listed, kind: 'similar_spelling' });
      addClose(words, found);
    }
    return [...found.values()].slice(0, MATCHES_MAX);
  };
}

/** The first match of a listed name counts. */
function addMatch(found: Map<string, Match>, match: Match): void {
  if (!found.has(match.name)) found.set(match.name, match);
}

/** A quick test that rules out most entries: at most one word may be missing, apart from initials. */
const canBeClose = (
  words: readonly string[],
  listed: readonly string[],
  sharedWords: number,
  initials: number,
): boolean =>
  sharedWords + initials + listed.filter((word) => word.length === 1).length >= listed.length ||
  (sharedWords + initials >= words.length && listed.length <= words.length + 1);

function add<K, V>(index: Map<K, V[]>, key: K, value: V): void {
  const found = index.get(key);
  if (found === undefined) index.set(key, [value]);
  else found.push(value);
}

const setKey = (words: readonly string[]): string => [...words].sort().join(' ');

/** Fewer letters occur in the same number in too many names. */
const REARRANGED_LETTERS_MIN = 8;

/**
 * Equal for names that look alike in ASCII, and for names of the same letters, such as one with other spaces. The prefix
 * keeps the two apart.
 */
function letterKeys(words: readonly string[]): string[] {
  const loose = words.map(looseLetters);
  const letters = Array.from(loose.join('')).sort().join('');
  return [
    ...(loose.length === 0 ? [] : [`words ${setKey([...new Set(loose)])}`]),
    ...(letters.length < REARRANGED_LETTERS_MIN ? [] : [`letters ${letters}`]),
  ];
}

/** The result of screening a name. It contains personal data: who reads a match of a person knows their name. */
export type ScreenedName = {
  /** An exact match is refused where a name is registered; a possible match is sent to a review. */
  readonly result: 'clear' | 'possible_match' | 'match';
  readonly matches: readonly Match[];
  /** What may be stored in plain text; see `Screening`. */
  readonly recordFor: (userId: string) => ScreeningRecord;
};

/** The list, and one code for each match. The codes of a user do not reveal the names, and other users have others. */
type ScreeningRecord = { readonly list_sha256: string; readonly matches: readonly string[] };

export type Screening = {
  readonly listSha256: string;
  readonly sources: readonly ListSource[];
  /** Screens several names of one person together. Empty names match nothing. */
  screen(...names: readonly string[]): ScreenedName;
};

const CODE_CHARS = 32;

/**
 * `key` must be the same on all nodes and forever: a match that was recorded is recognized by its code. A function is called when it is
 * first needed.
 */
export function createScreening(list: SanctionsList, key: KeyObject | (() => KeyObject)): Screening {
  const codeOf = (userId: string, { name, kind }: Match): string =>
    createHmac('sha256', typeof key === 'function' ? key() : key)
      .update(JSON.stringify([userId, kind === 'exact' ? 'exact' : 'near', name]))
      .digest('hex')
      .slice(0, CODE_CHARS);
  return {
    listSha256: list.sha256,
    sources: list.sources,
    screen(...names) {
      const matches = names.flatMap((name) => list.find(name));
      return {
        result: resultOf(matches),
        matches,
        recordFor: (userId) => ({
          list_sha256: list.sha256,
          matches: [...new Set(matches.map((match) => codeOf(userId, match)))],
        }),
      };
    },
  };
}

function resultOf(matches: readonly Match[]): ScreenedName['result'] {
  if (matches.length === 0) return 'clear';
  return matches.some(({ kind }) => kind === 'exact') ? 'match' : 'possible_match';
}
