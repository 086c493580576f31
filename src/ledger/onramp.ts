import { asFiat, formatAmount, negate, parseAmount, type FiatAmount } from './amount.ts';
import { newId, type Decision, type DecisionContext, type ReadonlyBook } from './book.ts';
import {
  findDepositAccountTarget,
  findOnrampRoute,
  findOnrampTarget,
  type CanceledOnramp,
  type DepositTarget,
} from './deposit-account.ts';
import type { BookEvent, EventData } from './event.ts';
import type { DepositAccountId, DepositId, TransferId } from './ids.ts';
import { requiresReview } from './limits.ts';
import type { Price, Route } from './policy.ts';
import { POINTS_ISSUED, clearingAccount, createPosting, fiatHeldAccount, walletLeg } from './posting.ts';
import { depositRate, fiatToPoints } from './quote.ts';
import { refuse, refuseNotFound, refuseTooPrecise, type Refusal } from './refusal.ts';
import {
  REVIEW_AMOUNT_REASON,
  checkAmount,
  integratorFieldsOf,
  refuseUnsupportedRoute,
  transferFailedEvent,
  walletEnd,
  type CreateTransfer,
  type ProviderResponse,
  type Transfer,
} from './transfer.ts';
import { isApproved, refuseIneligibleParties, walletOwner, type Reason } from './user.ts';
import type { Wallet } from './wallet.ts';

// One-off on-ramps (docs/contract-notes.md, "On-ramps"): creation, cancellation, refusal and expiry.

/**
 * Refuses user_not_approved, user_deactivated, wallet_frozen, unsupported_route, validation_failed, amount_below_minimum,
 * amount_above_maximum.
 */
export function createOnramp(
  book: ReadonlyBook,
  input: CreateTransfer,
  source: { currency: string; rail: string },
  to: Wallet,
  context: DecisionContext,
): Decision {
  const refused = refuseIneligibleParties(book, to, to);
  if (refused !== undefined) return refused;
  const route = findOnrampRoute(context.policy, source.currency, source.rail, to.asset);
  if (route === undefined) return refuseUnsupportedRoute();
  const checked = checkAmount(input, route);
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
      ...providerFields(input.provider),
      ...integratorFieldsOf(input),
    },
  };
  const { provider } = input;
  // The rail refused the request after acceptance, so the transfer exists with the reason of its failure.
  return provider !== undefined && 'refused' in provider
    ? { events: [created, transferFailedEvent(transfer_id, provider.refused)] }
    : { events: [created] };
}

function providerFields(
  provider: ProviderResponse | undefined,
): Pick<EventData<'transfer.created'>, 'deposit_instructions' | 'provider_reference'> {
  if (provider === undefined || 'refused' in provider) return {};
  const { instructions, reference } = provider;
  return {
    deposit_instructions: instructions,
    ...(reference === undefined ? {} : { provider_reference: reference }),
  };
}

export const EXPIRED_REASON: Reason = { code: 'expired', message: 'No payment arrived in time.' };
export const CANCELED_REASON: Reason = { code: 'canceled', message: 'The transfer was canceled on request.' };
export const DECLINED_REASON: Reason = { code: 'declined', message: 'The payer declined the payment.' };

/**
 * Cancels an on-ramp that awaits funds. A deposit that arrives later is sent back. Other transfer kinds move money
 * immediately and cannot be canceled. Refuses not_found, transfer_not_cancelable.
 */
export function cancelOnramp(
  book: ReadonlyBook,
  input: { transfer_id: TransferId; reason: Reason },
): Decision {
  const transfer = book.transfers.get(input.transfer_id);
  if (transfer === undefined) return refuseNotFound('transfer');
  if (!isAwaitingFunds(transfer)) return refuseNotCancelable();
  return { events: [canceledEvent(transfer.id, input.reason, transfer.deposit_instructions?.expires_at)] };
}

