/** The input of a transfer of any kind, and the checks that all kinds share. */
import { formatAmount, parseAmount } from '../amount.ts';
import type { Amount } from '../amount.ts';
import type { DepositInstructions } from '../deposits/deposit-account.ts';
import type { EventData } from '../event.ts';
import type { Price, Route } from '../policy.ts';
import type { ArchivedQuote } from '../quotes/quote.ts';
import { refuse, refuseField, refuseTooPrecise } from '../refusal.ts';
import type { Refusal } from '../refusal.ts';
import type { Reason } from '../users/user.ts';
import type { PayoutAccountId, QuoteId, WalletId } from '../ids.ts';

/** The integrator's own fields of a transfer. */
export type IntegratorFields = Pick<EventData<'transfer.created'>, 'integrator_reference' | 'metadata'>;

/** One side of a transfer. Only some pairs of sides have a route. */
export type TransferSide =
  | { readonly type: 'wallet'; readonly wallet_id: WalletId }
  | { readonly type: 'fiat'; readonly currency: string; readonly rail: string }
  | { readonly type: 'payout_account'; readonly payout_account_id: PayoutAccountId };

export type CreateTransfer = IntegratorFields & {
  readonly source: TransferSide;
  readonly destination: TransferSide;
  readonly amount: string;
  readonly quote_id?: QuoteId;
  /** The quote, if the book no longer contains it. */
  readonly archivedQuote?: ArchivedQuote;
  /** Points per coin at the last trade, for the limits of the sender and for reviews. */
  readonly coinPrice?: Price | undefined;
  /** On-ramps: the provider's response. Undefined during a dry run. */
  readonly provider?: ProviderResponse;
  /** Off-ramps: the rail's reason to refuse the payout before the debit. */
  readonly payoutRefusal?: Reason;
};

export type ProviderResponse = {
  /** The provider's reference of the request. */
  readonly reference?: string;
} & (
  | {
      readonly instructions: DepositInstructions;
    }
  /** The provider refused the request permanently. */
  | { readonly refused: Reason }
);

export const refuseUnsupportedRoute = (): { refusal: Refusal } =>
  refuse('unsupported_route', 'There is none between this source and destination.');

/** Parses the amount and checks the limits of the route. Refuses validation_failed and the limits. */
export function checkAmount(
  input: Pick<CreateTransfer, 'amount' | 'quote_id'>,
  route: Route,
): { amount: Amount } | { refusal: Refusal } {
  const { decimals } = route.source;
  if (input.quote_id !== undefined && route.kind !== 'conversion') {
    return refuseField('quote_id', 'unknown_field', 'Only a conversion accepts a quote.');
  }
  const amount = parseAmount(input.amount, decimals);
  if (amount === undefined) return refuseTooPrecise(decimals);
  // A route without a minimum still requires a positive amount.
  const least = route.min === 0n ? 1n : route.min;
  if (amount < least) {
    return refuse('amount_below_minimum', `It must be at least ${formatAmount(least, decimals)}.`);
  }
  if (amount > route.max) {
    return refuse('amount_above_maximum', `It must be at most ${formatAmount(route.max, decimals)}.`);
  }
  return { amount };
}

/** The request fields that are recorded unchanged. */
export const integratorFieldsOf = ({
  integrator_reference,
  metadata,
}: IntegratorFields): IntegratorFields => ({
  ...(integrator_reference === undefined ? {} : { integrator_reference }),
  ...(metadata === undefined ? {} : { metadata }),
});
