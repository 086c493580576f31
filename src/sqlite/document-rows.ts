/** The rows of a collection's tables in an SQLite file. */
import type { StoredDocument } from '../read-models/port.ts';
import { termHash } from './term-hash.ts';

/** A row of the documents table. A deleted document keeps its row, without a body, so that an older write is ignored. */
export type Row = readonly [id: string, scope: string, position: bigint, terms: string, body: string | null];
export const COLUMNS = 'id, scope, position, terms, body';

export const BIGINTS = { bigints: true } as const;

export function documentsTable(name: string): string {
  return `"documents ${name}"`;
}

export function entriesTable(name: string): string {
  return `"entries ${name}"`;
}

export const isDeleted = ([, , , , body]: Row): boolean => body === null;

export function documentOf([id, scope, position, terms, body]: Row): StoredDocument {
  return { id, scope, position, terms: parseTerms(terms), body: body ?? 'null' };
}

export function parseTerms(text: string): string[] {
  // Written from an array of strings.
  return text === '[]' ? [] : (JSON.parse(text) as string[]);
}

/** The numbers of a document's entries: one for each of its terms. */
export function listNumbers(scope: string, terms: readonly string[]): number[] {
  return terms.map((term) => termHash(scope, term));
}
