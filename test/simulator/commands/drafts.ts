/** A random request of each operation, valid or invalid, weighted toward edges. */
import type { Data } from './command.ts';
import { READ_DRAFTS, conversionBody, quoteBody } from './read-drafts.ts';
import { owned, reference, user } from './draft-context.ts';
import type { Context, Drafts } from './draft-context.ts';
import type { Random } from './random.ts';

const POINT_AMOUNTS = [
  '0',
  '0.01',
  '0.001',
  '1',
  '12.5',
  '250.00',
  '909.09',
  '100',
  '99.99',
  '40404',
  '-1',
  '1e2',
] as const;
const LARGE_AMOUNTS = ['999999.99', '1000000.00', '2500000', '2500000.01'] as const;
const FIAT_AMOUNTS = [
  '0',
  '0.99',
  '1.00',
  '12.34',
  '909.09',
  '404.04',
  '503.03',
  '9999.99',
  '10000',
  '25000',
  '25000.01',
  '1.001',
] as const;

export const PREFIX_OF: Readonly<Record<string, string>> = {
  createUser: 'usr',
  createWallet: 'wal',
  createDepositAccount: 'da',
  createPayoutAccount: 'pa',
  createTransfer: 'trf',
  createSandboxDeposit: 'trf',
  createQuote: 'qt',
};

const wallet = (context: Context): Data => ({ type: 'wallet', wallet_id: reference(context, 'wal') });
const payoutAccount = (context: Context): Data => ({
  type: 'payout_account',
  payout_account_id: reference(context, 'pa'),
});
export const pointAmount = ({ random }: Context): string =>
  random.oneIn(4)
    ? random.pick(LARGE_AMOUNTS)
    : random.oneIn(2)
      ? random.pick(POINT_AMOUNTS)
      : cents(random, 90_000);
const fiatAmount = ({ random }: Context): string =>
  random.oneIn(2) ? random.pick(FIAT_AMOUNTS) : cents(random, 800_000);
const cents = (random: Random, max: number): string => (random.below(max) / 100).toFixed(2);

