/** A page of a list of objects of all books, with filters. */

import { preferredType } from '../../api/operations/input.ts';
import { boundsOf, type PageQuery } from '../../api/operations/list.ts';
import { csvLines, csvText } from '../../formats/text.ts';
import type { TransferTotals } from '../../generated/api.ts';
import { isProblem, malformedRequest, type Problem } from '../../http/errors.ts';
import type { Reply } from '../../http/reply.ts';
import { sumByUnit } from '../../ledger/amount.ts';
import { isId, type EnvironmentName, type IdPrefix } from '../../ledger/ids.ts';
import { currentBooks } from '../../platform/books.ts';
import { listFiltered, type Condition, type FilteredQuery } from '../../read-models/filtered-list.ts';
import type { StoredDocument } from '../../read-models/port.ts';
import type { OperatorCaller } from '../operations/operation.ts';
import { conditionsOf, type FilterTable, type PageParameters } from './filters.ts';

export type ListCaller = Pick<OperatorCaller, 'services' | 'token'>;
export type ListedObject = Pick<StoredDocument, 'id' | 'scope' | 'body'>;

type ListQuery = PageParameters & {
  readonly created_after?: string;
  readonly created_before?: string;
  readonly integrator_id?: string;
  readonly environment?: EnvironmentName;
  readonly generation?: number;
};

export type OperatorList<Query extends ListQuery, Item> = {
  /** The collection whose terms the filters use, and the scopes in which the list is. */
  readonly index: string;
  readonly scopesOf: (services: ListCaller['services'], query: Query) => readonly string[];
  /** The collection of the objects, which have the IDs of the index. */
  readonly objects: string;
  readonly prefix: IdPrefix;
  readonly filters: FilterTable<Query>;
  /** The term that all objects of a book have in the index. Omitted if the objects are in no book. */
  readonly bookTerm?: (stream: string) => string;
  /** Waits until the collections include every earlier write. Throws ReadModelBehind. */
  readonly wait: (caller: ListCaller, query: Query) => Promise<void>;
  /** The condition that all objects of the list meet, and only these. */
  readonly everything: Condition;
  readonly present: (caller: ListCaller, found: readonly ListedObject[]) => Promise<readonly Item[]>;
  readonly csv: CsvFormat<Item>;
  /** What totals add up. */
  readonly amountOf?: (object: ListedObject) => { readonly unit: string; readonly amount: string };
};

/** The columns of the exported file in their order, and the beginning of its name. */
type CsvFormat<Item> = { readonly fileName: string; readonly columns: CsvColumns<Item> };

type Cell = string | number | boolean | null | undefined;

/** The value of each column, by its name. */
export type CsvColumns<Item> = Readonly<Record<string, (item: Item) => Cell>>;

/** Columns with the names and values of members. */
export const members = <Item, Part>(
  of: (item: Item) => Part,
  ...names: readonly { [Name in keyof Part & string]: Part[Name] extends Cell ? Name : never }[keyof Part &
    string][]
): CsvColumns<Item> =>
  // The types of these members are those of cells.
  Object.fromEntries(names.map((name) => [name, (item: Item) => of(item)[name] as Cell]));

/** The cells of an object; null for a value that it does not have. */
const cellsOf = <Item>(
  { columns }: CsvFormat<Item>,
  items: readonly Item[],
): readonly Readonly<Record<string, string | null>>[] =>
  items.map((item) =>
    Object.fromEntries(
      Object.entries(columns).map(([name, of]) => {
        const value = of(item) ?? null;
        return [name, value === null ? null : String(value)];
      }),
    ),
  );

type ListPage<Item> = {
  readonly data: readonly Item[];
  readonly has_more: boolean;
  readonly next_cursor: string | null;
  readonly totals?: TransferTotals;
};

const LIMIT_DEFAULT = 10;

