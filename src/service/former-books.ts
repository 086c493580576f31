/**
 * Deletes the documents of sandbox books that were reset more than a day ago. Their events stay, and so do their users, because
 * operators find a person to forget by them. A rebuild restores the documents until the next pass.
 */
import { PROJECTIONS } from '../../projections/all.ts';
import { SEARCH_SCOPE, searchIndexProjection, type SearchEntry } from '../../projections/search.ts';
import { usersProjection } from '../../projections/users.ts';
import { repeat } from '../async/polling-loop.ts';
import type { Lease } from '../jobs/lease.ts';
import { booksWithoutDocuments, isWithoutDocuments } from '../platform/books.ts';
import type { Platform } from '../platform/platform.ts';
import { collectionsOfGeneration, planGenerations } from '../read-models/generations/generation.ts';
import type { DocumentStore, StoredDocument } from '../read-models/port.ts';
import { pauseAfterBatch } from '../read-models/retention.ts';
import { REQUESTS_COLLECTION } from '../request-log/entry.ts';
import { monotonicTime } from '../system/runtime.ts';
import { ATTEMPTS_COLLECTION } from '../webhooks/attempt-record.ts';
import { DELIVERIES_COLLECTION } from '../webhooks/delivery.ts';
import type { Dependencies } from './dependencies.ts';
import { caughtUpCheck } from './projection-progress.ts';

type Collection = {
  /** As it is stored. */
  readonly name: string;
  /** The documents stay, and only what finds them is deleted. */
  readonly stays: boolean;
};

const PASS_EVERY_MS = 10 * 60_000;
const NOT_READY_PAUSE_MS = 1_000;
const BATCH_DOCUMENTS = 200;
/** A store reads the documents of many scopes at the cost of one, but a query has a limit. */
const SCOPES_PER_WALK = 100;

/** Runs until the signal aborts. After an error, it tries again in the next pass. */
export async function removeFormerBooks(
  { stores: { documents }, platform, history, clock, log }: Dependencies,
  lease: Lease,
  signal: AbortSignal,
): Promise<void> {
  const removal = new FormerBookRemoval(documents.store, lease, signal);
  // Events that are not projected yet could need the documents.
  const isReady = caughtUpCheck(documents, PROJECTIONS, () => history.breaks());
  const run = async (): Promise<number> => {
    const loaded = platform.current();
    if (loaded === undefined || !(await isReady())) return NOT_READY_PAUSE_MS;
    return (await removal.run(booksWithoutDocuments(loaded, clock()))) ? PASS_EVERY_MS : NOT_READY_PAUSE_MS;
  };
  const onError = (err: unknown): void => log.debug({ err }, 'documents of former sandboxes not deleted');
  await repeat({ run, everyMs: PASS_EVERY_MS, onError }, signal);
}

export class FormerBookRemoval {
  readonly #documents: DocumentStore;
  readonly #lease: Lease;
  readonly #signal: AbortSignal;
  /** The books without documents, by collection. A rebuild makes another collection. */
  readonly #removed = new Map<string, Set<string>>();

  /** `documents` is the store itself, not the router. */
  constructor(documents: DocumentStore, lease: Lease, signal: AbortSignal) {
    this.#documents = documents;
    this.#lease = lease;
    this.#signal = signal;
  }

  /** Deletes what is left of these books in the collections that are read. False if another node does it. */
  async run(books: readonly string[]): Promise<boolean> {
    const checkpoints = await this.#documents.checkpoints();
    const { active } = planGenerations(
      searchIndexProjection.name,
      searchIndexProjection.version,
      checkpoints,
    );
    const [search] = collectionsOfGeneration(searchIndexProjection, active);
    for (const collection of bookCollections(checkpoints)) {
      const removed = this.#removed.get(collection.name) ?? new Set();
      this.#removed.set(collection.name, removed);
      const left = books.filter((book) => !removed.has(book));
      for (let at = 0; at < left.length; at += SCOPES_PER_WALK) {
        const scopes = left.slice(at, at + SCOPES_PER_WALK);
        if (!(await this.#walk(collection, search?.name, scopes))) return false;
        for (const scope of scopes) removed.add(scope);
      }
    }
    return true;
  }

  /** False if it was interrupted. */
  async #walk({ name, stays }: Collection, search: string | undefined, scopes: string[]): Promise<boolean> {
    for (let after: string | undefined = ''; after !== undefined;) {
      if (this.#signal.aborted || !(await this.#lease.tryAcquire())) return false;
      const startedAt = monotonicTime();
      const page = await this.#documents.findInScopes(name, scopes, { after, limit: BATCH_DOCUMENTS });
      if (page.ids.length > 0) {
        // The index has documents of the same IDs, and none that tells the book. They are found again until their objects are gone.
        if (search !== undefined) await this.#documents.remove(search, page.ids);
        if (!stays) await this.#documents.remove(name, page.ids);
      }
      after = page.readTo;
      if (after !== undefined) await pauseAfterBatch(startedAt, this.#signal);
    }
    return true;
  }
}

/** The collections whose documents belong to one book each. */
function bookCollections(checkpoints: ReadonlyMap<string, bigint>): Collection[] {
  const ofProjections = PROJECTIONS.filter(({ scope }) => scope === undefined).flatMap((projection) => {
    const { active } = planGenerations(projection.name, projection.version, checkpoints);
    const stays = projection.name === usersProjection.name;
    return collectionsOfGeneration(projection, active).map(({ name }) => ({ name, stays }));
  });
  const others = [REQUESTS_COLLECTION, DELIVERIES_COLLECTION, ATTEMPTS_COLLECTION];
  return [...ofProjections, ...others.map((name) => ({ name, stays: false }))];
}

/** Whether a document is of a book whose documents are deleted, so that one generation may lack it. */
export function isOfFormerBook(
  platform: Platform | undefined,
  { scope, body }: StoredDocument,
  now: number,
): boolean {
  if (platform === undefined) return false;
  // Only the search index has this scope.
  const stream = scope === SEARCH_SCOPE ? (JSON.parse(body) as SearchEntry).stream : scope;
  return isWithoutDocuments(platform, stream, now);
}
