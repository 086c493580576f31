/** Refuses a source and a destination that have no route between them. */
import { refuseIneligibleUser, refuseWalletFrozen, walletOwner } from '../users/eligibility.ts';
import type { ReadonlyBook } from '../book.ts';
import { refuseIneligibleOwner } from '../payouts/offramp-commands.ts';
import { refuseNotFound } from '../refusal.ts';
import type { Refusal } from '../refusal.ts';
import { refuseUnsupportedRoute } from './transfer-request.ts';
import type { TransferSide } from './transfer-request.ts';

type Refused = { readonly refusal: Refusal };

/**
 * Refuses a pair in the contract's order: not_found for a wallet or payout account that does not exist, then an
 * ineligible owner and a frozen wallet, then unsupported_route.
 */
export function refusePair(book: ReadonlyBook, source: TransferSide, destination: TransferSide): Refused {
  const sides = [source, destination];
  for (const side of sides) if (isMissing(book, side)) return refuseNotFound(NOUNS[side.type]);
  for (const side of sides) {
    const refused = refuseIneligibleSide(book, side);
    if (refused !== undefined) return refused;
  }
  return refuseUnsupportedRoute();
}

const NOUNS = { wallet: 'wallet', payout_account: 'payout account', fiat: 'currency' } as const;

function isMissing(book: ReadonlyBook, side: TransferSide): boolean {
  switch (side.type) {
    case 'wallet':
      return !book.wallets.has(side.wallet_id);
    case 'payout_account':
      return !book.payoutAccounts.has(side.payout_account_id);
    case 'fiat':
      return false;
  }
}

function refuseIneligibleSide(book: ReadonlyBook, side: TransferSide): Refused | undefined {
  if (side.type === 'wallet') {
    const wallet = book.wallets.get(side.wallet_id);
    if (wallet === undefined) return undefined;
    return (
      refuseIneligibleUser(walletOwner(book, wallet).user) ??
      (wallet.status === 'frozen' ? refuseWalletFrozen() : undefined)
    );
  }
  const found = side.type === 'payout_account' ? book.payoutAccounts.get(side.payout_account_id) : undefined;
  return found && refuseIneligibleOwner(book, found.account);
}
