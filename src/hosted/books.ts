/** Which book a page is about: it belongs to whoever the object in the link belongs to. */
import type { Documents } from '../documents/port.ts';
import { isId } from '../ledger/identifier.ts';
import type { Prefix } from '../ledger/identifier.ts';

/** The stream of the book that has this object; undefined where there is no such object. */
export async function bookWith(
  documents: Pick<Documents, 'get'>,
  collection: string,
  prefix: Prefix,
  id: string,
): Promise<string | undefined> {
  return isId(prefix, id) ? (await documents.get(collection, id))?.scope : undefined;
}

/** Whether nothing in the book is real. */
export const isSandbox = (stream: string): boolean => stream.endsWith('-sandbox');
