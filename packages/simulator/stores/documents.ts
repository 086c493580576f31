/** The documents store as one node sees it, and the ways in which it loses documents. */
import { CollectionRemoved } from '../../../src/read-models/port.ts';
import type {
  CollectionSpec,
  DocumentStore,
  DocumentWrite,
  RecordTable,
} from '../../../src/read-models/port.ts';
import { createMemoryDocumentStore } from '../../../src/read-models/stores/memory.ts';
import type { MemoryDocumentStore } from '../../../src/read-models/stores/memory.ts';
import type { Random } from '../commands/random.ts';
import type { Connection } from './connection.ts';

export type SharedDocuments = {
  readonly store: DocumentStore;
  /** Removes everything but the vault, which operators back up. */
  loseAllButVault(nowMs: number): Promise<boolean>;
  /** Remembers everything as it is now. */
  backUp(): void;
  /** Goes back to the backup, if there is one, except for the vault, of which a backup is merged with the newer keys. */
  restore(nowMs: number): Promise<boolean>;
  /**
   * Restores one collection after the other, with a pause after each, and then everything else. What is written in between is
   * mixed with what was restored.
   */
  restoreInParts(random: Random, now: () => number, pause: () => Promise<void>): Promise<boolean>;
  /** When the backup was restored last. */
  readonly restoredAtMs: () => number | undefined;
  /** Removes one record of a snapshot. */
  tearSnapshot(random: Random): Promise<boolean>;
  /** When documents were lost the last time. */
  readonly lostAtMs: () => number | undefined;
  readonly kindOf: (collection: string) => CollectionSpec['kind'];
};

export function createSharedDocuments(): SharedDocuments {
  let memory = createMemoryDocumentStore();
  let backup: MemoryDocumentStore | undefined;
  let restoredAtMs: number | undefined;
  const kinds = new Map<string, CollectionSpec['kind']>();
  const records = new Map<string, readonly [RecordTable, string]>();
  let lostAtMs: number | undefined;
  /** The backup while it is being restored, and the collections that were. */
  let older: MemoryDocumentStore | undefined;
  const restored = new Set<string>();

  const of = (collection: string): MemoryDocumentStore =>
    older !== undefined && restored.has(collection) ? older : memory;

  /** A server reports a collection that somebody removed as unavailable. */
  const whileThere = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (error) {
      if (error instanceof Error && error.message.startsWith('there is no collection'))
        throw new CollectionRemoved(error.message);
      throw error;
    }
  };

  const store: DocumentStore = {
    collections: () => memory.collections(),
    checkpoints: () => memory.checkpoints(),
    drop: (...args) => memory.drop(...args),
    getRecord: (...args) => memory.getRecord(...args),
    ping: () => memory.ping(),
    close: () => memory.close(),
    ensure(specs) {
      for (const { name, kind } of specs) kinds.set(name, kind);
      return memory.ensure(specs);
    },
    get: (name, ...args) => whileThere(of(name).get(name, ...args)),
    getMany: (name, ...args) => whileThere(of(name).getMany(name, ...args)),
    list: (name, ...args) => whileThere(of(name).list(name, ...args)),
    hasMoreThan: (name, ...args) => whileThere(of(name).hasMoreThan(name, ...args)),
    intersect: (name, ...args) => whileThere(of(name).intersect(name, ...args)),
    scan: (name, ...args) => whileThere(of(name).scan(name, ...args)),
    expire: (name, ...args) => whileThere(of(name).expire(name, ...args)),
    findInScopes: (name, ...args) => whileThere(of(name).findInScopes(name, ...args)),
    remove: (name, ...args) => whileThere(of(name).remove(name, ...args)),
    async write(writes, ...args) {
      if (older === undefined) return whileThere(memory.write(writes, ...args));
      const isRestored = ({ collection }: DocumentWrite): boolean => of(collection) === older;
      await whileThere(
        memory.write(
          writes.filter((each) => !isRestored(each)),
          ...args,
        ),
      );
      await older.write(writes.filter(isRestored), new Map());
    },
    putRecord(table, key, ...rest) {
      records.set(`${table}/${key}`, [table, key]);
      return memory.putRecord(table, key, ...rest);
    },
    replaceRecord(table, key, ...rest) {
      records.set(`${table}/${key}`, [table, key]);
      return memory.replaceRecord(table, key, ...rest);
    },
    listRecords: (...args) => memory.listRecords(...args),
    deleteRecord(table, key) {
      records.delete(`${table}/${key}`);
      return memory.deleteRecord(table, key);
    },
  };

  async function loseAllButVault(nowMs: number): Promise<boolean> {
    lostAtMs = nowMs;
    const [collections, checkpoints] = [await memory.collections(), await memory.checkpoints()];
    await memory.drop([...collections.keys()], [...checkpoints.keys()]);
    for (const [table, key] of records.values()) if (table !== 'vault') await store.deleteRecord(table, key);
    return true;
  }

  async function restoreInParts(
    random: Random,
    now: () => number,
    pause: () => Promise<void>,
  ): Promise<boolean> {
    if (backup === undefined) return false;
    older = backup.copy();
    const names = new Set((await older.collections()).keys());
    for (let name = random.pickAny([...names]); name !== undefined; name = random.pickAny([...names])) {
      names.delete(name);
      restored.add(name);
      await pause();
    }
    await restoreFrom(older, now());
    older = undefined;
    restored.clear();
    return true;
  }

  async function restore(nowMs: number): Promise<boolean> {
    if (backup !== undefined) await restoreFrom(backup.copy(), nowMs);
    return backup !== undefined;
  }

  async function restoreFrom(from: MemoryDocumentStore, nowMs: number): Promise<void> {
    lostAtMs = nowMs;
    restoredAtMs = nowMs;
    const before = memory;
    memory = from;
    for (const [table, key] of records.values()) {
      if (table !== 'vault') continue;
      const value = await before.getRecord(table, key);
      await (value === undefined ? memory.deleteRecord(table, key) : memory.putRecord(table, key, value));
    }
  }

  async function tearSnapshot(random: Random): Promise<boolean> {
    const of = [...records.values()].filter(([table]) => table === 'snapshots');
    const found = random.pickAny(of);
    if (found !== undefined) await store.deleteRecord(...found);
    return found !== undefined;
  }

  return {
    store,
    loseAllButVault,
    backUp: () => void (backup = memory.copy()),
    restore,
    restoreInParts,
    restoredAtMs: () => restoredAtMs,
    tearSnapshot,
    lostAtMs: () => lostAtMs,
    kindOf: (name) => kinds.get(name) ?? 'log',
  };
}

