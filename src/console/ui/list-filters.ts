/** Filters of lists: from the URL to the query of the API, as a form, and as links that remove one. */
import { operatorOperations } from '../../generated/operator-operations.ts';
import { malformedRequest } from '../../http/errors.ts';
import type { FilterInput } from '../../operator/lists/filters.ts';
import { html, type Html } from '../../web/html.ts';
import { Refused, canSeePersonalData, hrefWith, type PageContext } from '../page-context.ts';
import { COLUMNS_PARAMETER } from './tables.ts';
import { toLabel } from './text.ts';

export type ConsoleFilters = Readonly<
  Record<string, { readonly label: string; readonly input: FilterInput }>
>;
type Fixed = Readonly<Record<string, string>>;
type Option = readonly [value: string, label: string];

const DAY_MS = 24 * 60 * 60 * 1_000;
/** Times are entered as days, under shorter names. */
const URL_NAMES: Readonly<Record<string, string>> = { created_after: 'from', created_before: 'to' };
const labelOf = (code: string): string => (code === 'cli' ? 'Command line' : toLabel(code));

export const urlName = (name: string): string => URL_NAMES[name] ?? name;
export const valueIn = ({ query }: PageContext, name: string): string =>
  query.get(urlName(name))?.trim() ?? '';

/** Amounts may be entered with separators. */
const normalized = ({ type }: FilterInput, value: string): string =>
  type === 'amount' ? value.replace(/[,' ]/g, '') : value;

/** The parameters of the API for the filters in the URL. `fixed` are those of the page. Throws Refused. */
export function filterQuery(context: PageContext, filters: ConsoleFilters, fixed: Fixed = {}): Fixed {
  const found: Record<string, string> = {};
  for (const [name, { input }] of Object.entries(filters)) {
    const value = valueIn(context, name);
    if (value !== '' && !(name in fixed)) found[name] = parameterOf(urlName(name), input, value);
  }
  return { ...found, ...fixed };
}

function parameterOf(name: string, input: FilterInput, value: string): string {
  if (input.type !== 'first_day' && input.type !== 'last_day') return normalized(input, value);
  const at = /^\d{4}-\d{2}-\d{2}$/.test(value) ? Date.parse(`${value}T00:00:00.000Z`) : NaN;
  if (!(at > 0)) throw new Refused(malformedRequest(`\`${name}\` must be a day such as 2026-11-24.`));
  return new Date(input.type === 'first_day' ? at - 1 : at + DAY_MS).toISOString();
}

/** How the URL sorts the list. */
export const orderIn = (context: PageContext): Fixed => presentIn(context, 'order', 'sort');

const presentIn = ({ query }: PageContext, ...names: readonly string[]): Fixed =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = query.get(name) ?? '';
      return value === '' ? [] : [[name, value]];
    }),
  );

/** The saved view that a list was opened with. */
export const VIEW_PARAMETER = 'view';

export const isFiltered = (context: PageContext, filters: ConsoleFilters): boolean =>
  Object.keys(filters).some((name) => valueIn(context, name) !== '');

/** The URL of the export of the list with its filters. */
const exportHref = (context: PageContext): string =>
  hrefWith({ ...context, path: `${context.path}/export` }, {});

export type PeopleNames = ReadonlyMap<string, string>;

type FilterBarOptions = {
  readonly fixed?: Fixed;
  /** Names of the people in the filters. */
  readonly names?: PeopleNames;
  /** Shown next to the filters. */
  readonly tools?: Html | undefined;
  readonly hasExport?: boolean;
};

/** The form, links that remove one filter, and tools such as a link to the export. */
export function filterBar(
  context: PageContext,
  filters: ConsoleFilters,
  { fixed = {}, names, tools, hasExport = true }: FilterBarOptions = {},
): Html {
  const shown = Object.entries(filters).filter(
    ([name, { input }]) => !(name in fixed) && input.type !== 'hidden',
  );
  const chosen = shown.filter(([name]) => valueIn(context, name) !== '');
  return html`<div class="filter-bar">
    <details class="filter-panel">
      <summary>Filter${chosen.length > 0 && html` <small>(${chosen.length})</small>`}</summary>
      <form class="filter-form" method="get" action="${context.path}" aria-label="Filters">
        ${shown.map(([name, { label, input }]) => field(context, { name, label, input, names }))}
        ${context.query.getAll(COLUMNS_PARAMETER).map((name) => html`<input type="hidden" name="${COLUMNS_PARAMETER}" value="${name}" />`)}
        ${Object.entries(presentIn(context, 'order', 'sort', VIEW_PARAMETER)).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
        <div class="buttons"><button class="button main">Apply</button></div>
      </form>
    </details>
    ${chosen.map(([name, { label, input }]) => chip(context, name, `${label}: ${shownValue(context, input, valueIn(context, name), names)}`))}
    ${chosen.length > 1 && html`<a class="chip-clear" href="${clearHref(context, filters)}">Remove all</a>`}
    ${'created_after' in filters && 'created_before' in filters && periodLinks(context)}
    ${
      (tools !== undefined || hasExport) &&
      html`<span class="filter-tools"
        >${tools}
        ${hasExport && html`<a class="button quiet small" href="${exportHref(context)}" download>Export CSV</a>`}</span
      >`
    }
  </div>`;
}

