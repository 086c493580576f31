/** The activity log: what operators did, with filters and an export. */
import { stringify } from 'csv-stringify/sync';
import type { ActivityEntry } from '../../../generated/api.ts';
import { operatorOperations } from '../../../generated/operator-operations.ts';
import { isProblem, malformedRequest } from '../../../api/server/errors.ts';
import type { Problem } from '../../../api/server/errors.ts';
import { html } from '../../../web/html.ts';
import type { Html } from '../../../web/html.ts';
import { idHref, shortIdHtml } from '../../ui/ids.ts';
import { emptyState } from '../../ui/panels.ts';
import { badge, textHtml, timestampHtml } from '../../ui/text.ts';
import type { Tone } from '../../ui/text.ts';
import { pagedTable } from '../../ui/tables.ts';
import type { Column } from '../../ui/tables.ts';
import { getFromApi, pageQuery, personalText } from '../../page-context.ts';
import type { ConsoleRoute, ListPage, PageContext, PageResult } from '../../page-context.ts';

const API = '/operator/v1/activity';
const PATH = '/console/activity';
const PARAMETERS = ['operator_id', 'operation', 'target', 'result', 'channel'] as const;
const EXPORT_PAGE = 100;
const DAY_MS = 24 * 60 * 60 * 1_000;

type Activity = ListPage<ActivityEntry>;

/** The query of the API for the filters in the URL. `from` and `to` are days. */
function apiFilters({ query }: PageContext): Record<string, string> | Problem {
  const filters: Record<string, string> = {};
  for (const name of PARAMETERS) {
    const value = query.get(name)?.trim() ?? '';
    if (value !== '') filters[name] = value;
  }
  for (const [name, bound, offsetMs] of [
    ['from', 'created_after', -1],
    ['to', 'created_before', DAY_MS],
  ] as const) {
    const day = query.get(name) ?? '';
    if (day === '') continue;
    const at = /^\d{4}-\d{2}-\d{2}$/.test(day) ? Date.parse(`${day}T00:00:00.000Z`) : NaN;
    if (!(at > 0)) return malformedRequest(`\`${name}\` must be a day such as 2026-11-24.`);
    filters[bound] = new Date(at + offsetMs).toISOString();
  }
  return filters;
}

async function activity(context: PageContext): Promise<PageResult> {
  const filters = apiFilters(context);
  if (isProblem(filters)) return filters;
  const search = pageQuery(context.query, filters);
  if (isProblem(search)) return search;
  const found = await getFromApi<Activity>(context, API, search);
  if (isProblem(found)) return found;
  const isFiltered = Object.keys(filters).length > 0;
  return {
    kind: 'page',
    title: 'Activity',
    section: 'activity',
    lead: html`<p>What operators did through the console, the command line, and the API.</p>`,
    actions: html`<a class="button quiet" href="${exportHref(context)}" download>Export CSV</a>`,
    content: html`${filterForm(context)}
      <section class="panel" aria-label="Activity">
        ${pagedTable(context, found, {
          caption: 'Activity',
          columns: columns(context),
          emptyState: emptyState(
            isFiltered ? 'Nothing matches the filters' : 'Nothing was recorded yet',
            isFiltered ? 'Remove a filter to see more.' : 'Each action of an operator appears here.',
          ),
        })}
      </section>`,
  };
}

function exportHref({ query }: PageContext): string {
  const kept = new URLSearchParams(query);
  kept.delete('after');
  kept.delete('before');
  const search = kept.toString();
  return search === '' ? `${PATH}/export` : `${PATH}/export?${search}`;
}

const RESULT_TONES: Readonly<Record<ActivityEntry['result'], Tone>> = {
  done: 'ok',
  refused: 'wait',
  denied: 'stop',
  failed: 'stop',
};

const columns = (context: PageContext): readonly Column<ActivityEntry>[] => [
  { label: 'When', cell: ({ created_at }) => timestampHtml(created_at, context.now) },
  {
    label: 'Operator',
    cell: ({ operator }) =>
      operator === null
        ? textHtml(null)
        : html`${operator.name ?? operator.id} <small>${operator.role}</small>`,
  },
  {
    label: 'Action',
    isRowHeader: true,
    cell: ({ operation, reason }) =>
      html`${actionLabel(operation)}${reason !== null && html`<br /><small>${reason}</small>`}`,
  },
  { label: 'Target', cell: ({ target }) => targetHtml(target) },
  {
    label: 'Result',
    cell: ({ result, code, replayed, omitted_before: omitted }) =>
      html`${badge(result, RESULT_TONES[result])}
      ${code !== null && html`<small>${code}</small>`}${replayed && html` <small>repeated</small>`}
      ${omitted > 0 && html`<br /><small>${omitted} more before were not recorded</small>`}`,
  },
  {
    label: 'From',
    cell: ({ channel, address }) =>
      html`${CHANNELS[channel]}${address !== null && html` <small>${textHtml(personalText(context, 'address', address))}</small>`}`,
  },
];

