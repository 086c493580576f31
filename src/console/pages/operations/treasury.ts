/** Treasury page: coin price, unallocated coin, trades, and allocations to books. */
import { groupDigits } from '../../../formats/text.ts';
import type { Allocation, Integrator, Trade } from '../../../generated/api.ts';
import { isProblem, notFoundProblem, type Problem } from '../../../http/errors.ts';
import { formatAmount } from '../../../ledger/amount.ts';
import type { EnvironmentName } from '../../../ledger/ids.ts';
import { COIN_STOCK, POINTS_BACKED, POINTS_HEADROOM, SPREAD_INCOME } from '../../../ledger/posting.ts';
import { html, type Html } from '../../../web/html.ts';
import { actionRoute, nextAfter, type ActionForm } from '../../action-form.ts';
import {
  getFromApi,
  pageQuery,
  type ConsoleRoute,
  type ListPage,
  type PageContext,
  type PageResult,
} from '../../page-context.ts';
import { utcTime } from '../../ui/form-fields.ts';
import { actionLink, emptyState, environmentTabs, panel } from '../../ui/panels.ts';
import { pagedTable, table } from '../../ui/tables.ts';
import { actorHtml, amountHtml, badge, shortIdHtml, textHtml, timestampHtml } from '../../ui/text.ts';
import { nonEmptyEntries } from '../ledger/keys.ts';

const COIN_DECIMALS = 8;
const RECENT = 25;

const apiPathOf = (environment: EnvironmentName): string => `/operator/v1/treasury/${environment}`;

function environmentInPath({ params }: PageContext): EnvironmentName | Problem {
  const { environment } = params;
  return environment === 'sandbox' || environment === 'production'
    ? environment
    : notFoundProblem('treasury');
}

async function treasury(context: PageContext): Promise<PageResult> {
  const environment = environmentInPath(context);
  if (isProblem(environment)) return environment;
  const search = pageQuery(context.query);
  if (isProblem(search)) return search;
  const trades = await getFromApi<ListPage<Trade>>(context, `${apiPathOf(environment)}/trades`, search);
  if (isProblem(trades)) return trades;
  const here = `/console/treasury/${environment}`;
  return {
    kind: 'page',
    title: 'Treasury',
    section: 'treasury',
    lead: environmentTabs(environment, (each) => `/console/treasury/${each}`),
    actions: html`${actionLink(context, `${apiPathOf(environment)}/trades`, `${here}/trade`, 'Record a trade', 'main')}
    ${actionLink(context, `${apiPathOf(environment)}/allocations`, `${here}/allocate`, 'Allocate')}`,
    content: html`${priceAndStock(context, environment)} ${await stockPanel(context, environment)}
    ${panel('Trades', tradeList(context, trades))} ${panel('Allocations', allocations(context, environment))}`,
  };
}

function priceAndStock({ services, now }: PageContext, environment: EnvironmentName): Html {
  const found = services.treasuries.get(environment);
  const price = found.lastPrice();
  const current = services.prices.current(environment);
  return html`<div class="tiles">
    <div class="tile">
      <p class="tile-name">Price of 1 coin</p>
      <p class="tile-figure">
        ${price === undefined ? textHtml(null) : html`${groupDigits(price.text)} <small>points</small>`}
      </p>
      <p class="tile-note">
        ${
          price === undefined
            ? html`No trade yet. Conversions are not possible.`
            : current === undefined
              ? html`${badge('expired', 'stop')} last trade ${timestampHtml(price.as_of, now)}`
              : html`${badge('current', 'ok')} last trade ${timestampHtml(price.as_of, now)}`
        }
      </p>
    </div>
    <div class="tile">
      <p class="tile-name">Unallocated coin</p>
      <p class="tile-figure">
        ${groupDigits(formatAmount(found.unallocatedCoin(), COIN_DECIMALS))} <small>coin</small>
      </p>
      <p class="tile-note">Bought minus sold minus allocated to books.</p>
    </div>
  </div>`;
}

/** Coin stock and points backing of each integrator's book. */
async function stockPanel(context: PageContext, environment: EnvironmentName): Promise<Html> {
  const totals = new Map((await context.samples.bookTotals()).map((each) => [each.book, each]));
  const rows = [...context.services.platform().integrators.values()].reverse().flatMap((integrator) => {
    const found = totals.get(context.services.books.current(integrator.id, environment));
    const balance = (account: string): string | undefined =>
      found?.rows.find((row) => row.account === account)?.balance;
    const backed = balance(POINTS_BACKED);
    const stock = balance(COIN_STOCK);
    return backed === undefined && stock === undefined ? [] : [{ integrator, balance, stock, backed }];
  });
  const shown =
    rows.length === 0
      ? emptyState('No allocations to books', 'Allocate coin or backing so that users can convert.')
      : table(
          'Stock and backing by integrator',
          [
            {
              label: 'Integrator',
              isRowHeader: true,
              cell: ({ integrator }) =>
                html`<a href="/console/books/${integrator.id}/${environment}">${integrator.name}</a>`,
            },
            { label: 'Coin in stock', isNumeric: true, cell: ({ stock }) => amountHtml(stock, 'svc-coin') },
            {
              label: 'Backing',
              isNumeric: true,
              cell: ({ backed }) => amountHtml(backed?.replace('-', ''), 'svc-points'),
            },
            {
              label: 'Remaining backing',
              isNumeric: true,
              cell: ({ balance }) => amountHtml(balance(POINTS_HEADROOM), 'svc-points'),
            },
            {
              label: 'Spread income',
              isNumeric: true,
              cell: ({ balance }) => amountHtml(balance(SPREAD_INCOME), 'svc-points'),
            },
          ],
          rows,
        );
  return panel('Stock and backing', shown);
}

