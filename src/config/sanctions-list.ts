/**
 * The sanctions list: names that may not receive payouts. A name matches when it has the same words as a listed name,
 * ignoring case, accents, punctuation, and order.
 */
import { readFileSync } from 'node:fs';

export type SanctionsList = { readonly isListed: (name: string) => boolean };

/** Fictional names that are always listed, so that integrators can test a match. */
const TEST_NAMES = ['Viktor Sanctioned', 'Blocked Trading Company'];

/** One name per line. Ignores empty lines and lines that begin with `#`. */
export function createSanctionsList(lines: readonly string[] = []): SanctionsList {
  const names = lines.map((line) => line.trim()).filter((line) => line !== '' && !line.startsWith('#'));
  const listed = new Set([...TEST_NAMES, ...names].map(normalize).filter((words) => words !== ''));
  return { isListed: (name) => listed.has(normalize(name)) };
}

/** Throws when the file cannot be read: the service must not run without screening. */
export function readSanctionsList(file: string | null): SanctionsList {
  return createSanctionsList(file === null ? [] : readFileSync(file, 'utf8').split(/\r?\n/));
}

/** The words of a name in alphabetical order. Invisible characters do not separate words. */
function normalize(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/[\p{M}\p{Default_Ignorable_Code_Point}]/gu, '')
    .toLowerCase();
  return (plain.match(/[\p{L}\p{N}]+/gu) ?? []).sort().join(' ');
}