/** Cancels an on-ramp whose deadline has passed. Otherwise returns no event, because a timer may fire twice. */
export function expireOnramp(
  book: ReadonlyBook,
  { transfer_id }: { transfer_id: TransferId },
  { now }: DecisionContext,
): Decision {
  const transfer = book.transfers.get(transfer_id);
  return transfer !== undefined && isAwaitingFunds(transfer) && isOnrampExpired(transfer, now)
    ? cancelOnramp(book, { transfer_id, reason: EXPIRED_REASON })
    : { events: [] };
}

const refuseNotCancelable = () =>
  refuse('transfer_not_cancelable', 'Only a transfer that awaits funds can be canceled.');

const isAwaitingFunds = ({ kind, state }: Transfer): boolean =>
  kind === 'onramp' && state === 'awaiting_funds';

/** Whether the deadline of a one-off on-ramp has passed. `now` is in milliseconds since 1970. */
export const isOnrampExpired = ({ deposit_instructions }: Transfer, now: number): boolean =>
  deposit_instructions?.expires_at !== undefined && Date.parse(deposit_instructions.expires_at) <= now;

const canceledEvent = (
  transfer_id: TransferId,
  state_reason: Reason,
  expires_at: string | undefined,
): BookEvent => ({
  type: 'transfer.state_changed',
  data: { transfer_id, state: 'canceled', state_reason, ...expiryFields(expires_at) },
});

/** The event that ends the waiting names the deadline, so that the timer can be found and removed. */
const expiryFields = (expires_at: string | undefined): { expires_at?: string } =>
  expires_at === undefined ? {} : { expires_at };

// Deposits: fiat that arrives for an on-ramp (docs/contract-notes.md, "On-ramps").

export type ArrivedDeposit = {
  /** The on-ramp that awaits the deposit, or the deposit account it was paid to. */
  readonly target: { readonly transfer_id: TransferId } | { readonly deposit_account_id: DepositAccountId };
  /** In the currency of the on-ramp. */
  readonly amount: string;
  readonly rail_reference: string;
  /** The outcome stated by the sender's bank or by the sandbox. */
  readonly outcome: 'credited' | 'in_review' | 'returned';
  /** The read model of a canceled on-ramp, which the book no longer contains. */
  readonly canceledOnramp?: CanceledOnramp | undefined;
};

const LATE_REASON: Reason = {
  code: 'late_funds',
  message: 'The payment arrived after the transfer was canceled.',
};

/**
 * Credits, holds or returns a deposit. A late deposit, for a canceled or expired on-ramp, is sent back. Refuses
 * not_found, transfer_state_conflict, validation_failed, amount_below_minimum (zero amount), unsupported_route.
 */
export function receiveDeposit(
  book: ReadonlyBook,
  arrival: ArrivedDeposit,
  context: DecisionContext,
): Decision {
  const found =
    'transfer_id' in arrival.target
      ? findOnrampTarget(book, arrival.target, arrival.canceledOnramp)
      : findDepositAccountTarget(book, arrival.target, context);
  if ('refusal' in found) return found;
  const { incoming } = found;
  const route = findOnrampRoute(context.policy, incoming.currency, incoming.rail, incoming.wallet.asset);
  const price = context.policy.pointPrices.get(incoming.currency);
  if (route === undefined || price === undefined) {
    return refuse('unsupported_route', 'The rail does not accept this currency.');
  }
  const { decimals } = route.source;
  const parsed = parseAmount(arrival.amount, decimals);
  if (parsed === undefined) return refuseTooPrecise(decimals);
  const amount = asFiat(parsed);
  if (amount === 0n) return refuse('amount_below_minimum', 'It must be greater than zero.');
  const late = lateDepositEvents(book, { incoming, amount, route, price }, arrival, context);
  if (late !== undefined) return { events: late };
  const created =
    'transfer_id' in arrival.target ? [] : [transferCreatedEvent(incoming, formatAmount(amount, decimals))];
  const deposit_id = newId('dep', book, context, created.length);
  const step = { incoming, deposit_id, amount, route, price };
  const arrived = arrivedEvent(step, arrival.rail_reference);
  const sentBack = reasonToReturn(step, arrival);
  const outcome =
    sentBack === undefined
      ? creditEvents(book, step, arrival, reasonToReview(book, step, arrival, context))
      : [returnedEvent(step, sentBack)];
  return { events: [...created, arrived, ...outcome] };
}

