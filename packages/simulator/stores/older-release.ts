/**
 * The documents as a node of an older release sees and writes them. What it calls the current version of a projection is stored
 * as the version before, and what nodes of this release store is a version that it does not know. The same holds for its
 * snapshots, which have the fold version before.
 */
import type { KeyObject } from 'node:crypto';
import { PROJECTIONS } from '../../../projections/all.ts';
import { FOLD_VERSION } from '../../../src/ledger/book.ts';
import type { DocumentStore } from '../../../src/read-models/port.ts';
import { putManifest, snapshotPlace, verifyManifest } from '../../../src/writer/snapshot-manifest.ts';

/**
 * The projections that have had an older version. Not those that pack several objects into a document: this code reads the
 * documents of their older versions as single objects.
 */
const CHANGED = PROJECTIONS.filter(({ version, ...each }) => version > 1 && !('packing' in each));

/** The names of the projections and of their collections, without versions. */
const BASES: ReadonlySet<string | undefined> = new Set(
  CHANGED.flatMap(({ name, state, log }) => [name, state, log]),
);

const VERSIONED = /^(?<base>.+)_v(?<version>\d+)(?<rest>(?:_g\d+)?(?: .*)?)$/;

/** The name of a collection, a checkpoint, or a mark, with the version moved by this much. */
function withVersion(name: string, by: 1 | -1): string {
  const { base, version, rest = '' } = VERSIONED.exec(name)?.groups ?? {};
  return BASES.has(base) && base !== undefined ? `${base}_v${Number(version) + by}${rest}` : name;
}

/** Any version before the current one of these is the one before. */
const OLDER_COLLECTION = new RegExp(
  `^(?:${CHANGED.flatMap(({ version, state, log }) => [state, log].flatMap((base) => (base === undefined ? [] : [`${base}_v${version - 1}`]))).join('|')})(?:_g\\d+)?$`,
);

const stored = (name: string): string => withVersion(name, -1);

const renamed = <Value>(
  values: ReadonlyMap<string, Value>,
  rename: (name: string) => string,
): Map<string, Value> => new Map([...values].map(([name, value]) => [rename(name), value]));

const own = <Value>(values: ReadonlyMap<string, Value>): Map<string, Value> =>
  renamed(values, (name) => withVersion(name, 1));

/** The key of a snapshot's record, in the place of the fold version before. */
const storedKey = (table: string, key: string): string =>
  table === 'snapshots' ? key.replace(snapshotPlace(''), snapshotPlace('', FOLD_VERSION - 1)) : key;

/** `snapshotKey` is the key of the MACs of snapshots. */
export function asOlderRelease(documents: DocumentStore, snapshotKey: KeyObject): DocumentStore {
  return {
    ...documents,
    ensure: (specs) => documents.ensure(specs.map((spec) => ({ ...spec, name: stored(spec.name) }))),
    get: (collection, id) => documents.get(stored(collection), id),
    getMany: (collection, ...rest) => documents.getMany(stored(collection), ...rest),
    list: (collection, query) => documents.list(stored(collection), query),
    scan: (collection, query) => documents.scan(stored(collection), query),
    expire: (collection, ...rest) => documents.expire(stored(collection), ...rest),
    write: (writes, checkpoints, expected) =>
      documents.write(
        writes.map((write) => ({ ...write, collection: stored(write.collection) })),
        renamed(checkpoints, stored),
        expected && renamed(expected, stored),
      ),
    drop: (collections, checkpoints) => documents.drop(collections.map(stored), checkpoints.map(stored)),
    collections: async () => own(await documents.collections()),
    checkpoints: async () => own(await documents.checkpoints()),
    async putRecord(table, key, value, options) {
      const at = storedKey(table, key);
      if (!isManifest(table, value)) return documents.putRecord(table, at, value, options);
      await documents.putRecord(table, at, await withFoldVersion(key, value, -1), options);
      return value;
    },
    async getRecord(table, key) {
      const value = await documents.getRecord(table, storedKey(table, key));
      return value !== undefined && isManifest(table, value) ? withFoldVersion(key, value, 1) : value;
    },
    deleteRecord: (table, key) => documents.deleteRecord(table, storedKey(table, key)),
  };

  /** The manifest of a snapshot with a valid MAC. One without remains as it is. */
  async function withFoldVersion(key: string, text: string, by: 1 | -1): Promise<string> {
    const [stream = ''] = key.split('#');
    let changed = text;
    const record = {
      getRecord: () => Promise.resolve(text),
      deleteRecord: () => Promise.resolve(),
      putRecord(_table: string, _key: string, value: string) {
        changed = value;
        return Promise.resolve(value);
      },
    };
    let manifest;
    try {
      manifest = verifyManifest(text, stream, snapshotKey);
    } catch {
      // Somebody has changed it.
    }
    if (manifest === undefined) return text;
    await putManifest(record, stream, { ...manifest, fold_version: manifest.fold_version + by }, snapshotKey);
    return changed;
  }
}

/** The documents of a node of this release. Calls `onRead` when it reads what an older release has built. */
export function watchOlderVersions(documents: DocumentStore, onRead: () => void): DocumentStore {
  const watch = (collection: string): void => {
    if (OLDER_COLLECTION.test(collection)) onRead();
  };
  return {
    ...documents,
    get(collection, id) {
      watch(collection);
      return documents.get(collection, id);
    },
    getMany(collection, ...rest) {
      watch(collection);
      return documents.getMany(collection, ...rest);
    },
    list(collection, query) {
      watch(collection);
      return documents.list(collection, query);
    },
    scan(collection, query) {
      watch(collection);
      return documents.scan(collection, query);
    },
  };
}

const isManifest = (table: string, text: string): boolean =>
  table === 'snapshots' && text.startsWith('{"fold_version":');

/** What an older release calls its snapshots and projections, for tests. */
export const OLDER_VERSIONS = {
  fold: FOLD_VERSION - 1,
  projections: new Map(CHANGED.map(({ name, version }) => [name, version - 1])),
} as const;
