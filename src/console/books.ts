/** The book of an integrator in an environment: its trial balance, users, transfers and deposits. */
import { COLLECTIONS } from '../../projections/collections.ts';
import { WALLETS } from '../../projections/totals.ts';
import type { BookTotals, TotalsRow } from '../../projections/totals.ts';
import type { Transfer, User } from '../generated/api.ts';
import { isProblem } from '../http/errors.ts';
import { caughtUp } from '../http/read.ts';
import { html } from '../hosted/html.ts';
import type { Html } from '../hosted/html.ts';
import { formatAmount, storedAmount } from '../ledger/amount.ts';
import { masked } from '../operator/persons.ts';
import { bookHref, environmentBadge, integratorCrumbs, placeInPath } from './places.ts';
import type { BookPlace } from './places.ts';
import { transferColumns } from './transfer-list.ts';
import {
  badge,
  empty,
  filters,
  grouped,
  list,
  panel,
  rowId,
  sentence,
  shortId,
  table,
  text,
  unitName,
  when,
} from './ui.ts';
import type { Column } from './ui.ts';
import { listing, readerOf } from './visit.ts';
import type { ConsolePage, ConsoleRoute, Found, Visit } from './visit.ts';

type Tab = 'trial balance' | 'users' | 'transfers' | 'deposits';

const TABS: readonly (readonly [Tab, string])[] = [
  ['trial balance', ''],
  ['users', '/users'],
  ['transfers', '/transfers'],
  ['deposits', '/deposits'],
];

