/** A quote is between the two wallets of one user, good from the start, and its amounts follow from its rate. */
import type { Book } from '../../ledger/book.ts';
import type { EventData, RecordedBookEvent } from '../../ledger/event.ts';
import { requireRule } from '../finding.ts';
import { decimalsOf, unscaledValue, multiplyRoundedDown } from '../decimal.ts';

export function checkQuote(book: Book, { data, time }: RecordedBookEvent<'quote.created'>): void {
  checkWallets(book, data);
  const { amount, rate, amount_out, fee, expires_at } = data;
  requireRule(Date.parse(expires_at) > Date.parse(time), 'quote', 'it had expired when it was given');
  requireRule(
    unscaledValue(amount_out) === multiplyRoundedDown(amount, rate, decimalsOf(amount_out)),
    'quote',
    'what it pays out is not its amount at its rate',
  );
  requireRule(
    unscaledValue(fee) >= 0n && unscaledValue(fee) <= unscaledValue(amount),
    'quote',
    'its fee is more than its amount',
  );
  // What is kept of coin is booked in points, at a price that the quote does not state.
  requireRule(
    data.from !== 'svc-points' || fee === data.spread_points,
    'quote',
    'the spread that it books is not its fee',
  );
}

function checkWallets(book: Book, quote: EventData<'quote.created'>): void {
  const source = book.wallets.get(quote.source_wallet_id);
  const destination = book.wallets.get(quote.destination_wallet_id);
  requireRule(
    source !== undefined &&
      source.user_id === destination?.user_id &&
      source.asset === quote.from &&
      destination.asset === quote.to &&
      quote.from !== quote.to,
    'quote',
    'it is not between two wallets of one user, in their assets',
  );
}
