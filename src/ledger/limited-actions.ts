import { parseAmount, parseStoredAmount, type Amount } from './amount.ts';
import type { ReadonlyBook } from './book.ts';
import type { LimitedAction, ProposedAction } from './dual-control.ts';
import type { ManualSettlement } from './payout.ts';
import type { Policy } from './policy.ts';
import type { ReviewDecision } from './review.ts';
import type { Transfer } from './transfer.ts';
import type { GrantReward } from './wallet.ts';

// The actions of operators that dual control limits in a book, and what each is worth in points.

/** Undefined if the book does not have the transfer. */
export function limitedApproval(
  book: ReadonlyBook,
  { dualControl }: Policy,
  { transfer_id, reason }: Pick<ReviewDecision, 'transfer_id' | 'reason'>,
): LimitedAction | undefined {
  const transfer = book.transfers.get(transfer_id);
  if (transfer === undefined) return undefined;
  const why = reason === undefined ? {} : { reason };
  return {
    action: { type: 'transfer_approval', transfer_id, transfer_version: transfer.version, ...why },
    points: pointsOf(book, transfer),
    limit: dualControl.transferApproval,
  };
}

/** Undefined if the book does not have the transfer. */
export function limitedSettlement(
  book: ReadonlyBook,
  { dualControl }: Policy,
  { transfer_id, outcome, rail_reference, reason }: ManualSettlement,
): LimitedAction | undefined {
  const transfer = book.transfers.get(transfer_id);
  if (transfer === undefined) return undefined;
  const action: ProposedAction = {
    type: 'payout_settlement',
    transfer_id,
    transfer_version: transfer.version,
    outcome,
    ...(rail_reference === undefined ? {} : { rail_reference }),
    reason,
  };
  return { action, points: pointsOf(book, transfer), limit: dualControl.payoutSettlement };
}

export const limitedReward = (
  { dualControl }: Policy,
  { wallet_id, amount, description }: GrantReward,
): LimitedAction => ({
  action: { type: 'reward', wallet_id, amount, description },
  // A decided reward has an amount in points.
  points: parseAmount(amount, 2) ?? 0n,
  limit: dualControl.reward,
});

/** What a transfer is worth: the points that are held for it, or that it counted against the sender's limits. */
function pointsOf(book: ReadonlyBook, { id, kind, amount, counted_points }: Transfer): Amount {
  const held = kind === 'onramp' ? book.holds.get(id) : undefined;
  return held === undefined ? parseStoredAmount(counted_points ?? amount) : held.amount;
}
