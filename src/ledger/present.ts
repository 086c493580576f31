/**
 * Converts ledger objects into API objects. Responses, read models and public events use the same functions, so they
 * agree exactly.
 */

import { countDecimals, formatAmount, type Amount } from './amount.ts';
import { availableBalance, pendingBalance, receivableOf, type ReadonlyBook } from './book.ts';
import type { DepositAccount } from './deposit-account.ts';
import type { LateMovementEvent } from './late-movement.ts';
import type { PayoutAccount } from './payout-account.ts';
import type { Balance } from './posting.ts';
import { spreadFee, type Quote } from './quote.ts';
import type { Receipt, Transfer } from './transfer.ts';
import type { User } from './user.ts';
import type { Wallet } from './wallet.ts';
import type { WebhookEndpoint } from './webhook-endpoint.ts';

/**
 * The personal fields of a user. They are sealed in events and never logged. A field is null if it was not given or
 * was forgotten.
 */
export type PersonalFields = {
  readonly email: string | null;
  readonly phone: string | null;
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly business_name: string | null;
  /** The full name of the person who represents a business. It is screened, and the API never presents it. */
  readonly representative?: string;
  /** Its parts, with which the next identity form begins. */
  readonly representative_names?: { readonly first_name: string; readonly last_name: string };
};

export const NO_PERSONAL_FIELDS: PersonalFields = {
  email: null,
  phone: null,
  first_name: null,
  last_name: null,
  business_name: null,
};

export function presentUser(user: User, personal: PersonalFields) {
  const { id, type, external_reference, country, ...rest } = user;
  const { email, phone, first_name, last_name, business_name } = personal;
  const names = type === 'individual' ? { first_name, last_name } : { business_name };
  return { id, object: 'user' as const, type, external_reference, email, phone, ...names, country, ...rest };
}

/** The balances of a wallet, as of the last event that changed them. What its user owes is shown only if it is something. */
export function presentBalance(
  wallet: Wallet,
  available: Balance,
  pending: Balance,
  asOf: string,
  receivable: Amount = 0n,
) {
  const text = (amount: bigint) => formatAmount(amount, wallet.decimals);
  return {
    object: 'wallet_balance' as const,
    wallet_id: wallet.id,
    asset: wallet.asset,
    available: text(available.amount),
    pending: text(pending.amount),
    cashable: text(available.cashable),
    ...(receivable === 0n ? {} : { receivable: text(receivable) }),
    as_of: asOf,
  };
}

export function presentWallet(wallet: Wallet, balance: ReturnType<typeof presentBalance>) {
  const { id, user_id, asset, decimals, status, price_risk_acknowledged_at, metadata, version, created_at } =
    wallet;
  return {
    id,
    object: 'wallet' as const,
    user_id,
    asset,
    decimals,
    status,
    balance,
    price_risk_acknowledged_at,
    metadata,
    version,
    created_at,
  };
}

export function presentDepositAccount(account: DepositAccount) {
  const { id, ...rest } = account;
  return { id, object: 'deposit_account' as const, ...rest };
}

/** What responses show of the owner of a payout account. It is sealed in the book. */
export type PayoutAccountPerson = {
  readonly account_owner_name: string;
  /** The masked address of a new account. Events of earlier releases contain it in clear. */
  readonly emailpay?: PayoutAccount['emailpay'];
};

/** `person` is undefined after the person was forgotten. */
export function presentPayoutAccount(account: PayoutAccount, person: PayoutAccountPerson | undefined) {
  const { id, user_id, type, currency, country, rail, bank, emailpay: masked, ...rest } = account;
  const emailpay = person?.emailpay ?? masked;
  return {
    id,
    object: 'payout_account' as const,
    user_id,
    type,
    currency,
    country,
    rail,
    account_owner_name: person?.account_owner_name ?? null,
    ...(bank === undefined ? {} : { bank }),
    ...(emailpay === undefined ? {} : { emailpay }),
    ...rest,
  };
}

