/**
 * Documents that contain several objects. The objects of one event are written as one document and split when they are
 * read, so readers see each object as a document.
 */
import type { DocumentStore, ListQuery, StoredDocument } from './port.ts';
import type { Packing } from './projection.ts';

type Reads = Pick<DocumentStore, 'getMany' | 'list' | 'listIds' | 'scan'>;
type Bounds = Pick<ListQuery, 'after' | 'before' | 'order' | 'limit'>;

/** A document and its objects in ID order, each as a document. */
type Unpacked = { readonly id: string; readonly objects: readonly StoredDocument[] };

/** The documents that were read last, by collection and ID. */
export type UnpackedDocuments = Map<string, Map<string, Unpacked>>;

/** Documents of a collection that stay in memory: about 10 MiB of wallet history. */
const CACHED_DOCUMENTS_MAX = 5_000;

/** A collection of documents that contain several objects. They never change, so each is parsed once. */
export type PackedCollection = {
  readonly documents: Reads;
  readonly collection: string;
  readonly packing: Packing;
  readonly unpacked: UnpackedDocuments;
};

/** The objects with these IDs that exist, in any order. */
export async function getUnpacked(
  packed: PackedCollection,
  ids: readonly string[],
): Promise<StoredDocument[]> {
  const wanted = new Set(ids);
  const containers = new Set(ids.map((id) => packed.packing.containerIdOf(id)));
  const found = await readUnpacked(packed, [...containers]);
  return found.flatMap(({ objects }) => objects.filter(({ id }) => wanted.has(id)));
}

/** Like `list` of the port, for objects. */
export function listUnpacked(packed: PackedCollection, query: ListQuery): Promise<StoredDocument[]> {
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
    (object) => object.scope === scope && terms.every((term) => object.terms.includes(term)),
  );
}

/** Like `scan` of the port, for objects. */
export function scanUnpacked(
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
