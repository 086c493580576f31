/** What is known of the bank account of a rail and a currency, and of the clearing accounts of all books that it serves. */

import type { BankStatement as StatementView } from '../../generated/api.ts';
import type { ReconciliationEventData } from '../../generated/events.ts';
import { parseStoredAmount, type Amount } from '../../ledger/amount.ts';
import { dayAfter } from '../../system/calendar.ts';
import type { Entry, MatchedBy } from '../matching/match-account.ts';

export type StartedStatement = ReconciliationEventData<'statement.started'>;
export type RecordedLine = ReconciliationEventData<'statement.line_recorded'>;

/** An import that has begun. Its lines do not count before it ends. */
type UnfinishedImport = { readonly statement: StartedStatement; readonly lines: RecordedLine[] };

/** A statement that was imported, and its lines that no earlier one contained. */
export type RecordedImport = {
  readonly view: StatementView;
  readonly started: StartedStatement;
  readonly lines: readonly BankLine[];
};

type Item = Omit<Entry, 'references' | 'quoted' | 'text'> & {
  /** Undefined until an event says how it was settled. */
  settled: Settlement | undefined;
};

/** `day` is the day it was booked, or the day after the last closed one if that is later. */
export type BankLine = Item & {
  readonly statementId: string;
  readonly bookedOn: string;
  /** The day of the statement that its balances count it on: the day it was booked, or the nearest one of the period. */
  readonly statedOn: string;
  /** Balance of the account after the line. Estimated for lines that were recorded without it. */
  readonly balanceAfter: Amount;
  readonly bankReference: string;
  readonly sealed: string | null;
};

/** `day` is the day it was posted in the calendar of the environment, or the day after the last closed one if that is later. */
export type Movement = Item & {
  readonly book: string;
  readonly revision: number;
  readonly transferId: string | null;
  readonly postedAt: string;
  readonly references: readonly string[];
  readonly quoted: readonly string[];
};

type Settlement =
  | { readonly kind: 'matched'; readonly with: string; readonly by: MatchedBy }
  | {
      readonly kind: 'written_off';
      readonly with: string | null;
      readonly day: string;
      readonly amount: Amount;
      readonly reason: string;
    }
  | { readonly kind: 'grouped'; readonly group: ItemGroup }
  /** A movement before the first statement, which its opening balance contains. */
  | { readonly kind: 'before' };

/** Lines and movements that have the same sum, and are settled together. */
export type ItemGroup = {
  readonly id: string;
  readonly lineIds: readonly string[];
  readonly movementIds: readonly string[];
  /** Sum of the lines, and of the movements. */
  readonly amount: Amount;
  readonly day: string;
  readonly reason: string;
};

/** Who works on a break. */
export type BreakOwner = {
  /** The name by which events name the operator. */
  readonly name: string;
  readonly assigned_by: string;
  readonly assigned_at: string;
};

/** An acceptance of a break: it does not prevent the closing of a day. */
export type Acceptance = {
  readonly reason: string;
  readonly accepted_by: string;
  readonly accepted_at: string;
};

/** What the closings of days say about the bank. */
type ClosedBalances = {
  /** Balance at the end of the last closed day. */
  readonly bank: Amount;
  readonly openingDifference: Amount;
  readonly firstOpening: Amount;
  readonly since: string;
};

export type RailAccount = {
  readonly rail: string;
  readonly currency: string;
  /** Of the currency, from the first amount. */
  readonly decimals: number;
  /** Those that count, in the order imported. */
  readonly imports: RecordedImport[];
  /** The IDs of statements by the SHA-256 of their files. */
  readonly files: Map<string, string>;
  unfinished: UnfinishedImport | undefined;
  /** By ID. */
  readonly lines: Map<string, BankLine>;
  readonly movements: Map<string, Movement>;
  /** IDs of movements by the IDs of lines, decided by operators. */
  readonly links: Map<string, string>;
  /** IDs of movements that a line is not, by the IDs of lines. */
  readonly separations: Map<string, Set<string>>;
  /** By the IDs of breaks. */
  readonly accepted: Map<string, Acceptance>;
  /** By the IDs of breaks. */
  readonly owners: Map<string, BreakOwner>;
  /** Balance of the difference account. */
  writtenOff: Amount;
  /** Balance of the movements at the end of the last closed day. */
  ledgerClosed: Amount;
  /** Undefined until the first closing with a statement. */
  bankClosed: ClosedBalances | undefined;
};

