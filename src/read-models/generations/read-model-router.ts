/**
 * Routes reads to the active generation. Callers name collections of the current version; the router resolves the generation
 * that has caught up, and splits documents that contain several objects. Everything but the projector reads through it.
 */

import { START, StoreUnavailable } from '../../event-store/port.ts';
import { errorMessage } from '../../system/errors.ts';
import {
  EVERY_TERM,
  DocumentsWentBack,
  type DocumentStore,
  type ListQuery,
  type StoredDocument,
} from '../port.ts';
import type { ProjectionProgress } from '../projection-progress.ts';
import { versionedName, type EventShape, type Packing, type Projection } from '../projection.ts';
import { generationKey, generationsOf, markKey, newestProjections } from './generation.ts';
import { progressFromCheckpoints } from './progress.ts';

// Documents that contain several objects. The objects of one event are written as one document and split when they are
// read, so readers see each object as a document.

type Reads = Pick<DocumentStore, 'getMany' | 'list' | 'listIds' | 'scan'>;
type Bounds = Pick<ListQuery, 'after' | 'before' | 'order' | 'limit'>;

/** A document and its objects in ID order, each as a document. */
type Unpacked = { readonly id: string; readonly objects: readonly StoredDocument[] };

/** The documents that were read last, by collection and ID. */
type UnpackedDocuments = Map<string, Map<string, Unpacked>>;

/** Documents of a collection that stay in memory: about 10 MiB of wallet history. */
const CACHED_DOCUMENTS_MAX = 5_000;

/** A collection of documents that contain several objects. They never change, so each is parsed once. */
type PackedCollection = {
  readonly documents: Reads;
  readonly collection: string;
  readonly packing: Packing;
  readonly unpacked: UnpackedDocuments;
};

/** The objects with these IDs that exist, in any order. */
async function getUnpacked(packed: PackedCollection, ids: readonly string[]): Promise<StoredDocument[]> {
  const wanted = new Set(ids);
  const containers = new Set(ids.map((id) => packed.packing.containerIdOf(id)));
  const found = await readUnpacked(packed, [...containers]);
  return found.flatMap(({ objects }) => objects.filter(({ id }) => wanted.has(id)));
}

/** Like `list` of the port, for objects. */
function listUnpacked(packed: PackedCollection, query: ListQuery): Promise<StoredDocument[]> {
  const { documents, collection } = packed;
  const { scope, terms } = query;
  return walk(
    packed.packing,
    query,
    async (bounds) => {
      const within = { scope, terms, ...bounds };
      return documents.listIds === undefined
        ? unpackAll(packed, await documents.list(collection, within))
        : readUnpacked(packed, await documents.listIds(collection, within));
    },
    (object) =>
      object.scope === scope && (terms.length === 0 || terms.some((term) => object.terms.includes(term))),
  );
}

/** Like `scan` of the port, for objects. */
function scanUnpacked(
  { documents, collection, packing }: PackedCollection,
  { after, limit }: { after?: string; limit: number },
): Promise<StoredDocument[]> {
  return walk(
    packing,
    { ...(after === undefined ? {} : { after }), limit, order: 'oldest' },
    async ({ order: _, ...bounds }) =>
      (await documents.scan(collection, bounds)).map((document) => unpack(document, packing)),
    () => true,
  );
}

/** Documents by ID, without objects where there is none. Reads only those that are not in memory. */
async function readUnpacked(packed: PackedCollection, ids: readonly string[]): Promise<readonly Unpacked[]> {
  const cached = cacheOf(packed);
  const missing: string[] = [];
  const found = ids.map((id) => {
    const unpacked = cached.get(id);
    if (unpacked === undefined) missing.push(id);
    return unpacked ?? { id, objects: [] };
  });
  if (missing.length === 0) return found;
  const read = unpackAll(packed, await packed.documents.getMany(packed.collection, missing));
  const added = new Map(read.map((each) => [each.id, each]));
  return found.map((each) => added.get(each.id) ?? each);
}

