/**
 * Decisions about quotes and the conversions that use them (docs/contract-notes.md, "Rates, quotes and conversions").
 */
import { COIN_STOCK, POINTS_HEADROOM } from '../account.ts';
import { ASSET_DECIMALS, formatAmount, parseStoredAmount } from '../amount.ts';
import type { Amount } from '../amount.ts';
import { refuseIneligibleParties } from '../users/eligibility.ts';
import { availableBalance, newId } from '../book.ts';
import type { ReadonlyBook, DecisionContext, Decision } from '../book.ts';
import { conversionTerms } from './conversion-terms.ts';
import type { BookEvent } from '../event.ts';
import type { Price, Route } from '../policy.ts';
import type { Quote } from './quote.ts';
import { refuseNotFound, refuse } from '../refusal.ts';
import type { Refusal } from '../refusal.ts';
import { checkAmount, refuseUnsupportedRoute } from '../transfers/transfer-request.ts';
import type { Wallet } from '../wallets/wallet.ts';
import type { WalletId } from '../ids.ts';

export type CreateQuote = {
  readonly source_wallet_id: WalletId;
  readonly destination_wallet_id: WalletId;
  readonly amount: string;
  /** Points per coin. Undefined if coin has no current price. */
  readonly price: Price | undefined;
};

type Refused = { refusal: Refusal };

/** Whether a transfer between the wallets is a conversion: one user, two assets. */
export const isConversion = (from: Wallet, to: Wallet): boolean =>
  from.user_id === to.user_id && from.asset !== to.asset;

/**
 * Refuses not_found, user_not_approved, user_deactivated, wallet_frozen, unsupported_route, validation_failed, the limits
 * of the route, insufficient_balance, amount_exceeds_cashable, insufficient_liquidity, provider_unavailable (no price).
 */
export function createQuote(book: ReadonlyBook, input: CreateQuote, context: DecisionContext): Decision {
  const from = book.wallets.get(input.source_wallet_id);
  const to = book.wallets.get(input.destination_wallet_id);
  if (from === undefined || to === undefined) return refuseNotFound('wallet');
  const refused = refuseIneligibleParties(book, from, to);
  if (refused !== undefined) return refused;
  const route = conversionRoute(context, from, to);
  if (route === undefined) return refuseUnsupportedRoute();
  const checked = checkPayable(book, from, input.amount, route);
  if ('refusal' in checked) return checked;
  if (input.price === undefined) return refuse('provider_unavailable', 'Coin has no current price.');
  const { amount } = checked;
  const { lifetimeMs, spreadBps } = context.policy.quotes;
  const { asset } = from;
  const terms = conversionTerms({ from: asset, to: to.asset, amount, price: input.price, spreadBps });
  if (terms.amountOut === 0n) return refuse('amount_below_minimum', 'It buys nothing at this price.');
  const points = (value: Amount): string => formatAmount(value, ASSET_DECIMALS['svc-points']);
  const event: Extract<BookEvent, { type: 'quote.created' }> = {
    type: 'quote.created',
    data: {
      quote_id: newId('qt', book, context),
      source_wallet_id: from.id,
      destination_wallet_id: to.id,
      from: from.asset,
      to: to.asset,
      amount: formatAmount(amount, from.decimals),
      rate: terms.rate,
      amount_out: formatAmount(terms.amountOut, to.decimals),
      fee: formatAmount(terms.fee, from.decimals),
      spread_points: points(terms.spreadPoints),
      rounding_points: points(terms.roundingPoints),
      expires_at: new Date(context.now + lifetimeMs).toISOString(),
    },
  };
  return isCovered(book, event.data) ? { events: [event] } : refuseInsufficientLiquidity();
}

export const INSUFFICIENT_LIQUIDITY = {
  code: 'insufficient_liquidity',
  message: 'The service has too little stock or backing. Try a smaller amount, or try again later.',
} as const;
export const refuseInsufficientLiquidity = (): Refused => refuse(INSUFFICIENT_LIQUIDITY.code);

export function conversionRoute({ policy }: DecisionContext, from: Wallet, to: Wallet): Route | undefined {
  if (!isConversion(from, to)) return undefined;
  return policy.routes.find(
    ({ kind, source, destination }) =>
      kind === 'conversion' &&
      source.type === 'wallet' &&
      source.asset === from.asset &&
      destination.type === 'wallet' &&
      destination.asset === to.asset,
  );
}

/** The amount, if the route allows it and the wallet covers it. Only cashable points can buy coin. */
export function checkPayable(
  book: ReadonlyBook,
  from: Wallet,
  text: string,
  route: Route,
): { amount: Amount } | Refused {
  const checked = checkAmount({ amount: text }, route);
  if ('refusal' in checked) return checked;
  const { amount } = checked;
  const balance = availableBalance(book, from.id);
  if (amount > balance.amount) return refuse('insufficient_balance');
  if (from.asset === 'svc-points' && amount > balance.cashable) {
    return refuse('amount_exceeds_cashable', 'Only cashable points can buy coin.');
  }
  return { amount };
}

type ConversionResult = Pick<Quote, 'from' | 'amount' | 'amount_out' | 'spread_points' | 'rounding_points'>;

/** The points issued by a sale of coin: for the user, and for spread and rounding. */
const pointsIssued = ({ amount_out, spread_points, rounding_points }: ConversionResult): Amount =>
  parseStoredAmount(amount_out) + parseStoredAmount(spread_points) + parseStoredAmount(rounding_points);

export function isCovered(book: ReadonlyBook, quote: ConversionResult): boolean {
  return quote.from === 'svc-points'
    ? parseStoredAmount(quote.amount_out) <= availableBalance(book, COIN_STOCK).amount
    : pointsIssued(quote) <= availableBalance(book, POINTS_HEADROOM).amount;
}
