/** Tables and lists of facts: columns that are declared once, pagination, and filters. */
import { groupDigits } from '../../formats/text.ts';
import { html, type Html } from '../../web/html.ts';
import { hrefWith, type ListPage, type PageContext } from '../page-context.ts';
import { factList } from './panels.ts';
import {
  actorHtml,
  amountHtml,
  badge,
  idHtml,
  rowIdHtml,
  shortIdHtml,
  textHtml,
  timestampHtml,
  toWords,
} from './text.ts';

export type Column<Row> = {
  readonly label: string;
  readonly cell: (row: Row, context: PageContext) => Html;
  readonly isNumeric?: boolean;
  /** Renders the cell as the row's header, which is the title of the row on small screens. */
  readonly isRowHeader?: boolean;
  /** On small screens: next to the title, below it without the label, or not at all. By default below it with the label. */
  readonly small?: 'aside' | 'plain' | 'hidden';
  /** Lists that the operator API can sort by the column have links in its header. */
  readonly sort?: Sort;
  /** Lists show the column on demand. */
  readonly isExtra?: true;
};

/** Columns that a list shows on demand. */
export const extras = <Row>(...columns: readonly Column<Row>[]): readonly Column<Row>[] =>
  columns.map((column) => ({ ...column, isExtra: true }));

/** The name of a column in URLs: `rail_reference`. */
export const columnName = ({ label }: { readonly label: string }): string =>
  label.toLowerCase().replace(/[^a-z]+/g, '_');

/** The columns that the URL shows: all but the extra ones that it does not name. */
export const chosenColumns = <Row>(
  { query }: PageContext,
  columns: readonly Column<Row>[],
): readonly Column<Row>[] => {
  const named = query.getAll(COLUMNS_PARAMETER);
  return columns.filter((column) => column.isExtra !== true || named.includes(columnName(column)));
};

export const COLUMNS_PARAMETER = 'columns';

/** A form that chooses the extra columns of a list; undefined if it has none. */
export function columnMenu<Row>(context: PageContext, columns: readonly Column<Row>[]): Html | undefined {
  const found = columns.filter(({ isExtra }) => isExtra === true);
  if (found.length === 0) return undefined;
  const named = context.query.getAll(COLUMNS_PARAMETER);
  const others = [...context.query].filter(([name]) => name !== COLUMNS_PARAMETER);
  return html`<details class="filter-panel column-menu">
    <summary>Columns</summary>
    <form class="filter-form" method="get" action="${context.path}" aria-label="Columns">
      ${others.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
      ${found.map((column) => {
        const name = columnName(column);
        const checked = named.includes(name) ? html`checked` : undefined;
        return html`<label class="box"
          ><input type="checkbox" name="${COLUMNS_PARAMETER}" value="${name}" ${checked} />
          ${column.label}</label
        >`;
      })}
      <div class="buttons"><button class="button main">Show</button></div>
    </form>
  </details>`;
}

/** The parameter of the URL that sorts by a column, and its value for each direction. The list's own order is the empty value. */
type Sort = {
  readonly parameter: 'order' | 'sort';
  readonly ascending: string;
  readonly descending: string;
  /** The direction that a first click chooses. */
  readonly first: 'ascending' | 'descending';
};
type Direction = Sort['first'];

/** The time of creation, by which every list with filters is sorted. */
const CREATION: Sort = { parameter: 'order', ascending: 'oldest', descending: '', first: 'descending' };

/** The column by whose times a list with filters is sorted. */
export const byCreation = <Row>(column: Column<Row>): Column<Row> => ({ ...column, sort: CREATION });

/** A column by which the operation can sort. `own`: the list is in this order unless the URL says otherwise. */
export const sortable = <Row>(
  name: string,
  column: Column<Row>,
  { first = 'descending', own }: { readonly first?: Direction; readonly own?: Direction } = {},
): Column<Row> => ({
  ...column,
  sort: {
    parameter: 'sort',
    ascending: own === 'ascending' ? '' : name,
    descending: own === 'descending' ? '' : `${name}_desc`,
    first,
  },
});

/** The direction in which the URL sorts by a column, and the URL that a click on its header leads to. */
function sortLink(
  context: PageContext,
  { parameter, ascending, descending, first }: Sort,
): { readonly chosen: Direction | undefined; readonly href: string } {
  const value = context.query.get(parameter) ?? '';
  const chosen = value === ascending ? 'ascending' : value === descending ? 'descending' : undefined;
  const next =
    chosen === undefined ? first : chosen === 'ascending' ? ('descending' as const) : ('ascending' as const);
  return { chosen, href: hrefWith(context, { [parameter]: next === 'ascending' ? ascending : descending }) };
}

