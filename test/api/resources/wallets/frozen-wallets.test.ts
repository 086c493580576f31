/** Effects of operator decisions on integrators: frozen wallets and production users. */
import { expect } from 'chai';
import { setKyc } from '../../../../src/ledger/user.ts';
import { setComplianceHold } from '../../../../src/ledger/wallet.ts';
import {
  expectBody,
  expectError,
  fundedWallet,
  listAll,
  newDepositAccount,
  newUser,
  newWallet,
  onrampBody,
  transferBody,
  unknownId,
} from '../../../support/api-steps.ts';
import type { Answer, Client } from '../../../support/client.ts';
import { decideIn } from '../../../support/extra-keys.ts';
import { startTestService, type RunningService } from '../../../support/service.ts';
import { temporaryFolder, type Folder } from '../../../support/temporary-folder.ts';

describe('A wallet under a compliance hold', () => {
  let folder: Folder;
  let service: RunningService;
  let sandbox: Client;
  let wallet: Answer['body'];
  let other: Answer['body'];
  let account: Answer['body'];
  let held: Answer['body'];
  let reviewed: Answer['body'];
  const dataDir = () => ({ DATA_DIR: folder.path });

  before(async () => {
    folder = await temporaryFolder();
    service = await startTestService(dataDir());
    ({ sandbox } = service);
    wallet = await fundedWallet(sandbox, { cashable: '100.00', earned: '20.00' });
    other = await fundedWallet(sandbox, { earned: '1500000.00' });
    account = await newDepositAccount(sandbox, wallet);
    held = expectBody(await sandbox.post('/v1/transfers', onrampBody(wallet.id, '5.00')), 201);
    reviewed = expectBody(
      await sandbox.post('/v1/transfers', transferBody(other.id, wallet.id, '1000000.00')),
      201,
    );
    expect(reviewed.state).to.equal('in_review');
    await service.close();
    const hold = { wallet_id: wallet.id, hold: true, reason: 'A test.' };
    await decideIn(folder.path, service.credentials.integrator_id, 'sandbox', (book) =>
      setComplianceHold(book, hold),
    );
    service = await startTestService(dataDir());
    ({ sandbox } = service);
  });
  after(async () => {
    await service.close();
    await folder.remove();
  });

  it('can be read and has a new version', async () => {
    const path = `/v1/users/${wallet.user_id}/wallets/${wallet.id}`;
    const shown = expectBody(await sandbox.get(path), 200);
    expect(shown).to.deep.equal({ ...wallet, status: 'frozen', version: 2 });
    expect(expectBody(await sandbox.get(`${path}/balance`), 200)).to.deep.equal(wallet.balance);
    expect(await listAll(sandbox, `${path}/history`)).to.have.length(3);
  });

  it('is refused as source and destination, also in a dry run', async () => {
    for (const body of [
      transferBody(wallet.id, other.id, '1.00'),
      transferBody(other.id, wallet.id, '1.00'),
      transferBody(wallet.id, other.id, '0'),
      onrampBody(wallet.id, '5.00'),
    ]) {
      expectError(await sandbox.post('/v1/transfers', body), 409, 'wallet_frozen');
      expectError(await sandbox.post('/v1/transfers', { ...body, dry_run: true }), 409, 'wallet_frozen');
    }
    const reward = { wallet_id: wallet.id, amount: '1.00' };
    expectError(await sandbox.post('/v1/sandbox/rewards', reward), 409, 'wallet_frozen');
  });

  it('gets no new deposit account', async () => {
    const body = { source: { currency: 'usd', rail: 'bank_eft' }, destination: { wallet_id: wallet.id } };
    const path = `/v1/users/${wallet.user_id}/deposit_accounts`;
    expectError(await sandbox.post(path, body), 409, 'wallet_frozen');
  });

  it('has deposits held for review that cannot be approved', async () => {
    for (const body of [{ deposit_account_id: account.id }, { transfer_id: held.id }]) {
      const paid = expectBody(await sandbox.post('/v1/sandbox/deposits', { ...body, amount: '2.00' }), 200);
      expect(paid).to.deep.include({ state: 'in_review' });
      expect(paid.state_reason.code).to.equal('wallet_frozen');
      const review = `/v1/sandbox/transfers/${paid.id}/review_outcome`;
      expectError(await sandbox.post(review, { outcome: 'approved' }), 409, 'wallet_frozen');
      expect(expectBody(await sandbox.post(review, { outcome: 'rejected' }), 200).state).to.equal('returned');
    }
    const review = `/v1/sandbox/transfers/${reviewed.id}/review_outcome`;
    expectError(await sandbox.post(review, { outcome: 'approved' }), 409, 'wallet_frozen');
    expect(expectBody(await sandbox.post(review, { outcome: 'rejected' }), 200).state).to.equal('failed');
  });

  it('works again after the hold is lifted', async () => {
    await service.close();
    const lift = { wallet_id: wallet.id, hold: false, reason: 'The test is over.' };
    await decideIn(folder.path, service.credentials.integrator_id, 'sandbox', (book) =>
      setComplianceHold(book, lift),
    );
    service = await startTestService(dataDir());
    ({ sandbox } = service);
    expectBody(await sandbox.post('/v1/transfers', transferBody(wallet.id, other.id, '120.00')), 201);
    const shown = expectBody(await sandbox.get(`/v1/users/${wallet.user_id}/wallets/${wallet.id}`), 200);
    expect(shown).to.include({ status: 'active', version: 3 });
  });
});

