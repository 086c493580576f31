/** Test data and shortcuts for the document store contract. */
import { randomBytes } from 'node:crypto';
import type {
  CollectionSpec,
  Document,
  DocumentWrite,
  DocumentStore,
  ListQuery,
} from '../../src/read-models/port.ts';
import type { Closable } from './contract.ts';

export type DocumentsContext = Closable & { readonly documents: DocumentStore };

export const SCOPE = 'book-a';
export const NO_CHECKPOINTS: ReadonlyMap<string, bigint> = new Map();

/** A name that is unique across cases and runs. */
export function uniqueName(prefix: string): string {
  return `${prefix}_${randomBytes(6).toString('hex')}`;
}

export async function makeCollection(
  documents: DocumentStore,
  kind: CollectionSpec['kind'] = 'state',
): Promise<string> {
  const name = uniqueName(kind);
  await documents.ensure([{ name, kind }]);
  return name;
}

export function documentOf(
  id: string,
  { scope = SCOPE, terms = [], body = '{}' }: Partial<Document> = {},
): Document {
  return { id, scope, terms, body };
}

export function putWrite(collection: string, document: Document, position: bigint): DocumentWrite {
  return { collection, id: document.id, document, position };
}

export function deleteWrite(collection: string, id: string, position: bigint): DocumentWrite {
  return { collection, id, document: null, position };
}

export async function write(documents: DocumentStore, ...writes: DocumentWrite[]): Promise<void> {
  await documents.write(writes, NO_CHECKPOINTS);
}

export async function listIds(
  documents: DocumentStore,
  collection: string,
  query: Partial<ListQuery>,
): Promise<string[]> {
  const found = await documents.list(collection, {
    scope: SCOPE,
    terms: [],
    order: 'oldest',
    limit: 100,
    ...query,
  });
  return found.map(({ id }) => id);
}

export async function errorOf(work: () => Promise<unknown>): Promise<Error> {
  try {
    await work();
  } catch (error) {
    if (error instanceof Error) return error;
  }
  throw new Error('It was expected to throw an Error.');
}
