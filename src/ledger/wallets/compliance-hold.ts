/** Compliance holds: an operator freezes a wallet and lifts the hold (docs/contract-notes.md, "Money"). */
import type { ReadonlyBook, Decision } from '../book.ts';
import type { WalletId } from '../ids.ts';
import { refuseNotFound, refuse } from '../refusal.ts';

/**
 * Places or lifts a compliance hold. Returns no event if the wallet already has that status. Refuses not_found,
 * user_deactivated.
 */
export function setComplianceHold(
  book: ReadonlyBook,
  input: { wallet_id: WalletId; hold: boolean; reason: string },
): Decision {
  const wallet = book.wallets.get(input.wallet_id);
  if (wallet === undefined) return refuseNotFound('wallet');
  if (book.users.get(wallet.user_id)?.user.status === 'deactivated') {
    return refuse('user_deactivated', 'The wallet stays frozen.');
  }
  if ((wallet.status === 'frozen') === input.hold) return { events: [] };
  const data = { wallet_id: wallet.id, reason: input.reason };
  return { events: [{ type: input.hold ? 'wallet.frozen' : 'wallet.unfrozen', data }] };
}
