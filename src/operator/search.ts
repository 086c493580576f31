import { COLLECTIONS } from '../../projections/collections.ts';
import {
  KEYED_TERM_MARK,
  SEARCH_SCOPE,
  environmentIn,
  personWords,
  phoneDigits,
  searchTerms,
  referenceParts,
  tokenOfPhone,
  tokenOfSound,
  tokenOfWord,
  type IndexedType,
} from '../../projections/search.ts';
import type { SearchHit } from '../generated/api.ts';
import { ENVIRONMENTS, idTime } from '../ledger/ids.ts';
import { TRANSFER_TRANSITIONS } from '../ledger/transfer.ts';
import { identifyBook } from '../platform/books.ts';
import { parseBody, type Collection } from '../read-models/collection.ts';
import type { StoredDocument } from '../read-models/port.ts';
import { foldedWords, soundOf } from '../screening/name-words.ts';
import type { OperatorCaller, OperatorHandlers } from './operations/operation.ts';
import { mask, roleSeesPersonalData } from './operations/personal-data.ts';
import type { OperatorServices } from './operations/services.ts';

// What a search text can mean: an ID, a reference, an amount, or a person. Several meanings are searched at once.

type MatchedBy = SearchHit['matched_by'];

/** Documents of the index with one of the terms, and with IDs in between. */
type Lookup = {
  readonly matchedBy: MatchedBy;
  readonly terms: readonly string[];
  readonly after?: string;
  readonly before?: string;
  /** The end of the ID, if only its beginning and its end were given. */
  readonly idEnd?: string;
  /** For a lookup by personal fields, which many people share: what they must match in full. */
  readonly words?: readonly string[];
  readonly digits?: string;
  /** The reference must have all of these parts. */
  readonly parts?: readonly string[];
  /** Words that the names of a person must sound like. */
  readonly sounds?: readonly string[];
};

const INDEXED_TYPES: readonly (readonly [prefix: string, type: IndexedType])[] = [
  ['wal', 'wallets'],
  ['da', 'deposit_accounts'],
  ['pa', 'payout_accounts'],
];

/** The terms that list all objects whose IDs have a prefix, the most useful types first. */
const TERMS_BY_PREFIX: ReadonlyMap<string, readonly string[]> = new Map<string, readonly string[]>([
  ['usr', ENVIRONMENTS.map(searchTerms.users)],
  [
    'trf',
    Object.keys(TRANSFER_TRANSITIONS).flatMap((kind) =>
      ENVIRONMENTS.map((environment) => searchTerms.transfers(kind, environment)),
    ),
  ],
  ...INDEXED_TYPES.map(([prefix, type]) => [prefix, [searchTerms.ofType(type)]] as const),
]);

/** IDs start with their time, so a part without its prefix is taken for one only if it has most of the time. */
const PART_OF_ID = /^(?:([a-z]{2,3})_)?([0-9a-hjkmnp-tv-z]{0,26})(?:(?:…|\.{3})([0-9a-hjkmnp-tv-z]{1,26}))?$/;
const BARE_PART_LENGTH_MIN = 8;

function idLookups(text: string): readonly Lookup[] {
  const [, prefix, start = '', idEnd] = PART_OF_ID.exec(text) ?? [undefined, undefined, ''];
  if (prefix === undefined && (start.length < BARE_PART_LENGTH_MIN || !start.startsWith('0'))) return [];
  const prefixes = prefix === undefined ? [...TERMS_BY_PREFIX.keys()] : [prefix];
  return prefixes.flatMap((each) => {
    // A complete ID is not greater than itself.
    const after = `${each}_${start}`.slice(0, -1);
    const bounds = { after, before: `${each}_${start}~` };
    return (TERMS_BY_PREFIX.get(each) ?? []).map((term) => ({
      matchedBy: 'id' as const,
      terms: [term],
      ...bounds,
      ...(idEnd === undefined ? {} : { idEnd }),
    }));
  });
}

/** The end of an account number, alone or behind dots: `••6789`. */
const ENDING = /^[•*.…x\s]*(\d{4})$/i;

/** A whole reference as the integrator or a bank writes it, parts of one, and the last digits of an account. */
function referenceLookups(text: string): readonly Lookup[] {
  const split = referenceParts(text);
  const parts = split.length > 0 ? split : [text.toLowerCase()];
  const [longest = ''] = parts.toSorted((a, b) => b.length - a.length);
  const ending = ENDING.exec(text)?.[1];
  return [
    { matchedBy: 'reference', terms: [searchTerms.reference(text)] },
    { matchedBy: 'reference', terms: [searchTerms.referencePart(longest)], parts },
    ...(ending === undefined
      ? []
      : [{ matchedBy: 'account_number' as const, terms: [searchTerms.ends(ending)] }]),
  ];
}

