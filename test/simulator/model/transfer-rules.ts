/** Transfers between users, on-ramps, off-ramps, and the decisions about them. */
import { BOUNDS, LIMIT_24H, POINTS, REVIEW_AT_LEAST, fiatFor, formatAmount, parseAmount } from './money.ts';
import { idOf, refuse, textOf } from './prediction.ts';
import type { JsonObject, Outcome } from './prediction.ts';
import { DEACTIVATED, FROZEN, NOT_APPROVED, NOT_FOUND, NO_ROUTE, STATE_CONFLICT } from './request.ts';
import { bookTime, invalid, memberOf, ownerOf, refuseUser } from './request.ts';
import type { Request, Rule } from './request.ts';
import { canReceive } from './user-rules.ts';
import { refuseAmount } from './wallet-rules.ts';
import { emit, isApproved, post, transferView } from './world.ts';
import type { Book, Transfer, Wallet } from './world.ts';

/** The test values of the sandbox, in the unit of the amount. */
export const REVIEWED = 90_909n;
const REFUSED = 40_404n;
const UNAVAILABLE = 50_303n;
const DAY_MS = 86_400_000;
export const RAILS: Readonly<Record<string, readonly string[]>> = {
  bank_eft: ['usd', 'cad', 'eur'],
  emailpay: ['cad'],
};

const createTransfer: Rule = (request) => {
  const { book, body } = request;
  const source = memberOf(body, 'source');
  const destination = memberOf(body, 'destination');
  const from = source['type'] === 'wallet' ? book.wallets.get(textOf(source, 'wallet_id')) : null;
  const to = destination['type'] === 'wallet' ? book.wallets.get(textOf(destination, 'wallet_id')) : null;
  const account =
    destination['type'] === 'payout_account'
      ? book.payoutAccounts.get(textOf(destination, 'payout_account_id'))
      : null;
  if (from === undefined || to === undefined || account === undefined) return NOT_FOUND;
  if (from !== null && to !== null) return betweenUsers(request, from, to);
  if (to !== null) return onramp(request, to, textOf(source, 'currency'), textOf(source, 'rail'));
  if (from !== null && account !== null) return offramp(request, from, account.id);
  throw new Error('The model does not know this pair of source and destination.');
};

function betweenUsers(request: Request, from: Wallet, to: Wallet): Outcome {
  const { book, body } = request;
  const [sender, recipient] = [ownerOf(book, from), ownerOf(book, to)];
  if (!isApproved(sender) || !canReceive(recipient))
    return sender === recipient && isApproved(sender) ? DEACTIVATED : NOT_APPROVED;
  if (!sender.isActive) return DEACTIVATED;
  if (from.isFrozen || to.isFrozen) return FROZEN;
  // A conversion requires a quote, and no scenario has one.
  if (from.asset !== to.asset && sender.id === recipient.id) return invalid('quote_id');
  if (from.asset !== to.asset || sender.id === recipient.id) return NO_ROUTE;
  const sent = sendable(request, from, from.asset === POINTS ? BOUNDS.points : BOUNDS.coin);
  if ('status' in sent) return sent;
  const { amount } = sent;
  // Earned points are spent first.
  const earned = from.figures.available - from.figures.cashable;
  const cashable = from.asset === POINTS && amount > earned ? amount - earned : 0n;
  const isPoints = from.asset === POINTS;
  if (isPoints && isOverLimit(request, from.userId, 'user_to_user', amount))
    return refuse(422, 'user_limit_exceeded');
  if (body['dry_run'] === true) return preview('user_to_user', amount, from.asset);
  const isHeld = isPoints && (amount >= REVIEW_AT_LEAST || amount === REVIEWED);
  const transfer: Omit<Transfer, 'id'> = {
    ...newTransfer(request, 'user_to_user', formatAmount(amount, from.asset)),
    ...{ from: from.id, to: to.id, moved: { points: amount, cashable } },
    ...{ state: isHeld ? 'in_review' : 'completed', version: 2 },
  };
  return created(book, transfer, (id) => {
    post(book, from.id, { available: -amount, cashable: -cashable, ...(isHeld && { pending: amount }) }, id);
    if (!isHeld) post(book, to.id, { available: amount, cashable }, id);
  });
}

