/** Random reads of lists and single objects, and random conversions. */
import type { ApiCommand, Data } from './command.ts';
import { deactivatedUser, owned, reference, toReference, user } from './draft-context.ts';
import type { Context, Draft, Drafts } from './draft-context.ts';

type Query = NonNullable<ApiCommand['query']>;

const POINTS = ['0.01', '0.02', '1', '99.99', '100', '250.00', '12000', '0', '0.001', '2500000.01'] as const;
const COIN = ['0.00000001', '0.000001', '0.00000101', '0.001', '0.05', '1.23456789', '101', '0'] as const;

/** Mostly the two wallets of one user. */
export function quoteBody(context: Context): { readonly [name: string]: Data } {
  const { random, created } = context;
  const wallets = created.get('wal') ?? [];
  const source = random.pickAny(wallets);
  const other = wallets.find(
    ({ of, asset }) => of?.$answer === source?.of?.$answer && asset !== source?.asset,
  );
  const target = other === undefined || random.oneIn(15) ? random.pickAny(wallets) : other;
  const fraction = (max: number, decimals: number): string =>
    (random.below(max) / 10 ** decimals).toFixed(decimals);
  const amount =
    source?.asset === 'svc-coin'
      ? random.oneIn(2)
        ? random.pick(COIN)
        : fraction(100_000_000, 8)
      : random.oneIn(2)
        ? random.pick(POINTS)
        : fraction(300_000, 2);
  return {
    source_wallet_id: toReference(source, 'wal'),
    destination_wallet_id: toReference(target, 'wal'),
    amount,
  };
}

/** Mostly with a quote, and as the quote says. */
export function conversionBody(context: Context): { readonly [name: string]: Data } {
  const { random, created } = context;
  // The newest quotes are the ones that are still open.
  const quotes = (created.get('qt') ?? []).slice(-3);
  const quote = random.pickAny(quotes);
  const terms = quote?.body ?? quoteBody(context);
  const side = (name: string): Data => ({
    type: 'wallet',
    wallet_id: terms[name] ?? reference(context, 'wal'),
  });
  return {
    source: side('source_wallet_id'),
    destination: side('destination_wallet_id'),
    amount: random.oneIn(12) ? '1.00' : (terms['amount'] ?? '1'),
    ...(quote !== undefined && !random.oneIn(12) && { quote_id: toReference(quote, 'qt') }),
  };
}

/** A page of a list, with valid and invalid parameters. `prefix` is that of the objects in the list. */
export function paging(context: Context, prefix: string | undefined): Query {
  const { random } = context;
  const cursor = prefix === undefined || !random.oneIn(3) ? undefined : reference(context, prefix);
  return {
    ...(random.oneIn(2) && { limit: random.pick(['1', '2', '3', '10', '100', '100', '0', '101', 'ten']) }),
    ...(cursor !== undefined && { [random.pick(['starting_after', 'ending_before'])]: cursor }),
    ...(random.oneIn(40) && { colour: 'red' }),
  };
}

export const maybe = (context: Context, query: Query): Query => (context.random.oneIn(2) ? query : {});

/** A list over all objects of a book is known only to a client that is alone there. */
const ofUser = (context: Context, query: Query): Query =>
  context.isAlone && context.random.oneIn(2) ? query : { ...query, user_id: reference(context, 'usr') };

export const READ_DRAFTS: Drafts = {
  getQuote: [2, (context) => ({ params: { quote_id: reference(context, 'qt') } })],
  getRate: [
    2,
    ({ random }) => ({
      query: {
        from: random.pick(['svc-coin', 'svc-points', 'usd', 'gbp']),
        ...(!random.oneIn(20) && { to: random.pick(['svc-points', 'svc-coin', 'eur', 'cad', 'svc-gold']) }),
      },
    }),
  ],
  getWalletStatement: [
    2,
    (context) => {
      const month = context.random.pick([
        ...([
          '2030-03',
          '2030-03',
          '2030-03',
          '2030-04',
          '2030-05',
          '2031-01',
          '2030-02',
          '2030-13',
        ] as const),
      ]);
      const params = { ...owned(context, 'wal', 'wallet_id'), month };
      return context.random.oneIn(3)
        ? { params, accept: 'text/csv', ...(context.random.oneIn(8) && { query: { limit: '2' } }) }
        : { params, query: maybe(context, { limit: context.random.pick(['1', '5', '101']) }) };
    },
  ],
  listRequests: [
    1,
    (context) => ({
      query: {
        ...paging(context, 'req'),
        ...maybe(context, { status: context.random.pick(['4xx', '201', '200', '600']) }),
        ...maybe(context, { operation: context.random.pick(['createTransfer', 'listTransfers', 'unknown']) }),
      },
    }),
  ],
  getRequest: [1, (context) => ({ params: { request_id: reference(context, 'req') } })],
  listRoutes: [
    1,
    ({ random }) => ({
      query: random.oneIn(2) ? {} : { kind: random.pick(['onramp', 'conversion', 'swap']) },
    }),
  ],
  listUsers: [
    2,
    (context) => {
      const { random } = context;
      if (!context.isAlone) return { query: { external_reference: 'nobody' } };
      const kyc_status = random.pick(['approved', 'rejected', 'not_started', 'unknown']);
      return { query: { ...paging(context, 'usr'), ...maybe(context, { kyc_status }) } };
    },
  ],
  listWallets: [
    2,
    (context) => ({
      params: user(context),
      query: {
        ...paging(context, 'wal'),
        ...maybe(context, { asset: context.random.pick(['svc-points', 'svc-coin', 'svc-gold']) }),
      },
    }),
  ],
  listDepositAccounts: [2, (context) => ({ params: user(context), query: paging(context, 'da') })],
  listPayoutAccounts: [2, (context) => ({ params: user(context), query: paging(context, 'pa') })],
  getDepositAccount: [2, (context) => ({ params: owned(context, 'da', 'deposit_account_id') })],
  getPayoutAccount: [2, (context) => ({ params: owned(context, 'pa', 'payout_account_id') })],
  listDepositAccountActivity: [
    2,
    (context) => ({
      params: owned(context, 'da', 'deposit_account_id'),
      query: paging(context, undefined),
    }),
  ],
  listTransfers: [
    5,
    (context): Omit<Draft, 'operation'> => {
      const { random } = context;
      const state = random.pick(['completed', 'failed', 'in_review', 'returned', 'refunded', 'lost']);
      return {
        query: {
          ...ofUser(context, paging(context, 'trf')),
          ...(random.oneIn(3) && { kind: random.pick(['user_to_user', 'conversion', 'onramp', 'offramp']) }),
          ...(random.oneIn(4) && { state }),
          ...(random.oneIn(4) && { wallet_id: reference(context, 'wal') }),
        },
      };
    },
  ],
  listEvents: [
    5,
    (context) => {
      const { random } = context;
      const object_id = random.oneIn(6)
        ? deactivatedUser(context)
        : reference(context, random.pick(['trf', 'usr', 'da']));
      const type = random.pick(['transfer.created', 'transfer.state_changed', 'user.created', 'unknown']);
      return {
        query: {
          ...{ limit: random.pick(['1', '5', '20', '100']), object_id },
          ...(random.oneIn(4) && { type }),
        },
      };
    },
  ],
  getEvent: [1, (context) => ({ params: { event_id: reference(context, 'evt') } })],
};
