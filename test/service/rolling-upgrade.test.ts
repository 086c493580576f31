/**
 * A process of this release next to one of a newer release, on shared stores. The newer one writes an event that this release
 * does not know. Its projector is this one with a rule for that event.
 */
import { expect } from 'chai';
import { PROJECTIONS } from '../../projections/all.ts';
import type { BookProjection } from '../../projections/book-projection.ts';
import { decodeMetadata } from '../../src/event-store/codec.ts';
import { createEventMacs } from '../../src/event-store/event-macs.ts';
import { startBookProjector, type RunningProjector } from '../../src/read-models/projector/book-projector.ts';
import { createVault } from '../../src/vault/vault.ts';
import { expectBody, fundedWallet, newWallet, transferBody } from '../support/api-steps.ts';
import { createClient, type Client } from '../support/client.ts';
import { encodeEvent } from '../support/encode-event.ts';
import { readiness } from '../support/readiness.ts';
import { restorableMemoryDocuments } from '../support/restorable-stores.ts';
import {
  createSharedStoresWorld,
  untilLogged,
  untilReady,
  type Node,
  type SharedStoresWorld,
} from '../support/shared-stores-world.ts';
import { waitFor } from '../support/wait-for.ts';

const NEWER_TYPE = 'wallet.renamed';

describe('A process next to one of a newer release', function () {
  let world: SharedStoresWorld;
  let node: Node;
  let newer: RunningProjector;
  let other: Client;
  let wallets: { readonly from: string; readonly to: string; readonly path: string };

  before(async () => {
    world = await createSharedStoresWorld(restorableMemoryDocuments());
    node = await world.startNode();
    await untilReady(node);
    const [key = ''] = await world.newSandboxKeys(1);
    other = createClient(node.url, key);
    await waitFor('the key', async () => (await other.get('/v1/routes')).status === 200 || undefined);
    const from = await fundedWallet(node.sandbox, { cashable: '100.00' });
    const to = await newWallet(node.sandbox);
    wallets = { from: from.id, to: to.id, path: `/v1/users/${to.user_id}/wallets/${to.id}` };
    newer = startNewerProjector(world);
    await appendNewerEvent(world);
  });
  after(async () => {
    await newer.stop();
    await world.close();
  });

  it('refuses writes to that book, says why, and names the event in its log and in /readyz', async () => {
    const body = transferBody(wallets.from, wallets.to, '1.00');
    const answer = await other.post('/v1/transfers', body);
    expect(answer.status, 'the other book does not have these wallets').to.equal(404);
    const refused = await createClient(node.url, node.sandbox.apiKey).post('/v1/transfers', body, {
      idempotencyKey: 'during-the-upgrade',
    });
    expect(refused.status).to.equal(503);
    expect(refused.headers.get('retry-after')).to.equal('1');
    expect(refused.body.error.message).to.contain('A newer release wrote to this book');
    await untilLogged(node, 'book unreadable');
    const reason = `'${NEWER_TYPE}' of version 1 was written by a newer release; upgrade this process`;
    expect(node.log()).to.contain(reason);
    const { health } = await readiness(node.url);
    expect(health.parts['books']).to.deep.equal({
      ok: true,
      detail: `1 book cannot be read and is refused. ${world.stream}: ${reason}`,
    });
  });

  it('serves reads of that book, from the documents of the newer process', async () => {
    const found = await waitFor('the wallet', async () => {
      const answer = await node.sandbox.get(wallets.path);
      return answer.status === 200 ? answer : undefined;
    });
    expect(expectBody(found, 200).balance.available).to.equal('0.00');
  });

  it('serves reads and writes of other books, and becomes ready again', async () => {
    const from = await fundedWallet(other, { cashable: '100.00' });
    const to = await newWallet(other);
    const answer = await other.post('/v1/transfers', transferBody(from.id, to.id, '1.00'));
    expect(answer.status).to.equal(201);
    const listed = await waitFor('the history', async () => {
      const page = await other.get(`/v1/users/${to.user_id}/wallets/${to.id}/history`);
      return page.status === 200 ? page : undefined;
    });
    expect(listed.body.data).to.have.length(2);
    await untilReady(node);
  });

  it('answers a repeated request the same, and logs the reason once', async () => {
    const body = transferBody(wallets.from, wallets.to, '1.00');
    const answer = await createClient(node.url, node.sandbox.apiKey).post('/v1/transfers', body, {
      idempotencyKey: 'during-the-upgrade',
    });
    expect(answer.status).to.equal(503);
    expect(node.log().split('book unreadable')).to.have.length(2);
  });
});

/** Projects the newer event as a release does that knows it. */
function startNewerProjector({ documents, events, masterKey }: SharedStoresWorld): RunningProjector {
  const store = documents.open();
  const projections = PROJECTIONS.map((projection) => ({
    ...projection,
    rules: { ...projection.rules, [NEWER_TYPE]: 'ignore' },
    // One more type than this release has.
  })) as unknown as BookProjection<unknown>[];
  return startBookProjector({
    ...{ eventStore: events.eventStore, documents: store, projections, vault: createVault(store, masterKey) },
    onProgress: () => undefined,
    onFault(_fault, cause) {
      throw cause;
    },
  });
}

async function appendNewerEvent({ events, stream, masterKey }: SharedStoresWorld): Promise<void> {
  const { eventStore } = events;
  const last = await eventStore.readLast(stream);
  if (last === undefined) throw new Error('The book is empty.');
  const { hash, time, actor, request_id } = decodeMetadata(last);
  const { event } = encodeEvent(
    hash,
    stream,
    last.revision + 1,
    { type: NEWER_TYPE, data: { wallet_id: 'wal_1', name: 'Savings' } },
    { schema_version: 1, time, actor, request_id },
    createEventMacs(masterKey),
  );
  const result = await eventStore.append(stream, [event], last.revision);
  if (!result.ok) throw new Error('The event was not appended.');
}
