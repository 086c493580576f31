/** The book of an integrator in an environment: its trial balance, users, transfers and deposits. */
import { COLLECTIONS } from '../../../../projections/collections.ts';
import { WALLETS } from '../../../../projections/wallets/totals.ts';
import type { BookTotals, TrialBalanceRow } from '../../../../projections/wallets/totals.ts';
import type { Transfer, User } from '../../../generated/api.ts';
import { isProblem } from '../../../api/server/errors.ts';
import { waitForOwnWrites } from '../../../api/operations/read.ts';
import { html } from '../../../web/html.ts';
import type { Html } from '../../../web/html.ts';
import { formatAmount, parseStoredAmount } from '../../../ledger/amount.ts';
import { mask } from '../../../operator/personal-data.ts';
import { bookHref, environmentBadge, integratorBreadcrumbs, locateFromPath } from '../../book-location.ts';
import type { BookLocation } from '../../book-location.ts';
import { transferColumns } from './transfer-table.ts';
import {
  badge,
  emptyState,
  filterLinks,
  groupDigits,
  pagedTable,
  panel,
  rowIdHtml,
  toLabel,
  shortIdHtml,
  table,
  textHtml,
  unitName,
  timestampHtml,
} from '../../ui/components.ts';
import type { Column } from '../../ui/components.ts';
import { listFromBook, bookReader } from '../../page-context.ts';
import type { ConsolePage, ConsoleRoute, PageResult, PageContext } from '../../page-context.ts';

type Tab = 'trial balance' | 'users' | 'transfers' | 'deposits';

const TABS: readonly (readonly [Tab, string])[] = [
  ['trial balance', ''],
  ['users', '/users'],
  ['transfers', '/transfers'],
  ['deposits', '/deposits'],
];

const framed = (place: BookLocation, tab: Tab, content: Html): ConsolePage => ({
  kind: 'page',
  title: `${toLabel(tab)} of ${place.name}`,
  section: 'ledger',
  crumbs: integratorBreadcrumbs(place.integrator_id, place.name),
  lead: html`<nav class="tabs" aria-label="Book">
    ${TABS.map(
      ([name, path]) =>
        html`<a href="${bookHref(place)}${path}" ${name === tab ? html`aria-current="page"` : undefined}
          >${name}</a
        >`,
    )}
  </nav>`,
  actions: environmentBadge(place.environment),
  content,
});

const MEANINGS: Readonly<Record<string, string>> = {
  [WALLETS.available]: 'What all wallets hold',
  [WALLETS.pending]: 'What is held for wallets until a decision',
  points_issued: 'Points that were bought',
  rewards_granted: 'Points that were given away',
  payouts_in_flight: 'Points on their way out',
  points_backed: 'Backing that the treasury gave',
  points_headroom: 'Points that may still be issued for coin',
  coin_allocated: 'Coin that the treasury gave',
  coin_stock: 'Coin that users can buy',
  spread_income: 'What the spread of conversions earned',
  rounding: 'What rounding left of conversions',
};

const meaningOf = (account: string): string =>
  MEANINGS[account] ??
  (account.startsWith('clearing:')
    ? 'Fiat through a rail'
    : account.startsWith('fiat_held:')
      ? 'Fiat that stands behind points'
      : '');

/** Users' money first, then the service's own. */
const rankOf = ({ account }: TrialBalanceRow): number => {
  const at = Object.keys(MEANINGS).indexOf(account);
  return at === -1 ? Object.keys(MEANINGS).length : at;
};

async function trialBalance(visit: PageContext): Promise<PageResult> {
  const place = locateFromPath(visit);
  if (isProblem(place)) return place;
  await waitForOwnWrites(bookReader(visit, place.stream), COLLECTIONS.totals);
  const totals = (await visit.samples.bookTotals()).find(({ book }) => book === place.stream);
  if (totals === undefined)
    return framed(
      place,
      'trial balance',
      panel(
        'Trial balance',
        emptyState('Nothing was posted yet', 'Once money moves, each account’s balance stands here.'),
      ),
    );
  return framed(
    place,
    'trial balance',
    html`${unitsOf(totals).map((unit) => unitPanel(totals, unit, visit.now))}`,
  );
}

const unitsOf = ({ rows }: BookTotals): readonly string[] =>
  [...new Set(rows.map(({ unit }) => unit))].sort();

