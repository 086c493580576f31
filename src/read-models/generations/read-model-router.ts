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

/** Work on a collection, by its stored name. Its documents contain several objects if there is a packing. */
type Work<Result> = (collection: string, packing: Packing | undefined) => Promise<Result>;

/** Which generation a name leads to. */
class Routes<E extends EventShape> {
  readonly #store: DocumentStore;
  readonly #projections: readonly Projection<E>[];
  readonly #newest: ReadonlyMap<string, Projection<E>>;
  /** By the name that callers use: the projection, and the collection's name without the version. */
  readonly #names = new Map<string, { readonly projection: string; readonly base: string }>();
  readonly #packings = new Map<string, { readonly projection: string; readonly packing: Packing }>();
  readonly #routes = new Map<string, Route>();
  /** The keys of generations. A damaged one never recovers. */
  readonly #damaged = new Set<string>();

  constructor(store: DocumentStore, projections: readonly Projection<E>[]) {
    this.#store = store;
    this.#projections = projections;
    this.#newest = newestProjections(projections);
    for (const { name, version, state, log, packing } of this.#newest.values()) {
      for (const base of [state, log])
        if (base !== undefined) this.#names.set(versionedName(base, version), { projection: name, base });
      if (log !== undefined && packing !== undefined)
        this.#packings.set(versionedName(log, version), { projection: name, packing });
    }
  }

