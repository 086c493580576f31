/** Recomputes the totals of each closing: the trial balance, what moved by kind, the open breaks, and the books covered. */
import { hash } from 'node:crypto';
import type { ReconciliationEventData } from '../../generated/events.ts';
import { dayAfter } from '../../system/calendar.ts';
import { decimalsOf, formatAmount, unscaledValue } from '../decimal.ts';
import { requireRule } from '../finding.ts';

type DayClosed = ReconciliationEventData<'day.closed'>;
type Totals = NonNullable<DayClosed['totals']>;
type Collected = ReconciliationEventData<'totals.collected'>;
type Account = { readonly decimals: number; debit: bigint; credit: bigint };
type Kind = { readonly decimals: number; count: number; amount: bigint };
type Day = { readonly accounts: Map<string, Account>; readonly kinds: Map<string, Kind> };
/** A line or a movement, and its account. */
type FoundEntry = {
  readonly day: string;
  readonly amount: bigint;
  readonly settledOn: string | undefined;
  readonly account: string;
};

const BREAKS_MAX = 500;
const rule = (holds: boolean, reason: string): void => requireRule(holds, 'reconciliation', reason);

/** `find` returns a line or a movement that the statements or the books have. */
export class ClosingTotalsCheck {
  readonly #find: (side: 'lines' | 'movements', id: string) => FoundEntry;
  readonly #cursors = new Map<string, string>();
  readonly #accepted = new Set<string>();
  readonly #balances = new Map<string, { readonly decimals: number; amount: bigint }>();
  readonly #days = new Map<string, Day>();
  #closedDay: string | undefined;

  constructor(find: (side: 'lines' | 'movements', id: string) => FoundEntry) {
    this.#find = find;
  }

