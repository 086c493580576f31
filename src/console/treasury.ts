/** The treasury: what coin costs, what there is of it, trades, and what the books of integrators were given. */
import type { Allocation, Integrator, Trade } from '../generated/api.ts';
import { isProblem, noSuch } from '../http/errors.ts';
import type { Problem } from '../http/errors.ts';
import { html } from '../hosted/html.ts';
import type { Html } from '../hosted/html.ts';
import { COIN_STOCK, POINTS_BACKED, POINTS_HEADROOM, SPREAD_INCOME } from '../ledger/account.ts';
import { formatAmount } from '../ledger/amount.ts';
import { bookOf } from '../platform/platform.ts';
import type { EnvironmentName } from '../platform/platform.ts';
import { actionRoute } from './actions.ts';
import type { Described } from './actions.ts';
import { filled } from './keys.ts';
import { action, badge, empty, grouped, list, money, panel, shortId, table, text, when } from './ui.ts';
import { ask, pageSearch } from './visit.ts';
import type { ConsoleRoute, Found, ListPage, Visit } from './visit.ts';

const COIN_DECIMALS = 8;
const RECENT = 25;

const pathOf = (environment: EnvironmentName): string => `/operator/v1/treasury/${environment}`;

function environmentIn({ params }: Visit): EnvironmentName | Problem {
  const { environment } = params;
  return environment === 'sandbox' || environment === 'production' ? environment : noSuch('treasury');
}

async function treasury(visit: Visit): Promise<Found> {
  const environment = environmentIn(visit);
  if (isProblem(environment)) return environment;
  const search = pageSearch(visit.query);
  if (isProblem(search)) return search;
  const trades = await ask<ListPage<Trade>>(visit, `${pathOf(environment)}/trades`, search);
  if (isProblem(trades)) return trades;
  const here = `/console/treasury/${environment}`;
  return {
    kind: 'page',
    title: 'Treasury',
    section: 'treasury',
    lead: html`<nav class="tabs" aria-label="Environment">
      ${(['production', 'sandbox'] as const).map(
        (each) =>
          html`<a
            href="/console/treasury/${each}"
            ${each === environment ? html`aria-current="page"` : undefined}
            >${each}</a
          >`,
      )}
    </nav>`,
    actions: html`${action(visit, `${pathOf(environment)}/trades`, `${here}/trade`, 'Record a trade', 'main')}
    ${action(visit, `${pathOf(environment)}/allocations`, `${here}/allocate`, 'Allocate')}`,
    content: html`${figures(visit, environment)} ${await books(visit, environment)}
    ${panel('Trades', tradeList(visit, trades))} ${panel('Allocations', allocations(visit, environment))}`,
  };
}

function figures({ services, now }: Visit, environment: EnvironmentName): Html {
  const found = services.treasuries.of(environment);
  const price = found.lastPrice();
  const current = services.prices.current(environment);
  return html`<div class="tiles">
    <div class="tile">
      <p class="tile-name">Price of one coin</p>
      <p class="tile-figure">
        ${price === undefined ? text(null) : html`${grouped(price.text)} <small>points</small>`}
      </p>
      <p class="tile-note">
        ${
          price === undefined
            ? html`No trade yet: nothing can be converted.`
            : current === undefined
              ? html`${badge('too old', 'stop')} traded ${when(price.as_of, now)}`
              : html`${badge('current', 'ok')} traded ${when(price.as_of, now)}`
        }
      </p>
    </div>
    <div class="tile">
      <p class="tile-name">Coin that is not allocated</p>
      <p class="tile-figure">
        ${grouped(formatAmount(found.unallocated(), COIN_DECIMALS))} <small>coin</small>
      </p>
      <p class="tile-note">Bought, less sold, less given to books.</p>
    </div>
  </div>`;
}

