/** Edits documents of a running service, as somebody could who can write to the documents store. */
import { join } from 'node:path';
import { DATABASE_FILE_NAME } from '../../src/config/config.ts';
import { openDatabase } from '../../src/sqlite/database.ts';

/** Replaces or adds a document in every generation of a collection. */
export function editDocument(
  dataDir: string,
  collection: string,
  { scope, body }: { readonly scope: string; readonly body: { readonly id: string } },
): void {
  const database = openDatabase(join(dataDir, DATABASE_FILE_NAME));
  // The columns that the query names.
  const tables = database
    .prepare('SELECT name FROM sqlite_schema WHERE name LIKE ?')
    .all(`documents ${collection}%`) as { name: string }[];
  const edited = tables.map(({ name }) =>
    database
      .prepare(
        `INSERT INTO "${name}" (id, scope, position, terms, body) VALUES (?, ?, 1, '[]', ?)
         ON CONFLICT DO UPDATE SET body = excluded.body`,
      )
      .run(body.id, scope, JSON.stringify(body)),
  );
  database.close();
  if (edited.length === 0) throw new Error(`there is no collection ${collection}`);
}

/** Whether the document has this body. */
export function hasDocument(dataDir: string, collection: string, id: string, body: string): boolean {
  const database = openDatabase(join(dataDir, DATABASE_FILE_NAME), { readOnly: true });
  // The column that the query names.
  const tables = database
    .prepare('SELECT name FROM sqlite_schema WHERE name LIKE ?')
    .all(`documents ${collection}%`) as { name: string }[];
  const found = tables.some(
    ({ name }) =>
      database.prepare(`SELECT 1 FROM "${name}" WHERE id = ? AND body = ?`).get(id, body) !== undefined,
  );
  database.close();
  return found;
}
