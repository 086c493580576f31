/**
 * Which collection is behind a name. Everyone but the projector reads through this: callers name the collections of the
 * code's own rules, and are given what has caught up; and of documents that hold several objects, each object.
 */
import { START, StoreUnavailable } from '../../event-store/port.ts';
import { errorMessage } from '../../system/errors.ts';
import { progressFromCheckpoints } from './progress.ts';
import { newestProjections } from './generation.ts';
import { getUnpacked, listUnpacked, scanUnpacked } from '../packed-documents.ts';
import type { DocumentStore, ListQuery, StoredDocument } from '../port.ts';
import { versionedName, type EventShape, type Packing, type Projection } from '../projection.ts';
import type { ProjectionProgress } from '../projection-progress.ts';

export type ReadModelRouter = DocumentStore & {
  /** The store itself, in which every build is under its own name. */
  readonly store: DocumentStore;
  /** Takes a report; gives it back as what is read from now on. */
  report(progress: readonly ProjectionProgress[]): readonly ProjectionProgress[];
  /** The collection that stands behind a name now, for who compares builds. */
  resolveCollection(name: string): Promise<string>;
  /** As `list`, of documents as they are stored, whatever they hold. */
  listStored(name: string, query: ListQuery): Promise<StoredDocument[]>;
  /** Whether what stands behind a name was made by the code's own rules, and not by older ones. */
  isNewest(name: string): Promise<boolean>;
  /**
   * Whether what stands behind a name has all events up to a position: not while it catches up or an event holds it up.
   * What older rules left has got all that it ever will.
   */
  hasReached(name: string, position: bigint): boolean;
};

/** Where a name's collections are, and how far anyone was told that they are. */
type Place = { progress: ProjectionProgress; told: bigint };

/**
 * A name moves only to a build that has come as far as anyone was ever told that the name has. So whoever read a
 * checkpoint, or waited for a position, finds all up to there in whatever they read next.
 */
export function createReadModelRouter<E extends EventShape>(
  store: DocumentStore,
  projections: readonly Projection<E>[],
): ReadModelRouter {
  const newest = newestProjections(projections);
  /** By the name that callers use: the projection, and its collection's name without the version. */
  const names = new Map<string, { projection: string; base: string }>();
  for (const { name, version, state, log } of newest.values())
    for (const base of [state, log])
      if (base !== undefined) names.set(versionedName(base, version), { projection: name, base });
  const packings = new Map<string, { readonly projection: string; readonly packing: Packing }>();
  for (const { name, version, log, packing } of newest.values())
    if (log !== undefined && packing !== undefined)
      packings.set(versionedName(log, version), { projection: name, packing });
  const places = new Map<string, Place>();

  const report = (progress: readonly ProjectionProgress[]): readonly ProjectionProgress[] =>
    progress.map((next) => {
      const place = places.get(next.name);
      if (place === undefined) {
        places.set(next.name, { progress: next, told: next.position });
        return next;
      }
      if (isOtherBuild(place.progress, next) && next.position < place.told) return place.progress;
      place.progress = next;
      if (next.position > place.told) place.told = next.position;
      return next;
    });

  /** Asks the store about the builds, where no projector has told of them yet. */
  const known = async (): Promise<void> => {
    const progress = progressFromCheckpoints(projections, await store.checkpoints());
    if (places.size === 0) report(progress);
  };

  const placed = (name: string): string => {
    const found = names.get(name);
    const place = found && places.get(found.projection);
    if (found === undefined || place === undefined) return name;
    const { version, generation } = place.progress;
    return versionedName(found.base, version, generation);
  };

  const isByNewest = (projection: string): boolean =>
    places.get(projection)?.progress.version === newest.get(projection)?.version;

  /** Older rules may have kept each object by itself. */
  const packingOf = (name: string): Packing | undefined => {
    const found = packings.get(name);
    return found !== undefined && isByNewest(found.projection) ? found.packing : undefined;
  };

  const resolveCollection = async (name: string): Promise<string> => {
    if (places.size === 0 && names.has(name)) await known();
    return placed(name);
  };

  /** Whether nothing was ever projected into it: the projector that makes the collection may not have come to that yet. */
  const isUnbegun = (name: string): boolean =>
    places.get(names.get(name)?.projection ?? '')?.progress.position === START;

  const notYet = (error: unknown): never => {
    throw error instanceof StoreUnavailable
      ? error
      : new StoreUnavailable(errorMessage(error), { cause: error });
  };

  /** Mostly at once, and without another promise. Both are those of one moment. */
  const within = <Result>(
    name: string,
    work: (collection: string, packing: Packing | undefined) => Promise<Result>,
  ): Promise<Result> => {
    const placedWork = (): Promise<Result> => {
      const result = work(placed(name), packingOf(name));
      return isUnbegun(name) ? result.catch(notYet) : result;
    };
    return places.size > 0 || !names.has(name) ? placedWork() : known().then(placedWork);
  };

  return {
    ...store,
    store,
    report,
    resolveCollection,
    async isNewest(name) {
      if (places.size === 0 && names.has(name)) await known();
      return isByNewest(names.get(name)?.projection ?? '');
    },
    hasReached(name, position) {
      const found = names.get(name);
      if (found === undefined) return true;
      const progress = places.get(found.projection)?.progress;
      return progress !== undefined && (progress.state === 'stale' || progress.position >= position);
    },
    listStored: (name, query) => within(name, (collection) => store.list(collection, query)),
    get: (name, id) =>
      within(name, async (collection, packing) => {
        if (packing === undefined) return store.get(collection, id);
        return (await getUnpacked(store, collection, [id], packing))[0];
      }),
    getMany: (name, ids, options) =>
      within(name, (collection, packing) => {
        if (packing === undefined) return store.getMany(collection, ids, options);
        return getUnpacked(store, collection, ids, packing);
      }),
    list: (name, query) =>
      within(name, (collection, packing) => {
        if (packing === undefined) return store.list(collection, query);
        return listUnpacked(store, collection, query, packing);
      }),
    scan: (name, query) =>
      within(name, (collection, packing) => {
        if (packing === undefined) return store.scan(collection, query);
        return scanUnpacked(store, collection, query, packing);
      }),
    expire: (name, ...args) => within(name, (collection) => store.expire(collection, ...args)),

    async checkpoints() {
      const checkpoints = await store.checkpoints();
      if (places.size === 0) report(progressFromCheckpoints(projections, checkpoints));
      for (const { name, version } of newest.values()) {
        const place = places.get(name);
        if (place === undefined) continue;
        const { progress } = place;
        const position = checkpoints.get(versionedName(name, progress.version, progress.generation)) ?? START;
        if (position > place.told) place.told = position;
        checkpoints.set(versionedName(name, version), position);
      }
      return checkpoints;
    },
  };
}

const isOtherBuild = (a: ProjectionProgress, b: ProjectionProgress): boolean =>
  a.version !== b.version || (a.generation ?? 1) !== (b.generation ?? 1);
