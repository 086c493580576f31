/** What a book knows about the screening of a name: codes of its matches on the sanctions list, never names. */

export type ScreeningRecord = {
  /** SHA-256 of the list, hex. */
  readonly list_sha256: string;
  /** One code per match, the same for the same user and match. */
  readonly matches: readonly string[];
};

/** The record to store if a name has matches that are not known yet; known ones are included. */
export function withNewMatches(
  known: readonly string[],
  { list_sha256, matches }: ScreeningRecord,
): ScreeningRecord | undefined {
  const all = [...new Set([...known, ...matches])];
  return all.length === known.length ? undefined : { list_sha256, matches: all };
}
