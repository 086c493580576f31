import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { expect } from 'chai';
import { DATABASE_FILE_NAME } from '../../../src/config/config.ts';
import { decodeData, decodeMetadata } from '../../../src/event-store/codec.ts';
import type { StoredEvent } from '../../../src/event-store/port.ts';
import { validateEventMetadata } from '../../../src/generated/validators.js';
import { bookStreamOf } from '../../../src/ledger/ids.ts';
import { openDatabase } from '../../../src/sqlite/database.ts';
import { createSqliteEventStore } from '../../../src/sqlite/event-store.ts';
import { PERSON } from '../../hosted/hosted-support.ts';
import {
  expectBody,
  expectError,
  fundedWallet,
  newUser,
  newWallet,
  transferBody,
  unknownId,
} from '../../support/api-steps.ts';
import { createClient, createOperatorClient, type Answer, type Client } from '../../support/client.ts';
import { openPage, submitForm } from '../../support/hosted-page.ts';
import { createKey, transferInReview } from '../../support/operator-world.ts';
import {
  startServiceWithOperators,
  type ServiceWithOperators,
} from '../../support/service-with-operators.ts';
import { spawnService, startTestService } from '../../support/service.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

describe('Wallet operations', () => {
  let service: ServiceWithOperators;
  let sandbox: Client;
  let admin: Client;
  before(async () => {
    service = await startServiceWithOperators();
    ({ sandbox, admin } = service);
  });
  after(() => service.close());

  const hold = (id: string, what: 'freeze' | 'unfreeze', reason = 'A check.'): Promise<Answer> =>
    admin.post(`/operator/v1/wallets/${id}/${what}`, { reason });
  const reward = (id: string, body: object): Promise<Answer> =>
    admin.post(`/operator/v1/wallets/${id}/rewards`, body);

  it('freeze and unfreeze a wallet, and refuse transfers while it is frozen', async () => {
    const wallet = await fundedWallet(sandbox, { cashable: '180.00', earned: '20.00' });
    const other = await newWallet(sandbox);
    const frozen = expectBody(await hold(wallet.id, 'freeze'), 200);
    expect(frozen).to.deep.include({ id: wallet.id, status: 'frozen', version: 2 });
    expect(frozen.balance).to.include({ available: '200.00', cashable: '180.00', pending: '0.00' });
    const pay = () => sandbox.post('/v1/transfers', transferBody(wallet.id, other.id, '1.00'));
    expectError(await pay(), 409, 'wallet_frozen');
    expect(expectBody(await hold(wallet.id, 'freeze'), 200).version).to.equal(2);
    const shown = expectBody(await admin.get(`/operator/v1/wallets/${wallet.id}`), 200);
    expect(shown).to.deep.equal(
      expectBody(await sandbox.get(`/v1/users/${wallet.user_id}/wallets/${wallet.id}`), 200),
    );
    expect(expectBody(await hold(wallet.id, 'unfreeze', 'It is over.'), 200)).to.include({
      status: 'active',
      version: 3,
    });
    expect(expectBody(await pay(), 201).state).to.equal('completed');
  });

  it('list each posting once, with all of its entries and the sides of its transfer', async () => {
    const wallet = await fundedWallet(sandbox, { cashable: '180.00', earned: '20.00' });
    const other = await newWallet(sandbox);
    for (const amount of ['50.00', '7.00', '8.00'])
      expectBody(await sandbox.post('/v1/transfers', transferBody(wallet.id, other.id, amount)), 201);
    const path = `/operator/v1/wallets/${wallet.id}/movements`;
    const all = expectBody(await admin.get(`${path}?limit=100`), 200);
    const entries = expectBody(await admin.get(`/operator/v1/wallets/${wallet.id}/history?limit=100`), 200);
    const ids = (list: readonly { readonly id: string }[]) => list.map(({ id }) => id);
    expect(ids(all.data.flatMap((each: { entries: [] }) => each.entries)).sort()).to.deep.equal(
      ids(entries.data).sort(),
    );
    expect(all.has_more).to.equal(false);
    expect(all.data.map((each: { entries: [] }) => each.entries.length)).to.deep.equal([2, 2, 2, 1, 2]);
    const [, , oldest, reward] = all.data;
    expect(oldest.transfer).to.deep.include({ kind: 'user_to_user', state: 'completed' });
    expect(oldest.transfer.destination.wallet_id).to.equal(other.id);
    // The earned points are spent first.
    expect(oldest.entries.map(({ amount }: { amount: string }) => amount)).to.deep.equal([
      '-50.00',
      '-30.00',
    ]);
    expect(reward).to.deep.include({ transfer_id: null, transfer: null });
    const [newest] = all.data;
    for (let limit = 1; limit <= 5; limit += 1) {
      const forward: string[] = [newest.id];
      for (let page = await admin.get(`${path}?limit=${limit}&starting_after=${newest.id}`); ;) {
        const { data, has_more } = expectBody(page, 200);
        forward.push(...ids(data));
        if (!has_more) break;
        page = await admin.get(`${path}?limit=${limit}&starting_after=${data.at(-1).id}`);
      }
      expect(forward, `pages of ${limit}`).to.deep.equal(ids(all.data));
      const last = all.data.at(-1).id;
      const back = expectBody(await admin.get(`${path}?limit=${limit}&ending_before=${last}`), 200);
      expect(ids(back.data)).to.deep.equal(ids(all.data).slice(0, -1).slice(-limit));
      expect(back.has_more).to.equal(limit < 4);
    }
    const foreign = await admin.get(`${path}?starting_after=${unknownId('whe')}`);
    expectError(foreign, 400, 'malformed_request');
  });

  it('require a reason', async () => {
    const { id } = await newWallet(sandbox);
    for (const body of [{}, { reason: '' }, { reason: 7 }])
      expectError(await admin.post(`/operator/v1/wallets/${id}/freeze`, body), 422, 'validation_failed');
  });

  it('cannot unfreeze the wallet of a deactivated user', async () => {
    const { id, user_id } = await newWallet(sandbox);
    expectBody(await sandbox.post(`/v1/users/${user_id}/deactivate`), 200);
    expectError(await hold(id, 'unfreeze'), 409, 'user_deactivated');
    expectError(await hold(id, 'freeze'), 409, 'user_deactivated');
    expectError(await reward(id, { amount: '1.00' }), 409, 'user_deactivated');
  });

  it('grant earned points and return the history entry', async () => {
    const wallet = await newWallet(sandbox);
    const idempotencyKey = randomUUID();
    const path = `/operator/v1/wallets/${wallet.id}/rewards`;
    const body = { amount: '12.5', description: 'Welcome' };
    const answer = await admin.post(path, body, { idempotencyKey });
    expect(expectBody(answer, 201)).to.include({
      wallet_id: wallet.id,
      transfer_id: null,
      bucket: 'available',
      amount: '12.50',
      balance_after: '12.50',
      description: 'Welcome',
    });
    expect((await admin.post(path, body, { idempotencyKey })).text).to.equal(answer.text);
    const history = await sandbox.get(`/v1/users/${wallet.user_id}/wallets/${wallet.id}/history`);
    expect(expectBody(history, 200).data).to.deep.equal([answer.body]);
  });

  it('refuse invalid rewards', async () => {
    const { id, user_id } = await newWallet(sandbox);
    expectError(await reward(id, { amount: '0' }), 422, 'amount_below_minimum');
    expectError(await reward(id, { amount: '2500000.01' }), 422, 'amount_above_maximum');
    expectError(await reward(id, { amount: '0.001' }), 422, 'validation_failed');
    expectError(
      await reward((await newWallet(sandbox, 'svc-coin')).id, { amount: '1.00' }),
      422,
      'unsupported_route',
    );
    expectError(await reward(unknownId('wal'), { amount: '1.00' }), 404, 'not_found');
    expectBody(await hold(id, 'freeze'), 200);
    expectError(await reward(id, { amount: '1.00' }), 409, 'wallet_frozen');
    expectBody(await sandbox.post(`/v1/sandbox/users/${user_id}/kyc`, { kyc_status: 'rejected' }), 200);
    expectError(await reward(id, { amount: '1.00' }), 403, 'user_not_approved');
  });

  it('find the wallet in the book of any integrator', async () => {
    const { id, user_id } = await newWallet(service.otherIntegrator);
    expectBody(await reward(id, { amount: '3.00' }), 201);
    const { balance } = expectBody(
      await service.otherIntegrator.get(`/v1/users/${user_id}/wallets/${id}`),
      200,
    );
    expect(balance.available).to.equal('3.00');
  });

  it('find a wallet that was just created', async () => {
    for (let i = 0; i < 20; i++) {
      const { id } = await newUser(sandbox);
      expectBody(await admin.get(`/operator/v1/users/${id}`), 200);
    }
  });
});

