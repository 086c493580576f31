/** The stores of a service in this process: a file, or servers. A suite that runs on both gets them from its file. */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { MongoClient } from 'mongodb';
import { DATABASE_FILE_NAME } from '../../src/config/config.ts';
import { createEventStoreDb } from '../../src/event-store/eventstoredb/eventstoredb.ts';
import type { DocumentStore } from '../../src/read-models/port.ts';
import { createMongoDocumentStore } from '../../src/read-models/stores/mongodb/database.ts';
import { openDatabase } from '../../src/sqlite/database.ts';
import { createSqliteDocuments } from '../../src/sqlite/documents.ts';
import { beginAt, makeKeys, masterKey } from '../faults/service-behind-gates.ts';
import { findEventStoreDb } from './eventstoredb.ts';
import { findMongoDb } from './mongodb.ts';

export type ServiceStores = {
  /** The settings of a service. On servers they include the data folder, a new one, because it gets the credentials. */
  prepare(dataDir: string): Promise<Readonly<Record<string, string>>>;
  /** The documents of a service with this data folder. */
  open(dataDir: string): DocumentStore;
};

export const IN_A_FILE: ServiceStores = {
  prepare: () => Promise.resolve({}),
  open: (dataDir) =>
    createSqliteDocuments(openDatabase(join(dataDir, DATABASE_FILE_NAME), { readOnly: true })),
};

/** EventStoreDB, and a new database on MongoDB. Undefined unless there are both servers. */
export async function findServers(): Promise<
  (ServiceStores & { readonly close: () => Promise<void> }) | undefined
> {
  const events = await findEventStoreDb();
  const documents = await findMongoDb();
  const stop = async (): Promise<void> => {
    await events?.stop();
    await documents?.stop();
  };
  if (events === undefined || documents === undefined) {
    await stop();
    return undefined;
  }
  const url = new URL(documents.url);
  const database = `service_test_${randomBytes(6).toString('hex')}`;
  url.pathname = `/${database}`;
  const open = (): DocumentStore => createMongoDocumentStore(url.href);
  return {
    async prepare(dataDir) {
      const env = { EVENTSTORE_URL: events.url, MONGODB_URL: url.href };
      await makeKeys(dataDir, env);
      const eventStore = createEventStoreDb(events.url);
      await beginAt(open(), await eventStore.head());
      await eventStore.close();
      return { ...masterKey(), ...env, DATA_DIR: dataDir };
    },
    open,
    async close() {
      const client = new MongoClient(documents.url);
      await client.db(database).dropDatabase();
      await client.close();
      await stop();
    },
  };
}
