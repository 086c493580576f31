/** Decides the closing of a day, in steps that fit into one append each. Pure. */
import type { ReconciliationEvent, ReconciliationEventData } from '../../generated/events.ts';
import { formatAmount, type Amount } from '../../ledger/amount.ts';
import { refuse, type Refusal } from '../../ledger/refusal.ts';
import { dayOfItem, isBreak, reconciledSince, type Item } from '../matching/items.ts';
import {
  accountKey,
  type ClosedAccount,
  type ClosedTotals,
  type DayClosed,
  type RailAccount,
} from '../state/rail-account.ts';
import type { ReconciliationState } from '../state/state.ts';
import { totalsOf } from '../totals/totals-state.ts';
import {
  balancesAt,
  breaksUntil,
  checkStatements,
  entriesBetween,
  type BankBalances,
  type Total,
} from './balances.ts';

/** An account with its items. */
export type AccountItems = { readonly account: RailAccount; readonly items: readonly Item[] };

type Refused = { readonly refusal: Refusal };
type MatchesRecorded = Extract<ReconciliationEvent, { type: 'matches.recorded' }>;

const PAIRS_PER_EVENT = 200;
const EVENTS_PER_APPEND = 20;
/** Breaks that a closing lists, so that it fits into one event. It counts all. */
const BREAKS_MAX = 500;

/** The matches until the day that are not recorded yet, as many as fit into one append. */
export function decideMatches(accounts: readonly AccountItems[], day: string): readonly MatchesRecorded[] {
  const events: MatchesRecorded[] = [];
  for (const { account, items } of accounts) {
    const pairs = items.flatMap(pairUntil(day));
    for (let at = 0; at < pairs.length; at += PAIRS_PER_EVENT) {
      const { rail, currency } = account;
      const data = { rail, currency, pairs: pairs.slice(at, at + PAIRS_PER_EVENT) };
      events.push({ type: 'matches.recorded', data });
      if (events.length === EVENTS_PER_APPEND) return events;
    }
  }
  return events;
}

type RecordedPair = ReconciliationEventData<'matches.recorded'>['pairs'][number];

const pairUntil =
  (day: string) =>
  ({ result, line, movement, by, settledOn = '' }: Item): readonly RecordedPair[] =>
    result === 'matched' &&
    line !== undefined &&
    movement !== undefined &&
    by !== undefined &&
    line.settled === undefined &&
    settledOn <= day
      ? [{ line_id: line.id, movement_id: movement.id, by }]
      : [];

/** The accounts with movements until the day that no statement covers, and that an operator has not named. */
export const awaitedStatements = (
  accounts: readonly AccountItems[],
  day: string,
  without: readonly string[],
): readonly string[] =>
  accounts
    .filter(({ account, items }) => items.some((item) => isAwaited(account, item, day)))
    .map(({ account }) => accountKey(account))
    .filter((key) => !without.includes(key));

const isAwaited = (account: RailAccount, { result, movement }: Item, day: string): boolean =>
  movement !== undefined &&
  movement.day <= day &&
  (result === 'awaiting_statement' ||
    (result === 'before_first_statement' && reconciledSince(account) === undefined));

/** Refuses day_state_conflict and breaks_open. `without`: the accounts that need no statement for this closing. */
export function checkClosing(
  { lastClosedDay, calendar }: Pick<ReconciliationState, 'lastClosedDay' | 'calendar'>,
  accounts: readonly AccountItems[],
  day: string,
  now: number,
  without: readonly string[],
): Refused | undefined {
  if (lastClosedDay !== undefined && day <= lastClosedDay)
    return refuse('day_state_conflict', `All days until ${lastClosedDay} are closed.`);
  if (day >= calendar.dayAt(now))
    return refuse('day_state_conflict', `The day ${day} is not over yet (${calendar.timeZoneOn(day)}).`);
  for (const { account } of accounts) {
    const check = checkStatements(account, day);
    if (check !== undefined && check.gap !== 0n)
      return refuse(
        'day_state_conflict',
        `Statements of ${account.rail} in ${account.currency} are missing: its lines and its closing balance on ${check.until} differ by ${formatAmount(check.gap, account.decimals)}.`,
      );
  }
  const open = accounts.flatMap(({ items }) => breaksUntil(items, day).filter(({ accepted }) => !accepted));
  if (open.length > 0)
    return refuse(
      'breaks_open',
      `${open.length} ${open.length === 1 ? 'break is' : 'breaks are'} open until ${day}.`,
    );
  const awaited = awaitedStatements(accounts, day, without);
  return awaited.length === 0
    ? undefined
    : refuse(
        'day_state_conflict',
        `Movements until ${day} await a statement of ${awaited.join(' and ')}. Import it, or close the day without it.`,
      );
}

