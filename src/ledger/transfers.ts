/** Decisions about transfers, above all those between wallets and from fiat (docs/decisions.md, "Money"). */
import { formatAmount, parseAmount } from './amount.ts';
import type { Amount } from './amount.ts';
import { refusedParties } from './approval.ts';
import { available, newId } from './book.ts';
import type { Book, Context, Decision } from './book.ts';
import { onrampRoute } from './deposit-accounts.ts';
import { pointsForCoin } from './conversion.ts';
import type { DepositInstructions } from './deposit-account.ts';
import type { BookEvent, EventData } from './event.ts';
import { refuseOverLimit } from './limits.ts';
import { createOfframp, refusedOwner } from './offramps.ts';
import type { Price, Route } from './policy.ts';
import { hasCashablePart, recordPosting, splitEarnedFirst } from './posting.ts';
import type { Leg, Split } from './posting.ts';
import { createConversion, isConversion } from './quotes.ts';
import type { PastQuote } from './quotes.ts';
import { notFound, refuse, refuseField, tooPrecise } from './refusal.ts';
import type { Refusal } from './refusal.ts';
import type { Endpoint } from './transfer.ts';
import type { Reason } from './user.ts';
import type { Wallet } from './wallet.ts';

type Extras = Pick<EventData<'transfer.created'>, 'integrator_reference' | 'metadata'>;

export type CreateTransfer = Extras & {
  readonly source:
    | { readonly type: 'wallet'; readonly wallet_id: string }
    | { readonly type: 'fiat'; readonly currency: string; readonly rail: string };
  readonly destination:
    | { readonly type: 'wallet'; readonly wallet_id: string }
    | { readonly type: 'payout_account'; readonly payout_account_id: string };
  readonly amount: string;
  readonly quote_id?: string;
  /** The quote, where the book has forgotten it. */
  readonly past_quote?: PastQuote;
  /** Points for one coin at the last trade, which coin counts by against its sender's limits and for reviews. */
  readonly coin_price?: Price | undefined;
  /** On-ramps: what the provider said. Undefined while the request is only being checked. */
  readonly provider?: ProviderAnswer;
  /** Off-ramps: why the rail does not take this payout, where it says so before anything is debited. */
  readonly refused_payout?: Reason;
};

export type ProviderAnswer = {
  /** What the provider knows the request by. */
  readonly reference?: string;
} & (
  | {
      /** Where and how to pay; a function where that depends on which transfer it is. */
      readonly instructions: DepositInstructions | ((transferId: string) => DepositInstructions);
    }
  /** It gives none, and never will for this request. */
  | { readonly refused: Reason }
);

/**
 * Decides any transfer by the pair of its ends. Objects are looked up first, then approval, conflicts and business
 * rules are checked, in the contract's order.
 */
export function createTransfer(book: Book, input: CreateTransfer, context: Context): Decision {
  const { source, destination } = input;
  if (destination.type === 'payout_account') return toPayoutAccount(book, input, destination, context);
  const to = book.wallets.get(destination.wallet_id);
  if (source.type === 'fiat')
    return to === undefined ? notFound('wallet') : createOnramp(book, input, source, to, context);
  const from = book.wallets.get(source.wallet_id);
  if (from === undefined || to === undefined) return notFound('wallet');
  return isConversion(from, to)
    ? createConversion(book, input, from, to, context)
    : createUserToUser(book, input, from, to, context);
}

function toPayoutAccount(
  book: Book,
  input: CreateTransfer,
  { payout_account_id }: { payout_account_id: string },
  context: Context,
): Decision {
  const { source } = input;
  const from = source.type === 'wallet' ? book.wallets.get(source.wallet_id) : undefined;
  if (source.type === 'wallet' && from === undefined) return notFound('wallet');
  const account = book.payoutAccounts.get(payout_account_id);
  if (account === undefined) return notFound('payout account');
  if (from !== undefined) return createOfframp(book, input, from, account, context);
  // No route leads there, but who may not move money at all is told that first.
  return refusedOwner(book, account.account) ?? unsupported();
}

export const unsupported = (): { refusal: Refusal } =>
  refuse('unsupported_route', 'Money cannot move between these two ends; see GET /v1/routes.');

function createUserToUser(
  book: Book,
  input: CreateTransfer,
  from: Wallet,
  to: Wallet,
  context: Context,
): Decision {
  const refused = refusedParties(book, from, to);
  if (refused !== undefined) return refused;
  if (from.asset !== to.asset || from.user_id === to.user_id) return unsupported();
  const route = context.policy.routes.find(
    ({ kind, source }) => kind === 'user_to_user' && source.type === 'wallet' && source.asset === from.asset,
  );
  if (route === undefined) return unsupported();
  const checked = checkedAmount(input, route);
  if ('refusal' in checked) return checked;
  const balance = available(book, from.id);
  if (checked.amount > balance.amount) {
    return refuse('insufficient_balance', 'The source wallet does not hold this much.');
  }
  const { user_id, asset } = from;
  const points = countedPoints(asset, checked.amount, input.coin_price);
  const over = refuseOverLimit(book, { kind: 'user_to_user', user_id, points: points ?? 0n }, context);
  if (over !== undefined) return over;
  const split = hasCashablePart(from.asset)
    ? splitEarnedFirst(checked.amount, balance)
    : { earned: 0n, cashable: 0n };
  // Coin is worth what the last trade says; where there never was one it counts for nothing, as it does for limits.
  const held = (points ?? 0n) >= context.policy.reviewAtLeast.user_to_user;
  return {
    events: userToUserEvents(book, input, { from, to, amount: checked.amount, points, split, held }, context),
  };
}

