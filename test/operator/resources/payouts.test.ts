import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { expect } from 'chai';
import { DATABASE_FILE_NAME } from '../../../src/config/config.ts';
import { bookStreamOf } from '../../../src/ledger/ids.ts';
import { openEmbeddedStores } from '../../../src/sqlite/embedded-stores.ts';
import { createConsoleClient, visibleText } from '../../console/console-client.ts';
import {
  expectBody,
  expectError,
  fundedWallet,
  newPayoutAccount,
  offrampBody,
  onrampBody,
  unknownId,
  waitForTransferState,
} from '../../support/api-steps.ts';
import { createOperatorClient, type Answer, type Client } from '../../support/client.ts';
import { startExampleConnector, type ExampleConnector } from '../../support/example-connector.ts';
import { createOperatorTestClient } from '../../support/service-with-operators.ts';
import { startTestService, type RunningService } from '../../support/service.ts';
import { temporaryFolder, type Folder } from '../../support/temporary-folder.ts';
import { waitFor } from '../../support/wait-for.ts';

const reason = { code: 'bank_closed', message: 'The bank says that it never had it.' };

describe('Payouts whose rail was removed from the configuration', () => {
  let folder: Folder;
  let connector: ExampleConnector;
  let service: RunningService;
  let admin: Client;
  let wallet: Answer['body'];
  let account: Answer['body'];
  /** Two that the rail has taken, and four that it has not. */
  const submitted: string[] = [];
  const pending: string[] = [];
  /** One that the rail has taken, and the bank does not know. */
  let denied = '';

  before(async () => {
    folder = await temporaryFolder();
    connector = await startExampleConnector();
    await start({ providers: { sandbox: connector.provider } });
    await waitFor('the rail is up', async () => {
      const { data } = expectBody(await sandbox().get('/v1/routes?kind=offramp'), 200);
      return data.every(({ available }: { available: boolean }) => available) ? true : undefined;
    });
    wallet = await fundedWallet(sandbox(), { cashable: '10000.00' });
    account = await newPayoutAccount(sandbox(), wallet.user_id);
    for (let i = 0; i < 2; i++)
      submitted.push((await waitForTransferState(sandbox(), await pay(), 'payout_submitted')).id);
    denied = (await waitForTransferState(sandbox(), await pay(), 'payout_submitted')).id;
    await connector.control('settings', { lose_answers: true });
    for (let i = 0; i < 4; i++) pending.push(await pay());
  });
  after(async () => {
    await service.close();
    await connector.stop();
    await folder.remove();
  });

  async function start(bank_eft: object | null, more: object = {}): Promise<void> {
    const env = { ...connector.env, DATA_DIR: folder.path };
    service = await startTestService(env, Date.now, {
      rails: { bank_eft },
      reviews: { amount_at_least: { offramp: '2000.00' } },
      ...more,
    });
    admin = createOperatorClient(service.url, service.credentials.operator_token);
  }
  const sandbox = () => service.sandbox;
  const pay = async (amount = '1000.00'): Promise<string> =>
    expectBody(await sandbox().post('/v1/transfers', offrampBody(wallet.id, account.id, amount)), 201).id;
  const settle = (id: string | undefined, body: object, idempotencyKey: string = randomUUID()) =>
    admin.post(`/operator/v1/transfers/${id ?? ''}/payout_outcome`, { reason, ...body }, { idempotencyKey });
  const available = async (): Promise<string> =>
    expectBody(await sandbox().get(`/v1/users/${wallet.user_id}/wallets/${wallet.id}`), 200).balance
      .available;
  async function listed(query = ''): Promise<string[]> {
    const { data } = expectBody(await admin.get(`/operator/v1/payouts?limit=100${query}`), 200);
    return data.map(
      ({ id, rail, rail_state }: Record<string, string>) => `${id ?? ''} ${rail ?? ''} ${rail_state ?? ''}`,
    );
  }
  const rows = (ids: readonly string[], state: string): string[] =>
    [...ids].reverse().map((id) => `${id} bank_eft ${state}`);

  it('can be settled by two operators while the rail is configured, once the rail has accepted them', async () => {
    expect(await listed()).to.deep.equal(rows(pending, 'available'));
    const refused = expectError(
      await settle(pending[0], { outcome: 'returned' }),
      409,
      'transfer_state_conflict',
    );
    expect(refused.message).to.include('still configured');
    const before = await available();
    const proposed = expectBody(await settle(denied, { outcome: 'undeliverable' }), 202);
    expect(await available()).to.equal(before);
    const approval = `/operator/v1/proposals/${proposed.id}/approve`;
    expectError(await admin.post(approval, {}), 403, 'second_operator_required');
    const other = await createOperatorTestClient(service.url, admin, 'admin');
    expect(expectBody(await other.post(approval, {}), 200)).to.include({ id: denied, state: 'refunded' });
    expect(Number(await available()) - Number(before)).to.equal(1_000);
  });

  it('are listed and can be settled manually', async () => {
    await service.close();
    await start(null);
    expect(await listed()).to.deep.equal(rows(pending, 'missing'));
    expect(await listed('&state=payout_submitted')).to.deep.equal(rows(submitted, 'missing'));
    expect(await listed('&rail=emailpay')).to.deep.equal([]);
    expect(await listed('&rail=bank_eft&environment=production')).to.deep.equal([]);
    expect(await available()).to.equal('4000.00');

    const key = randomUUID();
    const refunded = await settle(pending[0], { outcome: 'undeliverable' }, key);
    expect(expectBody(refunded, 200)).to.deep.include({
      state: 'refunded',
      state_reason: reason,
      version: 4,
    });
    expect(await available()).to.equal('5000.00');
    expect((await settle(pending[0], { outcome: 'undeliverable' }, key)).text).to.equal(refunded.text);
    expectError(await settle(pending[0], { outcome: 'completed' }), 409, 'transfer_state_conflict');

    const paid = expectBody(
      await settle(pending[1], { outcome: 'completed', rail_reference: 'BANK-7' }),
      200,
    );
    expect(paid).to.include({ state: 'completed', version: 3 });
    expect(paid.receipt).to.include({ amount_paid_out: '10.00', rail_reference: 'BANK-7' });
    expect(expectBody(await settle(submitted[0], { outcome: 'completed' }), 200).state).to.equal('completed');
    expect(expectBody(await settle(submitted[1], { outcome: 'returned' }), 200).state).to.equal('refunded');
    expect(await available()).to.equal('6000.00');
    expect(await listed()).to.deep.equal(rows(pending.slice(2), 'missing'));
    expect(await listed('&state=payout_submitted')).to.deep.equal([]);
  });

  it('can be settled manually in the console', async () => {
    const visitor = createConsoleClient(service.url);
    expect((await visitor.signIn(service.credentials.operator_token)).status).to.equal(303);
    const id = pending[3] ?? '';
    const seen = await visitor.get('/console/rails');
    expect(visibleText(seen)).to.include('not configured');
    expect(seen.text).to.include(`/console/transfers/${id}/settle`);
    await visitor.performAction(`/console/transfers/${id}/settle`, {
      outcome: 'returned',
      reason: 'It came back.',
      confirm: 'yes',
    });
    const { state, state_reason } = expectBody(await sandbox().get(`/v1/transfers/${id}`), 200);
    expect([state, state_reason.message]).to.deep.equal(['refunded', 'It came back.']);
    expect((await visitor.get('/console/rails')).text).to.not.include(id);
  });

  it('can be settled by admins only', async () => {
    for (const role of ['reviewer', 'treasury', 'viewer'] as const) {
      const operator = await createOperatorTestClient(service.url, admin, role);
      const path = `/operator/v1/transfers/${pending[2] ?? ''}/payout_outcome`;
      expectError(await operator.post(path, { outcome: 'completed', reason }), 403, 'permission_denied');
      expect(expectBody(await operator.get('/operator/v1/payouts'), 200).data.length).to.equal(1);
    }
  });

  it('are the only transfers that can be settled manually', async () => {
    expectError(await settle(unknownId('trf'), { outcome: 'completed' }), 404, 'not_found');
    expectError(await settle(pending[2], { outcome: 'lost' }), 422, 'validation_failed');
    const body = onrampBody(wallet.id, '5.00', {
      source: { type: 'fiat', currency: 'cad', rail: 'emailpay' },
    });
    const waiting = expectBody(await sandbox().post('/v1/transfers', body), 201);
    expectError(await settle(waiting.id, { outcome: 'completed' }), 409, 'transfer_state_conflict');
  });

  it('continue automatically when the rail is configured again', async () => {
    await service.close();
    await connector.control('settings', { lose_answers: false });
    await start({ providers: { sandbox: connector.provider } });
    await waitForTransferState(sandbox(), pending[2] ?? '', 'payout_submitted');
  });

  it('can be settled after their review was approved, but not before', async () => {
    await connector.control('settings', { lose_answers: true });
    const [approved, held] = [await pay('2000.00'), await pay('2000.00')];
    const path = `/operator/v1/transfers/${approved}/review`;
    expect(expectBody(await admin.post(path, { outcome: 'approved' }), 200).state).to.equal('in_review');
    expect(await listed('&state=in_review&rail=bank_eft')).to.deep.equal(rows([approved, held], 'available'));
    await service.close();
    await start(null);
    expect(await listed('&state=in_review&rail=bank_eft')).to.deep.equal(rows([approved, held], 'missing'));
    const visitor = createConsoleClient(service.url);
    await visitor.signIn(service.credentials.operator_token);
    expect((await visitor.get('/console/rails')).text).to.include(`/console/transfers/${approved}/settle`);
    const ended = expectBody(await settle(approved, { outcome: 'undeliverable' }), 200);
    expect(ended.state).to.equal('refunded');
    const refused = expectError(
      await settle(held, { outcome: 'undeliverable' }),
      409,
      'transfer_state_conflict',
    );
    expect(refused.message).to.include('review');
    const rejected = await admin.post(`/operator/v1/transfers/${held}/review`, { outcome: 'rejected' });
    expect(expectBody(rejected, 200).state).to.equal('refunded');
    expect(await listed('&state=in_review')).to.deep.equal([]);
    await service.close();
    await start({ providers: { sandbox: connector.provider } });
  });

  it('end the proposal to settle them when something else moves them on first', async () => {
    const limit = { dual_control: { payout_settlements_at_least: '500.00' } };
    await connector.control('settings', { lose_answers: false });
    const accepted = (await waitForTransferState(sandbox(), await pay('500.00'), 'payout_submitted')).id;
    await connector.control('settings', { lose_answers: true });
    const waiting = await pay('500.00');
    await service.close();
    await start(null, limit);
    const propose = async (id: string): Promise<string> =>
      expectBody(await settle(id, { outcome: 'returned' }), 202).id;
    const stateOf = async (id: string): Promise<string> =>
      expectBody(await admin.get(`/operator/v1/proposals/${id}`), 200).state;
    const [first, second] = [await propose(accepted), await propose(waiting)];
    const path = `/v1/sandbox/transfers/${accepted}/payout_outcome`;
    expectBody(await sandbox().post(path, { outcome: 'completed' }), 200);
    expect(await stateOf(first)).to.equal('superseded');
    expect(await stateOf(second)).to.equal('open');
    await service.close();
    await connector.control('settings', { lose_answers: false });
    await start({ providers: { sandbox: connector.provider } }, limit);
    await waitForTransferState(sandbox(), waiting, 'payout_submitted');
    expect(await stateOf(second)).to.equal('superseded');
  });

  it('can also be settled manually when the payee can no longer be decrypted', async () => {
    await connector.control('settings', { lose_answers: true });
    const id = await pay();
    await service.close();
    const file = await openEmbeddedStores({ file: join(folder.path, DATABASE_FILE_NAME) });
    const bookOfUser = bookStreamOf(service.credentials.integrator_id, 'sandbox');
    const opened = (await file.eventStore.read(bookOfUser, 0, 1_000)).find(
      ({ type }) => type === 'payout_account.opened',
    );
    const { sealed } = JSON.parse(opened?.data ?? '{}') as { sealed: string };
    await file.documents.deleteRecord('vault', sealed.slice(0, 16));
    await file.close();
    await start({ providers: { sandbox: connector.provider } });
    expect(expectBody(await settle(id, { outcome: 'undeliverable' }), 200).state).to.equal('refunded');
  });
});
