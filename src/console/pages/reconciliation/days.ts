/** Days of reconciliation: the list, and one page per day with all bank accounts. */
import type { ReconciliationAccount, ReconciliationDay, ReconciliationItem } from '../../../generated/api.ts';
import { isProblem, notFoundProblem } from '../../../http/errors.ts';
import { html, type Html } from '../../../web/html.ts';
import { actionRoute, type ActionForm } from '../../action-form.ts';
import {
  getFromApi,
  pageQuery,
  type ConsoleRoute,
  type ListPage,
  type PageContext,
  type PageResult,
} from '../../page-context.ts';
import { actionLink, emptyState, factList, panel } from '../../ui/panels.ts';
import { liveSection, pagedTable, table, type Column } from '../../ui/tables.ts';
import {
  actorHtml,
  amountHtml,
  badge,
  signedAmountHtml,
  textHtml,
  timestampHtml,
  toLabel,
  unitName,
} from '../../ui/text.ts';
import { closingTotals, journalPath } from './closing-totals.ts';
import { apiPathOf, environmentInPath, itemColumns, pagePathOf } from './item-table.ts';

const ITEMS_SHOWN = 100;

const sumOf = (day: ReconciliationDay, of: (account: ReconciliationAccount) => number): number =>
  day.accounts.reduce((sum, each) => sum + of(each), 0);

const countHtml = (count: number, singular: string, plural: string): Html =>
  html`${count} ${count === 1 ? singular : plural}`;

function stateHtml(day: ReconciliationDay): Html {
  if (day.state === 'closed') return badge('closed', 'ok');
  const open = sumOf(day, ({ open_breaks }) => open_breaks);
  if (open > 0) return html`${badge('open', 'stop')} ${countHtml(open, 'break', 'breaks')}`;
  return day.blocked_by === null ? html`${badge('open', 'accent')} ready to close` : badge('open', 'wait');
}

const dayColumns = (context: PageContext, environment: string): readonly Column<ReconciliationDay>[] => [
  {
    label: 'Day',
    isRowHeader: true,
    cell: ({ day }) => html`<a href="${pagePathOf(environment)}/days/${day}">${day}</a>`,
  },
  { label: 'State', cell: stateHtml },
  { label: 'Lines', isNumeric: true, cell: (day) => html`${sumOf(day, ({ lines }) => lines.count)}` },
  {
    label: 'Movements',
    isNumeric: true,
    cell: (day) => html`${sumOf(day, ({ movements }) => movements.count)}`,
  },
  {
    label: 'Closed',
    cell: ({ closed_at, closed_by }) =>
      closed_at === null
        ? textHtml(null)
        : html`${timestampHtml(closed_at, context.now)} ${actorHtml(context, closed_by ?? '')}`,
  },
];

const NO_DAYS = emptyState('No days yet', 'Import a statement or collect movements.');

/** The newest days, with a link to all of them. */
export const daysPanel = (
  context: PageContext,
  environment: string,
  { data, has_more }: ListPage<ReconciliationDay>,
): Html =>
  panel(
    'Days',
    data.length === 0 ? NO_DAYS : liveSection('Days', table('Days', dayColumns(context, environment), data)),
    {
      actions: has_more
        ? html`<a class="button quiet" href="${pagePathOf(environment)}/days">All days</a>`
        : undefined,
    },
  );

async function dayList(context: PageContext): Promise<PageResult> {
  const environment = environmentInPath(context);
  if (isProblem(environment)) return environment;
  const search = pageQuery(context.query);
  if (isProblem(search)) return search;
  const days = await getFromApi<ListPage<ReconciliationDay>>(
    context,
    `${apiPathOf(environment)}/days`,
    search,
  );
  if (isProblem(days)) return days;
  return {
    kind: 'page',
    title: 'Days',
    section: 'reconciliation',
    breadcrumbs: [{ label: 'Reconciliation', href: pagePathOf(environment) }],
    content: panel(
      'Days',
      pagedTable(context, days, {
        caption: 'Days',
        columns: dayColumns(context, environment),
        emptyState: NO_DAYS,
      }),
    ),
  };
}