/** With `Accept: text/csv`, the whole list as a file; otherwise a page as JSON. Throws ReadModelBehind. */
export async function replyWithList<Query extends ListQuery, Item>(
  caller: ListCaller & Pick<OperatorCaller, 'accept'>,
  list: OperatorList<Query, Item>,
  query: Query,
): Promise<Reply> {
  if (preferredType(caller.accept, ['application/json', 'text/csv']) === 'text/csv')
    return caller.services.files(caller.token.id, () => exportList(caller, list, query));
  await list.wait(caller, query);
  const page = await pageOfList(caller, list, query);
  if (query.totals !== undefined && !isProblem(page)) {
    const totals = await totalsOf(caller, list, query);
    return { status: 200, body: JSON.stringify({ ...page, ...totals }) };
  }
  return isProblem(page) ? page : { status: 200, body: JSON.stringify(page) };
}

const EXPORT_OBJECTS = 200;

/** The file is read and sent in parts, so the memory that it needs does not depend on its length. */
async function exportList<Query extends ListQuery, Item>(
  caller: ListCaller,
  list: OperatorList<Query, Item>,
  query: Query,
): Promise<Reply> {
  if (PAGE_PARAMETERS.some((name) => query[name] !== undefined))
    return malformedRequest('A list as a file has no pages: omit `limit`, the cursors, and `totals`.');
  const { services } = caller;
  await list.wait(caller, query);
  const { csv } = list;
  const names = Object.keys(csv.columns);
  const pageAfter = async (cursor: string | null): Promise<ListPage<Item>> => {
    const after = cursor === null ? {} : { starting_after: cursor };
    const page = await pageOfList(caller, list, { ...query, ...after, limit: EXPORT_OBJECTS });
    if (isProblem(page)) throw new Error(`the export of ${csv.fileName} ended: ${page.message}`);
    return page;
  };
  const first = await pageAfter(null);
  async function* rest(): AsyncGenerator<string> {
    for (let { next_cursor } = first; next_cursor !== null;) {
      const page = await pageAfter(next_cursor);
      if (page.data.length > 0) yield csvLines(names, cellsOf(csv, page.data));
      ({ next_cursor } = page);
    }
  }
  const day = new Date(services.clock()).toISOString().slice(0, 10);
  return {
    status: 200,
    body: csvText(names, cellsOf(csv, first.data)),
    rest: rest(),
    file: { mediaType: 'text/csv', name: `${csv.fileName}-${day}.csv` },
  };
}

const PAGE_PARAMETERS = ['limit', 'starting_after', 'ending_before', 'totals'] as const;

/** Objects read for totals, so that they cost little. */
const TOTALS_READ_MAX = 1_000;

/** The totals of what the filters select, whatever page is shown; none if the list has none. */
async function totalsOf<Query extends ListQuery, Item>(
  { services }: ListCaller,
  list: OperatorList<Query, Item>,
  { starting_after, ending_before, order, ...query }: Query,
): Promise<{ readonly totals?: TransferTotals }> {
  const { amountOf } = list;
  if (amountOf === undefined) return {};
  const { documents } = services;
  // Without the parameters of pages it is still a query of the list.
  const filters = query as unknown as Query;
  const { documents: listed, cursor } = await listFiltered(documents, {
    ...{ collection: list.index, scopes: list.scopesOf(services, filters), order: 'newest' as const },
    ...{ limit: TOTALS_READ_MAX, readMax: TOTALS_READ_MAX },
    conditions: conditionsIn(list, filters, services),
    ...idBounds(list.prefix, filters),
  });
  const amounts: ReturnType<typeof amountOf>[] = [];
  for (let at = 0; at < listed.length; at += TOTALS_CHUNK) {
    const ids = listed.slice(at, at + TOTALS_CHUNK).map(({ id }) => id);
    amounts.push(...(await documents.getMany(list.objects, ids)).map(amountOf));
  }
  const is_complete = cursor === undefined;
  return { totals: { by_unit: sumByUnit(amounts), is_complete, read_max: TOTALS_READ_MAX } };
}

