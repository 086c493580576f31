/** Treasury page: coin price, unallocated coin, trades, and allocations to books. */
import { groupDigits } from '../../../formats/text.ts';
import type { Integrator, ListedAllocation, Trade } from '../../../generated/api.ts';
import { COIN_STOCK, POINTS_BACKED, POINTS_HEADROOM, SPREAD_INCOME } from '../../../ledger/posting.ts';
import { html, type Html } from '../../../web/html.ts';
import { actionRoute, type ActionForm } from '../../action-form.ts';
import { currentTotals, integratorName, integratorOptions } from '../../book-location.ts';
import { listRoutes } from '../../lists.ts';
import { environmentIn, read, type ConsoleRoute, type PageContext } from '../../page-context.ts';
import { show, table, type Column } from '../../ui/tables.ts';
import { actionLink, emptyState, panel, tile } from '../../ui/panels.ts';
import { badge, textHtml, timestampHtml } from '../../ui/text.ts';

const RECENT = 25;

const pathOf = (environment: string): string => `/console/treasury/${environment}`;

async function priceAndStock(context: PageContext): Promise<Html> {
  const { price, unallocated_coin } = await read(context, 'getTreasury');
  return html`<div class="tiles">
    ${tile(
      'Price of 1 coin',
      price === null ? textHtml(null) : html`${groupDigits(price.price)} <small>points</small>`,
      price === null
        ? html`No trade yet. Conversions are not possible.`
        : html`${price.current ? badge('current', 'ok') : badge('expired', 'stop')} last trade
          ${timestampHtml(price.as_of, context.now)}`,
    )}
    ${tile(
      'Unallocated coin',
      html`${groupDigits(unallocated_coin)} <small>coin</small>`,
      html`Bought minus sold minus allocated to books.`,
    )}
  </div>`;
}

type Stock = {
  readonly integrator: Pick<Integrator, 'id' | 'name'>;
  readonly balance: (account: string) => string | undefined;
};

const STOCK: readonly Column<Stock>[] = [
  show.html(
    'Integrator',
    ({ integrator: { id, name } }, { params }) =>
      html`<a href="/console/books/${id}/${params['environment']}">${name}</a>`,
    'head',
  ),
  show.amount('Coin in stock', ({ balance }) => balance(COIN_STOCK), 'svc-coin'),
  show.amount('Backing', ({ balance }) => balance(POINTS_BACKED)?.replace('-', ''), 'svc-points'),
  show.amount('Remaining backing', ({ balance }) => balance(POINTS_HEADROOM), 'svc-points'),
  show.amount('Spread income', ({ balance }) => balance(SPREAD_INCOME), 'svc-points'),
];

/** Coin stock and points backing of each integrator's book. */
async function stockPanel(context: PageContext): Promise<Html> {
  const environment = environmentIn(context);
  const totals = await currentTotals(context);
  const rows = context.directory.integrators
    .toReversed()
    .map((integrator): Stock => {
      const found = totals(integrator.id, environment);
      return {
        integrator,
        balance: (account) => found?.balances.find((row) => row.account === account)?.balance,
      };
    })
    .filter(({ balance }) => balance(POINTS_BACKED) !== undefined || balance(COIN_STOCK) !== undefined);
  return panel(
    'Stock and backing',
    rows.length === 0
      ? emptyState('No allocations to books', 'Allocate coin or backing so that users can convert.')
      : table(context, 'Stock and backing by integrator', STOCK, rows),
  );
}

const TRADES: readonly Column<Trade>[] = [
  show.time('Traded', 'traded_at', 'head'),
  show.html('Side', ({ side }) => badge(side === 'buy' ? 'bought' : 'sold', 'plain')),
  show.amount('Coin', 'coin_amount', 'svc-coin'),
  show.amount('Price per coin', 'price', 'svc-points'),
  show.text('Counterparty', 'counterparty'),
  show.actor('Actor', 'recorded_by'),
  show.shortId('ID', 'id'),
];

