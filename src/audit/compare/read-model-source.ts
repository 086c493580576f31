/** The documents store as an audit reads it: by the service's own configuration, and never written to. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECTIONS } from '../../../projections/all.ts';
import type { Config } from '../../config/config.ts';
import { createReadModelRouter } from '../../read-models/generations/read-model-router.ts';
import type { ReadModelRouter } from '../../read-models/generations/read-model-router.ts';
import { createSqliteDocuments } from '../../sqlite/documents.ts';
import { openDatabase } from '../../sqlite/database.ts';
import { DATABASE_FILE_NAME } from '../../service/stores.ts';
import { COLLECTION_NAMES } from './comparison-report.ts';
import { compareReadModels } from './comparison.ts';
import type { Comparison } from './comparison.ts';
import { AuditUnavailable } from '../event-source.ts';
import type { EventSource } from '../event-source.ts';

/** Read by the names of the code's own rules, whichever build is behind each. Throws Unreadable. */
export async function openReadModels({
  dataDir,
  mongoUrl,
}: Pick<Config, 'dataDir' | 'mongoUrl'>): Promise<ReadModelRouter> {
  if (mongoUrl !== undefined) {
    // The driver takes a while to load, so only those who use a server load it.
    const { createMongoDocumentStore } = await import('../../read-models/stores/mongodb/document-store.ts');
    return createReadModelRouter(createMongoDocumentStore(mongoUrl), PROJECTIONS);
  }
  const file = join(dataDir, DATABASE_FILE_NAME);
  if (!existsSync(file)) throw new AuditUnavailable(`there is no file ${file}`);
  return createReadModelRouter(createSqliteDocuments(openDatabase(file, { readOnly: true })), PROJECTIONS);
}

/**
 * Compares what is read when it begins, also if another build takes its place meanwhile. Throws Unreadable when
 * that is dropped before the end: what is missing then says nothing about the ledger.
 */
export async function compareServedReadModels(
  source: EventSource,
  documents: ReadModelRouter,
  onProgress?: (position: bigint, last: bigint) => void,
): Promise<Comparison> {
  const gone = (): AuditUnavailable =>
    new AuditUnavailable('what was compared was built anew and dropped meanwhile; compare again');
  try {
    const found = await compareReadModels(source, documents, onProgress);
    if (found.ok || !(await isBeingDropped(documents))) return found;
  } catch (error) {
    throw (await isBeingDropped(documents)) ? gone() : error;
  }
  throw gone();
}

/** Whether a build that is read here is dropped, or about to be. Its key is the name of its collection. */
async function isBeingDropped(documents: ReadModelRouter): Promise<boolean> {
  const checkpoints = await documents.store.checkpoints();
  const read = await Promise.all(
    Object.values(COLLECTION_NAMES).map((name) => documents.resolveCollection(name)),
  );
  return read.some((name) => !checkpoints.has(name) || checkpoints.has(`${name} dropping`));
}