/** One unit of a book, accounts with a debit balance and with a credit balance side by side, and their sums. */
function unitPanel(totals: BookTotals, unit: string, now: number): Html {
  const rows = totals.rows
    .filter((row) => row.unit === unit)
    .sort((a, b) => rankOf(a) - rankOf(b) || (a.account < b.account ? -1 : 1));
  const decimals = (rows[0]?.balance.split('.')[1] ?? '').length;
  const total = (sign: 1 | -1): bigint =>
    rows
      .map(({ balance }) => parseStoredAmount(balance))
      .reduce((sum, each) => (each * BigInt(sign) > 0n ? sum + each : sum), 0n);
  const [debit, credit] = [-total(-1), total(1)];
  const difference = credit - debit;
  const side = (row: TrialBalanceRow, wanted: 1 | -1): Html => {
    const amount = parseStoredAmount(row.balance) * BigInt(wanted);
    return amount > 0n
      ? html`<span class="money">${groupDigits(formatAmount(amount, decimals))}</span>`
      : html``;
  };
  const sums = html`<tfoot role="rowgroup">
    <tr role="row">
      <th role="rowheader" scope="row" data-label="Sum">Sum</th>
      <td role="cell" data-label=""></td>
      <td role="cell" data-label="Debit" data-numeric>${groupDigits(formatAmount(debit, decimals))}</td>
      <td role="cell" data-label="Credit" data-numeric>${groupDigits(formatAmount(credit, decimals))}</td>
    </tr>
  </tfoot>`;
  const verdict =
    difference === 0n
      ? html`${badge('balanced', 'ok', 'Sums to zero')}`
      : html`${badge('unbalanced', 'stop', `Off by ${formatAmount(difference, decimals)}`)}`;
  return panel(
    unitName(unit).replace(/^[a-z]/, (first) => first.toUpperCase()),
    table<TrialBalanceRow>(
      `Trial balance in ${unitName(unit)}`,
      [
        { label: 'Account', isRowHeader: true, cell: ({ account }) => html`<code>${account}</code>` },
        {
          label: 'What it says',
          cell: ({ account }) => html`<span class="muted">${meaningOf(account)}</span>`,
        },
        { label: 'Debit', isNumeric: true, cell: (row) => side(row, -1) },
        { label: 'Credit', isNumeric: true, cell: (row) => side(row, 1) },
      ],
      rows,
      sums,
    ),
    {
      actions: verdict,
      note: html`<p class="muted">As of revision ${totals.revision}, ${timestampHtml(totals.as_of, now)}</p>`,
    },
  );
}

const userColumns = (visit: PageContext): readonly Column<User>[] => [
  { label: 'User', isRowHeader: true, cell: (user) => rowIdHtml(user.id) },
  { label: 'Name', cell: (user) => textHtml(mask('name', userName(user))) },
  {
    label: 'Reference',
    cell: ({ external_reference }) => html`<span class="clip">${external_reference}</span>`,
  },
  { label: 'Kind', cell: ({ type }) => html`${type}` },
  { label: 'Identity', cell: ({ kyc_status }) => badge(kyc_status) },
  { label: 'Status', cell: ({ status }) => badge(status) },
  { label: 'Since', cell: ({ created_at }) => timestampHtml(created_at, visit.now) },
];

export const userName = ({ business_name, first_name, last_name }: Partial<User>): string | null => {
  const name =
    business_name ?? [first_name, last_name].filter((part) => part !== null && part !== undefined).join(' ');
  return name === '' ? null : name;
};

async function users(visit: PageContext): Promise<PageResult> {
  const place = locateFromPath(visit);
  if (isProblem(place)) return place;
  const kyc = visit.query.get('kyc') ?? '';
  const found = await listFromBook<User>(visit, place.stream, {
    collection: COLLECTIONS.users,
    prefix: 'usr',
    terms: [],
    filters: kyc === '' ? [] : [`kyc:${kyc}`],
  });
  if (isProblem(found)) return found;
  const shown = pagedTable(visit, found, {
    caption: 'Users',
    columns: userColumns(visit),
    emptyState: emptyState(
      'No users',
      kyc === '' ? 'The integrator makes them with its API key.' : 'None of this kind at the moment.',
    ),
  });
  const narrowed = filterLinks(visit, 'kyc', 'By identity check', [
    ['', 'All'],
    ['under_review', 'Under review'],
    ['approved', 'Approved'],
    ['rejected', 'Rejected'],
    ['not_started', 'Not started'],
  ]);
  return framed(
    place,
    'users',
    html`${narrowed}
      <section class="panel">${shown}</section>`,
  );
}

