/** Integrators: the list, and each with its two books and its keys. */
import type { BookTotals } from '../../../../projections/wallets/totals.ts';
import type { Integrator, Key } from '../../../generated/api.ts';
import { isProblem } from '../../../api/server/errors.ts';
import { html } from '../../../web/html.ts';
import type { Html } from '../../../web/html.ts';
import { bookStreamOf } from '../../../platform/platform.ts';
import type { EnvironmentName } from '../../../platform/platform.ts';
import { actionRoute } from '../../action-form.ts';
import { keyColumns } from './keys.ts';
import { environmentBadge, integratorBreadcrumbs } from '../../book-location.ts';
import { pointsSupply } from '../../points-supply.ts';
import {
  actionLink,
  emptyState,
  factList,
  groupDigits,
  idHtml,
  pagedTable,
  amountHtml,
  panel,
  shortIdHtml,
  table,
  timestampHtml,
} from '../../ui/components.ts';
import type { Column } from '../../ui/components.ts';
import { getFromApi, pageQuery } from '../../page-context.ts';
import type { ConsoleRoute, PageResult, ListPage, PageContext } from '../../page-context.ts';

async function integrators(visit: PageContext): Promise<PageResult> {
  const search = pageQuery(visit.query);
  if (isProblem(search)) return search;
  const found = await getFromApi<ListPage<Integrator>>(visit, '/operator/v1/integrators', search);
  if (isProblem(found)) return found;
  const books = new Map((await visit.samples.bookTotals()).map((each) => [each.book, each]));
  return {
    kind: 'page',
    title: 'Integrators',
    section: 'ledger',
    lead: html`<p>Each has a book for trying out and one for real money.</p>`,
    actions: actionLink(
      visit,
      '/operator/v1/integrators',
      '/console/integrators/new',
      'New integrator',
      'main',
    ),
    content: panel(
      'All integrators',
      pagedTable(visit, found, {
        caption: 'Integrators',
        columns: integratorColumns(visit, books),
        emptyState: emptyState('No integrators yet', 'Make one, then issue it a key for its sandbox.'),
      }),
    ),
  };
}

const integratorColumns = (
  visit: PageContext,
  books: ReadonlyMap<string, BookTotals>,
): readonly Column<Integrator>[] => [
  {
    label: 'Name',
    isRowHeader: true,
    cell: (each) => html`<a href="/console/integrators/${each.id}">${each.name}</a>`,
  },
  { label: 'ID', cell: (each) => shortIdHtml(each.id) },
  {
    label: 'Points outside, sandbox',
    isNumeric: true,
    cell: (each) => outside(books.get(bookStreamOf(each.id, 'sandbox'))),
  },
  {
    label: 'Points outside, production',
    isNumeric: true,
    cell: (each) => outside(books.get(bookStreamOf(each.id, 'production'))),
  },
  { label: 'Since', cell: ({ created_at }) => timestampHtml(created_at, visit.now) },
];

const outside = (book: BookTotals | undefined): Html =>
  amountHtml(formatPoints(pointsSupply(book === undefined ? [] : [book]).outside), 'svc-points');

/** Minor units of points as a decimal. */
export const formatPoints = (minor: string): string => {
  const digits = minor.replace('-', '').padStart(3, '0');
  return `${minor.startsWith('-') ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
};

async function integrator(visit: PageContext): Promise<PageResult> {
  const { integrator_id = '' } = visit.params;
  const path = `/operator/v1/integrators/${integrator_id}`;
  const found = await getFromApi<Integrator>(visit, path);
  if (isProblem(found)) return found;
  const keys = await getFromApi<ListPage<Key>>(visit, `${path}/keys`, 'limit=100');
  if (isProblem(keys)) return keys;
  const books = new Map((await visit.samples.bookTotals()).map((each) => [each.book, each]));
  const card = (environment: EnvironmentName): Html =>
    bookCard(found, environment, books.get(bookStreamOf(found.id, environment)));
  return {
    kind: 'page',
    title: found.name,
    section: 'ledger',
    crumbs: integratorBreadcrumbs(found.id, found.name).slice(0, 1),
    lead: html`<p>${idHtml(found.id, undefined)} · since ${timestampHtml(found.created_at, visit.now)}</p>`,
    content: html`<div class="pair">${card('production')}${card('sandbox')}</div>
      ${panel(
        'API keys',
        keys.data.length === 0
          ? emptyState('No keys yet', 'A key lets the integrator’s servers in, to one of the two books.')
          : table('API keys', keyColumns(visit), keys.data),
        {
          id: 'keys',
          actions: actionLink(
            visit,
            `${path}/keys`,
            `/console/integrators/${found.id}/keys/new`,
            'Issue a key',
            'main',
          ),
        },
      )}`,
  };
}

function bookCard(
  { id: of }: Integrator,
  environment: EnvironmentName,
  totals: BookTotals | undefined,
): Html {
  const href = `/console/books/${of}/${environment}`;
  const wallets = Object.values(totals?.wallets ?? {}).reduce((sum, each) => sum + each, 0);
  return panel(
    environment === 'production' ? 'Production book' : 'Sandbox book',
    html`${factList([
        ['Points outside', outside(totals)],
        ['Wallets', html`${groupDigits(String(wallets))}`],
      ])}
      <p class="links">
        <a href="${href}/users">Users</a><a href="${href}/transfers">Transfers</a
        ><a href="${href}/deposits">Deposits</a><a href="${href}">Trial balance</a>
      </p>`,
    { actions: environmentBadge(environment) },
  );
}

export const integratorsPages: readonly ConsoleRoute[] = [
  { path: '/console/integrators', get: integrators },
  actionRoute({
    path: '/console/integrators/new',
    apiPath: () => '/operator/v1/integrators',
    buildForm: () => ({
      title: 'New integrator',
      section: 'ledger',
      crumbs: [{ label: 'Integrators', href: '/console/integrators' }],
      intro: html`<p>
        It gets a sandbox book and a production book at once. Nothing can use them before a key is issued.
      </p>`,
      fields: [
        {
          name: 'name',
          label: 'Name',
          hint: 'As you call them; up to 100 characters.',
          kind: 'text',
          maxLength: 100,
        },
      ],
      submit: 'Make the integrator',
      back: '/console/integrators',
    }),
    toRequestBody: (form) => ({ name: form.get('name') }),
    onSuccess: (_visit, { id: made, name }) => ({
      to: `/console/integrators/${String(made)}`,
      flash: { tone: 'ok', text: `${String(name)} is there. Issue a key to let it in.` },
    }),
  }),
  { path: '/console/integrators/{integrator_id}', get: integrator },
];