/** An object can be 108 KB long, so few of them are in memory at once. */
const TOTALS_CHUNK = 25;

async function pageOfList<Query extends ListQuery, Item>(
  caller: ListCaller,
  list: OperatorList<Query, Item>,
  query: Query,
): Promise<ListPage<Item> | Problem> {
  const { services } = caller;
  const { index, prefix, scopesOf } = list;
  const { starting_after, ending_before, limit = LIMIT_DEFAULT, order = 'newest' } = query;
  const cursor = starting_after ?? ending_before;
  if (cursor !== undefined && !isId(prefix, cursor))
    return malformedRequest('The cursor must be the ID of an object in this list.');
  const isBackward = ending_before !== undefined;
  const page = await listFiltered(services.documents, {
    ...{ collection: index, scopes: scopesOf(services, query), limit },
    conditions: conditionsIn(list, query, services),
    ...idBounds(prefix, query),
    order: (order === 'newest') === isBackward ? 'oldest' : 'newest',
  });
  const { found, cut } = await loadObjects(services, list, page.documents);
  const next_cursor = cut ?? page.cursor ?? null;
  const data = await list.present(caller, isBackward ? found.toReversed() : found);
  return { data, has_more: next_cursor !== null, next_cursor };
}

/** Every filter with a term selects objects of this list only, together with the bounds of the IDs. */
function conditionsIn<Query extends ListQuery, Item>(
  { filters, everything, bookTerm }: OperatorList<Query, Item>,
  query: Query,
  services: ListCaller['services'],
): readonly Condition[] {
  const conditions = [
    ...conditionsOf(filters, query, services.books),
    ...(bookTerm === undefined || query.integrator_id !== undefined ? [] : currentOnly(services, bookTerm)),
  ];
  return conditions.some(({ anyOf }) => anyOf.length > 0) ? conditions : [everything, ...conditions];
}

/** With more books, walking the lists of all of them would cost more than it saves. */
const BOOKS_WALKED_MAX = 32;

/**
 * The condition that an object is not in a former sandbox; none while there are no former ones. Objects of former sandboxes are
 * as good as never read if the lists of the current books can be walked.
 */
function currentOnly(
  { platform, books }: ListCaller['services'],
  bookTerm: (stream: string) => string,
): readonly Condition[] {
  const loaded = platform();
  if (loaded.sandboxes.size === 0) return [];
  const current = [...currentBooks(loaded, loaded.integrators.keys()).keys()];
  const mark = bookTerm('');
  return [
    {
      anyOf: current.length > BOOKS_WALKED_MAX ? [] : current.map(bookTerm),
      test: ({ terms }) =>
        !terms.some((term) => term.startsWith(mark) && books.isFormer(term.slice(mark.length))),
    },
  ];
}

/** The IDs between the cursor and the times, and only those with the prefix. */
function idBounds(prefix: IdPrefix, query: ListQuery): Pick<FilteredQuery, 'after' | 'before'> {
  const { order, starting_after, ending_before, ...times } = query;
  const [after, before] =
    order === 'oldest' ? [starting_after, ending_before] : [ending_before, starting_after];
  const { after: lower = `${prefix}_`, before: upper = `${prefix}_~` } = boundsOf(
    { prefix },
    {
      ...times,
      ...(after === undefined ? {} : { ending_before: after }),
      ...(before === undefined ? {} : { starting_after: before }),
    },
  );
  return { after: lower, before: upper };
}

const OBJECTS_READ = 25;
/** The length of all objects of a page, in UTF-16 units: metadata can make an object 108 KB long. */
const PAGE_LENGTH_MAX = 512 * 1024;

