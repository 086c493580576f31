import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { Answer } from '../../support/client.ts';
import { makeHolder, startMemoryApp } from '../../support/memory-app.ts';
import { startSharedService } from '../../support/shared-service.ts';
import type { SharedService } from '../../support/shared-service.ts';
import {
  approvedUser,
  expectBody,
  fundedWallet,
  newDepositAccount,
  newUser,
  newWallet,
  onrampBody,
  transferBody,
} from '../../support/api-steps.ts';

const ROUNDS = 12;

describe('A read immediately after a write', () => {
  let service: SharedService;
  before(async () => {
    service = await startSharedService();
  });
  after(() => service.close());

  type Body = Answer['body'];

  /** Runs the same scenario many times concurrently, with writes and reads under two keys of the integrator. */
  const manyAtOnce = (scenario: (round: number) => Promise<void>): Promise<unknown> =>
    Promise.all(Array.from({ length: ROUNDS }, (_, round) => scenario(round)));
  const write = async (path: string, body?: object): Promise<Body> => {
    const answer = await service.sandbox.post(path, body);
    expect(answer.status, answer.text).to.be.oneOf([200, 201]);
    return answer.body;
  };
  const read = async (path: string): Promise<Body> => expectBody(await service.secondKey.get(path), 200);

  it('returns a new user and every change', async () => {
    await manyAtOnce(async () => {
      const user = await newUser(service.sandbox);
      const path = `/v1/users/${user.id}`;
      expect(await read(path)).to.deep.equal(user);
      const byReference = await read(`/v1/users?external_reference=${user.external_reference}`);
      expect(byReference.data).to.deep.equal([user]);
      const changed = expectBody(await service.sandbox.patch(path, { email: 'x@example.com' }), 200);
      expect(await read(path)).to.deep.equal(changed);
      const approved = await write(`/v1/sandbox${path.slice(3)}/kyc`, { kyc_status: 'approved' });
      expect(await read(path)).to.deep.equal(approved);
      expect((await read(`/v1/events?object_id=${user.id}`)).data).to.have.length(3);
      const deactivated = await write(`${path}/deactivate`);
      expect(
        (await read(`/v1/users?external_reference=${user.external_reference}&status=deactivated`)).data,
      ).to.deep.equal([deactivated]);
    });
  });

  it('returns a new wallet, its balance, and its history', async () => {
    await manyAtOnce(async (round) => {
      const { id } = await approvedUser(service.sandbox);
      const wallet = await write(`/v1/users/${id}/wallets`, { asset: 'svc-points' });
      expect((await read(`/v1/users/${id}/wallets`)).data).to.deep.equal([wallet]);
      const path = `/v1/users/${id}/wallets/${wallet.id}`;
      const entry = await write('/v1/sandbox/rewards', { wallet_id: wallet.id, amount: `${round + 1}` });
      expect((await read(`${path}/history`)).data).to.deep.equal([entry]);
      expect((await read(`${path}/balance`)).available).to.equal(entry.balance_after);
      expect((await read(path)).balance.available).to.equal(entry.balance_after);
    });
  });

  it('returns a new transfer in every matching list', async () => {
    const from = await fundedWallet(service.sandbox, { earned: '1000.00' });
    await manyAtOnce(async () => {
      const to = await newWallet(service.sandbox);
      const reference = randomUUID();
      const body = transferBody(from.id, to.id, '1.00', { integrator_reference: reference });
      const transfer = await write('/v1/transfers', body);
      for (const filter of [
        `integrator_reference=${reference}`,
        `wallet_id=${to.id}`,
        `user_id=${to.user_id}&state=completed`,
      ]) {
        expect((await read(`/v1/transfers?${filter}`)).data).to.deep.equal([transfer]);
      }
      expect((await read(`/v1/events?object_id=${transfer.id}`)).data[0].data).to.deep.equal(transfer);
      const balance = await read(`/v1/users/${to.user_id}/wallets/${to.id}/balance`);
      expect(balance.available).to.equal('1.00');
    });
  });

  it('returns deposit accounts and deposits', async () => {
    await manyAtOnce(async () => {
      const wallet = await newWallet(service.sandbox);
      const account = await newDepositAccount(service.sandbox, wallet);
      const list = `/v1/users/${wallet.user_id}/deposit_accounts`;
      expect((await read(list)).data).to.deep.equal([account]);
      const standing = await write('/v1/sandbox/deposits', {
        deposit_account_id: account.id,
        amount: '2.00',
      });
      expect((await read(`${list}/${account.id}/activity`)).data[0].transfer_id).to.equal(standing.id);
      const onramp = await write('/v1/transfers', onrampBody(wallet.id, '3.00'));
      expect(await read(`/v1/transfers/${onramp.id}`)).to.deep.equal(onramp);
      const paid = await write('/v1/sandbox/deposits', {
        transfer_id: onramp.id,
        amount: '3.00',
        outcome: 'in_review',
      });
      expect(await read(`/v1/transfers/${onramp.id}`)).to.deep.equal(paid);
      const done = await write(`/v1/sandbox/transfers/${onramp.id}/review_outcome`, { outcome: 'approved' });
      expect(await read(`/v1/transfers/${onramp.id}`)).to.deep.equal(done);
      const { balance } = await read(`/v1/users/${wallet.user_id}/wallets/${wallet.id}`);
      expect(balance).to.include({ available: '500.00', pending: '0.00' });
      const off = await write(`${list}/${account.id}/deactivate`);
      expect(await read(`${list}/${account.id}`)).to.deep.equal(off);
    });
  });
});

describe('A list by user', () => {
  it('waits for the projections once', async () => {
    let waits = 0;
    const app = await startMemoryApp({
      writers: (writers) => ({
        ...writers,
        head(stream) {
          waits += 1;
          return writers.head(stream);
        },
      }),
    });
    try {
      const { user_id, wallet_id } = await makeHolder(app, '100');
      const { wallet_id: to } = await makeHolder(app);
      const sent = await app.call('POST', '/v1/transfers', { body: transferBody(wallet_id, to, '1.00') });
      waits = 0;
      const list = await app.call('GET', `/v1/transfers?user_id=${user_id}`);
      expect(list.body.data.map(({ id }) => id)).to.deep.equal([sent.body.id]);
      expect(waits).to.equal(1);
    } finally {
      await app.close();
    }
  });
});