async function dayPage(context: PageContext): Promise<PageResult> {
  const environment = environmentInPath(context);
  if (isProblem(environment)) return environment;
  const asked = context.params['day'] ?? '';
  const day = await getFromApi<ReconciliationDay>(context, `${apiPathOf(environment)}/days/${asked}`);
  if (isProblem(day)) return day;
  const sections: Html[] = [];
  for (const account of day.accounts) sections.push(await accountPanels(context, environment, day, account));
  const here = pagePathOf(environment);
  const closing = `${apiPathOf(environment)}/days/${day.day}/closing`;
  return {
    kind: 'page',
    title: `Day ${day.day}`,
    section: 'reconciliation',
    breadcrumbs: [{ label: 'Reconciliation', href: here }],
    lead: html`<p>${leadHtml(context, day)}</p>`,
    actions:
      day.state === 'open' && day.blocked_by === null
        ? actionLink(context, closing, `${here}/days/${day.day}/close`, 'Close the day', 'main')
        : undefined,
    content: html`${
      sections.length === 0
        ? panel('Bank accounts', emptyState('No bank accounts yet', 'Import the first statement of a rail.'))
        : sections
    }
    ${day.totals !== null && closingTotals(environment, day.totals)}
    ${panel('Download', downloads(environment, day))}
    ${day.note !== null && panel('Signed closing', html`<pre>${day.note}</pre>`)}`,
  };
}

const downloads = (environment: string, { day, state, totals }: ReconciliationDay): Html => {
  const files = `${pagePathOf(environment)}/days/${day}/files`;
  return html`<ul class="links">
    <li><a href="${files}/page">${state === 'closed' ? 'Closing to print' : 'Page to print'}</a></li>
    <li><a href="${files}/csv">Bank accounts (CSV)</a></li>
    ${
      totals !== null &&
      html`<li><a href="${files}/csv?table=trial_balance">Trial balance (CSV)</a></li>
        <li><a href="${files}/csv?table=kinds">Totals by kind (CSV)</a></li>
        <li><a href="${files}/csv?table=breaks">Breaks (CSV)</a></li>`
    }
    <li><a href="${files}/json">JSON</a></li>
    <li><a href="${journalPath(environment, day)}">Journal of the day (CSV)</a></li>
  </ul>`;
};

/** The day as the operator API has it, in one of its formats. */
async function dayFile(context: PageContext): Promise<PageResult> {
  const environment = environmentInPath(context);
  if (isProblem(environment)) return environment;
  const { day = '', type = '' } = context.params;
  const accept = { page: 'text/html', csv: 'text/csv', json: 'application/json' }[type];
  if (accept === undefined) return notFoundProblem('file');
  const { calls, session, requestId, origin } = context;
  const table = context.query.get('table');
  const search = table === null ? '' : new URLSearchParams({ table }).toString();
  const path = `${apiPathOf(environment)}/days/${day}`;
  const reply = await calls.call(session.token, { method: 'GET', path, search, requestId, origin, accept });
  if (isProblem(reply)) return reply;
  const { body, file } = reply;
  return file === undefined ? { kind: 'json', body } : { kind: 'file', file, body };
}

async function accountPanels(
  context: PageContext,
  environment: string,
  { day, state }: ReconciliationDay,
  account: ReconciliationAccount,
): Promise<Html> {
  const { rail, currency } = account;
  const path = `${apiPathOf(environment)}/items`;
  const filter = `rail=${rail}&currency=${currency}&limit=${ITEMS_SHOWN}`;
  const items = await getFromApi<ListPage<ReconciliationItem>>(context, path, `${filter}&day=${day}`);
  const open = await getFromApi<ListPage<ReconciliationItem>>(context, path, `${filter}&breaks=open`);
  if (isProblem(items) || isProblem(open)) return html``;
  const shown = new Set(items.data.map(({ id }) => id));
  const older = open.data.filter((each) => !shown.has(each.id) && dayOf(each) < day);
  const columns = itemColumns(context, environment);
  const name = `${toLabel(rail)} ${unitName(currency)}`;
  return html`${panel(name, html`${balances(account)} ${agreement(account)}`)}
  ${state === 'open' && older.length > 0 && panel(`Older breaks of ${name}`, table('Older breaks', columns, older))}
  ${panel(
    `Lines and movements of ${name}`,
    items.data.length === 0
      ? emptyState('Nothing on this day', 'No line of the bank and no movement of a book belongs to it.')
      : table('Lines and movements', columns, items.data),
    { note: items.has_more ? html`<p class="muted">The newest ${ITEMS_SHOWN} are shown.</p>` : undefined },
  )}`;
}

const dayOf = ({ line, movement }: ReconciliationItem): string => line?.day ?? movement?.day ?? '';

function balances(account: ReconciliationAccount): Html {
  const { currency, lines, movements } = account;
  const amount = (value: string | null): Html => amountHtml(value, currency);
  const signed = ({ amount: sum, count }: ReconciliationAccount['lines'], one: string): Html =>
    html`${signedAmountHtml(sum, currency)} <small>${count} ${one}${count !== 1 && 's'}</small>`;
  return factList([
    ['Opening balance at the bank', amount(account.opening_balance)],
    ['Bank statement lines', signed(lines, 'line')],
    [
      'Closing balance at the bank',
      html`<strong>${amount(account.closing_balance)}</strong> ${statementHtml(account)}`,
    ],
    ['Opening clearing balance', amount(account.ledger_opening_balance)],
    ['Movements of the books', signed(movements, 'movement')],
    ['Our clearing balance', html`<strong>${amount(account.ledger_closing_balance)}</strong>`],
    [
      'Breaks',
      html`${account.open_breaks > 0 ? badge('open', 'stop', `${account.open_breaks} open`) : badge('none open', 'ok')}
      ${account.accepted_breaks > 0 && html`<small>${account.accepted_breaks} accepted</small>`}`,
    ],
  ]);
}

