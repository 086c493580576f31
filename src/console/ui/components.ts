/** HTML components of console pages. */
import { html } from '../../web/html.ts';
import type { Html } from '../../web/html.ts';
import { isAllowed } from '../page-context.ts';
import type { ListPage, PageContext } from '../page-context.ts';

export const textHtml = (value: string | null | undefined): Html =>
  value === null || value === undefined || value === '' ? html`<span class="none">—</span>` : html`${value}`;

/** Replaces underscores with spaces: `payout_submitted` becomes "payout submitted". */
export const toWords = (code: string): string => code.replaceAll('_', ' ');

export const toLabel = (code: string): string => {
  const spoken = toWords(code);
  return spoken.charAt(0).toUpperCase() + spoken.slice(1);
};

export type Tone = 'ok' | 'wait' | 'stop' | 'plain' | 'accent';

const TONES: Readonly<Record<string, Tone>> = {
  completed: 'ok',
  approved: 'ok',
  active: 'ok',
  live: 'ok',
  enabled: 'ok',
  delivered: 'ok',
  succeeded: 'ok',
  ok: 'ok',
  in_review: 'wait',
  under_review: 'wait',
  incomplete: 'wait',
  awaiting_funds: 'accent',
  funds_received: 'accent',
  payout_submitted: 'accent',
  catching_up: 'accent',
  pending: 'accent',
  building: 'accent',
  open: 'accent',
  waiting: 'wait',
  returned: 'wait',
  refunded: 'wait',
  undeliverable: 'stop',
  rejected: 'stop',
  failed: 'stop',
  frozen: 'stop',
  revoked: 'stop',
  stalled: 'stop',
  disabled: 'stop',
  deactivated: 'stop',
  production: 'accent',
};

/** A state as a colored label. */
export const badge = (state: string, tone: Tone = TONES[state] ?? 'plain', label = toWords(state)): Html =>
  html`<span class="badge" data-tone="${tone}">${label}</span>`;

/** Adds thousands separators to a decimal string. */
export const groupDigits = (amount: string): string => {
  const [, sign = '', whole = '', rest = ''] = /^([-+−]?)(\d+)(.*)$/.exec(amount) ?? [];
  return `${sign === '-' ? '−' : sign}${whole.replace(/\B(?=(\d{3})+$)/g, ',')}${rest}`;
};

const UNIT_NAMES: Readonly<Record<string, string>> = { 'svc-points': 'points', 'svc-coin': 'coin' };
export const unitName = (unit: string): string => UNIT_NAMES[unit] ?? unit.toUpperCase();

export const amountHtml = (amount: string | null | undefined, unit: string | null | undefined): Html =>
  amount === null || amount === undefined
    ? textHtml(null)
    : html`<span class="money">${groupDigits(amount)} <small>${unitName(unit ?? '')}</small></span>`;

/** An amount with an explicit sign. */
export const signedAmountHtml = (amount: string, unit: string): Html =>
  amountHtml(amount.startsWith('-') ? amount : `+${amount}`, unit);

const MINUTE_SECONDS = 60;
const HOUR_SECONDS = 60 * MINUTE_SECONDS;
const DAY_SECONDS = 24 * HOUR_SECONDS;

/** Formats a time relative to now, such as "3 min ago" or "in 2 h". */
function relative(ms: number, now: number): string {
  const seconds = Math.round((now - ms) / 1000);
  const size = Math.abs(seconds);
  const [amount, unit] =
    size < MINUTE_SECONDS
      ? [size, 's']
      : size < HOUR_SECONDS
        ? [Math.floor(size / MINUTE_SECONDS), 'min']
        : size < 2 * DAY_SECONDS
          ? [Math.floor(size / HOUR_SECONDS), 'h']
          : [Math.floor(size / DAY_SECONDS), 'days'];
  if (size < 5) return 'just now';
  return seconds >= 0 ? `${amount} ${unit} ago` : `in ${amount} ${unit}`;
}

/** A time in UTC, with its distance from now. */
export function timestampHtml(iso: string | null | undefined, now: number): Html {
  if (iso === null || iso === undefined) return textHtml(null);
  const ms = Date.parse(iso);
  const shown = `${iso.slice(0, 10)} ${iso.slice(11, 19)}`;
  return html`<time datetime="${iso}"
      ><span class="moment">${shown}</span> <abbr title="Coordinated Universal Time">UTC</abbr></time
    >
    <span class="ago" data-ago="${iso}">${relative(ms, now)}</span>`;
}

/** An ID with a copy button, linked to its page if it has one. */
export const idHtml = (value: string | null | undefined, href: string | undefined = idHref(value)): Html => {
  if (value === null || value === undefined) return textHtml(null);
  const shown =
    href === undefined
      ? html`<code class="id">${value}</code>`
      : html`<a class="id" href="${href}"><code>${value}</code></a>`;
  return html`<span class="copyable">${shown}${copyButton(value, 'Copy the ID')}</span>`;
};

