/**
 * Decisions about quotes and the conversions that use them (docs/contract-notes.md, "Rates, quotes and conversions").
 */
import { COIN_STOCK, POINTS_HEADROOM, ROUNDING, SPREAD_INCOME } from '../account.ts';
import { ASSET_DECIMALS, formatAmount, parseAmount, parseStoredAmount } from '../amount.ts';
import type { Amount } from '../amount.ts';
import { refuseIneligibleParties } from '../users/eligibility.ts';
import { availableBalance, newId } from '../book.ts';
import type { ReadonlyBook, DecisionContext, Decision } from '../book.ts';
import { conversionTerms } from './conversion-terms.ts';
import type { BookEvent } from '../event.ts';
import type { Price, Route } from '../policy.ts';
import { walletLeg, createPosting } from '../posting.ts';
import type { PostingLeg } from '../posting.ts';
import { spreadFee, isQuoteExpired } from './quote.ts';
import type { Quote } from './quote.ts';
import { refuseNotFound, refuse, refuseField, refuseTooPrecise } from '../refusal.ts';
import type { Refusal } from '../refusal.ts';
import { transferFailedEvent, walletEnd } from '../transfers/transfer.ts';
import { checkAmount, integratorFieldsOf, refuseUnsupportedRoute } from '../transfers/transfer-request.ts';
import type { CreateTransfer } from '../transfers/transfer-request.ts';
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
  if (input.price === undefined)
    return refuse('provider_unavailable', 'Coin has no current price. Try again later.');
  const { amount } = checked;
  const { lifetimeMs, spreadBps } = context.policy.quotes;
  const { asset } = from;
  const terms = conversionTerms({ from: asset, to: to.asset, amount, price: input.price, spreadBps });
  if (terms.amountOut === 0n)
    return refuse('amount_below_minimum', 'The amount is too small to buy anything at this price.');
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

const INSUFFICIENT_LIQUIDITY = {
  code: 'insufficient_liquidity',
  message: 'The service has too little stock or backing. Try a smaller amount, or try again later.',
} as const;
export const refuseInsufficientLiquidity = (): Refused =>
  refuse(INSUFFICIENT_LIQUIDITY.code, INSUFFICIENT_LIQUIDITY.message);