function onramp(request: Request, to: Wallet, currency: string, rail: string): Outcome {
  const { book, body } = request;
  const refusal = refuseUser(ownerOf(book, to));
  if (refusal !== undefined) return refusal;
  if (to.isFrozen) return FROZEN;
  if (to.asset !== POINTS || RAILS[rail]?.includes(currency) !== true) return NO_ROUTE;
  const amount = parseAmount(textOf(body, 'amount'), currency);
  if (amount === undefined) return invalid('amount');
  const outOfBounds = refuseAmount(amount, BOUNDS.fiat);
  if (outOfBounds !== undefined) return outOfBounds;
  if (body['dry_run'] === true) return preview('onramp', amount, currency);
  if (amount === UNAVAILABLE) return refuse(503, 'provider_unavailable');
  const isRefused = amount === REFUSED;
  const expirySeconds = rail === 'emailpay' ? 3_600 : 604_800;
  return created(book, {
    ...newTransfer(request, 'onramp', formatAmount(amount, currency)),
    ...{ to: to.id, state: isRefused ? 'failed' : 'awaiting_funds', version: isRefused ? 2 : 1 },
    expiresAt: bookTime(request) + expirySeconds * 1_000,
  });
}

function offramp(request: Request, from: Wallet, accountId: string): Outcome {
  const { book, body } = request;
  const refusal = refuseUser(ownerOf(book, from));
  if (refusal !== undefined) return refusal;
  const account = book.payoutAccounts.get(accountId);
  if (account === undefined) return NOT_FOUND;
  if (from.isFrozen) return FROZEN;
  if (!account.isActive) return refuse(409, 'payout_account_deleted');
  if (account.userId !== from.userId || from.asset !== POINTS) return NO_ROUTE;
  const sent = sendable(request, from, BOUNDS.offramp);
  if ('status' in sent) return sent;
  const { amount } = sent;
  if (amount > from.figures.cashable) return refuse(422, 'amount_exceeds_cashable');
  if (isOverLimit(request, from.userId, 'offramp', amount)) return refuse(422, 'user_limit_exceeded');
  if (body['dry_run'] === true) return preview('offramp', amount, POINTS);
  // The rail is asked before the debit.
  if (fiatFor(amount) === UNAVAILABLE) return refuse(503, 'provider_unavailable');
  if (fiatFor(amount) === REFUSED)
    return created(book, {
      ...newTransfer(request, 'offramp', formatAmount(amount, POINTS)),
      ...{ from: from.id, payoutAccountId: accountId, state: 'failed', version: 2 },
    });
  const isHeld = amount >= REVIEW_AT_LEAST || amount === REVIEWED;
  const transfer: Omit<Transfer, 'id'> = {
    ...newTransfer(request, 'offramp', formatAmount(amount, POINTS)),
    ...{ from: from.id, payoutAccountId: accountId, moved: { points: amount, cashable: amount } },
    ...(isHeld ? { state: 'in_review', version: 2 } : { state: 'pending', version: 1 }),
  };
  return created(book, transfer, (id) => post(book, from.id, { available: -amount, cashable: -amount }, id));
}

const newTransfer = (
  request: Request,
  kind: Transfer['kind'],
  amount: string,
): Omit<Transfer, 'id' | 'state' | 'version'> => ({
  ...{ kind, amount, from: null, to: null, payoutAccountId: null, depositAccountId: null, expiresAt: null },
  ...{ moved: { points: 0n, cashable: 0n }, at: bookTime(request) },
});

function sendable(
  { body }: Request,
  from: Wallet,
  bounds: { readonly min: bigint; readonly max: bigint },
): Outcome | { readonly amount: bigint } {
  const amount = parseAmount(textOf(body, 'amount'), from.asset);
  if (amount === undefined) return invalid('amount');
  const outOfBounds = refuseAmount(amount, bounds);
  if (outOfBounds !== undefined) return outOfBounds;
  return amount > from.figures.available ? refuse(422, 'insufficient_balance') : { amount };
}

/** What was given back does not count. */
function isOverLimit(request: Request, userId: string, kind: Transfer['kind'], amount: bigint): boolean {
  const { book } = request;
  const since = bookTime(request) - DAY_MS;
  const sent = [...book.transfers.values()].filter(
    (each) =>
      each.kind === kind &&
      each.at > since &&
      !['failed', 'refunded'].includes(each.state) &&
      book.wallets.get(each.from ?? '')?.userId === userId &&
      book.wallets.get(each.from ?? '')?.asset === POINTS,
  );
  return sent.reduce((sum, { moved }) => sum + moved.points, amount) > LIMIT_24H;
}

const preview = (kind: string, amount: bigint, unit: string): Outcome => ({
  status: 200,
  body: { object: 'transfer_preview', kind, amount: formatAmount(amount, unit) },
});

