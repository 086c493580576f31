/** Items and days as the operator API shows them. Pure. */
import type {
  ReconciliationAccount as AccountView,
  ReconciliationDay as DayView,
  ReconciliationItem as ItemView,
} from '../generated/api.ts';
import { formatAmount, type Amount } from '../ledger/amount.ts';
import { integratorOf, type EnvironmentName } from '../ledger/ids.ts';
import { balancesAt, breaksUntil, checkStatements, entriesBetween, type Total } from './days/balances.ts';
import { awaitedStatements, type AccountItems } from './days/close-decisions.ts';
import { dayBefore } from '../system/calendar.ts';
import { dayOfItem, isBreak, type Item } from './matching/items.ts';
import { daysBetween } from './matching/match-account.ts';
import {
  type BankLine,
  type ClosedAccount,
  type Closing,
  type ItemGroup,
  type Movement,
  type RailAccount,
} from './state/rail-account.ts';
import { hasReference } from './statements/statement.ts';

export type ItemContext = {
  readonly environment: EnvironmentName;
  readonly today: string;
  /** The ID of the open proposal to write off the item. */
  readonly proposalOf: (itemId: string) => string | undefined;
};

export function presentItem(
  { rail, currency, decimals }: RailAccount,
  item: Item,
  { environment, today, proposalOf }: ItemContext,
): ItemView {
  const {
    id,
    result,
    line,
    movement,
    by = null,
    difference,
    accepted = null,
    owner = null,
    reason = null,
  } = item;
  return {
    ...{ id, object: 'reconciliation_item', environment, rail, currency, result },
    is_break: isBreak(item),
    matched_by: by,
    line: line === undefined ? null : presentLine(line, decimals),
    movement: movement === undefined ? null : presentMovement(movement, decimals),
    group: item.group === undefined ? null : presentGroup(item.group, decimals),
    difference: formatAmount(difference, decimals),
    age_days: Math.max(0, daysSince(dayOfItem(item), today)),
    accepted: isBreak(item) ? accepted : null,
    owner: isBreak(item) ? owner : null,
    reason,
    proposal_id: proposalOf(id) ?? null,
    suggestion: presentSuggestion(item),
  };
}

const presentSuggestion = ({ suggestion }: Item): ItemView['suggestion'] =>
  suggestion === undefined
    ? null
    : { line_ids: [...suggestion.lineIds], movement_ids: [...suggestion.movementIds] };

function presentGroup(
  { id, lineIds, movementIds, amount: sum }: ItemGroup,
  decimals: number,
): ItemView['group'] {
  const amount = formatAmount(sum, decimals);
  return { id, lines: { count: lineIds.length, amount }, movements: { count: movementIds.length, amount } };
}

const daysSince = (day: string, today: string): number => (day >= today ? 0 : daysBetween(day, today));

const presentLine = (
  { id, bookedOn, day, amount, bankReference }: BankLine,
  decimals: number,
): ItemView['line'] => ({
  ...{ id, booked_on: bookedOn, day, amount: formatAmount(amount, decimals) },
  bank_reference: hasReference(bankReference) ? bankReference : null,
});

const presentMovement = (
  { id, book, transferId, postedAt, day, amount, references }: Movement,
  decimals: number,
): ItemView['movement'] => ({
  ...{ id, integrator_id: integratorOf(book) ?? '', transfer_id: transferId, posted_at: postedAt, day },
  amount: formatAmount(amount, decimals),
  references: [...references],
});

/** Why a day cannot be closed now, without the statements of some accounts; undefined if it can be. */
type BlockedBy = (day: string, without: readonly string[]) => string | undefined;

export function presentOpenDay(
  environment: EnvironmentName,
  accounts: readonly AccountItems[],
  { day, lastClosedDay, blockedBy }: { day: string; lastClosedDay: string | undefined; blockedBy: BlockedBy },
): DayView {
  const awaited = awaitedStatements(accounts, day, []);
  const needsOnlyStatements = awaited.length > 0 && blockedBy(day, awaited) === undefined;
  return {
    ...{ id: day, object: 'reconciliation_day', environment, day, previous_day: null, state: 'open' },
    blocked_by: blockedBy(day, []) ?? null,
    ...(needsOnlyStatements && { awaited_statements: [...awaited] }),
    accounts: accounts.map((each) => presentAccount(each, lastClosedDay, day)),
    totals: null,
    ...{ closed_by: null, closed_at: null, note: null },
  };
}

function presentAccount(
  { account, items }: AccountItems,
  lastClosedDay: string | undefined,
  day: string,
): AccountView {
  const { rail, currency, decimals } = account;
  const before = dayBefore(day);
  const text = (amount: Amount): string => formatAmount(amount, decimals);
  const opening = balancesAt(account, items, lastClosedDay, before);
  const { ledger, bank } = balancesAt(account, items, lastClosedDay, day);
  // Lines that were booked before the period of the first statement are in no opening balance.
  const after = opening.bank === undefined && bank !== undefined ? lastClosedDay : before;
  const lines = entriesBetween(account, after, day).lines;
  const { movements } = entriesBetween(account, before, day);
  const check = checkStatements(account, day);
  const breaks = breaksUntil(items, day);
  const accepted = breaks.filter((each) => each.accepted !== undefined).length;
  const total = ({ count, amount }: Total) => ({ count, amount: text(amount) });
  return {
    ...{ rail, currency, reconciled_since: bank?.since ?? null },
    opening_balance: bank === undefined ? null : text(opening.bank?.balance ?? bank.firstOpening),
    closing_balance: bank === undefined ? null : text(bank.balance),
    statement_until: check?.until ?? null,
    gap: check === undefined || check.gap === 0n ? null : text(check.gap),
    ledger_opening_balance: text(opening.ledger),
    ledger_closing_balance: text(ledger),
    ...{ lines: total(lines), movements: total(movements) },
    opening_difference: bank === undefined ? null : text(bank.openingDifference),
    written_off: bank === undefined ? null : text(bank.writtenOff),
    open_lines: bank === undefined ? null : total(bank.openLines),
    open_movements: bank === undefined ? null : total(bank.openMovements),
    open_breaks: breaks.length - accepted,
    accepted_breaks: accepted,
  };
}

/** `note` is the signed text. */
export const presentClosing = (
  environment: EnvironmentName,
  { day, previous_day, accounts, totals, closed_by, closed_at }: Omit<Closing, 'signature'>,
  note: string,
): DayView => ({
  ...{ id: day, object: 'reconciliation_day', environment, day, previous_day, state: 'closed' },
  blocked_by: null,
  accounts: accounts.map(presentClosedAccount),
  totals: totals ?? null,
  ...{ closed_by, closed_at, note },
});

function presentClosedAccount(closed: ClosedAccount): AccountView {
  const { rail, currency, bank, ledger_opening_balance, ledger_closing_balance, lines, movements } = closed;
  return {
    ...{ rail, currency, reconciled_since: bank?.reconciled_since ?? null },
    opening_balance: bank?.opening_balance ?? null,
    closing_balance: bank?.closing_balance ?? null,
    ...{ statement_until: null, gap: null, ledger_opening_balance, ledger_closing_balance, lines, movements },
    opening_difference: bank?.opening_difference ?? null,
    written_off: bank?.written_off ?? null,
    open_lines: bank?.open_lines ?? null,
    open_movements: bank?.open_movements ?? null,
    ...{ open_breaks: 0, accepted_breaks: bank?.accepted_breaks ?? 0 },
  };
}
