/**
 * The search index of operators: one document for each user, transfer, wallet, and account. Its terms are what the object can
 * be found and listed by. Names, emails, and phone numbers are in it as keyed hashes only, and are removed with the person.
 */
import type { TransferEvent } from '../../src/ledger/transfers/transfer.ts';
import { defineBookProjection, ignoreTopics } from '../book-projection.ts';
import type { Recorded } from '../views.ts';
import { KEYED_TERM_MARK, SEARCH_SCOPE, environmentIn, magnitudeOf, searchTerms } from './search-terms.ts';
import type { IndexedType, SearchEntry } from './search-terms.ts';
import { personTokens } from './search-words.ts';
import type { SearchableFields } from './search-words.ts';

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
  version: 1,
  scope: SEARCH_SCOPE,
  state: 'search',
  rules: {
    ...ignoreTopics(
      'onboarding',
      'offramps',
      'deposits',
      'postings',
      'quotes',
      'treasury',
      'webhook_endpoints',
      'redeliveries',
      'requests',
      'clock',
      'generations',
      'screening',
      'dual_control',
      'notes',
    ),
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
      fold: (_before, { data, stream }) =>
        opened('deposit_accounts', stream, referenceTerms(data.provider_reference)),
    },
    'deposit_account.deactivated': 'ignore',
    'deposit_account.reactivated': 'ignore',
    'payout_account.opened': {
      touches: ({ data }) => [data.payout_account_id],
      fold: (_before, event) => opened('payout_accounts', event.stream, keyedTerms(event)),
    },
    'payout_account.name_checked': 'ignore',
    'payout_account.deleted': 'ignore',
    'transfer.created': { touches: transferId, fold: (_before, event) => createdTransfer(event) },
    'transfer.state_changed': { touches: transferId, fold: movedTransfer },
  },
});
