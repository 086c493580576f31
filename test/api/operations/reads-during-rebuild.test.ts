/** Requests during a rebuild, while reads use documents built by older projection rules. */
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { COLLECTIONS } from '../../../projections/collections.ts';
import { transfersProjection } from '../../../projections/transfers.ts';
import { createMemoryDocumentStore } from '../../../src/read-models/stores/memory.ts';
import {
  expectBody,
  expectError,
  offrampBody,
  onrampBody,
  payoutAccountBody,
} from '../../support/api-steps.ts';
import { putWrite } from '../../support/document-store.ts';
import { makeHolder, startMemoryApp, type Answer, type MemoryApp } from '../../support/memory-app.ts';
import { waitFor } from '../../support/wait-for.ts';

const OLDER = 'transfers_v1';

describe('Transfers during a rebuild with newer projection rules', () => {
  const documents = createMemoryDocumentStore();
  let app: MemoryApp;

  before(async () => {
    await documents.ensure([{ name: OLDER, kind: 'state' }]);
    app = await startMemoryApp({
      settings: { transferCancel: true },
      documents,
      // The new generation never catches up.
      overrideProgress: (progress) =>
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
  /** Updates the transfer in the older generation. */
  const remember = async (id: string): Promise<void> => {
    const found = await waitFor('it is built', () => documents.get(COLLECTIONS.transfers, id));
    await documents.write([putWrite(OLDER, found, found.position)], new Map());
  };

  it('are read from memory, and are not reported as an invalid cursor', async () => {
    const { wallet_id } = await makeHolder(app);
    const { id } = expectBody(await post('/v1/transfers', onrampBody(wallet_id, '5.00')), 201);
    expect(expectBody(await app.call('GET', `/v1/transfers/${id}`), 200)).to.include({ id });
    expectError(await app.call('GET', `/v1/transfers?starting_after=${id}`), 503, 'service_unavailable');
    expect(expectBody(await app.call('GET', '/v1/transfers'), 200).data).to.deep.equal([]);
    // The older documents lack the terms of today's filters, so such a list would silently be incomplete.
    expectError(await app.call('GET', '/v1/transfers?kind=onramp'), 503, 'service_unavailable');
    await remember(id);
    expect(expectBody(await app.call('GET', `/v1/transfers/${id}`), 200)).to.include({ id });
  });

  it('keep the approval of a new off-ramp and answer it later', async () => {
    const { id, state } = await offramp('20000.00', '1500000.00');
    expect(state).to.equal('in_review');
    const key = randomUUID();
    const approve = () => post(`/v1/sandbox/transfers/${id}/review_outcome`, { outcome: 'approved' }, key);
    expectError(await approve(), 503, 'service_unavailable');
    expectError(await approve(), 503, 'service_unavailable');
    const path = `/v1/sandbox/transfers/${id}/payout_outcome`;
    expect(expectBody(await post(path, { outcome: 'completed' }), 200)).to.include({ state: 'completed' });
  });

  it('accept late money for a canceled on-ramp', async () => {
    const { wallet_id } = await makeHolder(app);
    const { id } = expectBody(await post('/v1/transfers', onrampBody(wallet_id, '5.00')), 201);
    await remember(id);
    expectBody(await post(`/v1/transfers/${id}/cancel`), 200);
    const pay = () => post('/v1/sandbox/deposits', { transfer_id: id, amount: '5.00' });
    expect(expectBody(await pay(), 200)).to.include({ id, state: 'canceled' });
    await waitFor('that is known', async () => {
      const found = await documents.get(COLLECTIONS.transfers, id);
      return found?.body.includes('"state":"canceled"') === true ? true : undefined;
    });
    await remember(id);
    expect(expectBody(await pay(), 200)).to.include({ id, state: 'canceled' });
  });

  it('ask payers of new payments to try again later', async () => {
    const { wallet_id } = await makeHolder(app);
    const source = { type: 'fiat', currency: 'cad', rail: 'emailpay' };
    const answer = await post('/v1/transfers', { ...onrampBody(wallet_id, '5.00'), source });
    const { deposit_instructions } = expectBody(answer, 201);
    const { status } = await fetch(String(deposit_instructions['approval_url']));
    expect(status).to.equal(503);
  });
});
