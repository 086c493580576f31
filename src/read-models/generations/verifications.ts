/** Runs comparisons of two generations in the background, and records their progress for every node to read. */

import { errorMessage } from '../../system/errors.ts';
import { currentTime, delay } from '../../system/runtime.ts';
import type { DocumentStore, StoredDocument } from '../port.ts';
import { mayHaveExpired } from '../projection-backlog.ts';
import type { EventShape, Projection } from '../projection.ts';
import { typedRecords } from '../records.ts';
import {
  collectionsOfGeneration,
  generationKey,
  markKey,
  type Generation,
  type GenerationPlan,
} from './generation.ts';

// Compares two generations of a projection document by document, in ID order, holding one page of each in memory. Both may
// change during the comparison.

export type Difference = {
  readonly id: string;
  /** `missing`: only in the first. `added`: only in the second. Otherwise the first property that differs. */
  readonly kind: 'missing' | 'added' | 'body' | 'terms' | 'scope' | 'position';
};

type ComparisonCounts = {
  compared: number;
  /** Documents that changed after the last update of the first generation. */
  skipped: number;
  differences: number;
};

type ComparisonOptions = {
  readonly documents: Pick<DocumentStore, 'scan' | 'getMany'>;
  /** The collections to compare, by their stored names. */
  readonly first: string;
  readonly second: string;
  /** The position up to which the first collection is complete; undefined while it is kept up to date. */
  readonly completeTo: bigint | undefined;
  /** Whether one generation may lack the document, because the documents of its scope are deleted. */
  readonly isDeletedLater?: (document: StoredDocument) => boolean;
  readonly signal: AbortSignal;
  readonly onDifference: (difference: Difference) => void;
  /** After each page. */
  readonly onProgress: (compared: Readonly<ComparisonCounts>) => void;
};

const PAGE_DOCUMENTS = 500;
/** Two live collections receive the same change at slightly different times, so differences are checked again. */
const CHECKS_MAX = 40;
const CHECK_INTERVAL_MS = 50;

type Pair = { readonly id: string; readonly a?: StoredDocument; readonly b?: StoredDocument };

/** Resolves once every document was compared or the signal aborts. Throws StoreUnavailable. */
export async function compareGenerations(comparison: ComparisonOptions): Promise<ComparisonCounts> {
  const { documents, first, second, signal, onDifference, onProgress } = comparison;
  const counts: ComparisonCounts = { compared: 0, skipped: 0, differences: 0 };
  const hasExpired = await createExpiryCheck(comparison);
  let after = '';
  while (!signal.aborted) {
    const [firsts, seconds] = await Promise.all([
      documents.scan(first, { after, limit: PAGE_DOCUMENTS }),
      documents.scan(second, { after, limit: PAGE_DOCUMENTS }),
    ]);
    if (firsts.length === 0 && seconds.length === 0) break;
    const pairs = pairsOf(firsts, seconds);
    const unequal = pairs.filter((pair) => kindOf(pair) !== undefined && !hasExpired(pair));
    counts.compared += pairs.length;
    for (const { id, kind } of await persistentDifferences(comparison, unequal)) {
      if (kind === 'skipped') counts.skipped += 1;
      else {
        counts.differences += 1;
        onDifference({ id, kind });
      }
    }
    onProgress(counts);
    after = pairs.at(-1)?.id ?? after;
  }
  return counts;
}

/** Collections whose documents expire. Only the generation that is read deletes expired documents. */
const WITH_RETENTION = /^(events|redeliveries)_v/;

async function createExpiryCheck({
  documents,
  first,
  second,
  isDeletedLater = () => false,
}: ComparisonOptions): Promise<(pair: Pair) => boolean> {
  const isDeleted = ({ a, b }: Pair): boolean => {
    const only = a === undefined ? b : b === undefined ? a : undefined;
    return only !== undefined && isDeletedLater(only);
  };
  if (!WITH_RETENTION.test(second)) return isDeleted;
  const oldest = async (name: string) => (await documents.scan(name, { limit: 1 }))[0]?.id;
  const [oldestA, oldestB] = await Promise.all([oldest(first), oldest(second)]);
  const now = currentTime();
  const hasExpired = ({ id, a, b }: Pair): boolean =>
    (a === undefined && mayHaveExpired(id, oldestA, now)) ||
    (b === undefined && mayHaveExpired(id, oldestB, now));
  return (pair) => hasExpired(pair) || isDeleted(pair);
}

