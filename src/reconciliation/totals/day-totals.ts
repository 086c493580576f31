/** Totals of a day: debits and credits by account, and what moved by kind. Pure. */

import type { ReconciliationEventData } from '../../generated/events.ts';
import { countDecimals, formatAmount, parseStoredAmount, type Amount } from '../../ledger/amount.ts';
import {
  COIN_ALLOCATED,
  COIN_STOCK,
  PAYOUTS_IN_FLIGHT,
  POINTS_BACKED,
  REWARDS_GRANTED,
  bucketKey,
  isWalletAccount,
  parseClearingAccount,
  receivableWallet,
  type Bucket,
  type Line,
} from '../../ledger/posting.ts';

// What a posting does, by the accounts that it moves money between. Pure.

type PostingKind = TotalsCollected['days'][number]['kinds'][number]['kind'];

/**
 * Undefined if money is only held or released: between the buckets of one wallet, or between a wallet and the payouts in
 * flight.
 */
function postingKind(lines: readonly Pick<Line, 'account' | 'amount'>[]): PostingKind | undefined {
  const accounts = new Set(lines.map(({ account }) => account));
  if (accounts.has(REWARDS_GRANTED)) return 'reward';
  if (accounts.has(COIN_ALLOCATED) || accounts.has(POINTS_BACKED)) return 'allocation';
  if (accounts.has(COIN_STOCK)) return 'conversion';
  const clearing = lines.find(({ account }) => parseClearingAccount(account) !== undefined);
  if (clearing !== undefined) {
    if (clearing.amount.startsWith('-')) return 'onramp';
    return accounts.has(PAYOUTS_IN_FLIGHT) ? 'offramp' : 'onramp_returned';
  }
  return accounts.size > 1 && [...accounts].every(isWalletAccount) ? 'user_to_user' : undefined;
}

export type TotalsCollected = ReconciliationEventData<'totals.collected'>;
type DayRows = TotalsCollected['days'][number];

export type AccountTotal = {
  readonly account: string;
  readonly unit: string;
  readonly decimals: number;
  debit: Amount;
  credit: Amount;
};

type KindTotal = {
  readonly kind: PostingKind;
  readonly unit: string;
  readonly decimals: number;
  count: number;
  amount: Amount;
};

/** Both by `rowKey`. */
export type DayTotals = {
  readonly accounts: Map<string, AccountTotal>;
  readonly kinds: Map<string, KindTotal>;
};

/** Keys order rows by unit first. */
export const rowKey = (unit: string, name: string): string => `${unit} ${name}`;

export const createDayTotals = (): DayTotals => ({ accounts: new Map(), kinds: new Map() });

type PostedLine = {
  readonly account: string;
  readonly bucket?: Bucket;
  readonly unit: string;
  readonly amount: string;
};

/** All wallets are one row, and so are all receivables. */
function rowOf(account: string): string {
  if (isWalletAccount(account)) return 'wallets';
  return receivableWallet(account) === undefined ? account : 'receivables';
}

export function addPosting(totals: DayTotals, lines: readonly PostedLine[]): void {
  const kind = postingKind(lines);
  const moved = new Map<string, KindTotal>();
  for (const { account, bucket = 'available', unit, amount: text } of lines) {
    const amount = parseStoredAmount(text);
    if (amount === 0n) continue;
    const decimals = countDecimals(text);
    const name = bucketKey(rowOf(account), bucket);
    const [debit, credit] = amount < 0n ? [-amount, 0n] : [0n, amount];
    addAccount(totals, { account: name, unit, decimals, debit, credit });
    if (kind === undefined || amount < 0n) continue;
    const of = moved.get(unit) ?? { kind, unit, decimals, count: 1, amount: 0n };
    of.amount += credit;
    moved.set(unit, of);
  }
  for (const each of moved.values()) addKind(totals, each);
}

/** Adds what an event says about a day. */
export function addRows(totals: DayTotals, { accounts, kinds }: Pick<DayRows, 'accounts' | 'kinds'>): void {
  for (const { account, unit, debit, credit } of accounts)
    addAccount(totals, {
      ...{ account, unit, decimals: countDecimals(debit) },
      ...{ debit: parseStoredAmount(debit), credit: parseStoredAmount(credit) },
    });
  for (const { kind, unit, count, amount } of kinds)
    addKind(totals, {
      ...{ kind, unit, decimals: countDecimals(amount), count },
      amount: parseStoredAmount(amount),
    });
}

export function addTotals(totals: DayTotals, { accounts, kinds }: DayTotals): void {
  for (const each of accounts.values()) addAccount(totals, each);
  for (const each of kinds.values()) addKind(totals, each);
}

function addAccount({ accounts }: DayTotals, added: AccountTotal): void {
  const key = rowKey(added.unit, added.account);
  const found = accounts.get(key);
  if (found === undefined) {
    accounts.set(key, { ...added });
    return;
  }
  found.debit += added.debit;
  found.credit += added.credit;
}

function addKind({ kinds }: DayTotals, added: KindTotal): void {
  const key = rowKey(added.unit, added.kind);
  const found = kinds.get(key);
  if (found === undefined) {
    kinds.set(key, { ...added });
    return;
  }
  found.count += added.count;
  found.amount += added.amount;
}

/** Rows in the order of their keys. */
export const sortedRows = <R>(rows: ReadonlyMap<string, R>): readonly R[] =>
  [...rows].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);

export const accountRows = ({ accounts }: DayTotals): DayRows['accounts'] =>
  sortedRows(accounts).map(({ account, unit, decimals, debit, credit }) => ({
    ...{ account, unit },
    ...{ debit: formatAmount(debit, decimals), credit: formatAmount(credit, decimals) },
  }));

export const kindRows = ({ kinds }: DayTotals): DayRows['kinds'] =>
  sortedRows(kinds).map(({ kind, unit, decimals, count, amount }) => ({
    ...{ kind, unit, count, amount: formatAmount(amount, decimals) },
  }));
