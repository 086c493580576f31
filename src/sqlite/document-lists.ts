/** Lists the documents of a collection in an SQLite file. */
import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import type { ListQuery, StoredDocument } from '../read-models/port.ts';
import { prepareTuples } from './database.ts';
import { BIGINTS, documentOf, documentsTable, entriesTable, listNumbers } from './document-rows.ts';
import type { Row } from './document-rows.ts';

/** Prepares one statement for each shape of query: the number of terms, the bounds, and the order. */
export function prepareLists(
  database: DatabaseSyncInstance,
  name: string,
): (query: ListQuery) => StoredDocument[] {
  const prepare = (query: ListQuery) => prepareTuples<Row>(database, listStatement(name, query), BIGINTS);
  const statements = new Map<string, ReturnType<typeof prepare>>();

  const read = (query: ListQuery): StoredDocument[] => {
    const { scope, terms, after, before, order, limit } = query;
    const shape = `${terms.length} ${order} ${after === undefined ? '' : '>'}${before === undefined ? '' : '<'}`;
    let statement = statements.get(shape);
    if (statement === undefined) statements.set(shape, (statement = prepare(query)));
    const bounds = [after, before].filter((bound) => bound !== undefined);
    const [first = scope, ...others] = listNumbers(scope, terms);
    return statement.all(first, ...bounds, ...others, limit).map(documentOf);
  };

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

function matches(document: StoredDocument, { scope, terms }: ListQuery): boolean {
  return document.scope === scope && terms.every((term) => document.terms.includes(term));
}

/**
 * Scans the first term's entries and looks up every other term by key. CROSS JOIN forces this order. Without terms, it
 * scans the documents and skips those of other scopes.
 */
function listStatement(name: string, { terms, after, before, order }: ListQuery): string {
  const [from, id] =
    terms.length === 0
      ? [`FROM ${documentsTable(name)} d WHERE d.scope = ? AND d.body IS NOT NULL`, 'd.id']
      : [
          `FROM ${entriesTable(name)} e CROSS JOIN ${documentsTable(name)} d ON d.id = e.id WHERE e.list = ?`,
          'e.id',
        ];
  const inOtherList = `AND EXISTS (SELECT 1 FROM ${entriesTable(name)} o WHERE o.list = ? AND o.id = e.id)`;
  return `
    SELECT d.id, d.scope, d.position, d.terms, d.body ${from}
      ${after === undefined ? '' : `AND ${id} > ?`} ${before === undefined ? '' : `AND ${id} < ?`}
      ${inOtherList.repeat(Math.max(0, terms.length - 1))}
    ORDER BY ${id} ${order === 'newest' ? 'DESC' : 'ASC'}
    LIMIT ?`;
}
