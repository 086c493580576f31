/** Lists of objects with their filters, pages, and cursors, and reads of single objects. */
import { ANY, isObject, textOf } from '../prediction.ts';
import type { Expected, Json, JsonObject, Outcome } from '../prediction.ts';
import { MALFORMED, NOT_FOUND, userOf } from '../request.ts';
import type { Request, Rule } from '../request.ts';
import { depositAccountView, payoutAccountView, transferView, userView, walletView } from '../state/views.ts';
import { formatAmount } from '../state/money.ts';
import type { Transfer } from '../state/world.ts';

/** An entry of a list. Its time is undefined if no answer has shown it. */
type Item = {
  readonly id: string | undefined;
  readonly createdAt: string | undefined;
  readonly view: Expected;
};

type List = {
  /** Everything in the list, oldest first. */
  readonly items: readonly Item[];
  /** Those that match the filters. */
  readonly matches: (item: Item) => boolean;
  /** What to remember of an answer. */
  readonly commit?: (page: readonly Item[], shown: readonly Json[]) => void;
};

/** The page that the query asks for. A cursor is an object of the list, whether it matches the filters or not. */
export function page({ query }: Request, { items, matches, commit }: List): readonly Outcome[] {
  const { starting_after: after, ending_before: before } = query;
  const cursor = after ?? before;
  const at = cursor === undefined ? -1 : items.findIndex(({ id }) => id === cursor);
  if (cursor !== undefined && at === -1) return [MALFORMED];
  const limit = Number(query['limit'] ?? 10);
  const isWithin = ({ createdAt }: Item): boolean => {
    const [from, to] = [query['created_after'], query['created_before']];
    if (createdAt === undefined) return true;
    return (from === undefined || createdAt > from) && (to === undefined || createdAt < to);
  };
  const isKept = (item: Item): boolean => matches(item) && isWithin(item);
  const side = cursor === undefined ? items : after !== undefined ? items.slice(0, at) : items.slice(at + 1);
  const found = side.filter(isKept);
  // A page before the cursor is the one next to it.
  const taken = before === undefined ? found.slice(-limit) : found.slice(0, limit);
  const newest = taken.toReversed();
  const outcome: Outcome = {
    status: 200,
    body: { data: newest.map(({ view }) => view), has_more: taken.length < found.length },
    commit(answer) {
      commit?.(newest, Array.isArray(answer['data']) ? (answer['data'] as readonly Json[]) : []);
    },
  };
  // Whether a cursor that the filters exclude is an object of the list, the contract does not decide.
  const cursorItem = items[at];
  return cursorItem === undefined || isKept(cursorItem) ? [outcome] : [outcome, MALFORMED];
}

export const equals = (query: Request['query'], name: string, value: string | null): boolean =>
  query[name] === undefined || query[name] === value;

const listUsers: Rule = (request) => {
  const { book, query } = request;
  const users = [...book.users.values()];
  return page(request, {
    items: users.map((user) => ({ id: user.id, createdAt: user.createdAt, view: userView(user) })),
    matches({ id }) {
      const user = book.users.get(id ?? '');
      return (
        user !== undefined &&
        equals(query, 'external_reference', user.reference) &&
        equals(query, 'kyc_status', user.kyc) &&
        equals(query, 'status', user.isActive ? 'active' : 'deactivated')
      );
    },
  });
};

const listWallets: Rule = (request) => {
  const { book, query } = request;
  const user = userOf(request);
  if (user === undefined) return NOT_FOUND;
  const items = book.wallets
    .of(user.id)
    .map((wallet) => ({ id: wallet.id, createdAt: wallet.createdAt, view: walletView(wallet) }));
  const matches = ({ id }: Item): boolean =>
    equals(query, 'asset', book.wallets.get(id ?? '')?.asset ?? null);
  return page(request, { items, matches });
};

const everything = (): boolean => true;

const listDepositAccounts: Rule = (request) => {
  const user = userOf(request);
  if (user === undefined) return NOT_FOUND;
  const accounts = request.book.depositAccounts.of(user.id);
  const items = accounts.map((each) => ({
    ...{ id: each.id, createdAt: each.createdAt, view: depositAccountView(each) },
  }));
  return page(request, { items, matches: everything });
};

const listPayoutAccounts: Rule = (request) => {
  const user = userOf(request);
  if (user === undefined) return NOT_FOUND;
  const accounts = request.book.payoutAccounts.of(user.id);
  const items = accounts.map((each) => ({
    ...{ id: each.id, createdAt: each.createdAt, view: payoutAccountView(each) },
  }));
  return page(request, { items, matches: everything });
};

const getDepositAccount: Rule = (request) => {
  const { book, params } = request;
  const account = book.depositAccounts.get(params['deposit_account_id'] ?? '');
  if (account === undefined || account.userId !== params['user_id']) return NOT_FOUND;
  return { status: 200, body: depositAccountView(account) };
};

const getPayoutAccount: Rule = (request) => {
  const { book, params } = request;
  const account = book.payoutAccounts.get(params['payout_account_id'] ?? '');
  if (account === undefined || account.userId !== params['user_id']) return NOT_FOUND;
  return { status: 200, body: payoutAccountView(account) };
};