export function connectDocuments(
  shared: SharedDocuments,
  connection: Connection,
  random: Random,
): DocumentStore {
  const { store, kindOf } = shared;
  const { read, write } = connection;

  /** The documents of a log are durable first, and checkpoints last. */
  function tear(writes: readonly DocumentWrite[]): Promise<void> {
    const inOrder = [
      ...writes.filter(({ collection }) => kindOf(collection) === 'log'),
      ...writes.filter(({ collection }) => kindOf(collection) === 'state'),
    ];
    return store.write(inOrder.slice(0, random.below(inOrder.length + 1)), new Map());
  }

  return {
    ensure: (...args) => write('documents.ensure', () => store.ensure(...args)),
    get: (...args) => read('documents.get', () => store.get(...args)),
    getMany: (...args) => read('documents.getMany', () => store.getMany(...args)),
    list: (...args) => read('documents.list', () => store.list(...args)),
    hasMoreThan: (...args) => read('documents.list', () => store.hasMoreThan(...args)),
    intersect: (...args) => read('documents.list', () => store.intersect(...args)),
    scan: (...args) => read('documents.scan', () => store.scan(...args)),
    write: (...args) =>
      write(
        'documents.write',
        () => store.write(...args),
        () => tear(args[0]),
      ),
    expire: (...args) => write('documents.expire', () => store.expire(...args)),
    findInScopes: (...args) => read('documents.scan', () => store.findInScopes(...args)),
    remove: (...args) => write('documents.expire', () => store.remove(...args)),
    collections: () => read('documents.collections', () => store.collections()),
    checkpoints: () => read('documents.checkpoints', () => store.checkpoints()),
    drop: (...args) => write('documents.drop', () => store.drop(...args)),
    putRecord: (...args) => write('records.put', () => store.putRecord(...args)),
    getRecord: (...args) => read('records.get', () => store.getRecord(...args)),
    replaceRecord: (...args) => write('records.put', () => store.replaceRecord(...args)),
    listRecords: (...args) => read('records.get', () => store.listRecords(...args)),
    deleteRecord: (...args) => write('records.delete', () => store.deleteRecord(...args)),
    ping: () => read('documents.ping', () => store.ping()),
    close: () => Promise.resolve(),
  };
}
