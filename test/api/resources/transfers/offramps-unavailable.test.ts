import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { createMemoryEventStore } from '../../../../src/event-store/memory.ts';
import { StoreUnavailable } from '../../../../src/event-store/port.ts';
import { createRails } from '../../../../src/rails/rails.ts';
import { createMemoryDocumentStore } from '../../../../src/read-models/stores/memory.ts';
import {
  expectBody,
  expectError,
  fundedWallet,
  newPayoutAccount,
  offrampBody,
  onrampBody,
  payoutAccountBody,
  waitForTransferState,
} from '../../../support/api-steps.ts';
import { makeHolder, startMemoryApp } from '../../../support/memory-app.ts';
import { startTestService } from '../../../support/service.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { waitFor } from '../../../support/wait-for.ts';

describe('Off-ramps while a dependency is unavailable', () => {
  it('are 503 while the rail is unavailable, after all other checks and before any write', async () => {
    let isUp = true;
    const sandboxRails = createRails({ isEnabled: () => isUp });
    const app = await startMemoryApp({ rails: sandboxRails });
    try {
      const { user_id, wallet_id } = await makeHolder(app, '100');
      const call = (path: string, body: object, as: string) => app.call('POST', path, { body, as });
      const source = { currency: 'usd', rail: 'bank_eft' };
      const destination = { wallet_id };
      const deposits = await call(
        `/v1/users/${user_id}/deposit_accounts`,
        { source, destination },
        'createDepositAccount',
      );
      const deposit = { deposit_account_id: deposits.body.id, amount: '50.00' };
      await call('/v1/sandbox/deposits', deposit, 'createSandboxDeposit');
      const payouts = `/v1/users/${user_id}/payout_accounts`;
      const account = await call(payouts, payoutAccountBody(), 'createPayoutAccount');
      expect(account.status, account.text).to.equal(201);
      isUp = false;
      const create = (amount: string, more: object = {}) =>
        call('/v1/transfers', offrampBody(wallet_id, account.body.id, amount, more), 'createTransfer');
      for (const more of [{}, { dry_run: true }]) {
        const answer = await create('100.00', more);
        expect([answer.status, answer.body.error.code]).to.deep.equal([503, 'provider_unavailable']);
        expect(answer.headers.get('retry-after')).to.equal('30');
        expect((await create('5000.01', more)).body.error.code).to.equal('amount_exceeds_cashable');
      }
      const balance = await app.call('GET', `/v1/users/${user_id}/wallets/${wallet_id}`);
      expect(balance.body.balance['available']).to.equal('5100.00');
      // Accounts can be registered; the name check happens later.
      expect((await call(payouts, payoutAccountBody(), 'createPayoutAccount')).status).to.equal(201);
      isUp = true;
      expect((await create('100.00')).status).to.equal(201);
    } finally {
      await app.close();
    }
  });

  const faults = {
    'is unavailable': () => Promise.reject(new StoreUnavailable('away')),
    'has lost its documents': () => Promise.resolve(undefined),
  };
  for (const [fault, failing] of Object.entries(faults))
    it(`are returned to the approving request even if they are final by then, and the store ${fault} before`, async () => {
      let isAway = false;
      const documents = createMemoryDocumentStore();
      const app = await startMemoryApp({
        documents: { ...documents, get: (...args) => (isAway ? failing() : documents.get(...args)) },
      });
      try {
        const { user_id, wallet_id } = await makeHolder(app);
        const call = (path: string, body: object, idempotencyKey: string = randomUUID()) =>
          app.call('POST', path, { body, idempotencyKey });
        for (let i = 0; i < 2; i++) {
          const { body } = await call('/v1/transfers', onrampBody(wallet_id, '6000.00'));
          await call('/v1/sandbox/deposits', { transfer_id: body.id, amount: '6000.00' });
        }
        const account = await call(`/v1/users/${user_id}/payout_accounts`, payoutAccountBody());
        const held = await call('/v1/transfers', offrampBody(wallet_id, account.body.id, '1000000.00'));
        const path = `/v1/sandbox/transfers/${held.body.id}`;
        isAway = true;
        const cutOff = await call(`${path}/review_outcome`, { outcome: 'approved' }, 'cut off');
        expect(cutOff.body.error.code).to.equal('service_unavailable');
        isAway = false;
        const over = await call(`${path}/payout_outcome`, { outcome: 'completed' });
        for (let i = 0; i < 2; i++) {
          const again = await call(`${path}/review_outcome`, { outcome: 'approved' }, 'cut off');
          expect([again.status, again.text]).to.deep.equal([200, over.text]);
        }
        const another = await call(`${path}/review_outcome`, { outcome: 'approved' });
        expect(another.body.error.code).to.equal('transfer_state_conflict');
      } finally {
        await app.close();
      }
    });

  it('are 503 for a sandbox outcome while they cannot be submitted, and nothing is kept for the key', async () => {
    let failing = 0;
    const eventStore = createMemoryEventStore();
    const app = await startMemoryApp({
      sharedEvents: {
        ...eventStore,
        read: (...args) =>
          failing-- > 0 ? Promise.reject(new StoreUnavailable('away')) : eventStore.read(...args),
      },
    });
    try {
      const { user_id, wallet_id } = await makeHolder(app);
      const call = (path: string, body: object, idempotencyKey: string = randomUUID()) =>
        app.call('POST', path, { body, idempotencyKey });
      const onramp = await call('/v1/transfers', onrampBody(wallet_id, '10.00'));
      await call('/v1/sandbox/deposits', { transfer_id: onramp.body.id, amount: '10.00' });
      const account = await call(`/v1/users/${user_id}/payout_accounts`, payoutAccountBody());
      const { body } = await call('/v1/transfers', offrampBody(wallet_id, account.body.id, '100.00'));
      const settle = () =>
        call(`/v1/sandbox/transfers/${body.id}/payout_outcome`, { outcome: 'completed' }, 'one key');
      failing = 1;
      expect((await settle()).body.error.code).to.equal('service_unavailable');
      expect((await settle()).status).to.equal(200);
    } finally {
      await app.close();
    }
  });

  it('wait until a worker runs', async () => {
    const folder = await temporaryFolder();
    const DATA_DIR = folder.path;
    let service = await startTestService({ DATA_DIR, ROLES: 'api,projector' });
    try {
      const wallet = await fundedWallet(service.sandbox, { cashable: '500.00' });
      const account = await newPayoutAccount(service.sandbox, wallet.user_id);
      const body = offrampBody(wallet.id, account.id, '100.00');
      const { id } = expectBody(await service.sandbox.post('/v1/transfers', body), 201);
      const path = `/v1/users/${wallet.user_id}/payout_accounts/${account.id}`;
      expectError(await service.sandbox.request('DELETE', path), 409, 'payout_account_in_use');
      await service.close();
      service = await startTestService({ DATA_DIR, ROLES: 'api,projector' });
      expect(expectBody(await service.sandbox.get(`/v1/transfers/${id}`), 200).state).to.equal('pending');
      expect(expectBody(await service.sandbox.get(path), 200).name_check).to.equal('not_supported');
      await service.close();
      service = await startTestService({ DATA_DIR });
      await waitForTransferState(service.sandbox, id, 'payout_submitted');
      await waitFor('the check of the name', async () =>
        expectBody(await service.sandbox.get(path), 200).version === 3 ? true : undefined,
      );
    } finally {
      await service.close();
      await folder.remove();
    }
  });
});