export const accountKey = ({ rail, currency }: { rail: string; currency: string }): string =>
  `${rail}:${currency}`;

export const createRailAccount = (rail: string, currency: string, decimals: number): RailAccount => ({
  ...{ rail, currency, decimals },
  imports: [],
  files: new Map(),
  unfinished: undefined,
  lines: new Map(),
  movements: new Map(),
  links: new Map(),
  separations: new Map(),
  accepted: new Map(),
  owners: new Map(),
  writtenOff: 0n,
  ledgerClosed: 0n,
  bankClosed: undefined,
});

/** The day, or the day after the last closed one if that is later: nothing is added to a closed day. */
export const firstOpenDay = (day: string, lastClosedDay: string | undefined): string =>
  lastClosedDay === undefined || day > lastClosedDay ? day : dayAfter(lastClosedDay);

// How lines and movements are settled: as matches, by write-offs, and by the closing of days.

export type DayClosed = ReconciliationEventData<'day.closed'>;
export type ClosedAccount = DayClosed['accounts'][number];
export type ClosedTotals = NonNullable<DayClosed['totals']>;
/** A closing, with who closed it and when. */
export type Closing = DayClosed & { readonly closed_by: string; readonly closed_at: string };

export function settleMatches(
  { lines, movements }: RailAccount,
  pairs: ReconciliationEventData<'matches.recorded'>['pairs'],
): void {
  for (const { line_id, movement_id, by } of pairs) {
    const [line, movement] = [lines.get(line_id), movements.get(movement_id)];
    if (line !== undefined) line.settled = { kind: 'matched', with: movement_id, by };
    if (movement !== undefined) movement.settled = { kind: 'matched', with: line_id, by };
  }
}

/** Takes a line and a movement apart, and keeps them apart. */
export function separate({ links, separations }: RailAccount, lineId: string, movementId: string): void {
  if (links.get(lineId) === movementId) links.delete(lineId);
  separations.set(lineId, (separations.get(lineId) ?? new Set<string>()).add(movementId));
}

export function writeOff(
  account: RailAccount,
  { line_id, movement_id, day, reason, lines: posted }: ReconciliationEventData<'break.written_off'>,
): void {
  const difference = posted.find((each) => each.account.startsWith('difference:'));
  const amount = parseStoredAmount(difference?.amount ?? '0');
  account.writtenOff += amount;
  const line = account.lines.get(line_id ?? '');
  const movement = account.movements.get(movement_id ?? '');
  if (line !== undefined) line.settled = { kind: 'written_off', with: movement_id, day, amount, reason };
  if (movement !== undefined) movement.settled = { kind: 'written_off', with: line_id, day, amount, reason };
}

export function settleGroup(
  { lines, movements }: RailAccount,
  { group_id: id, line_ids, movement_ids, day, reason }: ReconciliationEventData<'items.grouped'>,
): void {
  const sides =
    line_ids.length > 0
      ? line_ids.map((each) => lines.get(each))
      : movement_ids.map((each) => movements.get(each));
  const amount = sides.reduce((sum, each) => sum + (each?.amount ?? 0n), 0n);
  const group = { id, lineIds: line_ids, movementIds: movement_ids, amount, day, reason };
  for (const each of [...line_ids.map((id) => lines.get(id)), ...movement_ids.map((id) => movements.get(id))])
    if (each !== undefined) each.settled = { kind: 'grouped', group };
}

/** Applies what the closing of a day says about one bank account. */
export function applyClosing(account: RailAccount, closed: ClosedAccount): void {
  account.ledgerClosed = parseStoredAmount(closed.ledger_closing_balance);
  const { bank } = closed;
  if (bank === null) return;
  if (account.bankClosed === undefined) {
    const carried = new Set(closed.carried_movement_ids);
    for (const movement of account.movements.values())
      if (movement.settled === undefined && movement.day < bank.reconciled_since && !carried.has(movement.id))
        movement.settled = { kind: 'before' };
  }
  account.bankClosed = {
    bank: parseStoredAmount(bank.closing_balance),
    openingDifference: parseStoredAmount(bank.opening_difference),
    firstOpening: parseStoredAmount(bank.first_opening_balance),
    since: bank.reconciled_since,
  };
}
