import {
  ASSET_DECIMALS,
  asCoin,
  asPoints,
  formatAmount,
  parseAmount,
  parseStoredAmount,
  type Amount,
  type Points,
} from './amount.ts';
import { availableBalance, newId, type Decision, type DecisionContext, type ReadonlyBook } from './book.ts';
import type { BookEvent } from './event.ts';
import { refuseOverLimit, requiresReview } from './limits.ts';
import { createOnramp } from './onramp.ts';
import { createOfframp, refuseIneligibleOwner } from './payout.ts';
import type { Price } from './policy.ts';
import {
  COIN_STOCK,
  POINTS_HEADROOM,
  ROUNDING,
  SPREAD_INCOME,
  createPosting,
  splitEarnedFirst,
  tracksCashable,
  walletLeg,
  type PostingLeg,
  type Split,
} from './posting.ts';
import {
  INSUFFICIENT_LIQUIDITY,
  checkPayable,
  coinToPoints,
  conversionRoute,
  isConversion,
  isCovered,
  isQuoteExpired,
  spreadFee,
  type Quote,
} from './quote.ts';
import {
  refuse,
  refuseField,
  refuseNotFound,
  refuseTooPrecise,
  refuseUnknownId,
  type Refusal,
} from './refusal.ts';
import {
  REVIEW_AMOUNT_REASON,
  checkAmount,
  integratorFieldsOf,
  refuseUnsupportedRoute,
  transferFailedEvent,
  walletEnd,
  type CreateTransfer,
  type IntegratorFields,
  type TransferSide,
} from './transfer.ts';
import { refuseIneligibleParties, refuseIneligibleUser, refuseWalletFrozen, walletOwner } from './user.ts';
import type { Wallet } from './wallet.ts';

// Conversions between points and coin, each of which uses a quote (docs/contract-notes.md, "Rates, quotes and conversions").

/**
 * A conversion settles immediately, or fails if stock or backing became too low since the quote. Both use up the
 * quote. Refuses not_found, user_not_approved, user_deactivated, wallet_frozen, quote_used, unsupported_route,
 * validation_failed, quote_mismatch, quote_expired, the limits of the route, insufficient_balance,
 * amount_exceeds_cashable.
 */
