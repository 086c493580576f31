import { foldedWords, isWithoutSpaces, soundOf } from '../src/screening/name-words.ts';
import type { TransferEvent } from '../src/ledger/transfer.ts';
import { defineBookProjection, ignoreAllBut } from './book-projection.ts';
import type { Recorded } from './views.ts';

/** The terms of the search index, without those of people, which are keyed hashes. */

/** The search index has one scope, so that the cost of a search does not depend on the number of books. */
export const SEARCH_SCOPE = 'search';

/** What a document of the index says about its object. Its type follows from its ID. */
export type SearchEntry = {
  /** The book. */
  readonly stream: string;
  /** Of a transfer, in the unit of its source. */
  readonly amount?: string;
};

type Environment = 'sandbox' | 'production';

export const environmentIn = (stream: string): Environment =>
  stream.endsWith('-production') ? 'production' : 'sandbox';

/** Objects without a list of their own are found by the term of their type. */
export type IndexedType = 'wallets' | 'deposit_accounts' | 'payout_accounts';

export const searchTerms = {
  ofType: (type: IndexedType): string => type,
  users: (environment: Environment): string => `users:${environment}`,
  usersOf: (stream: string): string => `users@${stream}`,
  transfers: (kind: string, environment: Environment): string => `transfers:${kind}:${environment}`,
  transfersOf: (stream: string): string => `transfers@${stream}`,
  identity: (status: string): string => `identity:${status}`,
  status: (status: string): string => `status:${status}`,
  state: (state: string): string => `state:${state}`,
  rail: (rail: string): string => `rail:${rail}`,
  user: (id: string): string => `user:${id}`,
  /** The last digits of the number of a payout account, as its event has them. */
  ends: (digits: string): string => `ends:${digits}`,
  /** A part of the reference of a user or of a deposit account. */
  referencePart: (part: string): string => `part:${part}`,
  /** A reference of the integrator, of a rail, or of a rail's provider. */
  reference: (reference: string): string => `reference:${foldReference(reference)}`,
  amount: (amount: string): string => `amount:${plainAmount(amount)}`,
  /** The number of digits before the decimal point. A range of amounts is a few of these terms. */
  magnitude: (digits: number): string => `magnitude:${digits}`,
} as const;

/** References are compared without case, spaces, and punctuation, as banks print them: `SVC-2P 8` is `svc2p8`. */
export const foldReference = (reference: string): string =>
  reference.replace(/[^\p{L}\p{N}]+/gu, '').toLowerCase() || reference.replace(/\s+/g, '').toLowerCase();

const PARTS_MAX = 6;
const PART_LENGTH_MIN = 3;

/** The parts of a reference between punctuation; none of a reference without. */
export function referenceParts(reference: string): readonly string[] {
  const parts = reference.toLowerCase().split(/[^\p{L}\p{N}]+/u);
  return parts.length < 2 ? [] : parts.filter(({ length }) => length >= PART_LENGTH_MIN).slice(0, PARTS_MAX);
}

/** An amount without zeros at its end: `1500` and `1500.00` are the same. */
export const plainAmount = (amount: string): string =>
  amount.includes('.') ? amount.replace(/\.?0+$/, '') : amount;

/** The digits before the decimal point; none below one. */
export function magnitudeOf(amount: string): number {
  const [whole = ''] = amount.split('.');
  return whole === '0' ? 0 : whole.length;
}

/** The mark of a keyed term. No other term begins with it. */
export const KEYED_TERM_MARK = '~';

/** The words and digits by which people are found. The index contains keyed hashes of them, never the texts themselves. */

/** What a search finds a person by. Every role that may not see these fields may not search by them either. */
type SearchableFields = {
  readonly names: readonly (string | null | undefined)[];
  readonly email?: string | null | undefined;
  readonly phone?: string | null | undefined;
};

/** All words of a person, without duplicates. */
export function personWords({ names, email }: SearchableFields): readonly string[] {
  const words = names.flatMap((each) => foldedWords(each ?? ''));
  return [...new Set([...words, ...wordsWithOtherSpaces(words), ...foldedWords(email ?? '')])];
}

/** `王小明` has no spaces, and somebody may search for any part of it, or for the parts of `小明 王` in either order. */
function wordsWithOtherSpaces(words: readonly string[]): readonly string[] {
  const parts = words.filter(isWithoutSpaces);
  const whole = parts.length > 1 ? [parts.join(''), parts.toReversed().join('')] : [];
  return [
    ...whole,
    ...[...parts, ...whole].flatMap((word) =>
      Array.from(word, (_, at) => Array.from(word).slice(at).join('')),
    ),
  ];
}

/** A phone number without spaces, signs, and the zeros of a national or international prefix. */
export const phoneDigits = (phone: string): string => phone.replace(/\D/g, '').replace(/^0+/, '');