  collect({ book, to_revision, to_hash, days: parts }: Collected): void {
    this.#cursors.set(book, `${book} ${to_revision} ${to_hash}\n`);
    for (const { day, accounts, kinds } of parts) {
      const of = this.#dayOf(day);
      for (const { account, unit, debit, credit } of accounts)
        this.#addAccount(of, `${unit} ${account}`, {
          ...{ decimals: decimalsOf(debit), debit: unscaledValue(debit), credit: unscaledValue(credit) },
        });
      for (const { kind, unit, count, amount } of kinds)
        this.#addKind(of, `${unit} ${kind}`, {
          decimals: decimalsOf(amount),
          count,
          amount: unscaledValue(amount),
        });
    }
  }

  accept({ item_id }: ReconciliationEventData<'break.accepted'>): void {
    this.#accepted.add(item_id);
  }

  writeOff({ day, lines }: ReconciliationEventData<'break.written_off'>): void {
    for (const { account, unit, amount } of lines) {
      const value = unscaledValue(amount);
      const [debit, credit] = value < 0n ? [-value, 0n] : [0n, value];
      this.#addAccount(this.#dayOf(day), `${unit} ${account}`, {
        decimals: decimalsOf(amount),
        debit,
        credit,
      });
    }
  }

  /** `version` is that of the event. Throws RuleViolation. */
  close(data: DayClosed, version: number): void {
    const { day, previous_day, totals } = data;
    rule((totals !== undefined) === version > 1, 'a closing has totals exactly from version 2 on');
    if (totals === undefined) return;
    if (previous_day !== null) this.#trialBalance(this.#takeUntil(previous_day));
    const sum = this.#takeUntil(day);
    const rows = this.#trialBalance(sum);
    rule(rows.length === totals.trial_balance.length, 'the trial balance must have every account once');
    for (const [at, row] of rows.entries())
      rule(
        isEqual(row, totals.trial_balance[at]),
        `${row.account} in ${row.unit} is ${row.closing_balance} by its events, after ${row.opening_balance}, ${row.debit} debit, and ${row.credit} credit`,
      );
    const kinds = [...sum.kinds].sort(byKey).map(([key, { decimals, count, amount }]) => {
      const [unit = '', kind = ''] = key.split(' ');
      return { kind, unit, count, amount: formatAmount(amount, decimals) };
    });
    rule(
      kinds.length === totals.kinds.length && kinds.every((each, at) => isEqual(each, totals.kinds[at])),
      'the totals by kind are not those of the postings',
    );
    const covered = [...this.#cursors].sort(byKey).map(([, line]) => line);
    rule(
      totals.books.count === this.#cursors.size && totals.books.sha256 === hash('sha256', covered.join('')),
      'the books that the closing covers are not those whose totals were collected',
    );
    this.#checkBreaks(data);
    this.#closedDay = day;
  }

  #dayOf(posted: string): Day {
    const day =
      this.#closedDay === undefined || posted > this.#closedDay ? posted : dayAfter(this.#closedDay);
    const found = this.#days.get(day) ?? { accounts: new Map(), kinds: new Map() };
    this.#days.set(day, found);
    return found;
  }

  #addAccount({ accounts }: Day, key: string, change: Account): void {
    const found = accounts.get(key) ?? { decimals: change.decimals, debit: 0n, credit: 0n };
    found.debit += change.debit;
    found.credit += change.credit;
    accounts.set(key, found);
  }

  #addKind({ kinds }: Day, key: string, change: Kind): void {
    const found = kinds.get(key) ?? { decimals: change.decimals, count: 0, amount: 0n };
    found.count += change.count;
    found.amount += change.amount;
    kinds.set(key, found);
  }

  /** Removes the days until this one, and returns their sum. */
  #takeUntil(day: string): Day {
    const sum: Day = { accounts: new Map(), kinds: new Map() };
    for (const [each, { accounts, kinds }] of this.#days) {
      if (each > day) continue;
      this.#days.delete(each);
      for (const [key, change] of accounts) this.#addAccount(sum, key, change);
      for (const [key, change] of kinds) this.#addKind(sum, key, change);
    }
    return sum;
  }

  /** The rows of the days, after which the balances are those at their end. */
  #trialBalance({ accounts }: Day): Totals['trial_balance'] {
    const decimals = new Map([...this.#balances, ...accounts].map(([key, each]) => [key, each.decimals]));
    return [...decimals].sort(byKey).map(([key, places]) => {
      const opening = this.#balances.get(key)?.amount ?? 0n;
      const { debit, credit } = accounts.get(key) ?? { debit: 0n, credit: 0n };
      const closing = opening - debit + credit;
      this.#balances.set(key, { decimals: places, amount: closing });
      const [unit = '', account = ''] = key.split(' ');
      const text = (amount: bigint): string => formatAmount(amount, places);
      return {
        ...{ account, unit, opening_balance: text(opening) },
        ...{ debit: text(debit), credit: text(credit), closing_balance: text(closing) },
      };
    });
  }

  #checkBreaks({ day, accounts, totals }: DayClosed): void {
    const breaks = totals?.breaks ?? [];
    const count = accounts.reduce((sum, { bank }) => sum + (bank?.accepted_breaks ?? 0), 0);
    rule(
      breaks.length === Math.min(count, BREAKS_MAX),
      'the number of listed breaks is not that of the accepted ones',
    );
    for (const { rail, currency, line_id, movement_id, day: since, difference } of breaks) {
      const line = line_id === null ? undefined : this.#find('lines', line_id);
      const movement = movement_id === null ? undefined : this.#find('movements', movement_id);
      const sides = [line, movement].filter((each) => each !== undefined);
      rule(
        this.#accepted.has(line_id ?? movement_id ?? '') &&
          sides.every(
            ({ account, settledOn }) =>
              account === `${rail}:${currency}` && (settledOn === undefined || settledOn > day),
          ) &&
          sides[0]?.day === since &&
          sides.some((each) => each.day <= day) &&
          unscaledValue(difference) === (line?.amount ?? 0n) - (movement?.amount ?? 0n),
        'a listed break is not an accepted break of its line and its movement',
      );
    }
  }
}

const byKey = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number => (a < b ? -1 : 1);

/** Whether both have the same members with the same texts or numbers. */
const isEqual = (a: Readonly<Record<string, unknown>>, b: object | undefined): boolean =>
  b !== undefined && Object.entries(b).every(([name, value]) => a[name] === value);
