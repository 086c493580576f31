/** The treasury: what coin costs, what there is of it, trades, and what the books of integrators were given. */
import type { Allocation, Integrator, Trade } from '../../../generated/api.ts';
import { isProblem, notFoundProblem } from '../../../api/server/errors.ts';
import type { Problem } from '../../../api/server/errors.ts';
import { html } from '../../../web/html.ts';
import type { Html } from '../../../web/html.ts';
import { COIN_STOCK, POINTS_BACKED, POINTS_HEADROOM, SPREAD_INCOME } from '../../../ledger/account.ts';
import { formatAmount } from '../../../ledger/amount.ts';
import { bookStreamOf } from '../../../platform/platform.ts';
import type { EnvironmentName } from '../../../platform/platform.ts';
import { actionRoute } from '../../action-form.ts';
import type { ActionForm } from '../../action-form.ts';
import { nonEmptyEntries } from '../ledger/keys.ts';
import {
  actionLink,
  badge,
  emptyState,
  groupDigits,
  pagedTable,
  amountHtml,
  panel,
  shortIdHtml,
  table,
  textHtml,
  timestampHtml,
} from '../../ui/components.ts';
import { getFromApi, pageQuery } from '../../page-context.ts';
import type { ConsoleRoute, PageResult, ListPage, PageContext } from '../../page-context.ts';

const COIN_DECIMALS = 8;
const RECENT = 25;

const pathOf = (environment: EnvironmentName): string => `/operator/v1/treasury/${environment}`;

function environmentIn({ params }: PageContext): EnvironmentName | Problem {
  const { environment } = params;
  return environment === 'sandbox' || environment === 'production'
    ? environment
    : notFoundProblem('treasury');
}

async function treasury(visit: PageContext): Promise<PageResult> {
  const environment = environmentIn(visit);
  if (isProblem(environment)) return environment;
  const search = pageQuery(visit.query);
  if (isProblem(search)) return search;
  const trades = await getFromApi<ListPage<Trade>>(visit, `${pathOf(environment)}/trades`, search);
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
    actions: html`${actionLink(visit, `${pathOf(environment)}/trades`, `${here}/trade`, 'Record a trade', 'main')}
    ${actionLink(visit, `${pathOf(environment)}/allocations`, `${here}/allocate`, 'Allocate')}`,
    content: html`${figures(visit, environment)} ${await books(visit, environment)}
    ${panel('Trades', tradeList(visit, trades))} ${panel('Allocations', allocations(visit, environment))}`,
  };
}

function figures({ services, now }: PageContext, environment: EnvironmentName): Html {
  const found = services.treasuries.get(environment);
  const price = found.lastPrice();
  const current = services.prices.current(environment);
  return html`<div class="tiles">
    <div class="tile">
      <p class="tile-name">Price of one coin</p>
      <p class="tile-figure">
        ${price === undefined ? textHtml(null) : html`${groupDigits(price.text)} <small>points</small>`}
      </p>
      <p class="tile-note">
        ${
          price === undefined
            ? html`No trade yet: nothing can be converted.`
            : current === undefined
              ? html`${badge('too old', 'stop')} traded ${timestampHtml(price.as_of, now)}`
              : html`${badge('current', 'ok')} traded ${timestampHtml(price.as_of, now)}`
        }
      </p>
    </div>
    <div class="tile">
      <p class="tile-name">Coin that is not allocated</p>
      <p class="tile-figure">
        ${groupDigits(formatAmount(found.unallocatedCoin(), COIN_DECIMALS))} <small>coin</small>
      </p>
      <p class="tile-note">Bought, less sold, less given to books.</p>
    </div>
  </div>`;
}

/** What each integrator's book has left to convert with. */
async function books(visit: PageContext, environment: EnvironmentName): Promise<Html> {
  const totals = new Map((await visit.samples.bookTotals()).map((each) => [each.book, each]));
  const rows = [...visit.services.platform().integrators.values()].reverse().flatMap((integrator) => {
    const found = totals.get(bookStreamOf(integrator.id, environment));
    const balance = (account: string): string | undefined =>
      found?.rows.find((row) => row.account === account)?.balance;
    const backed = balance(POINTS_BACKED);
    const stock = balance(COIN_STOCK);
    return backed === undefined && stock === undefined ? [] : [{ integrator, balance, stock, backed }];
  });
  const shown =
    rows.length === 0
      ? emptyState('No book has coin or backing', 'Allocate some, and its users can convert.')
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
              label: 'Backing given',
              isNumeric: true,
              cell: ({ backed }) => amountHtml(backed?.replace('-', ''), 'svc-points'),
            },
            {
              label: 'May still be issued',
              isNumeric: true,
              cell: ({ balance }) => amountHtml(balance(POINTS_HEADROOM), 'svc-points'),
            },
            {
              label: 'Earned by the spread',
              isNumeric: true,
              cell: ({ balance }) => amountHtml(balance(SPREAD_INCOME), 'svc-points'),
            },
          ],
          rows,
        );
  return panel('Stock and backing', shown);
}

