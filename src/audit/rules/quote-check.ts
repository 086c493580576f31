/** Checks a quote: two wallets of one user, an expiry in the future, and amounts that follow from its rate. */
import type { ReadonlyBook } from '../../ledger/book.ts';
import type { EventData, RecordedBookEvent } from '../../ledger/event.ts';
import { requireRule } from '../finding.ts';
import { decimalsOf, unscaledValue, multiplyRoundedDown } from '../decimal.ts';

export function checkQuote(book: ReadonlyBook, { data, time }: RecordedBookEvent<'quote.created'>): void {
  checkWallets(book, data);
  const { amount, rate, amount_out, fee, expires_at } = data;
  requireRule(
    Date.parse(expires_at) > Date.parse(time),
    'quote',
    'expires_at must be after the time of the event',
  );
  requireRule(
    unscaledValue(amount_out) === multiplyRoundedDown(amount, rate, decimalsOf(amount_out)),
    'quote',
    'amount_out must be the amount at the rate',
  );
  requireRule(
    unscaledValue(fee) >= 0n && unscaledValue(fee) <= unscaledValue(amount),
    'quote',
    'the fee must be between 0 and the amount',
  );
  // A fee in coin is booked in points at a price that the quote does not state.
  requireRule(
    data.from !== 'svc-points' || fee === data.spread_points,
    'quote',
    'spread_points must equal the fee',
  );
}

function checkWallets(book: ReadonlyBook, quote: EventData<'quote.created'>): void {
  const source = book.wallets.get(quote.source_wallet_id);
  const destination = book.wallets.get(quote.destination_wallet_id);
  requireRule(
    source !== undefined &&
      source.user_id === destination?.user_id &&
      source.asset === quote.from &&
      destination.asset === quote.to &&
      quote.from !== quote.to,
    'quote',
    'the wallets must belong to one user and have the two assets of the quote',
  );
}
