/** Money that comes back after its transfer was completed: returned payouts and reversed deposits. */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { expect } from 'chai';
import { compareServedReadModels, openReadModels } from '../../../src/audit/compare/comparison.ts';
import { sqliteSource } from '../../../src/audit/event-source.ts';
import { verify } from '../../../src/audit/verification/verification.ts';
import { DATABASE_FILE_NAME } from '../../../src/config/config.ts';
import {
  expectBody,
  expectError,
  fundedWallet,
  listAll,
  newDepositAccount,
  newPayoutAccount,
  newWallet,
  submittedOfframp,
  transferBody,
  unknownId,
} from '../../support/api-steps.ts';
import { createClient, createOperatorClient, type Answer, type Client } from '../../support/client.ts';
import { createKey } from '../../support/operator-world.ts';
import { createOperatorTestClient } from '../../support/service-with-operators.ts';
import { startTestService, type RunningService } from '../../support/service.ts';
import { temporaryFolder, type Folder } from '../../support/temporary-folder.ts';

type Body = Answer['body'];

const reason = { code: 'account_closed', message: 'The account was closed.' };

describe('Money of completed transfers that comes back', () => {
  let folder: Folder;
  let service: RunningService;
  let admin: Client;
  let second: Client;
  let sandbox: Client;

  async function start(late_movements_at_least: string | null): Promise<void> {
    service = await startTestService({ DATA_DIR: folder.path }, Date.now, {
      dual_control: { late_movements_at_least },
    });
    admin = createOperatorClient(service.url, service.credentials.operator_token);
    second = await createOperatorTestClient(service.url, admin, 'admin');
    ({ sandbox } = service);
  }
  before(async () => {
    folder = await temporaryFolder();
    await start('500.00');
  });
  after(async () => {
    await service.close();
    const source = sqliteSource(join(folder.path, DATABASE_FILE_NAME));
    const documents = await openReadModels({ dataDir: folder.path, mongoUrl: undefined });
    const { findings } = await verify(source);
    const compared = await compareServedReadModels(source, documents);
    await source.close();
    await documents.store.close();
    await folder.remove();
    expect(findings).to.deep.equal([]);
    expect(compared.differences).to.deep.equal([]);
    expect(compared.compared.transfers).to.be.greaterThan(5);
  });

  const book = (by: Client, id: string, what: 'return' | 'reversal', more: object = {}, key = randomUUID()) =>
    by.post(`/operator/v1/transfers/${id}/${what}`, { reason, ...more }, { idempotencyKey: key });
  const simulate = (id: string, what: 'payout_return' | 'deposit_reversal') =>
    sandbox.post(`/v1/sandbox/transfers/${id}/${what}`, {});
  async function paidOut(wallet: Body, amount: string): Promise<Body> {
    const account = await newPayoutAccount(sandbox, wallet.user_id);
    const { id } = await submittedOfframp(sandbox, wallet.id, account.id, amount);
    const path = `/v1/sandbox/transfers/${id}/payout_outcome`;
    return expectBody(await sandbox.post(path, { outcome: 'completed' }), 200);
  }
  async function deposited(wallet: Body, amount: string): Promise<Body> {
    const account = await newDepositAccount(sandbox, wallet);
    const body = { deposit_account_id: account.id, amount };
    return expectBody(await sandbox.post('/v1/sandbox/deposits', body), 200);
  }
  const pathOf = (wallet: Body): string => `/v1/users/${wallet.user_id}/wallets/${wallet.id}`;
  const balanceOf = async (wallet: Body): Promise<Body> =>
    expectBody(await sandbox.get(`${pathOf(wallet)}/balance`), 200);
  const historyOf = (wallet: Body): Promise<Body[]> => listAll(sandbox, `${pathOf(wallet)}/history`);
  const eventsOf = async (type: string, id: string): Promise<Body[]> =>
    (await listAll(sandbox, `/v1/events?type=${type}`)).filter(({ data }) => data.id === id);

  it('credits the wallet of a returned payout once, and leaves the transfer completed', async () => {
    const wallet = await fundedWallet(sandbox, { cashable: '100.00', earned: '5.00' });
    const payout = await paidOut(wallet, '100.00');
    const key = randomUUID();
    const answer = await book(admin, payout.id, 'return', { return_reference: 'RTN-1' }, key);
    const returned = expectBody(answer, 200);
    expect(returned).to.deep.include({ state: 'completed', receipt: payout.receipt });
    expect(returned.version).to.equal(Number(payout.version) + 1);
    expect(returned.late_movement).to.deep.include({
      ...{ type: 'return', points: '100.00', receivable: '0.00', amount: '1.00', currency: 'usd' },
      ...{ reason, return_reference: 'RTN-1', rail_reference: payout.receipt.rail_reference },
    });
    expect(expectBody(await sandbox.get(`/v1/transfers/${payout.id}`), 200)).to.deep.equal(returned);
    expect((await book(admin, payout.id, 'return', { return_reference: 'RTN-1' }, key)).text).to.equal(
      answer.text,
    );
    expect(await balanceOf(wallet)).to.include({ available: '105.00', cashable: '100.00' });
    const entries = (await historyOf(wallet)).filter(({ transfer_id }) => transfer_id === payout.id);
    expect(entries.map(({ bucket, amount }) => `${bucket} ${amount}`).sort()).to.deep.equal(
      ['available -100.00', 'available 100.00', 'cashable -100.00', 'cashable 100.00'].sort(),
    );
    const [event, ...more] = await eventsOf('payout.returned_late', payout.id);
    expect(more).to.deep.equal([]);
    expect(event).to.deep.include({ object_type: 'late_movement', data: returned.late_movement });
    expectError(await book(admin, payout.id, 'return'), 409, 'transfer_state_conflict');
    const timeline = expectBody(await admin.get(`/operator/v1/transfers/${payout.id}/timeline`), 200);
    expect(timeline.events.map(({ type }: Body) => type)).to.include('payout.returned_late');
  });

  it('debits the wallet of a reversed deposit, and what is not there is repaid by later credits', async () => {
    const wallet = await fundedWallet(sandbox, { earned: '7.00' });
    const other = await fundedWallet(sandbox, { cashable: '100.00', earned: '10.00' });
    const deposit = await deposited(wallet, '1.00');
    expectBody(await sandbox.post('/v1/transfers', transferBody(wallet.id, other.id, '60.00')), 201);
    // 47.00 cashable points are left.
    const { late_movement } = expectBody(await book(admin, deposit.id, 'reversal'), 200);
    expect(late_movement).to.include({ type: 'reversal', points: '100.00', receivable: '53.00' });
    expect(await balanceOf(wallet)).to.include({ available: '0.00', receivable: '-53.00' });
    expect((await eventsOf('deposit.reversed', deposit.id)).map(({ data }) => data)).to.deep.equal([
      late_movement,
    ]);
    const path = `/operator/v1/book_totals?integrator_id=${service.credentials.integrator_id}`;
    const { data } = expectBody(await admin.get(`${path}&environment=sandbox`), 200);
    const rows: Body[] = data[0].balances;
    expect(rows.find(({ account }) => account === 'receivables')?.balance).to.equal('-53.00');

    expectBody(await sandbox.post('/v1/sandbox/rewards', { wallet_id: wallet.id, amount: '3.00' }), 201);
    expect(await balanceOf(wallet)).to.include({ available: '0.00', receivable: '-50.00' });
    expectBody(await sandbox.post('/v1/transfers', transferBody(other.id, wallet.id, '15.00')), 201);
    expect(await balanceOf(wallet)).to.include({ available: '0.00', receivable: '-35.00' });
    await deposited(wallet, '1.00');
    const balance = await balanceOf(wallet);
    expect(balance).to.include({ available: '65.00', cashable: '65.00' });
    expect(balance).not.to.have.property('receivable');

    const sums: Record<string, number> = {};
    for (const { bucket, amount } of await historyOf(wallet))
      sums[bucket] = Math.round((sums[bucket] ?? 0) + Number(amount) * 100);
    expect(sums).to.deep.equal({ available: 6500, cashable: 6500, receivable: 0 });
    const month = new Date().toISOString().slice(0, 7);
    const statement = expectBody(await sandbox.get(`${pathOf(wallet)}/statements/${month}`), 200);
    const owed = statement.entries.filter(({ bucket }: Body) => bucket === 'receivable');
    expect(owed.map(({ amount, balance_after }: Body) => `${amount} ${balance_after}`)).to.deep.equal([
      ...['-53.00 -53.00', '3.00 -50.00', '15.00 -35.00', '35.00 0.00'],
    ]);
  });

  it('takes cashable points first, then earned ones', async () => {
    const wallet = await fundedWallet(sandbox, { earned: '30.00' });
    const other = await newWallet(sandbox);
    const deposit = await deposited(wallet, '1.00');
    expectBody(await sandbox.post('/v1/transfers', transferBody(wallet.id, other.id, '45.00')), 201);
    expectBody(await sandbox.post('/v1/sandbox/rewards', { wallet_id: wallet.id, amount: '20.00' }), 201);
    // 85.00 cashable and 20.00 earned points are there.
    expectBody(await simulate(deposit.id, 'deposit_reversal'), 200);
    const balance = await balanceOf(wallet);
    expect(balance).to.include({ available: '5.00', cashable: '0.00' });
    expect(balance).not.to.have.property('receivable');
  });

  it('moves money of frozen wallets and of users who were deactivated and forgotten', async () => {
    const wallet = await fundedWallet(sandbox, { cashable: '100.00' });
    const payout = await paidOut(wallet, '100.00');
    const former = await newWallet(sandbox);
    const deposit = await deposited(former, '1.00');
    expectBody(await sandbox.post('/v1/transfers', transferBody(former.id, wallet.id, '100.00')), 201);
    expectBody(await admin.post(`/operator/v1/wallets/${wallet.id}/freeze`, { reason: 'A check.' }), 200);
    expectBody(await sandbox.post(`/v1/users/${former.user_id}/deactivate`), 200);
    expectBody(await admin.post(`/operator/v1/users/${former.user_id}/forget`, { reason: 'Asked.' }), 200);
    expectBody(await book(admin, payout.id, 'return'), 200);
    expectBody(await book(admin, deposit.id, 'reversal'), 200);
    expect(await balanceOf(wallet)).to.include({ available: '200.00' });
    expect(await balanceOf(former)).to.include({ available: '0.00', receivable: '-100.00' });
  });

  it('is refused for other transfers, and to other roles and integrators', async () => {
    const wallet = await fundedWallet(sandbox, { cashable: '300.00' });
    const other = await newWallet(sandbox);
    const payout = await paidOut(wallet, '100.00');
    const deposit = await deposited(wallet, '1.00');
    const account = await newPayoutAccount(sandbox, wallet.user_id);
    const open = await submittedOfframp(sandbox, wallet.id, account.id, '100.00');
    const sent = expectBody(
      await sandbox.post('/v1/transfers', transferBody(wallet.id, other.id, '10.00')),
      201,
    );
    for (const [id, what] of [
      [payout.id, 'reversal'],
      [deposit.id, 'return'],
      [open.id, 'return'],
      [sent.id, 'return'],
      [sent.id, 'reversal'],
    ] as const)
      expectError(await book(admin, id, what), 409, 'transfer_state_conflict');
    expectError(await book(admin, unknownId('trf'), 'return'), 404, 'not_found');
    for (const role of ['viewer', 'reviewer', 'treasury'] as const) {
      const by = await createOperatorTestClient(service.url, admin, role);
      expectError(await book(by, payout.id, 'return'), 403, 'permission_denied');
    }
    const unnamed = await admin.post(`/operator/v1/transfers/${payout.id}/return`, {});
    expectError(unnamed, 422, 'validation_failed');
    const path = `/v1/sandbox/transfers/${payout.id}/payout_return`;
    const integrator = expectBody(await admin.post('/operator/v1/integrators', { name: 'Other' }), 201);
    const { secret } = await createKey(admin, integrator.id);
    expectError(await createClient(service.url, secret).post(path, {}), 404, 'not_found');
    expectError(await service.production.post(path, {}), 403, 'sandbox_only');
    expectBody(await book(admin, payout.id, 'return'), 200);
    expectError(await simulate(payout.id, 'payout_return'), 409, 'transfer_state_conflict');
  });

  it('happens once if two requests come at once', async () => {
    const wallet = await fundedWallet(sandbox, { cashable: '100.00' });
    const payout = await paidOut(wallet, '100.00');
    const answers = await Promise.all([1, 2, 3].map(() => book(admin, payout.id, 'return')));
    expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, 409, 409]);
    expect(await balanceOf(wallet)).to.include({ available: '100.00' });
  });

  it('needs a second operator from a limit on', async () => {
    const wallet = await fundedWallet(sandbox, { cashable: '600.00' });
    const payout = await paidOut(wallet, '500.00');
    const deposit = await deposited(wallet, '5.00');
    for (const [id, what, type] of [
      [payout.id, 'return', 'payout_return'],
      [deposit.id, 'reversal', 'deposit_reversal'],
    ] as const) {
      const proposal = expectBody(await book(admin, id, what, { return_reference: 'RTN-2' }), 202);
      expect(proposal).to.deep.include({
        ...{ state: 'open', points: '500.00' },
        action: { type, transfer_id: id, return_reference: 'RTN-2', reason },
      });
      const approve = (by: Client): Promise<Answer> =>
        by.post(`/operator/v1/proposals/${proposal.id}/approve`, {});
      expectError(await approve(admin), 403, 'second_operator_required');
      const moved = expectBody(await approve(second), 200);
      expect(moved.late_movement).to.include({ points: '500.00', return_reference: 'RTN-2' });
      expectError(await approve(second), 409, 'proposal_state_conflict');
    }
    expect(await balanceOf(wallet)).to.include({ available: '600.00' });
  });

  it('ends a proposal when the bank reports it first', async () => {
    const wallet = await fundedWallet(sandbox, { cashable: '500.00' });
    const payout = await paidOut(wallet, '500.00');
    const { id } = expectBody(await book(admin, payout.id, 'return'), 202);
    expectBody(await simulate(payout.id, 'payout_return'), 200);
    expect(expectBody(await admin.get(`/operator/v1/proposals/${id}`), 200).state).to.equal('superseded');
  });

  it('is remembered after a restart', async () => {
    const wallet = await fundedWallet(sandbox, { cashable: '100.00' });
    const payout = await paidOut(wallet, '100.00');
    expectBody(await book(admin, payout.id, 'return'), 200);
    await service.close();
    await start('500.00');
    expectError(await book(admin, payout.id, 'return'), 409, 'transfer_state_conflict');
    expect(await balanceOf(wallet)).to.include({ available: '100.00' });
  });
});
