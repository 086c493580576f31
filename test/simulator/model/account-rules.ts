/** Deposit accounts, the money that arrives, and payout accounts. */
import { BOUNDS, POINTS, REVIEW_AT_LEAST, formatAmount, parseAmount, pointsFor } from './money.ts';
import { atLeast, idOf, refuse, textOf } from './prediction.ts';
import type { Outcome } from './prediction.ts';
import { DEACTIVATED, FROZEN, NOT_FOUND, NO_ROUTE, STATE_CONFLICT, TOO_SMALL } from './request.ts';
import { bookTime, invalid, memberOf, ownerOf, refuseUser, userOf } from './request.ts';
import type { Request, Rule } from './request.ts';
import { RAILS, REVIEWED, advance } from './transfer-rules.ts';
import { canReceive } from './user-rules.ts';
import { emit, post, transferView } from './world.ts';
import type { DepositAccount, Transfer } from './world.ts';

const createDepositAccount: Rule = (request) => {
  const { book, body } = request;
  const user = userOf(request);
  const wallet = book.wallets.get(textOf(memberOf(body, 'destination'), 'wallet_id'));
  if (user === undefined || wallet?.userId !== user.id) return NOT_FOUND;
  const refusal = refuseUser(user);
  if (refusal !== undefined) return refusal;
  if (wallet.isFrozen) return FROZEN;
  const source = memberOf(body, 'source');
  const currency = textOf(source, 'currency');
  const isBank = source['rail'] === 'bank_eft' && RAILS['bank_eft']?.includes(currency) === true;
  if (!isBank || wallet.asset !== POINTS) return NO_ROUTE;
  const account = { userId: user.id, walletId: wallet.id, currency, isActive: true, version: 1 };
  return {
    status: 201,
    body: { id: idOf('da'), user_id: user.id, status: 'active', version: 1, source: { currency } },
    commit(answer) {
      const id = textOf(answer, 'id');
      book.depositAccounts.set(id, { ...account, id });
    },
  };
};

const switchDepositAccount =
  (isActive: boolean): Rule =>
  (request) => {
    const { book, params } = request;
    const user = userOf(request);
    const account = book.depositAccounts.get(params['deposit_account_id'] ?? '');
    if (user === undefined || account?.userId !== user.id) return NOT_FOUND;
    const refusal = isActive ? refuseUser(user) : user.isActive ? undefined : DEACTIVATED;
    if (refusal !== undefined) return refusal;
    if (account.isActive === isActive) return refuse(409, 'deposit_account_state_conflict');
    const version = account.version + 1;
    return {
      status: 200,
      body: { id: account.id, status: isActive ? 'active' : 'deactivated', version },
      commit() {
        book.depositAccounts.change(account.id, { isActive, version });
        if (!isActive) emit(book, 'deposit_account.deactivated', account.id, version);
      },
    };
  };

const createSandboxDeposit: Rule = (request) => {
  const { book, body } = request;
  const account = book.depositAccounts.get(textOf(body, 'deposit_account_id'));
  const transfer = book.transfers.get(textOf(body, 'transfer_id'));
  if (account !== undefined) {
    const amount = parseAmount(textOf(body, 'amount'), account.currency);
    if (amount === undefined) return invalid('amount');
    return amount === 0n ? TOO_SMALL : arrive(request, undefined, account, amount);
  }
  if (transfer === undefined) return NOT_FOUND;
  if (transfer.kind !== 'onramp' || !['awaiting_funds', 'canceled'].includes(transfer.state))
    return STATE_CONFLICT;
  const amount = parseAmount(textOf(body, 'amount'), 'usd');
  if (amount === undefined) return invalid('amount');
  return amount === 0n ? TOO_SMALL : arrive(request, transfer, undefined, amount);
};

