/** Finds anything by its ID, and users and transfers by what their integrator calls them. */
import { COLLECTIONS } from '../../projections/collections.ts';
import { booksOf, placeOfStream, whose } from './places.ts';
import type { BookPlace } from './places.ts';
import { WANTED_MAX, badge, empty, panel, placeOfId, rowId, table } from './ui.ts';
import type { ConsoleRoute, Found, Visit } from './visit.ts';

type Hit = { readonly id: string; readonly what: string; readonly place: BookPlace };

/** How many books are asked at the same time, and how many answers are shown. */
const AT_ONCE = 16;
const HITS_MAX = 50;

async function searchPage(visit: Visit): Promise<Found> {
  const wanted = (visit.query.get('q') ?? '').trim().slice(0, WANTED_MAX);
  const direct = placeOfId(wanted) ?? listOfId(wanted);
  if (direct !== undefined && (await isThere(visit, wanted))) return { kind: 'redirect', to: direct };
  // Integrators are free to call their own things what looks like an ID of the service.
  const hits = wanted === '' ? [] : await byReference(visit, wanted);
  const [only] = hits;
  if (only !== undefined && hits.length === 1)
    return { kind: 'redirect', to: placeOfId(only.id) ?? '/console' };
  if (direct !== undefined && only === undefined) return { kind: 'redirect', to: direct };
  return {
    kind: 'page',
    title: wanted === '' ? 'Find' : `Find “${wanted}”`,
    section: 'none',
    content: panel(
      'Found',
      hits.length === 0
        ? empty(
            wanted === '' ? 'What are you looking for?' : 'Nothing has this ID or reference',
            'Enter a whole ID, such as usr_…, wal_… or trf_…, or an integrator’s own reference of a user or a transfer.',
          )
        : table<Hit>(
            'Found',
            [
              { label: 'ID', heads: true, cell: (hit) => rowId(hit.id) },
              { label: 'What', cell: ({ what }) => badge(what, 'plain') },
              { label: 'Of', cell: ({ place }) => whose(place) },
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
  whe: COLLECTIONS.history,
};

/** Whether an object with this ID is known here already; what was just made may not be. */
async function isThere({ services }: Visit, id: string): Promise<boolean> {
  const collection = COLLECTION_OF[id.split('_')[0] ?? ''];
  if (collection !== undefined) return (await services.documents.get(collection, id)) !== undefined;
  const { integrators, keys, tokens } = services.platform();
  return integrators.has(id) || keys.has(id) || tokens.has(id);
}

const PLACES = [
  { collection: COLLECTIONS.users, what: 'user' },
  { collection: COLLECTIONS.transfers, what: 'transfer' },
] as const;

async function byReference(visit: Visit, reference: string): Promise<readonly Hit[]> {
  const { documents, platform } = visit.services;
  const books = [...platform().integrators.keys()].flatMap(booksOf);
  const hits: Hit[] = [];
  for (let i = 0; i < books.length && hits.length < HITS_MAX; i += AT_ONCE) {
    const asked = books.slice(i, i + AT_ONCE).flatMap((scope) =>
      PLACES.map(async ({ collection, what }) => {
        const query = { scope, terms: [`reference:${reference}`], order: 'newest', limit: HITS_MAX } as const;
        const place = placeOfStream(visit, scope);
        if (place === undefined) return [];
        return (await documents.list(collection, query)).map((found) => ({ id: found.id, what, place }));
      }),
    );
    hits.push(...(await Promise.all(asked)).flat());
  }
  return hits.slice(0, HITS_MAX);
}

export const searchPages: readonly ConsoleRoute[] = [{ path: '/console/search', get: searchPage }];