/** What each integrator's book has left to convert with. */
async function books(visit: Visit, environment: EnvironmentName): Promise<Html> {
  const totals = new Map((await visit.samples.books()).map((each) => [each.book, each]));
  const rows = [...visit.services.platform().integrators.values()].reverse().flatMap((integrator) => {
    const found = totals.get(bookOf(integrator.id, environment));
    const balance = (account: string): string | undefined =>
      found?.rows.find((row) => row.account === account)?.balance;
    const backed = balance(POINTS_BACKED);
    const stock = balance(COIN_STOCK);
    return backed === undefined && stock === undefined ? [] : [{ integrator, balance, stock, backed }];
  });
  const shown =
    rows.length === 0
      ? empty('No book has coin or backing', 'Allocate some, and its users can convert.')
      : table(
          'Stock and backing by integrator',
          [
            {
              label: 'Integrator',
              heads: true,
              cell: ({ integrator }) =>
                html`<a href="/console/books/${integrator.id}/${environment}">${integrator.name}</a>`,
            },
            { label: 'Coin in stock', numeric: true, cell: ({ stock }) => money(stock, 'svc-coin') },
            {
              label: 'Backing given',
              numeric: true,
              cell: ({ backed }) => money(backed?.replace('-', ''), 'svc-points'),
            },
            {
              label: 'May still be issued',
              numeric: true,
              cell: ({ balance }) => money(balance(POINTS_HEADROOM), 'svc-points'),
            },
            {
              label: 'Earned by the spread',
              numeric: true,
              cell: ({ balance }) => money(balance(SPREAD_INCOME), 'svc-points'),
            },
          ],
          rows,
        );
  return panel('Stock and backing', shown);
}

const tradeList = (visit: Visit, trades: ListPage<Trade>): Html =>
  list(visit, trades, {
    caption: 'Trades',
    columns: [
      { label: 'Traded', heads: true, cell: ({ traded_at }) => when(traded_at, visit.now) },
      { label: 'Side', cell: ({ side }) => badge(side === 'buy' ? 'bought' : 'sold', 'plain') },
      { label: 'Coin', numeric: true, cell: ({ coin_amount }) => money(coin_amount, 'svc-coin') },
      { label: 'Price', numeric: true, cell: ({ price }) => money(price, 'svc-points') },
      { label: 'With', cell: ({ counterparty }) => text(counterparty) },
      { label: 'By', cell: ({ recorded_by }) => actorHtml(visit, recorded_by) },
      { label: 'ID', cell: (trade) => shortId(trade.id, undefined) },
    ],
    none: empty('No trades yet', 'The newest trade sets the price of coin.'),
  });

/** Who did something, by name where that is an operator. */
export function actorHtml({ services }: Visit, actor: string): Html {
  const token = services.platform().tokens.get(actor.replace('operator:', ''));
  return token === undefined ? html`<code>${actor}</code>` : html`${token.name} <small>operator</small>`;
}

function allocations(visit: Visit, environment: EnvironmentName): Html {
  const found = visit.services.treasuries.of(environment);
  const recent = found.allocations().slice(-RECENT).reverse();
  const waiting = new Set([...found.undelivered().values()].flat().map((each) => each.id));
  const { integrators } = visit.services.platform();
  if (recent.length === 0)
    return empty('No allocations yet', 'Give a book coin to sell, or backing to issue points against.');
  return table<Allocation>(
    'Newest allocations',
    [
      { label: 'Given', heads: true, cell: ({ created_at }) => when(created_at, visit.now) },
      {
        label: 'To',
        cell: ({ integrator_id }) =>
          html`<a href="/console/integrators/${integrator_id}"
            >${integrators.get(integrator_id)?.name ?? integrator_id}</a
          >`,
      },
      { label: 'Coin', numeric: true, cell: ({ coin_stock }) => money(coin_stock, 'svc-coin') },
      { label: 'Backing', numeric: true, cell: ({ points_backing }) => money(points_backing, 'svc-points') },
      {
        label: 'State',
        cell: (each) => (waiting.has(each.id) ? badge('on its way', 'accent') : badge('in its book', 'ok')),
      },
      { label: 'By', cell: ({ recorded_by }) => actorHtml(visit, recorded_by) },
      { label: 'ID', cell: (each) => shortId(each.id, undefined) },
    ],
    recent,
  );
}