describe('Production', () => {
  let folder: Folder;
  let service: RunningService;
  let production: Client;
  let wallet: Answer['body'];

  before(async () => {
    folder = await temporaryFolder();
    service = await startTestService({ DATA_DIR: folder.path });
    const { id: user_id } = await newUser(service.production);
    await service.close();
    const approval = {
      user_id,
      kyc_status: 'approved',
      terms_status: 'approved',
      rejection_reasons: [],
    } as const;
    const { integrator_id } = service.credentials;
    await decideIn(folder.path, integrator_id, 'production', (book) => setKyc(book, approval));
    service = await startTestService({ DATA_DIR: folder.path });
    ({ production } = service);
    wallet = expectBody(await production.post(`/v1/users/${user_id}/wallets`, { asset: 'svc-points' }), 201);
  });
  after(async () => {
    await service.close();
    await folder.remove();
  });

  it('has no provider: 503 is the last check, also in a dry run, and is not stored', async () => {
    const path = `/v1/users/${wallet.user_id}/deposit_accounts`;
    const account = (wallet_id: string, rail = 'bank_eft') =>
      production.post(path, { source: { currency: 'usd', rail }, destination: { wallet_id } });
    expectError(await account(unknownId('wal')), 404, 'not_found');
    expectError(await account(wallet.id, 'emailpay'), 422, 'unsupported_route');
    expectError(await account(wallet.id), 503, 'provider_unavailable');
    for (const more of [{}, { dry_run: true }]) {
      const buy = (amount: string) => onrampBody(wallet.id, amount, more);
      expectError(await production.post('/v1/transfers', buy('0.99')), 422, 'amount_below_minimum');
      const idempotencyKey = `key ${JSON.stringify(more)}`;
      for (let i = 0; i < 2; i++) {
        const answer = await production.post('/v1/transfers', buy('5.00'), { idempotencyKey });
        const { type } = expectError(answer, 503, 'provider_unavailable');
        expect(type).to.equal('provider_unavailable');
        expect(answer.headers.get('idempotent-replayed')).to.equal(null);
      }
    }
    expect(expectBody(await production.get('/v1/transfers'), 200).data).to.deep.equal([]);
    expect(expectBody(await production.get(path), 200).data).to.deep.equal([]);
  });

  it('moves points between users without a provider', async () => {
    const sandboxWallet = await newWallet(service.sandbox);
    const answer = await production.post('/v1/transfers', transferBody(wallet.id, sandboxWallet.id, '1.00'));
    expectError(answer, 404, 'not_found');
    expectError(
      await production.post('/v1/transfers', transferBody(wallet.id, wallet.id, '1.00')),
      422,
      'unsupported_route',
    );
  });
});
