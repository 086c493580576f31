import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { COLLECTIONS } from '../../../projections/collections.ts';
import type { StoredDocument } from '../../../src/read-models/port.ts';
import { createMemoryDocumentStore } from '../../../src/read-models/stores/memory.ts';
import { onrampBody } from '../../support/api-steps.ts';
import { makeHolder, startMemoryApp } from '../../support/memory-app.ts';
import type { MemoryApp } from '../../support/memory-app.ts';

describe('Documents that are lost, before a process has noticed it', () => {
  let app: MemoryApp;
  let isLost: boolean;
  /** Documents of a backup that was restored. */
  let older: Map<string, StoredDocument>;
  beforeEach(async () => {
    isLost = false;
    older = new Map();
    const documents = createMemoryDocumentStore();
    app = await startMemoryApp({
      documents: {
        ...documents,
        async get(collection, id) {
          const found = older.get(id) ?? (await documents.get(collection, id));
          return isLost ? undefined : found;
        },
      },
    });
  });
  afterEach(() => app.close());

  const post = (path: string, body: object, idempotencyKey: string = randomUUID()) =>
    app.call('POST', path, { body, idempotencyKey });
  const pay = async (wallet_id: string, outcome?: string) => {
    const { body } = await post('/v1/transfers', onrampBody(wallet_id, '5.00'));
    // So many that a read of the events that created the transfer does not show its end.
    for (let i = 0; i < 10; i++) await post('/v1/sandbox/rewards', { wallet_id, amount: '1' });
    await post('/v1/sandbox/deposits', { transfer_id: body.id, amount: '5.00', ...(outcome && { outcome }) });
    return `/v1/transfers/${body.id}`;
  };

  it('do not make users, wallets, and open transfers unknown', async () => {
    const { user_id, wallet_id } = await makeHolder(app, '100');
    const open = await pay(wallet_id, 'in_review');
    const paths = [`/v1/users/${user_id}`, `/v1/users/${user_id}/wallets/${wallet_id}`, open];
    const before = await Promise.all(paths.map((path) => app.call('GET', path)));
    isLost = true;
    for (const [index, path] of paths.entries())
      expect((await app.call('GET', path)).text).to.equal(before[index]?.text);
    const wallet = `/v1/users/${user_id}/wallets/${wallet_id}`;
    const other = await makeHolder(app);
    expect((await app.call('GET', wallet.replace(user_id, other.user_id))).status).to.equal(404);
    expect((await app.call('GET', wallet, { key: app.keys.stranger })).status).to.equal(404);
  });

  it('refuse no command on a transfer that has ended as if it were unknown', async () => {
    const { wallet_id } = await makeHolder(app, '100');
    const path = `${(await pay(wallet_id)).replace('/v1/', '/v1/sandbox/')}/review_outcome`;
    const review = () => post(path, { outcome: 'approved' }, 'one key');
    isLost = true;
    expect((await review()).body.error.code).to.equal('service_unavailable');
    const unknown = path.replace(/trf_\w+/, 'trf_01kakz3v00000000000000000z');
    expect((await post(unknown, { outcome: 'approved' })).body.error.code).to.equal('not_found');
    isLost = false;
    const id = /trf_\w+/.exec(path)?.[0] ?? '';
    const current = await app.documents.get(COLLECTIONS.transfers, id);
    if (current === undefined) throw new Error('There is a document.');
    older.set(id, {
      ...current,
      body: current.body.replace('"state":"completed"', '"state":"awaiting_funds"'),
    });
    expect((await review()).body.error.code).to.equal('service_unavailable');
    older.clear();
    expect((await review()).body.error.code).to.equal('transfer_state_conflict');
  });
});
