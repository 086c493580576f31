/** Requests while transfers are read as older rules left them, and the newer ones are on their way through the events. */
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { COLLECTIONS } from '../../../projections/collections.ts';
import { transfersProjection } from '../../../projections/transfers/transfers.ts';
import { createMemoryDocumentStore } from '../../../src/read-models/stores/memory.ts';
import { putWrite } from '../../support/document-store.ts';
import {
  expectBody,
  expectError,
  offrampBody,
  onrampBody,
  payoutAccountBody,
} from '../../support/api-steps.ts';
import { waitFor } from '../../support/wait-for.ts';
import { makeHolder, startMemoryApp } from '../../support/memory-app.ts';
import type { Answer, MemoryApp } from '../../support/memory-app.ts';

const OLDER = 'transfers_v1';

describe('Transfers that are being built anew by newer rules', () => {
  const documents = createMemoryDocumentStore();
  let app: MemoryApp;

  before(async () => {
    await documents.ensure([{ name: OLDER, kind: 'state' }]);
    app = await startMemoryApp({
      settings: { transferCancel: true },
      documents,
      // The new build is never done.
      told: (progress) =>
        progress.name === transfersProjection.name ? { ...progress, version: 1, state: 'stale' } : progress,
    });
  });
  after(() => app.close());

  const post = (path: string, body: object = {}, idempotencyKey: string = randomUUID()): Promise<Answer> =>
    app.call('POST', path, { body, idempotencyKey });
  const holder = async (usd: string) => {
    const { user_id, wallet_id } = await makeHolder(app);
    const destination = { wallet_id };
    const source = { currency: 'usd', rail: 'bank_eft' };
    const account = expectBody(
      await post(`/v1/users/${user_id}/deposit_accounts`, { source, destination }),
      201,
    );
    const deposit = { deposit_account_id: account.id, amount: usd };
    const { id, state } = expectBody(await post('/v1/sandbox/deposits', deposit), 200);
    if (state === 'in_review')
      expectBody(await post(`/v1/sandbox/transfers/${id}/review_outcome`, { outcome: 'approved' }), 200);
    return { user_id, wallet_id };
  };
  const offramp = async (usd: string, amount: string) => {
    const { user_id, wallet_id } = await holder(usd);
    const account = expectBody(await post(`/v1/users/${user_id}/payout_accounts`, payoutAccountBody()), 201);
    return expectBody(await post('/v1/transfers', offrampBody(wallet_id, account.id, amount)), 201);
  };
  /** Has the older build know a transfer as it is now. */
  const remember = async (id: string): Promise<void> => {
    const found = await waitFor('it is built', () => documents.get(COLLECTIONS.transfers, id));
    await documents.write([putWrite(OLDER, found, found.position)], new Map());
  };

  it('does not say of a new one that there is no such transfer, nor that it is no cursor', async () => {
    const { wallet_id } = await makeHolder(app);
    const { id } = expectBody(await post('/v1/transfers', onrampBody(wallet_id, '5.00')), 201);
    expectError(await app.call('GET', `/v1/transfers/${id}`), 503, 'service_unavailable');
    expectError(await app.call('GET', `/v1/transfers?starting_after=${id}`), 503, 'service_unavailable');
    expect(expectBody(await app.call('GET', '/v1/transfers'), 200).data).to.deep.equal([]);
    await remember(id);
    expect(expectBody(await app.call('GET', `/v1/transfers/${id}`), 200)).to.include({ id });
  });

  it('answers the approval of a new off-ramp later, and does not forget that it was given', async () => {
    const { id, state } = await offramp('20000.00', '1500000.00');
    expect(state).to.equal('in_review');
    const key = randomUUID();
    const approve = () => post(`/v1/sandbox/transfers/${id}/review_outcome`, { outcome: 'approved' }, key);
    expectError(await approve(), 503, 'service_unavailable');
    expectError(await approve(), 503, 'service_unavailable');
    const path = `/v1/sandbox/transfers/${id}/payout_outcome`;
    expect(expectBody(await post(path, { outcome: 'completed' }), 200)).to.include({ state: 'completed' });
  });

  it('does not call an on-ramp over that was canceled since, as money may still come for it', async () => {
    const { wallet_id } = await makeHolder(app);
    const { id } = expectBody(await post('/v1/transfers', onrampBody(wallet_id, '5.00')), 201);
    await remember(id);
    expectBody(await post(`/v1/transfers/${id}/cancel`), 200);
    const pay = () => post('/v1/sandbox/deposits', { transfer_id: id, amount: '5.00' });
    expectError(await pay(), 503, 'service_unavailable');
    await waitFor('that is known', async () => {
      const found = await documents.get(COLLECTIONS.transfers, id);
      return found?.body.includes('"state":"canceled"') === true ? true : undefined;
    });
    await remember(id);
    expect(expectBody(await pay(), 200)).to.include({ id, state: 'canceled' });
  });

  it('asks payers whose payment is new to come back', async () => {
    const { wallet_id } = await makeHolder(app);
    const source = { type: 'fiat', currency: 'cad', rail: 'emailpay' };
    const answer = await post('/v1/transfers', { ...onrampBody(wallet_id, '5.00'), source });
    const { deposit_instructions } = expectBody(answer, 201);
    const { status } = await fetch(String(deposit_instructions['approval_url']));
    expect(status).to.equal(503);
  });
});
