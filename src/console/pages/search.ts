/** Search: any object by ID, and users and transfers by the integrator's reference. */
import { COLLECTIONS } from '../../../projections/collections.ts';
import { booksOf } from '../../platform/books.ts';
import { locateStream, bookLink } from '../book-location.ts';
import type { BookLocation } from '../book-location.ts';
import { SEARCH_LENGTH_MAX, idHref, rowIdHtml } from '../ui/ids.ts';
import { badge } from '../ui/text.ts';
import { emptyState, panel } from '../ui/panels.ts';
import { table } from '../ui/tables.ts';
import type { ConsoleRoute, PageResult, PageContext } from '../page-context.ts';

type Hit = { readonly id: string; readonly type: string; readonly book: BookLocation };

/** Books queried concurrently, and maximum number of results shown. */
const CONCURRENT_BOOKS_MAX = 16;
const HITS_MAX = 50;

async function searchPage(context: PageContext): Promise<PageResult> {
  const query = (context.query.get('q') ?? '').trim().slice(0, SEARCH_LENGTH_MAX);
  const direct = idHref(query) ?? listHref(query);
  if (direct !== undefined && (await exists(context, query))) return { kind: 'redirect', to: direct };
  // An integrator's reference may look like an ID of this service.
  const hits = query === '' ? [] : await byReference(context, query);
  const [only] = hits;
  if (only !== undefined && hits.length === 1) return { kind: 'redirect', to: idHref(only.id) ?? '/console' };
  if (direct !== undefined && only === undefined) return { kind: 'redirect', to: direct };
  return {
    kind: 'page',
    title: query === '' ? 'Search' : `Results for “${query}”`,
    section: 'none',
    content: panel(
      'Results',
      hits.length === 0
        ? emptyState(
            query === '' ? 'Enter an ID or reference' : 'No results',
            'Search for a complete ID, such as usr_…, wal_…, or trf_…, or for an integrator’s reference of a user or transfer.',
          )
        : table<Hit>(
            'Results',
            [
              { label: 'ID', isRowHeader: true, cell: (hit) => rowIdHtml(hit.id) },
              { label: 'Type', cell: ({ type }) => badge(type, 'plain') },
              { label: 'Integrator', cell: ({ book }) => bookLink(book) },
            ],
            hits,
          ),
    ),
  };
}

/** The list page of objects that have no page of their own. */
function listHref(id: string): string | undefined {
  if (/^opt_/.test(id)) return '/console/tokens';
  return /^(trd|alc)_/.test(id) ? '/console/treasury' : undefined;
}

/** Collections by ID prefix. */
const COLLECTIONS_BY_PREFIX: Readonly<Record<string, string>> = {
  usr: COLLECTIONS.users,
  wal: COLLECTIONS.wallets,
  trf: COLLECTIONS.transfers,
  we: COLLECTIONS.webhookEndpoints,
  da: COLLECTIONS.depositAccounts,
  dep: COLLECTIONS.deposits,
  pa: COLLECTIONS.payoutAccounts,
  qt: COLLECTIONS.quotes,
  evt: COLLECTIONS.events,
  whe: COLLECTIONS.walletHistory,
};

/** Whether this node's read models contain the object. A new object may not be there yet. */
async function exists({ services }: PageContext, id: string): Promise<boolean> {
  const collection = COLLECTIONS_BY_PREFIX[id.split('_')[0] ?? ''];
  if (collection !== undefined) return (await services.documents.get(collection, id)) !== undefined;
  const { integrators, keys, tokens } = services.platform();
  return integrators.has(id) || keys.has(id) || tokens.has(id);
}

const SEARCHED_COLLECTIONS = [
  { collection: COLLECTIONS.users, type: 'user' },
  { collection: COLLECTIONS.transfers, type: 'transfer' },
] as const;

async function byReference(context: PageContext, reference: string): Promise<readonly Hit[]> {
  const { documents, platform } = context.services;
  const books = [...booksOf(platform().integrators.keys()).keys()];
  const hits: Hit[] = [];
  for (let i = 0; i < books.length && hits.length < HITS_MAX; i += CONCURRENT_BOOKS_MAX) {
    const queries = books.slice(i, i + CONCURRENT_BOOKS_MAX).flatMap((scope) =>
      SEARCHED_COLLECTIONS.map(async ({ collection, type }) => {
        const query = { scope, terms: [`reference:${reference}`], order: 'newest', limit: HITS_MAX } as const;
        const book = locateStream(context, scope);
        if (book === undefined) return [];
        return (await documents.list(collection, query)).map((found) => ({ id: found.id, type, book }));
      }),
    );
    hits.push(...(await Promise.all(queries)).flat());
  }
  return hits.slice(0, HITS_MAX);
}

export const searchPages: readonly ConsoleRoute[] = [{ path: '/console/search', get: searchPage }];
