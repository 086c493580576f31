/** Imported statements: their lines take effect together when the import ends. */
import type { BankStatement as StatementView } from '../../generated/api.ts';
import type { ReconciliationEventData } from '../../generated/events.ts';
import { countDecimals, formatAmount, parseStoredAmount, type Amount } from '../../ledger/amount.ts';
import type { EnvironmentName } from '../../ledger/ids.ts';
import { lineKey } from '../statements/statement.ts';
import {
  firstOpenDay,
  type BankLine,
  type RailAccount,
  type RecordedLine,
  type StartedStatement,
} from './rail-account.ts';

/** The author and time of an event, and the environment of its stream. */
export type EventOrigin = {
  readonly environment: EnvironmentName;
  readonly actor: string;
  readonly time: string;
};

/** Adds the lines of the running import. Returns the statement. */
export function finishImport(
  account: RailAccount,
  data: ReconciliationEventData<'statement.imported'>,
  lastClosedDay: string | undefined,
  origin: EventOrigin,
): StatementView | undefined {
  if (account.unfinished === undefined) return undefined;
  const { statement, lines } = account.unfinished;
  for (const line of lines) {
    account.lineKeys.add(lineKey(line));
    account.lines.set(line.line_id, toBankLine(line, account, lastClosedDay));
  }
  account.files.set(statement.sha256, statement.statement_id);
  account.unfinished = undefined;
  const view = presentStatement(statement, data, account, origin);
  account.statements.push(view);
  return view;
}

function toBankLine(
  { line_id, booked_on, bank_reference, amount, sealed }: RecordedLine,
  { bankClosed }: RailAccount,
  lastClosedDay: string | undefined,
): BankLine {
  // The opening balance of the first closing contains everything before.
  const isBefore = bankClosed !== undefined && booked_on < bankClosed.since;
  return {
    id: line_id,
    key: lineKey({ bank_reference, amount }),
    day: isBefore ? booked_on : firstOpenDay(booked_on, lastClosedDay),
    amount: parseStoredAmount(amount),
    bookedOn: booked_on,
    bankReference: bank_reference,
    sealed,
    settled: isBefore ? { kind: 'before' } : undefined,
  };
}

/** The statement in the operator API, after all earlier ones of the same rail and currency. */
export function presentStatement(
  started: StartedStatement,
  imported: ReconciliationEventData<'statement.imported'>,
  account: Pick<RailAccount, 'statements'> | undefined,
  { environment, actor, time }: EventOrigin,
): StatementView {
  const { statement_id: id, rail, currency, format, opened_on, closed_on } = started;
  const { opening_balance, closing_balance, lines } = started;
  return {
    id,
    object: 'bank_statement',
    environment,
    ...{ rail, currency, format, opened_on, closed_on, opening_balance, closing_balance, lines },
    known_lines: imported.known_lines,
    gap: gapBefore(started, parseStoredAmount(imported.known_amount), account?.statements ?? []),
    imported_by: actor,
    created_at: time,
  };
}

/**
 * The difference between the closing balance of the statement before and this opening balance. Lines that both contain are
 * not part of the difference. Null for the first statement, and if both agree.
 */
function gapBefore(
  { opened_on, closed_on, opening_balance }: StartedStatement,
  known: Amount,
  statements: readonly StatementView[],
): StatementView['gap'] {
  const before = statements
    .filter((each) => each.closed_on <= closed_on && each.opened_on <= opened_on)
    .reduce<StatementView | undefined>(
      (newest, each) => (newest !== undefined && newest.closed_on > each.closed_on ? newest : each),
      undefined,
    );
  if (before === undefined) return null;
  const amount = parseStoredAmount(opening_balance) + known - parseStoredAmount(before.closing_balance);
  if (amount === 0n) return null;
  return {
    after_statement_id: before.id,
    after_day: before.closed_on,
    amount: formatAmount(amount, countDecimals(opening_balance)),
  };
}