function createConversion(
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

// Refuses a source and a destination that have no route between them.

type Refused = { readonly refusal: Refusal };

/**
 * Refuses a pair in the contract's order: not_found for a wallet or payout account that does not exist, then an
 * ineligible owner and a frozen wallet, then unsupported_route.
 */
function refusePair(book: ReadonlyBook, source: TransferSide, destination: TransferSide): Refused {
  const sides = { source, destination };
  for (const [name, side] of Object.entries(sides))
    if (isMissing(book, side)) return refuseUnknownSide(name, side);
  for (const side of [source, destination]) {
    const refused = refuseIneligibleSide(book, side);
    if (refused !== undefined) return refused;
  }
  return refuseUnsupportedRoute();
}

const refuseUnknownSide = (name: string, side: TransferSide): Refused =>
  side.type === 'fiat'
    ? refuseNotFound('currency')
    : side.type === 'wallet'
      ? refuseUnknownId(`${name}.wallet_id`, side.wallet_id, 'wallet')
      : refuseUnknownId(`${name}.payout_account_id`, side.payout_account_id, 'payout account');

function isMissing(book: ReadonlyBook, side: TransferSide): boolean {
  switch (side.type) {
    case 'wallet':
      return !book.wallets.has(side.wallet_id);
    case 'payout_account':
      return !book.payoutAccounts.has(side.payout_account_id);
    case 'fiat':
      return false;
  }
}

function refuseIneligibleSide(book: ReadonlyBook, side: TransferSide): Refused | undefined {
  if (side.type === 'wallet') {
    const wallet = book.wallets.get(side.wallet_id);
    if (wallet === undefined) return undefined;
    return (
      refuseIneligibleUser(walletOwner(book, wallet).user) ??
      (wallet.status === 'frozen' ? refuseWalletFrozen() : undefined)
    );
  }
  const found = side.type === 'payout_account' ? book.payoutAccounts.get(side.payout_account_id) : undefined;
  return found && refuseIneligibleOwner(book, found.account);
}

// Creates transfers of all kinds, and user-to-user transfers in particular (docs/contract-notes.md, "Money").

/**
 * Selects the kind of transfer by its source and destination. Unknown objects are refused first, then approval,
 * conflicts and business rules, in the contract's order.
 */
export function createTransfer(
  book: ReadonlyBook,
  input: CreateTransfer,
  context: DecisionContext,
): Decision {
  const { source, destination } = input;
  const from = source.type === 'wallet' ? book.wallets.get(source.wallet_id) : undefined;
  const to = destination.type === 'wallet' ? book.wallets.get(destination.wallet_id) : undefined;
  const account =
    destination.type === 'payout_account'
      ? book.payoutAccounts.get(destination.payout_account_id)
      : undefined;
  if (from !== undefined && to !== undefined) {
    return isConversion(from, to)
      ? createConversion(book, input, from, to, context)
      : createUserToUser(book, input, from, to, context);
  }
  if (from !== undefined && account !== undefined) return createOfframp(book, input, from, account, context);
  if (source.type === 'fiat' && to !== undefined) return createOnramp(book, input, source, to, context);
  return refusePair(book, source, destination);
}

function createUserToUser(
  book: ReadonlyBook,
  input: CreateTransfer,
  from: Wallet,
  to: Wallet,
  context: DecisionContext,
): Decision {
  const refused = refuseIneligibleParties(book, from, to);
  if (refused !== undefined) return refused;
  if (from === to) return refuse('unsupported_route', 'The source and the destination are the same wallet.');
  if (from.asset !== to.asset || from.user_id === to.user_id) return refuseUnsupportedRoute();
  const route = context.policy.routes.find(
    ({ kind, source }) => kind === 'user_to_user' && source.type === 'wallet' && source.asset === from.asset,
  );
  if (route === undefined) return refuseUnsupportedRoute();
  const checked = checkAmount(input, route);
  if ('refusal' in checked) return checked;
  const balance = availableBalance(book, from.id);
  if (checked.amount > balance.amount) {
    return refuse('insufficient_balance');
  }
  const { user_id, asset } = from;
  const points = countedPoints(asset, checked.amount, input.coinPrice);
  const over = refuseOverLimit(
    book,
    { kind: 'user_to_user', user_id, points: points ?? asPoints(0n) },
    context,
  );
  if (over !== undefined) return over;
  const split = tracksCashable(from.asset)
    ? splitEarnedFirst(checked.amount, balance)
    : { earned: 0n, cashable: 0n };
  // Coin counts as zero for limits and reviews if it never had a price.
  const held = requiresReview(book, context.policy, 'user_to_user', {
    points: points ?? 0n,
    amount: from.decimals === 2 ? checked.amount : undefined,
  });
  return {
    events: userToUserEvents(book, input, { from, to, amount: checked.amount, points, split, held }, context),
  };
}

/** The points that an amount counts as for limits and reviews, or undefined if coin has no price. */
const countedPoints = (asset: string, amount: Amount, coinPrice: Price | undefined): Points | undefined =>
  asset === 'svc-points' ? asPoints(amount) : coinPrice && coinToPoints(asCoin(amount), coinPrice);

type Movement = {
  readonly from: Wallet;
  readonly to: Wallet;
  readonly amount: Amount;
  readonly points: Points | undefined;
  readonly split: Split;
  readonly held: boolean;
};

function userToUserEvents(
  book: ReadonlyBook,
  extras: IntegratorFields,
  movement: Movement,
  context: DecisionContext,
): BookEvent[] {
  const { from, to, amount, points, split, held } = movement;
  const transfer_id = newId('trf', book, context);
  const text = formatAmount(amount, from.decimals);
  const earned = tracksCashable(from.asset)
    ? { earned_amount: formatAmount(split.earned, from.decimals) }
    : {};
  const created: BookEvent = {
    type: 'transfer.created',
    data: {
      transfer_id,
      kind: 'user_to_user',
      state: 'pending',
      source: walletEnd(from),
      destination: walletEnd(to),
      amount: text,
      ...(from.asset === 'svc-points' || points === undefined
        ? {}
        : { counted_points: formatAmount(points, 2) }),
      ...integratorFieldsOf(extras),
    },
  };
  const posting = createPosting(book.accounts, transfer_id, held ? 'Transfer held for review' : 'Transfer', [
    walletLeg(from, 'available', -amount, -split.cashable),
    held
      ? walletLeg(from, 'pending', amount, split.cashable)
      : walletLeg(to, 'available', amount, split.cashable),
  ]);
  const credited = held ? {} : { amount_credited: text };
  const receipt = { amount_debited: text, ...earned, fees: [], ...credited };
  const moved: BookEvent = {
    type: 'transfer.state_changed',
    data: held
      ? { transfer_id, state: 'in_review', state_reason: REVIEW_AMOUNT_REASON, receipt }
      : { transfer_id, state: 'completed', receipt },
  };
  return [created, posting, moved];
}
