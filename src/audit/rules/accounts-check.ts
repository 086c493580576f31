/**
 * Recomputes the balance of every account of a book from its posting lines, independently of the ledger's fold. Other
 * checks decide whether a posting is allowed.
 */

import type { Book } from '../../ledger/book.ts';
import type { EventData } from '../../ledger/event.ts';
import type { Line } from '../../ledger/posting.ts';
import { decimalsOf, formatAmount, unscaledValue } from '../decimal.ts';
import { RuleViolation, requireRule } from '../finding.ts';
import { balanceLine } from '../state/book-state.ts';

/** Amounts in the smallest unit. `cashable` is zero for units without a cashable part. */
type Balance = { readonly unit: string; readonly amount: bigint; readonly cashable: bigint };

/** A posting line with parsed amounts. */
export type Movement = Balance & { readonly account: string; readonly bucket: 'available' | 'pending' };

/** The key of an account's bucket in `balances`. */
export const bucketKey = (account: string, bucket: 'available' | 'pending'): string =>
  bucket === 'available' ? account : `${account}:pending`;

const ASSETS: Readonly<Record<string, number>> = { 'svc-points': 2, 'svc-coin': 8 };
const POINTS = 'svc-points';
const COIN = 'svc-coin';

/** Units of the service's own accounts. The names of fiat accounts end in their currency instead. */
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
/** Service accounts that cannot be overdrawn. */
const NEVER_NEGATIVE = new Set([
  'payouts_in_flight',
  'points_headroom',
  'coin_stock',
  'spread_income',
  'rounding',
]);
/** Contra accounts: minus what other accounts received. */
const NEVER_POSITIVE = new Set(['rewards_granted', 'points_backed', 'coin_allocated']);
/** What the user of a wallet owes. */
const RECEIVABLE = 'receivable:';
const FIAT = /^(?:clearing:[^:]+|fiat_held):([a-z]{3})$/;

const isWallet = (account: string): boolean => account.startsWith('wal_');

/** Negative if the user of the wallet owes something. */
export const receivableOf = (
  accounts: AccountsCheck,
  walletId: string,
): Pick<Balance, 'amount' | 'cashable'> =>
  accounts.balanceOf(`${RECEIVABLE}${walletId}`) ?? { amount: 0n, cashable: 0n };

export class AccountsCheck {
  readonly balances = new Map<string, Balance>();
  readonly #wallets = new Map<string, string>();
  /** Decimals of each currency, taken from its first line. */
  readonly #currencies = new Map<string, number>();

  /** With a book, the check continues after its last event. */
  constructor(from?: Book) {
    for (const [key, balance] of from?.accounts.entries() ?? []) this.balances.set(key, balance);
    for (const [id, { asset }] of from?.wallets.entries() ?? []) this.#wallets.set(id, asset);
    for (const [currency, decimals] of from?.units.entries() ?? []) this.#currencies.set(currency, decimals);
  }

  /** Adds the lines of a posting to the balances and returns them parsed. Throws RuleViolation. */
  post(lines: readonly Line[]): readonly Movement[] {
    const moves = lines.map((line) => this.#parseLine(line));
    checkSumsToZero(moves);
    lines.forEach((line, i) => {
      const move = moves[i];
      if (move !== undefined) this.#applyLine(line, move);
    });
    return moves;
  }

  openWallet(walletId: string, asset: string): void {
    this.#wallets.set(walletId, asset);
  }

  /** The balances as lines of the signed state. */
  stateLines(): string[] {
    return [...this.balances].map(([key, { unit, amount, cashable }]) =>
      balanceLine(
        key,
        unit,
        this.format(unit, amount),
        unit === POINTS ? this.format(unit, cashable) : undefined,
      ),
    );
  }

  format(unit: string, amount: bigint): string {
    return formatAmount(amount, this.decimalsOf(unit));
  }

  balanceOf(account: string, bucket: 'available' | 'pending' = 'available'): Balance | undefined {
    return this.balances.get(bucketKey(account, bucket));
  }

  decimalsOf(unit: string): number {
    return ASSETS[unit] ?? this.#currencies.get(unit) ?? 0;
  }

  #checkUnit({ account, bucket, unit }: Line): void {
    const owedBy = account.startsWith(RECEIVABLE) ? account.slice(RECEIVABLE.length) : undefined;
    const expected = isWallet(account)
      ? this.#wallets.get(account)
      : owedBy !== undefined
        ? this.#wallets.get(owedBy)
        : (SERVICE_ACCOUNT_UNITS[account] ?? FIAT.exec(account)?.[1]);
    if (expected === undefined)
      throw new RuleViolation(
        'account',
        isWallet(account) ? `wallet ${account} does not exist` : `account ${account} does not exist`,
      );
    if (expected !== unit)
      throw new RuleViolation('account', `${account} is in ${expected}, but the line is in ${unit}`);
    if (bucket !== 'available' && !isWallet(account))
      throw new RuleViolation('account', `${account} has no pending bucket`);
  }

