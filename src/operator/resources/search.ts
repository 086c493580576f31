/** The search of operators: objects by ID, reference, or amount, and people by personal data for roles that may see it. */
import { environmentIn, wordsOf } from '../../../projections/search.ts';
import type { SearchHit } from '../../generated/api.ts';
import { idTime } from '../../ledger/ids.ts';
import { identifyBook } from '../../platform/books.ts';
import type { OperatorCaller, OperatorHandlers } from '../operations/operation.ts';
import { mask, roleSeesPersonalData } from '../operations/personal-data.ts';
import type { OperatorServices } from '../operations/services.ts';
import { findHits, interpretQuery, loadNames, type Hit } from '../search.ts';

const LIMIT_DEFAULT = 20;
/** A search shows what exists. It waits for the newest writes only if they are there at once. */
const CATCH_UP_MS = 50;

export const searchHandlers = {
  async search({ services, token, query }) {
    const { q, limit = LIMIT_DEFAULT } = query;
    const { documents, barrier, head, vault } = services;
    await barrier.waitFor(await head(), CATCH_UP_MS);
    const lookups = interpretQuery(q, roleSeesPersonalData(token) ? vault.keyedTerm : undefined);
    const hits = await findHits(documents, lookups, limit, (stream) => !services.books.isFormer(stream));
    const names = await loadNames(documents, hits.flatMap(peopleIn));
    const data = [...hits.map((hit) => presentHit(hit, names, token)), ...integratorHits(services, q)].slice(
      0,
      limit,
    );
    return { status: 200, body: JSON.stringify({ data }) };
  },
} satisfies Partial<OperatorHandlers>;

function peopleIn({ id, found: { prefix, value } }: Hit): readonly string[] {
  if (prefix === 'usr') return [id];
  if (prefix !== 'trf') return [value.user_id];
  const { source, destination } = value;
  return [...new Set([source.user_id, destination.user_id])].filter((each) => each !== undefined);
}

const TYPES = {
  usr: 'user',
  trf: 'transfer',
  wal: 'wallet',
  da: 'deposit_account',
  pa: 'payout_account',
} as const;

function presentHit(
  hit: Hit,
  names: ReadonlyMap<string, string | null>,
  token: OperatorCaller['token'],
): SearchHit {
  const { id, stream, matchedBy, found } = hit;
  const nameOf = (user: string): string | null => {
    const name = names.get(user) ?? null;
    return roleSeesPersonalData(token) ? name : mask('name', name);
  };
  return {
    object: 'search_hit',
    id,
    type: TYPES[found.prefix],
    matched_by: matchedBy,
    integrator_id: identifyBook(stream).integrator_id,
    environment: environmentIn(stream),
    ...detailsOf(found),
    people: peopleIn(hit).map((user_id) => ({ user_id, name: nameOf(user_id) })),
    created_at: new Date(idTime(id)).toISOString(),
  };
}

type Details = Pick<SearchHit, 'state' | 'kind' | 'amount' | 'unit' | 'reference'>;
const NO_DETAILS: Details = { state: null, kind: null, amount: null, unit: null, reference: null };

function detailsOf({ prefix, value }: Hit['found']): Details {
  switch (prefix) {
    case 'usr':
      return { ...NO_DETAILS, state: value.status, kind: value.type, reference: value.external_reference };
    case 'trf': {
      const { state, kind, amount, source, integrator_reference, receipt } = value;
      const unit = source.asset ?? source.currency ?? null;
      const reference = integrator_reference ?? receipt?.rail_reference ?? null;
      return { state, kind, amount, unit, reference };
    }
    case 'wal':
      return { ...NO_DETAILS, state: value.status, amount: value.balance.available, unit: value.asset };
    case 'da':
      return { ...NO_DETAILS, state: value.status, kind: value.source.rail };
    case 'pa':
      return { ...NO_DETAILS, kind: value.type };
  }
}

/** Integrators by the beginnings of the words of their names. */
function integratorHits({ platform }: Pick<OperatorServices, 'platform'>, q: string): readonly SearchHit[] {
  const words = wordsOf(q);
  if (words.length === 0) return [];
  return [...platform().integrators.values()]
    .filter(({ name }) => {
      const own = wordsOf(name);
      return words.every((word) => own.some((each) => each.startsWith(word)));
    })
    .map(({ id, name }) => ({
      object: 'search_hit',
      id,
      type: 'integrator',
      matched_by: 'name',
      integrator_id: id,
      environment: null,
      ...NO_DETAILS,
      reference: name,
      people: [],
      created_at: new Date(idTime(id)).toISOString(),
    }));
}
