/** Days of reconciliation: the list, and one page per day with all bank accounts. */
import type { ReconciliationAccount, ReconciliationDay, ReconciliationItem } from '../../../generated/api.ts';
import { isProblem, notFoundProblem } from '../../../http/errors.ts';
import { html, type Html } from '../../../web/html.ts';
import { actionRoute } from '../../action-form.ts';
import { listRoutes } from '../../lists.ts';
import {
  Refused,
  read,
  replyOf,
  tryRead,
  type ConsoleRoute,
  type PageContext,
  type PageResult,
} from '../../page-context.ts';
import { daySentence } from '../../sentences/objects.ts';
import { facts, liveSection, show, table, type Column } from '../../ui/tables.ts';
import { actionLink, emptyState, panel } from '../../ui/panels.ts';
import {
  actorHtml,
  amountHtml,
  actorText,
  badge,
  railText,
  signedAmountHtml,
  textHtml,
  timestampHtml,
  toLabel,
} from '../../ui/text.ts';
import { ITEMS, accountPath, crumbs, hereIn, matchPath } from './breaks.ts';
import { closingTotals, journalPath } from './closing-totals.ts';

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

const DAYS: readonly Column<ReconciliationDay>[] = [
  show.html('Day', ({ day }, context) => html`<a href="${hereIn(context)}/days/${day}">${day}</a>`, 'head'),
  show.html('State', stateHtml),
  show.number('Lines', (day) => html`${sumOf(day, ({ lines }) => lines.count)}`),
  show.number('Movements', (day) => html`${sumOf(day, ({ movements }) => movements.count)}`),
  show.html('Closed', ({ closed_at, closed_by }, context) =>
    closed_at === null
      ? textHtml(null)
      : html`${timestampHtml(closed_at, context.now)} ${actorHtml(context, closed_by ?? '')}`,
  ),
];

const NO_DAYS = ['No days yet', 'Import a statement or collect movements.'] as const;
const DAYS_SHOWN = 14;

/** The newest days, with a link to all of them. Throws Refused. */
export async function daysPanel(context: PageContext): Promise<Html> {
  const { data, has_more } = await read(context, 'listReconciliationDays', { query: { limit: DAYS_SHOWN } });
  return panel(
    'Days',
    data.length === 0 ? emptyState(...NO_DAYS) : liveSection('Days', table(context, 'Days', DAYS, data)),
    {
      actions: has_more
        ? html`<a class="button quiet" href="${hereIn(context)}/days">All days</a>`
        : undefined,
    },
  );
}

async function dayPage(context: PageContext): Promise<PageResult> {
  const here = hereIn(context);
  const day = await read(context, 'getReconciliationDay');
  const sections: Html[] = [];
  for (const account of day.accounts) sections.push(await accountPanels(context, day, account));
  return {
    kind: 'page',
    title: `Day ${day.day}`,
    section: 'reconciliation',
    breadcrumbs: crumbs(context),
    sentence: daySentence(day, actorText(context, day.closed_by ?? ''), context.now),
    actions:
      day.state === 'open' && (day.blocked_by === null || day.awaited_statements !== undefined)
        ? actionLink(
            context,
            'closeReconciliationDay',
            `${here}/days/${day.day}/close`,
            day.blocked_by === null ? 'Close the day' : 'Close without statements',
            day.blocked_by === null ? 'main' : undefined,
          )
        : undefined,
    content: html`${blockersPanel(context, day)}
    ${
      sections.length === 0
        ? panel('Bank accounts', emptyState('No bank accounts yet', 'Import the first statement of a rail.'))
        : sections
    }
    ${day.totals !== null && closingTotals(context, day.totals)} ${panel('Download', downloads(here, day))}
    ${day.note !== null && panel('Signed closing', html`<pre>${day.note}</pre>`)}`,
  };
}