const ALLOCATIONS: readonly Column<ListedAllocation>[] = [
  show.time('Created', 'created_at', 'head'),
  show.html(
    'Integrator',
    ({ integrator_id: id }, context) =>
      html`<a href="/console/integrators/${id}">${integratorName(context, id)}</a>`,
  ),
  show.amount('Coin', 'coin_stock', 'svc-coin'),
  show.amount('Backing', 'points_backing', 'svc-points'),
  show.html('State', ({ delivered }) => (delivered ? badge('delivered', 'ok') : badge('pending', 'accent'))),
  show.actor('Actor', 'recorded_by'),
  show.shortId('ID', 'id'),
];

async function allocations(context: PageContext): Promise<Html> {
  const { data } = await read(context, 'listAllocations', { query: { limit: RECENT } });
  return data.length === 0
    ? emptyState('No allocations yet', 'Allocate coin for users to buy, or backing for issuing points.')
    : table(context, 'Recent allocations', ALLOCATIONS, data);
}

function treasuryForm(
  context: PageContext,
  shown: Pick<ActionForm, 'title' | 'intro' | 'fields' | 'submit'>,
): ActionForm {
  const environment = environmentIn(context);
  return {
    ...shown,
    section: 'treasury',
    breadcrumbs: [{ label: `Treasury, ${environment}`, href: pathOf(environment) }],
  };
}

export const treasuryPages: readonly ConsoleRoute[] = [
  {
    path: '/console/treasury',
    async get(context) {
      const input = { params: { environment: 'production' }, query: { limit: 1 } };
      const isBusy = (await read(context, 'listTrades', input)).data.length > 0;
      return { kind: 'redirect', to: pathOf(isBusy ? 'production' : 'sandbox') };
    },
  },
  ...listRoutes({
    path: '/console/treasury/{environment}',
    operation: 'listTrades',
    title: 'Treasury',
    section: 'treasury',
    actions(context) {
      const here = pathOf(environmentIn(context));
      return html`${actionLink(context, 'recordTrade', `${here}/trade`, 'Record a trade', 'main')}
      ${actionLink(context, 'createAllocation', `${here}/allocate`, 'Allocate')}`;
    },
    heading: 'Trades',
    caption: 'Trades',
    columns: TRADES,
    empty: ['No trades yet', 'The most recent trade sets the price of coin.'],
    content: async (context, list) =>
      html`${await priceAndStock(context)} ${await stockPanel(context)} ${list}
      ${panel('Allocations', await allocations(context))}`,
  }),
  actionRoute({
    path: '/console/treasury/{environment}/trade',
    operation: 'recordTrade',
    mayBeProposed: true,
    form: (context) =>
      treasuryForm(context, {
        title: 'Record a trade',
        intro: html`<p>
          In <strong>${context.params['environment']}</strong>. The trade with the latest time sets the
          conversion price. A recorded trade cannot be changed.
        </p>`,
        fields: [
          {
            name: 'side',
            label: 'Side',
            kind: 'choice',
            options: [
              ['buy', 'Buy: we bought coin'],
              ['sell', 'Sell: we sold coin'],
            ],
          },
          { name: 'coin_amount', label: 'Amount in coin', kind: 'amount' },
          { name: 'price', label: 'Price', hint: 'Points per coin.', kind: 'amount' },
          { name: 'counterparty', label: 'Counterparty', kind: 'text', isOptional: true },
          {
            name: 'traded_at',
            label: 'Time of the trade',
            hint: 'In UTC, not in the future. Default: now.',
            kind: 'time',
            isOptional: true,
          },
        ],
        submit: 'Record the trade',
      }),
    done: 'The trade was recorded.',
  }),
  actionRoute({
    path: '/console/treasury/{environment}/allocate',
    operation: 'createAllocation',
    mayBeProposed: true,
    form: (context) =>
      treasuryForm(context, {
        title: 'Allocate coin or backing',
        intro: html`<p>
          For a book in <strong>${context.params['environment']}</strong>, in addition to earlier allocations.
          Users buy from the allocated coin; the service issues points against the backing when users sell
          coin.
        </p>`,
        fields: [
          {
            name: 'integrator_id',
            label: 'Integrator',
            kind: 'select',
            options: [['', 'Select an integrator'], ...integratorOptions(context)],
          },
          { name: 'coin_stock', label: 'Coin amount', kind: 'amount', isOptional: true },
          { name: 'points_backing', label: 'Backing in points', kind: 'amount', isOptional: true },
        ],
        submit: 'Allocate',
      }),
    done: 'The allocation was recorded.',
  }),
];
