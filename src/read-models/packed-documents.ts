/**
 * Documents that contain several objects. The objects of one event are written as one document and split when they are
 * read, so readers see each object as a document.
 */
import type { DocumentStore, ListQuery, StoredDocument } from './port.ts';
import type { LogDocument, Packing } from './projection.ts';

type Reads = Pick<DocumentStore, 'getMany' | 'list' | 'scan'>;
type Bounds = Pick<ListQuery, 'after' | 'before' | 'order' | 'limit'>;

/** The objects with these IDs that exist, in any order. */
export async function getUnpacked(
  documents: Reads,
  collection: string,
  ids: readonly string[],
  packing: Packing,
): Promise<StoredDocument[]> {
  const wanted = new Set(ids);
  const containers = [...new Set(ids.map((id) => packing.containerIdOf(id)))];
  const found = await documents.getMany(collection, containers);
  return found.flatMap((document) => objectsIn(document, packing, ({ id }) => wanted.has(id)));
}

/** The wanted objects of a document, each as a document. */
const objectsIn = (
  document: StoredDocument,
  { unpack }: Packing,
  isWanted: (object: LogDocument) => boolean,
): StoredDocument[] => {
  const { scope, position } = document;
  return unpack(document)
    .filter(isWanted)
    .map(({ id, terms, value }) => ({ id, scope, position, terms, body: JSON.stringify(value) }));
};

/** Like `list` of the port, for objects. */
export function listUnpacked(
  documents: Reads,
  collection: string,
  query: ListQuery,
  packing: Packing,
): Promise<StoredDocument[]> {
  const { scope, terms, ...bounds } = query;
  return walk(
    packing,
    bounds,
    (within) => documents.list(collection, { scope, terms, ...within }),
    (object) => terms.every((term) => object.terms.includes(term)),
  );
}

/** Like `scan` of the port, for objects. */
export function scanUnpacked(
  documents: Reads,
  collection: string,
  query: { after?: string; limit: number },
  packing: Packing,
): Promise<StoredDocument[]> {
  return walk(
    packing,
    { ...query, order: 'oldest' },
    ({ after, limit }) => documents.scan(collection, after === undefined ? { limit } : { after, limit }),
    () => true,
  );
}

/** Splits documents until there are enough objects. Each document contains at least one wanted object. */
async function walk(
  packing: Packing,
  { after, before, order, limit }: Bounds,
  fetch: (bounds: Bounds) => Promise<readonly StoredDocument[]>,
  isWanted: (object: LogDocument) => boolean,
): Promise<StoredDocument[]> {
  const found: StoredDocument[] = [];
  const isMatch = (object: LogDocument): boolean => isWithin(object) && isWanted(object);
  const isWithin = ({ id }: LogDocument): boolean =>
    (after === undefined || id > after) && (before === undefined || id < before);
  // The document of the lower bound may contain later objects too. Shortening its ID includes it.
  let bounds: Bounds = {
    ...(after === undefined ? {} : { after: packing.containerIdOf(after).slice(0, -1) }),
    ...(before === undefined ? {} : { before }),
    order,
    limit,
  };
  for (;;) {
    const page = await fetch(bounds);
    for (const document of page) {
      const objects = objectsIn(document, packing, isMatch);
      if (order === 'newest') objects.reverse();
      for (const object of objects) {
        found.push(object);
        if (found.length === limit) return found;
      }
    }
    const last = page.at(-1)?.id;
    if (last === undefined || page.length < limit) return found;
    bounds = { ...bounds, ...(order === 'newest' ? { before: last } : { after: last }) };
  }
}
