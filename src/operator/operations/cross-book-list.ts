/** Lists objects of all books, such as the transfers in review. */
import type { StoredDocument } from '../../read-models/port.ts';
import { malformedRequest } from '../../api/server/errors.ts';
import { getCurrent, waitForPosition } from '../../api/operations/read.ts';
import type { PageQuery } from '../../api/operations/read.ts';
import type { Reply } from '../../api/server/reply.ts';
import { ENVIRONMENTS, bookStreamOf } from '../../platform/platform.ts';
import type { EnvironmentName } from '../../platform/platform.ts';
import type { OperatorServices } from './services.ts';

/** Identifies a book by its owner. */
export type BookIdentity = { readonly integrator_id: string; readonly environment: EnvironmentName };

export type CrossBookList = {
  readonly collection: string;
  /** Terms that every listed document has. */
  readonly terms: readonly string[];
  /** Renders a list item from a document. */
  readonly render: (id: string, place: BookIdentity, body: string) => string;
};

/** Wraps a document body, which is already JSON, as the last member of a list item. */
export const wrapDocument =
  (object: string, member: string): CrossBookList['render'] =>
  (id, place, body) =>
    `${JSON.stringify({ id, object, ...place }).slice(0, -1)},"${member}":${body}}`;

type WaitingQuery = PageQuery & { readonly integrator_id?: string; readonly environment?: EnvironmentName };
type Found = { readonly found: StoredDocument; readonly place: BookIdentity };

const LIMIT_DEFAULT = 10;
/** Books queried concurrently. */
const AT_ONCE = 16;

/**
 * A page across many books, newest first. It merges one page per book, because IDs sort by time across books. The
 * cost grows with the number of books, not with their size.
 */
export async function listAcrossBooks(
  services: OperatorServices,
  { collection, terms, render }: CrossBookList,
  query: WaitingQuery,
): Promise<Reply> {
  await waitForPosition(services, await services.head(), collection);
  const { documents } = services;
  const books = matchingBooks(services, query);
  const { starting_after, ending_before, limit = LIMIT_DEFAULT } = query;
  const cursor = starting_after ?? ending_before;
  if (cursor !== undefined) {
    const scope = (await getCurrent(services, collection, cursor))?.scope;
    if (scope === undefined || !books.has(scope))
      return malformedRequest('The cursor must be the ID of an object in this list.');
  }
  const backwards = ending_before !== undefined;
  const bounds = {
    ...(starting_after === undefined ? {} : { before: starting_after }),
    ...(ending_before === undefined ? {} : { after: ending_before }),
    order: backwards ? 'oldest' : 'newest',
    limit: limit + 1,
  } as const;
  const all: Found[] = [];
  const places = [...books];
  for (let i = 0; i < places.length; i += AT_ONCE) {
    const pages = places.slice(i, i + AT_ONCE).map(async ([scope, place]) => {
      const page = await documents.list(collection, { scope, terms, ...bounds });
      return page.map((found) => ({ found, place }));
    });
    all.push(...(await Promise.all(pages)).flat());
  }
  all.sort((a, b) => (a.found.id < b.found.id === backwards ? -1 : 1));
  const page = all.slice(0, limit);
  if (backwards) page.reverse();
  const data = page.map(({ found, place }) => render(found.id, place, found.body)).join(',');
  return { status: 200, body: `{"data":[${data}],"has_more":${all.length > limit}}` };
}

/** The books that match a query, by stream. */
export function matchingBooks(
  { platform }: OperatorServices,
  { integrator_id: only, environment }: WaitingQuery,
): Map<string, BookIdentity> {
  const { integrators } = platform();
  const ids = only === undefined ? [...integrators.keys()] : integrators.has(only) ? [only] : [];
  const environments = environment === undefined ? ENVIRONMENTS : [environment];
  const places = ids.flatMap((integrator_id) =>
    environments.map((each) => ({ integrator_id, environment: each })),
  );
  return new Map(places.map((place) => [bookStreamOf(place.integrator_id, place.environment), place]));
}
