/**
 * Checks a reconciliation stream: each statement is complete, its opening balance and its lines sum to its closing balance,
 * no line of a bank account is recorded twice, and each closing follows from the lines and the movements of the books.
 */
import type { ReconciliationEvent, ReconciliationEventData } from '../../generated/events.ts';
import type { EventLocation } from '../../ledger/event.ts';
import { decimalsOf, unscaledValue } from '../decimal.ts';
import { checkObjectId, requireRule } from '../finding.ts';
import { createClosingsCheck } from './closings-check.ts';
import { createProposalsCheck } from './proposals-check.ts';

type Started = ReconciliationEventData<'statement.started'>;
type Import = {
  readonly statement: Started;
  readonly lines: Set<string>;
  readonly recorded: ReconciliationEventData<'statement.line_recorded'>[];
  sum: bigint;
};

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

/**
 * The returned function throws RuleViolation. `checkMovements` and `checkTotals` compare a part of a book with its postings,
 * and `isSigned` checks the signature of a closing.
 */
export function createReconciliationCheck({
  checkMovements,
  checkTotals,
  isSigned,
}: ReconciliationRules): (event: LocatedEvent) => void {
  const closings = createClosingsCheck();
  const proposals = createProposalsCheck();
  /** By rail and currency. */
  const running = new Map<string, Import>();
  const recorded = new Map<string, Set<string>>();
  const files = new Set<string>();

  const runningImport = (id: string): [string, Import] => {
    const found = [...running].find(([, { statement }]) => statement.statement_id === id);
    rule(found !== undefined, `the import of statement ${id} does not run`);
    return found as [string, Import];
  };

  function start({ data, ...event }: EventOf<'statement.started'>): void {
    checkObjectId('statement_id', data.statement_id, event);
    const account = `${data.rail}:${data.currency}`;
    rule(!files.has(`${account}:${data.sha256}`), 'the same file was imported before');
    rule(data.opened_on <= data.closed_on, 'the statement ends before it begins');
    rule(
      decimalsOf(data.opening_balance) === decimalsOf(data.closing_balance),
      'both balances must have the decimals of the currency',
    );
    running.set(account, { statement: data, lines: new Set(), recorded: [], sum: 0n });
  }

  function addLine({ data, ...event }: EventOf<'statement.line_recorded'>): void {
    checkObjectId('line_id', data.line_id, event);
    const [account, { statement, lines, recorded: linesSoFar }] = runningImport(data.statement_id);
    rule(
      data.booked_on >= statement.opened_on && data.booked_on <= statement.closed_on,
      'the line is not within the period of its statement',
    );
    rule(
      decimalsOf(data.amount) === decimalsOf(statement.opening_balance),
      'the amount must have the decimals of the currency',
    );
    const key = `${data.bank_reference} ${data.amount}`;
    rule(!lines.has(key) && recorded.get(account)?.has(key) !== true, 'the line is recorded twice');
    lines.add(key);
    linesSoFar.push(data);
    runningImport(data.statement_id)[1].sum += unscaledValue(data.amount);
  }

  function end({ data }: EventOf<'statement.imported'>): void {
    const [account, { statement, lines, recorded: linesOfImport, sum }] = runningImport(data.statement_id);
    rule(
      data.recorded_lines === lines.size && data.recorded_lines + data.known_lines === statement.lines,
      'the number of lines is not that of the statement',
    );
    rule(
      unscaledValue(statement.opening_balance) + sum + unscaledValue(data.known_amount) ===
        unscaledValue(statement.closing_balance),
      'the opening balance and the lines do not sum to the closing balance',
    );
    files.add(`${account}:${statement.sha256}`);
    running.delete(account);
    const all = recorded.get(account) ?? new Set();
    for (const key of lines) all.add(key);
    recorded.set(account, all);
    closings.addStatement(statement, linesOfImport);
  }

  return (event) => {
    switch (event.type) {
      case 'request.recorded':
        return;
      case 'statement.started':
        start(event);
        return;
      case 'statement.line_recorded':
        addLine(event);
        return;
      case 'statement.imported':
        end(event);
        return;
      case 'movements.collected':
        checkMovements(event.data);
        closings.addMovements(event.data);
        return;
      case 'totals.collected':
        checkTotals(event.data);
        closings.collect(event.data);
        return;
      case 'items.linked':
        closings.link(event.data);
        return;
      case 'items.grouped':
        checkObjectId('group_id', event.data.group_id, event);
        closings.group(event.data);
        return;
      case 'break.assigned':
        closings.assign(event.data);
        return;
      case 'break.accepted':
        closings.accept(event.data);
        return;
      case 'break.written_off':
        closings.writeOff(event.data);
        proposals.see(event);
        return;
      case 'matches.recorded':
        closings.match(event.data);
        return;
      case 'day.closed':
        closings.close(event.data, event);
        rule(isSigned(event), 'the signature of the closing is not valid');
        return;
      case 'proposal.created':
      case 'proposal.executed':
      case 'proposal.ended':
        proposals.check(event);
        return;
    }
  };
}

const rule = (holds: boolean, reason: string): void => requireRule(holds, 'reconciliation', reason);
