/** A page with a list of the operator API: its filters, table, paging, and export. */
import type { OperatorOperationTypes } from '../generated/operator-operations.ts';
import { html, type Html } from '../web/html.ts';
import {
  pageQuery,
  read,
  replyOf,
  type ConsolePage,
  type ConsoleRoute,
  type ListPage,
  type PageContext,
  type PagePath,
  type PageResult,
  type ReadId,
  type Section,
} from './page-context.ts';
import { choosePerson, namesInFilters } from './person-filter.ts';
import { withViews } from './saved-views.ts';
import {
  clearHref,
  filterBar,
  filterQuery,
  isFiltered,
  orderIn,
  type ConsoleFilters,
} from './ui/list-filters.ts';
import { emptyState, panel } from './ui/panels.ts';
import { chosenColumns, columnMenu, pagedTable, type Column } from './ui/tables.ts';

/** The operations that respond with a page of a list. */
type ListId = {
  [Id in ReadId]: OperatorOperationTypes[Id]['response'] extends ListPage<{ readonly id: string }>
    ? Id
    : never;
}[ReadId];

type RowOf<Id extends ListId> = OperatorOperationTypes[Id]['response']['data'][number];

/** A list of an operation. The paths of the page and of the operation have the same parameters. */
type ListView<Id extends ListId> = {
  readonly operation: Id;
  readonly caption: string;
  readonly filters?: ConsoleFilters;
  /** Filters that the page itself sets, such as the book. Throws Refused. */
  readonly fixed?: (context: PageContext) => Readonly<Record<string, string>>;
  /** What cells need in addition to the rows is loaded before. */
  readonly columns:
    | readonly Column<RowOf<Id>>[]
    | ((
        context: PageContext,
        rows: readonly RowOf<Id>[],
      ) => readonly Column<RowOf<Id>>[] | Promise<readonly Column<RowOf<Id>>[]>);
  /** What is said about an empty list without filters: a title, and what to do. */
  readonly empty: readonly [title: string, hint: string | Html] | ((context: PageContext) => Html);
  /** What is said above the list about everything that the filters select. */
  readonly summary?: (
    found: OperatorOperationTypes[Id]['response'],
    context: PageContext,
  ) => Html | undefined;
  /** Asked for in addition while the list is filtered, for the summary. */
  readonly totals?: Readonly<Record<string, string>>;
  /** Parameters of the page that are no filters. */
  readonly parameters?: readonly string[];
  /** Whether the operation also responds with a file; by default it does. */
  readonly hasExport?: false;
  /** The heading of its panel. A list without one is all of the page, so it has the tools of a list, too. */
  readonly heading?: string;
};

export async function listHtml<Id extends ListId>(asked: PageContext, view: ListView<Id>): Promise<Html> {
  const { operation, caption, filters, columns, empty, heading, summary, hasExport } = view;
  const { context, menu, notice } =
    filters === undefined
      ? { context: asked, menu: undefined, notice: undefined }
      : await withViews(asked, async () => ({
          filters,
          parameters: view.parameters ?? [],
          columns: typeof columns === 'function' ? await columns(asked, []) : columns,
        }));
  const fixed = view.fixed?.(context) ?? {};
  const chosen = filters === undefined ? fixed : filterQuery(context, filters, fixed);
  const filtered = filters !== undefined && isFiltered(context, filters);
  const query = { ...pageQuery(context), ...chosen, ...orderIn(context), ...(filtered && view.totals) };
  const response = await read(context, operation, { query });
  // The type of the operation's ID says that it responds with a list.
  const found = response as ListPage<RowOf<Id>>;
  const nothing = filtered
    ? emptyState(
        'Nothing matches the filters',
        html`Remove one of them, or <a href="${clearHref(context, filters)}">show everything</a>.`,
      )
    : typeof empty === 'function'
      ? empty(context)
      : emptyState(...empty);
  const all = typeof columns === 'function' ? await columns(context, found.data) : columns;
  const shown = pagedTable(context, found, {
    caption,
    columns: chosenColumns(context, all),
    emptyState: nothing,
  });
  const bar =
    filters !== undefined &&
    filterBar(context, filters, {
      fixed,
      names: await namesInFilters(context, filters),
      tools: html`${menu} ${columnMenu(context, all)}`,
      hasExport: heading === undefined && hasExport !== false,
    });
  return heading === undefined
    ? html`${notice} ${bar} ${summary?.(response, context)}
        <section class="panel" aria-label="${caption}">${shown}</section>`
    : html`${notice} ${bar} ${panel(heading, shown)}`;
}

type ListPageOptions<Id extends ListId> = ListView<Id> & {
  readonly path: string;
  readonly section: Section;
  readonly title: string;
  readonly lead?: Html | ((context: PageContext) => Html);
  readonly actions?: (context: PageContext) => Html;
  /** The rest of the page, around the list. */
  readonly content?: (context: PageContext, list: Html) => Html | Promise<Html>;
  /** More of the page, such as the tabs of a book. Throws Refused. */
  readonly frame?: (context: PageContext) => Omit<Partial<ConsolePage>, 'content' | 'kind'>;
};

/** The page of a list and, if it has filters, its export. */
export function listRoutes<Id extends ListId, Path extends string>(
  page: ListPageOptions<Id> & { readonly path: PagePath<Id, Path> & Path },
): readonly ConsoleRoute[] {
  const { path, title, section, lead, actions, content, frame } = page;
  return [
    {
      path,
      async get(context) {
        const framed = frame?.(context);
        const { filters, fixed } = page;
        const person = filters && (await choosePerson(context, filters, fixed?.(context) ?? {}));
        if (typeof person === 'string') return { kind: 'redirect', to: person };
        const list = person ?? (await listHtml(context, page));
        return {
          kind: 'page',
          title,
          section,
          ...(lead === undefined ? {} : { lead: typeof lead === 'function' ? lead(context) : lead }),
          ...(actions === undefined ? {} : { actions: actions(context) }),
          ...framed,
          content: content === undefined ? list : await content(context, list),
        };
      },
    },
    ...(page.filters === undefined || page.hasExport === false
      ? []
      : [{ path: `${path}/export`, get: (context: PageContext) => exportOf(context, page) }]),
  ];
}

/** Downloads the whole list that the filters select, as a CSV file. */
const exportOf = <Id extends ListId>(
  context: PageContext,
  { operation, filters = {}, fixed }: ListView<Id>,
): Promise<PageResult> =>
  download(context, operation, { ...filterQuery(context, filters, fixed?.(context)), ...orderIn(context) });

/** A file of the operator API, sent as the client receives it. */
export async function download(
  context: PageContext,
  operation: ReadId,
  query: Readonly<Record<string, string>>,
): Promise<PageResult> {
  const { body, rest, file } = await replyOf(context, operation, { query, accept: 'text/csv' });
  return { kind: 'download', name: file?.name ?? 'export.csv', parts: joined(body, rest) };
}

async function* joined(first: string, rest: AsyncIterable<string> | undefined): AsyncGenerator<string> {
  yield first;
  if (rest !== undefined) yield* rest;
}
