/** What a search text can mean: an ID, a reference, an amount, or a person. Several meanings are searched at once. */
import { KEYED_TERM_MARK, searchTerms } from '../../../projections/search/search-terms.ts';
import type { IndexedType } from '../../../projections/search/search-terms.ts';
import { phoneDigits, tokenOfPhone, tokenOfWord, wordsOf } from '../../../projections/search/search-words.ts';
import { TRANSFER_TRANSITIONS } from '../../ledger/transfers/transfer.ts';
import { ENVIRONMENTS } from '../../ledger/environment.ts';

export type MatchedBy = 'id' | 'reference' | 'name' | 'phone' | 'amount';

/** Documents of the index with all of the terms, and with IDs in between. */
export type Lookup = {
  readonly matchedBy: MatchedBy;
  readonly terms: readonly string[];
  readonly after?: string;
  readonly before?: string;
  /** The end of the ID, if only its beginning and its end were given. */
  readonly idEnd?: string;
  /** For a lookup by personal fields, which many people share: what they must match in full. */
  readonly words?: readonly string[];
  readonly digits?: string;
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
  const words = wordsOf(text).slice(0, WORDS_MAX);
  // A longer word is more selective.
  const tokens = [...words].sort((a, b) => b.length - a.length).flatMap((word) => tokenOfWord(word) ?? []);
  const byName: readonly Lookup[] =
    tokens.length === 0 ? [] : [{ matchedBy: 'name', terms: tokens.map(keyed), words }];
  const phone = /^[+\d][\d\s()./-]*$/.test(text) ? tokenOfPhone(text) : undefined;
  return phone === undefined
    ? byName
    : [...byName, { matchedBy: 'phone', terms: [keyed(phone)], digits: phoneDigits(text) }];
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
    { matchedBy: 'reference', terms: [searchTerms.reference(query)] },
    ...(keyedTerm === undefined ? [] : personLookups(query, keyedTerm)),
    ...amountLookups(query),
  ];
}
