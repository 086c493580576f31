/** Opens the stores of the service's configuration for a backup, which only reads. The service may be running. */

import { join } from 'node:path';
import { eventStoreSource, type EventSource } from '../audit/event-source.ts';
import { DATABASE_FILE_NAME, type Config } from '../config/config.ts';
import { METRICS_COLLECTIONS } from '../minute-metrics/minute-record.ts';
import { SESSION_COLLECTIONS } from '../operator/operations/session-directory.ts';
import { SAVED_VIEW_COLLECTIONS } from '../operator/resources/saved-views.ts';
import { ASSIGNMENT_COLLECTIONS } from '../operator/reviews/open-reviews.ts';
import type { EventStore } from '../event-store/port.ts';
import type { CollectionSpec, DocumentStore, RecordTable } from '../read-models/port.ts';
import { openFileReader } from '../sqlite/file-reader.ts';
import { DELIVERY_COLLECTIONS } from '../webhooks/attempt-record.ts';

// What no event contains. Read models, snapshots, and their progress are built again from the events. Leases end with their
// processes. The request log is a log: it can be as large as the events, and nothing depends on it.

export const BACKED_UP_RECORDS: readonly RecordTable[] = ['vault', 'refusals', 'event_macs', 'sessions'];

export const BACKED_UP_COLLECTIONS: readonly CollectionSpec[] = [
  ...DELIVERY_COLLECTIONS,
  ...METRICS_COLLECTIONS,
  ...SESSION_COLLECTIONS,
  ...ASSIGNMENT_COLLECTIONS,
  ...SAVED_VIEW_COLLECTIONS,
];

export type BackupSource = {
  readonly events: Pick<EventSource, 'head' | 'pages'>;
  /** Whether positions are consecutive, as in a file. */
  readonly keepsPositions: boolean;
  readonly documents: Pick<
    DocumentStore,
    'scan' | 'listRecords' | 'getRecord' | 'collections' | 'checkpoints'
  >;
  /**
   * Runs `work`. What is in the file is of one point in time. Servers have no common one, so `work` reads the events first: the
   * vault, which it reads later, then contains every key that they need.
   */
  atOneTime<Result>(work: () => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
};

type Stores = Pick<Config, 'dataDir' | 'eventStoreUrl' | 'mongoUrl'>;

/** Throws StoreUnavailable if there is no file where one is expected. */
export async function openBackupSource({ dataDir, eventStoreUrl, mongoUrl }: Stores): Promise<BackupSource> {
  const isFileUsed = eventStoreUrl === undefined || mongoUrl === undefined;
  const file = isFileUsed ? openFileReader(join(dataDir, DATABASE_FILE_NAME)) : undefined;
  const events = eventStoreSource(
    eventStoreUrl === undefined ? required(file).events : await connectEventStore(eventStoreUrl),
  );
  const documents = mongoUrl === undefined ? required(file).documents : await connectDocuments(mongoUrl);
  return {
    events,
    documents,
    keepsPositions: eventStoreUrl === undefined,
    atOneTime: (work) => (file === undefined ? work() : file.atOneTime(work)),
    async close() {
      await events.close();
      await documents.close();
      await file?.close();
    },
  };
}

// Clients are slow to load, so only those that are used are loaded.

export async function connectEventStore(url: string): Promise<EventStore> {
  const { createEventStoreDb } = await import('../event-store/eventstoredb/eventstoredb.ts');
  return createEventStoreDb(url);
}

export async function connectDocuments(url: string): Promise<DocumentStore> {
  const { createMongoDocumentStore } = await import('../read-models/stores/mongodb/database.ts');
  return createMongoDocumentStore(url);
}

function required<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('the file is opened if one of the stores is in it');
  return value;
}
