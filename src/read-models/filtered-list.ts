import {
  boundsAfter,
  type DocumentStore,
  type IntersectionQuery,
  type ListQuery,
  type StoredDocument,
} from './port.ts';

// Walks the documents that have at least one of several terms, in the order of their IDs.

type Lists = Pick<DocumentStore, 'list'>;

type WalkQuery = Pick<ListQuery, 'after' | 'before' | 'order'> & {
  readonly collection: string;
  readonly scopes: readonly string[];
};

type TermWalk = {
  /** The next documents, each once. Fewer than `count` means that there are no more. */
  take(count: number): Promise<readonly StoredDocument[]>;
};

/** The list of one term in one scope, and how far it was read. */
type Source = {
  readonly scope: string;
  readonly term: string;
  /** Read, but not taken yet. */
  readonly waiting: StoredDocument[];
  last: string | undefined;
  isRead: boolean;
  chunk: number;
};

/** Documents read at once from one list. */
const CHUNK_DOCUMENTS_MIN = 4;
const CHUNK_DOCUMENTS_MAX = 256;
/** Lists that are read concurrently. */
const CONCURRENT_LISTS_MAX = 16;

/** `expected` is how many documents will probably be taken. */
function walkTerms(
  documents: Lists,
  { collection, scopes, order, ...bounds }: WalkQuery,
  terms: readonly string[],
  expected: number,
): TermWalk {
  const count = scopes.length * terms.length;
  const chunk = Math.min(CHUNK_DOCUMENTS_MAX, Math.max(CHUNK_DOCUMENTS_MIN, Math.ceil(expected / count)));
  const sources = scopes.flatMap((scope) =>
    terms.map((term): Source => ({ scope, term, waiting: [], last: undefined, isRead: false, chunk })),
  );
  const isBefore = (one: string, other: string): boolean => (order === 'newest' ? one > other : one < other);

  /** Reads no more than could be taken. */
  async function read(source: Source, wanted: number): Promise<void> {
    const { scope, term, last } = source;
    const rest = last === undefined ? {} : boundsAfter({ order }, last);
    const limit = Math.min(wanted, Math.max(source.chunk, Math.ceil(wanted / sources.length)));
    const found = await documents.list(collection, {
      scope,
      terms: [term],
      order,
      ...bounds,
      ...rest,
      limit,
    });
    source.isRead = found.length < limit;
    source.last = found.at(-1)?.id;
    source.chunk = Math.min(CHUNK_DOCUMENTS_MAX, source.chunk * 2);
    source.waiting.push(...found.reverse());
  }

  async function readEmpty(wanted: number): Promise<void> {
    const empty = sources.filter(({ waiting, isRead }) => waiting.length === 0 && !isRead);
    for (let at = 0; at < empty.length; at += CONCURRENT_LISTS_MAX)
      await Promise.all(empty.slice(at, at + CONCURRENT_LISTS_MAX).map((source) => read(source, wanted)));
  }

  /** The source with the next document, once every list that has more was read. */
  function first(): Source | undefined {
    let best: Source | undefined;
    let bestId = '';
    for (const source of sources) {
      const id = source.waiting.at(-1)?.id;
      if (id === undefined || (best !== undefined && !isBefore(id, bestId))) continue;
      best = source;
      bestId = id;
    }
    return best;
  }

  let newest: string | undefined;
  return {
    async take(wanted) {
      const taken: StoredDocument[] = [];
      await readEmpty(wanted);
      while (taken.length < wanted) {
        const source = first();
        const document = source?.waiting.pop();
        if (source === undefined || document === undefined) break;
        // A document may have several of the terms.
        if (document.id !== newest) taken.push(document);
        newest = document.id;
        if (source.waiting.length === 0 && !source.isRead && taken.length < wanted)
          await read(source, wanted - taken.length);
      }
      return taken;
    },
  };
}

/**
 * The documents that have all terms: as many as `limit`, or all. For jobs that must not miss one, and whose lists are short as a
 * rule. It reads in limited steps, so other work goes on in between.
 */
export async function listIntersection(
  documents: Pick<DocumentStore, 'intersect'>,
  collection: string,
  query: IntersectionQuery,
): Promise<StoredDocument[]> {
  const found: StoredDocument[] = [];
  for (let rest = query; ;) {
    const step = await documents.intersect(collection, { ...rest, limit: query.limit - found.length });
    found.push(...step.documents);
    if (step.readTo === undefined || found.length >= query.limit) return found;
    rest = { ...query, ...boundsAfter(query, step.readTo) };
  }
}

