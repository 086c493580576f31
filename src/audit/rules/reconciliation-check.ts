/**
 * Checks a reconciliation stream: each statement is complete, its opening balance and its lines sum to its closing balance,
 * no line of a bank account is recorded twice, and each closing follows from the lines and the movements of the books.
 */
import type { ReconciliationEvent, ReconciliationEventData } from '../../generated/events.ts';
import type { EventLocation } from '../../ledger/event.ts';
import type { Calendar } from '../../system/calendar.ts';
import { decimalsOf, unscaledValue } from '../decimal.ts';
import { checkObjectId, requireRule } from '../finding.ts';
import { ClosingsCheck } from './closings-check.ts';
import { createProposalsCheck } from './proposals-check.ts';

type Started = ReconciliationEventData<'statement.started'>;
type Import = {
  readonly statement: Started;
  readonly lines: Set<string>;
  readonly recorded: ReconciliationEventData<'statement.line_recorded'>[];
  sum: bigint;
  /** Balance after the last line. */
  balance: bigint;
  /** What lies between lines that do not follow each other: lines that an earlier statement contained. */
  skipped: bigint;
  /** A line that does not follow the one before it, and is like an earlier one. */
  isRepeated: boolean;
};

/** How the audit checks what a reconciliation stream says about books: parts of a book, and signatures of closings. */
export type ReconciliationRules = {
  readonly calendar: Calendar;
  readonly checkMovements: (part: ReconciliationEventData<'movements.collected'>) => void;
  readonly checkTotals: (part: ReconciliationEventData<'totals.collected'>) => void;
  /** True without a public key. */
  readonly isSigned: (
    closing: EventLocation & { readonly data: ReconciliationEventData<'day.closed'> },
  ) => boolean;
};

type LocatedEvent = ReconciliationEvent & EventLocation & { readonly version: number };
type EventOf<T extends LocatedEvent['type']> = Extract<LocatedEvent, { type: T }>;

export class ReconciliationCheck {
  readonly #options: ReconciliationRules;
  readonly #closings: ClosingsCheck;
  readonly #proposals = createProposalsCheck();
  /** By rail and currency. */
  readonly #running = new Map<string, Import>();
  readonly #recorded = new Map<string, Set<string>>();
  readonly #files = new Set<string>();
  /** The files of statements that count, by the IDs of the statements. */
  readonly #imported = new Map<string, string>();

  constructor(options: ReconciliationRules) {
    this.#options = options;
    this.#closings = new ClosingsCheck(options.calendar);
  }