/** Money for a one-off on-ramp, or for a deposit account, which creates an on-ramp. */
function arrive(
  request: Request,
  existing: Transfer | undefined,
  account: DepositAccount | undefined,
  amount: bigint,
): Outcome {
  const { book } = request;
  const to = existing?.to ?? account?.walletId ?? '';
  const before: Transfer = existing ?? {
    ...{ id: '', kind: 'onramp', state: 'awaiting_funds', version: 1, from: null, to, payoutAccountId: null },
    ...{ amount: formatAmount(amount, 'usd'), depositAccountId: account?.id ?? null, expiresAt: null },
    ...{ moved: { points: 0n, cashable: 0n }, at: bookTime(request) },
  };
  const states = statesAfterArrival(request, before, to, account, amount);
  const also = { funds_received: 'deposit.received', returned: 'deposit.returned' };
  const { next, emitAll } = advance(book, before, states, also);
  const points = pointsFor(amount);
  const isKept = states.includes('funds_received');
  const after = isKept ? { ...next, moved: { points, cashable: points } } : next;
  return {
    status: 200,
    body: { ...(transferView(after) as object), id: existing?.id ?? idOf('trf') },
    commit(answer) {
      const id = textOf(answer, 'id');
      book.transfers.set(id, { ...after, id });
      if (existing === undefined) emit(book, 'transfer.created', id, 1);
      emitAll(id);
      // Late money is returned, and the transfer does not change.
      if (after.state === 'canceled') emit(book, 'deposit.returned', id, after.version);
      if (after.state === 'completed') post(book, to, { available: points, cashable: points }, id);
      if (after.state === 'in_review') post(book, to, { pending: points }, id);
    },
  };
}

function statesAfterArrival(
  request: Request,
  { state, expiresAt }: Transfer,
  to: string,
  account: DepositAccount | undefined,
  amount: bigint,
): readonly string[] {
  const { book, body } = request;
  if (state === 'canceled') return [];
  if (expiresAt !== null && bookTime(request) >= expiresAt) return ['canceled'];
  const isReturned =
    account?.isActive === false || body['outcome'] === 'returned' || amount < BOUNDS.fiat.min;
  if (isReturned) return ['returned'];
  const wallet = book.wallets.get(to);
  if (wallet === undefined) throw new Error(`The model has no wallet ${to}.`);
  const isHeld =
    body['outcome'] === 'in_review' ||
    amount > BOUNDS.fiat.max ||
    amount === REVIEWED ||
    pointsFor(amount) >= REVIEW_AT_LEAST ||
    wallet.isFrozen ||
    !canReceive(ownerOf(book, wallet));
  return ['funds_received', isHeld ? 'in_review' : 'completed'];
}

const createPayoutAccount: Rule = (request) => {
  const { book, body } = request;
  const user = userOf(request);
  if (user === undefined) return NOT_FOUND;
  const refusal = refuseUser(user);
  if (refusal !== undefined) return refusal;
  const currency = textOf(body, 'currency');
  if (body['rail'] !== 'bank_eft' || RAILS['bank_eft']?.includes(currency) !== true) return NO_ROUTE;
  const account = { userId: user.id, currency, isActive: true, version: 1 };
  return {
    status: 201,
    body: { id: idOf('pa'), user_id: user.id, status: 'active', version: 1, currency },
    commit(answer) {
      const id = textOf(answer, 'id');
      book.payoutAccounts.set(id, { ...account, id });
    },
  };
};

const deletePayoutAccount: Rule = (request) => {
  const { book, params } = request;
  const user = userOf(request);
  const account = book.payoutAccounts.get(params['payout_account_id'] ?? '');
  if (user === undefined || account?.userId !== user.id) return NOT_FOUND;
  if (!user.isActive) return DEACTIVATED;
  if (!account.isActive) return refuse(409, 'payout_account_deleted');
  const isUsed = [...book.transfers.values()].some(
    ({ payoutAccountId, state }) =>
      payoutAccountId === account.id && ['pending', 'in_review'].includes(state),
  );
  if (isUsed) return refuse(409, 'payout_account_in_use');
  return {
    status: 200,
    // A name check may have added versions.
    body: { id: account.id, status: 'deleted', version: atLeast(account.version + 1) },
    commit: () =>
      void book.payoutAccounts.change(account.id, { isActive: false, version: account.version + 1 }),
  };
};

export const accountRules = {
  createDepositAccount,
  deactivateDepositAccount: switchDepositAccount(false),
  reactivateDepositAccount: switchDepositAccount(true),
  createSandboxDeposit,
  createPayoutAccount,
  deletePayoutAccount,
} satisfies Readonly<Record<string, Rule>>;
