/** The totals of all books of an environment, from what was collected and what was closed. Pure. */
import { hash } from 'node:crypto';
import type { ReconciliationEventData } from '../../generated/events.ts';
import { formatAmount, type Amount } from '../../ledger/amount.ts';
import { firstOpenDay } from '../state/rail-account.ts';
import {
  addPosting,
  addRows,
  addTotals,
  createDayTotals,
  kindRows,
  rowKey,
  sortedRows,
  type AccountTotal,
  type DayTotals,
  type TotalsCollected,
} from './day-totals.ts';

type ClosedTotals = NonNullable<ReconciliationEventData<'day.closed'>['totals']>;
type TrialBalanceRow = ClosedTotals['trial_balance'][number];

/** The last event of a book that was read. */
export type TotalsCursor = { readonly revision: number; readonly hash: string };

type Balance = Pick<AccountTotal, 'account' | 'unit' | 'decimals'> & { readonly amount: Amount };

export type TotalsState = {
  /** By stream. */
  readonly cursors: Map<string, TotalsCursor>;
  /** The days after the last one that was closed with totals. */
  days: Map<string, DayTotals>;
  /** Balances at the end of that day, by `rowKey`. */
  balances: Map<string, Balance>;
  closedDay: string | undefined;
};

export const createTotalsState = (): TotalsState => ({
  cursors: new Map(),
  days: new Map(),
  balances: new Map(),
  closedDay: undefined,
});

/** A posting of a day that is closed already belongs to the first open day. */
function openDay({ days, closedDay }: TotalsState, day: string): DayTotals {
  const open = firstOpenDay(day, closedDay);
  const found = days.get(open) ?? createDayTotals();
  days.set(open, found);
  return found;
}

export function addCollected(
  state: TotalsState,
  { book, to_revision, to_hash, days }: TotalsCollected,
): void {
  state.cursors.set(book, { revision: to_revision, hash: to_hash });
  for (const each of days) addRows(openDay(state, each.day), each);
}

export const addWriteOff = (
  state: TotalsState,
  { day, lines }: ReconciliationEventData<'break.written_off'>,
): void => addPosting(openDay(state, day), lines);

/** The sum of the days until this one that are not in the balances. */
function sumOfDays({ days }: Pick<TotalsState, 'days'>, until: string): DayTotals {
  const sum = createDayTotals();
  for (const [day, totals] of days) if (day <= until) addTotals(sum, totals);
  return sum;
}

const closingBalance = ({ opening, debit, credit }: Change): Amount => opening - debit + credit;

type Change = Pick<AccountTotal, 'account' | 'unit' | 'decimals' | 'debit' | 'credit'> & {
  readonly opening: Amount;
};

/** All accounts that had a balance before these days, or have changed in them. */
function changesOf({ balances }: Pick<TotalsState, 'balances'>, { accounts }: DayTotals): readonly Change[] {
  const rows = new Map<string, Change>();
  for (const [key, { amount, ...balance }] of balances)
    rows.set(key, { ...balance, opening: amount, debit: 0n, credit: 0n });
  for (const [key, change] of accounts) rows.set(key, { ...change, opening: rows.get(key)?.opening ?? 0n });
  return sortedRows(rows);
}

/** The state at the end of the day. Days until then are in the balances. */
function closedState(state: TotalsState, day: string): Pick<TotalsState, 'balances' | 'days'> {
  const balances = new Map<string, Balance>();
  for (const each of changesOf(state, sumOfDays(state, day))) {
    const { account, unit, decimals } = each;
    balances.set(rowKey(unit, account), { account, unit, decimals, amount: closingBalance(each) });
  }
  const days = new Map([...state.days].filter(([each]) => each > day));
  return { balances, days };
}

/** What a closing says of the days after the first one until the second. */
export function totalsOf(
  state: TotalsState,
  previousDay: string | null,
  day: string,
): Pick<ClosedTotals, 'trial_balance' | 'kinds' | 'books'> {
  // The closing before may have had no totals.
  const before = previousDay === null ? state : closedState(state, previousDay);
  const sum = sumOfDays(before, day);
  const row = (each: Change): TrialBalanceRow => {
    const text = (amount: Amount): string => formatAmount(amount, each.decimals);
    const { account, unit } = each;
    return {
      ...{ account, unit, opening_balance: text(each.opening) },
      ...{ debit: text(each.debit), credit: text(each.credit), closing_balance: text(closingBalance(each)) },
    };
  };
  return {
    trial_balance: changesOf(before, sum).map(row),
    kinds: kindRows(sum),
    books: { count: state.cursors.size, sha256: hash('sha256', booksText(state.cursors)) },
  };
}

/** The text whose hash names the events that the totals contain. */
const booksText = (cursors: ReadonlyMap<string, TotalsCursor>): string =>
  [...cursors]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([stream, { revision, hash: hashOfEvent }]) => `${stream} ${revision} ${hashOfEvent}\n`)
    .join('');

/** Applies a closing with totals. */
export function closeTotals(state: TotalsState, day: string): void {
  const { balances, days } = closedState(state, day);
  state.balances = balances;
  state.days = days;
  state.closedDay = day;
}
