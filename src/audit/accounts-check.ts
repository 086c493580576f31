/**
 * The sums of a book, added up a second time: what each account holds after each posting, by arithmetic of its own. It
 * knows of lines only; what a posting is for is checked elsewhere.
 */
import type { Line } from '../ledger/posting.ts';
import { Wrong } from './finding.ts';
import { decimalsOf, digitsOf, textOf } from './numbers.ts';

/** In the smallest unit. `cashable` is zero for units that do not tell it apart. */
export type Sum = { readonly unit: string; readonly amount: bigint; readonly cashable: bigint };

/** A line as figures. */
export type Move = Sum & { readonly account: string; readonly bucket: 'available' | 'pending' };

export type AccountsCheck = {
  /** Takes the lines of a posting, and gives them as figures. Throws a Wrong. */
  post(lines: readonly Line[]): readonly Move[];
  opened(walletId: string, asset: string): void;
  sum(account: string, bucket?: 'available' | 'pending'): Sum | undefined;
  /** Every account's bucket that was ever moved, by `keyOf`. */
  readonly sums: ReadonlyMap<string, Sum>;
  decimals(unit: string): number;
};

/** How an account's bucket is called among the sums. */
export const keyOf = (account: string, bucket: 'available' | 'pending'): string =>
  bucket === 'available' ? account : `${account}:pending`;

const ASSETS: Readonly<Record<string, number>> = { 'svc-points': 2, 'svc-coin': 8 };
const POINTS = 'svc-points';
const COIN = 'svc-coin';

/** The service's own accounts and what each is in. The two families of fiat accounts end in the currency. */
const OWN: Readonly<Record<string, string>> = {
  points_issued: POINTS,
  rewards_granted: POINTS,
  payouts_in_flight: POINTS,
  points_backed: POINTS,
  points_headroom: POINTS,
  spread_income: POINTS,
  rounding: POINTS,
  coin_allocated: COIN,
  coin_stock: COIN,
};
/** Accounts out of which only what is there can be taken. */
const NEVER_NEGATIVE = new Set([
  'payouts_in_flight',
  'points_headroom',
  'coin_stock',
  'spread_income',
  'rounding',
]);
/** Accounts that only stand for what others were given. */
const NEVER_POSITIVE = new Set(['rewards_granted', 'points_backed', 'coin_allocated']);
const FIAT = /^(?:clearing:[^:]+|fiat_held):([a-z]{3})$/;

const isWallet = (account: string): boolean => account.startsWith('wal_');

export function createAccountsCheck(): AccountsCheck {
  const sums = new Map<string, Sum>();
  const wallets = new Map<string, string>();
  /** Decimals of currencies, as the first line of each showed them. */
  const currencies = new Map<string, number>();

  const decimals = (unit: string): number => ASSETS[unit] ?? currencies.get(unit) ?? 0;

  const checkUnit = ({ account, bucket, unit }: Line): void => {
    const expected = isWallet(account) ? wallets.get(account) : (OWN[account] ?? FIAT.exec(account)?.[1]);
    if (expected === undefined)
      throw new Wrong(
        'account',
        isWallet(account) ? `there is no wallet ${account}` : `there is no account ${account}`,
      );
    if (expected !== unit) throw new Wrong('account', `${account} holds ${expected}, and not ${unit}`);
    if (bucket !== 'available' && !isWallet(account))
      throw new Wrong('account', `nothing is ever held on ${account}`);
  };

  const figure = (unit: string, text: string): bigint => {
    const found = decimalsOf(text);
    if (ASSETS[unit] === undefined && !currencies.has(unit)) currencies.set(unit, found);
    if (found !== decimals(unit)) throw new Wrong('account', `${text} does not have the decimals of ${unit}`);
    return digitsOf(text);
  };

  const moveOf = (line: Line): Move => {
    checkUnit(line);
    const { account, bucket, unit } = line;
    const splits = unit === POINTS;
    if ((line.cashable !== undefined) !== splits || (line.cashable_after !== undefined) !== splits)
      throw new Wrong(
        'account',
        `the line of ${account} has to say what is cashable for points, and only for them`,
      );
    const cashable = line.cashable === undefined ? 0n : figure(unit, line.cashable);
    return { account, bucket, unit, amount: figure(unit, line.amount), cashable };
  };

  const add = (line: Line, move: Move): void => {
    const { account, bucket, unit } = move;
    const key = keyOf(account, bucket);
    const before = sums.get(key);
    const amount = (before?.amount ?? 0n) + move.amount;
    const cashable = (before?.cashable ?? 0n) + move.cashable;
    if (amount !== figure(unit, line.balance_after))
      throw otherwise(key, 'balance', unit, amount, line.balance_after);
    if (line.cashable_after !== undefined && cashable !== figure(unit, line.cashable_after))
      throw otherwise(key, 'cashable part', unit, cashable, line.cashable_after);
    checkSign(key, account, amount, cashable);
    sums.set(key, { unit, amount, cashable });
  };

  const otherwise = (key: string, what: string, unit: string, sum: bigint, stated: string): Wrong =>
    new Wrong(
      'balance_after',
      `the ${what} of ${key} is ${textOf(sum, decimals(unit))} by its lines, and ${stated} by this one`,
    );

  return {
    post(lines) {
      const moves = lines.map(moveOf);
      checkZero(moves);
      lines.forEach((line, i) => {
        const move = moves[i];
        if (move !== undefined) add(line, move);
      });
      return moves;
    },
    opened: (walletId, asset) => void wallets.set(walletId, asset),
    sum: (account, bucket = 'available') => sums.get(keyOf(account, bucket)),
    sums,
    decimals,
  };
}

/** In each unit the lines add up to nothing, and so do their cashable parts. */
function checkZero(moves: readonly Move[]): void {
  for (const [i, { unit }] of moves.entries()) {
    // The first line of each unit speaks for all of them.
    if (moves.findIndex((move) => move.unit === unit) !== i) continue;
    let amount = 0n;
    let cashable = 0n;
    for (const move of moves) {
      if (move.unit !== unit) continue;
      amount += move.amount;
      cashable += move.cashable;
    }
    if (amount !== 0n) throw new Wrong('posting_sum', `its lines do not sum to zero in ${unit}`);
    if (cashable !== 0n)
      throw new Wrong('posting_sum', `the cashable parts of its lines do not sum to zero in ${unit}`);
  }
}

function checkSign(key: string, account: string, amount: bigint, cashable: bigint): void {
  if (isWallet(account)) {
    if (amount < 0n || cashable < 0n) throw new Wrong('negative', `${key} would hold less than nothing`);
    if (cashable > amount) throw new Wrong('negative', `more of ${key} would be cashable than it holds`);
  } else if (amount < 0n && NEVER_NEGATIVE.has(account)) {
    throw new Wrong('negative', `${account} would hold less than nothing`);
  } else if (amount > 0n && NEVER_POSITIVE.has(account)) {
    throw new Wrong('negative', `${account} would have taken back more than it gave`);
  }
}
