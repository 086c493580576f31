/** Opens the read models of the configured service for reading only. */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECTIONS } from '../../../projections/all.ts';
import type { Config } from '../../config/config.ts';
import { DATABASE_FILE_NAME } from '../../config/storage.ts';
import {
  createReadModelRouter,
  type ReadModelRouter,
} from '../../read-models/generations/read-model-router.ts';
import { openDatabase } from '../../sqlite/database.ts';
import { createSqliteDocuments } from '../../sqlite/documents.ts';
import { AuditUnavailable, type EventSource } from '../event-source.ts';
import { COLLECTION_NAMES } from './comparison-report.ts';
import { compareReadModels, type Comparison } from './comparison.ts';

/** Resolves each projection to the generation that the service reads. Throws AuditUnavailable. */
export async function openReadModels({
  dataDir,
  mongoUrl,
}: Pick<Config, 'dataDir' | 'mongoUrl'>): Promise<ReadModelRouter> {
  if (mongoUrl !== undefined) {
    // Loading the driver is slow, so load it only if needed.
    const { createMongoDocumentStore } = await import('../../read-models/stores/mongodb/database.ts');
    return createReadModelRouter(createMongoDocumentStore(mongoUrl), PROJECTIONS);
  }
  const file = join(dataDir, DATABASE_FILE_NAME);
  if (!existsSync(file)) throw new AuditUnavailable(`file ${file} does not exist`);
  return createReadModelRouter(createSqliteDocuments(openDatabase(file, { readOnly: true })), PROJECTIONS);
}

/**
 * Compares the generation that is served at the start, even if a newer one replaces it during the run. Throws
 * AuditUnavailable if it is dropped before the end, because missing documents are then not a finding.
 */
export async function compareServedReadModels(
  source: EventSource,
  documents: ReadModelRouter,
  onProgress?: (position: bigint, last: bigint) => void,
): Promise<Comparison> {
  const droppedError = (): AuditUnavailable =>
    new AuditUnavailable('a read model was replaced during the comparison; run it again');
  try {
    const found = await compareReadModels(source, documents, onProgress);
    if (found.ok || !(await isBeingDropped(documents))) return found;
  } catch (error) {
    throw (await isBeingDropped(documents)) ? droppedError() : error;
  }
  throw droppedError();
}

/** Whether a compared generation was dropped or is being dropped. Checkpoints are named after collections. */
async function isBeingDropped(documents: ReadModelRouter): Promise<boolean> {
  const checkpoints = await documents.store.checkpoints();
  const read = await Promise.all(
    Object.values(COLLECTION_NAMES).map((name) => documents.resolveCollection(name)),
  );
  return read.some((name) => !checkpoints.has(name) || checkpoints.has(`${name} dropping`));
}
