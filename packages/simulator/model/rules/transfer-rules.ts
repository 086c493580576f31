/** Transfers between users, on-ramps, off-ramps, and the decisions about them. */
import { BOUNDS, POINTS, REVIEW_AT_LEAST, boundsOf, formatAmount } from '../state/money.ts';
import { exchange, formatRate, parseAmount, parseRatio, valueOf } from '../state/money.ts';
import type { Exchange } from '../state/money.ts';
import { refuse, textOf } from '../prediction.ts';
import type { Outcome } from '../prediction.ts';
import { DEACTIVATED, FROZEN, NOT_APPROVED, NOT_FOUND, NO_ROUTE, STATE_CONFLICT } from '../request.ts';
import { UNAVAILABLE, bookTime, invalid, memberOf, ownerOf, refuseUser } from '../request.ts';
import type { Request, Rule } from '../request.ts';
import { convert } from './conversion-rules.ts';
import { isOverLimit } from './user-limits.ts';
import { created, decided, newTransfer } from './transfer-steps.ts';
import type { Step } from './transfer-steps.ts';
import { canReceive, preview, refuseAmount, refuseOwners, sendable } from './preconditions.ts';
import { lateView, transferView } from '../state/views.ts';
import { emit, isApproved, post } from '../state/world.ts';
import type { Book, LateMovement, PayoutAccount, Transfer, Wallet } from '../state/world.ts';

/** The test values of the sandbox, in the unit of the amount. */
export const REVIEWED = 90_909n;
const REFUSED = 40_404n;
const DOWN = 50_303n;
export const RAILS: Readonly<Record<string, readonly string[]>> = {
  bank_eft: ['usd', 'cad', 'eur'],
  emailpay: ['cad'],
};
const REVIEW_AMOUNT = { code: 'review_amount' };

/** Fiat as points, or points as fiat, at the fixed price. */
export function toPoints(book: Book, fiat: bigint, currency: string): Exchange {
  const price = parseRatio(book.settings.pointPrices[currency] ?? '0.01');
  return exchange(fiat, fiat, { over: price.under, under: price.over }, currency, POINTS);
}

function toFiat(book: Book, points: bigint, currency: string): Exchange {
  const text = book.settings.pointPrices[currency] ?? '0.01';
  const { over, under } = parseRatio(text);
  const rate = formatRate((over * 10n ** 18n) / under);
  return { amountOut: (points * over) / under, rate };
}

const createTransfer: Rule = (request) => {
  const { book, body } = request;
  const source = memberOf(body, 'source');
  const destination = memberOf(body, 'destination');
  const walletOf = (end: typeof source): Wallet | null | undefined =>
    end['type'] === 'wallet' ? book.wallets.get(textOf(end, 'wallet_id')) : null;
  const accountOf = (end: typeof source): PayoutAccount | null | undefined =>
    end['type'] === 'payout_account' ? book.payoutAccounts.get(textOf(end, 'payout_account_id')) : null;
  const [from, to] = [walletOf(source), walletOf(destination)];
  const account = accountOf(destination);
  const quote = 'quote_id' in body ? book.quotes.get(textOf(body, 'quote_id')) : null;
  if (from === undefined || to === undefined || account === undefined || quote === undefined)
    return NOT_FOUND;
  if (from !== null && to !== null) {
    const refusal = refuseOwners(book, from, to);
    if (refusal !== undefined) return refusal;
    if (typeof quote?.transferId === 'string') return refuse(409, 'quote_used');
    if (from.asset !== to.asset && from.userId === to.userId)
      return quote === null ? invalid('quote_id') : convert(request, from, to, quote);
    return betweenUsers(request, from, to);
  }
  if (to !== null) return onramp(request, to, textOf(source, 'currency'), textOf(source, 'rail'));
  if (from !== null && account !== null) return offramp(request, from, account);
  throw new Error('The model does not know this pair of source and destination.');
};

function betweenUsers(request: Request, from: Wallet, to: Wallet): readonly Outcome[] {
  const { book, body } = request;
  if (from.asset !== to.asset || from.userId === to.userId) return [NO_ROUTE];
  if ('quote_id' in body) return [invalid('quote_id')];
  const sent = sendable(request, from, boundsOf(from.asset));
  if ('status' in sent) return [sent];
  const { amount } = sent;
  const isPoints = from.asset === POINTS;
  // Coin counts at the price of the last trade.
  const values = isPoints
    ? [amount]
    : request.market.prices(request.during).map((price) => valueOf(amount, price?.ratio));
  // Earned points are spent first.
  const earned = from.figures.available - from.figures.cashable;
  const cashable = isPoints && amount > earned ? amount - earned : 0n;
  return values.flatMap((value) =>
    isOverLimit(request, from.userId, 'user_to_user', value).map((isOver) => {
      if (isOver) return refuse(422, 'user_limit_exceeded');
      const shown = formatAmount(amount, from.asset);
      if (body['dry_run'] === true)
        return preview('user_to_user', shown, { rate: null, fees: [], amount_credited: shown });
      const isHeld = value >= REVIEW_AT_LEAST || (isPoints && amount === REVIEWED);
      return created(
        book,
        {
          ...newTransfer(request, 'user_to_user', shown),
          ...{ from: from.id, to: to.id, userIds: [from.userId, to.userId] },
          ...{ moved: { amount, cashable }, counted: value, receipt: {}, version: 2 },
          ...(isHeld ? { state: 'in_review', reason: REVIEW_AMOUNT } : { state: 'completed' }),
        },
        (about) => {
          const debit = { available: -amount, cashable: -cashable, ...(isHeld && { pending: amount }) };
          post(book, from.id, debit, about);
          if (!isHeld) post(book, to.id, { available: amount, cashable }, about);
        },
      );
    }),
  );
}