describe('A production integrator', () => {
  let service: ServiceWithOperators;
  before(async () => {
    service = await startServiceWithOperators();
  });
  after(() => service.close());

  /** A user who has sent in the form and accepted the terms on the hosted pages. */
  async function userWaiting(live: Client): Promise<string> {
    const { id } = await newUser(live);
    const links = expectBody(await live.post(`/v1/users/${id}/onboarding_links`), 201);
    expect((await submitForm(await openPage(links.kyc.url), PERSON)).status).to.equal(303);
    expect((await submitForm(await openPage(links.terms.url), { accept: 'yes' })).status).to.equal(303);
    return id;
  }

  it('has an API key from an operator, users approved by a reviewer, and wallets that can be frozen', async () => {
    const { admin, operators } = service;
    const { reviewer, treasury, viewer } = operators;
    const { id: integrator_id } = expectBody(
      await admin.post('/operator/v1/integrators', { name: 'Live' }),
      201,
    );
    const live = createClient(service.url, (await createKey(admin, integrator_id, 'production')).secret);
    const users = [await userWaiting(live), await userWaiting(live)];
    const waiting = expectBody(await reviewer.get('/operator/v1/kyc_reviews?environment=production'), 200);
    expect(waiting.data.map(({ id }: { id: string }) => id)).to.deep.equal([...users].reverse());
    expect(waiting.data[0]).to.deep.include({ integrator_id, environment: 'production' });
    expect(waiting.data[0].user).to.include({ kyc_status: 'under_review', last_name: PERSON.last_name });
    const wallets: Answer['body'][] = [];
    for (const id of users) {
      const open = () => live.post(`/v1/users/${id}/wallets`, { asset: 'svc-points' });
      expectError(await open(), 403, 'user_not_approved');
      const review = reviewer.post(`/operator/v1/users/${id}/kyc_review`, { outcome: 'approved' });
      expect(expectBody(await review, 200)).to.include({ kyc_status: 'approved', terms_status: 'approved' });
      wallets.push(expectBody(await open(), 201));
    }
    const [from, to] = wallets;
    expectBody(await treasury.post(`/operator/v1/wallets/${from.id}/rewards`, { amount: '10.00' }), 201);
    const pay = () => live.post('/v1/transfers', transferBody(from.id, to.id, '4.00'));
    expect(expectBody(await pay(), 201).state).to.equal('completed');
    const reason = 'A court has asked for it.';
    expectBody(await reviewer.post(`/operator/v1/wallets/${to.id}/freeze`, { reason }), 200);
    expectError(await pay(), 409, 'wallet_frozen');
    const { balance } = expectBody(await viewer.get(`/operator/v1/wallets/${to.id}`), 200);
    expect(balance.available).to.equal('4.00');
  });
});

