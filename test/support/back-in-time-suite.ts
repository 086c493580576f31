/** What has to happen when a store goes back in time under running services. Run by each kind of documents store. */
import { expect } from 'chai';
import { COLLECTIONS } from '../../projections/collections.ts';
import {
  expectBody,
  fundedWallet,
  newPayoutAccount,
  newWallet,
  offrampBody,
  transferBody,
} from './api-steps.ts';
import type { Answer } from './client.ts';
import { readiness } from './readiness.ts';
import type { RestorableDocuments } from './restorable-stores.ts';
import { createSharedStoresWorld, untilLogged, untilReady } from './shared-stores-world.ts';
import type { Node, SharedStoresWorld } from './shared-stores-world.ts';
import { waitFor } from './wait-for.ts';
import { eventIds, newEndpoint } from './webhook-client.ts';
import { startWebhookReceiver, statusResponse } from './webhook-receiver.ts';
import type { WebhookReceiver } from './webhook-receiver.ts';

type Body = Answer['body'];

/** Detection takes a second; the rest is for slow machines. */
const DETECTED_WITHIN_MS = 8_000;

const WENT_BACK = '"msg":"documents went back in time';

export function backInTimeSuite(where: string, openDocuments: () => Promise<RestorableDocuments>): void {
  describe(`Documents ${where} that go back in time under two services`, function () {
    this.timeout(120_000);
    let world: SharedStoresWorld;
    let nodes: Node[];
    let receiver: WebhookReceiver;
    let payer: Body;
    let payee: Body;

    beforeEach(async () => {
      world = await createSharedStoresWorld(await openDocuments());
      receiver = await startWebhookReceiver();
      nodes = [await world.startNode(), await world.startNode()];
      await Promise.all(nodes.map(untilReady));
      const { sandbox } = node(0);
      await newEndpoint(sandbox, receiver.url);
      payer = await fundedWallet(sandbox, { cashable: '1000.00' });
      payee = await newWallet(sandbox);
    });
    afterEach(async () => {
      await world.close();
      await receiver.close();
    });

    const node = (index: number): Node => {
      const found = nodes[index];
      if (found === undefined) throw new Error('There are two nodes.');
      return found;
    };
    const pay = async (at: Node): Promise<Body> =>
      expectBody(await at.sandbox.post('/v1/transfers', transferBody(payer.id, payee.id, '1.00')), 201);
    const payMany = async (at: Node, count: number): Promise<Body[]> => {
      const made: Body[] = [];
      for (let n = 0; n < count; n += 1) made.push(await pay(at));
      return made;
    };
    /** The answer of a node as soon as it is not 503, which has to be 200. */
    const read = async (at: Node, path: string): Promise<Body> =>
      expectBody(
        await waitFor(path, async () => {
          const answer = await at.sandbox.get(path);
          return answer.status === 503 ? undefined : answer;
        }),
        200,
      );
    const received = (): Set<string> => new Set(eventIds(receiver.received));
    /** Every public event of the book, from the API. */
    async function allEvents(at: Node): Promise<string[]> {
      const ids: string[] = [];
      for (let after = ''; ;) {
        const page = await read(at, `/v1/events?limit=100${after}`);
        ids.push(...page.data.map(({ id }: Body) => id));
        if (page.next_cursor === null || page.next_cursor === undefined) return ids;
        after = `&cursor=${page.next_cursor}`;
      }
    }
    /** All nodes show all transfers, the documents equal the events, and nothing was missed by webhooks. */
    async function expectRecovered(transfers: readonly Body[]): Promise<void> {
      for (const each of nodes) {
        await untilReady(each);
        for (const { id } of transfers) await read(each, `/v1/transfers/${id}`);
      }
      const { differences, differences_in_all } = await world.compare();
      expect(differences).to.deep.equal([]);
      expect(differences_in_all).to.equal(0);
      const ids = await allEvents(node(0));
      expect(ids).to.have.length.of.at.least(transfers.length);
      await waitFor('every event at the receiver', () => ids.every((id) => received().has(id)) || undefined);
    }

    it('restored from an older backup: both stop reading within seconds, rebuild, and miss nothing', async () => {
      const before = await payMany(node(0), 5);
      await waitFor('deliveries', () => received().size >= 5 || undefined);
      const restore = await world.backUpDocuments();
      const after = await payMany(node(1), 12);
      await world.untilProjected();
      await restore();
      const times = await Promise.all(nodes.map((each) => untilLogged(each, WENT_BACK)));
      expect(Math.max(...times)).to.be.below(DETECTED_WITHIN_MS);
      await expectRecovered([...before, ...after]);
      // Each node logs it once.
      for (const each of nodes) expect(each.log().split(WENT_BACK).length - 1).to.equal(1);
    });

    it('answers 503 and never 404 or an old balance once it has noticed', async () => {
      const restore = await world.backUpDocuments();
      const after = await payMany(node(0), 3);
      const balance = await balanceOf(node(0), payee);
      await world.untilProjected();
      await restore();
      await Promise.all(nodes.map((each) => untilLogged(each, WENT_BACK)));
      for (;;) {
        const isReady = (await Promise.all(nodes.map(isUp))).every(Boolean);
        for (const each of nodes) {
          const { status } = await each.sandbox.get(`/v1/transfers/${after[0]?.id}`);
          expect([200, 503]).to.include(status);
          const shown = await each.sandbox.get(`/v1/users/${payee.user_id}/wallets/${payee.id}/balance`);
          if (shown.status === 200) expect(shown.body).to.deep.equal(balance);
          else expect(shown.status).to.equal(503);
        }
        if (isReady) break;
      }
      await expectRecovered(after);
    });

    it('does not hide the loss behind newer writes and restarts', async () => {
      const restore = await world.backUpDocuments();
      const after = await payMany(node(0), 5);
      await world.untilProjected();
      await restore();
      // Before anybody has noticed, both nodes write more and are restarted.
      after.push(...(await payMany(node(0), 2)), ...(await payMany(node(1), 2)));
      for (const each of nodes) await each.close();
      nodes = [await world.startNode(), await world.startNode()];
      await expectRecovered(after);
    });

    it('everything lost: recovers without a restart', async () => {
      const made = await payMany(node(0), 5);
      await world.documents.lose();
      await Promise.all(nodes.map((each) => untilLogged(each, WENT_BACK)));
      await expectRecovered(made);
      made.push(...(await payMany(node(1), 2)));
      await expectRecovered(made);
    });

    it('everything lost: recovers when one node after the other is restarted', async () => {
      const made = await payMany(node(0), 5);
      await world.documents.lose();
      for (const index of [0, 1]) {
        await node(index).close();
        nodes[index] = await world.startNode();
        made.push(await pay(node(index)));
      }
      await expectRecovered(made);
    });

    it('restored during an idle time: repeats lost webhook retries', async () => {
      receiver.respondWith(statusResponse(500));
      const restore = await world.backUpDocuments();
      const [lost] = await payMany(node(0), 1);
      await waitFor(
        'a failed attempt',
        () => receiver.received.some(({ body }) => body.includes(lost.id)) || undefined,
      );
      await restore();
      await Promise.all(nodes.map((each) => untilLogged(each, WENT_BACK)));
      receiver.respondWith(statusResponse(204));
      await expectRecovered([lost]);
      const again = receiver.received.filter(({ body }) => body.includes(lost.id));
      expect(again).to.have.length.of.at.least(2);
    });

    it('pays a payout whose task was lost, once', async () => {
      const { sandbox } = node(0);
      const account = await newPayoutAccount(sandbox, payer.user_id);
      const restore = await world.backUpDocuments();
      const payout = expectBody(
        await sandbox.post('/v1/transfers', offrampBody(payer.id, account.id, '500.00')),
        201,
      );
      await world.untilProjected();
      await restore();
      await Promise.all(nodes.map((each) => untilLogged(each, WENT_BACK)));
      await Promise.all(nodes.map(untilReady));
      await waitFor('the payout at its rail', async () => {
        const { status, body } = await sandbox.get(`/v1/transfers/${payout.id}`);
        return status === 200 && !['pending', 'in_review'].includes(body.state) ? body : undefined;
      });
      await expectRecovered([payout]);
    });

    it('restored twice, the second time while it is rebuilt', async () => {
      const restore = await world.backUpDocuments();
      const made = await payMany(node(0), 5);
      await world.untilProjected();
      await restore();
      await Promise.all(nodes.map((each) => untilLogged(each, WENT_BACK)));
      await restore();
      await expectRecovered(made);
    });

    it('events restored to an earlier time: both nodes start over, and show only what the events have', async () => {
      const kept = await payMany(node(0), 3);
      const restore = await world.events.backUp();
      const lost = await payMany(node(1), 3);
      await world.untilProjected();
      await restore();
      await Promise.all(nodes.map((each) => untilLogged(each, 'events went back in time; starting over')));
      await Promise.any(nodes.map((each) => untilLogged(each, 'rebuilding read models')));
      await expectRecovered([...kept, await payWhenPossible(node(0))]);
      for (const each of nodes)
        for (const { id } of lost)
          expect((await each.sandbox.get(`/v1/transfers/${id}`)).status).to.equal(404);
    });

    it('events restored while no service ran: the next start replaces the read models', async () => {
      const kept = await payMany(node(0), 3);
      const restore = await world.events.backUp();
      await payMany(node(1), 3);
      await world.untilProjected();
      for (const each of nodes) await each.close();
      await restore();
      nodes = [await world.startNode(), await world.startNode()];
      await Promise.any(
        nodes.map((each) => untilLogged(each, 'events went back in time; rebuilding read models')),
      );
      await expectRecovered([...kept, await payWhenPossible(node(1))]);
    });

    it('an empty event store: nothing is replaced, and nothing served', async () => {
      await pay(node(0));
      await world.untilProjected();
      for (const each of nodes) await each.close();
      await world.events.lose();
      nodes = [await world.startNode()];
      await untilLogged(node(0), 'The documents are ahead of the events');
      expect((await readiness(node(0).url)).status).to.equal(503);
      expect([...(await world.checkpoints()).keys()].filter((key) => key.endsWith(' damaged'))).to.deep.equal(
        [],
      );
    });

    const payWhenPossible = async (at: Node): Promise<Body> => {
      await untilReady(at);
      return pay(at);
    };

    it('is rebuilt by one node only', async () => {
      const made = await payMany(node(0), 10);
      await world.documents.lose();
      await Promise.all(nodes.map((each) => untilLogged(each, WENT_BACK)));
      await expectRecovered(made);
      // Another node may take over, but continues where the first one was.
      const writes = nodes.map(({ written }) => written.get(`${COLLECTIONS.transfers}_g2`) ?? 0);
      const sum = writes.reduce((total, count) => total + count, 0);
      expect(sum).to.be.within(made.length, 2 * made.length - 1);
    });
  });

  const balanceOf = async (at: Node, wallet: Body): Promise<Body> =>
    expectBody(await at.sandbox.get(`/v1/users/${wallet.user_id}/wallets/${wallet.id}/balance`), 200);
  const isUp = async ({ url }: Node): Promise<boolean> => (await fetch(`${url}/readyz`)).status === 200;
}
