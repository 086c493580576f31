/** A document as MongoDB stores it. */
import type { DocumentWrite, StoredDocument } from '../../port.ts';
import { timeFromId } from '../../document-age.ts';

/**
 * Bodies are stored as JSON text, so they are returned byte for byte and may have any keys. A deleted document keeps its ID and
 * position; without a scope it appears in no list.
 */
export type MongoDocument = {
  _id: string;
  position: bigint;
  /** The time in the ID, which the server uses for expiry. */
  made_at?: Date;
  scope?: string;
  terms?: string[];
  body?: string;
};

/** Undefined for a deleted document, unless `deleted` includes those. */
export function fromMongoDocument(
  { _id: id, position, scope, terms, body }: MongoDocument,
  deleted: boolean,
): StoredDocument | undefined {
  if (scope !== undefined && terms !== undefined && body !== undefined)
    return { id, scope, terms, body, position };
  return deleted ? { id, scope: '', terms: [], body: 'null', position } : undefined;
}

/** The stored fields of a write, without the ID. */
export function toMongoDocument({ id, document, position }: DocumentWrite): Omit<MongoDocument, '_id'> {
  const time = timeFromId(id);
  const made = time === undefined ? {} : { made_at: new Date(time) };
  if (document === null) return { position, ...made };
  const { scope, terms, body } = document;
  return { scope, terms: [...terms], position, ...made, body };
}
