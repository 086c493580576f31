/** Integrator pages: the list, and one integrator with its books and API keys. */
import type { BookTotals } from '../../../../projections/totals.ts';
import { groupDigits } from '../../../formats/text.ts';
import type { Integrator, Key } from '../../../generated/api.ts';
import { isProblem } from '../../../http/errors.ts';
import type { EnvironmentName } from '../../../ledger/ids.ts';
import { html, type Html } from '../../../web/html.ts';
import { actionRoute } from '../../action-form.ts';
import { bookHref, environmentBadge, integratorBreadcrumbs, locateStream } from '../../book-location.ts';
import { pointsSupply } from '../../metric-samples.ts';
import {
  getFromApi,
  pageQuery,
  type ConsoleRoute,
  type ListPage,
  type PageContext,
  type PageResult,
} from '../../page-context.ts';
import { actionLink, emptyState, factList, panel } from '../../ui/panels.ts';
import { liveRows, pagedTable, table, type Column } from '../../ui/tables.ts';
import { amountHtml, idHtml, shortIdHtml, textHtml, timestampHtml } from '../../ui/text.ts';
import { brandPanel, getBrand } from './brand.ts';
import { keyColumns } from './keys.ts';

async function integrators(context: PageContext): Promise<PageResult> {
  const search = pageQuery(context.query);
  if (isProblem(search)) return search;
  const found = await getFromApi<ListPage<Integrator>>(context, '/operator/v1/integrators', search);
  if (isProblem(found)) return found;
  const books = new Map((await context.samples.bookTotals()).map((each) => [each.book, each]));
  return {
    kind: 'page',
    title: 'Integrators',
    section: 'ledger',
    lead: html`<p>Each integrator has a sandbox book and a production book.</p>`,
    actions: actionLink(
      context,
      '/operator/v1/integrators',
      '/console/integrators/new',
      'New integrator',
      'main',
    ),
    content: panel(
      'All integrators',
      pagedTable(context, found, {
        caption: 'Integrators',
        columns: integratorColumns(context, books),
        emptyState: emptyState('No integrators yet', 'Create one, then issue an API key for its sandbox.'),
      }),
    ),
  };
}

const integratorColumns = (
  context: PageContext,
  books: ReadonlyMap<string, BookTotals>,
): readonly Column<Integrator>[] => [
  {
    label: 'Name',
    isRowHeader: true,
    cell: (each) => html`<a href="/console/integrators/${each.id}">${each.name}</a>`,
  },
  { label: 'ID', small: 'hidden', cell: (each) => shortIdHtml(each.id) },
  {
    label: 'In circulation, sandbox',
    isNumeric: true,
    cell: (each) => circulationHtml(books.get(context.services.books.current(each.id, 'sandbox'))),
  },
  {
    label: 'In circulation, production',
    isNumeric: true,
    cell: (each) => circulationHtml(books.get(context.services.books.current(each.id, 'production'))),
  },
  { label: 'Created', small: 'plain', cell: ({ created_at }) => timestampHtml(created_at, context.now) },
];

const circulationHtml = (book: BookTotals | undefined): Html =>
  amountHtml(formatPoints(pointsSupply(book === undefined ? [] : [book]).inCirculation), 'svc-points');

/** Formats minor units of points as a decimal. */
export const formatPoints = (minor: string): string => {
  const digits = minor.replace('-', '').padStart(3, '0');
  return `${minor.startsWith('-') ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
};

async function integrator(context: PageContext): Promise<PageResult> {
  const { integrator_id = '' } = context.params;
  const path = `/operator/v1/integrators/${integrator_id}`;
  const found = await getFromApi<Integrator>(context, path);
  if (isProblem(found)) return found;
  const keys = await getFromApi<ListPage<Key>>(context, `${path}/keys`, 'limit=100');
  if (isProblem(keys)) return keys;
  const brand = await getBrand(context, integrator_id);
  if (isProblem(brand)) return brand;
  const books = new Map((await context.samples.bookTotals()).map((each) => [each.book, each]));
  const card = (environment: EnvironmentName): Html =>
    bookCard(found, environment, books.get(context.services.books.current(found.id, environment)));
  return {
    kind: 'page',
    title: found.name,
    section: 'ledger',
    breadcrumbs: integratorBreadcrumbs(found.id, found.name).slice(0, 1),
    lead: html`<p>
      ${idHtml(found.id, undefined)} · created ${timestampHtml(found.created_at, context.now)}
    </p>`,
    content: html`<div class="pair">${card('production')}${card('sandbox')}</div>
      ${panel(
        'API keys',
        keys.data.length === 0
          ? emptyState('No keys yet', 'An API key gives the integrator access to one of its books.')
          : liveRows('API keys', table('API keys', keyColumns(context), keys.data)),
        {
          id: 'keys',
          actions: actionLink(
            context,
            `${path}/keys`,
            `/console/integrators/${found.id}/keys/new`,
            'Issue a key',
            'main',
          ),
        },
      )}
      ${brandPanel(context, brand)} ${formerSandboxes(context, found)}`,
  };
}

const FORMER_SHOWN_MAX = 20;

/** The newest sandbox books that resets have replaced. */
function formerSandboxes(context: PageContext, { id }: Integrator): Html {
  const { books, platform } = context.services;
  const closedAt = platform().sandboxes.get(id)?.resetTimes ?? [];
  const former = books.former({ integrator_id: id, environment: 'sandbox' });
  const shown = former
    .map((stream, index) => ({
      book: locateStream(context, stream),
      closedAt: closedAt.at(index - former.length),
    }))
    .slice(-FORMER_SHOWN_MAX)
    .reverse();
  if (shown.length === 0) return html``;
  return panel(
    'Former sandboxes',
    table(
      'Former sandboxes',
      [
        {
          label: 'Sandbox',
          isRowHeader: true,
          cell: ({ book }) =>
            book === undefined ? html`` : html`<a href="${bookHref(book)}">${book.generation}</a>`,
        },
        {
          label: 'Reset',
          cell: ({ closedAt: at }) =>
            at === undefined ? textHtml(null) : timestampHtml(new Date(at).toISOString(), context.now),
        },
      ],
      shown,
    ),
  );
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
        ['In circulation', circulationHtml(totals)],
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
      breadcrumbs: [{ label: 'Integrators', href: '/console/integrators' }],
      intro: html`<p>
        The integrator gets a sandbox book and a production book. Issue an API key to give it access.
      </p>`,
      fields: [
        {
          name: 'name',
          label: 'Name',
          hint: 'Up to 100 characters.',
          kind: 'text',
          maxLength: 100,
        },
      ],
      submit: 'Create the integrator',
      cancelHref: '/console/integrators',
    }),
    toRequestBody: (form) => ({ name: form.get('name') }),
    onSuccess: (_context, { id: made, name }) => ({
      to: `/console/integrators/${String(made)}`,
      flash: { tone: 'ok', text: `${String(name)} was created. Issue an API key to give it access.` },
    }),
  }),
  { path: '/console/integrators/{integrator_id}', get: integrator },
];
