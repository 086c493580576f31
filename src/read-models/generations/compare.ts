/**
 * Compares two generations of a projection document by document, in ID order, holding one page of each in memory. Both may
 * change during the comparison.
 */
import { currentTime, delay } from '../../system/runtime.ts';
import type { DocumentStore, StoredDocument } from '../port.ts';
import { mayHaveExpired } from '../document-age.ts';

export type Difference = {
  readonly id: string;
  /** `missing`: only in the first. `added`: only in the second. Otherwise the first property that differs. */
  readonly kind: 'missing' | 'added' | 'body' | 'terms' | 'scope' | 'position';
};

export type ComparisonCounts = {
  compared: number;
  /** Documents that changed after the last update of the first generation. */
  skipped: number;
  differences: number;
};

export type ComparisonOptions = {
  readonly documents: Pick<DocumentStore, 'scan' | 'getMany'>;
  /** The collections to compare, by their stored names. */
  readonly first: string;
  readonly second: string;
  /** The position up to which the first collection is complete; undefined while it is kept up to date. */
  readonly completeTo: bigint | undefined;
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
}: ComparisonOptions): Promise<(pair: Pair) => boolean> {
  if (!WITH_RETENTION.test(second)) return () => false;
  const oldest = async (name: string) => (await documents.scan(name, { limit: 1 }))[0]?.id;
  const [oldestA, oldestB] = await Promise.all([oldest(first), oldest(second)]);
  const now = currentTime();
  return ({ id, a, b }) =>
    (a === undefined && mayHaveExpired(id, oldestA, now)) ||
    (b === undefined && mayHaveExpired(id, oldestB, now));
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
