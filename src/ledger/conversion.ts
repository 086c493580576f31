import { COIN_STOCK, POINTS_HEADROOM, ROUNDING, SPREAD_INCOME } from './account.ts';
import { ASSET_DECIMALS, parseAmount, parseStoredAmount, type Amount } from './amount.ts';
import { newId, type Decision, type DecisionContext, type ReadonlyBook } from './book.ts';
import type { BookEvent } from './event.ts';
import { createPosting, walletLeg, type PostingLeg } from './posting.ts';
import {
  INSUFFICIENT_LIQUIDITY,
  checkPayable,
  conversionRoute,
  isCovered,
  isQuoteExpired,
  spreadFee,
  type Quote,
} from './quote.ts';
import { refuse, refuseField, refuseNotFound, refuseTooPrecise } from './refusal.ts';
import {
  integratorFieldsOf,
  refuseUnsupportedRoute,
  transferFailedEvent,
  walletEnd,
  type CreateTransfer,
} from './transfer.ts';
import { refuseIneligibleParties } from './user.ts';
import type { Wallet } from './wallet.ts';

// Conversions between points and coin, each of which uses a quote (docs/contract-notes.md, "Rates, quotes and conversions").

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
  if (named !== undefined && named.transfer_id !== null) return refuse('quote_used');
  const route = conversionRoute(context, from, to);
  if (route === undefined) return refuseUnsupportedRoute();
  if (named === undefined) return refuseField('quote_id', 'required', 'A conversion requires a quote.');
  const asked = parseAmount(input.amount, from.decimals);
  if (asked === undefined) return refuseTooPrecise(from.decimals);
  const differs =
    named.source_wallet_id !== from.id ||
    named.destination_wallet_id !== to.id ||
    parseStoredAmount(named.amount) !== asked;
  if (differs) return refuse('quote_mismatch');
  if (quote === undefined || isQuoteExpired(quote, context.now)) return refuse('quote_expired');
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