function conversionRoute({ policy }: DecisionContext, from: Wallet, to: Wallet): Route | undefined {
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
function checkPayable(
  book: ReadonlyBook,
  from: Wallet,
  text: string,
  route: Route,
): { amount: Amount } | Refused {
  const checked = checkAmount({ amount: text }, route);
  if ('refusal' in checked) return checked;
  const { amount } = checked;
  const balance = availableBalance(book, from.id);
  if (amount > balance.amount)
    return refuse('insufficient_balance', 'The balance of the source wallet is too low.');
  if (from.asset === 'svc-points' && amount > balance.cashable) {
    return refuse(
      'amount_exceeds_cashable',
      'Only cashable points can buy coin, and the wallet has too few.',
    );
  }
  return { amount };
}

type ConversionResult = Pick<Quote, 'from' | 'amount' | 'amount_out' | 'spread_points' | 'rounding_points'>;

/** The points issued by a sale of coin: for the user, and for spread and rounding. */
const pointsIssued = ({ amount_out, spread_points, rounding_points }: ConversionResult): Amount =>
  parseStoredAmount(amount_out) + parseStoredAmount(spread_points) + parseStoredAmount(rounding_points);

function isCovered(book: ReadonlyBook, quote: ConversionResult): boolean {
  return quote.from === 'svc-points'
    ? parseStoredAmount(quote.amount_out) <= availableBalance(book, COIN_STOCK).amount
    : pointsIssued(quote) <= availableBalance(book, POINTS_HEADROOM).amount;
}

/**
 * A conversion settles immediately, or fails if stock or backing became too low since the quote. Both use up the
 * quote. Refuses not_found, user_not_approved, user_deactivated, wallet_frozen, quote_used, unsupported_route,
 * validation_failed, quote_mismatch, quote_expired, the limits of the route, insufficient_balance,
 * amount_exceeds_cashable.
 */
export function createConversion(
  book: ReadonlyBook,
  input: CreateTransfer,
  from: Wallet,
  to: Wallet,
  context: DecisionContext,
): Decision {
  const { quote_id } = input;
  const past = input.archivedQuote?.id === quote_id ? input.archivedQuote : undefined;
  const quote = book.quotes.get(quote_id ?? '');
  const named = quote ?? past;
  if (quote_id !== undefined && named === undefined) return refuseNotFound('quote');
  const refused = refuseIneligibleParties(book, from, to);
  if (refused !== undefined) return refused;
  if (named !== undefined && named.transfer_id !== null)
    return refuse('quote_used', 'The quote was already used. Create a new one.');
  const route = conversionRoute(context, from, to);
  if (route === undefined) return refuseUnsupportedRoute();
  if (named === undefined) return refuseField('quote_id', 'required', 'A conversion requires a quote.');
  const asked = parseAmount(input.amount, from.decimals);
  if (asked === undefined) return refuseTooPrecise(from.decimals);
  const differs =
    named.source_wallet_id !== from.id ||
    named.destination_wallet_id !== to.id ||
    parseStoredAmount(named.amount) !== asked;
  if (differs) return refuse('quote_mismatch', 'The quote is for different wallets or a different amount.');
  if (quote === undefined || isQuoteExpired(quote, context.now))
    return refuse('quote_expired', 'The quote has expired. Create a new one.');
  const checked = checkPayable(book, from, input.amount, route);
  if ('refusal' in checked) return checked;
  return { events: conversionEvents(book, input, { quote, from, to }, context) };
}

type Parties = { readonly quote: Quote; readonly from: Wallet; readonly to: Wallet };

function conversionEvents(
  book: ReadonlyBook,
  input: CreateTransfer,
  { quote, from, to }: Parties,
  context: DecisionContext,
): BookEvent[] {
  const transfer_id = newId('trf', book, context);
  const created: BookEvent = {
    type: 'transfer.created',
    data: {
      transfer_id,
      kind: 'conversion',
      state: 'pending',
      source: walletEnd(from),
      destination: walletEnd(to),
      amount: quote.amount,
      quote_id: quote.id,
      ...integratorFieldsOf(input),
    },
  };
  if (!isCovered(book, quote)) return [created, transferFailedEvent(transfer_id, INSUFFICIENT_LIQUIDITY)];
  const { amount, amount_out, rate } = quote;
  const receipt = { amount_debited: amount, amount_credited: amount_out, rate, fees: [spreadFee(quote)] };
  return [
    created,
    createPosting(book.accounts, transfer_id, 'Conversion', conversionLegs(quote, from, to)),
    { type: 'transfer.state_changed', data: { transfer_id, state: 'completed', receipt } },
  ];
}

/**
 * Coin moves between the wallet and the stock. Points move between the wallet, the headroom and the income accounts.
 */
function conversionLegs(quote: Quote, from: Wallet, to: Wallet): PostingLeg[] {
  const [paid, received] = [parseStoredAmount(quote.amount), parseStoredAmount(quote.amount_out)];
  const income = [
    ...pointsLeg(SPREAD_INCOME, parseStoredAmount(quote.spread_points)),
    ...pointsLeg(ROUNDING, parseStoredAmount(quote.rounding_points)),
  ];
  const kept = income.reduce((sum, { amount }) => sum + amount, 0n);
  return quote.from === 'svc-points'
    ? [
        walletLeg(from, 'available', -paid, -paid),
        ...pointsLeg(POINTS_HEADROOM, paid - kept),
        ...income,
        { ...walletLeg(to, 'available', -received, 0n), account: COIN_STOCK },
        walletLeg(to, 'available', received, 0n),
      ]
    : [
        walletLeg(from, 'available', -paid, 0n),
        { ...walletLeg(from, 'available', paid, 0n), account: COIN_STOCK },
        ...pointsLeg(POINTS_HEADROOM, -received - kept),
        ...income,
        walletLeg(to, 'available', received, received),
      ];
}

function pointsLeg(account: string, amount: Amount): PostingLeg[] {
  const unit = 'svc-points';
  return amount === 0n ? [] : [{ account, unit, decimals: ASSET_DECIMALS[unit], amount, cashable: amount }];
}