/** The URL of the list without any filter. */
export const clearHref = (context: PageContext, filters: ConsoleFilters): string =>
  hrefWith(context, {
    [VIEW_PARAMETER]: '',
    ...Object.fromEntries(Object.keys(filters).map((name) => [urlName(name), ''])),
  });

const chip = (context: PageContext, name: string, text: string): Html =>
  html`<a class="chip" href="${hrefWith(context, { [urlName(name)]: '' })}"
    ><span class="unseen">Remove the filter</span> <span class="clip">${text}</span>
    <span aria-hidden="true">×</span></a
  >`;

/** Links to periods that people often ask for, in days of UTC like the filters. */
function periodLinks(context: PageContext): Html {
  const dayAgo = (days: number): string => new Date(context.now - days * DAY_MS).toISOString().slice(0, 10);
  const today = dayAgo(0);
  const periods = [
    ['Today', today, today],
    ['Yesterday', dayAgo(1), dayAgo(1)],
    ['Last 7 days', dayAgo(6), today],
    ['This month', `${today.slice(0, 7)}-01`, today],
  ] as const;
  const isChosen = (from: string, to: string): boolean =>
    valueIn(context, 'created_after') === from && valueIn(context, 'created_before') === to;
  return html`<nav class="filters" aria-label="Period">
    ${periods.map(
      ([label, from, to]) =>
        html`<a
          href="${hrefWith(context, { from, to })}"
          ${isChosen(from, to) ? html`aria-current="true"` : undefined}
          >${label}</a
        >`,
    )}
  </nav>`;
}

function shownValue(
  context: PageContext,
  input: FilterInput,
  value: string,
  names: PeopleNames | undefined,
): string {
  if (input.type === 'person') return names?.get(value) ?? value;
  const found = optionsOf(context, input)?.find(([each]) => each === value);
  return found?.[1] ?? value;
}

type Field = {
  readonly name: string;
  readonly label: string;
  readonly input: FilterInput;
  readonly names: PeopleNames | undefined;
};

function field(context: PageContext, { name, label, input, names }: Field): Html {
  const options = optionsOf(context, input);
  const value = valueIn(context, name);
  const id = `f-${name}`;
  const labelHtml = html`<label for="${id}">${label}</label>`;
  if (options !== undefined) {
    const isListed = value === '' || options.some(([each]) => each === value);
    return html`<div>
      ${labelHtml}
      <select id="${id}" name="${urlName(name)}">
        <option value="">Any</option>
        ${(isListed ? options : [...options, [value, value] as const]).map(
          ([each, shown]) =>
            html`<option value="${each}" ${each === value ? html`selected` : undefined}>${shown}</option>`,
        )}
      </select>
    </div>`;
  }
  return html`<div>
    ${labelHtml}
    <input
      id="${id}"
      name="${urlName(name)}"
      type="${input.type.endsWith('day') ? 'date' : 'text'}"
      ${input.type === 'amount' ? html`inputmode="decimal"` : undefined}
      ${input.type === 'person' ? html`aria-describedby="${id}-hint"` : undefined}
      maxlength="255"
      autocomplete="off"
      spellcheck="false"
      value="${value}"
    />
    ${input.type === 'person' && html`<small id="${id}-hint">${names?.get(value) ?? personHint(context)}</small>`}
  </div>`;
}

/** By what the role finds a person. */
export const personHint = (context: PageContext): string =>
  canSeePersonalData(context) ? 'Name, email, phone, reference, or ID' : 'Reference or ID';

/** What is recorded besides the writes of the API. */
const RECORDED = [
  'signIn',
  'signOut',
  'authenticate',
  'viewPersonalData',
  'exportActivity',
  'exportOperatorTransfers',
  'exportOperatorUsers',
  'exportAllWebhookDeliveries',
];
const OPERATIONS: readonly string[] = [
  ...RECORDED,
  ...Object.values(operatorOperations)
    .filter(({ method }) => method !== 'GET')
    .map(({ id }) => id)
    .sort(),
];

/** `reviewTransfer` becomes "Review transfer". */
export const actionLabel = (operation: string): string =>
  toLabel(operation.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`));

/** The values to choose from; undefined for an input in which they are typed. */
export function optionsOf({ directory }: PageContext, input: FilterInput): readonly Option[] | undefined {
  const { integrators, operators, rails } = directory;
  switch (input.type) {
    case 'select':
      return input.options.map((each) => [each, input.labels?.[each] ?? labelOf(each)]);
    case 'integrator':
      return integrators.map(({ id, name }) => [id, name]);
    case 'operator':
      return operators.map(({ id, name }) => [id, name]);
    case 'operation':
      return OPERATIONS.map((each) => [each, actionLabel(each)]);
    case 'rail':
      return rails.map((each) => [each, labelOf(each)]);
    default:
      return undefined;
  }
}
