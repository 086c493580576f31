/** Finds the book of a page by the object in its link. */
import { environmentOf } from '../ledger/book-name.ts';
import type { DocumentStore } from '../read-models/port.ts';
import { isId } from '../ledger/ids.ts';
import type { IdPrefix } from '../ledger/ids.ts';

/** The stream of the book that contains this object; undefined if the object does not exist. */
export async function findBookStream(
  documents: Pick<DocumentStore, 'get'>,
  collection: string,
  prefix: IdPrefix,
  id: string,
): Promise<string | undefined> {
  return isId(prefix, id) ? (await documents.get(collection, id))?.scope : undefined;
}

/** Whether the book is one of the sandbox, where no real money moves. */
export const isSandboxStream = (stream: string): boolean => environmentOf(stream) === 'sandbox';
