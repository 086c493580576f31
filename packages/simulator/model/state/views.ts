/** How the API shows the model's objects. Members that the model cannot know are left out. */
import { COIN, POINTS, decimalsOf, formatAmount } from './money.ts';
import type { Expected, Matcher } from '../prediction.ts';
import type { Book, DepositAccount, LateMovement, PayoutAccount, Quote, Transfer, User } from './world.ts';
import type { Wallet, WebhookEndpoint } from './world.ts';

export type View = { readonly [name: string]: Expected | undefined };

const ABSENT = undefined;

export const userView = (user: User): View => ({
  id: user.id,
  object: 'user',
  type: user.type,
  external_reference: user.reference,
  email: user.email,
  phone: user.phone,
  ...(user.type === 'individual'
    ? { first_name: user.firstName, last_name: user.lastName }
    : { business_name: user.businessName }),
  country: user.country,
  status: user.isActive ? 'active' : 'deactivated',
  kyc_status: user.kyc,
  terms_status: user.terms,
  rejection_reasons: user.reasons,
  metadata: user.metadata,
  version: user.version,
  created_at: user.createdAt === '' ? ABSENT : user.createdAt,
});

/** A user in an event. Once the user is forgotten, past events show the personal fields no longer. */
export function userEventView(book: Book, user: User): View {
  const view = userView(user);
  const erasable = (name: string): { readonly [name: string]: Expected } =>
    view[name] === undefined ? {} : { [name]: untilForgotten(book, user.id, view[name]) };
  return {
    ...view,
    ...erasable('email'),
    ...erasable('phone'),
    ...erasable('first_name'),
    ...erasable('last_name'),
    ...erasable('business_name'),
  };
}

const untilForgotten = (book: Book, userId: string, value: Expected): Matcher => ({
  label: `${JSON.stringify(value)} until the user is forgotten`,
  accepts: (shown) => shown === (book.users.get(userId)?.isForgotten === true ? null : value),
});

export const balanceView = ({ id, asset, figures }: Wallet): View => ({
  object: 'wallet_balance',
  wallet_id: id === '' ? ABSENT : id,
  asset,
  available: formatAmount(figures.available, asset),
  cashable: formatAmount(figures.cashable, asset),
  pending: formatAmount(figures.pending, asset),
  ...(figures.receivable !== 0n && { receivable: formatAmount(figures.receivable, asset) }),
});

export const walletView = (wallet: Wallet): View => ({
  id: wallet.id === '' ? ABSENT : wallet.id,
  object: 'wallet',
  user_id: wallet.userId,
  asset: wallet.asset,
  decimals: decimalsOf(wallet.asset),
  status: wallet.isFrozen ? 'frozen' : 'active',
  balance: balanceView(wallet),
  price_risk_acknowledged_at: wallet.asset === COIN ? ABSENT : null,
  metadata: wallet.metadata,
  version: wallet.version,
  created_at: wallet.createdAt === '' ? ABSENT : wallet.createdAt,
});

export const depositAccountView = (account: DepositAccount): View => ({
  id: account.id === '' ? ABSENT : account.id,
  object: 'deposit_account',
  user_id: account.userId,
  status: account.isActive ? 'active' : 'deactivated',
  source: { currency: account.currency, rail: account.rail },
  destination: { wallet_id: account.walletId, asset: POINTS },
  deposit_instructions: { type: 'bank', currency: account.currency, rail: account.rail },
  metadata: account.metadata,
  version: account.version,
  created_at: account.createdAt === '' ? ABSENT : account.createdAt,
});

/** Without the name check and the version, which the rail changes. */
export const payoutAccountView = (account: PayoutAccount): View => ({
  id: account.id === '' ? ABSENT : account.id,
  object: 'payout_account',
  user_id: account.userId,
  type: account.rail === 'bank_eft' ? 'bank' : 'emailpay',
  currency: account.currency,
  country: account.country,
  rail: account.rail,
  account_owner_name: account.owner,
  status: account.isActive ? 'active' : 'deleted',
  metadata: account.metadata,
  created_at: account.createdAt === '' ? ABSENT : account.createdAt,
});

export const feesOf = (fee: { readonly amount: string; readonly unit: string } | undefined): Expected =>
  fee === undefined ? [] : [{ type: 'svc', ...fee }];

