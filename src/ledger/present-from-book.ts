/**
 * API objects from a book in memory, with the same functions and so the same bytes as the documents. Undefined for an object
 * that the book does not have, such as a final transfer.
 */
import { availableBalance, pendingBalance } from './book.ts';
import type { ReadonlyBook } from './book.ts';
import { presentBalance, presentTransfer, presentWallet } from './present.ts';

/** A wallet with its balances. Undefined too if its balance has not changed since the book was loaded: `as_of` is unknown. */
export function walletIn(book: ReadonlyBook, id: string) {
  const wallet = book.wallets.get(id);
  const asOf = book.balanceTimes.get(id);
  if (wallet === undefined || asOf === undefined) return undefined;
  const [available, pending] = [availableBalance(book, wallet.id), pendingBalance(book, wallet.id)];
  return presentWallet(wallet, presentBalance(wallet, available, pending, asOf));
}

/** A transfer that is not final. */
export function transferIn(book: ReadonlyBook, id: string) {
  const transfer = book.transfers.get(id);
  return transfer && presentTransfer(transfer);
}
