/** A document store in MongoDB, for service nodes that share documents. */
import { createMongoConnection, databaseOf } from './connection.ts';
import type { MongoConnectionOptions } from './connection.ts';
import { assertCollectionName, openMongoDatabase } from './database.ts';
import type { DocumentStore } from '../../port.ts';

export type MongoOptions = MongoConnectionOptions & {
  /** Default: the database in the URL, or `ledger`. */
  readonly database?: string;
};

/**
 * Connects with the first call. While the server is unavailable, calls throw StoreUnavailable. Use a replica set, so that
 * acknowledged writes survive the loss of a server.
 */
export function createMongoDocumentStore(url: string, options: MongoOptions = {}): DocumentStore {
  const { call, close } = createMongoConnection(
    url,
    (client) => openMongoDatabase(databaseOf(url, client, options.database)),
    options,
  );
  return {
    async ensure(specs) {
      for (const { name } of specs) assertCollectionName(name);
      await call((database) => database.ensure(specs));
    },
    get: (...args) => call((database) => database.get(...args)),
    getMany: (...args) => call((database) => database.getMany(...args)),
    list: (...args) => call((database) => database.list(...args)),
    scan: (...args) => call((database) => database.scan(...args)),
    write: (...args) => call((database) => database.write(...args)),
    expire: (...args) => call((database) => database.expire(...args)),
    collections: () => call((database) => database.collections()),
    checkpoints: () => call((database) => database.checkpoints()),
    drop: (...args) => call((database) => database.drop(...args)),
    putRecord: (...args) => call((database) => database.putRecord(...args)),
    getRecord: (...args) => call((database) => database.getRecord(...args)),
    deleteRecord: (...args) => call((database) => database.deleteRecord(...args)),
    ping: () => call((database) => database.ping()),
    close,
  };
}