const tradeList = (context: PageContext, trades: ListPage<Trade>): Html =>
  pagedTable(context, trades, {
    caption: 'Trades',
    columns: [
      { label: 'Traded', isRowHeader: true, cell: ({ traded_at }) => timestampHtml(traded_at, context.now) },
      { label: 'Side', cell: ({ side }) => badge(side === 'buy' ? 'bought' : 'sold', 'plain') },
      { label: 'Coin', isNumeric: true, cell: ({ coin_amount }) => amountHtml(coin_amount, 'svc-coin') },
      { label: 'Price per coin', isNumeric: true, cell: ({ price }) => amountHtml(price, 'svc-points') },
      { label: 'Counterparty', cell: ({ counterparty }) => textHtml(counterparty) },
      { label: 'Actor', cell: ({ recorded_by }) => actorHtml(context, recorded_by) },
      { label: 'ID', cell: (trade) => shortIdHtml(trade.id, undefined) },
    ],
    emptyState: emptyState('No trades yet', 'The most recent trade sets the price of coin.'),
  });

function allocations(context: PageContext, environment: EnvironmentName): Html {
  const found = context.services.treasuries.get(environment);
  const recent = found.allocations().slice(-RECENT).reverse();
  const waiting = new Set([...found.undelivered().values()].flat().map((each) => each.id));
  const { integrators } = context.services.platform();
  if (recent.length === 0)
    return emptyState('No allocations yet', 'Allocate coin for users to buy, or backing for issuing points.');
  return table<Allocation>(
    'Recent allocations',
    [
      {
        label: 'Created',
        isRowHeader: true,
        cell: ({ created_at }) => timestampHtml(created_at, context.now),
      },
      {
        label: 'Integrator',
        cell: ({ integrator_id }) =>
          html`<a href="/console/integrators/${integrator_id}"
            >${integrators.get(integrator_id)?.name ?? integrator_id}</a
          >`,
      },
      { label: 'Coin', isNumeric: true, cell: ({ coin_stock }) => amountHtml(coin_stock, 'svc-coin') },
      {
        label: 'Backing',
        isNumeric: true,
        cell: ({ points_backing }) => amountHtml(points_backing, 'svc-points'),
      },
      {
        label: 'State',
        cell: (each) => (waiting.has(each.id) ? badge('pending', 'accent') : badge('delivered', 'ok')),
      },
      { label: 'Actor', cell: ({ recorded_by }) => actorHtml(context, recorded_by) },
      { label: 'ID', cell: (each) => shortIdHtml(each.id, undefined) },
    ],
    recent,
  );
}

function treasuryForm(
  context: PageContext,
  shown: Pick<ActionForm, 'title' | 'intro' | 'fields' | 'submit'>,
): ActionForm | Problem {
  const environment = environmentInPath(context);
  if (isProblem(environment)) return environment;
  const back = `/console/treasury/${environment}`;
  return {
    ...shown,
    section: 'treasury',
    breadcrumbs: [{ label: `Treasury, ${environment}`, href: back }],
    cancelHref: back,
  };
}

const integratorOptions = ({ services }: PageContext) => [
  ['', 'Select an integrator'] as const,
  ...[...services.platform().integrators.values()].map(
    ({ id: each, name }: Pick<Integrator, 'id' | 'name'>) => [each, name] as const,
  ),
];

export const treasuryPages: readonly ConsoleRoute[] = [
  {
    path: '/console/treasury',
    get({ services }) {
      const busy = services.treasuries.get('production').trades().length > 0;
      return { kind: 'redirect', to: `/console/treasury/${busy ? 'production' : 'sandbox'}` };
    },
  },
  { path: '/console/treasury/{environment}', get: treasury },
  actionRoute({
    path: '/console/treasury/{environment}/trade',
    apiPath: ({ environment = '' }) => `/operator/v1/treasury/${environment}/trades`,
    buildForm: (context) =>
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
    toRequestBody: (form) => ({
      side: form.get('side'),
      coin_amount: form.get('coin_amount'),
      price: form.get('price'),
      ...nonEmptyEntries({
        counterparty: form.get('counterparty'),
        traded_at: utcTime(form.get('traded_at')),
      }),
    }),
    onSuccess: ({ params }, answer) =>
      nextAfter(answer, {
        to: `/console/treasury/${params['environment'] ?? ''}`,
        flash: { tone: 'ok', text: 'The trade was recorded.' },
      }),
  }),
  actionRoute({
    path: '/console/treasury/{environment}/allocate',
    apiPath: ({ environment = '' }) => `/operator/v1/treasury/${environment}/allocations`,
    buildForm: (context) =>
      treasuryForm(context, {
        title: 'Allocate coin or backing',
        intro: html`<p>
          For a book in <strong>${context.params['environment']}</strong>, in addition to earlier allocations.
          Users buy from the allocated coin; the service issues points against the backing when users sell
          coin.
        </p>`,
        fields: [
          { name: 'integrator_id', label: 'Integrator', kind: 'select', options: integratorOptions(context) },
          { name: 'coin_stock', label: 'Coin amount', kind: 'amount', isOptional: true },
          { name: 'points_backing', label: 'Backing in points', kind: 'amount', isOptional: true },
        ],
        submit: 'Allocate',
      }),
    toRequestBody: (form) => ({
      integrator_id: form.get('integrator_id'),
      ...nonEmptyEntries({ coin_stock: form.get('coin_stock'), points_backing: form.get('points_backing') }),
    }),
    onSuccess: ({ params }, answer) =>
      nextAfter(answer, {
        to: `/console/treasury/${params['environment'] ?? ''}`,
        flash: { tone: 'ok', text: 'The allocation was recorded.' },
      }),
  }),
];