/** What has to be done before the day can be closed, with where to do it. The sentence says the rest. */
function blockersPanel(
  context: PageContext,
  { accounts, awaited_statements = [] }: ReconciliationDay,
): Html | false {
  const here = hereIn(context);
  const toImport = html`<a href="${here}/import">Import the statement</a>`;
  const blockers = accounts.flatMap((account) => {
    const { rail, currency, open_breaks, gap } = account;
    const name = html`<a href="${accountPath(here, account)}">${toLabel(railText(rail, currency))}</a>`;
    return [
      ...(gap === null
        ? []
        : [html`${name}: lines worth ${signedAmountHtml(gap, currency)} are missing. ${toImport}`]),
      ...(open_breaks === 0
        ? []
        : [
            html`${name}: ${countHtml(open_breaks, 'open break', 'open breaks')}.
              <a href="${matchPath(here, account)}">${open_breaks === 1 ? 'Match it' : 'Match them'}</a>`,
          ]),
      ...(awaited_statements.includes(`${rail}:${currency}`)
        ? [html`${name}: no statement covers its movements. ${toImport}`]
        : []),
    ];
  });
  return (
    blockers.length > 0 &&
    panel(
      'What blocks the closing',
      html`<ul class="links">
        ${blockers.map((each) => html`<li>${each}</li>`)}
      </ul>`,
    )
  );
}

