/** The list of transfers of all books. */

import { COLLECTIONS } from '../../../projections/collections.ts';
import { SEARCH_SCOPE, magnitudeOf, searchTerms } from '../../../projections/search.ts';
import type {
  OperatedTransfer,
  OperatedTransferListQuery,
  Transfer,
  TransferKind,
  TransferState,
} from '../../generated/api.ts';
import { ENVIRONMENTS, type EnvironmentName } from '../../ledger/ids.ts';
import { TRANSFER_TRANSITIONS } from '../../ledger/transfer.ts';
import { identifyBook } from '../../platform/books.ts';
import { parseBody } from '../../read-models/collection.ts';
import type { Condition } from '../../read-models/filtered-list.ts';
import { waitForBooks } from '../operations/cross-book-list.ts';
import { mask, roleSeesPersonalData } from '../operations/personal-data.ts';
import { loadNames } from '../search.ts';
import { GENERATION_FILTER, TIME_FILTERS, anyOf, booksOf, type FilterTable } from './filters.ts';
import {
  members,
  type CsvColumns,
  type ListCaller,
  type ListedObject,
  type OperatorList,
} from './list-page.ts';
import { compareAmounts } from './sorting.ts';

// Ranges of amounts: the index has a term for the number of digits, and each document has its amount.

/** Amounts have at most so many digits before the point, also as sums of several. */
const MAGNITUDE_MAX = 18;

function amountRange(min: string | undefined, max: string | undefined): Condition {
  const from = min === undefined ? 0 : magnitudeOf(min);
  const to = max === undefined ? MAGNITUDE_MAX : magnitudeOf(max);
  const magnitudes = Array.from({ length: Math.max(1, to - from + 1) }, (_, index) => from + index);
  return {
    anyOf: magnitudes.map(searchTerms.magnitude),
    test(document) {
      const { amount } = parseBody(COLLECTIONS.search, document);
      return (
        amount !== undefined &&
        (min === undefined || compareAmounts(amount, min) >= 0) &&
        (max === undefined || compareAmounts(amount, max) <= 0)
      );
    },
  };
}

type Query = OperatedTransferListQuery;

// The keys of the table are all kinds.
const KINDS = Object.keys(TRANSFER_TRANSITIONS) as readonly TransferKind[];
const STATES: readonly TransferState[] = [
  ...['pending', 'awaiting_funds', 'funds_received', 'in_review', 'payout_submitted', 'completed'],
  ...['failed', 'canceled', 'returned', 'undeliverable', 'refunded'],
] as const;

const environmentsOf = ({ environment }: Query): readonly EnvironmentName[] =>
  environment === undefined ? ENVIRONMENTS : [environment];

/** Each transfer has exactly one of these terms: its kind and its environment. */
const termsOf = (kinds: readonly TransferKind[], query: Query): readonly string[] =>
  kinds.flatMap((kind) => environmentsOf(query).map((each) => searchTerms.transfers(kind, each)));

const filters: FilterTable<Query> = {
  state: {
    label: 'State',
    input: { type: 'select', options: STATES },
    conditionOf: (state) => anyOf(searchTerms.state(state)),
  },
  kind: {
    label: 'Kind',
    input: { type: 'select', options: KINDS },
    conditionOf: (kind, query) => anyOf(...termsOf([kind], query)),
  },
  rail: { label: 'Rail', input: { type: 'rail' }, conditionOf: (rail) => anyOf(searchTerms.rail(rail)) },
  user_id: { label: 'User', input: { type: 'person' }, conditionOf: (id) => anyOf(searchTerms.user(id)) },
  reference: {
    label: 'Reference',
    input: { type: 'text' },
    conditionOf: (reference) => anyOf(searchTerms.reference(reference)),
  },
  amount_min: {
    label: 'Amount from',
    input: { type: 'amount' },
    conditionOf: (min, { amount_max }) => amountRange(min, amount_max),
  },
  amount_max: {
    label: 'Amount to',
    input: { type: 'amount' },
    conditionOf: (max, { amount_min }) =>
      amount_min === undefined ? amountRange(undefined, max) : undefined,
  },
  ...TIME_FILTERS,
  integrator_id: {
    label: 'Integrator',
    input: { type: 'integrator' },
    conditionOf: (id, query, books) => anyOf(...booksOf(id, query, books).map(searchTerms.transfersOf)),
  },
  generation: GENERATION_FILTER,
  environment: {
    label: 'Environment',
    input: { type: 'select', options: ENVIRONMENTS },
    // The terms of a kind and of an integrator contain the environment.
    conditionOf: (_, query) =>
      query.kind === undefined && query.integrator_id === undefined
        ? anyOf(...termsOf(KINDS, query))
        : undefined,
  },
};