export const DRAFTS: Drafts = {
  ...READ_DRAFTS,
  createUser: [
    4,
    ({ random }) => ({
      body: {
        type: random.pick(['individual', 'individual', 'business']),
        external_reference: random.oneIn(30) ? '' : `customer ${random.below(60)}`,
        ...(random.oneIn(3) && { business_name: 'Harbour Books' }),
        ...(random.oneIn(4) && { first_name: 'Ada', last_name: 'Moreau' }),
        ...(random.oneIn(10) && { email: random.pick(['ada@example.com', 'ada']) }),
        ...(random.oneIn(20) && { colour: 'red' }),
      },
    }),
  ],
  getUser: [1, (context) => ({ params: user(context) })],
  updateUser: [
    2,
    (context) => ({
      params: user(context),
      body: context.random.pick<{ readonly [name: string]: Data }>([
        {},
        { email: null },
        { email: 'ada@example.com' },
        { phone: '+14155550123' },
        { phone: '555' },
        { metadata: { tier: 'gold' } },
        { metadata: { tier: 1 } },
      ]),
    }),
  ],
  deactivateUser: [
    1,
    (context) => ({
      params: context.random.oneIn(3) ? user(context) : { user_id: { $answer: -1, prefix: 'usr' } },
    }),
  ],
  createOnboardingLinks: [1, (context) => ({ params: user(context) })],
  setSandboxKyc: [
    6,
    (context) => ({
      params: user(context),
      body: {
        kyc_status: context.random.oneIn(8)
          ? context.random.pick(['not_started', 'under_review', 'incomplete', 'rejected', 'unknown'])
          : 'approved',
        ...(context.random.oneIn(12) && { terms_status: context.random.pick(['pending', 'approved']) }),
      },
    }),
  ],
  createWallet: [
    7,
    (context) => ({
      params: user(context),
      body: {
        asset: context.random.pick(['svc-points', 'svc-points', 'svc-points', 'svc-coin', 'svc-gold']),
        ...(context.random.oneIn(2) && { acknowledge_price_risk: context.random.pick([true, true, false]) }),
      },
    }),
  ],
  getWallet: [2, (context) => ({ params: owned(context, 'wal', 'wallet_id') })],
  getWalletBalance: [2, (context) => ({ params: owned(context, 'wal', 'wallet_id') })],
  listWalletHistory: [
    3,
    (context) => ({ params: owned(context, 'wal', 'wallet_id'), query: { limit: '100' } }),
  ],
  createQuote: [10, (context) => ({ body: quoteBody(context) })],
  createSandboxReward: [
    5,
    (context) => ({ body: { wallet_id: reference(context, 'wal'), amount: pointAmount(context) } }),
  ],
  createDepositAccount: [
    4,
    (context) => {
      const { user_id, wallet_id } = owned(context, 'wal', 'wallet_id');
      const { random } = context;
      const source = {
        currency: random.pick(['usd', 'cad', 'eur', 'gbp']),
        rail: random.oneIn(8) ? 'emailpay' : 'bank_eft',
      };
      return {
        params: { user_id: user_id ?? reference(context, 'usr') },
        body: { source, destination: { wallet_id: wallet_id ?? reference(context, 'wal') } },
      };
    },
  ],
  deactivateDepositAccount: [1, (context) => ({ params: owned(context, 'da', 'deposit_account_id') })],
  reactivateDepositAccount: [1, (context) => ({ params: owned(context, 'da', 'deposit_account_id') })],
  createSandboxDeposit: [
    10,
    (context) => ({
      body: {
        ...(context.random.oneIn(3)
          ? { transfer_id: reference(context, 'trf') }
          : { deposit_account_id: reference(context, 'da') }),
        amount: fiatAmount(context),
        ...(context.random.oneIn(5) && {
          outcome: context.random.pick(['credited', 'in_review', 'returned', 'lost']),
        }),
      },
    }),
  ],
  createTransfer: [
    22,
    (context) => {
      const { random } = context;
      const more = { ...(random.oneIn(15) && { dry_run: true }) };
      const kind = random.below(14);
      if (kind >= 10) return { body: { ...conversionBody(context), ...more } };
      if (kind < 6)
        return {
          body: {
            source: wallet(context),
            destination: wallet(context),
            amount: pointAmount(context),
            ...more,
          },
        };
      if (kind < 8)
        return {
          body: {
            source: wallet(context),
            destination: payoutAccount(context),
            amount: pointAmount(context),
            ...more,
          },
        };
      const source = {
        type: 'fiat',
        currency: random.pick(['usd', 'cad', 'gbp']),
        rail: random.pick(['bank_eft', 'emailpay']),
      };
      return { body: { source, destination: wallet(context), amount: fiatAmount(context), ...more } };
    },
  ],
  getTransfer: [3, (context) => ({ params: { transfer_id: reference(context, 'trf') } })],
  cancelTransfer: [1, (context) => ({ params: { transfer_id: reference(context, 'trf') } })],
  setSandboxReviewOutcome: [
    6,
    (context) => ({
      params: { transfer_id: reference(context, 'trf') },
      body: { outcome: context.random.pick(['approved', 'approved', 'rejected']) },
    }),
  ],
  setSandboxPayoutOutcome: [
    4,
    (context) => ({
      params: { transfer_id: reference(context, 'trf') },
      body: { outcome: context.random.pick(['completed', 'returned', 'undeliverable']) },
    }),
  ],
  createPayoutAccount: [
    3,
    (context) => ({
      params: user(context),
      body: {
        ...{
          type: 'bank',
          currency: 'usd',
          country: 'US',
          rail: 'bank_eft',
          account_owner_name: 'Ada Moreau',
        },
        bank: { bank_name: 'First Harbour Bank', account_number: '000123456789', routing_code: '021000021' },
      },
    }),
  ],
  deletePayoutAccount: [1, (context) => ({ params: owned(context, 'pa', 'payout_account_id') })],
  getSandboxClock: [1, () => ({})],
  advanceSandboxClock: [
    1,
    ({ random }) => ({ body: { seconds: random.pick([0, 1, 3_600, 86_399, 86_400, 604_800]) } }),
  ],
};