/** Pairs the documents of both pages, up to the smaller last ID: beyond it, one side is not loaded yet. */
function pairsOf(firsts: readonly StoredDocument[], seconds: readonly StoredDocument[]): Pair[] {
  const ends = [firsts, seconds].flatMap((page) =>
    page.length === PAGE_DOCUMENTS ? (page.at(-1)?.id ?? []) : [],
  );
  const end = ends.sort()[0];
  const byId = new Map<string, { id: string; a?: StoredDocument; b?: StoredDocument }>();
  for (const a of firsts) byId.set(a.id, { id: a.id, a });
  for (const b of seconds) byId.set(b.id, { ...(byId.get(b.id) ?? { id: b.id }), b });
  const pairs = [...byId.values()].sort((x, y) => (x.id < y.id ? -1 : 1));
  return end === undefined ? pairs : pairs.filter(({ id }) => id <= end);
}

function kindOf({ a, b }: Pair): Difference['kind'] | undefined {
  if (a === undefined) return 'added';
  if (b === undefined) return 'missing';
  if (a.scope !== b.scope) return 'scope';
  if (a.body !== b.body) return 'body';
  if (a.terms.length !== b.terms.length || a.terms.some((term, at) => b.terms[at] !== term)) return 'terms';
  return a.position === b.position ? undefined : 'position';
}

type PersistentDifference = { readonly id: string; readonly kind: Difference['kind'] | 'skipped' };

/** The pairs that still differ once both collections have processed the same events. */
async function persistentDifferences(
  comparison: ComparisonOptions,
  unequal: readonly Pair[],
): Promise<PersistentDifference[]> {
  const { completeTo, signal } = comparison;
  if (completeTo !== undefined) return differencesUpTo(comparison, unequal, completeTo);
  let pairs = unequal;
  for (let checks = 0; checks < CHECKS_MAX && pairs.length > 0 && !signal.aborted; checks++) {
    await delay(CHECK_INTERVAL_MS, undefined, { signal }).catch(() => undefined);
    pairs = (await reload(comparison, pairs)).filter((pair) => kindOf(pair) !== undefined);
  }
  return pairs.flatMap((pair) => {
    const kind = kindOf(pair);
    return kind === undefined ? [] : [{ id: pair.id, kind }];
  });
}

/** Skips documents that changed after the last update of the first collection. */
async function differencesUpTo(
  { documents, second }: ComparisonOptions,
  unequal: readonly Pair[],
  completeTo: bigint,
): Promise<PersistentDifference[]> {
  const missing = unequal.filter(({ b }) => b === undefined).map(({ id }) => id);
  const deleted = missing.length === 0 ? [] : await documents.getMany(second, missing, { deleted: true });
  const deletedAt = new Map(deleted.map(({ id, position }) => [id, position]));
  return unequal.flatMap((pair) => {
    const kind = kindOf(pair);
    if (kind === undefined) return [];
    const changedAt = pair.b?.position ?? deletedAt.get(pair.id) ?? 0n;
    return [{ id: pair.id, kind: changedAt > completeTo ? 'skipped' : kind }];
  });
}

async function reload(
  { documents, first, second }: ComparisonOptions,
  pairs: readonly Pair[],
): Promise<Pair[]> {
  const ids = pairs.map(({ id }) => id);
  const [firsts, seconds] = await Promise.all([
    documents.getMany(first, ids),
    documents.getMany(second, ids),
  ]);
  const [aById, bById] = [firsts, seconds].map((found) => new Map(found.map((each) => [each.id, each])));
  return ids.map((id) => {
    const [a, b] = [aById?.get(id), bById?.get(id)];
    return { id, ...(a === undefined ? {} : { a }), ...(b === undefined ? {} : { b }) };
  });
}

export type Verification = ComparisonCounts & {
  readonly state: 'running' | 'done' | 'failed' | 'interrupted';
  readonly against: { readonly version: number; readonly generation: number };
  readonly examples: readonly Example[];
  readonly started_at: string;
  readonly ended_at: string | null;
  readonly reason: string | null;
};

type Example = Difference & { readonly collection: string };
type Saved = Verification & { readonly saved_at: number };

type Verifications = {
  /** Starts to compare the active generation with another one. Throws StoreUnavailable. */
  start<E extends EventShape>(
    projection: Projection<E>,
    plan: GenerationPlan,
    against: Generation,
  ): Promise<void>;
  /** The latest comparison of a projection; undefined if there was none. Throws StoreUnavailable. */
  latest(name: string): Promise<Verification | undefined>;
  /** Stops running comparisons. */
  close(): Promise<void>;
};

const EXAMPLES_MAX = 100;
const SAVE_INTERVAL_MS = 500;
/** A running comparison that was not saved for this long ended with its process. */
const INTERRUPTED_AFTER_MS = 30_000;