function unpackAll(packed: PackedCollection, documents: readonly StoredDocument[]): readonly Unpacked[] {
  const cached = cacheOf(packed);
  return documents.map((document) => {
    let unpacked = cached.get(document.id);
    if (unpacked === undefined) cached.set(document.id, (unpacked = unpack(document, packed.packing)));
    return unpacked;
  });
}

/** Begins again with an empty cache when it is full, which an older page may still use. */
function cacheOf({ collection, unpacked }: PackedCollection): Map<string, Unpacked> {
  let cached = unpacked.get(collection);
  if (cached === undefined || cached.size >= CACHED_DOCUMENTS_MAX)
    unpacked.set(collection, (cached = new Map<string, Unpacked>()));
  return cached;
}

function unpack(document: StoredDocument, packing: Packing): Unpacked {
  const { id: documentId, scope, position } = document;
  const objects = packing
    .unpack(document)
    .map(({ id, terms, value }) => ({ id, scope, position, terms, body: JSON.stringify(value) }));
  return { id: documentId, objects };
}

/** Splits documents until there are enough objects. */
async function walk(
  packing: Packing,
  { after, before, order, limit }: Bounds,
  fetch: (bounds: Bounds) => Promise<readonly Unpacked[]>,
  isWanted: (object: StoredDocument) => boolean,
): Promise<StoredDocument[]> {
  const found: StoredDocument[] = [];
  // The document of the lower bound may contain later objects too. Shortening its ID includes it.
  let bounds: Bounds = {
    ...(after === undefined ? {} : { after: packing.containerIdOf(after).slice(0, -1) }),
    ...(before === undefined ? {} : { before }),
    order,
    limit,
  };
  for (;;) {
    const page = await fetch(bounds);
    for (const { objects } of page) {
      for (const object of order === 'newest' ? objects.toReversed() : objects) {
        const { id } = object;
        if ((after !== undefined && id <= after) || (before !== undefined && id >= before)) continue;
        if (!isWanted(object)) continue;
        found.push(object);
        if (found.length === limit) return found;
      }
    }
    const last = page.at(-1)?.id;
    if (last === undefined || page.length < limit) return found;
    bounds = { ...bounds, ...(order === 'newest' ? { before: last } : { after: last }) };
  }
}

export type ReadModelRouter = DocumentStore & {
  /** The store itself, which contains every generation under its own name. */
  readonly store: DocumentStore;
  /** Applies a progress report. Returns it as the progress of the generations that are read from now on. */
  report(progress: readonly ProjectionProgress[]): readonly ProjectionProgress[];
  /** Stops reading generations that these marks show as damaged, before the projector reports it. */
  stopReadingDamaged(marks: ReadonlyMap<string, bigint>): void;
  /** The stored name of the collection that a name currently resolves to. */
  resolveCollection(name: string): Promise<string>;
  /** Like `list`, but does not split documents that contain several objects. */
  listStored(name: string, query: ListQuery): Promise<StoredDocument[]>;
  /** Whether a name resolves to a generation built by the current version of the rules. */
  isNewest(name: string): Promise<boolean>;
  /**
   * Whether a collection contains all events up to a position. True for a stale one, which gets no more updates.
   */
  hasReached(name: string, position: bigint): boolean;
};

/** The generation that is read, and the highest position that was reported for its projection. */
type Route = { progress: ProjectionProgress; reported: bigint };

/**
 * A name switches only to a generation that has reached every position reported for the name. So a caller that has read a
 * checkpoint, or waited for a position, finds all events up to it in every later read.
 */