/** What the closing records, once all its matches are recorded and nothing refuses it. */
export const closingData = (
  { lastClosedDay, totals }: Pick<ReconciliationState, 'lastClosedDay' | 'totals'>,
  accounts: readonly AccountItems[],
  day: string,
): Omit<DayClosed, 'signature'> => ({
  day,
  previous_day: lastClosedDay ?? null,
  accounts: accounts.map((each) => closedAccount(each, lastClosedDay, day)),
  totals: { ...totalsOf(totals, lastClosedDay ?? null, day), breaks: closedBreaks(accounts, day) },
});

/** The breaks until the day, all of which are accepted. */
const closedBreaks = (accounts: readonly AccountItems[], day: string): ClosedTotals['breaks'] =>
  accounts
    .flatMap(({ account: { rail, currency, decimals }, items }) =>
      breaksUntil(items, day).map((each) => ({
        ...{ rail, currency, day: dayOfItem(each) },
        ...{ line_id: each.line?.id ?? null, movement_id: each.movement?.id ?? null },
        difference: formatAmount(each.difference, decimals),
      })),
    )
    .sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0))
    .slice(0, BREAKS_MAX);

function closedAccount(
  { account, items }: AccountItems,
  lastClosedDay: string | undefined,
  day: string,
): ClosedAccount {
  const text = (amount: Amount): string => formatAmount(amount, account.decimals);
  const totalText = ({ count, amount }: Total) => ({ count, amount: text(amount) });
  const { ledger, bank } = balancesAt(account, items, lastClosedDay, day);
  const { lines, movements } = entriesBetween(account, lastClosedDay, day);
  const bankText = (found: BankBalances): NonNullable<ClosedAccount['bank']> => ({
    reconciled_since: found.since,
    first_opening_balance: text(found.firstOpening),
    opening_balance: text(account.bankClosed?.bank ?? found.firstOpening),
    closing_balance: text(found.balance),
    opening_difference: text(found.openingDifference),
    written_off: text(found.writtenOff),
    open_lines: totalText(found.openLines),
    open_movements: totalText(found.openMovements),
    accepted_breaks: breaksUntil(items, day).length,
  });
  return {
    rail: account.rail,
    currency: account.currency,
    bank: bank === undefined ? null : bankText(bank),
    ledger_opening_balance: text(account.ledgerClosed),
    ledger_closing_balance: text(ledger),
    lines: totalText(lines),
    movements: totalText(movements),
    carried_movement_ids: bank === undefined ? [] : carriedMovements(account, items),
  };
}

/** Movements before the first statement that are matched with later lines, or about which an operator has to decide. */
function carriedMovements(account: RailAccount, items: readonly Item[]): string[] {
  const since = reconciledSince(account) ?? '';
  if (account.bankClosed !== undefined) return [];
  return items.flatMap((each) => {
    const { movement, line } = each;
    const isOpen = movement?.settled === undefined && line !== undefined;
    return movement !== undefined &&
      movement.day < since &&
      isOpen &&
      (isBreak(each) || each.result === 'matched')
      ? [movement.id]
      : [];
  });
}

/** Whether the totals contain everything that the movements contain. */
export const areTotalsComplete = ({
  cursors,
  totals,
}: Pick<ReconciliationState, 'cursors' | 'totals'>): boolean =>
  [...cursors].every(([book, { revision }]) => revision <= (totals.cursors.get(book)?.revision ?? -1));
