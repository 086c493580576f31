/**
 * Checks a reconciliation stream: each statement is complete, its opening balance and its lines sum to its closing balance,
 * no line of a bank account is recorded twice, and each closing follows from the lines and the movements of the books.
 */
import type { ReconciliationEvent, ReconciliationEventData } from '../../generated/events.ts';
import type { EventLocation } from '../../ledger/event.ts';
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
};

/** How the audit checks what a reconciliation stream says about books: parts of a book, and signatures of closings. */
export type ReconciliationRules = {
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
  readonly #closings = new ClosingsCheck();
  readonly #proposals = createProposalsCheck();
  /** By rail and currency. */
  readonly #running = new Map<string, Import>();
  readonly #recorded = new Map<string, Set<string>>();
  readonly #files = new Set<string>();

  constructor(options: ReconciliationRules) {
    this.#options = options;
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
    this.#running.set(account, { statement: data, lines: new Set(), recorded: [], sum: 0n });
  }

  #addLine({ data, ...event }: EventOf<'statement.line_recorded'>): void {
    checkObjectId('line_id', data.line_id, event);
    const [account, { statement, lines, recorded: linesSoFar }] = this.#runningImport(data.statement_id);
    rule(
      data.booked_on >= statement.opened_on && data.booked_on <= statement.closed_on,
      'the line is not within the period of its statement',
    );
    rule(
      decimalsOf(data.amount) === decimalsOf(statement.opening_balance),
      'the amount must have the decimals of the currency',
    );
    const key = `${data.bank_reference} ${data.amount}`;
    rule(!lines.has(key) && this.#recorded.get(account)?.has(key) !== true, 'the line is recorded twice');
    lines.add(key);
    linesSoFar.push(data);
    this.#runningImport(data.statement_id)[1].sum += unscaledValue(data.amount);
  }

  #end({ data }: EventOf<'statement.imported'>): void {
    const [account, { statement, lines, recorded: linesOfImport, sum }] = this.#runningImport(
      data.statement_id,
    );
    rule(
      data.recorded_lines === lines.size && data.recorded_lines + data.known_lines === statement.lines,
      'the number of lines is not that of the statement',
    );
    rule(
      unscaledValue(statement.opening_balance) + sum + unscaledValue(data.known_amount) ===
        unscaledValue(statement.closing_balance),
      'the opening balance and the lines do not sum to the closing balance',
    );
    this.#files.add(`${account}:${statement.sha256}`);
    this.#running.delete(account);
    const all = this.#recorded.get(account) ?? new Set();
    for (const key of lines) all.add(key);
    this.#recorded.set(account, all);
    this.#closings.addStatement(statement, linesOfImport);
  }
}

const rule = (holds: boolean, reason: string): void => requireRule(holds, 'reconciliation', reason);