const CHANNELS: Readonly<Record<ActivityEntry['channel'], string>> = {
  api: 'API',
  cli: 'Command line',
  console: 'Console',
};

function targetHtml(target: string | null): Html {
  if (target === null) return textHtml(null);
  if (target.startsWith('/console')) return html`<a href="${target}">${target}</a>`;
  const parts = target.split('/');
  const linked = parts.filter((each) => idHref(each) !== undefined).at(-1);
  if (linked !== undefined) return shortIdHtml(linked);
  return parts.length === 1 ? shortIdHtml(target) : html`${target}`;
}

/** `reviewTransfer` becomes "Review transfer". */
function actionLabel(operation: string): string {
  const words = operation.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const IN_CONSOLE = ['signIn', 'signOut', 'authenticate', 'viewPersonalData', 'exportActivity'];
const OPERATIONS: readonly string[] = [
  ...IN_CONSOLE,
  ...Object.values(operatorOperations)
    .filter(({ method }) => method !== 'GET')
    .map(({ id }) => id)
    .sort(),
];

function filterForm(context: PageContext): Html {
  const { query, services } = context;
  const operators = [...services.platform().tokens.values(), ...services.platform().operators.values()].map(
    ({ id, name }) => [id, name] as const,
  );
  const select = (name: string, label: string, options: readonly (readonly [string, string])[]): Html =>
    html`<div>
      <label for="f-${name}">${label}</label>
      <select id="f-${name}" name="${name}">
        <option value="">All</option>
        ${options.map(
          ([value, shown]) =>
            html`<option value="${value}" ${query.get(name) === value ? html`selected` : undefined}>
              ${shown}
            </option>`,
        )}
      </select>
    </div>`;
  const input = (name: string, label: string, type: 'date' | 'text'): Html =>
    html`<div>
      <label for="f-${name}">${label}</label>
      <input id="f-${name}" name="${name}" type="${type}" maxlength="64" value="${query.get(name) ?? ''}" />
    </div>`;
  return html`<form class="filter-form" method="get" action="${PATH}" aria-label="Filters">
    ${select('operator_id', 'Operator', operators)}
    ${select(
      'operation',
      'Action',
      OPERATIONS.map((each) => [each, actionLabel(each)] as const),
    )}
    ${select(
      'result',
      'Result',
      Object.keys(RESULT_TONES).map((each) => [each, actionLabel(each)] as const),
    )}
    ${select('channel', 'From', Object.entries(CHANNELS))} ${input('target', 'Target ID', 'text')}
    ${input('from', 'First day', 'date')} ${input('to', 'Last day', 'date')}
    <div class="buttons">
      <button class="button main">Apply</button>
      <a class="button quiet" href="${PATH}">Clear</a>
    </div>
  </form>`;
}

const CSV_COLUMNS = [
  ...['id', 'created_at', 'operator_id', 'operator_name', 'role', 'operation', 'target', 'integrator_id'],
  ...['environment', 'result', 'code', 'replayed', 'reason', 'channel', 'address', 'request_id'],
  ...['omitted_before', 'operator_issuer', 'operator_subject'],
];

/** `escape_formulas`: a spreadsheet must not run a reason as a formula. */
const csv = (entries: readonly ActivityEntry[], header: boolean): string =>
  stringify(
    entries.map(({ operator, ...entry }) => ({
      ...entry,
      operator_id: operator?.id,
      operator_name: operator?.name,
      role: operator?.role,
      operator_issuer: operator?.identity?.issuer,
      operator_subject: operator?.identity?.subject,
    })),
    { header, columns: CSV_COLUMNS, escape_formulas: true, cast: { boolean: String } },
  );

async function exportActivity(context: PageContext): Promise<PageResult> {
  const filters = apiFilters(context);
  if (isProblem(filters)) return filters;
  const pageAfter = (after: string | undefined): Promise<Activity | Problem> => {
    const cursor = after === undefined ? {} : { starting_after: after };
    const search = new URLSearchParams({ ...filters, ...cursor, limit: String(EXPORT_PAGE) });
    return getFromApi<Activity>(context, API, search.toString());
  };
  const first = await pageAfter(undefined);
  if (isProblem(first)) return first;
  const { services, session, origin, requestId, now } = context;
  const about = { operator: session.token, origin, requestId } as const;
  await services.activity.record({ operation: 'exportActivity', result: 'done', ...about });
  async function* parts(page: Activity): AsyncGenerator<string> {
    yield csv(page.data, true);
    for (let shown = page; shown.has_more;) {
      const next = await pageAfter(shown.data.at(-1)?.id);
      if (isProblem(next)) throw new Error(`the export of the activity log ended: ${next.message}`);
      yield csv(next.data, false);
      shown = next;
    }
  }
  const name = `activity-${new Date(now).toISOString().slice(0, 10)}.csv`;
  return { kind: 'download', name, parts: parts(first) };
}

export const activityPages: readonly ConsoleRoute[] = [
  { path: PATH, get: activity },
  { path: `${PATH}/export`, get: exportActivity },
];
