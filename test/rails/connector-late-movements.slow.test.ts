/** Money of completed transfers that a connector reports as returned or taken back. */
import { expect } from 'chai';
import {
  expectBody,
  newDepositAccount,
  newPayoutAccount,
  newWallet,
  submittedOfframp,
  unknownId,
  waitForTransferState,
} from '../support/api-steps.ts';
import type { Answer } from '../support/client.ts';
import { startConnectedRails, type ConnectedRails } from '../support/connected-rails.ts';

type Body = Answer['body'];

describe('A connector', () => {
  let connected: ConnectedRails;
  before(async () => {
    connected = await startConnectedRails();
  });
  after(() => connected.close());

  /** Sends a callback, and returns the status with the code or the state. */
  async function send(body: object, rail = 'bank_eft'): Promise<string> {
    const { connector, service } = connected;
    const text = JSON.stringify(body);
    const headers = { 'Content-Type': 'application/json', 'Svc-Rail-Signature': connector.signed(text) };
    const url = `${service.url}/rails/sandbox/${rail}/callbacks`;
    const response = await fetch(url, { method: 'POST', headers, body: text });
    const answer = (await response.json()) as Body;
    return `${response.status} ${answer.error?.code ?? answer.state}`;
  }
  /** A wallet with a credited deposit of 20.00, and the transfer of it. */
  async function deposited(): Promise<{ wallet: Body; account: Body; id: string }> {
    const wallet = await newWallet(connected.sandbox);
    const account = await newDepositAccount(connected.sandbox, wallet);
    const { body } = await connected.pay(account, '20.00');
    return { wallet, account, id: body.transfer_id };
  }
  async function paidOut(wallet: Body): Promise<string> {
    const account = await newPayoutAccount(connected.sandbox, wallet.user_id);
    const { id } = await submittedOfframp(connected.sandbox, wallet.id, account.id, '1500.00');
    const settled = await connected.connector.control('payouts', { transfer_id: id, outcome: 'completed' });
    expect(settled.status).to.equal(200);
    await waitForTransferState(connected.sandbox, id, 'completed');
    return id;
  }

  it('reports the return of a completed payout, which counts once', async () => {
    const { wallet } = await deposited();
    const id = await paidOut(wallet);
    const report = { type: 'payout.returned', transfer_id: id, amount: '15.00', currency: 'usd' };
    for (const wrong of [{ amount: '14.99' }, { amount: '15.000' }, { currency: 'cad' }])
      expect(await send({ ...report, ...wrong }), JSON.stringify(wrong)).to.equal('422 validation_failed');
    expect(await send({ ...report, transfer_id: unknownId('trf') })).to.equal('404 not_found');
    expect(await send(report, 'wire')).to.equal('404 not_found');
    expect(await send({ ...report, type: 'deposit.reversed' })).to.equal('409 transfer_state_conflict');
    expect(await send({ ...report, extra: true })).to.equal('422 validation_failed');
    const answers = await Promise.all([send(report), send(report), send({ ...report, amount: '15.0' })]);
    expect(answers).to.deep.equal(['200 completed', '200 completed', '200 completed']);
    const { status } = await connected.connector.control('returns', { transfer_id: id });
    expect(status).to.equal(200);
    expect(await send({ ...report, amount: '1.00' })).to.equal('422 validation_failed');
    expect(await connected.balanceOf(wallet)).to.include({ available: '2000.00', cashable: '2000.00' });
    const { late_movement, state } = await connected.transfer(id);
    expect(state).to.equal('completed');
    expect(late_movement).to.deep.include({ type: 'return', points: '1500.00', amount: '15.00' });
  });

  it('reports the reversal of a deposit, which counts once', async () => {
    const { wallet, account, id } = await deposited();
    await paidOut(wallet);
    const to = connected.quoted(account);
    const reverse = (amount: string) =>
      connected.connector.control('reversals', { to, transfer_id: id, amount });
    expect((await reverse('19.00')).status).to.equal(422);
    for (const amount of ['20.00', '20.00', '20'])
      expect((await reverse(amount)).body).to.deep.equal({
        ...{ object: 'rail_callback', transfer_id: id, state: 'completed' },
      });
    expect(await connected.balanceOf(wallet)).to.include({ available: '0.00', receivable: '-1500.00' });
    expect((await connected.transfer(id)).late_movement.return_reference).to.include('RVS');
  });

  it('cannot return a payout that is not completed, and repeats what an operator booked', async () => {
    const { wallet } = await deposited();
    const account = await newPayoutAccount(connected.sandbox, wallet.user_id);
    const { id } = await submittedOfframp(connected.sandbox, wallet.id, account.id, '200.00');
    const report = { type: 'payout.returned', transfer_id: id, amount: '2.00', currency: 'usd' };
    expect(await send(report)).to.equal('409 transfer_state_conflict');
    await connected.connector.control('payouts', { transfer_id: id, outcome: 'completed' });
    await waitForTransferState(connected.sandbox, id, 'completed');
    expectBody(await connected.sandbox.post(`/v1/sandbox/transfers/${id}/payout_return`, {}), 200);
    expect(await send(report)).to.equal('200 completed');
    expect(await connected.balanceOf(wallet)).to.include({ available: '2000.00' });
  });
});
