/** Lists the documents of a collection in an SQLite file. */

import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import {
  INTERSECTION_IDS_MAX,
  boundsAfter,
  type CountQuery,
  type Intersection,
  type IntersectionQuery,
  type ListQuery,
  type StoredDocument,
} from '../read-models/port.ts';
import { prepareTuples, type SqlValue } from './database.ts';

/**
 * Maps a term within a scope to a number. Two terms may collide, so callers must compare the term itself.
 *
 * It is a 53-bit hash (cyrb53, which is public domain). For a term that ends in an object ID, the upper 40 bits are the
 * creation time of the object in milliseconds, so that the entries of new objects are next to each other, at the end.
 */
function termHash(scope: string, term: string): number {
  let { high, low } = hashOfScope(scope);
  for (let index = 0; index < term.length; index += 1) {
    const code = term.charCodeAt(index);
    high = Math.imul(high ^ code, HIGH_FACTOR);
    low = Math.imul(low ^ code, LOW_FACTOR);
  }
  high = Math.imul(high ^ (high >>> 16), 2_246_822_507) ^ Math.imul(low ^ (low >>> 13), 3_266_489_909);
  low = Math.imul(low ^ (low >>> 16), 2_246_822_507) ^ Math.imul(high ^ (high >>> 13), 3_266_489_909);
  const createdAt = millisecondOf(term);
  if (createdAt !== undefined) return createdAt * 2 ** 13 + ((low >>> 0) % 2 ** 13);
  return (high >>> 0) * 2 ** 21 + ((low >>> 0) % 2 ** 21);
}

const HIGH_FACTOR = 2_654_435_761;
const LOW_FACTOR = 1_597_334_677;
/** Above every UTF-16 code unit, so that a scope and a term cannot be confused. */
const SEPARATOR = 0x1_0000;

let newest = { scope: '', high: 0, low: 0, exists: false };

/** The state of the hash after a scope. Caches the latest one, because consecutive calls mostly share their scope. */
function hashOfScope(scope: string): { readonly high: number; readonly low: number } {
  if (newest.exists && newest.scope === scope) return newest;
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (let index = 0; index <= scope.length; index += 1) {
    const code = index === scope.length ? SEPARATOR : scope.charCodeAt(index);
    high = Math.imul(high ^ code, HIGH_FACTOR);
    low = Math.imul(low ^ code, LOW_FACTOR);
  }
  newest = { scope, high, low, exists: true };
  return newest;
}

const ULID_LENGTH = 26;
const TIME_LENGTH = 10;
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

/** The creation time of the object whose ID (a prefix, `_`, and a ULID) ends the term, if there is one. */
function millisecondOf(term: string): number | undefined {
  const start = term.length - ULID_LENGTH;
  if (start < 1 || term.charAt(start - 1) !== '_') return undefined;
  let milliseconds = 0;
  for (let index = start; index < start + TIME_LENGTH; index += 1) {
    const digit = ALPHABET.indexOf(term.charAt(index));
    if (digit === -1) return undefined;
    milliseconds = milliseconds * 32 + digit;
  }
  // Of the 48 bits of a ULID's time, the upper 8 change only every 34 years.
  return milliseconds % 2 ** 40;
}

// The rows of a collection's tables in an SQLite file.

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

export function prepareLists(
  database: DatabaseSyncInstance,
  name: string,
  getMany: (ids: readonly string[]) => StoredDocument[],
): (query: ListQuery) => StoredDocument[] {
  const readRows = prepareShapes<Row>(
    database,
    (query) => `SELECT d.id, d.scope, d.position, d.terms, d.body ${listedDocuments(name, query)}`,
  );
  const listIds = prepareIdLists(database, name);
  const read = (query: ListQuery): StoredDocument[] => {
    if (query.terms.length < 2) return readRows(query).map(documentOf);
    const direction = query.order === 'newest' ? -1 : 1;
    return getMany(listIds(query)).sort((a, b) => (a.id < b.id ? -direction : direction));
  };

  return (query) => {
    const found: StoredDocument[] = [];
    let rest = query;
    for (;;) {
      const page = read(rest);
      for (const document of page) if (hasAnyTerm(document, query)) found.push(document);
      const last = page.at(-1)?.id;
      // Fewer matches than rows means that term hashes collided.
      const missing = query.limit - found.length;
      if (last === undefined || page.length < rest.limit || missing === 0) return found;
      rest = { ...query, limit: missing, ...boundsAfter(query, last) };
    }
  };
}

/**
 * Lists IDs without their documents, so the lists of two terms whose hashes collide are not told apart. Merges the lists of
 * several terms.
 */
