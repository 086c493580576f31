/** Lists the documents of a collection in an SQLite file. */
import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import type { ListQuery, StoredDocument } from '../read-models/port.ts';
import { prepareTuples } from './database.ts';
import type { SqlValue } from './database.ts';
import { BIGINTS, documentOf, documentsTable, entriesTable, listNumbers } from './document-rows.ts';
import type { Row } from './document-rows.ts';

export function prepareLists(
  database: DatabaseSyncInstance,
  name: string,
): (query: ListQuery) => StoredDocument[] {
  const readRows = prepareShapes<Row>(
    database,
    (query) => `SELECT d.id, d.scope, d.position, d.terms, d.body ${listedDocuments(name, query)}`,
  );
  const read = (query: ListQuery): StoredDocument[] => readRows(query).map(documentOf);

  return (query) => {
    const found: StoredDocument[] = [];
    let rest = query;
    for (;;) {
      const page = read(rest);
      for (const document of page) if (matches(document, query)) found.push(document);
      const last = page.at(-1)?.id;
      // Fewer matches than rows means that term hashes collided.
      const missing = query.limit - found.length;
      if (last === undefined || page.length < rest.limit || missing === 0) return found;
      rest = { ...query, limit: missing, ...(query.order === 'newest' ? { before: last } : { after: last }) };
    }
  };
}

/** Lists IDs without their documents, so the lists of two terms whose hashes collide are not told apart. */
export function prepareIdLists(database: DatabaseSyncInstance, name: string): (query: ListQuery) => string[] {
  const readRows = prepareShapes<readonly [id: string]>(database, (query) =>
    query.terms.length === 0
      ? `SELECT d.id ${listedDocuments(name, query)}`
      : `SELECT e.id ${listedEntries(name, query)}`,
  );
  return (query) => readRows(query).map(([id]) => id);
}

/** Prepares one statement for each shape of query: the number of terms, the bounds, and the order. */
function prepareShapes<Found extends readonly SqlValue[]>(
  database: DatabaseSyncInstance,
  sqlOf: (query: ListQuery) => string,
): (query: ListQuery) => Found[] {
  const prepare = (query: ListQuery) => prepareTuples<Found>(database, sqlOf(query), BIGINTS);
  const statements = new Map<string, ReturnType<typeof prepare>>();
  return (query) => {
    const { scope, terms, after, before, order, limit } = query;
    const shape = `${terms.length} ${order} ${after === undefined ? '' : '>'}${before === undefined ? '' : '<'}`;
    let statement = statements.get(shape);
    if (statement === undefined) statements.set(shape, (statement = prepare(query)));
    const bounds = [after, before].filter((bound) => bound !== undefined);
    const [first = scope, ...others] = listNumbers(scope, terms);
    return statement.all(first, ...bounds, ...others, limit);
  };
}

function matches(document: StoredDocument, { scope, terms }: ListQuery): boolean {
  return document.scope === scope && terms.every((term) => document.terms.includes(term));
}

/**
 * Scans the first term's entries and looks up every other term by key. CROSS JOIN forces this order. Without terms, it
 * scans the documents and skips those of other scopes.
 */
function listedDocuments(name: string, query: ListQuery): string {
  const documents = documentsTable(name);
  return query.terms.length === 0
    ? `FROM ${documents} d WHERE d.scope = ? AND d.body IS NOT NULL ${within('d.id', query)}`
    : listedEntries(name, query, `CROSS JOIN ${documents} d ON d.id = e.id`);
}

function listedEntries(name: string, query: ListQuery, join = ''): string {
  const inOtherList = `AND EXISTS (SELECT 1 FROM ${entriesTable(name)} o WHERE o.list = ? AND o.id = e.id)`;
  const others = inOtherList.repeat(query.terms.length - 1);
  return `FROM ${entriesTable(name)} e ${join} WHERE e.list = ? ${within('e.id', query, others)}`;
}

const within = (id: string, { after, before, order }: ListQuery, others = ''): string => `
  ${after === undefined ? '' : `AND ${id} > ?`} ${before === undefined ? '' : `AND ${id} < ?`} ${others}
  ORDER BY ${id} ${order === 'newest' ? 'DESC' : 'ASC'} LIMIT ?`;
