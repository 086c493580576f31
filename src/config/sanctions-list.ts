/**
 * The list of names that nobody may be paid out under: a file of the operator's, one name a line, and a few names that
 * the sandbox always knows. A name is a hit when its words are those of a listed one, whatever their case, accents,
 * punctuation and order.
 */
import { readFileSync } from 'node:fs';

export type SanctionsList = { readonly isListed: (name: string) => boolean };

/** Names of nobody, to try a hit with. */
const SANDBOX_NAMES = ['Viktor Sanctioned', 'Blocked Trading Company'];

/** From the lines of a list: empty ones and those that begin with `#` say nothing. */
export function createSanctionsList(lines: readonly string[] = []): SanctionsList {
  const names = lines.map((line) => line.trim()).filter((line) => line !== '' && !line.startsWith('#'));
  const listed = new Set([...SANDBOX_NAMES, ...names].map(wordsOf).filter((words) => words !== ''));
  return { isListed: (name) => listed.has(wordsOf(name)) };
}

/** Throws when the file can't be read: a service that does not screen must not start. */
export function readSanctionsList(file: string | null): SanctionsList {
  return createSanctionsList(file === null ? [] : readFileSync(file, 'utf8').split(/\r?\n/));
}

/** The words of a name in a fixed order, as one text. What nobody sees in a name does not make two words of one. */
function wordsOf(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/[\p{M}\p{Default_Ignorable_Code_Point}]/gu, '')
    .toLowerCase();
  return (plain.match(/[\p{L}\p{N}]+/gu) ?? []).sort().join(' ');
}
