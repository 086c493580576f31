/** Finds out which book an object is in: the scope of its document. */
import { ReadsBehind } from '../http/errors.ts';
import type { About } from './route.ts';
import type { OperatorServices } from './services.ts';

/** The stream of the book that has the object; undefined where no book has. Throws ReadsBehind and StoreUnavailable. */
export async function findBook(
  { documents, barrier, settings, head }: OperatorServices,
  { collection, param }: About<string>,
  params: Readonly<Record<string, string>>,
): Promise<string | undefined> {
  const id = params[param] ?? '';
  const found = await documents.get(collection, id);
  if (found !== undefined) return found.scope;
  // It may have been made a moment ago, by a request that was answered before this one was sent.
  if (!(await barrier.waitFor(await head(), settings.readTimeoutMs)))
    throw new ReadsBehind('the projections are behind');
  return (await documents.get(collection, id))?.scope;
}