export function prepareIdLists(database: DatabaseSyncInstance, name: string): (query: ListQuery) => string[] {
  const readRows = prepareShapes<readonly [id: string]>(database, (query) =>
    query.terms.length === 0
      ? `SELECT d.id ${listedDocuments(name, query)}`
      : `SELECT e.id ${listedEntries(name, query)}`,
  );
  const idsOf = (query: ListQuery): string[] => readRows(query).map(([id]) => id);
  return (query) => {
    if (query.terms.length < 2) return idsOf(query);
    const ids = [...new Set(query.terms.flatMap((term) => idsOf({ ...query, terms: [term] })))].sort();
    if (query.order === 'newest') ids.reverse();
    return ids.slice(0, query.limit);
  };
}

/** Looks at a limited number of the first term's entries, and looks up every other term by key. */
export function prepareIntersections(
  database: DatabaseSyncInstance,
  name: string,
): (query: IntersectionQuery) => Intersection {
  const entries = (query: ListQuery): string =>
    `SELECT e.id FROM ${entriesTable(name)} e WHERE e.list = ? ${within('e.id', query)}`;
  const inOtherList = `EXISTS (SELECT 1 FROM ${entriesTable(name)} o WHERE o.list = ? AND o.id = e.id)`;
  // CROSS JOIN keeps the order: the documents are read last.
  const readRows = prepareShapes<Row>(
    database,
    (query) =>
      `SELECT d.id, d.scope, d.position, d.terms, d.body
       FROM (${entries(query)} LIMIT ${INTERSECTION_IDS_MAX}) e CROSS JOIN ${documentsTable(name)} d ON d.id = e.id
       WHERE ${query.terms
         .slice(1)
         .map(() => `${inOtherList} AND`)
         .join(' ')} TRUE LIMIT ?`,
  );
  const readEnd = prepareShapes<readonly [id: string]>(
    database,
    (query) => `${entries(query)} LIMIT ? OFFSET ${INTERSECTION_IDS_MAX - 1}`,
  );
  return (query) => {
    const rows = readRows(query).map(documentOf);
    const documents = rows.filter((document) => hasAllTerms(document, query));
    // A page that is full, apart from documents whose term hashes collide, continues after its last document.
    if (rows.length === query.limit) return { documents, readTo: rows.at(-1)?.id };
    const [end] = readEnd({ ...query, terms: query.terms.slice(0, 1), limit: 1 });
    return { documents, readTo: end?.[0] };
  };
}

/** Whether the term has more entries. The lists of two terms whose hashes collide are not told apart. */
export function prepareCounts(
  database: DatabaseSyncInstance,
  name: string,
): (count: number, query: CountQuery) => boolean {
  const readRows = prepareShapes<readonly [id: string]>(
    database,
    (query) => `SELECT e.id ${listedEntries(name, query)} OFFSET ?`,
  );
  return (count, { term, ...query }) =>
    readRows({ ...query, terms: [term], order: 'oldest', limit: 1 }, count).length > 0;
}

/** Prepares one statement for each shape of query: the number of terms, the bounds, and the order. */
function prepareShapes<Found extends readonly SqlValue[]>(
  database: DatabaseSyncInstance,
  sqlOf: (query: ListQuery) => string,
): (query: ListQuery, ...further: readonly number[]) => Found[] {
  const prepare = (query: ListQuery) => prepareTuples<Found>(database, sqlOf(query), BIGINTS);
  const statements = new Map<string, ReturnType<typeof prepare>>();
  return (query, ...further) => {
    const { scope, terms, after, before, order, limit } = query;
    const shape = `${terms.length} ${order} ${after === undefined ? '' : '>'}${before === undefined ? '' : '<'}`;
    let statement = statements.get(shape);
    if (statement === undefined) statements.set(shape, (statement = prepare(query)));
    const bounds = [after, before].filter((bound) => bound !== undefined);
    const [first = scope, ...others] = listNumbers(scope, terms);
    return statement.all(first, ...bounds, ...others, limit, ...further);
  };
}

const hasAllTerms = (document: StoredDocument, { scope, terms }: ListQuery): boolean =>
  document.scope === scope && terms.every((term) => document.terms.includes(term));

const hasAnyTerm = (document: StoredDocument, { scope, terms }: ListQuery): boolean =>
  document.scope === scope && (terms.length === 0 || terms.some((term) => document.terms.includes(term)));

/** Scans the entries of the term. Without a term, it scans the documents and skips those of other scopes. */
function listedDocuments(name: string, query: ListQuery): string {
  const documents = documentsTable(name);
  return query.terms.length === 0
    ? `FROM ${documents} d WHERE d.scope = ? AND d.body IS NOT NULL ${within('d.id', query)} LIMIT ?`
    : listedEntries(name, query, `CROSS JOIN ${documents} d ON d.id = e.id`);
}

const listedEntries = (name: string, query: ListQuery, join = ''): string =>
  `FROM ${entriesTable(name)} e ${join} WHERE e.list = ? ${within('e.id', query)} LIMIT ?`;

const within = (id: string, { after, before, order }: ListQuery): string => `
  ${after === undefined ? '' : `AND ${id} > ?`} ${before === undefined ? '' : `AND ${id} < ?`}
  ORDER BY ${id} ${order === 'newest' ? 'DESC' : 'ASC'}`;