/** The links of the headers, for small screens, where rows have no headers. */
function sortLinks<Row>(context: PageContext, columns: readonly Column<Row>[]): Html | undefined {
  const links = columns.flatMap(({ label, sort }) => {
    if (sort === undefined) return [];
    const { chosen, href } = sortLink(context, sort);
    return [
      html`<a href="${href}" ${chosen !== undefined && html`data-direction="${chosen}" aria-current="true"`}
        >${label}<span class="unseen"> ${chosen ?? ''}</span></a
      >`,
    ];
  });
  return links.length === 0
    ? undefined
    : html`<nav class="filters sort-links" aria-label="Sort by">${links}</nav>`;
}

type TableOptions = {
  readonly foot?: Html;
  /** Whether the headers of columns sort the list. */
  readonly isSorted?: boolean;
};

/** A table whose rows become a few lines on small screens. The ARIA roles preserve its table semantics. */
export function table<Row>(
  context: PageContext,
  caption: string,
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  { foot, isSorted = false }: TableOptions = {},
): Html {
  const head = columns.map(({ label, isNumeric, sort }) => {
    const link = isSorted && sort !== undefined ? sortLink(context, sort) : undefined;
    return html`<th
      role="columnheader"
      scope="col"
      data-label="${label}"
      ${isNumeric === true ? NUMERIC_ATTRIBUTE : undefined}
      ${link?.chosen !== undefined && html`aria-sort="${link.chosen}"`}
    >
      ${link === undefined ? label : html`<a href="${link.href}">${label}</a>`}
    </th>`;
  });
  return html`<div class="sheet">
    ${isSorted && sortLinks(context, columns)}
    <table role="table">
      <caption class="unseen">
        ${caption}
      </caption>
      <thead role="rowgroup">
        <tr role="row">
          ${head}
        </tr>
      </thead>
      <tbody role="rowgroup">
        ${rows.map(
          (row) =>
            html`<tr role="row" ${rowAttribute(row)}>
              ${columns.map((column) => cellHtml(context, column, row))}
            </tr>`,
        )}
      </tbody>
      ${foot}
    </table>
  </div>`;
}

/** The script of the console recognizes a row by the ID of its object. */
const rowAttribute = (row: unknown): Html | undefined =>
  typeof row === 'object' && row !== null && 'id' in row && typeof row.id === 'string'
    ? html`data-row="${row.id}"`
    : undefined;

const NUMERIC_ATTRIBUTE = html`data-numeric`;

function cellHtml<Row>(
  context: PageContext,
  { label, cell, isNumeric, isRowHeader, small }: Column<Row>,
  row: Row,
): Html {
  const mark = isNumeric === true ? NUMERIC_ATTRIBUTE : undefined;
  const place = small === undefined ? undefined : html`data-small="${small}"`;
  return isRowHeader === true
    ? html`<th role="rowheader" scope="row" data-label="${label}" ${mark}>
        <div>${cell(row, context)}</div>
      </th>`
    : html`<td role="cell" data-label="${label}" ${place} ${mark}><div>${cell(row, context)}</div></td>`;
}

/** Links to the previous and next page of a list. */
export function pager(
  context: PageContext,
  { data, has_more, next_cursor }: ListPage<{ readonly id: string }>,
): Html | undefined {
  const { query } = context;
  const isBackward = query.has('before');
  const hasNext = isBackward || has_more;
  const hasPrevious = isBackward ? has_more : query.has('after');
  if (!hasNext && !hasPrevious) return undefined;
  const next = isBackward ? (data.at(-1)?.id ?? query.get('before')) : (next_cursor ?? data.at(-1)?.id);
  const previous = isBackward ? (next_cursor ?? data[0]?.id) : (data[0]?.id ?? query.get('after'));
  const link = (name: 'after' | 'before', label: string): Html => {
    const [rel, cursor] = name === 'after' ? ['next', next] : ['prev', previous];
    const href = hrefWith(context, { [name]: cursor ?? '' });
    return html`<a class="button quiet" rel="${rel}" href="${href}">${label}</a>`;
  };
  const [newer, older] = query.has('sort')
    ? ['Previous', 'Next']
    : query.get('order') === 'oldest'
      ? ['Older', 'Newer']
      : ['Newer', 'Older'];
  return html`<nav class="pager" aria-label="Pages">
    ${hasPrevious && link('before', newer)} ${hasNext && link('after', older)}
  </nav>`;
}

/** The script of the console fetches the page again after this time. */
export const REFRESH_MS = 5_000;
const rowsId = (caption: string): string => `rows-${caption.toLowerCase().replace(/[^a-z]+/g, '-')}`;

/** A table with pagination, or its placeholder if it is empty. */
export function pagedTable<Row extends { readonly id: string }>(
  context: PageContext,
  found: ListPage<Row>,
  { caption, columns, emptyState }: ListOptions<Row>,
): Html {
  const shown =
    found.data.length > 0
      ? table(context, caption, columns, found.data, { isSorted: true })
      : found.has_more
        ? html`<p class="empty">Nothing was found in this part of the list. It continues.</p>`
        : emptyState;
  return liveRows(caption, html`${shown}${pager(context, found)}`);
}