function receiptView(book: Book, transfer: Transfer): Expected {
  const { kind, state, receipt, moved, from } = transfer;
  if (receipt === undefined) return null;
  const isDone = state === 'completed';
  const asset = book.wallets.get(from ?? '')?.asset ?? POINTS;
  const debited = formatAmount(moved.amount, asset);
  const common = {
    fees: feesOf(receipt.fee),
    rail_reference: kind === 'onramp' || kind === 'offramp' ? ABSENT : null,
    completed_at: isDone ? ABSENT : null,
  };
  switch (kind) {
    case 'user_to_user':
      return {
        ...common,
        amount_debited: debited,
        amount_credited: isDone ? debited : null,
        ...(asset === POINTS && { earned_amount: formatAmount(moved.amount - moved.cashable, asset) }),
        rate: null,
      };
    case 'conversion':
      return { ...common, amount_debited: debited, amount_credited: receipt.credited, rate: receipt.rate };
    case 'onramp':
      return {
        ...common,
        amount_expected: receipt.expected,
        amount_received: receipt.received,
        amount_credited: isDone ? formatAmount(moved.amount, POINTS) : null,
        rate: receipt.rate,
      };
    case 'offramp': {
      const isAccepted = ['payout_submitted', 'completed', 'undeliverable', 'returned'].includes(state);
      return {
        ...common,
        amount_debited: debited,
        ...(isAccepted && { amount_paid_out: receipt.paidOut, rate: receipt.rate }),
      };
    }
  }
}

function sideView(book: Book, transfer: Transfer, side: 'source' | 'destination'): Expected {
  const wallet = book.wallets.get((side === 'source' ? transfer.from : transfer.to) ?? '');
  if (wallet !== undefined)
    return { type: 'wallet', wallet_id: wallet.id, user_id: wallet.userId, asset: wallet.asset };
  const account = book.payoutAccounts.get(transfer.payoutAccountId ?? '');
  if (side === 'destination' && account !== undefined)
    return {
      ...{ type: 'payout_account', payout_account_id: account.id, user_id: account.userId },
      ...{ currency: account.currency, rail: account.rail },
    };
  return { type: 'fiat', ...transfer.fiat };
}

/** What came back of a transfer. */
export const lateView = ({ type, points, receivable }: LateMovement, id: string): View => ({
  ...{ id, object: 'late_movement', type, version: 1 },
  ...{ points: formatAmount(points, POINTS), receivable: formatAmount(receivable, POINTS) },
});

export const transferView = (book: Book, transfer: Transfer): View => ({
  id: transfer.id === '' ? ABSENT : transfer.id,
  object: 'transfer',
  kind: transfer.kind,
  state: transfer.state,
  state_reason: transfer.reason,
  source: sideView(book, transfer, 'source'),
  destination: sideView(book, transfer, 'destination'),
  amount: transfer.amount,
  deposit_account_id: transfer.depositAccountId,
  receipt: receiptView(book, transfer),
  integrator_reference: transfer.integratorReference,
  metadata: transfer.metadata,
  ...(transfer.late !== undefined && { late_movement: lateView(transfer.late, transfer.id) }),
  version: transfer.version,
  created_at: transfer.createdAt === '' ? ABSENT : transfer.createdAt,
});

export const quoteView = (book: Book, quote: Quote, isExpired: boolean): View => {
  const [from, to] = [book.wallets.get(quote.from)?.asset ?? '', book.wallets.get(quote.to)?.asset ?? ''];
  return {
    id: quote.id === '' ? ABSENT : quote.id,
    object: 'quote',
    source_wallet_id: quote.from,
    destination_wallet_id: quote.to,
    from,
    to,
    amount: formatAmount(quote.amount, from),
    rate: quote.rate,
    amount_out: formatAmount(quote.amountOut, to),
    fees: feesOf({ amount: formatAmount(quote.fee, from), unit: from }),
    status: quote.transferId !== null ? 'used' : isExpired ? 'expired' : 'open',
    transfer_id: quote.transferId,
    created_at: quote.createdAt === '' ? ABSENT : quote.createdAt,
  };
};

export const endpointView = (endpoint: WebhookEndpoint): View => ({
  id: endpoint.id === '' ? ABSENT : endpoint.id,
  object: 'webhook_endpoint',
  url: endpoint.url,
  status: endpoint.isEnabled ? 'enabled' : 'disabled',
  event_types: endpoint.types,
  description: endpoint.description,
  version: endpoint.version,
  created_at: endpoint.createdAt === '' ? ABSENT : endpoint.createdAt,
});