type DepositStep = {
  readonly incoming: DepositTarget;
  readonly deposit_id: DepositId;
  readonly amount: FiatAmount;
  readonly route: Route;
  readonly price: Price;
};

/** The events of a late deposit, or undefined if the deposit is on time. */
function lateDepositEvents(
  book: ReadonlyBook,
  step: Omit<DepositStep, 'deposit_id'>,
  { rail_reference }: ArrivedDeposit,
  context: DecisionContext,
): BookEvent[] | undefined {
  const { transfer_id, deposit_account_id, expires_at } = step.incoming;
  if (deposit_account_id !== undefined) return undefined;
  const waiting = book.transfers.get(transfer_id);
  if (waiting !== undefined && !isOnrampExpired(waiting, context.now)) return undefined;
  // The expiry task may not have run yet, so the deadline decides.
  const expired = waiting === undefined ? [] : [canceledEvent(transfer_id, EXPIRED_REASON, expires_at)];
  const deposit_id = newId('dep', book, context, expired.length);
  return [
    ...expired,
    arrivedEvent({ ...step, deposit_id }, rail_reference),
    { type: 'deposit.sent_back', data: { deposit_id, transfer_id, reason: LATE_REASON } },
  ];
}

function transferCreatedEvent(incoming: DepositTarget, amount: string): BookEvent {
  const { transfer_id, deposit_account_id, currency, rail, wallet } = incoming;
  return {
    type: 'transfer.created',
    data: {
      transfer_id,
      kind: 'onramp',
      state: 'awaiting_funds',
      source: { type: 'fiat', currency, rail },
      destination: { type: 'wallet', wallet_id: wallet.id, user_id: wallet.user_id, asset: wallet.asset },
      amount,
      ...(deposit_account_id === undefined ? {} : { deposit_account_id }),
    },
  };
}

function arrivedEvent(
  { incoming, deposit_id, amount, route, price }: DepositStep,
  rail_reference: string,
): BookEvent {
  const { transfer_id, deposit_account_id, currency, rail } = incoming;
  return {
    type: 'deposit.arrived',
    data: {
      deposit_id,
      transfer_id,
      ...(deposit_account_id === undefined ? {} : { deposit_account_id }),
      amount_received: formatAmount(amount, route.source.decimals),
      currency,
      rail,
      rate: depositRate(amount, route.source.decimals, price),
      rail_reference,
    },
  };
}

/** The reason to return the deposit immediately, if there is one. */
function reasonToReturn(
  { incoming, amount, route }: DepositStep,
  { outcome }: ArrivedDeposit,
): Reason | undefined {
  if (incoming.isAccountDeactivated)
    return { code: 'deposit_account_deactivated', message: 'The deposit account is deactivated.' };
  if (outcome === 'returned') return { code: 'returned_by_rail', message: 'The rail returned the payment.' };
  if (amount < route.min)
    return { code: 'below_minimum', message: 'The payment is below the minimum of its route.' };
  return undefined;
}

/** The reason to hold the deposit for review, if there is one. */
function reasonToReview(
  book: ReadonlyBook,
  step: DepositStep,
  { outcome }: ArrivedDeposit,
  { policy }: DecisionContext,
): Reason | undefined {
  const { incoming, amount, route, price } = step;
  const owner = walletOwner(book, incoming.wallet).user;
  if (incoming.wallet.status === 'frozen') return { code: 'wallet_frozen', message: 'The wallet is frozen.' };
  if (!isApproved(owner)) return { code: 'user_not_approved', message: 'The user is no longer approved.' };
  if (amount > route.max)
    return { code: 'above_maximum', message: 'The payment is above the maximum of its route.' };
  if (outcome === 'in_review') return { code: 'review_requested', message: 'The rail requested a review.' };
  const { decimals } = step.route.source;
  const points = fiatToPoints(amount, decimals, price);
  const isReviewed = requiresReview(book, policy, 'onramp', {
    points,
    amount: decimals === 2 ? amount : undefined,
  });
  return isReviewed ? REVIEW_AMOUNT_REASON : undefined;
}

