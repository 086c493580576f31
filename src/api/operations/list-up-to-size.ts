/** Limits the size of a page. Metadata makes an object up to 108 KB long, so that a page of 100 could have megabytes. */
import type { DocumentStore, ListQuery, StoredDocument } from '../../read-models/port.ts';

/** The beginning of a list. */
export type ListStart = {
  readonly documents: readonly StoredDocument[];
  /** Whether the list continues although it has fewer documents than `limit`. */
  readonly isCut: boolean;
};

type Lists = Pick<DocumentStore, 'list'>;

/** The length of all documents of a page, in UTF-16 units. Reading and sending them takes about 20 ms. */
const PAGE_LENGTH_MAX = 512 * 1024;
/** Documents read at once from collections with long documents. */
const CHUNK_DOCUMENTS = 8;

/** The collections of each store in which a page was too long. All others are read with one query for each page. */
const longCollections = new WeakMap<Lists, Set<string>>();

/** The first documents of a list: at most `limit`, and no more than fit into a page, but at least one. */
export async function listUpToSize(store: Lists, collection: string, query: ListQuery): Promise<ListStart> {
  const long = longCollections.get(store) ?? new Set();
  longCollections.set(store, long);
  const chunk = long.has(collection) ? CHUNK_DOCUMENTS : query.limit;
  const documents: StoredDocument[] = [];
  let length = 0;
  let rest = query;
  for (;;) {
    const limit = Math.min(chunk, query.limit - documents.length);
    const found = await store.list(collection, { ...rest, limit });
    for (const document of found) {
      length += document.body.length;
      if (length > PAGE_LENGTH_MAX && documents.length > 0) {
        long.add(collection);
        return { documents, isCut: true };
      }
      documents.push(document);
    }
    const last = found.at(-1)?.id;
    if (last === undefined || found.length < limit || documents.length === query.limit)
      return { documents, isCut: false };
    rest = { ...query, ...(query.order === 'newest' ? { before: last } : { after: last }) };
  }
}

/** Merges lists in order, without duplicates. Ends where the first list is cut, because its next documents are unknown. */
export function mergeLists(
  lists: readonly ListStart[],
  { order, limit }: Pick<ListQuery, 'order' | 'limit'>,
): ListStart {
  const [only] = lists;
  if (only !== undefined && lists.length === 1) return only;
  const isBefore = (one: string, other: string): boolean => (order === 'newest' ? one > other : one < other);
  const byId = new Map(lists.flatMap(({ documents }) => documents.map((each) => [each.id, each] as const)));
  const ends = lists.flatMap(({ documents, isCut }) => (isCut ? (documents.at(-1)?.id ?? []) : []));
  const known = [...byId.values()].filter(({ id }) => !ends.some((end) => isBefore(end, id)));
  known.sort((a, b) => (isBefore(a.id, b.id) ? -1 : 1));
  return { documents: known.slice(0, limit), isCut: ends.length > 0 && known.length < limit };
}
