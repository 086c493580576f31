/** Wallets, their history, and rewards. */
import { BOUNDS, POINTS, formatAmount } from './money.ts';
import { idOf, refuse, textOf } from './prediction.ts';
import type { Json, Matcher, Outcome } from './prediction.ts';
import { FROZEN, NOT_FOUND, NO_ROUTE, TOO_LARGE, TOO_SMALL } from './request.ts';
import { amountOf, invalid, memberOf, ownerOf, refuseUser, userOf, walletOf } from './request.ts';
import type { Rule } from './request.ts';
import { BUCKETS, balanceView, post, walletView } from './world.ts';
import type { HistoryEntry } from './world.ts';

const NOTHING = { available: 0n, cashable: 0n, pending: 0n };

const createWallet: Rule = (request) => {
  const { book, body } = request;
  const user = userOf(request);
  if (user === undefined) return NOT_FOUND;
  const refusal = refuseUser(user);
  if (refusal !== undefined) return refusal;
  const asset = textOf(body, 'asset');
  const existing = [...book.wallets.values()].find((each) => each.userId === user.id && each.asset === asset);
  if (existing !== undefined)
    return refuse(409, 'wallet_exists', { body: { error: { existing_id: existing.id } } });
  if (asset !== POINTS && body['acknowledge_price_risk'] !== true)
    return refuse(422, 'price_risk_not_acknowledged');
  const wallet = {
    ...{ userId: user.id, asset, figures: NOTHING, isFrozen: false, version: 1 },
    metadata: memberOf(body, 'metadata'),
  };
  return {
    status: 201,
    body: {
      id: idOf('wal'),
      user_id: user.id,
      asset,
      status: 'active',
      version: 1,
      metadata: wallet.metadata,
    },
    commit(answer) {
      const id = textOf(answer, 'id');
      book.wallets.set(id, { ...wallet, id });
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
  const of = book.history.filter(({ walletId }) => walletId === wallet.id);
  const count = Math.min(of.length, Number(query['limit'] ?? 10));
  const newestFirst = of.toReversed();
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

const createSandboxReward: Rule = (request) => {
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
    commit: () => post(book, wallet.id, { available: amount }, null),
  };
};

export const refuseAmount = (
  amount: bigint,
  { min, max }: { readonly min: bigint; readonly max: bigint },
): Outcome | undefined => (amount < min ? TOO_SMALL : amount > max ? TOO_LARGE : undefined);

export const walletRules = {
  createWallet,
  getWallet,
  getWalletBalance,
  listWalletHistory,
  createSandboxReward,
} satisfies Readonly<Record<string, Rule>>;
