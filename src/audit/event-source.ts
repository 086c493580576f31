/**
 * Where an audit reads: all streams in order of position, out of the file or off the server, and nothing else. A source
 * never writes; the file is opened for reading only.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import { START } from '../event-store/port.ts';
import type { EventStore, StoredEvent } from '../event-store/port.ts';
import { withStoreErrors, openDatabase, prepare, prepareTuples } from '../sqlite/database.ts';
import type { Database } from '../sqlite/database.ts';
import { DATABASE_FILE_NAME } from '../service/stores.ts';

/** A stored event, and what its store alone can tell of it. */
export type SourceEvent = StoredEvent & {
  /** Bytes of its ID, type, data and metadata as they lie in the store, where it says so: texts may hide some. */
  readonly storedBytes?: number;
};

export type EventSource = {
  /** Whether positions count 0, 1, 2, …, as in the file. */
  readonly gapless: boolean;
  /** Position of the newest event; -1 when there is none. Throws StoreUnavailable. */
  head(): Promise<bigint>;
  /** Events after one position up to another, in pages. Throws StoreUnavailable. */
  pages(after: bigint, upTo: bigint): AsyncIterable<readonly SourceEvent[]>;
  close(): Promise<void>;
};

/** What is asked for can't be audited: there is nothing, or it can't be read. */
export class AuditUnavailable extends Error {
  override readonly name = 'Unreadable';
}

const PAGE = 1_000;
const CACHE_KIB = 4 * 1024;

/** By the same configuration as the service. Throws Unreadable. */
export async function openSource(config: Pick<Config, 'dataDir' | 'eventStoreUrl'>): Promise<EventSource> {
  const { dataDir, eventStoreUrl } = config;
  if (eventStoreUrl === undefined) return sqliteSource(join(dataDir, DATABASE_FILE_NAME));
  // The client takes a while to load, so only those who use a server load it.
  const { createEventStoreDb } = await import('../event-store/eventstoredb/eventstoredb.ts');
  return eventStoreSource(createEventStoreDb(eventStoreUrl));
}

/** Columns in the order of the query: an object for each row, with its names, would cost as much as all the rest of it. */
type Row = readonly [
  position: number,
  stream: number,
  revision: number,
  id: string,
  type: string,
  data: string,
  metadata: string,
  storedBytes: number,
];

/** An SQLite file. Throws Unreadable. */
export function sqliteSource(file: string): EventSource {
  if (!existsSync(file)) throw new AuditUnavailable(`there is no file ${file}`);
  const database = openDatabase(file, { readOnly: true });
  // Each page is read once, so none is worth keeping, and a mapped file would count as memory of this process.
  withStoreErrors(() => database.exec(`PRAGMA mmap_size=0; PRAGMA cache_size=-${CACHE_KIB}`));
  const page = prepareTuples<Row>(
    database,
    `SELECT position, stream, revision, id, type, data, metadata,
       octet_length(id) + octet_length(type) + octet_length(data) + octet_length(metadata)
     FROM events WHERE position > ? AND position <= ? ORDER BY position LIMIT ?`,
  );
  const newest = prepare<{ position: number | null }>(
    database,
    'SELECT max(position) AS position FROM events',
  );
  const nameOf = createNames(database);
  const toEvent = ([position, key, revision, id, type, data, metadata, storedBytes]: Row): SourceEvent => ({
    id,
    type,
    data,
    metadata,
    stream: nameOf(key),
    revision,
    position: BigInt(position),
    storedBytes,
  });
  return {
    gapless: true,
    head: () => Promise.resolve(withStoreErrors(() => BigInt(newest.get()?.position ?? START))),
    async *pages(after, upTo) {
      for (let from = after; ;) {
        const rows = withStoreErrors(() => page.all(from, upTo, PAGE));
        const last = rows.at(-1);
        if (last === undefined) return;
        from = BigInt(last[0]);
        yield rows.map(toEvent);
        // Whoever shows how far it is gets a turn.
        await new Promise<void>((resolve) => setImmediate(resolve));
      }
    },
    close: () => {
      database.close();
      return Promise.resolve();
    },
  };
}

/** Names of streams by their keys in the file; a key without a name is one that its name was taken from. */
function createNames(database: Database): (key: number) => string {
  const find = prepare<{ name: string }>(database, 'SELECT name FROM streams WHERE key = ?');
  const names = new Map<number, string>();
  return (key) => {
    let name = names.get(key);
    if (name === undefined) {
      name = find.get(key)?.name ?? `(no name, key ${key})`;
      names.set(key, name);
    }
    return name;
  };
}

/** Any event store of the port: the server, or the one in memory. */
export function eventStoreSource(store: Pick<EventStore, 'head' | 'follow' | 'close'>): EventSource {
  return {
    gapless: false,
    head: () => store.head(),
    async *pages(after, upTo) {
      if (upTo <= after) return;
      const stopping = new AbortController();
      try {
        for await (const page of store.follow(after, { signal: stopping.signal, pageSize: PAGE })) {
          const wanted = page.filter(({ position }) => position <= upTo);
          if (wanted.length > 0) yield wanted;
          if ((page.at(-1)?.position ?? START) >= upTo) return;
        }
      } finally {
        stopping.abort();
      }
    },
    close: () => store.close(),
  };
}
