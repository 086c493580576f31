/** Finds anything by its ID, and users and transfers by what their integrator calls them. */
import { COLLECTIONS } from '../../../projections/collections.ts';
import { bookStreamsOf, locateStream, bookLink } from '../book-location.ts';
import type { BookLocation } from '../book-location.ts';
import { SEARCH_LENGTH_MAX, badge, emptyState, panel, idHref, rowIdHtml, table } from '../ui/components.ts';
import type { ConsoleRoute, PageResult, PageContext } from '../page-context.ts';

type Hit = { readonly id: string; readonly what: string; readonly place: BookLocation };

/** How many books are asked at the same time, and how many answers are shown. */
const AT_ONCE = 16;
const HITS_MAX = 50;

async function searchPage(visit: PageContext): Promise<PageResult> {
  const wanted = (visit.query.get('q') ?? '').trim().slice(0, SEARCH_LENGTH_MAX);
  const direct = idHref(wanted) ?? listOfId(wanted);
  if (direct !== undefined && (await isThere(visit, wanted))) return { kind: 'redirect', to: direct };
  // Integrators are free to call their own things what looks like an ID of the service.
  const hits = wanted === '' ? [] : await byReference(visit, wanted);
  const [only] = hits;
  if (only !== undefined && hits.length === 1) return { kind: 'redirect', to: idHref(only.id) ?? '/console' };
  if (direct !== undefined && only === undefined) return { kind: 'redirect', to: direct };
  return {
    kind: 'page',
    title: wanted === '' ? 'Find' : `Find “${wanted}”`,
    section: 'none',
    content: panel(
      'Found',
      hits.length === 0
        ? emptyState(
            wanted === '' ? 'What are you looking for?' : 'Nothing has this ID or reference',
            'Enter a whole ID, such as usr_…, wal_… or trf_…, or an integrator’s own reference of a user or a transfer.',
          )
        : table<Hit>(
            'Found',
            [
              { label: 'ID', isRowHeader: true, cell: (hit) => rowIdHtml(hit.id) },
              { label: 'What', cell: ({ what }) => badge(what, 'plain') },
              { label: 'Of', cell: ({ place }) => bookLink(place) },
            ],
            hits,
          ),
    ),
  };
}

/** Where those are listed that have no page of their own. */
function listOfId(id: string): string | undefined {
  if (/^opt_/.test(id)) return '/console/tokens';
  return /^(trd|alc)_/.test(id) ? '/console/treasury' : undefined;
}

/** Where the objects of a kind are, by the prefix of their IDs. */
const COLLECTION_OF: Readonly<Record<string, string>> = {
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

/** Whether an object with this ID is known here already; what was just made may not be. */
async function isThere({ services }: PageContext, id: string): Promise<boolean> {
  const collection = COLLECTION_OF[id.split('_')[0] ?? ''];
  if (collection !== undefined) return (await services.documents.get(collection, id)) !== undefined;
  const { integrators, keys, tokens } = services.platform();
  return integrators.has(id) || keys.has(id) || tokens.has(id);
}

const PLACES = [
  { collection: COLLECTIONS.users, what: 'user' },
  { collection: COLLECTIONS.transfers, what: 'transfer' },
] as const;

async function byReference(visit: PageContext, reference: string): Promise<readonly Hit[]> {
  const { documents, platform } = visit.services;
  const books = [...platform().integrators.keys()].flatMap(bookStreamsOf);
  const hits: Hit[] = [];
  for (let i = 0; i < books.length && hits.length < HITS_MAX; i += AT_ONCE) {
    const asked = books.slice(i, i + AT_ONCE).flatMap((scope) =>
      PLACES.map(async ({ collection, what }) => {
        const query = { scope, terms: [`reference:${reference}`], order: 'newest', limit: HITS_MAX } as const;
        const place = locateStream(visit, scope);
        if (place === undefined) return [];
        return (await documents.list(collection, query)).map((found) => ({ id: found.id, what, place }));
      }),
    );
    hits.push(...(await Promise.all(asked)).flat());
  }
  return hits.slice(0, HITS_MAX);
}

export const searchPages: readonly ConsoleRoute[] = [{ path: '/console/search', get: searchPage }];