const AMOUNT = /^\p{Sc}?\s*(\d[\d,' ]*(?:\.\d+)?)\s*(?:points?|coin|[a-z]{3})?$/iu;

function amountLookups(text: string): readonly Lookup[] {
  const digits = AMOUNT.exec(text)?.[1]?.replace(/[,' ]/g, '');
  if (digits === undefined) return [];
  const amount = digits.replace(/^0+(?=\d)/, '');
  return [{ matchedBy: 'amount', terms: [searchTerms.amount(amount)] }];
}

const WORDS_MAX = 8;

function personLookups(text: string, keyedTerm: (text: string) => string): readonly Lookup[] {
  const keyed = (token: string): string => KEYED_TERM_MARK + keyedTerm(token);
  const words = foldedWords(text).slice(0, WORDS_MAX);
  // A longer word is more selective.
  const tokens = [...words].sort((a, b) => b.length - a.length).flatMap((word) => tokenOfWord(word) ?? []);
  const byName: readonly Lookup[] =
    tokens.length === 0 ? [] : [{ matchedBy: 'name', terms: tokens.map(keyed), words }];
  return [...byName, ...phoneLookups(text, keyed), ...similarNameLookups(words, keyed)];
}

/** People with names that sound like all of the words, for names that are spelled otherwise. */
function similarNameLookups(words: readonly string[], keyed: (token: string) => string): readonly Lookup[] {
  // The rest is compared with the names that sound like the longest word.
  const [longest] = words
    .filter((word) => soundOf(word) !== undefined)
    .toSorted((a, b) => b.length - a.length);
  const token = longest === undefined ? undefined : tokenOfSound(longest);
  return token === undefined ? [] : [{ matchedBy: 'similar_name', terms: [keyed(token)], sounds: words }];
}

/** A zero at the beginning may be that of a national prefix, or one of the last digits. */
function phoneLookups(text: string, keyed: (token: string) => string): readonly Lookup[] {
  // `+44 (0)20` has a zero that is only dialed within the country.
  const typed = text.replace(/^tel:/i, '').replace(/(?<=\d\s*)\(0\)/, '');
  if (!/^[(+\d][\d\s()./\p{Pd}]*$/u.test(typed)) return [];
  const readings = new Set([phoneDigits(typed), typed.replace(/\D/g, '')]);
  return [...readings].flatMap((digits) => {
    const token = tokenOfPhone(digits);
    return token === undefined ? [] : { matchedBy: 'phone', terms: [keyed(token)], digits };
  });
}

/** `keyedTerm` is undefined if the role may not see personal data, and so may not search by it. */
export function interpretQuery(
  text: string,
  keyedTerm: ((text: string) => string) | undefined,
): readonly Lookup[] {
  const query = text.trim();
  if (query === '') return [];
  return [
    ...idLookups(query.toLowerCase()),
    ...referenceLookups(query),
    ...(keyedTerm === undefined ? [] : personLookups(query, keyedTerm)),
    ...amountLookups(query),
  ];
}

// Finds objects through the search index, and completes them from their own documents.

type Documents = Pick<OperatorServices['documents'], 'list' | 'getMany'>;

/** The collections of indexed objects, by the prefix of their IDs. */
const SOURCES = {
  usr: COLLECTIONS.users,
  trf: COLLECTIONS.transfers,
  wal: COLLECTIONS.wallets,
  da: COLLECTIONS.depositAccounts,
  pa: COLLECTIONS.payoutAccounts,
} as const;

type IndexedPrefix = keyof typeof SOURCES;
type Source<Prefix extends IndexedPrefix> = (typeof SOURCES)[Prefix] extends Collection<infer V> ? V : never;
/** An object of the index, with its type as the prefix of its ID. */
type FoundObject = {
  [Prefix in IndexedPrefix]: { readonly prefix: Prefix; readonly value: Source<Prefix> };
}[IndexedPrefix];
type Hit = {
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
function rankOf(found: FoundObject, { words, digits, sounds, parts }: Lookup): number | undefined {
  const { prefix, value } = found;
  if (parts !== undefined) return hasParts(found, parts) ? 0 : undefined;
  if (digits !== undefined)
    return prefix === 'usr' && phoneDigits(value.phone ?? '').endsWith(digits) ? 0 : undefined;
  if (sounds !== undefined) return soundRank(ownWords(found), sounds);
  if (words === undefined) return 0;
  const own = ownWords(found);
  if (!words.every((word) => own.some((each) => each.startsWith(word)))) return undefined;
  return words.filter((word) => !own.includes(word)).length + (prefix === 'usr' ? 0 : 0.5);
}

/** The index has one of the parts. What only the provider of a deposit account knows is not in its document. */
function hasParts({ prefix, value }: FoundObject, parts: readonly string[]): boolean {
  if (parts.length === 1) return true;
  const reference =
    prefix === 'usr' ? value.external_reference : prefix === 'da' ? value.deposit_instructions.reference : '';
  const own = referenceParts(reference);
  return parts.every((part) => own.includes(part));
}

function ownWords({ prefix, value }: FoundObject): readonly string[] {
  if (prefix === 'usr') return personWords({ names: namesOf(value), email: value.email });
  return prefix === 'pa' ? personWords({ names: [value.account_owner_name] }) : [];
}

/** The number of words that are spelled otherwise; undefined if one neither sounds like a word of the person nor begins one. */
function soundRank(own: readonly string[], words: readonly string[]): number | undefined {
  const sounds = new Set(own.map(soundOf));
  const isLike = (word: string): boolean =>
    own.some((each) => each.startsWith(word)) || (soundOf(word) !== undefined && sounds.has(soundOf(word)));
  return words.every(isLike) ? words.filter((word) => !own.includes(word)).length : undefined;
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

// The search of operators: objects by ID, reference, or amount, and people by personal data for roles that may see it.

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
  const words = foldedWords(q);
  if (words.length === 0) return [];
  return [...platform().integrators.values()]
    .filter(({ name }) => {
      const own = foldedWords(name);
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