/** A list that the script of the console keeps current. Rows leave a queue; in other lists, they only move to other pages. */
export const liveRows = (caption: string, content: Html, kind: 'list' | 'queue' = 'list'): Html =>
  html`<div id="${rowsId(caption)}" data-refresh="${REFRESH_MS}" data-rows="${kind}">${content}</div>`;

/** Content that the script of the console replaces as a whole. */
export const liveSection = (caption: string, content: Html): Html =>
  html`<div id="${rowsId(caption)}" data-refresh="${REFRESH_MS}">${content}</div>`;

type ListOptions<Row> = {
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly emptyState: Html;
};

/** Filter links for a query parameter, with the current value marked. */
export const filterLinks = (
  context: PageContext,
  name: string,
  label: string,
  options: readonly (readonly [value: string, label: string])[],
): Html => {
  const chosen = context.query.get(name) ?? '';
  return html`<nav class="filters" aria-label="${label}">
    ${options.map(
      ([value, shown]) =>
        html`<a
          href="${hrefWith(context, { [name]: value })}"
          ${value === chosen ? html`aria-current="true"` : undefined}
          >${shown}</a
        >`,
    )}
  </nav>`;
};

// Columns, declared as a label, a value of the object, and how it is shown.

/** A member of the object, or what is read from it. */
type Of<Row, Value> =
  | { [Name in keyof Row & string]: Row[Name] extends Value ? Name : never }[keyof Row & string]
  | ((row: Row, context: PageContext) => Value);

type Text = string | null | undefined;

/** The row's header, or where the value is on small screens; by default below the header with its label. */
type Place = 'head' | 'aside' | 'plain' | 'hidden';

const valueOf = <Row, Value>(of: Of<Row, Value>, row: Row, context: PageContext): Value =>
  // The type of a name says that the member has a value of this type.
  typeof of === 'function' ? of(row, context) : (row[of as keyof Row] as Value);

const placed = (place: Place | undefined) =>
  place === undefined ? {} : place === 'head' ? { isRowHeader: true } : { small: place };

/** A kind of column whose cells only depend on one value. */
const kind =
  <Value>(cell: (value: Value, context: PageContext) => Html, more: { readonly isNumeric?: boolean } = {}) =>
  <Row>(label: string, of: Of<Row, Value>, place?: Place): Column<Row> => ({
    label,
    cell: (row, context) => cell(valueOf(of, row, context), context),
    ...placed(place),
    ...more,
  });

export const show = {
  /** Anything else. */
  html: <Row>(label: string, cell: (row: Row, context: PageContext) => Html, place?: Place): Column<Row> => ({
    label,
    cell,
    ...placed(place),
  }),
  /** Anything else that is aligned like a number. */
  number: <Row>(
    label: string,
    cell: (row: Row, context: PageContext) => Html,
    place?: Place,
  ): Column<Row> => ({ label, cell, ...placed(place), isNumeric: true }),
  text: kind<Text>((value) => textHtml(value)),
  code: kind<string>((value) => html`<code>${value}</code>`),
  /** A text that may be long. */
  clipped: kind<Text>((value) => html`<span class="clip">${textHtml(value)}</span>`),
  /** A code with underscores, in words. */
  words: kind<string>((value) => html`${toWords(value)}`),
  count: kind<number>((value) => html`${groupDigits(String(value))}`, { isNumeric: true }),
  badge: kind<string>((value) => badge(value)),
  time: kind<Text>((value, { now }) => timestampHtml(value, now)),
  actor: kind<string>((value, context) => actorHtml(context, value)),
  /** A whole ID with a copy button, linked to its page. */
  id: kind<Text>((value) => idHtml(value)),
  shortId: kind<Text>((value) => shortIdHtml(value)),
  rowId: kind<string>((value) => rowIdHtml(value)),
  /** `unit` is a unit, or where it is. */
  amount: <Row>(
    label: string,
    of: Of<Row, Text>,
    unit: Of<Row, Text> | 'svc-points' | 'svc-coin',
    place?: Place,
  ): Column<Row> => ({
    label,
    isNumeric: true,
    cell(row, context) {
      const isUnit = unit === 'svc-points' || unit === 'svc-coin';
      return amountHtml(valueOf(of, row, context), isUnit ? unit : valueOf(unit, row, context));
    },
    ...placed(place),
  }),
};

/** The values of one object, with their labels. */
export const facts = <Row>(
  context: PageContext,
  row: Row,
  columns: readonly (Column<Row> | false | undefined)[],
): Html =>
  factList(
    columns
      .filter((column) => column !== undefined && column !== false)
      .map(({ label, cell }) => [label, cell(row, context)] as const),
  );

/** A column of an object in a row. */
export const inner = <Row, Part>(column: Column<Part>, of: (row: Row) => Part): Column<Row> => ({
  ...column,
  cell: (row, context) => column.cell(of(row), context),
});
