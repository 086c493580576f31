/** Pages of lists that are completely in memory. */
import type { PageQuery } from '../../api/operations/list.ts';
import { malformedRequest, type Problem } from '../../http/errors.ts';
import type { Reply } from '../../http/reply.ts';

const LIMIT_DEFAULT = 10;

/** A page of the objects, newest first; they are passed oldest first. Rejects a cursor that is not in the list. */
export function pageInMemory(objects: readonly { readonly id: string }[], query: PageQuery): Reply {
  const page = selectPage(objects, query);
  return 'problem' in page ? page : { status: 200, body: JSON.stringify(page) };
}

/** The same for objects that are expensive to build: only those of the page are built. */
export async function buildPageInMemory(
  ids: readonly string[],
  query: PageQuery,
  build: (id: string) => Promise<unknown>,
): Promise<Reply> {
  const page = selectPage(
    ids.map((id) => ({ id })),
    query,
  );
  if ('problem' in page) return page;
  const data: unknown[] = [];
  for (const { id } of page.data) data.push(await build(id));
  return { status: 200, body: JSON.stringify({ data, has_more: page.has_more }) };
}

function selectPage(
  objects: readonly { readonly id: string }[],
  { limit = LIMIT_DEFAULT, starting_after, ending_before }: PageQuery,
): Problem | { readonly data: readonly { readonly id: string }[]; readonly has_more: boolean } {
  const newestFirst = [...objects].reverse();
  const cursor = starting_after ?? ending_before;
  const at = cursor === undefined ? -1 : newestFirst.findIndex(({ id }) => id === cursor);
  if (cursor !== undefined && at === -1)
    return malformedRequest('The cursor must be the ID of an object in this list.');
  const [from, to] = ending_before === undefined ? [at + 1, at + 1 + limit] : [Math.max(0, at - limit), at];
  const has_more = ending_before === undefined ? to < newestFirst.length : from > 0;
  return { data: newestFirst.slice(from, to), has_more };
}