type Step = { readonly label: string; readonly amount: string; readonly count?: number };

/** How our clearing balance leads to the balance of the bank. */
function agreement(account: ReconciliationAccount): Html | undefined {
  const { currency, closing_balance, opening_difference, written_off, open_lines, open_movements } = account;
  if (closing_balance === null) return undefined;
  const steps: readonly Step[] = [
    { label: 'Our clearing balance', amount: account.ledger_closing_balance },
    { label: 'Opening difference', amount: opening_difference ?? '0' },
    { label: 'Written off', amount: written_off ?? '0' },
    { label: 'Lines that are not in our books yet', ...(open_lines ?? { amount: '0', count: 0 }) },
    {
      label: 'Movements that are not at the bank yet',
      ...(open_movements === null
        ? { amount: '0', count: 0 }
        : { amount: opposite(open_movements.amount), count: open_movements.count }),
    },
    { label: 'Closing balance at the bank', amount: closing_balance },
  ];
  return table(
    'From our balance to the balance of the bank',
    [
      {
        label: 'Balance',
        isRowHeader: true,
        cell: ({ label }) => html`${label}`,
      },
      { label: 'Number', isNumeric: true, cell: ({ count }) => html`${count ?? ''}` },
      { label: 'Amount', isNumeric: true, cell: ({ amount }) => amountHtml(amount, currency) },
    ],
    steps,
  );
}

const opposite = (amount: string): string =>
  /^[0.]*$/.test(amount) ? amount : amount.startsWith('-') ? amount.slice(1) : `-${amount}`;

function leadHtml(
  context: PageContext,
  { day, state, previous_day, closed_at, closed_by, blocked_by }: ReconciliationDay,
): Html {
  if (state === 'open')
    return html`${badge('open', blocked_by === null ? 'accent' : 'wait')}
    ${blocked_by ?? 'The day can be closed.'}`;
  return html`${badge('closed', 'ok')} ${timestampHtml(closed_at, context.now)} by
  ${actorHtml(context, closed_by ?? '')}.
  ${previous_day === null ? `Contains all days until ${day}.` : `Contains all days after ${previous_day}.`}`;
}

function statementHtml({ statement_until, gap, currency, closing_balance }: ReconciliationAccount): Html {
  if (gap !== null)
    return html`${badge('lines missing', 'stop')}
      <small>the statement until ${statement_until ?? ''} has ${signedAmountHtml(gap, currency)}</small>`;
  if (closing_balance === null) return html`<small>no statement yet</small>`;
  return statement_until === null ? html`` : html`<small>statements until ${statement_until}</small>`;
}

function closeForm(context: PageContext): ActionForm | PageResult {
  const environment = environmentInPath(context);
  if (isProblem(environment)) return environment;
  const day = context.params['day'] ?? '';
  const here = pagePathOf(environment);
  return {
    title: `Close the day ${day}`,
    section: 'reconciliation',
    breadcrumbs: [
      { label: 'Reconciliation', href: here },
      { label: `Day ${day}`, href: `${here}/days/${day}` },
    ],
    intro: html`<p>
      All open days until ${day} are closed, and their totals are signed. A closed day cannot be opened again.
      Lines and movements that arrive later belong to the day after.
    </p>`,
    fields: [],
    submit: 'Close the day',
    isDestructive: true,
    cancelHref: `${here}/days/${day}`,
  };
}

export const daysPages: readonly ConsoleRoute[] = [
  { path: '/console/reconciliation/{environment}/days', get: dayList },
  { path: '/console/reconciliation/{environment}/days/{day}', get: dayPage },
  { path: '/console/reconciliation/{environment}/days/{day}/files/{type}', get: dayFile },
  actionRoute({
    path: '/console/reconciliation/{environment}/days/{day}/close',
    apiPath: ({ environment = '', day = '' }) => `${apiPathOf(environment)}/days/${day}/closing`,
    buildForm: closeForm,
    toRequestBody: () => undefined,
    onSuccess: ({ params: { environment = '', day = '' } }) => ({
      to: `${pagePathOf(environment)}/days/${day}`,
      flash: { tone: 'ok', text: `The day ${day} is closed.` },
    }),
  }),
];