const tradeList = (visit: PageContext, trades: ListPage<Trade>): Html =>
  pagedTable(visit, trades, {
    caption: 'Trades',
    columns: [
      { label: 'Traded', isRowHeader: true, cell: ({ traded_at }) => timestampHtml(traded_at, visit.now) },
      { label: 'Side', cell: ({ side }) => badge(side === 'buy' ? 'bought' : 'sold', 'plain') },
      { label: 'Coin', isNumeric: true, cell: ({ coin_amount }) => amountHtml(coin_amount, 'svc-coin') },
      { label: 'Price', isNumeric: true, cell: ({ price }) => amountHtml(price, 'svc-points') },
      { label: 'With', cell: ({ counterparty }) => textHtml(counterparty) },
      { label: 'By', cell: ({ recorded_by }) => actorHtml(visit, recorded_by) },
      { label: 'ID', cell: (trade) => shortIdHtml(trade.id, undefined) },
    ],
    emptyState: emptyState('No trades yet', 'The newest trade sets the price of coin.'),
  });

/** Who did something, by name where that is an operator. */
export function actorHtml({ services }: PageContext, actor: string): Html {
  const token = services.platform().tokens.get(actor.replace('operator:', ''));
  return token === undefined ? html`<code>${actor}</code>` : html`${token.name} <small>operator</small>`;
}

function allocations(visit: PageContext, environment: EnvironmentName): Html {
  const found = visit.services.treasuries.get(environment);
  const recent = found.allocations().slice(-RECENT).reverse();
  const waiting = new Set([...found.undelivered().values()].flat().map((each) => each.id));
  const { integrators } = visit.services.platform();
  if (recent.length === 0)
    return emptyState('No allocations yet', 'Give a book coin to sell, or backing to issue points against.');
  return table<Allocation>(
    'Newest allocations',
    [
      { label: 'Given', isRowHeader: true, cell: ({ created_at }) => timestampHtml(created_at, visit.now) },
      {
        label: 'To',
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
        cell: (each) => (waiting.has(each.id) ? badge('on its way', 'accent') : badge('in its book', 'ok')),
      },
      { label: 'By', cell: ({ recorded_by }) => actorHtml(visit, recorded_by) },
      { label: 'ID', cell: (each) => shortIdHtml(each.id, undefined) },
    ],
    recent,
  );
}

function described(
  visit: PageContext,
  shown: Pick<ActionForm, 'title' | 'intro' | 'fields' | 'submit'>,
): ActionForm | Problem {
  const environment = environmentIn(visit);
  if (isProblem(environment)) return environment;
  const back = `/console/treasury/${environment}`;
  return { ...shown, section: 'treasury', crumbs: [{ label: `Treasury, ${environment}`, href: back }], back };
}

const integratorOptions = ({ services }: PageContext) => [
  ['', 'Choose one'] as const,
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
    buildForm: (visit) =>
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
          { name: 'counterparty', label: 'With whom', kind: 'text', isOptional: true },
          {
            name: 'traded_at',
            label: 'When',
            hint: 'A time in UTC that is not in the future. Left empty: now.',
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
      ...nonEmptyEntries({ counterparty: form.get('counterparty'), traded_at: form.get('traded_at') }),
    }),
    onSuccess: ({ params }) => ({
      to: `/console/treasury/${params['environment'] ?? ''}`,
      flash: { tone: 'ok', text: 'The trade is recorded.' },
    }),
  }),
  actionRoute({
    path: '/console/treasury/{environment}/allocate',
    apiPath: ({ environment = '' }) => `/operator/v1/treasury/${environment}/allocations`,
    buildForm: (visit) =>
      described(visit, {
        title: 'Allocate coin or backing',
        intro: html`<p>
          To a book of <strong>${visit.params['environment']}</strong>, on top of what it has. Coin is what
          its users can buy; backing is what points may be issued against when they sell.
        </p>`,
        fields: [
          { name: 'integrator_id', label: 'Integrator', kind: 'select', options: integratorOptions(visit) },
          { name: 'coin_stock', label: 'Coin', kind: 'amount', isOptional: true },
          { name: 'points_backing', label: 'Backing, in points', kind: 'amount', isOptional: true },
        ],
        submit: 'Allocate',
      }),
    toRequestBody: (form) => ({
      integrator_id: form.get('integrator_id'),
      ...nonEmptyEntries({ coin_stock: form.get('coin_stock'), points_backing: form.get('points_backing') }),
    }),
    onSuccess: ({ params }) => ({
      to: `/console/treasury/${params['environment'] ?? ''}`,
      flash: { tone: 'ok', text: 'It is allocated.' },
    }),
  }),
];