function onramp(request: Request, to: Wallet, currency: string, rail: string): Outcome {
  const { book, body } = request;
  const refusal = refuseUser(ownerOf(book, to));
  if (refusal !== undefined) return refusal;
  if (to.isFrozen) return FROZEN;
  if (to.asset !== POINTS || RAILS[rail]?.includes(currency) !== true) return NO_ROUTE;
  if ('quote_id' in body) return invalid('quote_id');
  const amount = parseAmount(textOf(body, 'amount'), currency);
  if (amount === undefined) return invalid('amount');
  const outOfBounds = refuseAmount(amount, BOUNDS.fiat);
  if (outOfBounds !== undefined) return outOfBounds;
  const shown = formatAmount(amount, currency);
  const { rate, amountOut } = toPoints(book, amount, currency);
  if (body['dry_run'] === true)
    return preview('onramp', shown, { rate, fees: [], amount_credited: formatAmount(amountOut, POINTS) });
  if (amount === DOWN) return UNAVAILABLE;
  const isRefused = amount === REFUSED;
  const expirySeconds = rail === 'emailpay' ? 3_600 : 604_800;
  return created(book, {
    ...newTransfer(request, 'onramp', shown),
    ...{ to: to.id, userIds: [to.userId], fiat: { currency, rail } },
    ...(isRefused
      ? { state: 'failed', version: 2, reason: { code: 'refused_by_rail' } }
      : { state: 'awaiting_funds' }),
    expiresAt: bookTime(request) + expirySeconds * 1_000,
  });
}

function offramp(request: Request, from: Wallet, account: PayoutAccount): readonly Outcome[] {
  const { book, body } = request;
  const refusal = refuseUser(ownerOf(book, from));
  if (refusal !== undefined) return [refusal];
  if (from.isFrozen) return [FROZEN];
  if (!account.isActive) return [refuse(409, 'payout_account_deleted')];
  if (account.userId !== from.userId || from.asset !== POINTS) return [NO_ROUTE];
  if ('quote_id' in body) return [invalid('quote_id')];
  const sent = sendable(request, from, BOUNDS.offramp);
  if ('status' in sent) return [sent];
  const { amount } = sent;
  if (amount > from.figures.cashable) return [refuse(422, 'amount_exceeds_cashable')];
  return isOverLimit(request, from.userId, 'offramp', amount).map((isOver) => {
    if (isOver) return refuse(422, 'user_limit_exceeded');
    const shown = formatAmount(amount, POINTS);
    const { amountOut, rate } = toFiat(book, amount, account.currency);
    const paidOut = formatAmount(amountOut, account.currency);
    if (body['dry_run'] === true)
      return preview('offramp', shown, { rate, fees: [], amount_paid_out: paidOut });
    // The rail is asked before the debit.
    if (amountOut === DOWN) return UNAVAILABLE;
    const base = {
      ...newTransfer(request, 'offramp', shown),
      ...{ from: from.id, userIds: [from.userId], payoutAccountId: account.id },
    };
    if (amountOut === REFUSED)
      return created(book, { ...base, state: 'failed', version: 2, reason: { code: 'refused_by_rail' } });
    const isHeld = amount >= REVIEW_AT_LEAST || amount === REVIEWED;
    return created(
      book,
      {
        ...{ ...base, moved: { amount, cashable: amount }, counted: amount, receipt: { paidOut, rate } },
        ...(isHeld && { state: 'in_review', version: 2, reason: REVIEW_AMOUNT }),
      },
      (about) => post(book, from.id, { available: -amount, cashable: -amount }, about),
    );
  });
}

const transferOf = ({ book, params }: Request): Transfer | undefined =>
  book.transfers.get(params['transfer_id'] ?? '');

const getTransfer: Rule = (request) => {
  const transfer = transferOf(request);
  return transfer === undefined ? NOT_FOUND : { status: 200, body: transferView(request.book, transfer) };
};