const sidesOf = ({ source, destination }: Transfer): readonly string[] => [
  ...new Set([source.user_id, destination.user_id].filter((id) => id !== undefined)),
];

async function present(
  { services, token }: ListCaller,
  found: readonly ListedObject[],
): Promise<readonly OperatedTransfer[]> {
  // The documents of the collection have this type.
  const transfers = found.map(({ body }) => JSON.parse(body) as Transfer);
  const names = await loadNames(services.documents, transfers.flatMap(sidesOf));
  const nameOf = (id: string): string | null => {
    const name = names.get(id) ?? null;
    return roleSeesPersonalData(token) ? name : mask('name', name);
  };
  return transfers.map((transfer, index) => ({
    id: transfer.id,
    object: 'operated_transfer',
    ...identifyBook(found[index]?.scope ?? ''),
    people: sidesOf(transfer).map((user_id) => ({ user_id, name: nameOf(user_id) })),
    transfer,
  }));
}

const nameIn = ({ people }: OperatedTransfer, id: string | undefined) =>
  people.find(({ user_id }) => user_id === id)?.name;
/** The side that is outside of the service. */
const fiatIn = ({ transfer: { source, destination } }: OperatedTransfer) =>
  source.rail === undefined ? destination : source;

const transferIn = ({ transfer }: OperatedTransfer) => transfer;
const bookOf = (item: OperatedTransfer) => item;

const CSV_COLUMNS: CsvColumns<OperatedTransfer> = {
  ...members(transferIn, 'id', 'created_at', 'updated_at'),
  ...members(bookOf, 'integrator_id', 'environment'),
  ...members(transferIn, 'kind', 'state'),
  state_reason: ({ transfer }) => transfer.state_reason?.code,
  amount: ({ transfer }) => transfer.amount,
  unit: ({ transfer: { source } }) => source.asset ?? source.currency,
  sender_id: ({ transfer }) => transfer.source.user_id,
  sender: (item) => nameIn(item, item.transfer.source.user_id),
  recipient_id: ({ transfer }) => transfer.destination.user_id,
  recipient: (item) => nameIn(item, item.transfer.destination.user_id),
  ...members(fiatIn, 'rail', 'currency'),
  amount_received: ({ transfer }) => transfer.receipt?.amount_received,
  amount_credited: ({ transfer }) => transfer.receipt?.amount_credited,
  amount_paid_out: ({ transfer }) => transfer.receipt?.amount_paid_out,
  integrator_reference: ({ transfer }) => transfer.integrator_reference,
  rail_reference: ({ transfer }) => transfer.receipt?.rail_reference,
};

export const TRANSFER_LIST: OperatorList<Query, OperatedTransfer> = {
  index: COLLECTIONS.search,
  scopesOf: () => [SEARCH_SCOPE],
  objects: COLLECTIONS.transfers,
  prefix: 'trf',
  bookTerm: searchTerms.transfersOf,
  filters,
  everything: anyOf(...termsOf(KINDS, {})),
  wait: ({ services }, query) => waitForBooks(services, query, COLLECTIONS.search, COLLECTIONS.transfers),
  present,
  amountOf({ body }) {
    // The documents of the collection have this type.
    const { amount, source } = JSON.parse(body) as Transfer;
    return { amount, unit: source.asset ?? source.currency ?? '' };
  },
  csv: { fileName: 'transfers', columns: CSV_COLUMNS },
};