export function createReadModelRouter<E extends EventShape>(
  store: DocumentStore,
  projections: readonly Projection<E>[],
): ReadModelRouter {
  const newest = newestProjections(projections);
  /** By the name that callers use: the projection, and the collection's name without the version. */
  const names = new Map<string, { projection: string; base: string }>();
  for (const { name, version, state, log } of newest.values())
    for (const base of [state, log])
      if (base !== undefined) names.set(versionedName(base, version), { projection: name, base });
  const packings = new Map<string, { readonly projection: string; readonly packing: Packing }>();
  for (const { name, version, log, packing } of newest.values())
    if (log !== undefined && packing !== undefined)
      packings.set(versionedName(log, version), { projection: name, packing });
  const unpacked: UnpackedDocuments = new Map();
  const packed = (collection: string, packing: Packing): PackedCollection => ({
    documents: store,
    collection,
    packing,
    unpacked,
  });
  const routes = new Map<string, Route>();

  /** The keys of generations. A damaged one never recovers. */
  const damaged = new Set<string>();

  const report = (progress: readonly ProjectionProgress[]): readonly ProjectionProgress[] =>
    progress.map((reported) => {
      const next = damaged.has(keyOf(reported)) ? { ...reported, state: 'damaged' as const } : reported;
      const route = routes.get(next.name);
      if (route === undefined) {
        routes.set(next.name, { progress: next, reported: next.position });
        return next;
      }
      // The positions that were reported belong to documents that are lost.
      if (route.progress.state === 'damaged' || next.state === 'damaged') {
        route.progress = next;
        route.reported = next.position;
        return next;
      }
      if (isOtherBuild(route.progress, next) && next.position < route.reported) return route.progress;
      route.progress = next;
      if (next.position > route.reported) route.reported = next.position;
      return next;
    });

  /** Reads the checkpoints if no projector has reported yet. */
  const loadRoutes = async (): Promise<void> => {
    const progress = progressFromCheckpoints(projections, await store.checkpoints());
    if (routes.size === 0) report(progress);
  };

  const resolveNow = (name: string): string => {
    const found = names.get(name);
    const route = found && routes.get(found.projection);
    if (found === undefined || route === undefined) return name;
    const { version, generation } = route.progress;
    return versionedName(found.base, version, generation);
  };

  const isNewestVersion = (projection: string): boolean =>
    routes.get(projection)?.progress.version === newest.get(projection)?.version;

  /** An older version may have stored each object in a document of its own. */
  const packingOf = (name: string): Packing | undefined => {
    const found = packings.get(name);
    if (found === undefined) return undefined;
    const version = routes.get(found.projection)?.progress.version ?? 0;
    return version >= found.packing.sinceVersion ? found.packing : undefined;
  };

  const resolveCollection = async (name: string): Promise<string> => {
    if (routes.size === 0 && names.has(name)) await loadRoutes();
    return resolveNow(name);
  };

  /** Whether nothing was projected yet, so that the collection may not exist. */
  const isEmpty = (name: string): boolean =>
    routes.get(names.get(name)?.projection ?? '')?.progress.position === START;

  const isDamaged = (name: string): boolean =>
    routes.get(names.get(name)?.projection ?? '')?.progress.state === 'damaged';

  const throwUnavailable = (error: unknown): never => {
    throw error instanceof StoreUnavailable
      ? error
      : new StoreUnavailable(errorMessage(error), { cause: error });
  };

  /** An older generation lacks the terms of today's filters, so its lists would silently be empty. */
  const listFrom = <Result>(
    name: string,
    { terms }: ListQuery,
    work: () => Promise<Result>,
  ): Promise<Result> => {
    if (terms.length === 1 && terms[0] === EVERY_TERM) return work();
    const projection = names.get(name)?.projection ?? '';
    const route = routes.get(projection);
    return route !== undefined && route.progress.version < (newest.get(projection)?.listedSince ?? 0)
      ? Promise.reject(new StoreUnavailable(`The lists of ${projection} are being built for the first time.`))
      : work();
  };

  type Work<Result> = (collection: string, packing: Packing | undefined) => Promise<Result>;

  /** Resolves the name and its packing at the same moment. */
  const runOn = <Result>(name: string, work: Work<Result>): Promise<Result> => {
    if (isDamaged(name)) return Promise.reject(new DocumentsWentBack(NOT_READ));
    const result = work(resolveNow(name), packingOf(name));
    return isEmpty(name) ? result.catch(throwUnavailable) : result;
  };

  /** Avoids an extra promise once routes are known. */
  const withCollection = <Result>(name: string, work: Work<Result>): Promise<Result> =>
    routes.size > 0 || !names.has(name) ? runOn(name, work) : loadRoutes().then(() => runOn(name, work));

  // Callers of the router list objects by the names of current versions.
  const { listIds: _, ...others } = store;
  return {
    ...others,
    store,
    report,
    resolveCollection,
    stopReadingDamaged(marks) {
      for (const name of newest.keys())
        for (const target of generationsOf(name, marks))
          if (marks.has(markKey(target, 'damaged'))) damaged.add(generationKey(target));
      report([...routes.values()].map(({ progress }) => progress));
    },
    async isNewest(name) {
      if (routes.size === 0 && names.has(name)) await loadRoutes();
      return isNewestVersion(names.get(name)?.projection ?? '');
    },
    hasReached(name, position) {
      const found = names.get(name);
      if (found === undefined) return true;
      const progress = routes.get(found.projection)?.progress;
      if (progress === undefined || isDamaged(name)) return false;
      return progress.state === 'stale' || progress.position >= position;
    },
    listStored: (name, query) => withCollection(name, (collection) => store.list(collection, query)),
    get: (name, id) =>
      withCollection(name, (collection, packing) => {
        if (packing === undefined) return store.get(collection, id);
        return getUnpacked(packed(collection, packing), [id]).then(([found]) => found);
      }),
    getMany: (name, ids, options) =>
      withCollection(name, (collection, packing) => {
        if (packing === undefined) return store.getMany(collection, ids, options);
        return getUnpacked(packed(collection, packing), ids);
      }),
    list: (name, query) =>
      withCollection(name, (collection, packing) => {
        if (packing === undefined) return listFrom(name, query, () => store.list(collection, query));
        return listFrom(name, query, () => listUnpacked(packed(collection, packing), query));
      }),
    // Of a collection that packs objects, it counts documents.
    hasMoreThan: (name, count, query) =>
      withCollection(name, (collection) => store.hasMoreThan(collection, count, query)),
    intersect: (name, query) =>
      withCollection(name, (collection, packing) => {
        if (packing !== undefined) throw new Error(`${name} packs objects, which cannot be intersected.`);
        return listFrom(name, query, () => store.intersect(collection, query));
      }),
    scan: (name, query) =>
      withCollection(name, (collection, packing) => {
        if (packing === undefined) return store.scan(collection, query);
        return scanUnpacked(packed(collection, packing), query);
      }),
    expire: (name, ...args) => withCollection(name, (collection) => store.expire(collection, ...args)),

    async checkpoints() {
      const checkpoints = await store.checkpoints();
      if (routes.size === 0) report(progressFromCheckpoints(projections, checkpoints));
      for (const { name, version } of newest.values()) {
        const route = routes.get(name);
        if (route === undefined) continue;
        const { progress } = route;
        const position = checkpoints.get(versionedName(name, progress.version, progress.generation)) ?? START;
        if (position > route.reported) route.reported = position;
        checkpoints.set(versionedName(name, version), position);
      }
      return checkpoints;
    },
  };
}

const NOT_READ = 'The read model is being rebuilt, because its documents went back in time.';

const keyOf = ({ name, version, generation = 1 }: ProjectionProgress): string =>
  generationKey({ name, version, generation });

const isOtherBuild = (a: ProjectionProgress, b: ProjectionProgress): boolean =>
  a.version !== b.version || (a.generation ?? 1) !== (b.generation ?? 1);