/** A shortened ID for table cells. */
export function shortIdHtml(
  value: string | null | undefined,
  href: string | undefined = idHref(value),
): Html {
  if (value === null || value === undefined) return textHtml(null);
  const code = html`<code title="${value}">${shortened(value)}</code>`;
  return href === undefined
    ? html`<span class="id">${code}</span>`
    : html`<a class="id" href="${href}">${code}</a>`;
}

/** A shortened ID with a copy button. */
export const rowIdHtml = (value: string, href: string | undefined = idHref(value)): Html =>
  html`<span class="copyable">${shortIdHtml(value, href)}${copyButton(value, 'Copy the ID')}</span>`;

const HEAD_LENGTH = 14;
const TAIL_LENGTH = 8;

/** IDs start with their time and end with their revision, so the two ends identify them. */
const shortened = (value: string): string =>
  value.length <= HEAD_LENGTH + TAIL_LENGTH + 1
    ? value
    : `${value.slice(0, HEAD_LENGTH)}…${value.slice(-TAIL_LENGTH)}`;

/** Hidden until the script enables it. */
export const copyButton = (value: string, label: string): Html =>
  html`<button
    type="button"
    class="copy"
    data-copy="${value}"
    hidden
    aria-label="${label} ${value}"
  ></button>`;

/** Maximum length of a search in UTF-16 code units: a reference has up to 255 characters of at most 2 units. */
export const SEARCH_LENGTH_MAX = 510;

const PAGES_BY_PREFIX: Readonly<Record<string, string>> = {
  usr: 'users',
  wal: 'wallets',
  trf: 'transfers',
  int: 'integrators',
  key: 'keys',
  we: 'webhooks',
  da: 'records',
  dep: 'records',
  pa: 'records',
  qt: 'records',
  evt: 'records',
  whe: 'records',
};

/** URL of the page for an ID; undefined if there is none. */
export function idHref(value: string | null | undefined): string | undefined {
  const page = PAGES_BY_PREFIX[/^([a-z]+)_[0-9A-Za-z]+$/.exec(value ?? '')?.[1] ?? ''];
  return page === undefined ? undefined : `/console/${page}/${value ?? ''}`;
}

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
      html`<th role="columnheader" scope="col" ${isNumeric === true ? NUMERIC : undefined}>${label}</th>`,
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
              ${columns.map((column) => cellOf(column, row))}
            </tr>`,
        )}
      </tbody>
      ${foot}
    </table>
  </div>`;
}

const NUMERIC = html`data-numeric`;

function cellOf<Row>({ label, cell, isNumeric, isRowHeader }: Column<Row>, row: Row): Html {
  const mark = isNumeric === true ? NUMERIC : undefined;
  return isRowHeader === true
    ? html`<th role="rowheader" scope="row" data-label="${label}" ${mark}><div>${cell(row)}</div></th>`
    : html`<td role="cell" data-label="${label}" ${mark}><div>${cell(row)}</div></td>`;
}

/** A section of a page with a title. */
export const panel = (title: string, content: Html, { actions, id: anchor, note }: PanelOptions = {}): Html =>
  html`<section class="panel" ${anchor === undefined ? undefined : html`id="${anchor}"`}>
    <header>
      <div>
        <h2>${title}</h2>
        ${note}
      </div>
      ${actions === undefined ? undefined : html`<div class="tools">${actions}</div>`}
    </header>
    ${content}
  </section>`;

type PanelOptions = {
  readonly actions?: Html | undefined;
  readonly id?: string;
  readonly note?: Html | undefined;
};

/** Placeholder for an empty list. */
export const emptyState = (title: string, hint: string): Html =>
  html`<div class="empty">
    <svg viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d="M4 13.5 6.5 5h11l2.5 8.5M4 13.5V19h16v-5.5M4 13.5h4.5l1 2h5l1-2H20" />
    </svg>
    <p><strong>${title}</strong></p>
    <p>${hint}</p>
  </div>`;

/** A list of names and values. */
export const factList = (entries: readonly (readonly [string, Html] | undefined)[]): Html =>
  html`<dl class="facts">
    ${entries
      .filter((entry) => entry !== undefined)
      .map(
        ([name, value]) =>
          html`<div>
            <dt>${name}</dt>
            <dd>${value}</dd>
          </div>`,
      )}
  </dl>`;

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

/** A link to an action, shown only if the role permits it. `operation` is the API path of the action. */
export const actionLink = (
  context: PageContext,
  operation: string,
  href: string,
  label: string,
  tone: 'quiet' | 'main' | 'danger' = 'quiet',
): Html =>
  isAllowed(context, 'POST', operation)
    ? html`<a class="button ${tone}" href="${href}">${label}</a>`
    : html``;

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
