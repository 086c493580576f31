/** Clearing balances above the limits of the configuration: more money passed through a rail than operators expect. */
import { BOOK_TOTALS } from '../../../projections/collections.ts';
import { TOTALS_SCOPE } from '../../../projections/wallets/totals.ts';
import { formatAmount, parseStoredAmount } from '../../ledger/amount.ts';
import type { Amount } from '../../ledger/amount.ts';
import { environmentOf } from '../../ledger/book-name.ts';
import type { EnvironmentName } from '../../ledger/environment.ts';
import { listValues } from '../../read-models/collection.ts';
import type { DocumentStore } from '../../read-models/port.ts';

/** The limit of a rail and currency, for all books of an environment together. */
export type ClearingLimit = {
  readonly rail: string;
  readonly currency: string;
  readonly limit: Amount;
  readonly decimals: number;
};

export type HighClearingBalance = ClearingLimit & {
  readonly environment: EnvironmentName;
  /** Absolute, with the decimals of the currency. */
  readonly balance: string;
};

const BOOKS_MAX = 2_000;

/** The balances above their limits. Throws StoreUnavailable. */
export async function highClearingBalances(
  documents: Pick<DocumentStore, 'list'>,
  limits: readonly ClearingLimit[],
): Promise<readonly HighClearingBalance[]> {
  if (limits.length === 0) return [];
  const query = { scope: TOTALS_SCOPE, terms: ['books'], order: 'oldest', limit: BOOKS_MAX } as const;
  const sums = new Map<string, Amount>();
  for (const { book, rows } of await listValues(documents, BOOK_TOTALS, query)) {
    for (const { account, balance } of rows) {
      if (!account.startsWith('clearing:')) continue;
      const key = `${environmentOf(book)} ${account}`;
      sums.set(key, (sums.get(key) ?? 0n) + parseStoredAmount(balance));
    }
  }
  return limits.flatMap((each) =>
    (['production', 'sandbox'] as const).flatMap((environment) => {
      const sum = sums.get(`${environment} clearing:${each.rail}:${each.currency}`) ?? 0n;
      const size = sum < 0n ? -sum : sum;
      return size > each.limit ? [{ ...each, environment, balance: formatAmount(size, each.decimals) }] : [];
    }),
  );
}

export const clearingCondition = ({ environment, rail, currency }: HighClearingBalance): string =>
  `clearing:${environment}:${rail}:${currency}`;
