/** Wallets, their history, and rewards. */
import { BOUNDS, POINTS, formatAmount } from '../state/money.ts';
import { idOf, refuse, textOf } from '../prediction.ts';
import type { Json, Matcher } from '../prediction.ts';
import { FROZEN, NOT_FOUND, NO_ROUTE } from '../request.ts';
import { refuseAmount } from './preconditions.ts';
import { amountOf, bookTime, invalid, memberOf, ownerOf, refuseUser, userOf, walletOf } from '../request.ts';
import type { Request, Rule } from '../request.ts';
import { balanceView, walletView } from '../state/views.ts';
import { BUCKETS, emit, post } from '../state/world.ts';
import type { Book, HistoryEntry, Wallet } from '../state/world.ts';

const NOTHING = { available: 0n, cashable: 0n, pending: 0n, receivable: 0n };

/** Events show a wallet without its balance. */
export function emitWallet(request: Request, type: string, wallet: Wallet): void {
  const { balance: _, ...data } = walletView(wallet);
  const { id: objectId, version } = wallet;
  emit(request.book, { type, objectId, version, data, at: bookTime(request) });
}

const createWallet: Rule = (request) => {
  const { book, body } = request;
  const user = userOf(request);
  if (user === undefined) return NOT_FOUND;
  const refusal = refuseUser(user);
  if (refusal !== undefined) return refusal;
  const asset = textOf(body, 'asset');
  const existing = book.wallets.of(user.id).find((each) => each.asset === asset);
  if (existing !== undefined)
    return refuse(409, 'wallet_exists', { body: { error: { existing_id: existing.id } } });
  if (asset !== POINTS && body['acknowledge_price_risk'] !== true)
    return refuse(422, 'price_risk_not_acknowledged');
  const wallet: Wallet = {
    ...{ id: '', userId: user.id, asset, figures: NOTHING, isFrozen: false, version: 1, createdAt: '' },
    metadata: memberOf(body, 'metadata'),
  };
  return {
    status: 201,
    body: { ...walletView(wallet), id: idOf('wal') },
    commit(answer) {
      const id = textOf(answer, 'id');
      const made = { ...wallet, id, createdAt: textOf(answer, 'created_at') };
      book.wallets.set(id, made);
      emitWallet(request, 'wallet.created', made);
    },
  };
};

const getWallet: Rule = (request) => {
  const wallet = walletOf(request);
  return wallet === undefined ? NOT_FOUND : { status: 200, body: walletView(wallet) };
};

const getWalletBalance: Rule = (request) => {
  const wallet = walletOf(request);
  return wallet === undefined ? NOT_FOUND : { status: 200, body: balanceView(wallet) };
};

/** The newest entries of each bucket. The contract leaves open in which order one posting adds to several buckets. */
const listWalletHistory: Rule = (request) => {
  const { book, query } = request;
  const wallet = walletOf(request);
  if (wallet === undefined) return NOT_FOUND;
  const of = book.history.of(wallet.id);
  const count = Math.min(of.length, Number(query['limit'] ?? 10));
  const newestFirst = of.slice(-BUCKETS.length * count).reverse();
  const data: Matcher = {
    label: `${count} entries that add up to the balance`,
    accepts(value) {
      if (!Array.isArray(value) || value.length !== count) return false;
      return BUCKETS.every((bucket) => {
        const found = value.filter((entry: Json) => textOf(entry, 'bucket') === bucket);
        const expected = newestFirst.filter((entry) => entry.bucket === bucket);
        return found.every((entry: Json, index) => isEntry(entry, expected[index], wallet.asset));
      });
    },
  };
  return { status: 200, body: { data, has_more: count < of.length } };
};

const isEntry = (entry: Json, expected: HistoryEntry | undefined, asset: string): boolean =>
  expected !== undefined &&
  textOf(entry, 'amount') === formatAmount(expected.amount, asset) &&
  textOf(entry, 'balance_after') === formatAmount(expected.after, asset) &&
  textOf(entry, 'transfer_id') === (expected.transferId ?? '');

export const createSandboxReward: Rule = (request) => {
  const { book, body } = request;
  const wallet = book.wallets.get(textOf(body, 'wallet_id'));
  if (wallet === undefined) return NOT_FOUND;
  const refusal = refuseUser(ownerOf(book, wallet));
  if (refusal !== undefined) return refusal;
  if (wallet.isFrozen) return FROZEN;
  if (wallet.asset !== POINTS) return NO_ROUTE;
  const amount = amountOf(request, POINTS);
  if (amount === undefined) return invalid('amount');
  const outOfBounds = refuseAmount(amount, BOUNDS.points);
  if (outOfBounds !== undefined) return outOfBounds;
  return {
    status: 201,
    body: {
      wallet_id: wallet.id,
      transfer_id: null,
      bucket: 'available',
      amount: formatAmount(amount, POINTS),
    },
    commit(answer) {
      reward(book, wallet.id, amount, textOf(answer, 'created_at'));
      const objectId = textOf(answer, 'id');
      const data = { id: objectId, wallet_id: wallet.id, amount: formatAmount(amount, POINTS) };
      emit(book, { type: 'reward.granted', objectId, version: 1, data, at: bookTime(request) });
    },
  };
};

const reward = (book: Book, walletId: string, amount: bigint, createdAt: string): void =>
  post(book, walletId, { available: amount }, { transferId: null, createdAt });

export const walletRules = {
  createWallet,
  getWallet,
  getWalletBalance,
  listWalletHistory,
  createSandboxReward,
} satisfies Readonly<Record<string, Rule>>;