const listTransfers: Rule = (request) => {
  const { book, query } = request;
  const { user_id: userId, wallet_id: walletId } = query;
  const narrowed = userId ?? walletId;
  const transfers = narrowed === undefined ? [...book.transfers.values()] : book.transfers.of(narrowed);
  const items = transfers.map((each) => ({
    ...{ id: each.id, createdAt: each.createdAt, view: transferView(book, each) },
  }));
  return page(request, {
    items,
    matches({ id }) {
      const transfer = book.transfers.get(id ?? '');
      return (
        transfer !== undefined &&
        (userId === undefined || transfer.userIds.includes(userId)) &&
        (walletId === undefined || transfer.from === walletId || transfer.to === walletId) &&
        equals(query, 'state', transfer.state) &&
        equals(query, 'kind', transfer.kind) &&
        equals(query, 'integrator_reference', transfer.integratorReference)
      );
    },
  });
};

/** The transfers of a deposit account as deposits. */
const listDepositAccountActivity: Rule = (request) => {
  const { book, params } = request;
  const account = book.depositAccounts.get(params['deposit_account_id'] ?? '');
  if (account === undefined || account.userId !== params['user_id']) return NOT_FOUND;
  const items = book.transfers.of(account.id).map((transfer) => ({
    ...{ id: undefined, createdAt: transfer.createdAt, view: depositView(transfer) },
  }));
  return page(request, { items, matches: everything });
};

const depositView = ({ id, state, fiat, amount, depositAccountId, moved, receipt }: Transfer): Expected => ({
  object: 'deposit',
  deposit_account_id: depositAccountId,
  transfer_id: id,
  state,
  amount_received: amount,
  currency: fiat?.currency,
  ...(state === 'completed' && { amount_credited: formatAmount(moved.amount, 'svc-points') }),
  ...(receipt?.rate !== undefined && { rate: receipt.rate }),
});

const CONVERSION = { kind: 'conversion', settlement_time_seconds: 0 };
const POINTS_SIDE = { type: 'wallet', asset: 'svc-points', decimals: 2 };
const COIN_SIDE = { type: 'wallet', asset: 'svc-coin', decimals: 8 };
const POINTS_BOUNDS = { min_amount: '0.01', max_amount: '2500000.00' };
const COIN_BOUNDS = { min_amount: '0.00000100', max_amount: '100.00000000' };
const FIAT: readonly (readonly [currency: string, rail: string])[] = [
  ...[['usd', 'bank_eft'] as const, ['cad', 'bank_eft'] as const, ['eur', 'bank_eft'] as const],
  ['cad', 'emailpay'],
];

/** All routes in any order, those of the kind that the query asks for. */
const listRoutes: Rule = ({ query, market, during }) => {
  const available = ANY;
  const isPriced = market.prices(during);
  const priced = isPriced.length === 1 ? isPriced[0] !== undefined : ANY;
  const between = { kind: 'user_to_user', available: true };
  const expected: readonly JsonObject[] | readonly Expected[] = [
    { ...between, source: POINTS_SIDE, destination: POINTS_SIDE, ...POINTS_BOUNDS },
    { ...between, source: COIN_SIDE, destination: COIN_SIDE, ...COIN_BOUNDS },
    { ...CONVERSION, source: POINTS_SIDE, destination: COIN_SIDE, ...POINTS_BOUNDS, available: priced },
    { ...CONVERSION, source: COIN_SIDE, destination: POINTS_SIDE, ...COIN_BOUNDS, available: priced },
    ...FIAT.flatMap(([currency, rail]) => {
      const fiat = { currency, rail, decimals: 2 };
      return [
        {
          ...{ kind: 'onramp', source: { type: 'fiat', ...fiat }, destination: POINTS_SIDE, available },
          ...{ min_amount: '1.00', max_amount: '25000.00' },
        },
        {
          ...{ kind: 'offramp', source: POINTS_SIDE, destination: { type: 'payout_account', ...fiat } },
          ...{ min_amount: '100.00', max_amount: '2500000.00', available },
        },
      ];
    }),
  ];
  const sideOf = (route: Json, side: string): readonly string[] =>
    ['type', 'asset', 'currency', 'rail'].map((name) =>
      textOf(isObject(route) ? route[side] : undefined, name),
    );
  const keyOf = (route: Json): string =>
    [textOf(route, 'kind'), ...sideOf(route, 'source'), ...sideOf(route, 'destination')].join(' ');
  const wanted = expected.filter(
    (route) => query['kind'] === undefined || (route as JsonObject)['kind'] === query['kind'],
  );
  const order = (routes: readonly (Expected | Json)[]): string =>
    routes
      .map((route) => keyOf(route as Json))
      .sort()
      .join('\n');
  return {
    status: 200,
    refuses({ data }) {
      const shown = Array.isArray(data) ? (data as readonly Json[]).filter(isObject) : [];
      return order(shown) === order(wanted) ? undefined : `expected the routes ${order(wanted)}`;
    },
  };
};

export const listRules = {
  listUsers,
  listWallets,
  listDepositAccounts,
  listPayoutAccounts,
  listTransfers,
  listDepositAccountActivity,
  listRoutes,
  getDepositAccount,
  getPayoutAccount,
} satisfies Readonly<Record<string, Rule>>;