/** The lengths of the beginnings of words that are indexed, and of the ends of phone numbers. */
const PREFIX_LENGTHS = [2, 3, 4, 6, 8, 12];
const SUFFIX_LENGTHS = [4, 7, 9];
/** Of one person. */
const WORDS_MAX = 16;

const prefixLengths = (word: string): readonly number[] =>
  // In a script with few letters per word, one letter is selective.
  isWithoutSpaces(word) ? [1, ...PREFIX_LENGTHS] : PREFIX_LENGTHS;

/** The texts whose keyed hashes are the terms of a person. */
function personTokens(fields: SearchableFields): readonly string[] {
  const words = personWords(fields).slice(0, WORDS_MAX);
  const digits = phoneDigits(fields.phone ?? '');
  const sounds = fields.names.flatMap((name) => foldedWords(name ?? '')).slice(0, WORDS_MAX);
  return [
    ...new Set(sounds.flatMap((word) => tokenOfSound(word) ?? [])),
    ...new Set(
      words.flatMap((word) => {
        const letters = Array.from(word);
        return prefixLengths(word)
          .filter((length) => length <= letters.length)
          .map((length) => wordToken(letters.slice(0, length).join('')));
      }),
    ),
    ...SUFFIX_LENGTHS.filter((length) => length <= digits.length).map((length) =>
      phoneToken(digits.slice(-length)),
    ),
  ];
}

/** The most selective token that every person with a word that begins so has; undefined if it is too short. */
export function tokenOfWord(word: string): string | undefined {
  const letters = Array.from(word);
  const length = prefixLengths(word).findLast((each) => each <= letters.length);
  return length === undefined ? undefined : wordToken(letters.slice(0, length).join(''));
}

/** The most selective token of everyone whose phone number ends with these digits; undefined if there are too few. */
export function tokenOfPhone(digits: string): string | undefined {
  const length = SUFFIX_LENGTHS.findLast((each) => each <= digits.length);
  return length === undefined ? undefined : phoneToken(digits.slice(-length));
}

/** The token of everyone with a word in the name that sounds alike; undefined if the word is too short. */
export function tokenOfSound(word: string): string | undefined {
  const sound = soundOf(word);
  return sound === undefined ? undefined : `sound ${sound}`;
}

const wordToken = (prefix: string): string => `word ${prefix}`;
const phoneToken = (suffix: string): string => `phone ${suffix}`;

// The search index of operators: one document for each user, transfer, wallet, and account. Its terms are what the object can
// be found and listed by. Names, emails, and phone numbers are in it as keyed hashes only, and are removed with the person.

type Before = { readonly value: SearchEntry; readonly terms: readonly string[] } | undefined;
type Terms = readonly string[];
type PersonalEvent = Recorded<'user.created' | 'user.updated' | 'payout_account.opened'>;

const isKeyed = (term: string): boolean => term.startsWith(KEYED_TERM_MARK);

const withoutKeyed = (before: Before) =>
  before && { ...before, terms: before.terms.filter((term) => !isKeyed(term)) };

/** The terms of a person; none if the person was forgotten. */
function keyedTerms({ personal, keyedTerm }: PersonalEvent): Terms {
  if (personal === null) return [];
  const text = (name: string): string | null => {
    const value = personal[name];
    return typeof value === 'string' ? value : null;
  };
  const fields: SearchableFields = {
    names: ['first_name', 'last_name', 'business_name', 'account_owner_name'].map(text),
    email: text('email'),
    phone: text('phone'),
  };
  return personTokens(fields).map((token) => KEYED_TERM_MARK + keyedTerm(token));
}

/** Replaces the terms that begin like this one up to its colon. */
function replaced(before: Before, term: string): Before {
  if (before === undefined) return undefined;
  const prefix = term.slice(0, term.indexOf(':') + 1);
  return { ...before, terms: [...before.terms.filter((each) => !each.startsWith(prefix)), term] };
}

/** Found by the beginning of their ID, and by what else is known. */
const opened = (type: IndexedType, stream: string, terms: Terms = []) => ({
  value: { stream },
  terms: [searchTerms.ofType(type), ...terms],
});

const referenceTerms = (...references: readonly (string | null | undefined)[]): Terms => [
  ...new Set(references.flatMap((each) => (each ? [searchTerms.reference(each)] : []))),
];

const partTerms = (...references: readonly (string | null | undefined)[]): Terms =>
  [...new Set(references.flatMap((each) => referenceParts(each ?? '')))].map(searchTerms.referencePart);

/** Of what a payer names, and of what the provider knows the account by. */
function depositReferenceTerms({
  deposit_instructions: { reference, account_number },
  provider_reference,
}: Recorded<'deposit_account.opened'>['data']): Terms {
  return [
    ...referenceTerms(reference, account_number, provider_reference),
    ...partTerms(reference, provider_reference),
    ...(account_number === undefined ? [] : [searchTerms.ends(account_number.slice(-4))]),
  ];
}

