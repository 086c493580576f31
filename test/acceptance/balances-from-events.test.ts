/** A client that knows nothing but the log of events has the balances of all wallets, after every operation of both APIs. */
import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import {
  approvedUser,
  expectBody,
  fundedWallet,
  listAll,
  newDepositAccount,
  newPayoutAccount,
  newWallet,
  offrampBody,
  onrampBody,
  submittedOfframp,
  transferBody,
  waitForTransferState,
} from '../support/api-steps.ts';
import { createOperatorClient, type Answer, type Client } from '../support/client.ts';
import { startServiceWithOperators, type ServiceWithOperators } from '../support/service-with-operators.ts';
import { startTestService } from '../support/service.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { convert, holderOfBoth } from '../support/treasury.ts';
import { balancesFrom } from '../support/balances-from-events.ts';

type Body = Answer['body'];

const LATE = { reason: { code: 'other', message: 'The bank said so.' } };
type Operation = { readonly operationId: string; readonly method: string };

const operationsOf = (file: string): string[] => {
  const { operations } = JSON.parse(
    readFileSync(new URL(`../../schemas/${file}`, import.meta.url), 'utf8'),
  ) as { readonly operations: readonly Operation[] };
  return operations.filter(({ method }) => method !== 'GET').map(({ operationId }) => operationId);
};

/** Operations that cannot change a wallet, because they do not write to the book, or to nothing that a wallet shows. */
const NO_WALLET: readonly string[] = [
  // Users, before they have wallets, and what belongs to them.
  ...['createUser', 'updateUser', 'createOnboardingLinks', 'setSandboxKyc', 'reviewKyc', 'assignKycReview'],
  ...['createDepositAccount', 'deactivateDepositAccount', 'reactivateDepositAccount'],
  ...['createPayoutAccount', 'deletePayoutAccount', 'createQuote'],
  // Webhooks.
  ...['createWebhookEndpoint', 'updateWebhookEndpoint', 'deleteWebhookEndpoint', 'testWebhookEndpoint'],
  ...['retryWebhookDelivery', 'redeliverToWebhookEndpoint', 'redeliverEvent', 'redeliverWebhook'],
  'rotateSigningKey',
  // The platform, the treasury, and bank statements.
  ...['createIntegrator', 'changeIntegratorBrand', 'createKey', 'rotateKey', 'revokeKey'],
  ...[
    'createOperatorToken',
    'setOperatorTokenExpiry',
    'revokeOperatorToken',
    'revokeSession',
    'setRailAvailability',
  ],
  ...['recordTrade', 'createAllocation', 'importBankStatement', 'previewStatement', 'voidStatement'],
  ...['collectMovements', 'resolveBreak', 'assignBreak', 'groupItems', 'closeReconciliationDay'],
  // Documents, snapshots, assignments, and notes.
  ...['rebuildProjection', 'verifyProjection', 'dropOldProjections', 'dropSnapshots', 'rebuildSnapshots'],
  ...['assignTransferReview', 'addUserNote', 'addTransferNote', 'withdrawProposal', 'advanceSandboxClock'],
  ...['createSavedView', 'updateSavedView', 'deleteSavedView'],
];

/** What the API shows of every wallet. */
async function wallets(sandbox: Client): Promise<Record<string, object>> {
  const found: Record<string, object> = {};
  for (const user of await listAll(sandbox, '/v1/users'))
    for (const { id, status } of await listAll(sandbox, `/v1/users/${user.id}/wallets`)) {
      const answer = await sandbox.get(`/v1/users/${user.id}/wallets/${id}/balance`);
      const { available, pending, cashable, receivable } = expectBody(answer, 200);
      found[id] = { status, available, pending, cashable, ...(receivable !== undefined && { receivable }) };
    }
  return found;
}
async function expectSameBalances(sandbox: Client): Promise<void> {
  const events = (await listAll(sandbox, '/v1/events')).toReversed();
  const shown = await wallets(sandbox);
  expect(balancesFrom(events)).to.deep.equal(shown);
  // An event may arrive twice.
  expect(balancesFrom([...events, ...events])).to.deep.equal(shown);
}

async function paidOut(sandbox: Client): Promise<Body> {
  const wallet = await fundedWallet(sandbox, { cashable: '5000.00', earned: '10.00' });
  const account = await newPayoutAccount(sandbox, wallet.user_id);
  return submittedOfframp(sandbox, wallet.id, account.id);
}

