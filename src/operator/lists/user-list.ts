/** The list of users of all books. */
import { COLLECTIONS } from '../../../projections/collections.ts';
import { SEARCH_SCOPE, searchTerms } from '../../../projections/search.ts';
import type { OperatedUser, OperatedUserListQuery, User } from '../../generated/api.ts';
import { ENVIRONMENTS } from '../../ledger/ids.ts';
import { identifyBook } from '../../platform/books.ts';
import { waitForBooks } from '../operations/cross-book-list.ts';
import { maskUser, roleSeesPersonalData } from '../operations/personal-data.ts';
import { GENERATION_FILTER, TIME_FILTERS, anyOf, booksOf, type FilterTable } from './filters.ts';
import {
  members,
  type CsvColumns,
  type ListCaller,
  type ListedObject,
  type OperatorList,
} from './list-page.ts';

type Query = OperatedUserListQuery;

const filters: FilterTable<Query> = {
  status: {
    label: 'Status',
    input: { type: 'select', options: ['active', 'deactivated'] },
    conditionOf: (status) => anyOf(searchTerms.status(status)),
  },
  kyc_status: {
    label: 'Identity',
    input: {
      type: 'select',
      options: ['not_started', 'under_review', 'incomplete', 'approved', 'rejected'],
    },
    conditionOf: (status) => anyOf(searchTerms.identity(status)),
  },
  reference: {
    label: 'Reference',
    input: { type: 'text' },
    conditionOf: (reference) => anyOf(searchTerms.reference(reference)),
  },
  ...TIME_FILTERS,
  integrator_id: {
    label: 'Integrator',
    input: { type: 'integrator' },
    conditionOf: (id, query, books) => anyOf(...booksOf(id, query, books).map(searchTerms.usersOf)),
  },
  generation: GENERATION_FILTER,
  environment: {
    label: 'Environment',
    input: { type: 'select', options: ENVIRONMENTS },
    conditionOf: (environment, { integrator_id }) =>
      integrator_id === undefined ? anyOf(searchTerms.users(environment)) : undefined,
  },
};

const present = (
  { token }: Pick<ListCaller, 'token'>,
  found: readonly ListedObject[],
): Promise<readonly OperatedUser[]> =>
  Promise.resolve(
    found.map(({ id, scope, body }) => ({
      id,
      object: 'operated_user',
      ...identifyBook(scope),
      // The documents of the collection have this type.
      user: JSON.parse(roleSeesPersonalData(token) ? body : maskUser(body)) as User,
    })),
  );

const userIn = ({ user }: OperatedUser) => user;

const CSV_COLUMNS: CsvColumns<OperatedUser> = {
  ...members(userIn, 'id', 'created_at'),
  ...members((item: OperatedUser) => item, 'integrator_id', 'environment'),
  ...members(userIn, 'type', 'first_name', 'last_name', 'business_name', 'email', 'phone'),
  ...members(userIn, 'external_reference', 'status', 'kyc_status', 'terms_status'),
};

export const USER_LIST: OperatorList<Query, OperatedUser> = {
  index: COLLECTIONS.search,
  scopesOf: () => [SEARCH_SCOPE],
  objects: COLLECTIONS.users,
  prefix: 'usr',
  bookTerm: searchTerms.usersOf,
  filters,
  everything: anyOf(...ENVIRONMENTS.map(searchTerms.users)),
  wait: ({ services }, query) => waitForBooks(services, query, COLLECTIONS.search, COLLECTIONS.users),
  present,
  csv: { fileName: 'users', columns: CSV_COLUMNS },
};
