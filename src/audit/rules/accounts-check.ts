/**
 * The sums of a book, added up a second time: what each account holds after each posting, by arithmetic of its own. It
 * knows of lines only; what a posting is for is checked elsewhere.
 */
import type { Line } from '../../ledger/posting.ts';
import { RuleViolation } from '../finding.ts';
import { decimalsOf, unscaledValue, formatAmount } from '../decimal.ts';

/** In the smallest unit. `cashable` is zero for units that do not tell it apart. */
export type Balance = { readonly unit: string; readonly amount: bigint; readonly cashable: bigint };

/** A line as figures. */
export type Movement = Balance & { readonly account: string; readonly bucket: 'available' | 'pending' };

export type AccountsCheck = {
  /** Takes the lines of a posting, and gives them as figures. Throws a Wrong. */
  post(lines: readonly Line[]): readonly Movement[];
  openWallet(walletId: string, asset: string): void;
  balanceOf(account: string, bucket?: 'available' | 'pending'): Balance | undefined;
  /** Every account's bucket that was ever moved, by `keyOf`. */
  readonly balances: ReadonlyMap<string, Balance>;
  decimalsOf(unit: string): number;
};

/** How an account's bucket is called among the sums. */
export const bucketKey = (account: string, bucket: 'available' | 'pending'): string =>
  bucket === 'available' ? account : `${account}:pending`;

const ASSETS: Readonly<Record<string, number>> = { 'svc-points': 2, 'svc-coin': 8 };
const POINTS = 'svc-points';
const COIN = 'svc-coin';

/** The service's own accounts and what each is in. The two families of fiat accounts end in the currency. */
const SERVICE_ACCOUNT_UNITS: Readonly<Record<string, string>> = {
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
  const balances = new Map<string, Balance>();
  const wallets = new Map<string, string>();
  /** Decimals of currencies, as the first line of each showed them. */
  const currencies = new Map<string, number>();

  const decimals = (unit: string): number => ASSETS[unit] ?? currencies.get(unit) ?? 0;

  const checkUnit = ({ account, bucket, unit }: Line): void => {
    const expected = isWallet(account)
      ? wallets.get(account)
      : (SERVICE_ACCOUNT_UNITS[account] ?? FIAT.exec(account)?.[1]);
    if (expected === undefined)
      throw new RuleViolation(
        'account',
        isWallet(account) ? `there is no wallet ${account}` : `there is no account ${account}`,
      );
    if (expected !== unit)
      throw new RuleViolation('account', `${account} holds ${expected}, and not ${unit}`);
    if (bucket !== 'available' && !isWallet(account))
      throw new RuleViolation('account', `nothing is ever held on ${account}`);
  };

  const figure = (unit: string, text: string): bigint => {
    const found = decimalsOf(text);
    if (ASSETS[unit] === undefined && !currencies.has(unit)) currencies.set(unit, found);
    if (found !== decimals(unit))
      throw new RuleViolation('account', `${text} does not have the decimals of ${unit}`);
    return unscaledValue(text);
  };

  const moveOf = (line: Line): Movement => {
    checkUnit(line);
    const { account, bucket, unit } = line;
    const splits = unit === POINTS;
    if ((line.cashable !== undefined) !== splits || (line.cashable_after !== undefined) !== splits)
      throw new RuleViolation(
        'account',
        `the line of ${account} has to say what is cashable for points, and only for them`,
      );
    const cashable = line.cashable === undefined ? 0n : figure(unit, line.cashable);
    return { account, bucket, unit, amount: figure(unit, line.amount), cashable };
  };

  const add = (line: Line, move: Movement): void => {
    const { account, bucket, unit } = move;
    const key = bucketKey(account, bucket);
    const before = balances.get(key);
    const amount = (before?.amount ?? 0n) + move.amount;
    const cashable = (before?.cashable ?? 0n) + move.cashable;
    if (amount !== figure(unit, line.balance_after))
      throw balanceMismatch(key, 'balance', unit, amount, line.balance_after);
    if (line.cashable_after !== undefined && cashable !== figure(unit, line.cashable_after))
      throw balanceMismatch(key, 'cashable part', unit, cashable, line.cashable_after);
    checkSign(key, account, amount, cashable);
    balances.set(key, { unit, amount, cashable });
  };

  const balanceMismatch = (
    key: string,
    what: string,
    unit: string,
    sum: bigint,
    stated: string,
  ): RuleViolation =>
    new RuleViolation(
      'balance_after',
      `the ${what} of ${key} is ${formatAmount(sum, decimals(unit))} by its lines, and ${stated} by this one`,
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
    openWallet: (walletId, asset) => void wallets.set(walletId, asset),
    balanceOf: (account, bucket = 'available') => balances.get(bucketKey(account, bucket)),
    balances,
    decimalsOf: decimals,
  };
}

/** In each unit the lines add up to nothing, and so do their cashable parts. */
function checkZero(moves: readonly Movement[]): void {
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
    if (amount !== 0n) throw new RuleViolation('posting_sum', `its lines do not sum to zero in ${unit}`);
    if (cashable !== 0n)
      throw new RuleViolation('posting_sum', `the cashable parts of its lines do not sum to zero in ${unit}`);
  }
}

function checkSign(key: string, account: string, amount: bigint, cashable: bigint): void {
  if (isWallet(account)) {
    if (amount < 0n || cashable < 0n)
      throw new RuleViolation('negative', `${key} would hold less than nothing`);
    if (cashable > amount)
      throw new RuleViolation('negative', `more of ${key} would be cashable than it holds`);
  } else if (amount < 0n && NEVER_NEGATIVE.has(account)) {
    throw new RuleViolation('negative', `${account} would hold less than nothing`);
  } else if (amount > 0n && NEVER_POSITIVE.has(account)) {
    throw new RuleViolation('negative', `${account} would have taken back more than it gave`);
  }
}