/** The objects of these documents, in their order. `cut` is the last one if the page would become too long. */
async function loadObjects(
  { documents }: ListCaller['services'],
  { index, objects }: { readonly index: string; readonly objects: string },
  listed: readonly StoredDocument[],
): Promise<{ readonly found: readonly ListedObject[]; readonly cut: string | undefined }> {
  const found: ListedObject[] = [];
  let length = 0;
  for (let at = 0; at < listed.length; at += OBJECTS_READ) {
    const chunk = listed.slice(at, at + OBJECTS_READ);
    const read =
      index === objects
        ? chunk
        : await documents.getMany(
            objects,
            chunk.map(({ id }) => id),
          );
    const byId = new Map(read.map((each) => [each.id, each]));
    for (const [offset, { id }] of chunk.entries()) {
      const object = byId.get(id);
      if (object === undefined) continue;
      length += object.body.length;
      if (length > PAGE_LENGTH_MAX && found.length > 0) return { found, cut: listed[at + offset - 1]?.id };
      found.push(object);
    }
  }
  return { found, cut: undefined };
}

// Pages of lists that are completely in memory.

type Identified = { readonly id: string };

/** The place of a cursor whose object is no longer in the list: whether an object comes before it. Undefined for other texts. */
type PlaceOf = (cursor: string) => ((object: Identified) => boolean) | undefined;

/** For lists that are sorted by IDs that match a pattern. */
export const placeById =
  (pattern: RegExp): PlaceOf =>
  (cursor) =>
    pattern.test(cursor) ? ({ id }) => id < cursor : undefined;

/** For lists that are a selection of these objects, in the same order. */
export function placeAmong(everything: readonly Identified[]): PlaceOf {
  const places = new Map(everything.map(({ id }, place) => [id, place]));
  return (cursor) => {
    const place = places.get(cursor);
    return place === undefined ? undefined : ({ id }) => (places.get(id) ?? Infinity) < place;
  };
}

/**
 * A page of the objects, newest first; they are passed oldest first. Rejects a cursor that is not in the list, unless `placeOf`
 * knows its place. `more` are further members of the response.
 */
export function pageInMemory(
  objects: readonly Identified[],
  query: PageQuery,
  placeOf: PlaceOf = () => undefined,
  more: object = {},
): Reply {
  const page = selectPage(objects, query, placeOf);
  return 'problem' in page ? page : { status: 200, body: JSON.stringify({ ...page, ...more }) };
}

/** The same for objects that are expensive to build: only those of the page are built. */
export async function buildPageInMemory<Item extends Identified>(
  objects: readonly Item[],
  query: PageQuery,
  build: (object: Item) => unknown,
  placeOf: PlaceOf = () => undefined,
  more: object = {},
): Promise<Reply> {
  const page = selectPage(objects, query, placeOf);
  if ('problem' in page) return page;
  const data: unknown[] = [];
  for (const each of page.data) data.push(await build(each));
  return { status: 200, body: JSON.stringify({ data, has_more: page.has_more, ...more }) };
}

function selectPage<Item extends Identified>(
  objects: readonly Item[],
  { limit = LIMIT_DEFAULT, starting_after, ending_before }: PageQuery,
  placeOf: PlaceOf,
): Problem | { readonly data: readonly Item[]; readonly has_more: boolean } {
  const newestFirst = [...objects].reverse();
  const cursor = starting_after ?? ending_before;
  const at = cursor === undefined ? -1 : newestFirst.findIndex(({ id }) => id === cursor);
  const isBefore = cursor === undefined || at !== -1 ? undefined : placeOf(cursor);
  if (cursor !== undefined && at === -1 && isBefore === undefined)
    return malformedRequest('The cursor must be the ID of an object in this list.');
  const older = isBefore === undefined ? at + 1 : newestFirst.length - objects.filter(isBefore).length;
  const newer = isBefore === undefined ? at : older;
  const [from, to] =
    ending_before === undefined ? [older, older + limit] : [Math.max(0, newer - limit), newer];
  const has_more = ending_before === undefined ? to < newestFirst.length : from > 0;
  return { data: newestFirst.slice(from, to), has_more };
}
