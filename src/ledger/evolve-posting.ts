/** Applies postings to the accounts and holds of a book. */
import { isWalletAccount, bucketKey } from './account.ts';
import { parseStoredAmount } from './amount.ts';
import type { Book } from './book.ts';
import type { RecordedBookEvent } from './event.ts';
import type { TransferId } from './ids.ts';
import { applyLine, assertBalanced } from './posting.ts';
import type { Line } from './posting.ts';
import { LedgerViolation } from './violations.ts';

export function applyPosting(
  book: Book,
  { data: posting, time }: RecordedBookEvent<'posting.recorded'>,
): void {
  assertBalanced(posting.lines);
  for (const line of posting.lines) {
    if (isWalletAccount(line.account)) {
      if (book.wallets.get(line.account)?.asset !== line.unit)
        throw new LedgerViolation('unit_mismatch', `There is no ${line.unit} wallet ${line.account}.`);
      book.balanceTimes.set(line.account, time);
    }
    const key = bucketKey(line.account, line.bucket);
    book.accounts.set(key, applyLine(book.accounts.get(key), line));
    if (line.bucket === 'pending') applyHold(book, posting.transfer_id, line);
  }
}

function applyHold(book: Book, transferId: TransferId | null, line: Line): void {
  if (transferId === null)
    throw new LedgerViolation('hold_without_transfer', 'A pending balance must belong to a transfer.');
  const before = book.holds.get(transferId);
  const amount = (before?.amount ?? 0n) + parseStoredAmount(line.amount);
  const cashable = (before?.cashable ?? 0n) + parseStoredAmount(line.cashable ?? '0');
  if (cashable < 0n || cashable > amount)
    throw new LedgerViolation(
      'negative_balance',
      `The hold of transfer ${transferId} would become negative.`,
    );
  // A deposit can be worth zero points. It still gets a hold, so that its review finds it.
  if (amount === 0n && before !== undefined) book.holds.delete(transferId);
  else book.holds.set(transferId, { unit: line.unit, amount, cashable });
}