function described(
  visit: Visit,
  shown: Pick<Described, 'title' | 'intro' | 'fields' | 'submit'>,
): Described | Problem {
  const environment = environmentIn(visit);
  if (isProblem(environment)) return environment;
  const back = `/console/treasury/${environment}`;
  return { ...shown, section: 'treasury', crumbs: [{ label: `Treasury, ${environment}`, href: back }], back };
}

const integratorOptions = ({ services }: Visit) => [
  ['', 'Choose one'] as const,
  ...[...services.platform().integrators.values()].map(
    ({ id: each, name }: Pick<Integrator, 'id' | 'name'>) => [each, name] as const,
  ),
];

export const treasuryPages: readonly ConsoleRoute[] = [
  {
    path: '/console/treasury',
    get({ services }) {
      const busy = services.treasuries.of('production').trades().length > 0;
      return { kind: 'redirect', to: `/console/treasury/${busy ? 'production' : 'sandbox'}` };
    },
  },
  { path: '/console/treasury/{environment}', get: treasury },
  actionRoute({
    path: '/console/treasury/{environment}/trade',
    operation: ({ environment = '' }) => `/operator/v1/treasury/${environment}/trades`,
    describe: (visit) =>
      described(visit, {
        title: 'Record a trade',
        intro: html`<p>
          In <strong>${visit.params['environment']}</strong>. The trade with the newest time sets the price
          that users convert at. What is recorded can’t be changed.
        </p>`,
        fields: [
          {
            name: 'side',
            label: 'Side',
            kind: 'choice',
            options: [
              ['buy', 'We bought coin'],
              ['sell', 'We sold coin'],
            ],
          },
          { name: 'coin_amount', label: 'Coin', kind: 'amount' },
          { name: 'price', label: 'Price', hint: 'Points for one coin.', kind: 'amount' },
          { name: 'counterparty', label: 'With whom', kind: 'text', optional: true },
          {
            name: 'traded_at',
            label: 'When',
            hint: 'A time in UTC that is not in the future. Left empty: now.',
            kind: 'time',
            optional: true,
          },
        ],
        submit: 'Record the trade',
      }),
    body: (form) => ({
      side: form.get('side'),
      coin_amount: form.get('coin_amount'),
      price: form.get('price'),
      ...filled({ counterparty: form.get('counterparty'), traded_at: form.get('traded_at') }),
    }),
    done: ({ params }) => ({
      to: `/console/treasury/${params['environment'] ?? ''}`,
      flash: { tone: 'ok', text: 'The trade is recorded.' },
    }),
  }),
  actionRoute({
    path: '/console/treasury/{environment}/allocate',
    operation: ({ environment = '' }) => `/operator/v1/treasury/${environment}/allocations`,
    describe: (visit) =>
      described(visit, {
        title: 'Allocate coin or backing',
        intro: html`<p>
          To a book of <strong>${visit.params['environment']}</strong>, on top of what it has. Coin is what
          its users can buy; backing is what points may be issued against when they sell.
        </p>`,
        fields: [
          { name: 'integrator_id', label: 'Integrator', kind: 'select', options: integratorOptions(visit) },
          { name: 'coin_stock', label: 'Coin', kind: 'amount', optional: true },
          { name: 'points_backing', label: 'Backing, in points', kind: 'amount', optional: true },
        ],
        submit: 'Allocate',
      }),
    body: (form) => ({
      integrator_id: form.get('integrator_id'),
      ...filled({ coin_stock: form.get('coin_stock'), points_backing: form.get('points_backing') }),
    }),
    done: ({ params }) => ({
      to: `/console/treasury/${params['environment'] ?? ''}`,
      flash: { tone: 'ok', text: 'It is allocated.' },
    }),
  }),
];
