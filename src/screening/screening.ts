/** Screens the names of users and of the owners of payout accounts against the sanctions list. */
import { createHmac, type KeyObject } from 'node:crypto';
import type { Match, SanctionsList } from './sanctions-list.ts';

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
  /** Screens several names of one person together. Empty names match nothing. */
  screen(...names: readonly string[]): ScreenedName;
};

const CODE_CHARS = 32;

/** `key` must be the same on all nodes: a match that was recorded is recognized by its code. */
export function createScreening(list: SanctionsList, key: KeyObject): Screening {
  const codeOf = (userId: string, { name, kind }: Match): string =>
    createHmac('sha256', key)
      .update(JSON.stringify([userId, kind === 'exact' ? 'exact' : 'near', name]))
      .digest('hex')
      .slice(0, CODE_CHARS);
  return {
    listSha256: list.sha256,
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
