/** Which book a page is about: it belongs to whoever the object in the link belongs to. */
import type { DocumentStore } from '../read-models/port.ts';
import { isId } from '../ledger/ids.ts';
import type { IdPrefix } from '../ledger/ids.ts';

/** The stream of the book that has this object; undefined where there is no such object. */
export async function findBookStream(
  documents: Pick<DocumentStore, 'get'>,
  collection: string,
  prefix: IdPrefix,
  id: string,
): Promise<string | undefined> {
  return isId(prefix, id) ? (await documents.get(collection, id))?.scope : undefined;
}

/** Whether nothing in the book is real. */
export const isSandboxStream = (stream: string): boolean => stream.endsWith('-sandbox');