/** `documents` is the store itself, not the router. `clock` is in milliseconds since 1970. */
export function createVerifications(
  documents: DocumentStore,
  clock: () => number,
  isDeletedLater?: ComparisonOptions['isDeletedLater'],
): Verifications {
  const stopping = new AbortController();
  const { signal } = stopping;
  const running = new Set<Promise<void>>();
  /** The names of the projections that are being compared. */
  const busy = new Set<string>();

  return {
    async start(projection, plan, against) {
      const { name } = projection;
      // When a comparison ends, it releases the generation that a second one would still need.
      if (busy.has(name)) return;
      busy.add(name);
      const isMaintained = plan.maintained.some((target) => generationKey(target) === generationKey(against));
      const record = createRecord(documents, clock, against);
      await record.save('running').catch((error: unknown) => {
        busy.delete(name);
        throw error;
      });
      const compare = async (): Promise<void> => {
        // A generation that is not kept up to date is compared up to its checkpoint.
        const completeTo = isMaintained
          ? undefined
          : (await documents.checkpoints()).get(generationKey(against));
        const given = { documents, projection, plan, against, completeTo, signal, record };
        await compareCollections({ ...given, ...(isDeletedLater && { isDeletedLater }) });
        await record.save(signal.aborted ? 'interrupted' : 'done');
        if (isMaintained && !signal.aborted) await documents.drop([], [markKey(against, 'kept')]);
      };
      const ended = compare()
        .catch((error: unknown) => record.save('failed', errorMessage(error)))
        // Without a store, the record stays as it is and later reads as interrupted.
        .catch(() => undefined)
        .finally(() => {
          busy.delete(name);
          running.delete(ended);
        });
      running.add(ended);
    },

    async latest(name) {
      const saved = await recordsIn(documents).get(recordKey(name));
      if (saved === undefined) return undefined;
      const { saved_at, ...found } = saved;
      const isInterrupted = found.state === 'running' && clock() - saved_at > INTERRUPTED_AFTER_MS;
      return isInterrupted ? { ...found, state: 'interrupted' } : found;
    },

    async close() {
      stopping.abort();
      await Promise.all(running);
    },
  };
}

const recordsIn = (documents: DocumentStore) => typedRecords<Saved>(documents, 'projections');
const recordKey = (name: string): string => `verification/${name}`;

type VerificationRecord = ReturnType<typeof createRecord>;

/** The progress of a comparison, saved at intervals. */
function createRecord(
  documents: DocumentStore,
  clock: () => number,
  { name, version, generation }: Generation,
) {
  const total: ComparisonCounts = { compared: 0, skipped: 0, differences: 0 };
  const examples: Example[] = [];
  const now = (): string => new Date(clock()).toISOString();
  const started_at = now();
  let savedAt = 0;

  async function save(state: Verification['state'], reason: string | null = null): Promise<void> {
    savedAt = clock();
    const ended_at = state === 'running' ? null : now();
    const against = { version, generation };
    const found: Verification = { ...total, state, against, examples, started_at, ended_at, reason };
    await recordsIn(documents).put(recordKey(name), { ...found, saved_at: savedAt });
  }

  return {
    save,
    addExample(example: Example): void {
      if (examples.length < EXAMPLES_MAX) examples.push(example);
    },
    /** Adds a collection. Returns a callback that takes the counts of this collection. */
    addCollection(): (counts: Readonly<ComparisonCounts>) => void {
      const before = { ...total };
      return ({ compared, skipped, differences }) => {
        total.compared = before.compared + compared;
        total.skipped = before.skipped + skipped;
        total.differences = before.differences + differences;
        // A failed save is harmless: the next one contains more.
        if (clock() - savedAt >= SAVE_INTERVAL_MS) save('running').catch(() => undefined);
      };
    },
  };
}

type Comparing<E extends EventShape> = {
  readonly documents: DocumentStore;
  readonly projection: Projection<E>;
  readonly plan: GenerationPlan;
  readonly against: Generation;
  readonly completeTo: bigint | undefined;
  readonly isDeletedLater?: (document: StoredDocument) => boolean;
  readonly signal: AbortSignal;
  readonly record: VerificationRecord;
};

async function compareCollections<E extends EventShape>(comparing: Comparing<E>): Promise<void> {
  const { projection, plan, against, record, ...others } = comparing;
  const firsts = collectionsOfGeneration(projection, against);
  for (const [at, { name: second }] of collectionsOfGeneration(projection, plan.active).entries()) {
    const collection = second.replace(/_v\d+(_g\d+)?$/, '');
    await compareGenerations({
      ...others,
      first: firsts[at]?.name ?? second,
      second,
      onDifference: ({ id, kind }) => record.addExample({ collection, id, kind }),
      onProgress: record.addCollection(),
    });
  }
}
