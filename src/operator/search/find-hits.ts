/** Finds objects through the search index, and completes them from their own documents. */
import { COLLECTIONS } from '../../../projections/collections.ts';
import { SEARCH_SCOPE } from '../../../projections/search/search-terms.ts';
import { personWords, phoneDigits } from '../../../projections/search/search-words.ts';
import { parseBody } from '../../read-models/collection.ts';
import type { Collection } from '../../read-models/collection.ts';
import type { StoredDocument } from '../../read-models/port.ts';
import type { OperatorServices } from '../operations/services.ts';
import type { Lookup } from './interpret-query.ts';

type Documents = Pick<OperatorServices['documents'], 'list' | 'getMany'>;

/** The collections of indexed objects, by the prefix of their IDs. */
const SOURCES = {
  usr: COLLECTIONS.users,
  trf: COLLECTIONS.transfers,
  wal: COLLECTIONS.wallets,
  da: COLLECTIONS.depositAccounts,
  pa: COLLECTIONS.payoutAccounts,
} as const;

export type IndexedPrefix = keyof typeof SOURCES;
type Source<Prefix extends IndexedPrefix> = (typeof SOURCES)[Prefix] extends Collection<infer V> ? V : never;
/** An object of the index, with its type as the prefix of its ID. */
export type FoundObject = {
  [Prefix in IndexedPrefix]: { readonly prefix: Prefix; readonly value: Source<Prefix> };
}[IndexedPrefix];
export type Hit = {
  readonly id: string;
  readonly stream: string;
  readonly matchedBy: Lookup['matchedBy'];
  readonly found: FoundObject;
};

/** Candidates per lookup. People who share the beginning of a name, and objects of former books, are filtered among them. */
const CANDIDATES_MAX = 200;

const prefixOf = (id: string): IndexedPrefix | undefined => {
  const prefix = id.slice(0, id.indexOf('_'));
  return prefix in SOURCES ? (prefix as IndexedPrefix) : undefined;
};

/**
 * The best hits first: by the order of the lookups, then exact words before beginnings, then the newest. Objects of books for which
 * `isShown` is false are left out.
 */
export async function findHits(
  documents: Documents,
  lookups: readonly Lookup[],
  limit: number,
  isShown: (stream: string) => boolean,
): Promise<readonly Hit[]> {
  const lists = await Promise.all(lookups.map((lookup) => candidates(documents, lookup)));
  const ids = [...new Set(lists.flat())];
  const objects = await loadObjects(documents, ids, isShown);
  const hits = new Map<string, Hit>();
  lookups.forEach((lookup, index) => {
    const { matchedBy } = lookup;
    const ranked = (lists[index] ?? []).flatMap((id) => {
      const object = objects.get(id);
      const rank = object === undefined ? undefined : rankOf(object.found, lookup);
      return object === undefined || rank === undefined ? [] : [{ rank, hit: { id, matchedBy, ...object } }];
    });
    ranked.sort((a, b) => a.rank - b.rank || (a.hit.id < b.hit.id ? 1 : -1));
    for (const { hit } of ranked) if (!hits.has(hit.id)) hits.set(hit.id, hit);
  });
  return [...hits.values()].slice(0, limit);
}

async function candidates(documents: Documents, lookup: Lookup): Promise<readonly string[]> {
  const { terms, after, before, idEnd } = lookup;
  const found = await documents.list(COLLECTIONS.search, {
    scope: SEARCH_SCOPE,
    terms,
    order: 'newest',
    limit: CANDIDATES_MAX,
    ...(after === undefined ? {} : { after }),
    ...(before === undefined ? {} : { before }),
  });
  return found.map(({ id }) => id).filter((id) => idEnd === undefined || id.endsWith(idEnd));
}

type Loaded = { readonly stream: string; readonly found: FoundObject };

async function loadObjects(
  documents: Documents,
  ids: readonly string[],
  isShown: (stream: string) => boolean,
): Promise<ReadonlyMap<string, Loaded>> {
  const byPrefix = new Map<IndexedPrefix, string[]>();
  for (const id of ids) {
    const prefix = prefixOf(id);
    if (prefix !== undefined) byPrefix.set(prefix, [...(byPrefix.get(prefix) ?? []), id]);
  }
  const loaded = new Map<string, Loaded>();
  const load = async (prefix: IndexedPrefix, wanted: readonly string[]): Promise<void> => {
    for (const each of await documents.getMany(SOURCES[prefix], wanted))
      if (isShown(each.scope)) loaded.set(each.id, { stream: each.scope, found: foundObject(prefix, each) });
  };
  await Promise.all([...byPrefix].map(([prefix, wanted]) => load(prefix, wanted)));
  return loaded;
}

/** The collection belongs to the prefix. */
const foundObject = (prefix: IndexedPrefix, document: StoredDocument): FoundObject =>
  ({
    prefix,
    value: JSON.parse(document.body) as unknown,
  }) as FoundObject;

/** Smaller is better. Undefined if the object does not match in full: the index knows only beginnings and ends. */
function rankOf({ prefix, value }: FoundObject, { words, digits }: Lookup): number | undefined {
  if (digits !== undefined)
    return prefix === 'usr' && phoneDigits(value.phone ?? '').endsWith(digits) ? 0 : undefined;
  if (words === undefined) return 0;
  const own =
    prefix === 'usr'
      ? personWords({ names: namesOf(value), email: value.email })
      : prefix === 'pa'
        ? personWords({ names: [value.account_owner_name] })
        : [];
  if (!words.every((word) => own.some((each) => each.startsWith(word)))) return undefined;
  return words.filter((word) => !own.includes(word)).length + (prefix === 'usr' ? 0 : 0.5);
}

const namesOf = (user: Source<'usr'>): readonly (string | null | undefined)[] => {
  const { first_name, last_name, business_name } = user as Partial<
    Record<'first_name' | 'last_name' | 'business_name', string | null>
  >;
  return [first_name, last_name, business_name];
};

/** The name of a user as one text; null if there is none. */
export function nameOfUser(user: Source<'usr'>): string | null {
  const name = namesOf(user)
    .filter((each) => typeof each === 'string')
    .join(' ');
  return name === '' ? null : name;
}

/** The names of users by their IDs. */
export async function loadNames(
  documents: Documents,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string | null>> {
  const found = await documents.getMany(COLLECTIONS.users, [...new Set(ids)]);
  return new Map(found.map((each) => [each.id, nameOfUser(parseBody(COLLECTIONS.users, each))]));
}
