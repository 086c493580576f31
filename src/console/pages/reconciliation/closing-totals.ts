/** The totals of a closed day: trial balance, what moved by kind, open breaks, and the books that they cover. */

import type { ClosingTotals } from '../../../generated/api.ts';
import { html, type Html } from '../../../web/html.ts';
import { download } from '../../lists.ts';
import type { ConsoleRoute, PageContext } from '../../page-context.ts';
import { show, table } from '../../ui/tables.ts';
import { emptyState, panel } from '../../ui/panels.ts';
import { accountHtml, badge, newestMonths, textHtml, unitName } from '../../ui/text.ts';
import { describeAccount } from '../books.ts';
import { hereIn } from './breaks.ts';

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
  context: PageContext,
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
              context,
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
  ${panel('Totals by kind', kindsTable(context, kinds))}
  ${panel('Breaks that stay open', breaksTable(context, breaks))}
  ${panel(
    'Books',
    html`<p>
      ${books.count} ${books.count === 1 ? 'book' : 'books'}, until the events whose SHA-256 is
      <code>${books.sha256}</code>
    </p>`,
  )}`;
}

const trialBalanceTable = (context: PageContext, unit: string, rows: readonly Row[]): Html =>
  table<Row>(
    context,
    `Trial balance in ${unitName(unit)}`,
    [
      show.html(
        'Account',
        ({ account }) =>
          html`${accountHtml(account)} <small class="muted">${describeAccount(account)}</small>`,
        'head',
      ),
      show.amount('Before', 'opening_balance', 'unit'),
      show.amount('Debit', 'debit', 'unit'),
      show.amount('Credit', 'credit', 'unit'),
      show.amount('After', 'closing_balance', 'unit'),
    ],
    rows,
  );

const kindsTable = (context: PageContext, kinds: readonly Kind[]): Html =>
  kinds.length === 0
    ? emptyState('Nothing moved', 'The books posted nothing in these days.')
    : table<Kind>(
        context,
        'Totals by kind',
        [
          show.text('Kind', ({ kind }) => KIND_LABELS[kind], 'head'),
          show.number('Number', ({ count }) => html`${count}`),
          show.amount('Amount', 'amount', 'unit'),
        ],
        kinds,
      );

function breaksTable(context: PageContext, breaks: readonly Break[]): Html {
  if (breaks.length === 0) return html`<p>${badge('none', 'ok', 'None')}</p>`;
  const link = (id: string | null): Html =>
    id === null ? textHtml(null) : html`<a href="${hereIn(context)}/items/${id}"><code>${id}</code></a>`;
  return table<Break>(
    context,
    'Breaks that stay open',
    [
      show.text('Day', 'day', 'head'),
      show.text('Rail', 'rail'),
      show.html('Line', ({ line_id }) => link(line_id)),
      // The page of a break has the ID of its line, if there is one.
      show.html('Movement', ({ line_id, movement_id }) =>
        line_id === null ? link(movement_id) : textHtml(movement_id),
      ),
      show.amount('Difference', 'difference', 'currency'),
    ],
    breaks,
  );
}

// Downloads of the journal for accounting systems.

const MONTHS_SHOWN = 6;

/** `here` is the path of the pages of an environment. */
export const journalPath = (here: string, period: string): string => `${here}/journal/${period}`;

/** The newest months, the current one first. */
export function journalPanel(context: PageContext): Html {
  return panel(
    'Journal',
    html`<ul class="links">
      ${newestMonths(context.now, MONTHS_SHOWN).map((each) => html`<li><a href="${journalPath(hereIn(context), each)}">${each}</a></li>`)}
    </ul>`,
    {
      note: html`<p class="muted">All debits and credits of a month for an accounting system, as CSV.</p>`,
    },
  );
}

export const journalPages: readonly ConsoleRoute[] = [
  {
    path: '/console/reconciliation/{environment}/journal/{period}',
    get: (context) => download(context, 'exportJournal', { period: context.params['period'] ?? '' }),
  },
];
