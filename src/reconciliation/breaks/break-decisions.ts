/** Decides what operators do about breaks: link, accept, and write off. Pure. */
import type { ReconciliationEvent } from '../../generated/events.ts';
import { formatAmount } from '../../ledger/amount.ts';
import { refuse, refuseField, refuseNotFound, type Refusal } from '../../ledger/refusal.ts';
import type { AccountItems } from '../days/close-decisions.ts';
import { isBreak, type Item } from '../matching/items.ts';
import { firstOpenDay, type BankLine, type Movement, type RailAccount } from '../state/rail-account.ts';

export type Resolution =
  | { readonly resolution: 'link'; readonly movement_id: string; readonly reason: string }
  | { readonly resolution: 'separate'; readonly movement_id?: string; readonly reason: string }
  | { readonly resolution: 'accept'; readonly reason: string }
  | { readonly resolution: 'write_off'; readonly reason: string };

type Refused = { readonly refusal: Refusal };
type EventOf<T extends ReconciliationEvent['type']> = Extract<ReconciliationEvent, { type: T }>;

export type FoundItem = { readonly account: RailAccount; readonly item: Item };

/** The item of a line or of a movement. */
export function findItemOf(accounts: readonly AccountItems[], id: string): FoundItem | undefined {
  for (const { account, items } of accounts) {
    if (!account.lines.has(id) && !account.movements.has(id)) continue;
    const item = items.find((each) => each.line?.id === id || each.movement?.id === id);
    return item && { account, item };
  }
  return undefined;
}

/** Refuses not_found and break_state_conflict. */
export function requireBreak(accounts: readonly AccountItems[], id: string): FoundItem | Refused {
  const found = findItemOf(accounts, id);
  if (found === undefined) return refuseNotFound('line or movement');
  return isBreak(found.item) ? found : refuse('break_state_conflict', stateOf(found.item));
}

export const stateOf = ({ result }: Pick<Item, 'result'>): string => {
  if (result === 'matched') return 'It is matched.';
  if (result === 'written_off') return 'It was written off.';
  if (result === 'awaiting_statement') return 'The movement awaits the next statement.';
  return 'The movement is before the first statement.';
};

/** Refuses not_found, validation_failed, and break_state_conflict. */
export function decideLink(
  accounts: readonly AccountItems[],
  itemId: string,
  { movement_id, reason }: Extract<Resolution, { resolution: 'link' }>,
): EventOf<'items.linked'> | Refused {
  const found = requireBreak(accounts, itemId);
  if ('refusal' in found) return found;
  const { line } = found.item;
  if (line === undefined)
    return refuseField('resolution', 'invalid_value', 'Link the line with the movement, not the movement.');
  const other = findItemOf(accounts, movement_id);
  const movement = other?.item.movement;
  if (movement?.id !== movement_id || other?.account !== found.account)
    return refuseField('movement_id', 'unknown', 'The account of the line has no movement with this ID.');
  if (other.item.line !== undefined && other.item.line !== line)
    return refuse('break_state_conflict', 'The movement is matched with another line.');
  if (other.item.group !== undefined) return refuse('break_state_conflict', stateOf(other.item));
  if (other.item.result === 'written_off')
    return refuse('break_state_conflict', 'The movement was written off.');
  if (line.amount > 0n !== movement.amount > 0n)
    return refuseField('movement_id', 'invalid_value', 'The movement has the other direction.');
  return { type: 'items.linked', data: { line_id: line.id, movement_id, reason } };
}

export type SeparatedPair = { readonly line: BankLine; readonly movement: Movement };

/**
 * The line and the movement that are not the same: those that match each other, or any two that are open. Refuses not_found,
 * validation_failed, and break_state_conflict.
 */
export function decideSeparation(
  accounts: readonly AccountItems[],
  itemId: string,
  { movement_id }: { readonly movement_id?: string | undefined },
): (SeparatedPair & { readonly found: FoundItem; readonly isMatched: boolean }) | Refused {
  const found = findItemOf(accounts, itemId);
  if (found === undefined) return refuseNotFound('line or movement');
  const { account, item } = found;
  const { line, group } = item;
  if (line === undefined)
    return refuseField(
      'resolution',
      'invalid_value',
      'Separate the line from the movement, not the movement.',
    );
  if (group !== undefined || line.settled !== undefined)
    return refuse('break_state_conflict', 'It was settled, and the day may be closed.');
  const isMatched = movement_id === undefined || item.movement?.id === movement_id;
  const movement = movement_id === undefined ? item.movement : account.movements.get(movement_id);
  if (movement === undefined)
    return movement_id === undefined
      ? refuseField('movement_id', 'required', 'The line has no movement. Send the movement that it is not.')
      : refuseField('movement_id', 'unknown', 'The account of the line has no movement with this ID.');
  if (movement.settled !== undefined) return refuse('break_state_conflict', 'The movement was settled.');
  return { found, line, movement, isMatched };
}

/** Refuses not_found and break_state_conflict. */
export function decideAcceptance(
  accounts: readonly AccountItems[],
  itemId: string,
  reason: string,
): EventOf<'break.accepted'> | Refused {
  const found = requireBreak(accounts, itemId);
  if ('refusal' in found) return found;
  return { type: 'break.accepted', data: { item_id: found.item.id, reason } };
}

/** Undefined if the break is assigned so already. Refuses not_found and break_state_conflict. */
export function decideAssignment(
  accounts: readonly AccountItems[],
  itemId: string,
  owner: string | null,
): { readonly event: EventOf<'break.assigned'> | undefined; readonly found: FoundItem } | Refused {
  const found = requireBreak(accounts, itemId);
  if ('refusal' in found) return found;
  const isUnchanged = (found.item.owner?.name ?? null) === owner;
  const data = { item_id: found.item.id, owner };
  return { event: isUnchanged ? undefined : { type: 'break.assigned', data }, found };
}

/** The posting that moves the difference to the difference account. */
export function writeOffEvent(
  { account, item }: FoundItem,
  reason: string,
  lastClosedDay: string | undefined,
): EventOf<'break.written_off'> {
  const { rail, currency, decimals, writtenOff } = account;
  const after = writtenOff + item.difference;
  const line = (name: string, sign: 1n | -1n) => ({
    account: `${name}:${rail}:${currency}`,
    unit: currency,
    amount: formatAmount(sign * item.difference, decimals),
    balance_after: formatAmount(sign * after, decimals),
  });
  const days = [item.line?.day ?? '', item.movement?.day ?? ''].sort();
  return {
    type: 'break.written_off',
    data: {
      line_id: item.line?.id ?? null,
      movement_id: item.movement?.id ?? null,
      day: firstOpenDay(days.at(-1) ?? '', lastClosedDay),
      reason,
      lines: [line('bank', -1n), line('difference', 1n)],
    },
  };
}
