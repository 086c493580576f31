/** The documents store as an audit reads it: by the service's own configuration, and never written to. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECTIONS } from '../../projections/all.ts';
import type { Config } from '../config.ts';
import { serveDocuments } from '../documents/served.ts';
import type { ServedDocuments } from '../documents/served.ts';
import { createSqliteDocuments } from '../documents/sqlite.ts';
import { openDatabase } from '../sqlite.ts';
import { FILE_NAME } from '../stores.ts';
import { NAMES } from './compare-report.ts';
import { compare } from './compare.ts';
import type { Comparison } from './compare.ts';
import { Unreadable } from './source.ts';
import type { Source } from './source.ts';

/** Read by the names of the code's own rules, whichever build is behind each. Throws Unreadable. */
export async function openDocuments({
  dataDir,
  mongoUrl,
}: Pick<Config, 'dataDir' | 'mongoUrl'>): Promise<ServedDocuments> {
  if (mongoUrl !== undefined) {
    // The driver takes a while to load, so only those who use a server load it.
    const { createMongoDocuments } = await import('../documents/mongodb.ts');
    return serveDocuments(createMongoDocuments(mongoUrl), PROJECTIONS);
  }
  const file = join(dataDir, FILE_NAME);
  if (!existsSync(file)) throw new Unreadable(`there is no file ${file}`);
  return serveDocuments(createSqliteDocuments(openDatabase(file, { readOnly: true })), PROJECTIONS);
}

/**
 * Compares what is read when it begins, also if another build takes its place meanwhile. Throws Unreadable when
 * that is dropped before the end: what is missing then says nothing about the ledger.
 */
export async function compareServed(
  source: Source,
  documents: ServedDocuments,
  onProgress?: (position: bigint, last: bigint) => void,
): Promise<Comparison> {
  const gone = (): Unreadable =>
    new Unreadable('what was compared was built anew and dropped meanwhile; compare again');
  try {
    const found = await compare(source, documents, onProgress);
    if (found.ok || !(await isGoing(documents))) return found;
  } catch (error) {
    throw (await isGoing(documents)) ? gone() : error;
  }
  throw gone();
}

/** Whether a build that is read here is dropped, or about to be. Its key is the name of its collection. */
async function isGoing(documents: ServedDocuments): Promise<boolean> {
  const checkpoints = await documents.inner.checkpoints();
  const read = await Promise.all(Object.values(NAMES).map((name) => documents.collectionOf(name)));
  return read.some((name) => !checkpoints.has(name) || checkpoints.has(`${name} dropping`));
}
