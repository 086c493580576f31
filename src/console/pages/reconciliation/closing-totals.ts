/** The totals of a closed day: trial balance, what moved by kind, open breaks, and the books that they cover. */

import type { ClosingTotals } from '../../../generated/api.ts';
import { isProblem } from '../../../http/errors.ts';
import { html, type Html } from '../../../web/html.ts';
import type { ConsoleRoute, PageContext, PageResult } from '../../page-context.ts';
import { emptyState, panel } from '../../ui/panels.ts';
import { table } from '../../ui/tables.ts';
import { amountHtml, badge, textHtml, unitName } from '../../ui/text.ts';
import { describeAccount } from '../ledger/trial-balance.ts';
import { joined } from '../lists.ts';
import { apiPathOf, environmentInPath, pagePathOf } from './item-table.ts';

type Row = ClosingTotals['trial_balance'][number];
type Kind = ClosingTotals['kinds'][number];
type Break = ClosingTotals['breaks'][number];

const KIND_LABELS: Readonly<Record<Kind['kind'], string>> = {
  user_to_user: 'Between users',
  conversion: 'Conversions',
  onramp: 'On-ramps (deposits)',
  onramp_returned: 'On-ramps returned after review',
  offramp: 'Off-ramps (payouts)',
  reward: 'Rewards',
  allocation: 'Allocations by the treasury',
};

export function closingTotals(
  environment: string,
  { trial_balance, kinds, breaks, books }: ClosingTotals,
): Html {
  const units = [...new Set(trial_balance.map(({ unit }) => unit))];
  return html`${
    trial_balance.length === 0
      ? panel(
          'Trial balance',
          emptyState('No postings yet', 'Account balances appear after the first posting.'),
        )
      : panel(
          'Trial balance',
          html`${units.map((unit) =>
            trialBalanceTable(
              unit,
              trial_balance.filter((each) => each.unit === unit),
            ),
          )}`,
          {
            note: html`<p class="muted">
              Over all books. Debit balances are negative, so each unit sums to zero.
            </p>`,
          },
        )
  }
  ${panel('Totals by kind', kindsTable(kinds))}
  ${panel('Breaks that stay open', breaksTable(environment, breaks))}
  ${panel(
    'Books',
    html`<p>
      ${books.count} ${books.count === 1 ? 'book' : 'books'}, until the events whose SHA-256 is
      <code>${books.sha256}</code>
    </p>`,
  )}`;
}

const trialBalanceTable = (unit: string, rows: readonly Row[]): Html =>
  table<Row>(
    `Trial balance in ${unitName(unit)}`,
    [
      {
        label: 'Account',
        isRowHeader: true,
        cell: ({ account }) =>
          html`<code>${account}</code> <small class="muted">${describeAccount(account)}</small>`,
      },
      { label: 'Before', isNumeric: true, cell: (row) => amountHtml(row.opening_balance, unit) },
      { label: 'Debit', isNumeric: true, cell: (row) => amountHtml(row.debit, unit) },
      { label: 'Credit', isNumeric: true, cell: (row) => amountHtml(row.credit, unit) },
      { label: 'After', isNumeric: true, cell: (row) => amountHtml(row.closing_balance, unit) },
    ],
    rows,
  );

const kindsTable = (kinds: readonly Kind[]): Html =>
  kinds.length === 0
    ? emptyState('Nothing moved', 'The books posted nothing in these days.')
    : table<Kind>(
        'Totals by kind',
        [
          { label: 'Kind', isRowHeader: true, cell: ({ kind }) => html`${KIND_LABELS[kind]}` },
          { label: 'Number', isNumeric: true, cell: ({ count }) => html`${count}` },
          { label: 'Amount', isNumeric: true, cell: ({ amount, unit }) => amountHtml(amount, unit) },
        ],
        kinds,
      );

function breaksTable(environment: string, breaks: readonly Break[]): Html {
  if (breaks.length === 0) return html`<p>${badge('none', 'ok', 'None')}</p>`;
  const link = (id: string | null): Html =>
    id === null
      ? textHtml(null)
      : html`<a href="${pagePathOf(environment)}/items/${id}"><code>${id}</code></a>`;
  return table<Break>(
    'Breaks that stay open',
    [
      { label: 'Day', isRowHeader: true, cell: ({ day }) => html`${day}` },
      { label: 'Rail', cell: ({ rail }) => html`${rail}` },
      { label: 'Line', cell: ({ line_id }) => link(line_id) },
      {
        label: 'Movement',
        // The page of a break has the ID of its line, if there is one.
        cell: ({ line_id, movement_id }) => (line_id === null ? link(movement_id) : textHtml(movement_id)),
      },
      {
        label: 'Difference',
        isNumeric: true,
        cell: ({ difference, currency }) => amountHtml(difference, currency),
      },
    ],
    breaks,
  );
}

// Downloads of the journal for accounting systems.

const MONTHS_SHOWN = 6;

export const journalPath = (environment: string, period: string): string =>
  `${pagePathOf(environment)}/journal/${period}`;

/** The newest months, the current one first. */
export function journalPanel({ now }: PageContext, environment: string): Html {
  const months: string[] = [];
  const month = new Date(new Date(now).toISOString().slice(0, 7));
  for (; months.length < MONTHS_SHOWN; month.setUTCMonth(month.getUTCMonth() - 1))
    months.push(month.toISOString().slice(0, 7));
  return panel(
    'Journal',
    html`<ul class="links">
      ${months.map((each) => html`<li><a href="${journalPath(environment, each)}">${each}</a></li>`)}
    </ul>`,
    {
      note: html`<p class="muted">
        All debits and credits of a month (UTC) for an accounting system, as CSV.
      </p>`,
    },
  );
}

async function journalFile(context: PageContext): Promise<PageResult> {
  const environment = environmentInPath(context);
  if (isProblem(environment)) return environment;
  const { calls, session, requestId, origin, params } = context;
  const search = new URLSearchParams({ period: params['period'] ?? '' }).toString();
  const target = { path: `${apiPathOf(environment)}/journal`, search, requestId, origin, accept: 'text/csv' };
  const reply = await calls.call(session.token, { method: 'GET', ...target });
  if (isProblem(reply)) return reply;
  const { body, rest, file } = reply;
  return { kind: 'download', name: file?.name ?? 'journal.csv', parts: joined(body, rest) };
}

export const journalPages: readonly ConsoleRoute[] = [
  { path: '/console/reconciliation/{environment}/journal/{period}', get: journalFile },
];