const downloads = (here: string, { day, state, totals }: ReconciliationDay): Html => {
  const files = `${here}/days/${day}/files`;
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
    <li><a href="${journalPath(here, day)}">Journal of the day (CSV)</a></li>
  </ul>`;
};

/** The day as the operator API has it, in one of its formats. */
async function dayFile(context: PageContext): Promise<PageResult> {
  hereIn(context);
  const { type = '' } = context.params;
  const accept = { page: 'text/html', csv: 'text/csv', json: 'application/json' }[type];
  if (accept === undefined) throw new Refused(notFoundProblem('file'));
  const table = context.query.get('table');
  const query = table === null ? {} : { table };
  const { body, file } = await replyOf(context, 'getReconciliationDay', { query, accept });
  return file === undefined ? { kind: 'json', body } : { kind: 'file', file, body };
}

async function accountPanels(
  context: PageContext,
  { day, state }: ReconciliationDay,
  account: ReconciliationAccount,
): Promise<Html> {
  const { rail, currency } = account;
  const list = (filter: Readonly<Record<string, string>>) =>
    tryRead(context, 'listReconciliationItems', { query: { rail, currency, limit: ITEMS_SHOWN, ...filter } });
  const items = await list({ day });
  const open = await list({ until: day, breaks: 'open' });
  if (isProblem(items) || isProblem(open)) return html``;
  const isOfDay = ({ line, movement }: ReconciliationItem): boolean =>
    line?.day === day || movement?.day === day;
  const older = open.data.filter((each) => !isOfDay(each));
  // Open breaks come first: they block the closing of the day.
  const first = open.data.filter(isOfDay);
  const shown = [...first, ...items.data.filter(({ id }) => !first.some((each) => each.id === id))];
  const all = html`<a href="${hereIn(context)}/breaks">All open breaks</a>`;
  const name = toLabel(railText(rail, currency));
  return html`${panel(name, html`${balances(context, account)} ${agreement(context, account)}`)}
  ${state === 'open' && older.length > 0 && panel(`Older breaks of ${name}`, table(context, 'Older breaks', ITEMS, older))}
  ${panel(
    `Lines and movements of ${name}`,
    shown.length === 0
      ? emptyState('Nothing on this day', 'No line of the bank and no movement of a book belongs to it.')
      : table(context, 'Lines and movements', ITEMS, shown),
    {
      note: items.has_more
        ? html`<p class="muted">Open breaks and the newest ${ITEMS_SHOWN} are shown.</p>`
        : undefined,
      ...(open.has_more ? { actions: all } : {}),
    },
  )}`;
}

function balances(context: PageContext, account: ReconciliationAccount): Html {
  const { currency } = account;
  const signed = ({ amount: sum, count }: ReconciliationAccount['lines'], one: string): Html =>
    html`${signedAmountHtml(sum, currency)} <small>${count} ${one}${count !== 1 && 's'}</small>`;
  return facts(context, account, [
    show.amount('Opening balance at the bank', 'opening_balance', 'currency'),
    show.html('Bank statement lines', ({ lines }) => signed(lines, 'line')),
    show.html(
      'Closing balance at the bank',
      ({ closing_balance }) =>
        html`<strong>${amountHtml(closing_balance, currency)}</strong> ${statementHtml(account)}`,
    ),
    show.amount('Opening clearing balance', 'ledger_opening_balance', 'currency'),
    show.html('Movements of the books', ({ movements }) => signed(movements, 'movement')),
    show.html(
      'Our clearing balance',
      ({ ledger_closing_balance: balance }) => html`<strong>${amountHtml(balance, currency)}</strong>`,
    ),
    show.html(
      'Breaks',
      ({ open_breaks, accepted_breaks }) =>
        html`${open_breaks > 0 ? badge('open', 'stop', `${open_breaks} open`) : badge('none open', 'ok')}
        ${accepted_breaks > 0 && html`<small>${accepted_breaks} accepted</small>`}`,
    ),
  ]);
}

type Step = { readonly label: string; readonly amount: string; readonly count?: number };

/** How our clearing balance leads to the balance of the bank. */
export function agreement(context: PageContext, account: ReconciliationAccount): Html | undefined {
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
  return table<Step>(
    context,
    'From our balance to the balance of the bank',
    [
      show.text('Balance', 'label', 'head'),
      show.number('Number', ({ count }) => html`${count ?? ''}`),
      show.amount('Amount', 'amount', () => currency),
    ],
    steps,
  );
}

const opposite = (amount: string): string =>
  /^[0.]*$/.test(amount) ? amount : amount.startsWith('-') ? amount.slice(1) : `-${amount}`;

export function statementHtml({
  statement_until,
  gap,
  currency,
  closing_balance,
}: ReconciliationAccount): Html {
  if (gap !== null)
    return html`${badge('lines missing', 'stop')}
      <small>the statement until ${statement_until ?? ''} has ${signedAmountHtml(gap, currency)}</small>`;
  if (closing_balance === null) return html`<small>no statement yet</small>`;
  return statement_until === null ? html`` : html`<small>statements until ${statement_until}</small>`;
}

const accountLabel = (account: string): string => {
  const [rail = '', currency = ''] = account.split(':');
  return toLabel(railText(rail, currency));
};

export const daysPages: readonly ConsoleRoute[] = [
  ...listRoutes({
    path: '/console/reconciliation/{environment}/days',
    operation: 'listReconciliationDays',
    title: 'Days',
    section: 'reconciliation',
    frame: (context) => ({ breadcrumbs: crumbs(context) }),
    heading: 'Days',
    caption: 'Days',
    columns: DAYS,
    empty: NO_DAYS,
  }),
  { path: '/console/reconciliation/{environment}/days/{day}', get: dayPage },
  { path: '/console/reconciliation/{environment}/days/{day}/files/{type}', get: dayFile },
  actionRoute({
    path: '/console/reconciliation/{environment}/days/{day}/close',
    operation: 'closeReconciliationDay',
    async form(context) {
      const { day = '' } = context.params;
      const { awaited_statements = [] } = await read(context, 'getReconciliationDay');
      return {
        title: `Close the day ${day}`,
        section: 'reconciliation',
        breadcrumbs: [...crumbs(context), { label: `Day ${day}`, href: `${hereIn(context)}/days/${day}` }],
        intro: html`<p>
          All open days until ${day} are closed, and their totals are signed. A closed day cannot be opened
          again. Lines and movements that arrive later belong to the day after.
        </p>`,
        fields:
          awaited_statements.length === 0
            ? []
            : [
                {
                  name: 'without_statements',
                  label: 'Close without a statement of',
                  kind: 'boxes',
                  isOptional: true,
                  hint: 'Their movements stay open until a statement contains them.',
                  options: awaited_statements.map((each) => [each, accountLabel(each)]),
                },
              ],
        submit: 'Close the day',
        isDestructive: true,
      };
    },
    body: (form) => ({ without_statements: form.getAll('without_statements') }),
    done: (_answer, { params }) => `The day ${params['day'] ?? ''} is closed.`,
  }),
];
