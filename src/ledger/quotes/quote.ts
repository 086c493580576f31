/** A quote locks the price of one conversion for a short time. It reserves nothing. */
import type { EventData, RecordedBookEvent } from '../event.ts';
import type { QuoteId, TransferId, WalletId } from '../ids.ts';

export type Quote = {
  readonly id: QuoteId;
  readonly source_wallet_id: WalletId;
  readonly destination_wallet_id: WalletId;
  /** Asset codes. */
  readonly from: string;
  readonly to: string;
  /** In `from`. */
  readonly amount: string;
  /** Units of `to` per unit of `from`, after the spread. */
  readonly rate: string;
  /** In `to`. */
  readonly amount_out: string;
  /** The spread, in `from`. */
  readonly fee: string;
  /** In points, for both directions. */
  readonly spread_points: string;
  readonly rounding_points: string;
  readonly expires_at: string;
  readonly created_at: string;
  /** The ID of the conversion that used the quote. */
  readonly transfer_id: TransferId | null;
};

/** The fields of a quote that the book no longer contains. */
export type ArchivedQuote = Pick<
  Quote,
  'id' | 'source_wallet_id' | 'destination_wallet_id' | 'amount' | 'transfer_id'
>;

/** The open quote that an event creates. */
export function quoteFromEvent({ data, time }: RecordedBookEvent<'quote.created'>): Quote {
  const { quote_id: id, ...rest } = data;
  return { id, ...rest, created_at: time, transfer_id: null };
}

/** `now` is in milliseconds since 1970. */
export const isQuoteExpired = ({ expires_at }: Pick<Quote, 'expires_at'>, now: number): boolean =>
  Date.parse(expires_at) <= now;

type Fee = NonNullable<NonNullable<EventData<'transfer.state_changed'>['receipt']>['fees']>[number];

/** The spread as a fee, as shown in quotes and receipts. */
export const spreadFee = ({ fee, from }: Pick<Quote, 'fee' | 'from'>): Fee => ({
  type: 'svc',
  amount: fee,
  unit: from,
});
