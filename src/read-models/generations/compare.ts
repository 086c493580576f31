/**
 * Compares two builds of a projection document by document, in the order of their IDs, with as much memory as two pages
 * take. Both may be written to meanwhile.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { DocumentStore, StoredDocument } from '../port.ts';
import { mayHaveExpired } from '../document-age.ts';

export type Difference = {
  readonly id: string;
  /** What the second one lacks, or has more; or what differs first. */
  readonly kind: 'missing' | 'added' | 'body' | 'terms' | 'scope' | 'position';
};

export type ComparisonCounts = {
  compared: number;
  /** Documents that changed after the first one was last kept up to date. */
  skipped: number;
  differences: number;
};

export type ComparisonOptions = {
  readonly documents: Pick<DocumentStore, 'scan' | 'getMany'>;
  /** The collections, as the store names them. */
  readonly first: string;
  readonly second: string;
  /** Up to which position the first one is complete; undefined while it is kept up to date. */
  readonly completeTo: bigint | undefined;
  readonly signal: AbortSignal;
  readonly onDifference: (difference: Difference) => void;
  /** After each page. */
  readonly onProgress: (compared: Readonly<ComparisonCounts>) => void;
};

const PAGE = 500;
/** What is written to both comes to one of them a moment earlier. */
const TRIES_MAX = 40;
const TRY_EVERY_MS = 50;

type Pair = { readonly id: string; readonly a?: StoredDocument; readonly b?: StoredDocument };

/** Resolves when every document was looked at, or the signal aborts. Throws a StoreUnavailable. */
export async function compareGenerations(comparison: ComparisonOptions): Promise<ComparisonCounts> {
  const { documents, first, second, signal, onDifference, onProgress } = comparison;
  const counts: ComparisonCounts = { compared: 0, skipped: 0, differences: 0 };
  const isOver = await overIn(comparison);
  let after = '';
  while (!signal.aborted) {
    const [as, bs] = await Promise.all([
      documents.scan(first, { after, limit: PAGE }),
      documents.scan(second, { after, limit: PAGE }),
    ]);
    if (as.length === 0 && bs.length === 0) break;
    const pairs = pairsOf(as, bs);
    const unequal = pairs.filter((pair) => kindOf(pair) !== undefined && !isOver(pair));
    counts.compared += pairs.length;
    for (const { id, kind } of await lasting(comparison, unequal)) {
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

/** Collections whose documents go when their time is over. A build that is read has lost those that another still has. */
const WITH_RETENTION = /^(events|redeliveries)_v/;

async function overIn({ documents, first, second }: ComparisonOptions): Promise<(pair: Pair) => boolean> {
  if (!WITH_RETENTION.test(second)) return () => false;
  const oldest = async (name: string) => (await documents.scan(name, { limit: 1 }))[0]?.id;
  const [oldestA, oldestB] = await Promise.all([oldest(first), oldest(second)]);
  const now = Date.now();
  return ({ id, a, b }) =>
    (a === undefined && mayHaveExpired(id, oldestA, now)) ||
    (b === undefined && mayHaveExpired(id, oldestB, now));
}

/** The documents of both pages up to where the shorter one ends: beyond, the other may have what was not read yet. */
function pairsOf(as: readonly StoredDocument[], bs: readonly StoredDocument[]): Pair[] {
  const ends = [as, bs].flatMap((page) => (page.length === PAGE ? (page.at(-1)?.id ?? []) : []));
  const end = ends.sort()[0];
  const byId = new Map<string, { id: string; a?: StoredDocument; b?: StoredDocument }>();
  for (const a of as) byId.set(a.id, { id: a.id, a });
  for (const b of bs) byId.set(b.id, { ...(byId.get(b.id) ?? { id: b.id }), b });
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

type Lasting = { readonly id: string; readonly kind: Difference['kind'] | 'skipped' };

/** Of the pairs that differ, those that go on doing so when both have come to the same event. */
async function lasting(comparison: ComparisonOptions, unequal: readonly Pair[]): Promise<Lasting[]> {
  const { completeTo, signal } = comparison;
  if (completeTo !== undefined) return settledKinds(comparison, unequal, completeTo);
  let pairs = unequal;
  for (let tried = 0; tried < TRIES_MAX && pairs.length > 0 && !signal.aborted; tried++) {
    await delay(TRY_EVERY_MS, undefined, { signal }).catch(() => undefined);
    pairs = (await again(comparison, pairs)).filter((pair) => kindOf(pair) !== undefined);
  }
  return pairs.flatMap((pair) => {
    const kind = kindOf(pair);
    return kind === undefined ? [] : [{ id: pair.id, kind }];
  });
}

/** What changed, came or went after the first one was last kept up to date says nothing about it. */
async function settledKinds(
  { documents, second }: ComparisonOptions,
  unequal: readonly Pair[],
  completeTo: bigint,
): Promise<Lasting[]> {
  const missing = unequal.filter(({ b }) => b === undefined).map(({ id }) => id);
  const deleted = missing.length === 0 ? [] : await documents.getMany(second, missing, { deleted: true });
  const goneAt = new Map(deleted.map(({ id, position }) => [id, position]));
  return unequal.flatMap((pair) => {
    const kind = kindOf(pair);
    if (kind === undefined) return [];
    const changedAt = pair.b?.position ?? goneAt.get(pair.id) ?? 0n;
    return [{ id: pair.id, kind: changedAt > completeTo ? 'skipped' : kind }];
  });
}

async function again(
  { documents, first, second }: ComparisonOptions,
  pairs: readonly Pair[],
): Promise<Pair[]> {
  const ids = pairs.map(({ id }) => id);
  const [as, bs] = await Promise.all([documents.getMany(first, ids), documents.getMany(second, ids)]);
  const [aById, bById] = [as, bs].map((found) => new Map(found.map((each) => [each.id, each])));
  return ids.map((id) => {
    const [a, b] = [aById?.get(id), bById?.get(id)];
    return { id, ...(a === undefined ? {} : { a }), ...(b === undefined ? {} : { b }) };
  });
}
