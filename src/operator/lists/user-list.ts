/** The list of users of all books. */
import { COLLECTIONS } from '../../../projections/collections.ts';
import { SEARCH_SCOPE, searchTerms } from '../../../projections/search/search-terms.ts';
import type { OperatedUser, OperatedUserListQuery, User } from '../../generated/api.ts';
import { bookStreamOf } from '../../ledger/book-name.ts';
import { ENVIRONMENTS } from '../../ledger/environment.ts';
import { identifyBook } from '../../platform/books.ts';
import { maskUser, roleSeesPersonalData } from '../operations/personal-data.ts';
import { TIME_FILTERS, anyOf } from './filters.ts';
import type { FilterTable } from './filters.ts';
import type { ListCaller, ListedObject, OperatorList } from './list-page.ts';

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
    conditionOf: (id, { environment }) =>
      anyOf(
        ...ENVIRONMENTS.filter((each) => environment === undefined || each === environment).map((each) =>
          searchTerms.usersOf(bookStreamOf(id, each)),
        ),
      ),
  },
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

export const USER_LIST: OperatorList<Query, OperatedUser> = {
  index: COLLECTIONS.search,
  scope: SEARCH_SCOPE,
  objects: COLLECTIONS.users,
  prefix: 'usr',
  filters,
  everything: anyOf(...ENVIRONMENTS.map(searchTerms.users)),
  present,
};