  report(progress: readonly ProjectionProgress[]): readonly ProjectionProgress[] {
    return progress.map((reported) => {
      const next = this.#damaged.has(keyOf(reported)) ? { ...reported, state: 'damaged' as const } : reported;
      const route = this.#routes.get(next.name);
      if (route === undefined) {
        this.#routes.set(next.name, { progress: next, reported: next.position });
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
  }

  stopReadingDamaged(marks: ReadonlyMap<string, bigint>): void {
    for (const name of this.#newest.keys())
      for (const target of generationsOf(name, marks))
        if (marks.has(markKey(target, 'damaged'))) this.#damaged.add(generationKey(target));
    this.report([...this.#routes.values()].map(({ progress }) => progress));
  }

  async resolveCollection(name: string): Promise<string> {
    if (this.#routes.size === 0 && this.#names.has(name)) await this.#load();
    return this.#resolveNow(name);
  }

  async isNewest(name: string): Promise<boolean> {
    if (this.#routes.size === 0 && this.#names.has(name)) await this.#load();
    const projection = this.#names.get(name)?.projection ?? '';
    return this.#routes.get(projection)?.progress.version === this.#newest.get(projection)?.version;
  }

  hasReached(name: string, position: bigint): boolean {
    const found = this.#names.get(name);
    if (found === undefined) return true;
    const progress = this.#routes.get(found.projection)?.progress;
    if (progress === undefined || progress.state === 'damaged') return false;
    return progress.state === 'stale' || progress.position >= position;
  }

  async checkpoints(): Promise<Map<string, bigint>> {
    const checkpoints = await this.#store.checkpoints();
    if (this.#routes.size === 0) this.report(progressFromCheckpoints(this.#projections, checkpoints));
    for (const { name, version } of this.#newest.values()) {
      const route = this.#routes.get(name);
      if (route === undefined) continue;
      const { progress } = route;
      const position = checkpoints.get(versionedName(name, progress.version, progress.generation)) ?? START;
      if (position > route.reported) route.reported = position;
      checkpoints.set(versionedName(name, version), position);
    }
    return checkpoints;
  }

  /** Avoids an extra promise once routes are known. */
  run<Result>(name: string, work: Work<Result>): Promise<Result> {
    return this.#routes.size > 0 || !this.#names.has(name)
      ? this.#runNow(name, work)
      : this.#load().then(() => this.#runNow(name, work));
  }

  /** An older generation lacks the terms of today's filters, so its lists would silently be empty. */
  runList<Result>(name: string, { terms }: ListQuery, work: Work<Result>): Promise<Result> {
    if (terms.length === 1 && terms[0] === EVERY_TERM) return this.run(name, work);
    return this.run(name, (collection, packing) => {
      const route = this.#routeOf(name);
      const { projection = '' } = this.#names.get(name) ?? {};
      return route !== undefined && route.progress.version < (this.#newest.get(projection)?.listedSince ?? 0)
        ? Promise.reject(
            new StoreUnavailable(`The lists of ${projection} are being built for the first time.`),
          )
        : work(collection, packing);
    });
  }

  #routeOf(name: string): Route | undefined {
    const found = this.#names.get(name);
    return found && this.#routes.get(found.projection);
  }

  /** Reads the checkpoints if no projector has reported yet. */
  async #load(): Promise<void> {
    const progress = progressFromCheckpoints(this.#projections, await this.#store.checkpoints());
    if (this.#routes.size === 0) this.report(progress);
  }

  #resolveNow(name: string): string {
    const found = this.#names.get(name);
    const route = found && this.#routes.get(found.projection);
    if (found === undefined || route === undefined) return name;
    const { version, generation } = route.progress;
    return versionedName(found.base, version, generation);
  }

  /** An older version may have stored each object in a document of its own. */
  #packingOf(name: string): Packing | undefined {
    const found = this.#packings.get(name);
    if (found === undefined) return undefined;
    const version = this.#routes.get(found.projection)?.progress.version ?? 0;
    return version >= found.packing.sinceVersion ? found.packing : undefined;
  }

  /** Resolves the name and its packing at the same moment. */
  #runNow<Result>(name: string, work: Work<Result>): Promise<Result> {
    const route = this.#routeOf(name);
    if (route?.progress.state === 'damaged') return Promise.reject(new DocumentsWentBack(NOT_READ));
    const result = work(this.#resolveNow(name), this.#packingOf(name));
    // As long as nothing was projected, the collection may not exist.
    return route?.progress.position === START ? result.catch(throwUnavailable) : result;
  }
}

const throwUnavailable = (error: unknown): never => {
  throw error instanceof StoreUnavailable
    ? error
    : new StoreUnavailable(errorMessage(error), { cause: error });
};

/**
 * A name switches only to a generation that has reached every position reported for the name. So a caller that has read a
 * checkpoint, or waited for a position, finds all events up to it in every later read.
 */
export function createReadModelRouter<E extends EventShape>(
  store: DocumentStore,
  projections: readonly Projection<E>[],
): ReadModelRouter {
  const routes = new Routes(store, projections);
  const unpacked: UnpackedDocuments = new Map();
  const packed = (collection: string, packing: Packing): PackedCollection => ({
    documents: store,
    collection,
    packing,
    unpacked,
  });

  // Callers of the router list objects by the names of current versions.
  const { listIds: _, ...others } = store;
  return {
    ...others,
    store,
    report: (progress) => routes.report(progress),
    resolveCollection: (name) => routes.resolveCollection(name),
    stopReadingDamaged: (marks) => routes.stopReadingDamaged(marks),
    isNewest: (name) => routes.isNewest(name),
    hasReached: (name, position) => routes.hasReached(name, position),
    listStored: (name, query) => routes.run(name, (collection) => store.list(collection, query)),
    get: (name, id) =>
      routes.run(name, (collection, packing) => {
        if (packing === undefined) return store.get(collection, id);
        return getUnpacked(packed(collection, packing), [id]).then(([found]) => found);
      }),
    getMany: (name, ids, options) =>
      routes.run(name, (collection, packing) => {
        if (packing === undefined) return store.getMany(collection, ids, options);
        return getUnpacked(packed(collection, packing), ids);
      }),
    list: (name, query) =>
      routes.runList(name, query, (collection, packing) => {
        if (packing === undefined) return store.list(collection, query);
        return listUnpacked(packed(collection, packing), query);
      }),
    // Of a collection that packs objects, it counts documents.
    hasMoreThan: (name, count, query) =>
      routes.run(name, (collection) => store.hasMoreThan(collection, count, query)),
    intersect: (name, query) =>
      routes.runList(name, query, (collection, packing) => {
        if (packing !== undefined) throw new Error(`${name} packs objects, which cannot be intersected.`);
        return store.intersect(collection, query);
      }),
    scan: (name, query) =>
      routes.run(name, (collection, packing) => {
        if (packing === undefined) return store.scan(collection, query);
        return scanUnpacked(packed(collection, packing), query);
      }),
    expire: (name, ...args) => routes.run(name, (collection) => store.expire(collection, ...args)),
    findInScopes: (name, ...args) =>
      routes.run(name, (collection) => store.findInScopes(collection, ...args)),
    remove: (name, ids) => routes.run(name, (collection) => store.remove(collection, ids)),
    checkpoints: () => routes.checkpoints(),
  };
}

const NOT_READ = 'The read model is being rebuilt, because its documents went back in time.';

const keyOf = ({ name, version, generation = 1 }: ProjectionProgress): string =>
  generationKey({ name, version, generation });

const isOtherBuild = (a: ProjectionProgress, b: ProjectionProgress): boolean =>
  a.version !== b.version || (a.generation ?? 1) !== (b.generation ?? 1);
