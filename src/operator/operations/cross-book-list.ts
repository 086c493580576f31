/** Lists objects of all current books, such as the transfers in review. */
import { wasDeleted, type PageQuery } from '../../api/operations/list.ts';
import { getCurrent } from '../../api/operations/read.ts';
import { waitForPosition } from '../../api/operations/wait.ts';
import { malformedRequest } from '../../http/errors.ts';
import type { Reply } from '../../http/reply.ts';
import { bookStreamOf, type EnvironmentName } from '../../ledger/ids.ts';
import { currentBooks, formerBooks, identifyBook, type BookIdentity } from '../../platform/books.ts';
import { listFiltered, type FilteredPage, type FilteredQuery } from '../../read-models/filtered-list.ts';
import type { StoredDocument } from '../../read-models/port.ts';
import type { OperatorServices } from './services.ts';

export type CrossBookSelection = {
  readonly collection: string;
  /** Every selected document has at least one of these terms. */
  readonly terms: readonly string[];
};

export type CrossBookList = CrossBookSelection & {
  /** Completes the documents of a page with what other documents show. */
  readonly complete?: (
    services: OperatorServices,
    page: readonly StoredDocument[],
  ) => Promise<readonly string[]>;
  /** Renders a list item from a document. */
  readonly render: (id: string, book: BookIdentity, body: string) => string;
};

/** Wraps a document body, which is already JSON, as the last member of a list item. */
export const wrapDocument =
  (object: string, member: string): CrossBookList['render'] =>
  (id, book, body) =>
    `${JSON.stringify({ id, object, ...book }).slice(0, -1)},"${member}":${body}}`;

export type CrossBookQuery = PageQuery & {
  readonly integrator_id?: string | undefined;
  readonly environment?: EnvironmentName | undefined;
};

const LIMIT_DEFAULT = 10;

/**
 * A page across many books, newest first. It merges the lists of the books, because IDs sort by time across books. The
 * cost grows with the number of books, not with their size.
 */
export async function listAcrossBooks(
  services: OperatorServices,
  { collection, terms, complete, render }: CrossBookList,
  query: CrossBookQuery,
): Promise<Reply> {
  const books = matchingBooks(services, query);
  await waitForBooks(services, query, collection);
  const { starting_after, ending_before, limit = LIMIT_DEFAULT } = query;
  const cursor = starting_after ?? ending_before;
  if (cursor !== undefined) {
    const scope =
      (await getCurrent(services, collection, cursor))?.scope ??
      (await bookOfDeleted(services, books, { collection, id: cursor }));
    if (terms.length === 0 || scope === undefined || !books.has(scope))
      return malformedRequest('The cursor must be the ID of an object in this list.');
  }
  const isBackward = ending_before !== undefined;
  const page = await documentsIn(services.documents, books, {
    ...(starting_after === undefined ? {} : { before: starting_after }),
    ...(ending_before === undefined ? {} : { after: ending_before }),
    collection,
    terms,
    order: isBackward ? 'oldest' : 'newest',
    limit,
  });
  const shown = isBackward ? page.documents.toReversed() : page.documents;
  const bodies = await complete?.(services, shown);
  const data = shown.map(({ id, scope, body }, index) =>
    render(id, identifyBook(scope), bodies?.[index] ?? body),
  );
  return { status: 200, body: `{"data":[${data.join(',')}],"has_more":${page.cursor !== undefined}}` };
}

/** The book whose object with this ID was deleted, so that it still has its place in a list. */
async function bookOfDeleted(
  services: OperatorServices,
  books: ReadonlyMap<string, BookIdentity>,
  object: Parameters<typeof wasDeleted>[2],
): Promise<string | undefined> {
  for (const stream of books.keys()) if (await wasDeleted(services, stream, object)) return stream;
  return undefined;
}

/**
 * Waits until the list includes every earlier write. The list of one integrator waits for its books only, so that it does not wait
 * for what others write. Throws ReadModelBehind.
 */
export async function waitForBooks(
  services: OperatorServices,
  query: Pick<CrossBookQuery, 'integrator_id' | 'environment'> & { readonly generation?: number },
  ...collections: readonly string[]
): Promise<void> {
  if (query.integrator_id === undefined)
    await waitForPosition(services, await services.head(), ...collections);
  else
    for (const stream of streamsOf(services, query))
      await waitForPosition(services, await services.writers.head(stream), ...collections);
}

/** The current books that match, or the former one of the generation; none if there is no such generation. */
export function streamsOf(
  services: OperatorServices,
  query: Pick<CrossBookQuery, 'integrator_id' | 'environment'> & { readonly generation?: number },
): readonly string[] {
  const { integrator_id = '', generation } = query;
  const current = [...matchingBooks(services, query).keys()];
  if (generation === undefined) return current;
  const wanted = bookStreamOf(integrator_id, 'sandbox', generation);
  return [...current, ...formerBooks(services.platform(), integrator_id)].filter((each) => each === wanted);
}

/** The oldest documents of all books, at most `limit`, with IDs after `after` and before `before`. Throws ReadModelBehind. */
export async function oldestAcrossBooks(
  services: OperatorServices,
  { collection, terms }: CrossBookSelection,
  {
    limit,
    after,
    before,
    ...query
  }: Pick<CrossBookQuery, 'integrator_id' | 'environment'> & {
    readonly limit: number;
    readonly after?: string | undefined;
    readonly before?: string | undefined;
  },
): Promise<readonly StoredDocument[]> {
  await waitForPosition(services, await services.head(), collection);
  const page = await documentsIn(services.documents, matchingBooks(services, query), {
    ...(after === undefined ? {} : { after }),
    ...(before === undefined ? {} : { before }),
    collection,
    terms,
    order: 'oldest',
    limit,
  });
  return page.documents;
}

type BooksQuery = CrossBookSelection & Pick<FilteredQuery, 'order' | 'limit' | 'after' | 'before'>;

/** The documents of these books with one of the terms. No terms select nothing. */
const documentsIn = (
  documents: OperatorServices['documents'],
  books: ReadonlyMap<string, BookIdentity>,
  { terms, ...query }: BooksQuery,
): Promise<FilteredPage> =>
  terms.length === 0
    ? Promise.resolve({ documents: [], cursor: undefined })
    : listFiltered(documents, { ...query, scopes: [...books.keys()], conditions: [{ anyOf: terms }] });

/** The current books that match a query, by stream. */
export function matchingBooks(
  { platform }: OperatorServices,
  { integrator_id: only, environment }: CrossBookQuery,
): Map<string, BookIdentity> {
  const loaded = platform();
  const { integrators } = loaded;
  const ids = only === undefined ? [...integrators.keys()] : integrators.has(only) ? [only] : [];
  return environment === undefined ? currentBooks(loaded, ids) : currentBooks(loaded, ids, [environment]);
}
