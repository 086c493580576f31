/**
 * Deletes the documents of sandbox books that were reset more than a day ago. Their events stay, and so do their users, because
 * operators find a person to forget by them. A rebuild restores the documents until the next pass.
 */
import { PROJECTIONS } from '../../projections/all.ts';
import { SEARCH_SCOPE, searchIndexProjection, type SearchEntry } from '../../projections/search.ts';
import { usersProjection } from '../../projections/users.ts';
import { repeat } from '../async/polling-loop.ts';
import type { Lease } from '../jobs/lease.ts';
import { parseBookStream } from '../ledger/ids.ts';
import { booksWithoutDocuments, isWithoutDocuments } from '../platform/books.ts';
import type { Platform } from '../platform/platform.ts';
import { collectionsOfGeneration, planGenerations } from '../read-models/generations/generation.ts';
import type { DocumentStore, StoredDocument } from '../read-models/port.ts';
import { typedRecords } from '../read-models/records.ts';
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
  /** Also written when all events are projected, such as after an attempt that was under way. */
  readonly isWrittenLater: boolean;
};

/** How many books of each integrator have no documents left, by collection. The oldest book is the first. */
type Finished = Readonly<Record<string, Readonly<Record<string, number>>>>;

/** What is stored, so that a start does not walk again what was finished. */
type Saved = {
  /** How often the documents had gone back in time, and the search index. With others, documents may have returned. */
  readonly basis: string;
  readonly finished: Finished;
};

const KEY = 'former_books';

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
    const breaks = history.breaks();
    if (loaded === undefined || breaks === undefined || !(await isReady())) return NOT_READY_PAUSE_MS;
    const isOver = await removal.run(booksWithoutDocuments(loaded, clock()), breaks);
    return isOver ? PASS_EVERY_MS : NOT_READY_PAUSE_MS;
  };
  const onError = (err: unknown): void => log.debug({ err }, 'documents of former sandboxes not deleted');
  await repeat({ run, everyMs: PASS_EVERY_MS, onError }, signal);
}

export class FormerBookRemoval {
  readonly #documents: DocumentStore;
  readonly #lease: Lease;
  readonly #signal: AbortSignal;

  /** `documents` is the store itself, not the router. */
  constructor(documents: DocumentStore, lease: Lease, signal: AbortSignal) {
    this.#documents = documents;
    this.#lease = lease;
    this.#signal = signal;
  }

  /**
   * Deletes what is left of these books in the collections that are read. `breaks` is how often the documents went back in time.
   * False if another node does it.
   */
  async run(books: readonly string[], breaks: bigint): Promise<boolean> {
    const checkpoints = await this.#documents.checkpoints();
    const { active } = planGenerations(
      searchIndexProjection.name,
      searchIndexProjection.version,
      checkpoints,
    );
    const [search] = collectionsOfGeneration(searchIndexProjection, active);
    const records = typedRecords<Saved>(this.#documents, 'projections');
    const basis = `${breaks} ${search?.name ?? ''}`;
    const saved = await records.get(KEY);
    const known = saved?.basis === basis ? saved.finished : {};
    // A rebuild makes another collection, and what was finished in an earlier one is forgotten.
    const finished: Record<string, Readonly<Record<string, number>>> = {};
    for (const collection of bookCollections(checkpoints)) {
      const before = known[collection.name] ?? {};
      const left = books.filter((book) => !isFinished(before, book));
      let found = 0;
      for (let at = 0; at < left.length; at += SCOPES_PER_WALK) {
        const count = await this.#walk(collection, search?.name, left.slice(at, at + SCOPES_PER_WALK));
        if (count === undefined) return false;
        found += count;
      }
      // If there were documents, one that is just being written may follow: the next pass looks again.
      const isOver = !collection.isWrittenLater || found === 0;
      finished[collection.name] = isOver ? finishedWith(before, left) : before;
    }
    const next: Saved = { basis, finished };
    if (JSON.stringify(next) !== JSON.stringify(saved)) await records.put(KEY, next);
    return true;
  }

  /** How many documents it found; undefined if it was interrupted. */
  async #walk(
    { name, stays }: Collection,
    search: string | undefined,
    scopes: string[],
  ): Promise<number | undefined> {
    let found = 0;
    for (let after: string | undefined = ''; after !== undefined;) {
      if (this.#signal.aborted || !(await this.#lease.tryAcquire())) return undefined;
      const startedAt = monotonicTime();
      const page = await this.#documents.findInScopes(name, scopes, { after, limit: BATCH_DOCUMENTS });
      found += page.ids.length;
      if (page.ids.length > 0) {
        // The index has documents of the same IDs, and none that tells the book. They are found again until their objects are gone.
        if (search !== undefined) await this.#documents.remove(search, page.ids);
        if (!stays) await this.#documents.remove(name, page.ids);
      }
      after = page.readTo;
      if (after !== undefined) await pauseAfterBatch(startedAt, this.#signal);
    }
    return found;
  }
}

function isFinished(finished: Readonly<Record<string, number>>, book: string): boolean {
  const { integrator_id = '', generation = 1 } = parseBookStream(book) ?? {};
  return generation <= (finished[integrator_id] ?? 0);
}

/** Books lose their documents in the order of their generations. */
function finishedWith(
  before: Readonly<Record<string, number>>,
  books: readonly string[],
): Readonly<Record<string, number>> {
  const finished = { ...before };
  for (const book of books) {
    const { integrator_id, generation } = parseBookStream(book) ?? {};
    if (integrator_id === undefined || generation === undefined) continue;
    finished[integrator_id] = Math.max(finished[integrator_id] ?? 0, generation);
  }
  return finished;
}

/** The collections whose documents belong to one book each. */
function bookCollections(checkpoints: ReadonlyMap<string, bigint>): Collection[] {
  const ofProjections = PROJECTIONS.filter(({ scope }) => scope === undefined).flatMap((projection) => {
    const { active } = planGenerations(projection.name, projection.version, checkpoints);
    const stays = projection.name === usersProjection.name;
    return collectionsOfGeneration(projection, active).map(({ name }) => ({
      ...{ name, stays, isWrittenLater: false },
    }));
  });
  const others = [REQUESTS_COLLECTION, DELIVERIES_COLLECTION, ATTEMPTS_COLLECTION];
  return [...ofProjections, ...others.map((name) => ({ name, stays: false, isWrittenLater: true }))];
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