/** What an amount counts for against limits and for reviews; coin that never had a price counts for nothing. */
const countedPoints = (asset: string, amount: Amount, coinPrice: Price | undefined): Amount | undefined =>
  asset === 'svc-points' ? amount : coinPrice && pointsForCoin(amount, coinPrice);

/** The amount in minor units, within what the route allows. Refuses validation_failed and the limits. */
export function checkedAmount(
  input: Pick<CreateTransfer, 'amount' | 'quote_id'>,
  route: Route,
): { amount: Amount } | { refusal: Refusal } {
  const { decimals } = route.source;
  if (input.quote_id !== undefined && route.kind !== 'conversion') {
    return refuseField('quote_id', 'unknown_field', 'Only a conversion takes a quote.');
  }
  const amount = parseAmount(input.amount, decimals);
  if (amount === undefined) return tooPrecise(decimals);
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

export const walletEnd = (wallet: Wallet): Endpoint => ({
  type: 'wallet',
  wallet_id: wallet.id,
  user_id: wallet.user_id,
  asset: wallet.asset,
});

type Movement = {
  readonly from: Wallet;
  readonly to: Wallet;
  readonly amount: Amount;
  readonly points: Amount | undefined;
  readonly split: Split;
  readonly held: boolean;
};

function userToUserEvents(book: Book, extras: Extras, movement: Movement, context: Context): BookEvent[] {
  const { from, to, amount, points, split, held } = movement;
  const transfer_id = newId('trf', book, context);
  const text = formatAmount(amount, from.decimals);
  const earned = hasCashablePart(from.asset)
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
      ...extrasOf(extras),
    },
  };
  const posting = recordPosting(book.accounts, transfer_id, held ? 'Transfer held for review' : 'Transfer', [
    leg(from, 'available', -amount, -split.cashable),
    held ? leg(from, 'pending', amount, split.cashable) : leg(to, 'available', amount, split.cashable),
  ]);
  const credited = held ? {} : { amount_credited: text };
  const receipt = { amount_debited: text, ...earned, fees: [], ...credited };
  const moved: BookEvent = {
    type: 'transfer.state_changed',
    data: held
      ? { transfer_id, state: 'in_review', state_reason: REVIEW_AMOUNT, receipt }
      : { transfer_id, state: 'completed', receipt },
  };
  return [created, posting, moved];
}

export const REVIEW_AMOUNT = { code: 'review_amount', message: 'The amount calls for a review.' };

/** A line on a wallet's bucket. */
export const leg = (
  wallet: Wallet,
  bucket: 'available' | 'pending',
  amount: Amount,
  cashable: Amount,
): Leg => ({
  account: wallet.id,
  bucket,
  unit: wallet.asset,
  decimals: wallet.decimals,
  amount,
  cashable,
});

export const extrasOf = ({ integrator_reference, metadata }: Extras): Extras => ({
  ...(integrator_reference === undefined ? {} : { integrator_reference }),
  ...(metadata === undefined ? {} : { metadata }),
});

function createOnramp(
  book: Book,
  input: CreateTransfer,
  source: { currency: string; rail: string },
  to: Wallet,
  context: Context,
): Decision {
  const refused = refusedParties(book, to, to);
  if (refused !== undefined) return refused;
  const route = onrampRoute(context.policy, source.currency, source.rail, to.asset);
  if (route === undefined) return unsupported();
  const checked = checkedAmount(input, route);
  if ('refusal' in checked) return checked;
  const transfer_id = newId('trf', book, context);
  const created: BookEvent = {
    type: 'transfer.created',
    data: {
      transfer_id,
      kind: 'onramp',
      state: 'awaiting_funds',
      source: { type: 'fiat', currency: source.currency, rail: source.rail },
      destination: walletEnd(to),
      amount: formatAmount(checked.amount, route.source.decimals),
      ...issuedFor(transfer_id, input.provider),
      ...extrasOf(input),
    },
  };
  const { provider } = input;
  // Accepted, and then refused by the rail: the transfer is there, and says why nothing can be paid to it.
  return provider !== undefined && 'refused' in provider
    ? { events: [created, failedEvent(transfer_id, provider.refused)] }
    : { events: [created] };
}

export const failedEvent = (transfer_id: string, state_reason: Reason): BookEvent => ({
  type: 'transfer.state_changed',
  data: { transfer_id, state: 'failed', state_reason },
});

function issuedFor(
  transferId: string,
  provider: ProviderAnswer | undefined,
): Pick<EventData<'transfer.created'>, 'deposit_instructions' | 'provider_reference'> {
  if (provider === undefined || 'refused' in provider) return {};
  const { instructions, reference } = provider;
  const deposit_instructions = typeof instructions === 'function' ? instructions(transferId) : instructions;
  return { deposit_instructions, ...(reference === undefined ? {} : { provider_reference: reference }) };
}
