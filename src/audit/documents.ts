/** The documents store as an audit reads it: by the service's own configuration, and never written to. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECTIONS } from '../../projections/all.ts';
import type { Config } from '../config.ts';
import type { Documents } from '../documents/port.ts';
import { serveDocuments } from '../documents/served.ts';
import { createSqliteDocuments } from '../documents/sqlite.ts';
import { openDatabase } from '../sqlite.ts';
import { FILE_NAME } from '../stores.ts';
import { Unreadable } from './source.ts';

/** Read by the names of the code's own rules, whichever build is behind each. Throws Unreadable. */
export async function openDocuments({
  dataDir,
  mongoUrl,
}: Pick<Config, 'dataDir' | 'mongoUrl'>): Promise<Documents> {
  if (mongoUrl !== undefined) {
    // The driver takes a while to load, so only those who use a server load it.
    const { createMongoDocuments } = await import('../documents/mongodb.ts');
    return serveDocuments(createMongoDocuments(mongoUrl), PROJECTIONS);
  }
  const file = join(dataDir, FILE_NAME);
  if (!existsSync(file)) throw new Unreadable(`there is no file ${file}`);
  return serveDocuments(createSqliteDocuments(openDatabase(file, { readOnly: true })), PROJECTIONS);
}
