/** Finds anything by its ID, and users and transfers by what their integrator calls them. */
import { COLLECTIONS } from '../../projections/collections.ts';
import { booksOf, placeOfStream, whose } from './places.ts';
import type { BookPlace } from './places.ts';
import { badge, empty, panel, placeOfId, rowId, table } from './ui.ts';
import type { ConsoleRoute, Found, Visit } from './visit.ts';

type Hit = { readonly id: string; readonly what: string; readonly place: BookPlace };

/** How many books are asked at the same time, and how many answers are shown. */
const AT_ONCE = 16;
const HITS_MAX = 50;

async function searchPage(visit: Visit): Promise<Found> {
  const wanted = (visit.query.get('q') ?? '').trim().slice(0, 128);
  const direct = placeOfId(wanted);
  if (direct !== undefined) return { kind: 'redirect', to: direct };
  if (/^opt_/.test(wanted)) return { kind: 'redirect', to: '/console/tokens' };
  if (/^(trd|alc)_/.test(wanted)) return { kind: 'redirect', to: '/console/treasury' };
  const hits = wanted === '' ? [] : await byReference(visit, wanted);
  const [only] = hits;
  if (only !== undefined && hits.length === 1)
    return { kind: 'redirect', to: placeOfId(only.id) ?? '/console' };
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
