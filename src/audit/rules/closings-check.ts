/**
 * Checks what was decided about lines and movements, and recomputes the totals of each closing from them. It does not check
 * whether a match is reasonable, only that each line and each movement is settled once and that the amounts agree.
 */
import type { ReconciliationEventData } from '../../generated/events.ts';
import { deriveId } from '../../ledger/ids.ts';
import { dayAfter, type Calendar } from '../../system/calendar.ts';
import { decimalsOf, formatAmount, unscaledValue } from '../decimal.ts';
import { RuleViolation, requireRule } from '../finding.ts';
import { ClosingTotalsCheck } from './closing-totals-check.ts';

type Started = ReconciliationEventData<'statement.started'>;
type Line = ReconciliationEventData<'statement.line_recorded'>;
type DayClosed = ReconciliationEventData<'day.closed'>;
type Closed = DayClosed['accounts'][number];

/** A line or a movement. */
type Entry = { readonly day: string; readonly amount: bigint; settledOn: string | undefined };

type Account = {
  /** Rail and currency. */
  readonly key: string;
  readonly decimals: number;
  readonly lines: Map<string, Entry>;
  readonly movements: Map<string, Entry>;
  /** Those that no closing contains yet. */
  unclosed: { lines: Entry[]; movements: Entry[] };
  /** The statements that count, by ID, in the order imported. */
  readonly statements: Map<string, { readonly statement: Started; readonly lines: readonly Line[] }>;
  /** The first statement. A closing fixes it. */
  first: { readonly since: string; readonly opening: bigint } | undefined;
  /** Balance of the bank at the end of the last closed day; undefined until a closing has one. */
  bank: bigint | undefined;
  ledger: bigint;
  openingDifference: bigint;
  readonly writeOffs: { readonly day: string; readonly amount: bigint }[];
};

const sum = (entries: readonly { readonly amount: bigint }[]): bigint =>
  entries.reduce((total, { amount }) => total + amount, 0n);

/** All methods throw RuleViolation. */
export class ClosingsCheck {
  readonly #accounts = new Map<string, Account>();
  #lastClosed: string | undefined;
  readonly #totals: ClosingTotalsCheck;
  readonly #calendar: Calendar;

