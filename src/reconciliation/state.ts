/** The state of reconciliation in an environment, from the events of its stream. */
import type { ReconciliationEvent, ReconciliationEventData } from '../generated/events.ts';
import type { BankStatement as StatementView } from '../generated/api.ts';
import { countDecimals, formatAmount, parseStoredAmount } from '../ledger/amount.ts';
import type { Amount } from '../ledger/amount.ts';
import type { EnvironmentName } from '../ledger/environment.ts';
import { lineKey } from './statements/statement.ts';

export type StartedStatement = ReconciliationEventData<'statement.started'>;
export type RecordedLine = ReconciliationEventData<'statement.line_recorded'>;

/** An import that has begun. Its lines do not count before it ends. */
export type UnfinishedImport = { readonly statement: StartedStatement; readonly lines: RecordedLine[] };

/** What is known of the bank account of a rail and a currency. */
export type RailAccount = {
  /** Oldest first. */
  readonly statements: StatementView[];
  /** The IDs of statements by the SHA-256 of their files. */
  readonly files: Map<string, string>;
  /** The lines of all statements, by reference and amount. */
  readonly lineKeys: Set<string>;
  unfinished: UnfinishedImport | undefined;
};

export type ReconciliationState = {
  /** The revision of the next event. */
  revision: number;
  /** By `accountKey`. */
  readonly accounts: Map<string, RailAccount>;
  /** All statements in the order imported. */
  readonly statements: StatementView[];
};

export const createReconciliationState = (): ReconciliationState => ({
  revision: 0,
  accounts: new Map(),
  statements: [],
});

export const accountKey = ({ rail, currency }: { rail: string; currency: string }): string =>
  `${rail}:${currency}`;

/** The author and time of an event, and the environment of its stream. */
export type EventOrigin = {
  readonly environment: EnvironmentName;
  readonly actor: string;
  readonly time: string;
};

/** Applies one event. */
export function evolveReconciliation(
  state: ReconciliationState,
  event: ReconciliationEvent,
  origin: EventOrigin,
): void {
  state.revision += 1;
  switch (event.type) {
    case 'request.recorded':
      return;
    case 'statement.started':
      openAccount(state, event.data).unfinished = { statement: event.data, lines: [] };
      return;
    case 'statement.line_recorded':
      findUnfinished(state, event.data.statement_id)?.unfinished?.lines.push(event.data);
      return;
    case 'statement.imported':
      finishImport(state, event.data, origin);
      return;
  }
}

function openAccount(state: ReconciliationState, of: { rail: string; currency: string }): RailAccount {
  const key = accountKey(of);
  const found = state.accounts.get(key);
  if (found !== undefined) return found;
  const created = { statements: [], files: new Map(), lineKeys: new Set<string>(), unfinished: undefined };
  state.accounts.set(key, created);
  return created;
}

const findUnfinished = (state: ReconciliationState, id: string): RailAccount | undefined =>
  [...state.accounts.values()].find(({ unfinished }) => unfinished?.statement.statement_id === id);

function finishImport(
  state: ReconciliationState,
  data: ReconciliationEventData<'statement.imported'>,
  origin: EventOrigin,
): void {
  const account = findUnfinished(state, data.statement_id);
  if (account?.unfinished === undefined) return;
  const { statement, lines } = account.unfinished;
  for (const line of lines) account.lineKeys.add(lineKey(line));
  account.files.set(statement.sha256, statement.statement_id);
  account.unfinished = undefined;
  const view = presentStatement(statement, data, account, origin);
  account.statements.push(view);
  state.statements.push(view);
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