/** A transfer of version 1 or 2, with the events of its creation and of its first step. */
function created(
  book: Book,
  transfer: Omit<Transfer, 'id'>,
  postings: (id: string) => void = () => undefined,
): Outcome {
  const { kind, state, version, amount } = transfer;
  return {
    status: 201,
    body: { id: idOf('trf'), kind, state, version, amount },
    commit(answer: JsonObject) {
      const id = textOf(answer, 'id');
      book.transfers.set(id, { ...transfer, id });
      emit(book, 'transfer.created', id, 1);
      if (version === 2) emit(book, 'transfer.state_changed', id, 2);
      postings(id);
    },
  };
}

const transferOf = ({ book, params }: Request): Transfer | undefined =>
  book.transfers.get(params['transfer_id'] ?? '');

const getTransfer: Rule = (request) => {
  const transfer = transferOf(request);
  return transfer === undefined ? NOT_FOUND : { status: 200, body: transferView(transfer) };
};

/** The transfer after steps; each step is a version and an event. `also` names further events of a step. */
export function advance(
  book: Book,
  transfer: Transfer,
  states: readonly string[],
  also: Readonly<Record<string, string>> = {},
): { readonly next: Transfer; readonly emitAll: (id: string) => void } {
  const next = {
    ...transfer,
    state: states.at(-1) ?? transfer.state,
    version: transfer.version + states.length,
  };
  const emitAll = (id: string): void =>
    states.forEach((state, index) => {
      emit(book, 'transfer.state_changed', id, transfer.version + index + 1);
      const other = also[state];
      if (other !== undefined) emit(book, other, id, transfer.version + index + 1);
    });
  return { next, emitAll };
}

/** A decision about an existing transfer. */
function decided(
  book: Book,
  transfer: Transfer,
  states: readonly string[],
  also: Readonly<Record<string, string>>,
  postings: () => void,
): Outcome {
  const { next, emitAll } = advance(book, transfer, states, also);
  return {
    status: 200,
    body: transferView(next),
    commit() {
      book.transfers.set(next.id, next);
      emitAll(next.id);
      postings();
    },
  };
}

const setSandboxReviewOutcome: Rule = (request) => {
  const { book, body } = request;
  const transfer = transferOf(request);
  if (transfer === undefined) return NOT_FOUND;
  if (transfer.state !== 'in_review') return STATE_CONFLICT;
  const { id, kind, from, to, moved } = transfer;
  const { points, cashable } = moved;
  const wallets = [from, to].flatMap((each) => book.wallets.get(each ?? '') ?? []);
  if (body['outcome'] === 'approved') {
    if (!wallets.every((wallet) => canReceive(ownerOf(book, wallet)))) return NOT_APPROVED;
    if (wallets.some(({ isFrozen }) => isFrozen)) return FROZEN;
    if (kind === 'offramp') return decided(book, transfer, ['payout_submitted'], {}, () => undefined);
    return decided(book, transfer, ['completed'], {}, () => {
      post(book, (from ?? to) as string, { pending: -points }, id);
      post(book, to as string, { available: points, cashable }, id);
    });
  }
  if (kind === 'onramp')
    return decided(book, transfer, ['returned'], { returned: 'deposit.returned' }, () =>
      post(book, to as string, { pending: -points }, id),
    );
  const isHeld = kind === 'user_to_user';
  return decided(book, transfer, [isHeld ? 'failed' : 'refunded'], {}, () =>
    post(book, from as string, { available: points, cashable, ...(isHeld && { pending: -points }) }, id),
  );
};

/** A payout that is `pending` is submitted first. */
const setSandboxPayoutOutcome: Rule = (request) => {
  const { book, body } = request;
  const transfer = transferOf(request);
  if (transfer === undefined) return NOT_FOUND;
  const { kind, state, from, moved } = transfer;
  if (kind !== 'offramp' || (state !== 'pending' && state !== 'payout_submitted')) return STATE_CONFLICT;
  const outcome = textOf(body, 'outcome');
  const submission = state === 'pending' ? ['payout_submitted'] : [];
  if (outcome === 'completed')
    return decided(book, transfer, [...submission, 'completed'], {}, () => undefined);
  return decided(book, transfer, [...submission, outcome, 'refunded'], { [outcome]: 'payout.returned' }, () =>
    post(book, from as string, { available: moved.points, cashable: moved.cashable }, transfer.id),
  );
};

export const transferRules = {
  createTransfer,
  getTransfer,
  setSandboxReviewOutcome,
  setSandboxPayoutOutcome,
  cancelTransfer: () => refuse(501, 'not_implemented'),
} satisfies Readonly<Record<string, Rule>>;
