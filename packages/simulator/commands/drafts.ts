/** A random request of each operation, valid or invalid, weighted toward edges. */
import type { Data } from './command.ts';
import { ENDPOINT_DRAFTS } from './endpoint-drafts.ts';
import { READ_DRAFTS, quoteBody } from './read-drafts.ts';
import { createTransferBatchDraft, createTransferDraft, fiatAmount, pointAmount } from './transfer-drafts.ts';
import { RECEIVERS, fitting, isPoints, owned, reference, toReference, user } from './draft-context.ts';
import type { Drafts } from './draft-context.ts';

export const PREFIX_OF: Readonly<Record<string, string>> = {
  createUser: 'usr',
  createWallet: 'wal',
  createDepositAccount: 'da',
  createPayoutAccount: 'pa',
  createTransfer: 'trf',
  createTransferBatch: 'trb',
  createSandboxDeposit: 'trf',
  createQuote: 'qt',
  createWebhookEndpoint: 'we',
  addUserNote: 'nte',
  addTransferNote: 'nte',
  reviewTransfer: 'prp',
  grantReward: 'prp',
};

/** The lists that show objects which no answer to a command shows. */
export const LISTED: Readonly<Record<string, string>> = {
  listEvents: 'evt',
  listWebhookEndpoints: RECEIVERS,
  listWebhookEndpointDeliveries: 'whd',
  listRequests: 'req',
};

/** Operations that clients who share books do not call, because they change what the others know. */
export const FOR_ALL_OF_THE_BOOK: readonly string[] = ['advanceSandboxClock', 'resetSandbox'];

export const DRAFTS: Drafts = {
  ...READ_DRAFTS,
  ...ENDPOINT_DRAFTS,
  createUser: [
    4,
    ({ random }) => ({
      body: {
        type: random.pick(['individual', 'individual', 'business']),
        external_reference: random.oneIn(30) ? '' : `customer ${random.below(8)}`,
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
  deactivateUser: [2, (context) => ({ params: user(context) })],
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
    (context) => ({
      body: {
        wallet_id: context.random.oneIn(6) ? reference(context, 'wal') : fitting(context, 'wal', isPoints),
        amount: pointAmount(context),
      },
    }),
  ],
  createDepositAccount: [
    4,
    (context) => {
      const { random, created } = context;
      const owner = random.oneIn(12)
        ? undefined
        : random.pickAny((created.get('wal') ?? []).filter(isPoints));
      const { user_id, wallet_id } =
        owner?.of === undefined
          ? owned(context, 'wal', 'wallet_id')
          : { user_id: owner.of, wallet_id: toReference(owner, 'wal') };
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
  createTransfer: [22, createTransferDraft],
  createTransferBatch: [4, createTransferBatchDraft],
  getTransferBatch: [1, (context) => ({ params: { transfer_batch_id: reference(context, 'trb') } })],
  getTransfer: [3, (context) => ({ params: { transfer_id: reference(context, 'trf') } })],
  cancelTransfer: [1, (context) => ({ params: { transfer_id: reference(context, 'trf') } })],
  setSandboxReviewOutcome: [
    6,
    (context) => ({
      params: { transfer_id: fitting(context, 'trf', ({ state }) => state === 'in_review') },
      body: { outcome: context.random.pick(['approved', 'approved', 'rejected']) },
    }),
  ],
  setSandboxPayoutOutcome: [
    4,
    (context) => ({
      params: { transfer_id: fitting(context, 'trf', ({ kind }) => kind === 'offramp') },
      body: { outcome: context.random.pick(['completed', 'returned', 'undeliverable']) },
    }),
  ],
  createSandboxPayoutReturn: [
    3,
    (context) => ({
      params: { transfer_id: fitting(context, 'trf', ({ kind }) => kind === 'offramp') },
      body: {},
    }),
  ],
  createSandboxDepositReversal: [
    3,
    (context) => ({
      params: { transfer_id: fitting(context, 'trf', ({ kind }) => kind === 'onramp') },
      body: context.random.oneIn(2) ? {} : { reason: { code: 'direct_debit', message: 'Taken back.' } },
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
          rail: context.random.oneIn(12) ? 'emailpay' : 'bank_eft',
          account_owner_name: 'Ada Moreau',
        },
        bank: { bank_name: 'First Harbour Bank', account_number: '000123456789', routing_code: '021000021' },
      },
    }),
  ],
  deletePayoutAccount: [1, (context) => ({ params: owned(context, 'pa', 'payout_account_id') })],
  resetSandbox: [1, () => ({})],
  getSandboxClock: [1, () => ({})],
  advanceSandboxClock: [
    1,
    ({ random }) => ({ body: { seconds: random.pick([0, 1, 3_600, 86_399, 86_400, 604_800]) } }),
  ],
};
