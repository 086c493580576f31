/** Tables, with pagination and filters. */
import type { Html } from '../../web/html.ts';
import { html } from '../../web/html.ts';
import type { ListPage, PageContext } from '../page-context.ts';

export type Column<Row> = {
  readonly label: string;
  readonly cell: (row: Row) => Html;
  readonly isNumeric?: boolean;
  /** Renders the cell as the row's header, which is the card title on small screens. */
  readonly isRowHeader?: boolean;
};

/** A table that becomes a list of cards on small screens. The ARIA roles preserve its table semantics. */
export function table<Row>(
  caption: string,
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  foot?: Html,
): Html {
  const head = columns.map(
    ({ label, isNumeric }) =>
      html`<th role="columnheader" scope="col" ${isNumeric === true ? NUMERIC_ATTRIBUTE : undefined}>
        ${label}
      </th>`,
  );
  return html`<div class="sheet">
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
            html`<tr role="row">
              ${columns.map((column) => cellHtml(column, row))}
            </tr>`,
        )}
      </tbody>
      ${foot}
    </table>
  </div>`;
}

const NUMERIC_ATTRIBUTE = html`data-numeric`;

function cellHtml<Row>({ label, cell, isNumeric, isRowHeader }: Column<Row>, row: Row): Html {
  const mark = isNumeric === true ? NUMERIC_ATTRIBUTE : undefined;
  return isRowHeader === true
    ? html`<th role="rowheader" scope="row" data-label="${label}" ${mark}><div>${cell(row)}</div></th>`
    : html`<td role="cell" data-label="${label}" ${mark}><div>${cell(row)}</div></td>`;
}

/** Links to the previous and next page of a list. */
function pager(
  context: PageContext,
  { data, has_more }: ListPage<{ readonly id: string }>,
): Html | undefined {
  const { query, path } = context;
  const backwards = query.has('before');
  const older = backwards || has_more;
  const newer = backwards ? has_more : query.has('after');
  const first = data[0];
  const last = data.at(-1);
  if (first === undefined || last === undefined || (!older && !newer)) return undefined;
  const to = (name: string, cursor: string): string => {
    const next = new URLSearchParams(query);
    next.delete('after');
    next.delete('before');
    next.set(name, cursor);
    return `${path}?${next.toString()}`;
  };
  return html`<nav class="pager" aria-label="Pages">
    ${newer && html`<a class="button quiet" rel="prev" href="${to('before', first.id)}">Newer</a>`}
    ${older && html`<a class="button quiet" rel="next" href="${to('after', last.id)}">Older</a>`}
  </nav>`;
}

/** A table with pagination, or its placeholder if it is empty. */
export function pagedTable<Row extends { readonly id: string }>(
  context: PageContext,
  found: ListPage<Row>,
  { caption, columns, emptyState }: ListOptions<Row>,
): Html {
  if (found.data.length === 0) return emptyState;
  return html`${table(caption, columns, found.data)}${pager(context, found)}`;
}

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
  const to = (value: string): string => {
    const next = new URLSearchParams(context.query);
    for (const each of ['after', 'before', name]) next.delete(each);
    if (value !== '') next.set(name, value);
    const search = next.toString();
    return search === '' ? context.path : `${context.path}?${search}`;
  };
  return html`<nav class="filters" aria-label="${label}">
    ${options.map(
      ([value, shown]) =>
        html`<a href="${to(value)}" ${value === chosen ? html`aria-current="true"` : undefined}>${shown}</a>`,
    )}
  </nav>`;
};
