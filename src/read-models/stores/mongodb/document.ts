/** A document as MongoDB stores it. */
import type { DocumentWrite, StoredDocument } from '../../port.ts';
import { timeFromId } from '../../document-age.ts';

/**
 * Bodies are JSON text here too, so that they come back to the byte and may have any keys. A deleted document keeps
 * its ID and position, and has no scope and so no place in lists.
 */
export type MongoDocument = {
  _id: string;
  position: bigint;
  /** The time in the ID, for the server to drop the document by. */
  made_at?: Date;
  scope?: string;
  terms?: string[];
  body?: string;
};

/** Undefined for a deleted one, unless these are wanted too. */
export function fromMongoDocument(
  { _id: id, position, scope, terms, body }: MongoDocument,
  deleted: boolean,
): StoredDocument | undefined {
  if (scope !== undefined && terms !== undefined && body !== undefined)
    return { id, scope, terms, body, position };
  return deleted ? { id, scope: '', terms: [], body: 'null', position } : undefined;
}

/** What a write stores, but for the ID. */
export function toMongoDocument({ id, document, position }: DocumentWrite): Omit<MongoDocument, '_id'> {
  const time = timeFromId(id);
  const made = time === undefined ? {} : { made_at: new Date(time) };
  if (document === null) return { position, ...made };
  const { scope, terms, body } = document;
  return { scope, terms: [...terms], position, ...made, body };
}
