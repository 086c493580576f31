import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { createOperatorClient } from '../../support/client.ts';
import type { Answer, Client } from '../../support/client.ts';
import {
  expectBody,
  expectError,
  fundedWallet,
  newPayoutAccount,
  newWallet,
  offrampBody,
  transferBody,
  unknownId,
  waitForTransferState,
} from '../../support/api-steps.ts';
import { startServiceWithOperators } from '../../support/service-with-operators.ts';
import type { ServiceWithOperators } from '../../support/service-with-operators.ts';

describe('Actions that need two operators', () => {
  let service: ServiceWithOperators;
  let sandbox: Client;
  let admin: Client;
  let ana: Client;
  let ben: Client;

  before(async () => {
    service = await startServiceWithOperators({
      reviews: {
        amount_at_least: { user_to_user: '100.00', offramp: '500.00' },
        four_eyes_at_least: '1000.00',
      },
      dual_control: {
        rewards_at_least: '50.00',
        trades_at_least: '1000000.00',
        allocations_at_least: '20000.00',
        price_moves_above_percent: { production: null },
      },
    });
    ({ sandbox, admin } = service);
    ana = await operator('Ana Silva', 'reviewer');
    ben = await operator('Ben Okafor', 'reviewer');
  });
  after(() => service.close());

  async function operator(name: string, role: string): Promise<Client> {
    const issued = expectBody(await admin.post('/operator/v1/tokens', { name, role }), 201);
    return createOperatorClient(service.url, issued.secret);
  }
  const act = (client: Client, id: string, what: 'approve' | 'withdraw', idempotencyKey?: string) =>
    client.post(`/operator/v1/proposals/${id}/${what}`, undefined, {
      ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
    });
  const approve = (client: Client, transfer: string): Promise<Answer> =>
    client.post(`/operator/v1/transfers/${transfer}/review`, {
      outcome: 'approved',
      reason: { code: 'reviewed', message: 'The invoice fits.' },
    });
  async function heldTransfer(amount = '1200.00') {
    const from = await fundedWallet(sandbox, { cashable: amount });
    const to = await newWallet(sandbox);
    const transfer = expectBody(
      await sandbox.post('/v1/transfers', transferBody(from.id, to.id, amount)),
      201,
    );
    expect(transfer.state).to.equal('in_review');
    return { id: transfer.id as string, from, to };
  }
  const open = async (): Promise<string[]> => {
    const { data } = expectBody(await ana.get('/operator/v1/proposals'), 200);
    return data.map(({ id }: { id: string }) => id);
  };
  const proposalOf = async (id: string): Promise<Answer['body']> =>
    expectBody(await ana.get(`/operator/v1/proposals/${id}`), 200);
  const stateOf = async (id: string): Promise<string> =>
    expectBody(await sandbox.get(`/v1/transfers/${id}`), 200).state;

  it('approve a large transfer: one proposes, another one approves', async () => {
    const { id } = await heldTransfer();
    const proposal = expectBody(await approve(ana, id), 202);
    expect(proposal).to.deep.include({
      object: 'proposal',
      integrator_id: service.credentials.integrator_id,
      environment: 'sandbox',
      state: 'open',
      action: {
        type: 'transfer_approval',
        transfer_id: id,
        transfer_version: 2,
        reason: { code: 'reviewed', message: 'The invoice fits.' },
      },
      points: '1200.00',
      proposed_by: 'Ana Silva',
      ended_by: null,
    });
    expect([await stateOf(id), await open()]).to.deep.equal(['in_review', [proposal.id]]);
    expectError(await approve(ben, id), 409, 'proposal_state_conflict');
    const sameOperator = await operator('ana silva', 'admin');
    for (const client of [ana, sameOperator])
      expectError(await act(client, proposal.id, 'approve'), 403, 'second_operator_required');
    expectError(await act(service.operators.viewer, proposal.id, 'approve'), 403, 'permission_denied');
    expectError(await act(service.operators.treasury, proposal.id, 'withdraw'), 403, 'permission_denied');
    expect(await stateOf(id)).to.equal('in_review');
    const key = randomUUID();
    const done = expectBody(await act(ben, proposal.id, 'approve', key), 200);
    expect(done).to.include({ id, object: 'transfer', state: 'completed' });
    expect(expectBody(await act(ben, proposal.id, 'approve', key), 200)).to.deep.equal(done);
    expectError(await act(ben, proposal.id, 'approve'), 409, 'proposal_state_conflict');
    expect(await proposalOf(proposal.id)).to.include({ state: 'executed', ended_by: 'Ben Okafor' });
    expect(await open()).to.deep.equal([]);
  });

  it('approve a large payout: it is submitted to its rail after the second approval only', async () => {
    const wallet = await fundedWallet(sandbox, { cashable: '5000.00' });
    const account = await newPayoutAccount(sandbox, wallet.user_id);
    const { id } = expectBody(
      await sandbox.post('/v1/transfers', offrampBody(wallet.id, account.id, '2000.00')),
      201,
    );
    const proposal = expectBody(await approve(ana, id), 202);
    expectError(await act(ana, proposal.id, 'approve'), 403, 'second_operator_required');
    expect(await stateOf(id)).to.equal('in_review');
    const key = randomUUID();
    expect(expectBody(await act(ben, proposal.id, 'approve', key), 200).id).to.equal(id);
    await waitForTransferState(sandbox, id, 'payout_submitted');
    expect(expectBody(await act(ben, proposal.id, 'approve', key), 200).id).to.equal(id);
    expect(await proposalOf(proposal.id)).to.include({ state: 'executed', ended_by: 'Ben Okafor' });
  });

  it('reject alone, and approve small transfers alone', async () => {
    const { id } = await heldTransfer();
    const proposal = expectBody(await approve(ana, id), 202);
    const rejected = await ana.post(`/operator/v1/transfers/${id}/review`, { outcome: 'rejected' });
    expect(expectBody(rejected, 200).state).to.equal('failed');
    expect(await proposalOf(proposal.id)).to.include({ state: 'superseded', ended_by: null });
    expectError(await act(ben, proposal.id, 'approve'), 409, 'proposal_state_conflict');
    const small = await heldTransfer('999.99');
    expect(expectBody(await approve(ana, small.id), 200).state).to.equal('completed');
  });

  it('withdraw a proposal, so that it can be made again', async () => {
    const { id } = await heldTransfer();
    const first = expectBody(await approve(ana, id), 202);
    expect(expectBody(await act(ana, first.id, 'withdraw'), 200)).to.include({
      state: 'withdrawn',
      ended_by: 'Ana Silva',
    });
    expectError(await act(ben, first.id, 'approve'), 409, 'proposal_state_conflict');
    expectError(await act(ben, first.id, 'withdraw'), 409, 'proposal_state_conflict');
    const second = expectBody(await approve(ben, id), 202);
    expect(expectBody(await act(ana, second.id, 'approve'), 200).state).to.equal('completed');
  });

  it('grant a large reward', async () => {
    const wallet = await newWallet(sandbox);
    const tara = await operator('Tara', 'treasury');
    const tim = await operator('Tim', 'treasury');
    const grant = (amount: string) => tara.post(`/operator/v1/wallets/${wallet.id}/rewards`, { amount });
    expectBody(await grant('49.99'), 201);
    const proposal = expectBody(await grant('50.00'), 202);
    expect(proposal.action).to.deep.equal({
      type: 'reward',
      wallet_id: wallet.id,
      amount: '50.00',
      description: 'Reward',
    });
    expectError(await act(tara, proposal.id, 'approve'), 403, 'second_operator_required');
    expectError(await act(ben, proposal.id, 'approve'), 403, 'permission_denied');
    expect(expectBody(await act(tim, proposal.id, 'approve'), 201)).to.include({
      object: 'wallet_history_entry',
      amount: '50.00',
    });
    const balance = await sandbox.get(`/v1/users/${wallet.user_id}/wallets/${wallet.id}/balance`);
    expect(expectBody(balance, 200).available).to.equal('99.99');
  });

  it('record a large trade, whose price counts from then on', async () => {
    const tara = await operator('Tara', 'treasury');
    const tim = await operator('Tim', 'treasury');
    const trades = '/operator/v1/treasury/production/trades';
    const body = { side: 'buy', coin_amount: '400', price: '2500' };
    expectBody(await tara.post(trades, { ...body, coin_amount: '399.99' }), 201);
    const proposal = expectBody(await tara.post(trades, { ...body, price: '2501' }), 202);
    expect(proposal).to.deep.include({
      integrator_id: null,
      environment: 'production',
      points: '1000400.00',
    });
    expect(await open()).to.include(proposal.id);
    expectError(await act(tara, proposal.id, 'approve'), 403, 'second_operator_required');
    expectError(await act(ben, proposal.id, 'approve'), 403, 'permission_denied');
    expect(expectBody(await tara.get(trades), 200).data).to.have.length(1);
    const key = randomUUID();
    const trade = expectBody(await act(tim, proposal.id, 'approve', key), 201);
    expect(trade).to.deep.include({
      object: 'trade',
      price: '2501',
      coin_amount: '400.00000000',
      traded_at: proposal.action.traded_at,
    });
    expect(expectBody(await act(tim, proposal.id, 'approve', key), 201)).to.deep.equal(trade);
    expectError(await act(tim, proposal.id, 'approve'), 409, 'proposal_state_conflict');
    expect(await proposalOf(proposal.id)).to.include({ state: 'executed', ended_by: 'Tim' });
    const other = expectBody(await tara.post(trades, { ...body, price: '9000' }), 202);
    expect(expectBody(await act(tim, other.id, 'withdraw'), 200)).to.include({ state: 'withdrawn' });
    expectError(await act(tim, other.id, 'withdraw'), 409, 'proposal_state_conflict');
    expect(expectBody(await tara.get(trades), 200).data).to.have.length(2);
  });

  it('make a large allocation, whose coin counts at the last price', async () => {
    const tara = await operator('Tara', 'treasury');
    const tim = await operator('Tim', 'treasury');
    const { id: integrator_id } = expectBody(
      await admin.post('/operator/v1/integrators', { name: 'Allocated' }),
      201,
    );
    const trade = { side: 'buy', coin_amount: '10', price: '2500' };
    expectBody(await tara.post('/operator/v1/treasury/sandbox/trades', trade), 201);
    const give = (amounts: object, client = tara) =>
      client.post('/operator/v1/treasury/sandbox/allocations', { integrator_id, ...amounts });
    expectBody(await give({ coin_stock: '3', points_backing: '12499.99' }), 201);
    const proposal = expectBody(await give({ coin_stock: '3', points_backing: '12500.00' }), 202);
    expect(proposal).to.deep.include({
      integrator_id: null,
      environment: 'sandbox',
      points: '20000.00',
      action: { type: 'allocation', integrator_id, coin_stock: '3.00000000', points_backing: '12500.00' },
      proposed_by: 'Tara',
    });
    expectError(await act(tara, proposal.id, 'approve'), 403, 'second_operator_required');
    expectError(await act(ben, proposal.id, 'approve'), 403, 'permission_denied');
    const key = randomUUID();
    const allocation = expectBody(await act(tim, proposal.id, 'approve', key), 201);
    expect(allocation).to.include({
      object: 'allocation',
      integrator_id,
      coin_stock: '3.00000000',
      points_backing: '12500.00',
    });
    expect(allocation.previous_allocation_id).to.match(/^alc_/);
    expect(expectBody(await act(tim, proposal.id, 'approve', key), 201)).to.deep.equal(allocation);
    expectError(await act(tim, proposal.id, 'approve'), 409, 'proposal_state_conflict');
    expect(await proposalOf(proposal.id)).to.include({ state: 'executed', ended_by: 'Tim' });
  });

  it('refuse an allocation at the approval if the coin is no longer there', async () => {
    const tara = await operator('Tara', 'treasury');
    const tim = await operator('Tim', 'treasury');
    const { integrator_id } = service.credentials;
    const path = '/operator/v1/treasury/production';
    const trade = { side: 'buy', coin_amount: '20', price: '2500' };
    expectBody(await tara.post(`${path}/trades`, trade), 201);
    const allocation = { integrator_id, coin_stock: '8', points_backing: '1.00' };
    const proposal = expectBody(await tara.post(`${path}/allocations`, allocation), 202);
    const { data } = expectBody(await tara.get(`${path}/trades?limit=100`), 200);
    const bought = data.reduce(
      (sum: number, each: { coin_amount: string }) => sum + Number(each.coin_amount),
      0,
    );
    const sold = { ...trade, side: 'sell', coin_amount: String(bought - 7), price: '1' };
    expectBody(await tara.post(`${path}/trades`, sold), 201);
    expectError(await act(tim, proposal.id, 'approve'), 422, 'insufficient_liquidity');
    expect(await proposalOf(proposal.id)).to.include({ state: 'open' });
    expectBody(await act(tim, proposal.id, 'withdraw'), 200);
  });

  it('are listed, need attention, and do not exist under another ID', async () => {
    const { id } = await heldTransfer();
    const proposal = expectBody(await approve(ana, id), 202);
    const waiting = await open();
    expect(waiting.at(-1)).to.equal(proposal.id);
    const attention = expectBody(await ana.get('/operator/v1/attention'), 200);
    const item = attention.data.find(({ kind }: { kind: string }) => kind === 'proposals_waiting');
    expect(item).to.include({
      count: waiting.length,
      since: (await proposalOf(waiting[0] ?? '')).proposed_at,
    });
    for (const unknown of [unknownId('prp'), 'prp_1']) {
      expectError(await ana.get(`/operator/v1/proposals/${unknown}`), 404, 'not_found');
      expectError(await act(ana, unknown, 'approve'), 404, 'not_found');
      expectError(await act(ana, unknown, 'withdraw'), 404, 'not_found');
    }
  });

  it('are superseded when an integrator decides about the transfer in the sandbox', async () => {
    const { id } = await heldTransfer();
    const proposal = expectBody(await approve(ana, id), 202);
    expectBody(
      await sandbox.post(`/v1/sandbox/transfers/${id}/review_outcome`, { outcome: 'approved' }),
      200,
    );
    expect(await proposalOf(proposal.id)).to.include({ state: 'superseded', ended_by: null });
    expect(await open()).to.not.include(proposal.id);
    expectError(await act(ben, proposal.id, 'approve'), 409, 'proposal_state_conflict');
  });

  it('are proposed once when a request is repeated', async () => {
    const { id } = await heldTransfer();
    const idempotencyKey = randomUUID();
    const send = () =>
      ana.post(`/operator/v1/transfers/${id}/review`, { outcome: 'approved' }, { idempotencyKey });
    const first = expectBody(await send(), 202);
    expect(expectBody(await send(), 202)).to.deep.equal(first);
    expect(expectBody(await act(ben, first.id, 'approve'), 200).state).to.equal('completed');
    expect(expectBody(await send(), 202)).to.deep.equal(first);
  });

  it('expire by the clock of the book, which an integrator can advance in the sandbox', async () => {
    const { id } = await heldTransfer();
    const proposal = expectBody(await approve(ana, id), 202);
    expectBody(await sandbox.post('/v1/sandbox/clock/advance', { seconds: 71 * 3_600 }), 200);
    expect(await open()).to.include(proposal.id);
    expect(await proposalOf(proposal.id)).to.include({ state: 'open' });
    expectBody(await sandbox.post('/v1/sandbox/clock/advance', { seconds: 3_600 }), 200);
    expect(await open()).to.not.include(proposal.id);
    expect(await proposalOf(proposal.id)).to.include({ state: 'expired', ended_at: null });
    expectError(await act(ben, proposal.id, 'approve'), 409, 'proposal_state_conflict');
    // A decision does not change what ended the proposal.
    const rejected = await ana.post(`/operator/v1/transfers/${id}/review`, { outcome: 'rejected' });
    expect(expectBody(rejected, 200).state).to.equal('failed');
    expect(await proposalOf(proposal.id)).to.include({ state: 'expired', ended_at: null });
  });
});
