/** Payouts over a rail with a connector. */
import { expect } from 'chai';
import { openStores } from '../../src/service/stores.ts';
import {
  expectBody,
  expectError,
  listAll,
  newDepositAccount,
  newWallet,
  offrampBody,
} from '../support/api-steps.ts';
import type { Answer } from '../support/client.ts';
import { startConnectedRails, type ConnectedRails } from '../support/connected-rails.ts';
import { waitFor } from '../support/wait-for.ts';

type Body = Answer['body'];

describe('A rail with a connector', () => {
  let connected: ConnectedRails;
  let connector: ConnectedRails['connector'];
  let service: ConnectedRails['service'];
  let sandbox: ConnectedRails['sandbox'];
  let pay: ConnectedRails['pay'];
  let balanceOf: ConnectedRails['balanceOf'];
  let transfer: ConnectedRails['transfer'];
  let onramp: ConnectedRails['onramp'];
  let settings: ConnectedRails['settings'];
  /** How many more reads find documents. */
  let readsLeft = Infinity;
  before(async () => {
    connected = await startConnectedRails({
      async openStores(...args) {
        const stores = await openStores(...args);
        const get: typeof stores.documents.get = (...of) => {
          readsLeft -= 1;
          return readsLeft < 0 ? Promise.resolve(undefined) : stores.documents.get(...of);
        };
        return { ...stores, documents: { ...stores.documents, get } };
      },
    });
    ({ connector, service, sandbox, pay, balanceOf, transfer, onramp, settings } = connected);
  });
  after(() => connected.close());

  describe('pays out', () => {
    async function payoutAccount(wallet: Body): Promise<Body> {
      const body = {
        type: 'bank',
        currency: 'usd',
        country: 'US',
        rail: 'bank_eft',
        account_owner_name: 'Ada',
        bank: { bank_name: 'First', account_number: '123456789', routing_code: '021000021' },
      };
      return expectBody(await sandbox.post(`/v1/users/${wallet.user_id}/payout_accounts`, body), 201);
    }
    /** A wallet with money received through the connector, and an off-ramp of all of it. */
    async function payout(first: () => Promise<unknown> = () => Promise.resolve(), fiat = '20.00') {
      const wallet = await newWallet(sandbox);
      const account = await newDepositAccount(sandbox, wallet);
      expect((await pay(account, fiat)).status).to.equal(200);
      const { id: payout_account_id } = await payoutAccount(wallet);
      await first();
      const body = {
        source: { type: 'wallet', wallet_id: wallet.id },
        destination: { type: 'payout_account', payout_account_id },
        amount: `${fiat.replace('.', '')}.00`,
      };
      const created = expectBody(await sandbox.post('/v1/transfers', body), 201);
      // The ID is a string.
      return { wallet, id: created.id as string };
    }
    const submitted = (id: string, state = 'payout_submitted') =>
      waitFor(`${id} is ${state}`, async () => {
        const found = await transfer(id);
        return found.state === state ? found : undefined;
      });
    const submissions = async (id: string): Promise<number> =>
      (await connector.control('state')).body.submissions[id];
    const reported = async (transfer_id: string, outcome: string): Promise<string> => {
      const text = JSON.stringify({ type: 'payout.settled', transfer_id, outcome });
      const response = await fetch(`${service.url}/rails/sandbox/bank_eft/callbacks`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'Svc-Rail-Signature': connector.signed(text) },
        body: text,
      });
      const body = (await response.json()) as Body;
      return `${response.status} ${body.state ?? body.error.code}`;
    };

    it('what the rail accepts, and completes the transfer', async () => {
      const { wallet, id } = await payout();
      const { receipt } = await submitted(id);
      expect(receipt.rail_reference).to.match(/^EX-OUT-/);
      const done = await connector.control('payouts', { transfer_id: id, outcome: 'completed' });
      expect(done).to.deep.equal({
        status: 200,
        body: { object: 'rail_callback', transfer_id: id, state: 'completed' },
      });
      expect(await connector.control('payouts', { transfer_id: id, outcome: 'completed' })).to.deep.equal(
        done,
      );
      expect(await reported(id, 'returned')).to.equal('409 transfer_state_conflict');
      expect(await balanceOf(wallet)).to.include({ available: '0.00' });
      expect(await transfer(id)).to.include({ state: 'completed' });
    });

    it('and refunds a returned payout with the rail’s reason', async () => {
      for (const outcome of ['returned', 'undeliverable']) {
        const { wallet, id } = await payout();
        await submitted(id);
        const reason = { code: 'account_closed', message: 'The account is closed.', note: 'not kept' };
        const back = await connector.control('payouts', { transfer_id: id, outcome, reason });
        expect(back.body).to.include({ state: 'refunded' });
        expect((await transfer(id)).state_reason).to.deep.equal({
          code: 'account_closed',
          message: 'The account is closed.',
        });
        expect(await reported(id, outcome)).to.equal('200 refunded');
        const other = outcome === 'returned' ? 'undeliverable' : 'returned';
        for (const different of ['completed', other])
          expect(await reported(id, different), different).to.equal('409 transfer_state_conflict');
        expect(await reported(id, outcome)).to.equal('200 refunded');
        expect((await transfer(id)).state_reason.code).to.equal('account_closed');
        expect(await balanceOf(wallet)).to.include({ available: '2000.00', cashable: '2000.00' });
        const types = (await listAll(sandbox, `/v1/events?object_id=${id}&type=payout.returned`)).length;
        expect(types).to.equal(1);
      }
    });

    it('and lets it report an outcome again later if the document of the transfer is lost in between', async () => {
      const { id } = await payout();
      await submitted(id);
      expect(await reported(id, 'completed')).to.equal('200 completed');
      // The first read finds the book.
      readsLeft = 1;
      const answered = await reported(id, 'completed');
      readsLeft = Infinity;
      expect(answered).to.equal('503 service_unavailable');
      expect(await reported(id, 'completed')).to.equal('200 completed');
    });

    it('and refunds a returned payout with an overlong reason', async () => {
      const { id } = await payout();
      await submitted(id);
      const reason = { code: 'account_closed', message: 'Closed.\n'.repeat(100) };
      const back = await connector.control('payouts', { transfer_id: id, outcome: 'returned', reason });
      expect(back.body).to.include({ state: 'refunded' });
      expect((await transfer(id)).state_reason.message).to.equal('Closed. '.repeat(100).slice(0, 500));
    });

    it('once, even if the response is lost and the order repeated', async () => {
      const { id } = await payout(() => settings({ lose_answers: true }));
      await waitFor('the order to be repeated', async () => ((await submissions(id)) > 1 ? true : undefined));
      expect(await transfer(id)).to.include({ state: 'pending' });
      // The rail already knows the outcome, but the service does not know yet that it accepted the order.
      expect(await reported(id, 'completed')).to.equal('409 transfer_state_conflict');
      await settings({ lose_answers: false });
      await submitted(id);
      const { payouts } = (await connector.control('state')).body;
      expect(payouts.filter((each: Body) => each.transfer_id === id).length).to.equal(1);
      expect(await reported(id, 'completed')).to.equal('200 completed');
    });

    it('nothing that it refuses, and returns the money to the wallet', async () => {
      try {
        const { wallet, id } = await payout(() => settings({ refuse: true }));
        const refunded = await submitted(id, 'refunded');
        expect(refunded.state_reason.code).to.equal('refused_by_bank');
        expect(await balanceOf(wallet)).to.include({ available: '2000.00' });
        expect(await reported(id, 'undeliverable')).to.equal('200 refunded');
        expect(await reported(id, 'returned')).to.equal('409 transfer_state_conflict');
      } finally {
        await settings({ refuse: false });
      }
    });

    it('and checks a payout first if supported, so that a refused one is not debited', async () => {
      const wallet = await newWallet(sandbox);
      const deposits = await newDepositAccount(sandbox, wallet);
      expect((await pay(deposits, '20.00')).status).to.equal(200);
      const details = {
        type: 'bank',
        currency: 'gbp',
        country: 'GB',
        rail: 'wire',
        account_owner_name: 'Ada',
        bank: { bank_name: 'First', account_number: '12345678', routing_code: '102030' },
      };
      const accounts = `/v1/users/${wallet.user_id}/payout_accounts`;
      const account = expectBody(await sandbox.post(accounts, details), 201);
      const body = offrampBody(wallet.id, account.id, '1000.00');
      const idempotencyKey = `checked ${wallet.id}`;
      const send = () => sandbox.post('/v1/transfers', body, { idempotencyKey });
      await settings({ lose_answers: true });
      expectError(await send(), 503, 'provider_unavailable');
      await settings({ lose_answers: false, refuse: true });
      expect(await listAll(sandbox, `/v1/transfers?wallet_id=${wallet.id}&kind=offramp`)).to.deep.equal([]);
      const failed = await send();
      expect(expectBody(failed, 201)).to.deep.include({
        state: 'failed',
        state_reason: {
          code: 'refused_by_bank',
          message: 'The bank does not accept payouts to this account.',
        },
        receipt: null,
        version: 2,
      });
      expect(await balanceOf(wallet)).to.include({ available: '2000.00', cashable: '2000.00' });
      const { checks } = (await connector.control('state')).body;
      expect(checks.at(-1)).to.deep.include({
        rail: 'wire',
        amount: '20.00',
        currency: 'gbp',
        account_owner_name: 'Ada',
      });
      expect(checks.at(-1).destination).to.include({ account_number: '12345678' });
      await settings({ refuse: false });
      expect((await send()).text).to.equal(failed.text);
      const { id } = expectBody(await sandbox.post('/v1/transfers', body), 201);
      await submitted(id);
      expect(await submissions(id)).to.equal(1);
    });

    it('and ignores outcomes of transfers in review', async () => {
      const { id } = await payout(undefined, '50.00');
      const path = `/v1/sandbox/transfers/${id}/review_outcome`;
      expect(expectBody(await sandbox.post(path, { outcome: 'rejected' }), 200).state).to.equal('refunded');
      for (const outcome of ['completed', 'returned', 'undeliverable'])
        expect(await reported(id, outcome), outcome).to.equal('409 transfer_state_conflict');
    });

    it('and accepts outcomes of its own payouts only', async () => {
      const { id } = await payout();
      await submitted(id);
      const text = JSON.stringify({ type: 'payout.settled', transfer_id: id, outcome: 'completed' });
      const headers = { 'Content-Type': 'application/json', 'Svc-Rail-Signature': connector.signed(text) };
      const url = `${service.url}/rails/sandbox/wire/callbacks`;
      expect((await fetch(url, { method: 'POST', headers, body: text })).status).to.equal(404);
      const waiting = await onramp(await newWallet(sandbox));
      expect(await reported(waiting.id, 'completed')).to.equal('404 not_found');
      expect(await reported('trf_nothing', 'completed')).to.equal('404 not_found');
    });
  });
});