async function transfers(visit: PageContext): Promise<PageResult> {
  const place = locateFromPath(visit);
  if (isProblem(place)) return place;
  const kind = visit.query.get('kind') ?? '';
  const state = visit.query.get('state') ?? '';
  const found = await listFromBook<Transfer>(visit, place.stream, {
    collection: COLLECTIONS.transfers,
    prefix: 'trf',
    terms: kind === '' ? [] : [`kind:${kind}`],
    filters: state === '' ? [] : [`state:${state}`],
  });
  if (isProblem(found)) return found;
  const narrowed = html`${filterLinks(visit, 'kind', 'By kind', [
    ['', 'All kinds'],
    ['user_to_user', 'Between users'],
    ['onramp', 'In'],
    ['offramp', 'Out'],
    ['conversion', 'Conversions'],
  ])}${filterLinks(visit, 'state', 'By state', [
    ['', 'All states'],
    ['in_review', 'In review'],
    ['payout_submitted', 'Payout submitted'],
    ['completed', 'Completed'],
    ['failed', 'Failed'],
  ])}`;
  return framed(
    place,
    'transfers',
    html`${narrowed}
      <section class="panel">${transferRows(visit, found)}</section>`,
  );
}

const transferRows = (visit: PageContext, found: Parameters<typeof pagedTable<Transfer>>[1]): Html =>
  pagedTable(visit, found, {
    caption: 'Transfers',
    columns: transferColumns(visit),
    emptyState: emptyState('No transfers', 'Nothing of this kind has moved in this book.'),
  });

/** Every payment that came in is an on-ramp, announced or not. */
async function deposits(visit: PageContext): Promise<PageResult> {
  const place = locateFromPath(visit);
  if (isProblem(place)) return place;
  const found = await listFromBook<Transfer>(visit, place.stream, {
    collection: COLLECTIONS.transfers,
    prefix: 'trf',
    terms: ['kind:onramp'],
  });
  if (isProblem(found)) return found;
  const columns: readonly Column<Transfer>[] = [
    { label: 'Transfer', isRowHeader: true, cell: (each) => rowIdHtml(each.id) },
    { label: 'State', cell: ({ state }) => badge(state) },
    { label: 'Rail', cell: ({ source }) => html`${(source.rail ?? '').replaceAll('_', ' ')}` },
    {
      label: 'Received',
      isNumeric: true,
      cell: ({ receipt, source }) =>
        receipt?.amount_received === undefined
          ? textHtml(null)
          : html`<span class="money"
              >${groupDigits(receipt.amount_received)} <small>${unitName(source.currency ?? '')}</small></span
            >`,
    },
    {
      label: 'Credited',
      isNumeric: true,
      cell: ({ receipt, destination }) =>
        typeof receipt?.amount_credited === 'string'
          ? html`<span class="money"
              >${groupDigits(receipt.amount_credited)}
              <small>${unitName(destination.asset ?? '')}</small></span
            >`
          : textHtml(null),
    },
    {
      label: 'Into, by account',
      cell: ({ destination, deposit_account_id }) =>
        html`${shortIdHtml(destination.wallet_id)}<br />${shortIdHtml(deposit_account_id)}`,
    },
    {
      label: 'Rail’s reference',
      cell: ({ receipt }) => html`<span class="clip">${textHtml(receipt?.rail_reference)}</span>`,
    },
    { label: 'Made', cell: ({ created_at }) => timestampHtml(created_at, visit.now) },
  ];
  const shown = pagedTable(visit, found, {
    caption: 'Deposits',
    columns,
    emptyState: emptyState('No deposits', 'Money that comes in by a rail stands here.'),
  });
  return framed(place, 'deposits', html`<section class="panel">${shown}</section>`);
}

const HERE = '/console/books/{integrator_id}/{environment}';

export const booksPages: readonly ConsoleRoute[] = [
  { path: HERE, get: trialBalance },
  { path: `${HERE}/users`, get: users },
  { path: `${HERE}/transfers`, get: transfers },
  { path: `${HERE}/deposits`, get: deposits },
];
