/** Pages of lists that are completely in memory. */
import { malformedRequest } from '../../api/server/errors.ts';
import type { PageQuery } from '../../api/operations/page.ts';
import type { Reply } from '../../api/server/reply.ts';

const LIMIT_DEFAULT = 10;

/** A page of the objects, newest first; they are passed oldest first. Rejects a cursor that is not in the list. */
export function pageInMemory(
  objects: readonly { readonly id: string }[],
  { limit = LIMIT_DEFAULT, starting_after, ending_before }: PageQuery,
): Reply {
  const newestFirst = [...objects].reverse();
  const cursor = starting_after ?? ending_before;
  const at = cursor === undefined ? -1 : newestFirst.findIndex(({ id }) => id === cursor);
  if (cursor !== undefined && at === -1)
    return malformedRequest('The cursor must be the ID of an object in this list.');
  const [from, to] = ending_before === undefined ? [at + 1, at + 1 + limit] : [Math.max(0, at - limit), at];
  const has_more = ending_before === undefined ? to < newestFirst.length : from > 0;
  return { status: 200, body: JSON.stringify({ data: newestFirst.slice(from, to), has_more }) };
}