/** What the request gives as the reason; the message is its own. */
const reasonOf = ({ body }: Request, code: string): Step['reason'] => ({
  code: textOf(memberOf(body, 'reason'), 'code') || code,
});

export const reviewTransfer: Rule = (request) => {
  const { book, body } = request;
  const transfer = transferOf(request);
  if (transfer === undefined) return NOT_FOUND;
  if (transfer.state !== 'in_review') return STATE_CONFLICT;
  const { kind, from, to, moved } = transfer;
  const { amount, cashable } = moved;
  const wallets = [from, to].flatMap((each) => book.wallets.get(each ?? '') ?? []);
  if (body['outcome'] === 'approved') {
    const owners = wallets.map((wallet) => ownerOf(book, wallet));
    if (!owners.every(isApproved)) return NOT_APPROVED;
    // The contract does not decide which of the preconditions a deactivated owner violates.
    if (!owners.every(canReceive)) return [NOT_APPROVED, DEACTIVATED, FROZEN];
    if (wallets.some(({ isFrozen }) => isFrozen)) return FROZEN;
    if (kind === 'offramp')
      return decided(request, transfer, [{ state: 'payout_submitted' }], {}, () => undefined);
    return decided(request, transfer, [{ state: 'completed' }], {}, (about) => {
      post(book, (from ?? to) as string, { pending: -amount }, about);
      post(book, to as string, { available: amount, cashable }, about);
    });
  }
  const reason = reasonOf(request, 'review_rejected') ?? null;
  if (kind === 'onramp')
    return decided(
      request,
      transfer,
      [{ state: 'returned', reason }],
      { returned: 'deposit.returned' },
      (about) => post(book, to as string, { pending: -amount }, about),
    );
  const isHeld = kind === 'user_to_user';
  return decided(request, transfer, [{ state: isHeld ? 'failed' : 'refunded', reason }], {}, (about) =>
    post(book, from as string, { available: amount, cashable, ...(isHeld && { pending: -amount }) }, about),
  );
};

/** A payout that is `pending` is submitted first. */
export const setPayoutOutcome: Rule = (request) => {
  const { book, body } = request;
  const transfer = transferOf(request);
  if (transfer === undefined) return NOT_FOUND;
  const { kind, state, from, moved } = transfer;
  if (kind !== 'offramp' || (state !== 'pending' && state !== 'payout_submitted')) return STATE_CONFLICT;
  const outcome = textOf(body, 'outcome');
  const submission = state === 'pending' ? [{ state: 'payout_submitted' }] : [];
  if (outcome === 'completed')
    return decided(request, transfer, [...submission, { state: 'completed' }], {}, () => undefined);
  const reason = reasonOf(request, outcome === 'returned' ? 'returned_by_rail' : 'rejected_by_rail') ?? null;
  const steps = [...submission, { state: outcome, reason }, { state: 'refunded', reason }];
  return decided(request, transfer, steps, { [outcome]: 'payout.returned' }, (about) =>
    post(book, from as string, { available: moved.amount, cashable: moved.cashable }, about),
  );
};

/** The bank returns a completed payout, or takes a credited deposit back. */
function comesBack(type: LateMovement['type']): Rule {
  const [kind, event] =
    type === 'return'
      ? (['offramp', 'payout.returned_late'] as const)
      : (['onramp', 'deposit.reversed'] as const);
  return (request) => {
    const { book } = request;
    const transfer = transferOf(request);
    if (transfer === undefined) return NOT_FOUND;
    if (transfer.kind !== kind || transfer.state !== 'completed' || transfer.late !== undefined)
      return STATE_CONFLICT;
    const walletId = transfer.from ?? transfer.to ?? '';
    const points = transfer.moved.amount;
    const { available = 0n, cashable = 0n } = book.wallets.get(walletId)?.figures ?? {};
    const taken = type === 'return' ? -points : points < available ? points : available;
    const ofIt = type === 'return' ? -points : points < cashable ? points : cashable;
    const receivable = type === 'return' ? 0n : points - taken;
    const late = { type, points, receivable };
    const next = { ...transfer, late, version: transfer.version + 1 };
    return {
      status: 200,
      body: transferView(book, next),
      commit(answer) {
        book.transfers.set(next.id, next);
        const data = lateView(late, next.id);
        emit(book, { type: event, objectId: next.id, version: 1, data, at: bookTime(request) });
        const changes = { available: -taken, cashable: -ofIt, receivable: -receivable };
        post(book, walletId, changes, { transferId: next.id, createdAt: textOf(answer, 'updated_at') });
      },
    };
  };
}

export const transferRules = {
  createTransfer,
  getTransfer,
  createSandboxPayoutReturn: comesBack('return'),
  createSandboxDepositReversal: comesBack('reversal'),
  cancelTransfer: () => refuse(501, 'not_implemented'),
} satisfies Readonly<Record<string, Rule>>;