// Lists documents that meet several conditions, in the order of their IDs, without an index for each combination. It probes
// how selective each condition is, walks the list of the most selective one, and checks the others. A page reads a bounded
// number of documents, so it may have fewer than `limit` and yet continue (docs/architecture.md).

export type Condition = {
  /** Documents that meet it have at least one of these terms. Without terms, it is only checked. */
  readonly anyOf: readonly string[];
  /** Whether a document meets it. Omitted: it has one of the terms. */
  readonly test?: (document: StoredDocument) => boolean;
};

export type FilteredQuery = WalkQuery & {
  /** All of them must be met. At least one has terms. */
  readonly conditions: readonly Condition[];
  readonly limit: number;
  /** Documents read for a page. */
  readonly readMax?: number;
};

export type FilteredPage = {
  readonly documents: readonly StoredDocument[];
  /** The ID after which the list continues, in its order. Undefined at its end. */
  readonly cursor: string | undefined;
};

/** In SQLite, that many cost about three milliseconds of CPU time. */
const READ_MAX = 200;
/** Documents read to find the most selective condition, of all conditions together and at least of each. */
const PROBE_DOCUMENTS = 64;
const CONDITION_DOCUMENTS_MIN = 8;
const STEP_DOCUMENTS = 100;

const hasAnyOf = (terms: readonly string[]) => (document: StoredDocument) =>
  terms.some((term) => document.terms.includes(term));

export async function listFiltered(documents: Lists, query: FilteredQuery): Promise<FilteredPage> {
  const { conditions, limit, readMax = READ_MAX } = query;
  const tests = conditions.map(({ anyOf, test }) => test ?? hasAnyOf(anyOf));
  // One more document shows whether there are more.
  const { walk, probed, isEnded } = await mostSelectiveWalk(documents, query);
  const found: StoredDocument[] = [];
  let read = 0;
  let last: string | undefined;
  for (let step = probed, isLast = isEnded; ;) {
    for (const document of step) {
      if (tests.every((test) => test(document))) {
        if (found.length === limit) return { documents: found, cursor: found.at(-1)?.id };
        found.push(document);
      }
      last = document.id;
    }
    read += step.length;
    if (isLast) return { documents: found, cursor: undefined };
    if (read >= readMax) return { documents: found, cursor: last };
    const wanted = Math.min(STEP_DOCUMENTS, readMax - read);
    step = await walk.take(wanted);
    isLast = step.length < wanted;
  }
}

type Probed = {
  readonly walk: TermWalk;
  readonly probed: readonly StoredDocument[];
  readonly isEnded: boolean;
};

/**
 * All walks begin at the same bound, so the one that is farthest after the same number of documents passes the fewest per
 * time. One that has ended has passed all of its documents.
 */
async function mostSelectiveWalk(documents: Lists, query: FilteredQuery): Promise<Probed> {
  const walkable = query.conditions.filter(({ anyOf }) => anyOf.length > 0);
  const share = Math.max(CONDITION_DOCUMENTS_MIN, Math.floor(PROBE_DOCUMENTS / walkable.length));
  const count = walkable.length === 1 ? query.limit + 1 : share;
  const all = await Promise.all(
    walkable.map(async ({ anyOf }): Promise<Probed> => {
      const walk = walkTerms(documents, query, anyOf, count);
      const probed = await walk.take(count);
      return { walk, probed, isEnded: probed.length < count };
    }),
  );
  const [best] = all.sort((a, b) => compareWalks(a, b, query.order));
  if (best === undefined) throw new Error('A filtered list needs a condition with terms.');
  return best;
}

/** Negative if `a` is more selective. */
function compareWalks(a: Probed, b: Probed, order: WalkQuery['order']): number {
  if (a.isEnded || b.isEnded)
    return a.isEnded && b.isEnded ? a.probed.length - b.probed.length : a.isEnded ? -1 : 1;
  const [atA = '', atB = ''] = [a.probed.at(-1)?.id, b.probed.at(-1)?.id];
  if (atA === atB) return 0;
  return atA > atB === (order === 'oldest') ? -1 : 1;
}
