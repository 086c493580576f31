/** The sample configurations of proxies, run by the real proxies in front of services on shared stores. */
import { expect } from 'chai';
import { expectBody, fundedWallet, newUser, newWallet, transferBody } from '../support/api-steps.ts';
import { createClient } from '../support/client.ts';
import type { Client } from '../support/client.ts';
import { PROXIES, startProxy } from '../support/proxies.ts';
import { restorableMemoryDocuments } from '../support/restorable-stores.ts';
import { createSharedStoresWorld, untilReady } from '../support/shared-stores-world.ts';
import type { Node, SharedStoresWorld } from '../support/shared-stores-world.ts';
import { skip } from '../support/skip.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { waitFor } from '../support/wait-for.ts';

const INTEGRATORS = 16;
const PAYMENTS = 60;

for (const proxy of PROXIES)
  describe(`${proxy.name} in front of several processes`, function () {
    this.timeout(120_000);
    let world: SharedStoresWorld;
    let nodes: Node[];
    let url: string;
    /** What was started, the last first. Nothing if the suite is skipped. */
    const closing: (() => Promise<void>)[] = [];

    before(async function () {
      if (!proxy.isInstalled()) skip(this, `needs ${proxy.name}`);
      const folder = await temporaryFolder();
      closing.unshift(() => folder.remove());
      world = await createSharedStoresWorld(restorableMemoryDocuments());
      closing.unshift(() => world.close());
      nodes = await Promise.all([world.startNode(), world.startNode(), world.startNode()]);
      await Promise.all(nodes.map(untilReady));
      const started = await startProxy(
        proxy,
        folder.path,
        nodes.map((node) => node.url),
      );
      ({ url } = started);
      closing.unshift(started.stop);
    });
    after(async () => {
      for (const close of closing) await close();
    });

    /** How many users each process created. */
    const createdBy = (): Promise<number[]> =>
      Promise.all(
        nodes.map(async (node) => {
          const text = await (await fetch(`${node.url}/metrics`)).text();
          const count = /^http_request_duration_seconds_count\{method="POST",route="\/v1\/users".*\} (\d+)/m;
          return Number(count.exec(text)?.[1] ?? 0);
        }),
      );

    it('gets all requests of an integrator to one process, and uses every process', async () => {
      const used = new Set<number>();
      for (let i = 0; i < INTEGRATORS; i++) {
        const keys = await world.newSandboxKeys(2);
        const clients = keys.map((key) => createClient(url, key));
        const before = await createdBy();
        for (const client of clients) {
          await untilKnown(client);
          for (let n = 0; n < 3; n++) await newUser(client);
        }
        const added = (await createdBy()).map((count, node) => count - (before[node] ?? 0));
        expect(added.filter((count) => count > 0)).to.deep.equal([6]);
        used.add(added.indexOf(6));
      }
      expect(used.size).to.equal(nodes.length);
    });

    it('sends the requests of a process that ends to another one, and loses no payment', async () => {
      const [key = ''] = await world.newSandboxKeys(1);
      const client = createClient(url, key);
      await untilKnown(client);
      const before = await createdBy();
      const from = await fundedWallet(client, { cashable: '100.00' });
      const to = await newWallet(client);
      const serving = (await createdBy()).findIndex((count, node) => count > (before[node] ?? 0));
      const paying = Array.from({ length: PAYMENTS }, (_, i) =>
        pay(client, `payment-${i}`, transferBody(from.id, to.id, '1.00')),
      );
      await paying[0];
      const [node] = nodes.splice(serving, 1);
      await node?.close();
      await Promise.all(paying);
      const path = `/v1/users/${to.user_id}/wallets/${to.id}`;
      const { balance } = expectBody(await client.get(path), 200);
      expect(balance.available).to.equal(`${PAYMENTS}.00`);
    });
  });

/** A process reads new keys within a second. */
const untilKnown = (client: Client): Promise<true> =>
  waitFor('the key to be known', async () =>
    (await client.get('/v1/routes')).status === 200 ? true : undefined,
  );

/** Repeats a payment with its key until it is answered with 201. */
const pay = (client: Client, idempotencyKey: string, body: object): Promise<true> =>
  waitFor(`${idempotencyKey} to be answered`, async () => {
    const answer = await client.post('/v1/transfers', body, { idempotencyKey }).catch(() => undefined);
    return answer?.status === 201 ? true : undefined;
  });