export function presentTransfer(transfer: Transfer) {
  // Listed field by field for speed: every transfer is presented several times.
  return {
    id: transfer.id,
    object: 'transfer' as const,
    kind: transfer.kind,
    state: transfer.state,
    state_reason: transfer.state_reason,
    source: transfer.source,
    destination: transfer.destination,
    amount: transfer.amount,
    deposit_account_id: transfer.deposit_account_id,
    deposit_instructions: transfer.deposit_instructions,
    integrator_reference: transfer.integrator_reference,
    metadata: transfer.metadata,
    version: transfer.version,
    created_at: transfer.created_at,
    updated_at: transfer.updated_at,
    receipt: presentReceipt(transfer.kind, transfer.receipt),
  };
}

export function presentWebhookEndpoint(endpoint: WebhookEndpoint) {
  const { id, ...rest } = endpoint;
  return { id, object: 'webhook_endpoint' as const, ...rest };
}

/** An unused quote is shown as open. The reader decides whether it has expired. */
export function presentQuote(quote: Quote) {
  const { id, source_wallet_id, destination_wallet_id, from, to, amount, rate, amount_out } = quote;
  const { transfer_id, expires_at, created_at } = quote;
  return {
    id,
    object: 'quote' as const,
    source_wallet_id,
    destination_wallet_id,
    from,
    to,
    amount,
    rate,
    amount_out,
    fees: [spreadFee(quote)],
    status: transfer_id === null ? ('open' as const) : ('used' as const),
    transfer_id,
    expires_at,
    created_at,
  };
}

/** What came back late of a completed transfer. It is an addition: the transfer has it, and its event has it as the object. */
export function presentLateMovement({ type, data, time }: LateMovementEvent) {
  const { transfer_id, wallet_id, points, amount, currency, rail, reason } = data;
  return {
    id: transfer_id,
    object: 'late_movement' as const,
    type: type === 'deposit.reversed' ? ('reversal' as const) : ('return' as const),
    wallet_id,
    points,
    receivable: type === 'deposit.reversed' ? data.receivable : formatAmount(0n, countDecimals(points)),
    amount,
    currency,
    rail,
    rail_reference: data.rail_reference ?? null,
    return_reference: data.return_reference ?? null,
    reason,
    version: 1,
    created_at: time,
  };
}

/** A receipt shows the fields of its transfer kind. Unknown values are null. */
function presentReceipt(kind: Transfer['kind'], receipt: Receipt | null) {
  if (receipt === null) return null;
  const { amount_debited, amount_received, earned_amount, initiated_at, completed_at } = receipt;
  const amount_credited = receipt.amount_credited ?? null;
  const rate = receipt.rate ?? null;
  const fees = receipt.fees ?? [];
  const rail_reference = receipt.rail_reference ?? null;
  const settled = { rate, fees, rail_reference, initiated_at, completed_at };
  switch (kind) {
    case 'onramp': {
      const amount_expected = receipt.amount_expected ?? null;
      return { amount_expected, amount_received, amount_credited, ...settled };
    }
    case 'user_to_user': {
      const earned = earned_amount === undefined ? {} : { earned_amount };
      return { amount_debited, amount_credited, ...earned, ...settled };
    }
    case 'conversion':
      return { amount_debited, amount_credited, ...settled };
    case 'offramp':
      return { amount_debited, amount_paid_out: receipt.amount_paid_out ?? null, ...settled };
  }
}

// API objects from a book in memory, with the same functions and so the same bytes as the documents. Undefined for an object
// that the book does not have, such as a final transfer.

/** A wallet with its balances. Undefined too if its balance has not changed since the book was loaded: `as_of` is unknown. */
export function walletIn(book: ReadonlyBook, id: string) {
  const wallet = book.wallets.get(id);
  const asOf = book.balanceTimes.get(id);
  if (wallet === undefined || asOf === undefined) return undefined;
  const [available, pending] = [availableBalance(book, wallet.id), pendingBalance(book, wallet.id)];
  const receivable = receivableOf(book, wallet.id);
  return presentWallet(wallet, presentBalance(wallet, available, pending, asOf, receivable));
}

/** A transfer that is not final. */
export function transferIn(book: ReadonlyBook, id: string) {
  const transfer = book.transfers.get(id);
  return transfer && presentTransfer(transfer);
}