const framed = (place: BookPlace, tab: Tab, content: Html): ConsolePage => ({
  kind: 'page',
  title: `${sentence(tab)} of ${place.name}`,
  section: 'ledger',
  crumbs: integratorCrumbs(place.integrator_id, place.name),
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
const rankOf = ({ account }: TotalsRow): number => {
  const at = Object.keys(MEANINGS).indexOf(account);
  return at === -1 ? Object.keys(MEANINGS).length : at;
};

async function trialBalance(visit: Visit): Promise<Found> {
  const place = placeInPath(visit);
  if (isProblem(place)) return place;
  await caughtUp(readerOf(visit, place.stream), COLLECTIONS.totals);
  const totals = (await visit.samples.books()).find(({ book }) => book === place.stream);
  if (totals === undefined)
    return framed(
      place,
      'trial balance',
      panel(
        'Trial balance',
        empty('Nothing was posted yet', 'Once money moves, each account’s balance stands here.'),
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
      .map(({ balance }) => storedAmount(balance))
      .reduce((sum, each) => (each * BigInt(sign) > 0n ? sum + each : sum), 0n);
  const [debit, credit] = [-total(-1), total(1)];
  const difference = credit - debit;
  const side = (row: TotalsRow, wanted: 1 | -1): Html => {
    const amount = storedAmount(row.balance) * BigInt(wanted);
    return amount > 0n ? html`<span class="money">${grouped(formatAmount(amount, decimals))}</span>` : html``;
  };
  const sums = html`<tfoot role="rowgroup">
    <tr role="row">
      <th role="rowheader" scope="row" data-label="Sum">Sum</th>
      <td role="cell" data-label=""></td>
      <td role="cell" data-label="Debit" data-numeric>${grouped(formatAmount(debit, decimals))}</td>
      <td role="cell" data-label="Credit" data-numeric>${grouped(formatAmount(credit, decimals))}</td>
    </tr>
  </tfoot>`;
  const verdict =
    difference === 0n
      ? html`${badge('balanced', 'ok', 'Sums to zero')}`
      : html`${badge('unbalanced', 'stop', `Off by ${formatAmount(difference, decimals)}`)}`;
  return panel(
    unitName(unit).replace(/^[a-z]/, (first) => first.toUpperCase()),
    table<TotalsRow>(
      `Trial balance in ${unitName(unit)}`,
      [
        { label: 'Account', heads: true, cell: ({ account }) => html`<code>${account}</code>` },
        {
          label: 'What it says',
          cell: ({ account }) => html`<span class="muted">${meaningOf(account)}</span>`,
        },
        { label: 'Debit', numeric: true, cell: (row) => side(row, -1) },
        { label: 'Credit', numeric: true, cell: (row) => side(row, 1) },
      ],
      rows,
      sums,
    ),
    {
      actions: verdict,
      note: html`<p class="muted">As of revision ${totals.revision}, ${when(totals.as_of, now)}</p>`,
    },
  );
}

const userColumns = (visit: Visit): readonly Column<User>[] => [
  { label: 'User', heads: true, cell: (user) => rowId(user.id) },
  { label: 'Name', cell: (user) => text(masked('name', nameOf(user))) },
  {
    label: 'Reference',
    cell: ({ external_reference }) => html`<span class="clip">${external_reference}</span>`,
  },
  { label: 'Kind', cell: ({ type }) => html`${type}` },
  { label: 'Identity', cell: ({ kyc_status }) => badge(kyc_status) },
  { label: 'Status', cell: ({ status }) => badge(status) },
  { label: 'Since', cell: ({ created_at }) => when(created_at, visit.now) },
];

export const nameOf = ({ business_name, first_name, last_name }: Partial<User>): string | null => {
  const name =
    business_name ?? [first_name, last_name].filter((part) => part !== null && part !== undefined).join(' ');
  return name === '' ? null : name;
};

async function users(visit: Visit): Promise<Found> {
  const place = placeInPath(visit);
  if (isProblem(place)) return place;
  const kyc = visit.query.get('kyc') ?? '';
  const found = await listing<User>(visit, place.stream, {
    collection: COLLECTIONS.users,
    prefix: 'usr',
    terms: [],
    filters: kyc === '' ? [] : [`kyc:${kyc}`],
  });
  if (isProblem(found)) return found;
  const shown = list(visit, found, {
    caption: 'Users',
    columns: userColumns(visit),
    none: empty(
      'No users',
      kyc === '' ? 'The integrator makes them with its API key.' : 'None of this kind at the moment.',
    ),
  });
  const narrowed = filters(visit, 'kyc', 'By identity check', [
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

async function transfers(visit: Visit): Promise<Found> {
  const place = placeInPath(visit);
  if (isProblem(place)) return place;
  const kind = visit.query.get('kind') ?? '';
  const state = visit.query.get('state') ?? '';
  const found = await listing<Transfer>(visit, place.stream, {
    collection: COLLECTIONS.transfers,
    prefix: 'trf',
    terms: kind === '' ? [] : [`kind:${kind}`],
    filters: state === '' ? [] : [`state:${state}`],
  });
  if (isProblem(found)) return found;
  const narrowed = html`${filters(visit, 'kind', 'By kind', [
    ['', 'All kinds'],
    ['user_to_user', 'Between users'],
    ['onramp', 'In'],
    ['offramp', 'Out'],
    ['conversion', 'Conversions'],
  ])}${filters(visit, 'state', 'By state', [
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

const transferRows = (visit: Visit, found: Parameters<typeof list<Transfer>>[1]): Html =>
  list(visit, found, {
    caption: 'Transfers',
    columns: transferColumns(visit),
    none: empty('No transfers', 'Nothing of this kind has moved in this book.'),
  });

/** Every payment that came in is an on-ramp, announced or not. */
async function deposits(visit: Visit): Promise<Found> {
  const place = placeInPath(visit);
  if (isProblem(place)) return place;
  const found = await listing<Transfer>(visit, place.stream, {
    collection: COLLECTIONS.transfers,
    prefix: 'trf',
    terms: ['kind:onramp'],
  });
  if (isProblem(found)) return found;
  const columns: readonly Column<Transfer>[] = [
    { label: 'Transfer', heads: true, cell: (each) => rowId(each.id) },
    { label: 'State', cell: ({ state }) => badge(state) },
    { label: 'Rail', cell: ({ source }) => html`${(source.rail ?? '').replaceAll('_', ' ')}` },
    {
      label: 'Received',
      numeric: true,
      cell: ({ receipt, source }) =>
        receipt?.amount_received === undefined
          ? text(null)
          : html`<span class="money"
              >${grouped(receipt.amount_received)} <small>${unitName(source.currency ?? '')}</small></span
            >`,
    },
    {
      label: 'Credited',
      numeric: true,
      cell: ({ receipt, destination }) =>
        typeof receipt?.amount_credited === 'string'
          ? html`<span class="money"
              >${grouped(receipt.amount_credited)} <small>${unitName(destination.asset ?? '')}</small></span
            >`
          : text(null),
    },
    {
      label: 'Into, by account',
      cell: ({ destination, deposit_account_id }) =>
        html`${shortId(destination.wallet_id)}<br />${shortId(deposit_account_id)}`,
    },
    {
      label: 'Rail’s reference',
      cell: ({ receipt }) => html`<span class="clip">${text(receipt?.rail_reference)}</span>`,
    },
    { label: 'Made', cell: ({ created_at }) => when(created_at, visit.now) },
  ];
  const shown = list(visit, found, {
    caption: 'Deposits',
    columns,
    none: empty('No deposits', 'Money that comes in by a rail stands here.'),
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