  #parseAmount(unit: string, text: string): bigint {
    const found = decimalsOf(text);
    if (ASSETS[unit] === undefined && !this.#currencies.has(unit)) this.#currencies.set(unit, found);
    if (found !== this.decimalsOf(unit))
      throw new RuleViolation('account', `${unit} must have ${this.decimalsOf(unit)} decimals; got ${text}`);
    return unscaledValue(text);
  }

  #parseLine(line: Line): Movement {
    this.#checkUnit(line);
    const { account, bucket, unit } = line;
    const splits = unit === POINTS;
    if ((line.cashable !== undefined) !== splits || (line.cashable_after !== undefined) !== splits)
      throw new RuleViolation(
        'account',
        `the line of ${account} must state a cashable part if and only if it is in points`,
      );
    const cashable = line.cashable === undefined ? 0n : this.#parseAmount(unit, line.cashable);
    return { account, bucket, unit, amount: this.#parseAmount(unit, line.amount), cashable };
  }

  #applyLine(line: Line, move: Movement): void {
    const { account, bucket, unit } = move;
    const key = bucketKey(account, bucket);
    const before = this.balances.get(key);
    const amount = (before?.amount ?? 0n) + move.amount;
    const cashable = (before?.cashable ?? 0n) + move.cashable;
    if (amount !== this.#parseAmount(unit, line.balance_after))
      throw this.#balanceMismatch(key, 'balance', unit, amount, line.balance_after);
    if (line.cashable_after !== undefined && cashable !== this.#parseAmount(unit, line.cashable_after))
      throw this.#balanceMismatch(key, 'cashable part', unit, cashable, line.cashable_after);
    checkSign(key, account, amount, cashable);
    this.balances.set(key, { unit, amount, cashable });
  }

  #balanceMismatch(key: string, what: string, unit: string, sum: bigint, stated: string): RuleViolation {
    return new RuleViolation(
      'balance_after',
      `the ${what} of ${key} must be ${formatAmount(sum, this.decimalsOf(unit))}; the line states ${stated}`,
    );
  }
}

/** In each unit, amounts sum to zero, and so do cashable parts. */
function checkSumsToZero(moves: readonly Movement[]): void {
  for (const [i, { unit }] of moves.entries()) {
    // Check each unit once, at its first line.
    if (moves.findIndex((move) => move.unit === unit) !== i) continue;
    let amount = 0n;
    let cashable = 0n;
    for (const move of moves) {
      if (move.unit !== unit) continue;
      amount += move.amount;
      cashable += move.cashable;
    }
    if (amount !== 0n) throw new RuleViolation('posting_sum', `the lines do not sum to zero in ${unit}`);
    if (cashable !== 0n)
      throw new RuleViolation('posting_sum', `the cashable parts of the lines do not sum to zero in ${unit}`);
  }
}

