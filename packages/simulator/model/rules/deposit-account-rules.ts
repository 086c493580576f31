/** Deposit accounts, the money that arrives, and payout accounts. */
import { BOUNDS, POINTS, REVIEW_AT_LEAST, formatAmount, parseAmount } from '../state/money.ts';
import { ANY, atLeast, idOf, refuse, textOf } from '../prediction.ts';
import type { Outcome } from '../prediction.ts';
import { DEACTIVATED, FROZEN, NOT_FOUND, NO_ROUTE, STATE_CONFLICT, TOO_SMALL } from '../request.ts';
import { bookTime, invalid, memberOf, ownerOf, refuseUser, userOf } from '../request.ts';
import type { Request, Rule } from '../request.ts';
import { canReceive } from './preconditions.ts';
import { RAILS, REVIEWED, toPoints } from './transfer-rules.ts';
import { advance, newTransfer } from './transfer-steps.ts';
import type { Step } from './transfer-steps.ts';
import { depositAccountView, payoutAccountView, transferView } from '../state/views.ts';
import { emit, post } from '../state/world.ts';
import type { DepositAccount, PayoutAccount, Transfer } from '../state/world.ts';

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
  const account: DepositAccount = {
    ...{
      id: '',
      userId: user.id,
      walletId: wallet.id,
      currency,
      rail: 'bank_eft',
      isActive: true,
      version: 1,
    },
    ...{ metadata: memberOf(body, 'metadata'), createdAt: '' },
  };
  return {
    status: 201,
    body: { ...depositAccountView(account), id: idOf('da') },
    commit(answer) {
      const id = textOf(answer, 'id');
      book.depositAccounts.set(id, { ...account, id, createdAt: textOf(answer, 'created_at') });
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
    const next = { ...account, isActive, version: account.version + 1 };
    return {
      status: 200,
      body: depositAccountView(next),
      commit() {
        book.depositAccounts.set(account.id, next);
        const about = { objectId: account.id, version: next.version, at: bookTime(request) };
        if (!isActive)
          emit(book, { type: 'deposit_account.deactivated', data: depositAccountView(next), ...about });
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
  const amount = parseAmount(textOf(body, 'amount'), transfer.fiat?.currency ?? 'usd');
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
  const currency = existing?.fiat?.currency ?? account?.currency ?? 'usd';
  const received = formatAmount(amount, currency);
  const before: Transfer = existing ?? {
    ...{ ...newTransfer(request, 'onramp', received), id: '', createdAt: '', state: 'awaiting_funds', to },
    ...{ depositAccountId: account?.id ?? null, userIds: account === undefined ? [] : [account.userId] },
    ...{ fiat: { currency, rail: account?.rail ?? '' }, integratorReference: null, metadata: {} },
  };
  const { amountOut: points, rate } = toPoints(book, amount, currency);
  const steps = stepsAfterArrival(request, before, to, account, amount, points);
  const also = { funds_received: 'deposit.received', returned: 'deposit.returned' };
  const { next, emitAll } = advance(book, before, steps, bookTime(request), also);
  const isKept = steps[0]?.state === 'funds_received';
  const expected = existing === undefined ? null : existing.amount;
  const after: Transfer = isKept
    ? {
        ...{ ...next, moved: { amount: points, cashable: points } },
        receipt: { expected, received, rate },
      }
    : next;
  return {
    status: 200,
    body: { ...transferView(book, after), id: existing?.id ?? idOf('trf') },
    commit(answer) {
      const [id, createdAt] = [textOf(answer, 'id'), textOf(answer, 'created_at')];
      const made = { ...after, id, createdAt };
      book.transfers.set(id, made);
      const about = { objectId: id, at: bookTime(request) };
      if (existing === undefined)
        emit(book, { type: 'transfer.created', version: 1, data: { id, version: 1 }, ...about });
      emitAll(made);
      // Late money is returned, and the transfer does not change.
      if (made.state === 'canceled')
        emit(book, {
          type: 'deposit.returned',
          version: made.version,
          data: transferView(book, made),
          ...about,
        });
      const posting = { transferId: id, createdAt: textOf(answer, 'updated_at') };
      if (made.state === 'completed') post(book, to, { available: points, cashable: points }, posting);
      if (made.state === 'in_review') post(book, to, { pending: points }, posting);
    },
  };
}

function stepsAfterArrival(
  request: Request,
  { state, expiresAt }: Transfer,
  to: string,
  account: DepositAccount | undefined,
  amount: bigint,
  points: bigint,
): readonly Step[] {
  const { book, body } = request;
  if (state === 'canceled') return [];
  const because = (next: string, code: string): Step => ({ state: next, reason: { code } });
  if (expiresAt !== null && bookTime(request) >= expiresAt) return [because('canceled', 'expired')];
  if (account?.isActive === false) return [because('returned', 'deposit_account_deactivated')];
  if (body['outcome'] === 'returned') return [because('returned', 'returned_by_rail')];
  if (amount < BOUNDS.fiat.min) return [because('returned', 'below_minimum')];
  const wallet = book.wallets.get(to);
  if (wallet === undefined) throw new Error(`The model has no wallet ${to}.`);
  const received = { state: 'funds_received' };
  const codes = [
    body['outcome'] === 'in_review' && 'review_requested',
    amount > BOUNDS.fiat.max && 'above_maximum',
    (amount === REVIEWED || points >= REVIEW_AT_LEAST) && 'review_amount',
    wallet.isFrozen && 'wallet_frozen',
    !canReceive(ownerOf(book, wallet)) && 'user_not_approved',
  ].filter((each): each is string => each !== false);
  const [code] = codes;
  if (code === undefined) return [received, { state: 'completed' }];
  // The contract does not decide which of several reasons is shown.
  return [
    received,
    codes.length === 1 ? because('in_review', code) : { state: 'in_review', reason: ANY_REASON },
  ];
}

const ANY_REASON = { code: ANY } as const;

const createPayoutAccount: Rule = (request) => {
  const { book, body } = request;
  const user = userOf(request);
  if (user === undefined) return NOT_FOUND;
  const refusal = refuseUser(user);
  if (refusal !== undefined) return refusal;
  const currency = textOf(body, 'currency');
  if (body['rail'] !== 'bank_eft' || RAILS['bank_eft']?.includes(currency) !== true) return NO_ROUTE;
  const account: PayoutAccount = {
    ...{ id: '', userId: user.id, currency, rail: 'bank_eft', isActive: true, version: 1, createdAt: '' },
    ...{ country: textOf(body, 'country'), owner: textOf(body, 'account_owner_name') },
    metadata: memberOf(body, 'metadata'),
  };
  const { bank_name } = memberOf(body, 'bank');
  return {
    status: 201,
    body: { ...payoutAccountView(account), id: idOf('pa'), version: 1, bank: { bank_name } },
    commit(answer) {
      const id = textOf(answer, 'id');
      book.payoutAccounts.set(id, { ...account, id, createdAt: textOf(answer, 'created_at') });
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
  const isUsed = book.transfers.of(account.id).some(({ state }) => ['pending', 'in_review'].includes(state));
  if (isUsed) return refuse(409, 'payout_account_in_use');
  return {
    status: 200,
    // A name check may have added versions.
    body: { ...payoutAccountView({ ...account, isActive: false }), version: atLeast(account.version + 1) },
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