  /** Throws RuleViolation. */
  check(event: LocatedEvent): void {
    switch (event.type) {
      case 'request.recorded':
        return;
      case 'statement.started':
        this.#start(event);
        return;
      case 'statement.line_recorded':
        this.#addLine(event);
        return;
      case 'statement.imported':
        this.#end(event);
        return;
      case 'movements.collected':
        this.#options.checkMovements(event.data);
        this.#closings.addMovements(event.data);
        return;
      case 'totals.collected':
        this.#options.checkTotals(event.data);
        this.#closings.collect(event.data);
        return;
      case 'items.linked':
        this.#closings.link(event.data);
        return;
      case 'items.separated':
        this.#closings.separate(event.data);
        this.#proposals.see(event);
        return;
      case 'statement.voided':
        this.#void(event);
        this.#proposals.see(event);
        return;
      case 'items.grouped':
        checkObjectId('group_id', event.data.group_id, event);
        this.#closings.group(event.data);
        return;
      case 'break.assigned':
        this.#closings.assign(event.data);
        return;
      case 'break.accepted':
        this.#closings.accept(event.data);
        return;
      case 'break.written_off':
        this.#closings.writeOff(event.data);
        this.#proposals.see(event);
        return;
      case 'matches.recorded':
        this.#closings.match(event.data);
        return;
      case 'day.closed':
        this.#closings.close(event.data, event);
        rule(this.#options.isSigned(event), 'the signature of the closing is not valid');
        return;
      case 'proposal.created':
      case 'proposal.executed':
      case 'proposal.ended':
        this.#proposals.check(event);
        return;
    }
  }

  #runningImport(id: string): [string, Import] {
    const found = [...this.#running].find(([, { statement }]) => statement.statement_id === id);
    rule(found !== undefined, `the import of statement ${id} does not run`);
    return found as [string, Import];
  }

  #start({ data, ...event }: EventOf<'statement.started'>): void {
    checkObjectId('statement_id', data.statement_id, event);
    const account = `${data.rail}:${data.currency}`;
    rule(!this.#files.has(`${account}:${data.sha256}`), 'the same file was imported before');
    rule(data.opened_on <= data.closed_on, 'the statement ends before it begins');
    rule(
      decimalsOf(data.opening_balance) === decimalsOf(data.closing_balance),
      'both balances must have the decimals of the currency',
    );
    const balance = unscaledValue(data.opening_balance);
    this.#running.set(account, {
      ...{ statement: data, lines: new Set(), recorded: [], sum: 0n },
      ...{ balance, skipped: 0n, isRepeated: false },
    });
  }

  #addLine({ data, ...event }: EventOf<'statement.line_recorded'>): void {
    checkObjectId('line_id', data.line_id, event);
    const [account, running] = this.#runningImport(data.statement_id);
    const { statement, lines, recorded: linesSoFar } = running;
    const isOutside = data.booked_on < statement.opened_on || data.booked_on > statement.closed_on;
    rule(
      isOutside === (data.is_outside_period ?? false),
      'the line is not within the period of its statement',
    );
    rule(
      decimalsOf(data.amount) === decimalsOf(statement.opening_balance),
      'the amount must have the decimals of the currency',
    );
    const key = `${data.bank_reference} ${data.amount}`;
    const isAlike = lines.has(key) || this.#recorded.get(account)?.has(key) === true;
    const amount = unscaledValue(data.amount);
    if (data.balance_after === undefined) rule(!isAlike, 'the line is recorded twice');
    else {
      // Balances tell lines apart that are alike.
      const after = unscaledValue(data.balance_after);
      const skipped = after - amount - running.balance;
      running.skipped += skipped;
      running.balance = after;
      if (isAlike && skipped !== 0n) running.isRepeated = true;
    }
    lines.add(key);
    linesSoFar.push(data);
    running.sum += amount;
  }

  #end({ data }: EventOf<'statement.imported'>): void {
    const [account, running] = this.#runningImport(data.statement_id);
    const { statement, lines, recorded: linesOfImport, sum } = running;
    rule(!running.isRepeated || data.known_lines > 0, 'the line is recorded twice');
    rule(
      data.recorded_lines === linesOfImport.length &&
        data.recorded_lines + data.known_lines === statement.lines,
      'the number of lines is not that of the statement',
    );
    rule(
      unscaledValue(statement.opening_balance) + sum + unscaledValue(data.known_amount) ===
        unscaledValue(statement.closing_balance),
      'the opening balance and the lines do not sum to the closing balance',
    );
    const isFollowed =
      linesOfImport.length > 0 && linesOfImport.every((line) => line.balance_after !== undefined);
    const skipped = running.skipped + unscaledValue(statement.closing_balance) - running.balance;
    rule(
      !isFollowed || skipped === unscaledValue(data.known_amount),
      'the balances after the lines do not lead from the opening balance to the closing balance',
    );
    this.#files.add(`${account}:${statement.sha256}`);
    this.#imported.set(statement.statement_id, `${account}:${statement.sha256}`);
    this.#running.delete(account);
    const all = this.#recorded.get(account) ?? new Set();
    for (const key of lines) all.add(key);
    this.#recorded.set(account, all);
    this.#closings.addStatement(statement, linesOfImport);
  }

  /** The same file can be imported again, and its lines are no longer recorded. */
  #void({ data: { statement_id } }: EventOf<'statement.voided'>): void {
    const file = this.#imported.get(statement_id);
    rule(file !== undefined, `there is no statement ${statement_id} that counts`);
    this.#imported.delete(statement_id);
    this.#files.delete(file ?? '');
    const lines = this.#closings.voidStatement(statement_id);
    for (const { key, account } of lines) this.#recorded.get(account)?.delete(key);
  }
}

const rule = (holds: boolean, reason: string): void => requireRule(holds, 'reconciliation', reason);