describe('Operator actions', () => {
  it('are recorded in events with actor and reason and without secrets', async () => {
    const folder = await temporaryFolder();
    const service = await startTestService({ DATA_DIR: folder.path });
    const admin = createOperatorClient(service.url, service.credentials.operator_token);
    const { integrator_id } = service.credentials;
    const key = await createKey(admin, integrator_id);
    expectBody(await admin.post(`/operator/v1/keys/${key.id}/revoke`, { reason: 'A leak.' }), 200);
    const wallet = await newWallet(service.sandbox);
    const path = `/operator/v1/wallets/${wallet.id}/freeze`;
    expectBody(await admin.post(path, { reason: 'A court has asked for it.' }), 200);
    const { id: transfer_id } = await transferInReview(service.sandbox);
    const decision = { outcome: 'approved', reason: { code: 'known', message: 'We know them.' } };
    expectBody(await admin.post(`/operator/v1/transfers/${transfer_id}/review`, decision), 200);
    const reasonsOf = async (target: string): Promise<string[]> =>
      expectBody(await admin.get(`/operator/v1/activity?target=${target}`), 200).data.map(
        ({ reason }: { reason: string }) => reason,
      );
    expect(await reasonsOf(wallet.id)).to.include('A court has asked for it.');
    expect(await reasonsOf(transfer_id)).to.include('known: We know them.');
    await service.close();
    const database = openDatabase(join(folder.path, DATABASE_FILE_NAME), { readOnly: true });
    const store = createSqliteEventStore(database);
    const platform = await store.read('platform', 0, 100);
    const book = await store.read(bookStreamOf(integrator_id, 'sandbox'), 0, 100);
    await store.close();
    database.close();
    const token = bearerId(platform);
    const done = (events: readonly StoredEvent[], type: string) => {
      const { actor, reason } = decodeMetadata(events.findLast((event) => event.type === type)!);
      return { actor, reason };
    };
    const actor = `operator:${token}`;
    expect(done(platform, 'key.issued')).to.deep.equal({ actor, reason: undefined });
    expect(done(platform, 'key.revoked')).to.deep.equal({ actor, reason: 'A leak.' });
    // Reasons about people are sealed.
    const [frozen, approved] = [done(book, 'wallet.frozen'), done(book, 'transfer.state_changed')];
    expect([frozen.actor, approved.actor]).to.deep.equal([actor, actor]);
    expect(frozen.reason).to.match(/^sealed:\S{40,}$/);
    expect(approved.reason).to.match(/^known: sealed:\S{40,}$/);
    for (const event of [...platform, ...book]) {
      expect(validateEventMetadata(decodeMetadata(event))).to.equal(true);
      expect(event.data + event.metadata)
        .not.to.include(key.secret)
        .and.not.to.include(admin.apiKey);
    }
    await folder.remove();
  });
});

describe('The log of a service', () => {
  it('contains operator IDs, but no tokens and no secrets', async () => {
    const folder = await temporaryFolder();
    await (await startTestService({ DATA_DIR: folder.path })).close();
    // Only the first start prints credentials.
    const service = await spawnService(folder.path, { LOG_LEVEL: 'trace', PORT: '0' });
    const { operator_token, integrator_id } = service.credentials;
    const admin = createOperatorClient(service.url, operator_token);
    const { secret } = await createKey(admin, integrator_id);
    expectError(
      await createOperatorClient(service.url, `${operator_token}x`).get('/operator/v1/tokens'),
      401,
      'invalid_api_key',
    );
    await service.stop();
    const output = service.output();
    expect(output)
      .to.match(/"operator":"opt_/)
      .and.to.include('/operator/v1/integrators/{integrator_id}/keys');
    for (const kept of [operator_token, secret]) expect(output).not.to.include(kept);
    await folder.remove();
  });
});

/** The ID of the first operator token, which events contain as the actor. */
function bearerId(events: readonly StoredEvent[]): string {
  const issued = events.find(({ type }) => type === 'operator_token.issued')!;
  return (decodeData(issued) as { token_id: string }).token_id;
}
