/** Decides that lines and movements are settled together, because they have the same sum. Pure. */
import type { ReconciliationEvent } from '../../generated/events.ts';
import { formatAmount, type Amount } from '../../ledger/amount.ts';
import { deriveId } from '../../ledger/ids.ts';
import { refuse, refuseField, type Refusal } from '../../ledger/refusal.ts';
import type { AccountItems } from '../days/close-decisions.ts';
import { isBreak, type Item } from '../matching/items.ts';
import { firstOpenDay, type BankLine, type Movement, type RailAccount } from '../state/rail-account.ts';
import type { EventContext } from '../statements/import-decisions.ts';
import { findItemOf, stateOf } from './break-decisions.ts';

/** At least two lines or movements in total. */
export type NewGroup = {
  readonly line_ids: readonly string[];
  readonly movement_ids: readonly string[];
  readonly reason: string;
};

type Refused = { readonly refusal: Refusal };
type Grouped = Extract<ReconciliationEvent, { type: 'items.grouped' }>;

/** Nothing has to be decided about it yet. */
const isUndecided = ({ result }: Item): boolean =>
  result === 'before_first_statement' || result === 'awaiting_statement';

/** Refuses validation_failed (also for two sums), and break_state_conflict for what is settled. */
export function decideGroup(
  accounts: readonly AccountItems[],
  { line_ids, movement_ids, reason }: NewGroup,
  lastClosedDay: string | undefined,
  { stream, revision, now }: EventContext,
): { readonly event: Grouped; readonly account: RailAccount; readonly amount: Amount } | Refused {
  if (line_ids.length + movement_ids.length < 2)
    return refuseField('movement_ids', 'required', 'Send at least two lines or movements.');
  const found = [
    ...line_ids.map((id) => ['line_ids', id] as const),
    ...movement_ids.map((id) => ['movement_ids', id] as const),
  ].map(([field, id]) => ({ field, id, item: findItemOf(accounts, id) }));
  const [account] = found.flatMap(({ item }) => item?.account ?? []);
  for (const { field, id, item } of found) {
    if (item === undefined || item.account !== account)
      return refuseField(field, 'unknown', `The bank account has no line or movement ${id}.`);
    if (!isBreak(item.item) && !isUndecided(item.item))
      return refuse('break_state_conflict', `${id}: ${stateOf(item.item)}`);
  }
  if (account === undefined) throw new Error('a group has at least two lines or movements');
  const [lines, movements] = [pick(account.lines, line_ids), pick(account.movements, movement_ids)];
  const [amount, other] = [sumOf(lines), sumOf(movements)];
  const text = (sum: Amount): string => formatAmount(sum, account.decimals);
  if (amount !== other)
    return refuseField(
      'movement_ids',
      'invalid_value',
      `The lines sum to ${text(amount)}, and the movements to ${text(other)}.`,
    );
  const lastDay =
    [...lines, ...movements]
      .map(({ day }) => day)
      .sort()
      .at(-1) ?? '';
  const data = {
    group_id: deriveId('grp', now, stream, revision),
    ...{ line_ids, movement_ids, reason },
    day: firstOpenDay(lastDay, lastClosedDay),
  };
  return { event: { type: 'items.grouped', data }, account, amount };
}

const pick = <E extends BankLine | Movement>(
  entries: ReadonlyMap<string, E>,
  ids: readonly string[],
): readonly E[] => ids.flatMap((id) => entries.get(id) ?? []);

const sumOf = (entries: readonly { readonly amount: Amount }[]): Amount =>
  entries.reduce((sum, { amount }) => sum + amount, 0n);
