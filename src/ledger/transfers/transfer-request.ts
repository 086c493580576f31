/** What is asked for when a transfer is to be made, of any kind, and what every kind asks of it. */
import { formatAmount, parseAmount } from '../amount.ts';
import type { Amount } from '../amount.ts';
import type { DepositInstructions } from '../deposits/deposit-account.ts';
import type { EventData } from '../event.ts';
import type { Price, Route } from '../policy.ts';
import type { ArchivedQuote } from '../quotes/quote.ts';
import { refuse, refuseField, refuseTooPrecise } from '../refusal.ts';
import type { Refusal } from '../refusal.ts';
import type { Reason } from '../users/user.ts';
import type { PayoutAccountId, QuoteId, TransferId, WalletId } from '../ids.ts';

/** What an integrator says about a transfer for itself. */
export type IntegratorFields = Pick<EventData<'transfer.created'>, 'integrator_reference' | 'metadata'>;

export type CreateTransfer = IntegratorFields & {
  readonly source:
    | { readonly type: 'wallet'; readonly wallet_id: WalletId }
    | { readonly type: 'fiat'; readonly currency: string; readonly rail: string };
  readonly destination:
    | { readonly type: 'wallet'; readonly wallet_id: WalletId }
    | { readonly type: 'payout_account'; readonly payout_account_id: PayoutAccountId };
  readonly amount: string;
  readonly quote_id?: QuoteId;
  /** The quote, where the book has forgotten it. */
  readonly archivedQuote?: ArchivedQuote;
  /** Points for one coin at the last trade, which coin counts by against its sender's limits and for reviews. */
  readonly coinPrice?: Price | undefined;
  /** On-ramps: what the provider said. Undefined while the request is only being checked. */
  readonly provider?: ProviderResponse;
  /** Off-ramps: why the rail does not take this payout, where it says so before anything is debited. */
  readonly payoutRefusal?: Reason;
};

export type ProviderResponse = {
  /** What the provider knows the request by. */
  readonly reference?: string;
} & (
  | {
      /** Where and how to pay; a function where that depends on which transfer it is. */
      readonly instructions: DepositInstructions | ((transferId: TransferId) => DepositInstructions);
    }
  /** It gives none, and never will for this request. */
  | { readonly refused: Reason }
);

export const refuseUnsupportedRoute = (): { refusal: Refusal } =>
  refuse('unsupported_route', 'Money cannot move between these two ends; see GET /v1/routes.');

/** The amount in minor units, within what the route allows. Refuses validation_failed and the limits. */
export function checkAmount(
  input: Pick<CreateTransfer, 'amount' | 'quote_id'>,
  route: Route,
): { amount: Amount } | { refusal: Refusal } {
  const { decimals } = route.source;
  if (input.quote_id !== undefined && route.kind !== 'conversion') {
    return refuseField('quote_id', 'unknown_field', 'Only a conversion takes a quote.');
  }
  const amount = parseAmount(input.amount, decimals);
  if (amount === undefined) return refuseTooPrecise(decimals);
  // A route may have no minimum. Nothing is too little for all of them.
  const least = route.min === 0n ? 1n : route.min;
  if (amount < least) {
    return refuse('amount_below_minimum', `The smallest amount here is ${formatAmount(least, decimals)}.`);
  }
  if (amount > route.max) {
    return refuse('amount_above_maximum', `The largest amount here is ${formatAmount(route.max, decimals)}.`);
  }
  return { amount };
}

/** What of a request is recorded as it came. */
export const integratorFieldsOf = ({
  integrator_reference,
  metadata,
}: IntegratorFields): IntegratorFields => ({
  ...(integrator_reference === undefined ? {} : { integrator_reference }),
  ...(metadata === undefined ? {} : { metadata }),
});