describe('All balances from the log of events', () => {
  let service: ServiceWithOperators;
  let sandbox: Client;
  let admin: Client;
  before(async () => {
    service = await startServiceWithOperators({
      reviews: {
        amount_at_least: { user_to_user: '100.00', offramp: '2000.00' },
        four_eyes_at_least: '1000.00',
      },
    });
    ({ sandbox, admin } = service);
    const { integrator_id } = service.credentials;
    const path = '/operator/v1/treasury/sandbox';
    expectBody(await admin.post(`${path}/trades`, { side: 'buy', coin_amount: '5', price: '2500' }), 201);
    const given = { integrator_id, coin_stock: '5', points_backing: '10000.00' };
    expectBody(await admin.post(`${path}/allocations`, given), 201);
  });
  after(() => service.close());

  const held = async (amount = '150.00'): Promise<Body> => {
    const from = await fundedWallet(sandbox, { cashable: amount, earned: '20.00' });
    const to = await newWallet(sandbox);
    return expectBody(await sandbox.post('/v1/transfers', transferBody(from.id, to.id, amount)), 201);
  };
  const review = (id: string, outcome: string, client = admin) =>
    client.post(`/operator/v1/transfers/${id}/review`, {
      outcome,
      ...(outcome === 'rejected' ? { reason: { code: 'other', message: 'No.' } } : {}),
    });
  /** Another operator approves what needs two of them. */
  const approve = async ({ id }: Body): Promise<Answer> => {
    const other = { name: `Ben ${id}`, role: 'admin' };
    const { secret } = expectBody(await admin.post('/operator/v1/tokens', other), 201);
    return createOperatorClient(service.url, secret).post(`/operator/v1/proposals/${id}/approve`, {});
  };
  const byTwo = async (path: string): Promise<Answer> =>
    approve(expectBody(await admin.post(path, LATE), 202));
  const returned = async (comeBack: (id: string) => Promise<Answer>): Promise<void> => {
    const { id } = await paidOut(sandbox);
    expectBody(
      await sandbox.post(`/v1/sandbox/transfers/${id}/payout_outcome`, { outcome: 'completed' }),
      200,
    );
    await waitForTransferState(sandbox, id, 'completed');
    expectBody(await comeBack(id), 200);
  };
  /** Deposits are reversed before and after the wallet has spent them. What is owed is repaid by a reward, a transfer, and a deposit. */
  const reversed = async (takeBack: (id: string) => Promise<Answer>): Promise<void> => {
    for (const spent of ['', '20.00', '730.00']) {
      const wallet = await fundedWallet(sandbox, { earned: '25.00' });
      const account = await newDepositAccount(sandbox, wallet);
      const deposit = { deposit_account_id: account.id, amount: '7.31', outcome: 'credited' };
      const { id } = expectBody(await sandbox.post('/v1/sandbox/deposits', deposit), 200);
      const other = await fundedWallet(sandbox, { cashable: '100.00', earned: '10.00' });
      for (let left = Number(spent); left > 0; left -= 90)
        expectBody(
          await sandbox.post(
            '/v1/transfers',
            transferBody(wallet.id, other.id, Math.min(left, 90).toFixed(2)),
          ),
          201,
        );
      expectBody(await takeBack(id), 200);
      await expectSameBalances(sandbox);
      expectBody(await sandbox.post('/v1/sandbox/rewards', { wallet_id: wallet.id, amount: '5.00' }), 201);
      expectBody(await sandbox.post('/v1/transfers', transferBody(other.id, wallet.id, '15.00')), 201);
      expectBody(await sandbox.post('/v1/sandbox/deposits', deposit), 200);
    }
  };
  const CASES: Readonly<Record<string, () => Promise<unknown>>> = {
    createWallet: async () => {
      await newWallet(sandbox);
      await newWallet(sandbox, 'svc-coin');
    },
    createTransfer: async () => {
      const from = await fundedWallet(sandbox, { cashable: '5000.00', earned: '30.00' });
      const to = await newWallet(sandbox);
      for (const amount of ['10.00', '40.00', '99.99'])
        expectBody(await sandbox.post('/v1/transfers', transferBody(from.id, to.id, amount)), 201);
      await held();
      const account = await newPayoutAccount(sandbox, from.user_id);
      expectBody(await sandbox.post('/v1/transfers', offrampBody(from.id, account.id, '2500.00')), 201);
      expectBody(await sandbox.post('/v1/transfers', onrampBody(to.id, '5.00')), 201);
      const { points, coin } = await holderOfBoth(sandbox, { earned: '7.00' });
      expectBody(await convert(sandbox, points, coin, '100.00'), 201);
      expectBody(await convert(sandbox, coin, points, '0.01000000'), 201);
    },
    createTransferBatch: async () => {
      const from = await fundedWallet(sandbox, { cashable: '500.00', earned: '30.00' });
      const to = await newWallet(sandbox);
      const transfers = ['10.00', '1000.00', '150.00', '45.00'].map((amount) =>
        transferBody(from.id, to.id, amount),
      );
      for (const mode of ['independent', 'atomic'])
        await sandbox.post('/v1/transfer_batches', { mode, transfers });
    },
    createSandboxPayoutReturn: () =>
      returned((id) => sandbox.post(`/v1/sandbox/transfers/${id}/payout_return`, {})),
    returnPayout: () => returned((id) => byTwo(`/operator/v1/transfers/${id}/return`)),
    createSandboxDepositReversal: () =>
      reversed((id) => sandbox.post(`/v1/sandbox/transfers/${id}/deposit_reversal`, {})),
    reverseDeposit: () => reversed((id) => byTwo(`/operator/v1/transfers/${id}/reversal`)),
    createSandboxDeposit: async () => {
      const account = await newDepositAccount(sandbox, await newWallet(sandbox));
      for (const outcome of ['credited', 'returned', 'in_review'])
        expectBody(
          await sandbox.post('/v1/sandbox/deposits', {
            deposit_account_id: account.id,
            amount: '7.31',
            outcome,
          }),
          200,
        );
    },
    createSandboxReward: () => fundedWallet(sandbox, { earned: '12.34' }),
    grantReward: async () => {
      const { id } = await newWallet(sandbox);
      expectBody(await admin.post(`/operator/v1/wallets/${id}/rewards`, { amount: '5.67' }), 201);
    },
    freezeWallet: async () => {
      const { id } = await fundedWallet(sandbox, { earned: '1.00' });
      expectBody(await admin.post(`/operator/v1/wallets/${id}/freeze`, { reason: 'Case 1.' }), 200);
    },
    unfreezeWallet: async () => {
      const { id } = await fundedWallet(sandbox, { earned: '2.00' });
      expectBody(await admin.post(`/operator/v1/wallets/${id}/freeze`, { reason: 'Case 1.' }), 200);
      expectBody(await admin.post(`/operator/v1/wallets/${id}/unfreeze`, { reason: 'Case 1.' }), 200);
    },
    deactivateUser: async () => {
      const { user_id } = await newWallet(sandbox);
      expectBody(await sandbox.post(`/v1/users/${user_id}/deactivate`), 200);
    },
    forgetUser: async () => {
      const { user_id } = await newWallet(sandbox);
      expectBody(await sandbox.post(`/v1/users/${user_id}/deactivate`), 200);
      expectBody(await admin.post(`/operator/v1/users/${user_id}/forget`, { reason: 'Case 1.' }), 200);
    },
    cancelTransfer: async () => {
      const { id } = expectBody(
        await sandbox.post('/v1/transfers', onrampBody((await newWallet(sandbox)).id, '5.00')),
        201,
      );
      await sandbox.post(`/v1/transfers/${id}/cancel`);
    },
    setSandboxReviewOutcome: async () => {
      for (const outcome of ['approved', 'rejected']) {
        const { id } = await held();
        expectBody(await sandbox.post(`/v1/sandbox/transfers/${id}/review_outcome`, { outcome }), 200);
      }
    },
    reviewTransfer: async () => {
      for (const outcome of ['approved', 'rejected']) {
        expectBody(await review((await held()).id, outcome), 200);
        const wallet = await fundedWallet(sandbox, { cashable: '5000.00' });
        const account = await newPayoutAccount(sandbox, wallet.user_id);
        const body = offrampBody(wallet.id, account.id, '2000.00');
        const { id } = expectBody(await sandbox.post('/v1/transfers', body), 201);
        // Approvals of more than the limit are proposals.
        const { status } = await review(id, outcome);
        expect(status).to.equal(outcome === 'approved' ? 202 : 200);
      }
    },
    approveProposal: async () => {
      const { id } = await held('1500.00');
      expectBody(await approve(expectBody(await review(id, 'approved'), 202)), 200);
    },
    setSandboxPayoutOutcome: async () => {
      for (const outcome of ['completed', 'returned', 'undeliverable']) {
        const { id } = await paidOut(sandbox);
        expectBody(await sandbox.post(`/v1/sandbox/transfers/${id}/payout_outcome`, { outcome }), 200);
        await waitForTransferState(sandbox, id, outcome === 'completed' ? 'completed' : 'refunded');
      }
    },
  };

  it('has a case for every operation that writes', () => {
    const written = [...operationsOf('operations.json'), ...operationsOf('operator-operations.json')];
    expect([...NO_WALLET, ...Object.keys(CASES), 'settlePayout', 'resetSandbox'].sort()).to.deep.equal(
      written.sort(),
    );
  });

  for (const [operation, run] of Object.entries(CASES))
    it(`is exact after ${operation}`, async () => {
      await run();
      await expectSameBalances(sandbox);
    });

  it('starts again after resetSandbox', async () => {
    expectBody(await sandbox.post('/v1/sandbox/reset', {}), 200);
    await approvedUser(sandbox);
    await expectSameBalances(sandbox);
    await fundedWallet(sandbox, { cashable: '300.00', earned: '4.00' });
    await expectSameBalances(sandbox);
  });

  it('is exact after settlePayout, which needs a rail that is gone', async () => {
    const folder = await temporaryFolder();
    let other = await startTestService({ DATA_DIR: folder.path });
    try {
      const ids: string[] = [];
      for (let i = 0; i < 3; i += 1) ids.push((await paidOut(other.sandbox)).id);
      await other.close();
      other = await startTestService({ DATA_DIR: folder.path }, Date.now, { rails: { bank_eft: null } });
      const operator = createOperatorClient(other.url, other.credentials.operator_token);
      const reason = { code: 'other', message: 'The bank said so.' };
      for (const [i, outcome] of ['completed', 'returned', 'undeliverable'].entries()) {
        const path = `/operator/v1/transfers/${ids[i] ?? ''}/payout_outcome`;
        expectBody(await operator.post(path, { outcome, reason }), 200);
        await expectSameBalances(other.sandbox);
      }
    } finally {
      await other.close();
      await folder.remove();
    }
  });
});
