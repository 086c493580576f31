/** Reads all events in global order for an audit, from the SQLite file or from EventStoreDB. It never writes. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DATABASE_FILE_NAME, type Config } from '../config/config.ts';
import { START, type EventStore, type StoredEvent } from '../event-store/port.ts';
import { openDatabase, prepare, prepareTuples, withStoreErrors, type Database } from '../sqlite/database.ts';
import { setImmediate } from '../system/runtime.ts';

/** A stored event with details that only its store knows. */
export type SourceEvent = StoredEvent & {
  /** Total stored bytes of ID, type, data, and metadata. SQLite text can hide bytes after a NUL. */
  readonly storedBytes?: number;
};

export type EventSource = {
  /** Whether positions are consecutive, as in the SQLite file. */
  readonly gapless: boolean;
  /** Position of the newest event; -1 if there is none. Throws StoreUnavailable. */
  head(): Promise<bigint>;
  /** Pages of events with `after` < position ≤ `upTo`. Throws StoreUnavailable. */
  pages(after: bigint, upTo: bigint): AsyncIterable<readonly SourceEvent[]>;
  /** Up to `count` events of a stream from a revision on. Throws StoreUnavailable. */
  read(stream: string, from: number, count: number): Promise<readonly SourceEvent[]>;
  /** Names of all streams, as far as the store can list them. */
  streams(): readonly string[];
  close(): Promise<void>;
};

/** The audit cannot run: a file is missing or cannot be read or written. */
export class AuditUnavailable extends Error {
  override readonly name = 'AuditUnavailable';
}

const PAGE_EVENTS = 1_000;
const CACHE_KIB = 4 * 1024;

/** Opens the event store of the service's configuration. Throws AuditUnavailable. */
export async function openSource(config: Pick<Config, 'dataDir' | 'eventStoreUrl'>): Promise<EventSource> {
  const { dataDir, eventStoreUrl } = config;
  if (eventStoreUrl === undefined) return sqliteSource(join(dataDir, DATABASE_FILE_NAME));
  // Loading the client is slow, so load it only if needed.
  const { createEventStoreDb } = await import('../event-store/eventstoredb/eventstoredb.ts');
  return eventStoreSource(createEventStoreDb(eventStoreUrl));
}

/** Columns in query order. Row objects would double the cost of reading. */
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

/** Throws AuditUnavailable if the file does not exist. */
export function sqliteSource(file: string): EventSource {
  if (!existsSync(file)) throw new AuditUnavailable(`file ${file} does not exist`);
  const database = openDatabase(file, { readOnly: true });
  // Each page is read once, so a large cache is useless, and a mapped file would count as process memory.
  withStoreErrors(() => database.exec(`PRAGMA mmap_size=0; PRAGMA cache_size=-${CACHE_KIB}`));
  const page = prepareTuples<Row>(
    database,
    `SELECT position, stream, revision, id, type, data, metadata,
       octet_length(id) + octet_length(type) + octet_length(data) + octet_length(metadata)
     FROM events WHERE position > ? AND position <= ? ORDER BY position LIMIT ?`,
  );
  const ofStream = prepareTuples<Row>(
    database,
    `SELECT position, stream, revision, id, type, data, metadata,
       octet_length(id) + octet_length(type) + octet_length(data) + octet_length(metadata)
     FROM events WHERE stream = (SELECT key FROM streams WHERE name = ?) AND revision >= ? ORDER BY revision LIMIT ?`,
  );
  const names = prepare<{ name: string }>(database, 'SELECT name FROM streams');
  const headQuery = prepare<{ position: number | null }>(
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
    head: () => Promise.resolve(withStoreErrors(() => BigInt(headQuery.get()?.position ?? START))),
    async *pages(after, upTo) {
      for (let from = after; ;) {
        const rows = withStoreErrors(() => page.all(from, upTo, PAGE_EVENTS));
        const last = rows.at(-1);
        if (last === undefined) return;
        from = BigInt(last[0]);
        yield rows.map(toEvent);
        // Let the progress bar update.
        await new Promise<void>((resolve) => setImmediate(resolve));
      }
    },
    read: (...from) => Promise.resolve(withStoreErrors(() => ofStream.all(...from).map(toEvent))),
    streams: () => withStoreErrors(() => names.all().map(({ name }) => name)),
    close: () => {
      database.close();
      return Promise.resolve();
    },
  };
}

/** Stream names by key. A key has no name if somebody deleted it from the file. */
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

/** Reads from any event store that implements the port. */
export function eventStoreSource(store: Pick<EventStore, 'head' | 'follow' | 'read' | 'close'>): EventSource {
  return {
    gapless: false,
    head: () => store.head(),
    async *pages(after, upTo) {
      if (upTo <= after) return;
      const stopping = new AbortController();
      try {
        for await (const page of store.follow(after, { signal: stopping.signal, pageSize: PAGE_EVENTS })) {
          const wanted = page.filter(({ position }) => position <= upTo);
          if (wanted.length > 0) yield wanted;
          if ((page.at(-1)?.position ?? START) >= upTo) return;
        }
      } finally {
        stopping.abort();
      }
    },
    read: (...from) => store.read(...from),
    streams: () => [],
    close: () => store.close(),
  };
}
