/** Collection names that know the type of the values stored under them, so that readers need no casts. */
import type { DocumentStore, DocumentWrite, ListQuery, StoredDocument } from './port.ts';

declare const valueType: unique symbol;

/** The name of a collection whose bodies are JSON of `Value`. It is a plain string at run time. */
export type Collection<Value> = string & { readonly [valueType]: Value };

/** Declares the type of a collection, once, next to the code that writes it. */
// The brand exists only for the compiler.
export const collection = <Value>(name: string): Collection<Value> => name as Collection<Value>;

/** The value of a document. The collection's only writer produces this type. */
export const parseBody = <Value>(
  _collection: Collection<Value>,
  { body }: Pick<StoredDocument, 'body'>,
): Value => JSON.parse(body) as Value;

/** The value of a document; undefined where there is none. */
export async function getValue<Value>(
  documents: Pick<DocumentStore, 'get'>,
  from: Collection<Value>,
  id: string,
): Promise<Value | undefined> {
  const found = await documents.get(from, id);
  return found && parseBody(from, found);
}

/** The values of a list of documents, in its order. */
export async function listValues<Value>(
  documents: Pick<DocumentStore, 'list'>,
  from: Collection<Value>,
  query: ListQuery,
): Promise<Value[]> {
  const found = await documents.list(from, query);
  return found.map((document) => parseBody(from, document));
}

const NO_CHECKPOINTS: ReadonlyMap<string, bigint> = new Map();

/**
 * Writes a document that no event causes. The last write counts, whatever the clocks of the nodes say. `now` is in milliseconds since
 * 1970.
 */
export async function writeLatest(
  documents: Pick<DocumentStore, 'getMany' | 'write'>,
  to: Collection<unknown>,
  { id, document }: Pick<DocumentWrite, 'id' | 'document'>,
  now: number,
): Promise<void> {
  // The clock of the node that wrote the one before may be ahead of this one, and an older write has no effect.
  const [before] = await documents.getMany(to, [id], { deleted: true });
  const [time, next] = [BigInt(now), (before?.position ?? 0n) + 1n];
  const position = time > next ? time : next;
  await documents.write([{ collection: to, id, document, position }], NO_CHECKPOINTS);
}
