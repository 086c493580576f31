/** Walks the documents that have at least one of several terms, in the order of their IDs. */
import type { DocumentStore, ListQuery, StoredDocument } from '../port.ts';

export type Lists = Pick<DocumentStore, 'list'>;

export type WalkQuery = Pick<ListQuery, 'after' | 'before' | 'order'> & {
  readonly collection: string;
  readonly scopes: readonly string[];
};

export type TermWalk = {
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
const CHUNK_DOCUMENTS_MIN = 8;
const CHUNK_DOCUMENTS_MAX = 512;
/** Lists that are read concurrently. */
const CONCURRENT_LISTS_MAX = 16;

/** `expected` is how many documents will probably be taken. */
export function walkTerms(
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

  async function read(source: Source): Promise<void> {
    const { scope, term, last } = source;
    const rest = last === undefined ? {} : order === 'newest' ? { before: last } : { after: last };
    const query = { scope, terms: [term], order, ...bounds, ...rest, limit: source.chunk };
    const found = await documents.list(collection, query);
    source.isRead = found.length < source.chunk;
    source.last = found.at(-1)?.id;
    source.chunk = Math.min(CHUNK_DOCUMENTS_MAX, source.chunk * 2);
    source.waiting.push(...found.reverse());
  }

  async function readEmpty(): Promise<void> {
    const empty = sources.filter(({ waiting, isRead }) => waiting.length === 0 && !isRead);
    for (let at = 0; at < empty.length; at += CONCURRENT_LISTS_MAX)
      await Promise.all(empty.slice(at, at + CONCURRENT_LISTS_MAX).map(read));
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
      await readEmpty();
      while (taken.length < wanted) {
        const source = first();
        const document = source?.waiting.pop();
        if (source === undefined || document === undefined) break;
        if (source.waiting.length === 0 && !source.isRead) await read(source);
        // A document may have several of the terms.
        if (document.id === newest) continue;
        newest = document.id;
        taken.push(document);
      }
      return taken;
    },
  };
}