const returnedEvent = ({ incoming, deposit_id }: DepositStep, state_reason: Reason): BookEvent => ({
  type: 'transfer.state_changed',
  data: {
    transfer_id: incoming.transfer_id,
    state: 'returned',
    state_reason,
    deposit_id,
    ...expiryFields(incoming.expires_at),
  },
});

function creditEvents(
  book: ReadonlyBook,
  step: DepositStep,
  { rail_reference }: ArrivedDeposit,
  review: Reason | undefined,
): BookEvent[] {
  const { incoming, deposit_id, amount, route, price } = step;
  const { transfer_id, amount_expected, currency, rail, wallet } = incoming;
  const { decimals } = route.source;
  const points = fiatToPoints(amount, decimals, price);
  const fiat = { unit: currency, decimals };
  const posting = createPosting(
    book.accounts,
    transfer_id,
    review === undefined ? 'Deposit' : 'Deposit held for review',
    [
      { account: clearingAccount(rail, currency), ...fiat, amount: negate(amount) },
      { account: fiatHeldAccount(currency), ...fiat, amount },
      { ...walletLeg(wallet, 'available', negate(points), negate(points)), account: POINTS_ISSUED },
      walletLeg(wallet, review === undefined ? 'available' : 'pending', points, points),
    ],
  );
  const receipt = {
    ...(amount_expected === undefined ? {} : { amount_expected }),
    amount_received: formatAmount(amount, decimals),
    rate: depositRate(amount, decimals, price),
    fees: [],
    rail_reference,
  };
  const credited = { receipt: { amount_credited: formatAmount(points, wallet.decimals) } };
  return [
    {
      type: 'transfer.state_changed',
      data: {
        transfer_id,
        state: 'funds_received',
        receipt,
        deposit_id,
        ...expiryFields(incoming.expires_at),
      },
    },
    posting,
    review === undefined
      ? { type: 'transfer.state_changed', data: { transfer_id, state: 'completed', ...credited, deposit_id } }
      : {
          type: 'transfer.state_changed',
          data: { transfer_id, state: 'in_review', state_reason: review, deposit_id },
        },
  ];
}

// Decisions of the payer of a one-off on-ramp, made on the hosted approval page.

/** Finds an on-ramp that the payer can still approve or decline. Refuses not_found, transfer_state_conflict. */
function findUndecidedOnramp(
  book: ReadonlyBook,
  transferId: TransferId,
  { now }: DecisionContext,
): { transfer: Transfer } | { refusal: Refusal } {
  const transfer = book.transfers.get(transferId);
  if (transfer === undefined) return refuseNotFound('transfer');
  return transfer.state !== 'awaiting_funds' || isOnrampExpired(transfer, now)
    ? refuse('transfer_state_conflict', 'The payment was already decided, or it has expired.')
    : { transfer };
}

/**
 * Approves the payment, so the full amount arrives. Also refuses what receiveDeposit refuses, and an expired on-ramp.
 */
export function approvePayment(
  book: ReadonlyBook,
  { transfer_id, rail_reference }: { transfer_id: TransferId; rail_reference: string },
  context: DecisionContext,
): Decision {
  const found = findUndecidedOnramp(book, transfer_id, context);
  if ('refusal' in found) return found;
  const { amount } = found.transfer;
  return receiveDeposit(
    book,
    { target: { transfer_id }, amount, rail_reference, outcome: 'credited' },
    context,
  );
}

/** Declines the payment, which cancels the on-ramp. Refuses not_found, transfer_state_conflict. */
export function declinePayment(
  book: ReadonlyBook,
  { transfer_id }: { transfer_id: TransferId },
  context: DecisionContext,
): Decision {
  const found = findUndecidedOnramp(book, transfer_id, context);
  return 'refusal' in found ? found : cancelOnramp(book, { transfer_id, reason: DECLINED_REASON });
}
