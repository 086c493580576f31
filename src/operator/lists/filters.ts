/**
 * The filters of a list, declared once: the query of the API, the form of the console, and what is read from the documents
 * store follow from one table.
 */
import { ENVIRONMENTS, bookStreamOf, type EnvironmentName } from '../../ledger/ids.ts';
import type { SandboxBooks } from '../../platform/sandbox-books.ts';
import type { Condition } from '../../read-models/filtered-list.ts';

/** The parameters of a query that select a page of a list. All others are filters. */
export type PageParameters = {
  readonly limit?: number;
  readonly starting_after?: string;
  readonly ending_before?: string;
  readonly order?: 'newest' | 'oldest';
  readonly totals?: 'by_unit';
};

/** How a person enters a value. The options of some inputs are known to the service only while it runs. */
export type FilterInput =
  | {
      readonly type: 'select';
      readonly options: readonly string[];
      /** Of options that are called something else than in the API. */
      readonly labels?: Readonly<Record<string, string>>;
    }
  | { readonly type: 'integrator' | 'operator' | 'operation' | 'rail' | 'text' | 'id' | 'amount' }
  /** The ID of a user, whom pages find by name. */
  | { readonly type: 'person' }
  /** A day that is sent as it is. */
  | { readonly type: 'day' }
  /** Pages set it; nobody enters it. */
  | { readonly type: 'hidden' }
  /** A day, which is sent as the time at its beginning or at its end. */
  | { readonly type: 'first_day' | 'last_day' };

/** Finds the current books of integrators. */
type CurrentBooks = Pick<SandboxBooks, 'current'>;

type BookQuery = {
  readonly integrator_id?: string;
  readonly environment?: EnvironmentName;
  readonly generation?: number;
};

/** The books of the integrator that the query selects: the current ones, or the sandbox of a generation. */
export function booksOf(
  integratorId: string,
  { environment, generation }: BookQuery,
  books: CurrentBooks,
): readonly string[] {
  if (generation !== undefined) return [bookStreamOf(integratorId, 'sandbox', generation)];
  return ENVIRONMENTS.filter((each) => environment === undefined || each === environment).map((each) =>
    books.current(integratorId, each),
  );
}

/** A filter of a list. Members are methods, so that a filter for one value is assignable to the table. */
type Filter<Query, Value = unknown> = {
  readonly label: string;
  readonly input: FilterInput;
  /** The condition on the documents. Undefined if another filter of the query contains it, or if it bounds the IDs. */
  conditionOf?(value: Value, query: Query, books: CurrentBooks): Condition | undefined;
};

/** A filter for every parameter of the query. A missing or unknown one does not compile. */
export type FilterTable<Query> = {
  readonly [Name in Exclude<keyof Query & string, keyof PageParameters>]-?: Filter<
    Query,
    NonNullable<Query[Name]>
  >;
};

/** The times are bounds of the IDs, so they need no condition. */
export const TIME_FILTERS = {
  created_after: { label: 'First day', input: { type: 'first_day' } },
  created_before: { label: 'Last day', input: { type: 'last_day' } },
} as const satisfies Record<string, Filter<unknown>>;

/** The condition of the integrator contains it. */
export const GENERATION_FILTER = {
  label: 'Generation of the sandbox',
  input: { type: 'hidden' },
} as const satisfies Filter<unknown>;

/** The conditions of all filters that the query contains. */
export const conditionsOf = <Query extends object>(
  filters: FilterTable<Query>,
  query: Query,
  books: CurrentBooks,
): readonly Condition[] =>
  Object.entries<Filter<Query>>(filters).flatMap(([name, filter]) => {
    const value: unknown = (query as Readonly<Record<string, unknown>>)[name];
    return value === undefined ? [] : (filter.conditionOf?.(value, query, books) ?? []);
  });

/** Documents with at least one of these terms. */
export const anyOf = (...terms: readonly string[]): Condition => ({ anyOf: terms });
