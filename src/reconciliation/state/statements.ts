/** Imported statements: their lines take effect together when the import ends, and count until it is voided. */
import type { BankStatement as StatementView } from '../../generated/api.ts';
import type { ReconciliationEventData } from '../../generated/events.ts';
import { countDecimals, formatAmount, parseStoredAmount, type Amount } from '../../ledger/amount.ts';
import type { EnvironmentName } from '../../ledger/ids.ts';
import {
  firstOpenDay,
  type BankLine,
  type RailAccount,
  type RecordedImport,
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
  const { statement, lines: recorded } = account.unfinished;
  const balances = balancesAfter(statement, recorded);
  const lines = recorded.map((line, i) =>
    toBankLine(line, { statement, account, lastClosedDay, balanceAfter: balances[i] ?? 0n }),
  );
  for (const line of lines) account.lines.set(line.id, line);
  account.files.set(statement.sha256, statement.statement_id);
  account.unfinished = undefined;
  const view = presentStatement(statement, data, account, origin);
  account.imports.push({ view, started: statement, lines });
  return view;
}

/** Lines of earlier releases have no balances. Those that were known came first in most statements. */
function balancesAfter(
  { closing_balance }: StartedStatement,
  lines: readonly RecordedLine[],
): readonly Amount[] {
  const sum = lines.reduce((total, { amount }) => total + parseStoredAmount(amount), 0n);
  let running = parseStoredAmount(closing_balance) - sum;
  return lines.map(({ amount, balance_after }) => {
    running =
      balance_after === undefined ? running + parseStoredAmount(amount) : parseStoredAmount(balance_after);
    return running;
  });
}

type LineFrame = {
  readonly statement: StartedStatement;
  readonly account: RailAccount;
  readonly lastClosedDay: string | undefined;
  readonly balanceAfter: Amount;
};

function toBankLine(
  { line_id, booked_on, bank_reference, amount, sealed }: RecordedLine,
  { statement, account: { bankClosed }, lastClosedDay, balanceAfter }: LineFrame,
): BankLine {
  const { statement_id, opened_on, closed_on } = statement;
  const statedOn = booked_on < opened_on ? opened_on : booked_on > closed_on ? closed_on : booked_on;
  // The opening balance of the first closing contains everything before.
  const isBefore = bankClosed !== undefined && statedOn < bankClosed.since;
  return {
    id: line_id,
    key: `${bank_reference} ${amount}`,
    day: isBefore ? booked_on : firstOpenDay(booked_on, lastClosedDay),
    amount: parseStoredAmount(amount),
    statementId: statement_id,
    bookedOn: booked_on,
    statedOn,
    balanceAfter,
    bankReference: bank_reference,
    sealed,
    settled: isBefore ? { kind: 'before' } : undefined,
  };
}

/** Removes the lines of an import. Returns the statement as it is from then on. */
export function voidImport(
  account: RailAccount,
  { statement_id, reason }: ReconciliationEventData<'statement.voided'>,
  { actor, time }: Pick<EventOrigin, 'actor' | 'time'>,
): StatementView | undefined {
  const at = account.imports.findIndex(({ view }) => view.id === statement_id);
  const [found] = at === -1 ? [] : account.imports.splice(at, 1);
  if (found === undefined) return undefined;
  account.files.delete(found.started.sha256);
  for (const { id } of found.lines) {
    account.lines.delete(id);
    account.links.delete(id);
    account.separations.delete(id);
    account.accepted.delete(id);
    account.owners.delete(id);
  }
  return voidedView(found.view, { reason, actor, time });
}

export const voidedView = (
  view: StatementView,
  { reason, actor, time }: { readonly reason: string; readonly actor: string; readonly time: string },
): StatementView => ({ ...view, voided_at: time, voided_by: actor, void_reason: reason });

/** The statement in the operator API, after all earlier ones of the same rail and currency. */
export function presentStatement(
  started: StartedStatement,
  imported: ReconciliationEventData<'statement.imported'>,
  account: Pick<RailAccount, 'imports'> | undefined,
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
    gap:
      imported.continues === true
        ? null
        : gapBefore(started, parseStoredAmount(imported.known_amount), account?.imports ?? []),
    account: started.account?.masked ?? null,
    imported_by: actor,
    created_at: time,
    ...{ voided_at: null, voided_by: null, void_reason: null },
  };
}

/**
 * The difference between the closing balance of the statement before and this opening balance. Lines that both contain are
 * not part of the difference. Null for the first statement, and if both agree.
 */
export function gapBefore(
  {
    opened_on,
    closed_on,
    opening_balance,
  }: Pick<StartedStatement, 'opened_on' | 'closed_on' | 'opening_balance'>,
  known: Amount,
  imports: readonly Pick<RecordedImport, 'view'>[],
): StatementView['gap'] {
  const before = imports
    .map(({ view }) => view)
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
