/** How lines and movements are settled: as matches, by write-offs, and by the closing of days. */
import type { ReconciliationEventData } from '../../generated/events.ts';
import { parseStoredAmount } from '../../ledger/amount.ts';
import type { RailAccount } from './rail-account.ts';

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