const endTerms = ({ bank, emailpay }: Recorded<'payout_account.opened'>['data']): Terms =>
  [bank?.account_number_last4, emailpay?.phone_number_last4].flatMap((each) =>
    each ? [searchTerms.ends(each)] : [],
  );

const amountTerms = (...amounts: readonly (string | null | undefined)[]): Terms => [
  ...new Set(amounts.flatMap((each) => (each ? [searchTerms.amount(each)] : []))),
];

function createdTransfer({ data, stream }: Recorded<'transfer.created'>) {
  const { kind, state, source, destination, amount, payout } = data;
  const users = [source.user_id, destination.user_id].filter((id) => id !== undefined);
  const rail = source.rail ?? destination.rail;
  const terms = [
    ...[...new Set(users)].map(searchTerms.user),
    searchTerms.state(state),
    searchTerms.transfersOf(stream),
    searchTerms.transfers(kind, environmentIn(stream)),
    ...(rail === undefined ? [] : [searchTerms.rail(rail)]),
    searchTerms.magnitude(magnitudeOf(amount)),
    ...amountTerms(amount, payout?.amount),
    ...referenceTerms(data.integrator_reference, data.provider_reference),
  ];
  return { value: { stream, amount }, terms };
}

function movedTransfer(before: Before, { data }: Recorded<'transfer.state_changed'>) {
  const moved = replaced(before, searchTerms.state(data.state));
  const { receipt } = data;
  if (moved === undefined || receipt === undefined) return moved;
  const added = [
    ...amountTerms(receipt.amount_received, receipt.amount_credited, receipt.amount_paid_out),
    ...referenceTerms(receipt.rail_reference),
  ];
  return { ...moved, terms: [...new Set([...moved.terms, ...added])] };
}

const userId = ({ data }: { readonly data: { readonly user_id: string } }): readonly string[] => [
  data.user_id,
];
const transferId = ({ data }: Recorded<TransferEvent['type']>): readonly string[] => [data.transfer_id];

export const searchIndexProjection = defineBookProjection<SearchEntry>({
  name: 'search',
  version: 3,
  scope: SEARCH_SCOPE,
  state: 'search',
  rules: {
    ...ignoreAllBut('users', 'wallets', 'deposit_accounts', 'payout_accounts', 'transfers'),
    'user.created': {
      touches: userId,
      fold: (_before, event) => ({
        value: { stream: event.stream },
        terms: [
          searchTerms.users(environmentIn(event.stream)),
          searchTerms.usersOf(event.stream),
          searchTerms.identity('not_started'),
          searchTerms.status('active'),
          ...referenceTerms(event.data.external_reference),
          ...partTerms(event.data.external_reference),
          ...keyedTerms(event),
        ],
      }),
    },
    'user.updated': {
      touches: userId,
      fold(before: Before, event) {
        const plain = withoutKeyed(before);
        return event.data.sealed === undefined || plain === undefined
          ? undefined
          : { ...plain, terms: [...plain.terms, ...keyedTerms(event)] };
      },
    },
    'user.kyc_status_changed': {
      touches: userId,
      fold: (before: Before, { data }) => replaced(before, searchTerms.identity(data.kyc_status)),
    },
    'user.terms_status_changed': 'ignore',
    'user.deactivated': {
      touches: userId,
      fold: (before: Before) => replaced(before, searchTerms.status('deactivated')),
    },
    'user.forgotten': {
      touches: ({ data }) => [data.user_id, ...data.payout_account_ids],
      fold: withoutKeyed,
    },
    'wallet.opened': {
      touches: ({ data }) => [data.wallet_id],
      fold: (_before, { stream }) => opened('wallets', stream),
    },
    'wallet.frozen': 'ignore',
    'wallet.unfrozen': 'ignore',
    'deposit_account.opened': {
      touches: ({ data }) => [data.deposit_account_id],
      fold: (_before, { data, stream }) => opened('deposit_accounts', stream, depositReferenceTerms(data)),
    },
    'deposit_account.deactivated': 'ignore',
    'deposit_account.reactivated': 'ignore',
    'payout_account.opened': {
      touches: ({ data }) => [data.payout_account_id],
      fold: (_before, event) =>
        opened('payout_accounts', event.stream, [...endTerms(event.data), ...keyedTerms(event)]),
    },
    'payout_account.name_checked': 'ignore',
    'payout_account.deleted': 'ignore',
    'transfer.created': { touches: transferId, fold: (_before, event) => createdTransfer(event) },
    'transfer.state_changed': { touches: transferId, fold: movedTransfer },
  },
});
