/** The balances of a bank account at the end of a day, and what lies between the bank and the books. Pure. */
import { parseStoredAmount, type Amount } from '../../ledger/amount.ts';
import { firstStatement, isBreak, reconciledSince, type Item } from '../matching/items.ts';
import type { BankLine, Movement, RailAccount } from '../state/rail-account.ts';

export type Total = { readonly count: number; readonly amount: Amount };

/**
 * At the end of a day. The balance of the bank is the sum of the ledger, the opening difference, what was written off, and
 * the open lines, less the open movements.
 */
type Balances = {
  readonly ledger: Amount;
  /** Undefined without a statement. */
  readonly bank: BankBalances | undefined;
};

export type BankBalances = {
  readonly since: string;
  readonly firstOpening: Amount;
  readonly balance: Amount;
  /** First opening balance less the movements before it. */
  readonly openingDifference: Amount;
  readonly writtenOff: Amount;
  readonly openLines: Total;
  readonly openMovements: Total;
};

const total = (entries: readonly { readonly amount: Amount }[]): Total => ({
  count: entries.length,
  amount: entries.reduce((sum, { amount }) => sum + amount, 0n),
});

/** The lines that count, and the movements, of the days after `after` until `day`. */
export function entriesBetween(
  { lines, movements }: RailAccount,
  after: string | undefined,
  day: string,
): { readonly lines: Total; readonly movements: Total } {
  const isWithin = (each: BankLine | Movement): boolean =>
    each.day <= day && (after === undefined || each.day > after);
  return {
    lines: total([...lines.values()].filter((each) => isWithin(each) && each.settled?.kind !== 'before')),
    movements: total([...movements.values()].filter(isWithin)),
  };
}

/** For the last closed day and later ones. */
export function balancesAt(
  account: RailAccount,
  items: readonly Item[],
  lastClosedDay: string | undefined,
  day: string,
): Balances {
  const since = reconciledSince(account);
  const { lines, movements } = entriesBetween(account, lastClosedDay, day);
  const ledger = account.ledgerClosed + movements.amount;
  if (since === undefined || day < since) return { ledger, bank: undefined };
  const firstOpening =
    account.bankClosed?.firstOpening ?? parseStoredAmount(firstStatement(account)?.opening_balance ?? '0');
  return {
    ledger,
    bank: {
      since,
      firstOpening,
      balance: (account.bankClosed?.bank ?? firstOpening) + lines.amount,
      openingDifference:
        account.bankClosed?.openingDifference ??
        firstOpening -
          items.reduce(
            (sum, { result, movement }) =>
              result === 'before_first_statement' ? sum + (movement?.amount ?? 0n) : sum,
            0n,
          ),
      writtenOff: items.reduce(
        (sum, { result, difference, settledOn = '' }) =>
          result === 'written_off' && settledOn <= day ? sum + difference : sum,
        0n,
      ),
      openLines: total(items.flatMap((each) => (isOpenAt(each, each.line, day) ? [each.line] : []))),
      openMovements: total(
        items.flatMap((each) =>
          each.result !== 'before_first_statement' && isOpenAt(each, each.movement, day)
            ? [each.movement]
            : [],
        ),
      ),
    },
  };
}

const isOpenAt = <E extends BankLine | Movement>(
  { settledOn }: Item,
  entry: E | undefined,
  day: string,
): entry is E => entry !== undefined && entry.day <= day && (settledOn === undefined || settledOn > day);

/** The breaks that concern the day or an earlier one. */
export const breaksUntil = (items: readonly Item[], day: string): readonly Item[] =>
  items.filter(
    (each) =>
      isBreak(each) && [each.line, each.movement].some((entry) => entry !== undefined && entry.day <= day),
  );

type StatementCheck = {
  /** The last day of the newest statement that ends on the day or before. */
  readonly until: string;
  readonly stated: Amount;
  /** The stated closing balance less the first opening balance and all lines until then. */
  readonly gap: Amount;
};

/** Compares the newest statement that ends on the day or before with all lines. Undefined without such a statement. */
export function checkStatements(account: RailAccount, day: string): StatementCheck | undefined {
  const ended = account.imports.map(({ view }) => view).filter(({ closed_on }) => closed_on <= day);
  const until = ended.reduce((newest, { closed_on }) => (closed_on > newest ? closed_on : newest), '');
  const since = reconciledSince(account);
  if (until === '' || since === undefined) return undefined;
  const first =
    account.bankClosed?.firstOpening ?? parseStoredAmount(firstStatement(account)?.opening_balance ?? '0');
  let balance = first;
  for (const { statedOn, amount } of account.lines.values())
    if (statedOn >= since && statedOn <= until) balance += amount;
  // Statements of one day follow each other, so one of them has the balance after all lines.
  const stated = ended
    .filter(({ closed_on }) => closed_on === until)
    .map(({ closing_balance }) => parseStoredAmount(closing_balance));
  const agreeing = stated.find((each) => each === balance);
  const newest = agreeing ?? stated.at(-1) ?? balance;
  return { until, stated: newest, gap: newest - balance };
}