function checkSign(key: string, account: string, amount: bigint, cashable: bigint): void {
  if (isWallet(account)) {
    if (amount < 0n || cashable < 0n)
      throw new RuleViolation('negative', `the balance of ${key} would become negative`);
    if (cashable > amount)
      throw new RuleViolation('negative', `the cashable part of ${key} would exceed its balance`);
  } else if (account.startsWith(RECEIVABLE) && (amount > 0n || cashable > amount)) {
    throw new RuleViolation('negative', `more would be repaid than ${account} says`);
  } else if (amount < 0n && NEVER_NEGATIVE.has(account)) {
    throw new RuleViolation('negative', `the balance of ${account} would become negative`);
  } else if (amount > 0n && NEVER_POSITIVE.has(account)) {
    throw new RuleViolation('negative', `the balance of ${account} would become positive`);
  }
}

// Checks postings without a transfer: each is a reward or an allocation by the treasury. Nothing else creates money.

type Allocation = EventData<'allocation.received'>;

/** Amounts that entered the book other than by transfers, in the smallest units. */
export type NonTransferSupply = { granted: bigint; backing: bigint; coin: bigint };

export type PostingsCheck = {
  /** Records that the next event must be the posting of this allocation. */
  expectAllocationPosting(allocation: Allocation): void;
  /** Checks a posting without a transfer. Throws RuleViolation. */
  checkPosting(moves: readonly Movement[]): void;
  /** Throws RuleViolation if the posting of the last allocation is missing. */
  checkComplete(): void;
  readonly supply: NonTransferSupply;
};

/** The accounts are those from which the check continues. All that was granted and allocated left the accounts for it. */
export function createPostingsCheck(from: AccountsCheck): PostingsCheck {
  let expected: Allocation | undefined;
  const issuedBy = (account: string): bigint => -(from.balanceOf(account)?.amount ?? 0n);
  const supply: NonTransferSupply = {
    granted: issuedBy('rewards_granted'),
    backing: issuedBy('points_backed'),
    coin: issuedBy('coin_allocated'),
  };

  const checkAllocation = (allocation: Allocation, moves: readonly Movement[]): void => {
    const coin = unscaledValue(allocation.coin_stock ?? '0');
    const points = unscaledValue(allocation.points_backing ?? '0');
    const right = [
      ...pair('coin_allocated', 'coin_stock', coin, 0n),
      ...pair('points_backed', 'points_headroom', points, points),
    ];
    requireRule(isSame(moves, right), 'allocation', 'the posting does not match the allocation before it');
    supply.coin += coin;
    supply.backing += points;
  };

  const checkReward = (moves: readonly Movement[]): void => {
    const wallet = moves.find(({ account }) => account.startsWith('wal_'));
    const amount = wallet?.amount ?? 0n;
    const right = pair('rewards_granted', wallet?.account ?? '', amount, 0n);
    if (amount <= 0n || wallet?.bucket !== 'available' || !isSame(moves, right))
      throw new RuleViolation(
        'supply',
        'a posting without a transfer or allocation must be a reward of earned points',
      );
    supply.granted += amount;
  };

  return {
    expectAllocationPosting: (allocation) => void (expected = allocation),
    checkPosting(moves) {
      const allocation = expected;
      expected = undefined;
      if (allocation === undefined) checkReward(moves);
      else checkAllocation(allocation, moves);
    },
    checkComplete: () =>
      requireRule(expected === undefined, 'allocation', 'the posting of the previous allocation is missing'),
    supply,
  };
}

export type ExpectedMovement = {
  readonly account: string;
  readonly amount: bigint;
  readonly cashable: bigint;
};

const pair = (from: string, to: string, amount: bigint, cashable: bigint): ExpectedMovement[] =>
  amount === 0n
    ? []
    : [
        { account: from, amount: -amount, cashable: -cashable },
        { account: to, amount, cashable },
      ];

/** Whether the movements are exactly the expected ones, in any order. */
export const isSame = (moves: readonly Movement[], due: readonly ExpectedMovement[]): boolean =>
  moves.length === due.length &&
  due.every(({ account, amount, cashable }) =>
    moves.some((move) => move.account === account && move.amount === amount && move.cashable === cashable),
  );