  constructor(calendar: Calendar) {
    this.#calendar = calendar;
    this.#totals = new ClosingTotalsCheck((side, id) => {
      const [account, entry] = this.#find(side, id);
      return { ...entry, account: account.key };
    });
  }

  addStatement(statement: Started, lines: readonly Line[]): void {
    const account = this.#accountOf(statement, statement.opening_balance);
    account.statements.set(statement.statement_id, { statement, lines });
    if (account.bank === undefined) account.first = firstOf(account);
    const { opened_on, closed_on } = statement;
    for (const { line_id, booked_on, amount } of lines) {
      const stated = booked_on < opened_on ? opened_on : booked_on > closed_on ? closed_on : booked_on;
      if (account.bank !== undefined && stated < (account.first?.since ?? '')) continue;
      const entry = { day: this.#openDay(booked_on), amount: unscaledValue(amount), settledOn: undefined };
      account.lines.set(line_id, entry);
      account.unclosed.lines.push(entry);
    }
  }

  /** Removes the lines of a statement. None of them may be settled, or belong to a closed day. */
  voidStatement(id: string): readonly { readonly account: string; readonly key: string }[] {
    const account = [...this.#accounts.values()].find(({ statements }) => statements.has(id));
    if (account === undefined) throw violation(`there is no statement ${id} that counts`);
    const lines = account.statements.get(id)?.lines ?? [];
    account.statements.delete(id);
    const removed = new Set<Entry>();
    for (const { line_id } of lines) {
      const entry = account.lines.get(line_id);
      if (entry === undefined) continue;
      rule(entry.settledOn === undefined, `${line_id} is settled, so its statement cannot be voided`);
      rule(
        entry.day > (this.#lastClosed ?? ''),
        `the day of ${line_id} is closed, so its statement cannot be voided`,
      );
      removed.add(entry);
      account.lines.delete(line_id);
    }
    account.unclosed.lines = account.unclosed.lines.filter((each) => !removed.has(each));
    if (account.bank === undefined) account.first = firstOf(account);
    return lines.map(({ bank_reference, amount }) => ({
      account: account.key,
      key: `${bank_reference} ${amount}`,
    }));
  }

  separate({ line_id, movement_id }: ReconciliationEventData<'items.separated'>): void {
    const [account] = this.#findOpen('lines', line_id);
    rule(
      this.#findOpen('movements', movement_id)[0] === account,
      'the line and the movement have two accounts',
    );
  }

  addMovements({ book, movements }: ReconciliationEventData<'movements.collected'>): void {
    for (const { revision, posted_at, rail, currency, amount } of movements) {
      const account = this.#accountOf({ rail, currency }, amount);
      const day = this.#openDay(this.#calendar.dayOf(posted_at));
      const entry = { day, amount: unscaledValue(amount), settledOn: undefined };
      account.movements.set(deriveId('mov', Date.parse(posted_at), book, revision), entry);
      account.unclosed.movements.push(entry);
    }
  }

  link({ line_id, movement_id }: ReconciliationEventData<'items.linked'>): void {
    const [account] = this.#findOpen('lines', line_id);
    rule(
      this.#findOpen('movements', movement_id)[0] === account,
      'the line and the movement have two accounts',
    );
  }

  group({ line_ids, movement_ids, day }: ReconciliationEventData<'items.grouped'>): void {
    rule(
      new Set([...line_ids, ...movement_ids]).size === line_ids.length + movement_ids.length &&
        line_ids.length + movement_ids.length > 1,
      'a group must have at least two lines or movements, each once',
    );
    const lines = line_ids.map((id) => this.#findOpen('lines', id));
    const movements = movement_ids.map((id) => this.#findOpen('movements', id));
    const all = [...lines, ...movements];
    rule(
      all.every(([account]) => account === all[0]?.[0]),
      'the lines and the movements of a group have two accounts',
    );
    rule(
      sum(lines.map(([, entry]) => entry)) === sum(movements.map(([, entry]) => entry)),
      'the lines and the movements of a group have two sums',
    );
    const last =
      all
        .map(([, entry]) => entry.day)
        .sort()
        .at(-1) ?? '';
    rule(day === this.#openDay(last), 'the group is on another day than its lines and movements');
    for (const [, entry] of all) entry.settledOn = day;
  }

  accept(data: ReconciliationEventData<'break.accepted'>): void {
    this.#findOpenItem(data.item_id);
    this.#totals.accept(data);
  }

  assign({ item_id }: ReconciliationEventData<'break.assigned'>): void {
    this.#findOpenItem(item_id);
  }

  match({ rail, currency, pairs }: ReconciliationEventData<'matches.recorded'>): void {
    const account = this.#accounts.get(`${rail}:${currency}`);
    for (const { line_id, movement_id } of pairs) {
      const [ofLine, line] = this.#findOpen('lines', line_id);
      const [ofMovement, movement] = this.#findOpen('movements', movement_id);
      rule(ofLine === account && ofMovement === account, 'a match concerns another account');
      rule(line.amount === movement.amount, `the amounts of ${line_id} and ${movement_id} differ`);
      line.settledOn = movement.settledOn = line.day > movement.day ? line.day : movement.day;
    }
  }

  writeOff(data: ReconciliationEventData<'break.written_off'>): void {
    const { line_id, movement_id, day, lines: posted } = data;
    const sides = [
      ...(line_id === null ? [] : [this.#findOpen('lines', line_id)]),
      ...(movement_id === null ? [] : [this.#findOpen('movements', movement_id)]),
    ];
    const account = sides[0]?.[0];
    if (account === undefined || sides.some(([each]) => each !== account))
      throw violation('a write-off must concern the line or the movement of one account');
    const amount =
      (line_id === null ? 0n : this.#findOpen('lines', line_id)[1].amount) -
      (movement_id === null ? 0n : this.#findOpen('movements', movement_id)[1].amount);
    const [bank, difference] = posted;
    const after = sum(account.writeOffs) + amount;
    rule(
      posted.length === 2 &&
        unscaledValue(difference?.amount ?? '') === amount &&
        unscaledValue(bank?.amount ?? '') === -amount &&
        unscaledValue(difference?.balance_after ?? '') === after &&
        unscaledValue(bank?.balance_after ?? '') === -after,
      'the posting of a write-off is not the difference of its line and its movement',
    );
    rule(
      day ===
        this.#openDay(
          sides
            .map(([, entry]) => entry.day)
            .sort()
            .at(-1) ?? '',
        ),
      'the write-off is on another day than its line and its movement',
    );
    for (const [, entry] of sides) entry.settledOn = day;
    account.writeOffs.push({ day, amount });
    this.#totals.writeOff(data);
  }

  close(data: DayClosed, { time, version }: { readonly time: string; readonly version: number }): void {
    const { day, previous_day, accounts: closed } = data;
    rule(previous_day === (this.#lastClosed ?? null), 'previous_day is not the last closed day');
    rule(this.#lastClosed === undefined || day > this.#lastClosed, 'the day was closed before');
    rule(day < this.#calendar.dayOf(time), 'the day was not over');
    rule(
      closed.length === this.#accounts.size &&
        closed.every(({ rail, currency }) => this.#accounts.has(`${rail}:${currency}`)),
      'the closing must have every account once',
    );
    for (const each of closed) closeAccount(this.#accountOf(each, each.ledger_opening_balance), each, day);
    this.#totals.close(data, version);
    this.#lastClosed = day;
  }

  collect(data: ReconciliationEventData<'totals.collected'>): void {
    this.#totals.collect(data);
  }

  #accountOf({ rail, currency }: { rail: string; currency: string }, amount: string): Account {
    const key = `${rail}:${currency}`;
    const found = this.#accounts.get(key) ?? createAccount(key, decimalsOf(amount));
    this.#accounts.set(key, found);
    return found;
  }

  #openDay(day: string): string {
    return this.#lastClosed === undefined || day > this.#lastClosed ? day : dayAfter(this.#lastClosed);
  }

  #find(side: 'lines' | 'movements', id: string): [Account, Entry] {
    for (const account of this.#accounts.values()) {
      const entry = account[side].get(id);
      if (entry !== undefined) return [account, entry];
    }
    throw violation(`there is no line or movement ${id}`);
  }

  #findOpen(side: 'lines' | 'movements', id: string): [Account, Entry] {
    const [account, entry] = this.#find(side, id);
    rule(entry.settledOn === undefined, `${id} is settled twice`);
    return [account, entry];
  }

  #findOpenItem(id: string): [Account, Entry] {
    return this.#findOpen(id.startsWith('mov_') ? 'movements' : 'lines', id);
  }
}

/** The statement that begins first; of several, the one that was imported first. */
function firstOf({ statements }: Account): Account['first'] {
  let first: Started | undefined;
  for (const { statement } of statements.values())
    if (first === undefined || statement.opened_on < first.opened_on) first = statement;
  return first && { since: first.opened_on, opening: unscaledValue(first.opening_balance) };
}

const createAccount = (key: string, decimals: number): Account => ({
  key,
  decimals,
  lines: new Map(),
  movements: new Map(),
  unclosed: { lines: [], movements: [] },
  statements: new Map(),
  first: undefined,
  bank: undefined,
  ledger: 0n,
  openingDifference: 0n,
  writeOffs: [],
});

/** Compares the totals of an account with its events, and keeps what the next closing needs. */
function closeAccount(account: Account, closed: Closed, day: string): void {
  const { rail, currency, bank } = closed;
  const equal = (stated: string, value: bigint, what: string): void =>
    rule(
      stated === formatAmount(value, account.decimals),
      `${what} of ${rail} in ${currency} is ${formatAmount(value, account.decimals)} by its events`,
    );
  const [lines, movements] = [upTo(account.unclosed.lines, day), upTo(account.unclosed.movements, day)];
  equal(closed.ledger_opening_balance, account.ledger, 'ledger_opening_balance');
  account.ledger += sum(movements);
  equal(closed.ledger_closing_balance, account.ledger, 'ledger_closing_balance');
  equal(closed.movements.amount, sum(movements), 'movements.amount');
  equal(closed.lines.amount, sum(lines), 'lines.amount');
  rule(
    closed.movements.count === movements.length && closed.lines.count === lines.length,
    'the number of lines or movements is wrong',
  );
  account.unclosed = {
    lines: account.unclosed.lines.filter((each) => each.day > day),
    movements: account.unclosed.movements.filter((each) => each.day > day),
  };
  const { first } = account;
  const isReconciled = first !== undefined && day >= first.since;
  rule(
    (bank !== null) === isReconciled,
    'the closing has a bank balance exactly from the first statement on',
  );
  if (bank === null || first === undefined) return;
  equal(bank.first_opening_balance, first.opening, 'first_opening_balance');
  rule(bank.reconciled_since === first.since, 'reconciled_since is not the first day of the first statement');
  equal(bank.opening_balance, account.bank ?? first.opening, 'opening_balance');
  if (account.bank === undefined)
    account.openingDifference = first.opening - removeBefore(account, first.since, closed);
  account.bank = (account.bank ?? first.opening) + sum(lines);
  equal(bank.closing_balance, account.bank, 'closing_balance');
  equal(bank.opening_difference, account.openingDifference, 'opening_difference');
  const writtenOff = sum(account.writeOffs.filter((each) => each.day <= day));
  equal(bank.written_off, writtenOff, 'written_off');
  const [openLines, openMovements] = [openAt(account.lines, day), openAt(account.movements, day)];
  equal(bank.open_lines.amount, sum(openLines), 'open_lines.amount');
  equal(bank.open_movements.amount, sum(openMovements), 'open_movements.amount');
  rule(
    bank.open_lines.count === openLines.length && bank.open_movements.count === openMovements.length,
    'the number of open lines or movements is wrong',
  );
  rule(
    account.bank ===
      account.ledger + account.openingDifference + writtenOff + sum(openLines) - sum(openMovements),
    'the balances of the bank and of the books do not agree',
  );
}

const upTo = (entries: readonly Entry[], day: string): readonly Entry[] =>
  entries.filter((each) => each.day <= day);

const openAt = (entries: ReadonlyMap<string, Entry>, day: string): readonly Entry[] =>
  [...entries.values()].filter(
    (each) => each.day <= day && (each.settledOn === undefined || each.settledOn > day),
  );

/** Removes movements that the first opening balance contains. Returns their sum. */
function removeBefore({ movements }: Account, since: string, { carried_movement_ids }: Closed): bigint {
  const carried = new Set(carried_movement_ids);
  let before = 0n;
  for (const [id, { day, amount, settledOn }] of movements) {
    if (day >= since || settledOn !== undefined || carried.has(id)) continue;
    before += amount;
    movements.delete(id);
  }
  return before;
}

const rule = (holds: boolean, reason: string): void => requireRule(holds, 'reconciliation', reason);
const violation = (reason: string): RuleViolation => new RuleViolation('reconciliation', reason);
