/** Reads a database file that a service may be writing, without delaying it. */

import { existsSync } from 'node:fs';
import { createSignal } from '../async/wait.ts';
import { StoreUnavailable, type EventStore } from '../event-store/port.ts';
import type { DocumentStore } from '../read-models/port.ts';
import { openDatabase, withStoreErrors } from './database.ts';
import { createSqliteDocuments } from './documents.ts';
import { createSqliteEventReader } from './event-store.ts';

export type FileReader = {
  readonly events: Omit<EventStore, 'append'>;
  /** Its writes fail. */
  readonly documents: DocumentStore;
  /**
   * Runs `work`, which sees events and documents as they are at its first read. The log of the file grows until it ends, because
   * the service must keep what `work` may read.
   */
  atOneTime<Result>(work: () => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
};

const CACHE_KIB = 4 * 1024;

/** Throws StoreUnavailable if the file does not exist or cannot be opened. */
export function openFileReader(file: string): FileReader {
  if (!existsSync(file)) throw new StoreUnavailable(`the file ${file} does not exist`);
  const database = openDatabase(file, { readOnly: true });
  // Each page is read once, so a large cache is useless, and a mapped file would count as process memory.
  withStoreErrors(() => database.exec(`PRAGMA mmap_size=0; PRAGMA cache_size=-${CACHE_KIB}`));
  const events = createSqliteEventReader(database, createSignal());
  const documents = createSqliteDocuments(database);
  return {
    events,
    documents,
    async atOneTime(work) {
      withStoreErrors(() => database.exec('BEGIN'));
      try {
        return await work();
      } finally {
        withStoreErrors(() => database.exec('COMMIT'));
      }
    },
    async close() {
      await events.close();
      await documents.close();
    },
  };
}
