/** What must hold before money moves, and the preview of a dry run. */
import { parseAmount } from '../state/money.ts';
import type { Bounds } from '../state/money.ts';
import { refuse, textOf } from '../prediction.ts';
import type { Expected, Outcome } from '../prediction.ts';
import { DEACTIVATED, FROZEN, NOT_APPROVED, TOO_LARGE, TOO_SMALL, invalid, ownerOf } from '../request.ts';
import type { Request } from '../request.ts';
import { isApproved } from '../state/world.ts';
import type { Book, User, Wallet } from '../state/world.ts';

/** Whether the owner can receive money now. */
export const canReceive = (user: User): boolean => isApproved(user) && user.isActive;

/** Both owners are approved and active, and no wallet is frozen. */
export function refuseOwners(book: Book, from: Wallet, to: Wallet): Outcome | undefined {
  const [sender, recipient] = [ownerOf(book, from), ownerOf(book, to)];
  if (!isApproved(sender) || !canReceive(recipient))
    return sender === recipient && isApproved(sender) ? DEACTIVATED : NOT_APPROVED;
  if (!sender.isActive) return DEACTIVATED;
  return from.isFrozen || to.isFrozen ? FROZEN : undefined;
}

export function sendable(
  { body }: Request,
  from: Wallet,
  bounds: Bounds,
): Outcome | { readonly amount: bigint } {
  const amount = parseAmount(textOf(body, 'amount'), from.asset);
  if (amount === undefined) return invalid('amount');
  const outOfBounds = refuseAmount(amount, bounds);
  if (outOfBounds !== undefined) return outOfBounds;
  return amount > from.figures.available ? refuse(422, 'insufficient_balance') : { amount };
}

export const refuseAmount = (amount: bigint, { min, max }: Bounds): Outcome | undefined =>
  amount < min ? TOO_SMALL : amount > max ? TOO_LARGE : undefined;

export const preview = (kind: string, amount: string, estimated: Expected): Outcome => ({
  status: 200,
  body: { object: 'transfer_preview', kind, amount, estimated },
});
