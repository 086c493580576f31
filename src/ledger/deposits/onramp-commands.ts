/** One-off on-ramps (docs/contract-notes.md, "On-ramps"): creation, cancellation, refusal and expiry. */
import { formatAmount } from '../amount.ts';
import { refuseIneligibleParties } from '../users/eligibility.ts';
import { newId } from '../book.ts';
import type { ReadonlyBook, DecisionContext, Decision } from '../book.ts';
import { findOnrampRoute } from './deposit-account-commands.ts';
import type { BookEvent, EventData } from '../event.ts';
import { refuseNotFound, refuse } from '../refusal.ts';
import { transferFailedEvent, walletEnd } from '../transfers/transfer.ts';
import type { Transfer } from '../transfers/transfer.ts';
import { checkAmount, integratorFieldsOf, refuseUnsupportedRoute } from '../transfers/transfer-request.ts';
import type { CreateTransfer, ProviderResponse } from '../transfers/transfer-request.ts';
import type { Reason } from '../users/user.ts';
import type { Wallet } from '../wallets/wallet.ts';
import type { TransferId } from '../ids.ts';

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

export const canceledEvent = (
  transfer_id: TransferId,
  state_reason: Reason,
  expires_at: string | undefined,
): BookEvent => ({
  type: 'transfer.state_changed',
  data: { transfer_id, state: 'canceled', state_reason, ...expiryFields(expires_at) },
});

/** The event that ends the waiting names the deadline, so that the timer can be found and removed. */
export const expiryFields = (expires_at: string | undefined): { expires_at?: string } =>
  expires_at === undefined ? {} : { expires_at };
