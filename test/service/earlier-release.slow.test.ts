/** Processes of an earlier release and of this one on the same stores: a rolling upgrade, and what only this release can read. */
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { expectBody, fundedWallet, newWallet, transferBody } from '../support/api-steps.ts';
import { createClient } from '../support/client.ts';
import type { Answer, Client } from '../support/client.ts';
import { loadEarlierRelease } from '../support/earlier-release.ts';
import type { EarlierRelease } from '../support/earlier-release.ts';
import { readiness } from '../support/readiness.ts';
import { restorableMemoryDocuments } from '../support/restorable-stores.ts';
import { createSharedStoresWorld, untilLogged, untilReady } from '../support/shared-stores-world.ts';
import type { Node, SharedStoresWorld } from '../support/shared-stores-world.ts';
import { skip } from '../support/skip.ts';
import { waitFor } from '../support/wait-for.ts';

/** The last commit before sandboxes could be reset. It does not know `sandbox.reset` and `book.closed`. */
const EARLIER_RELEASE = '9c11b87b779068f9c38fa49005ab807974213148';
/** The projections that have newer rules in this release. */
const NEWER = ['users', 'payout_accounts', 'transfers', 'search', 'events'];
const CLIENTS = 2;
/** Of each client, on each pair of processes. */
const PAYMENTS = 5;

describe('A rolling upgrade from an earlier release', function () {
  this.timeout(240_000);
  let release: EarlierRelease | undefined;
  let world: SharedStoresWorld;
  /** The processes that a proxy would send requests to. */
  const inRotation: Node[] = [];
  let apiKey: string;

  before(async function () {
    release = await loadEarlierRelease(EARLIER_RELEASE);
    if (release === undefined) skip(this, 'needs the history of the repository, as from a full clone');
    world = await createSharedStoresWorld(restorableMemoryDocuments());
    inRotation.push(await world.startNode(release), await world.startNode(release));
    await Promise.all(inRotation.map(untilReady));
  });
  after(async () => {
    if (release === undefined) return;
    await world.close();
    await release.remove();
  });

  let turn = 0;
  /** Sends a request to the next process. One that reached no process is sent to another one, as by the sample proxies. */
  async function send(request: (client: Client) => Promise<Answer>): Promise<Answer> {
    for (;;) {
      const node = inRotation[turn++ % inRotation.length];
      if (node === undefined) throw new Error('no process is in rotation');
      try {
        return await request(createClient(node.url, apiKey));
      } catch (error) {
        if (inRotation.includes(node)) throw error;
      }
    }
  }

  /** Takes a process out of rotation, stops it, and puts one of this release in its place. */
  async function upgrade(node: Node | undefined): Promise<void> {
    if (node === undefined) throw new Error('there is no such process');
    inRotation.splice(inRotation.indexOf(node), 1);
    await node.close();
    const started = await world.startNode();
    await untilReady(started);
    inRotation.push(started);
  }

  it('rejects no request and counts each payment once', async () => {
    const [first, second] = [...inRotation];
    apiKey = first?.sandbox.apiKey ?? '';
    const client = createClient(first?.url ?? '', apiKey);
    const from = await fundedWallet(client, { cashable: '1000.00' });
    const to = await newWallet(client);
    const path = `/v1/users/${to.user_id}/wallets/${to.id}`;
    let isOver = false;
    let paid = 0;
    const payWhileUpgrading = async (): Promise<void> => {
      for (let least = PAYMENTS; least > 0 || !isOver; least -= 1) {
        const body = transferBody(from.id, to.id, '0.10');
        const idempotencyKey = randomUUID();
        const answer = await send((client) => client.post('/v1/transfers', body, { idempotencyKey }));
        expect(answer.status, JSON.stringify(answer.body)).to.equal(201);
        paid += 1;
        const read = await send((client) => client.get(path));
        expect(read.status, JSON.stringify(read.body)).to.equal(200);
      }
    };
    const paying = Promise.all(Array.from({ length: CLIENTS }, payWhileUpgrading));
    const upgrading = async (): Promise<void> => {
      for (const node of [first, second]) {
        const before = paid;
        await waitFor('payments', () => paid >= before + CLIENTS || undefined);
        await upgrade(node);
      }
    };
    await Promise.all([paying, upgrading().finally(() => (isOver = true))]);
    const { balance } = expectBody(await send((client) => client.get(path)), 200);
    expect(balance.available).to.equal((paid / 10).toFixed(2));
    const { differences } = await world.compare();
    expect(differences).to.deep.equal([]);
  });

  describe('with a process of the earlier release that still runs', () => {
    let earlier: Node;
    before(async () => {
      if (release === undefined) return;
      earlier = await world.startNode(release);
      await untilReady(earlier);
    });

    const client = async (node: Node, key: string): Promise<Client> => {
      const found = createClient(node.url, key);
      await waitFor('the key', async () => (await found.get('/v1/routes')).status === 200 || undefined);
      return found;
    };
    const payment = async (at: Client, key = randomUUID()): Promise<Answer> => {
      const from = await fundedWallet(at, { cashable: '100.00' });
      const to = await newWallet(at);
      return at.post('/v1/transfers', transferBody(from.id, to.id, '1.00'), { idempotencyKey: key });
    };

    it('refuses only the book with an event that the earlier release does not know, and says why', async () => {
      const { apiKey: key, stream } = await world.newSandbox();
      const sandbox = await client(earlier, key);
      expect((await payment(sandbox)).status).to.equal(201);
      const [current] = inRotation;
      if (current === undefined) throw new Error('no process is in rotation');
      const newer = await client(current, key);
      expect((await newer.post('/v1/sandbox/reset')).status).to.equal(200);
      const user = { type: 'individual', external_reference: randomUUID() };
      const refused = await sandbox.post('/v1/users', user);
      expect(refused.status).to.equal(503);
      expect(refused.headers.get('retry-after')).to.equal('1');
      expect(refused.body.error.message).to.contain('A newer release wrote to this book');
      await untilLogged(earlier, 'book unreadable');
      const { health } = await readiness(earlier.url);
      const reason = `'book.closed' of version 1 was written by a newer release; upgrade this process`;
      expect(health.parts['books']).to.deep.equal({
        ok: true,
        detail: `1 book cannot be read and is refused. ${stream}: ${reason}`,
      });
      expect((await payment(newer)).status).to.equal(201);
      const other = await client(earlier, (await world.newSandbox()).apiKey);
      expect((await payment(other)).status).to.equal(201);
      // This release has newer rules for these read models, so the earlier one builds its own, and they stop at the event.
      const stalled = await waitFor('the read models to stop', async () => {
        const { each = [] } = (await readiness(earlier.url)).health.parts['projections'] ?? {};
        const found = each.filter(({ state }: { state: string }) => state === 'stalled');
        return found.length >= NEWER.length ? found : undefined;
      });
      expect(stalled.map(({ name }: { name: string }) => name)).to.have.members(NEWER);
      for (const { reason: why } of stalled) expect(why).to.equal("There is no rule for 'book.closed'.");
      expect((await readiness(current.url)).health.ready).to.equal(true);
    });
  });
});
