/** What has to happen when a store goes back in time under running services. Run by each kind of documents store. */
import { expect } from 'chai';
import { COLLECTIONS } from '../../projections/collections.ts';
import { expectBody, newPayoutAccount, offrampBody } from './api-steps.ts';
import { readiness } from './readiness.ts';
import type { RestorableDocuments } from './restorable-stores.ts';
import { startScenario } from './shared-stores-scenario.ts';
import type { Body, Scenario } from './shared-stores-scenario.ts';
import { untilLogged, untilReady } from './shared-stores-world.ts';
import { waitFor } from './wait-for.ts';
import { eventIds } from './webhook-client.ts';
import { statusResponse } from './webhook-receiver.ts';

/** Detection takes a second; the rest is for slow machines. */
const DETECTED_WITHIN_MS = 8_000;

const WENT_BACK = '"msg":"documents went back in time';

export function backInTimeSuite(where: string, openDocuments: () => Promise<RestorableDocuments>): void {
  describe(`Documents ${where} that go back in time under two services`, function () {
    this.timeout(300_000);
    let scenario: Scenario;
    beforeEach(async () => {
      scenario = await startScenario(await openDocuments());
    });
    afterEach(() => scenario.close());

    /** Waits until all nodes have logged these words. Returns how long it took, in milliseconds. */
    const untilAllLogged = async (words: string): Promise<number> =>
      Math.max(...(await Promise.all(scenario.nodes.map((each) => untilLogged(each, words)))));

    it('restored from an older backup: both stop reading within seconds, rebuild, and miss nothing', async () => {
      const { world, receiver, nodes, node, pay } = scenario;
      const before = await pay(node(0), 5);
      await waitFor('deliveries', () => new Set(eventIds(receiver.received)).size >= 5 || undefined);
      const restore = await world.backUpDocuments();
      const after = await pay(node(1), 12);
      await world.untilProjected();
      await restore();
      expect(await untilAllLogged(WENT_BACK)).to.be.below(DETECTED_WITHIN_MS);
      await scenario.expectRecovered([...before, ...after]);
      // Each node logs it once.
      for (const each of nodes) expect(each.log().split(WENT_BACK).length - 1).to.equal(1);
    });

    it('answers 503 and never 404 or an old balance once it has noticed', async () => {
      const { world, nodes, node, payee } = scenario;
      const restore = await world.backUpDocuments();
      const after = await scenario.pay(node(0), 3);
      const path = `/v1/users/${payee.user_id}/wallets/${payee.id}/balance`;
      const balance = await scenario.read(node(0), path);
      await world.untilProjected();
      await restore();
      await untilAllLogged(WENT_BACK);
      for (;;) {
        const areReady = await Promise.all(
          nodes.map(async ({ url }) => (await readiness(url)).status === 200),
        );
        for (const each of nodes) {
          const { status } = await each.sandbox.get(`/v1/transfers/${after[0]?.id}`);
          expect([200, 503]).to.include(status);
          const shown = await each.sandbox.get(path);
          if (shown.status === 200) expect(shown.body).to.deep.equal(balance);
          else expect(shown.status).to.equal(503);
        }
        if (areReady.every(Boolean)) break;
      }
      await scenario.expectRecovered(after);
    });

    it('does not hide the loss behind newer writes and restarts', async () => {
      const { world, node, pay } = scenario;
      const restore = await world.backUpDocuments();
      const after = await pay(node(0), 5);
      await world.untilProjected();
      await restore();
      // Before anybody has noticed, both nodes write more and are restarted.
      after.push(...(await pay(node(0), 2)), ...(await pay(node(1), 2)));
      await scenario.stop();
      await scenario.start();
      await scenario.expectRecovered(after);
    });

    it('everything lost: recovers without a restart', async () => {
      const { world, node, pay } = scenario;
      const made = await pay(node(0), 5);
      await world.documents.lose();
      await untilAllLogged(WENT_BACK);
      await scenario.expectRecovered(made, { hasVault: false });
      made.push(...(await pay(node(1), 2)));
      await scenario.expectRecovered(made, { hasVault: false });
    });

    it('everything lost: recovers when one node after the other is restarted', async () => {
      const { world, node, pay } = scenario;
      const made = await pay(node(0), 5);
      await world.documents.lose();
      for (const index of [0, 1]) {
        await scenario.restart(index);
        made.push(...(await pay(node(index))));
      }
      await scenario.expectRecovered(made, { hasVault: false });
    });

    it('restored during an idle time: repeats lost webhook retries', async () => {
      const { world, receiver, node, pay } = scenario;
      receiver.respondWith(statusResponse(500));
      const restore = await world.backUpDocuments();
      const [lost] = await pay(node(0));
      const attempts = (): number => receiver.received.filter(({ body }) => body.includes(lost.id)).length;
      await waitFor('a failed attempt', () => attempts() > 0 || undefined);
      await restore();
      await untilAllLogged(WENT_BACK);
      receiver.respondWith(statusResponse(204));
      await scenario.expectRecovered([lost]);
      expect(attempts()).to.be.at.least(2);
    });

    it('pays a payout whose task was lost, once', async () => {
      const { world, node, payer } = scenario;
      const { sandbox } = node(0);
      const account = await newPayoutAccount(sandbox, payer.user_id);
      const restore = await world.backUpDocuments();
      const body = offrampBody(payer.id, account.id, '500.00');
      const payout = expectBody(await sandbox.post('/v1/transfers', body), 201);
      await world.untilProjected();
      await restore();
      await untilAllLogged(WENT_BACK);
      await Promise.all(scenario.nodes.map(untilReady));
      await waitFor('the payout at its rail', async () => {
        const { state } = await scenario.read(node(0), `/v1/transfers/${payout.id}`);
        return !['pending', 'in_review'].includes(state) || undefined;
      });
      await scenario.expectRecovered([payout]);
    });

    it('restored twice, the second time while it is rebuilt', async () => {
      const { world, node } = scenario;
      const restore = await world.backUpDocuments();
      const made = await scenario.pay(node(0), 5);
      await world.untilProjected();
      await restore();
      await untilAllLogged(WENT_BACK);
      await restore();
      await scenario.expectRecovered(made);
    });

    it('events restored to an earlier time: both nodes start over, and show only what the events have', async () => {
      const { world, nodes, node, pay } = scenario;
      const kept = await pay(node(0), 3);
      const restore = await world.events.backUp();
      const lost = await pay(node(1), 3);
      // One book that ends earlier is refused, because somebody may have removed its newest events.
      await scenario.newSandbox();
      // A node that has seen no lost event has nothing to forget, so it would not start over.
      for (const each of nodes) await scenario.read(each, `/v1/transfers/${lost.at(-1)?.id}`);
      await world.untilProjected();
      await restore();
      await untilAllLogged('events went back in time; starting over');
      await Promise.any(nodes.map((each) => untilLogged(each, 'rebuilding read models')));
      await untilReady(node(0));
      await scenario.expectRecovered([...kept, ...(await pay(node(0)))]);
      for (const each of nodes)
        for (const { id } of lost)
          expect((await each.sandbox.get(`/v1/transfers/${id}`)).status).to.equal(404);
    });

    it('events restored while no service runs, after documents were lost: the next start rebuilds', async () => {
      const { world, node, pay } = scenario;
      await world.documents.loseAllButVault();
      await untilAllLogged(WENT_BACK);
      const kept = await pay(node(0), 2);
      await scenario.expectRecovered(kept);
      const restore = await world.events.backUp();
      await pay(node(1), 2);
      await scenario.newSandbox();
      await world.untilProjected();
      await scenario.stop();
      await restore();
      await scenario.start();
      await untilReady(node(0));
      await scenario.expectRecovered([...kept, ...(await pay(node(0)))]);
    });

    it('one collection removed: it is noticed, and rebuilt', async () => {
      const { world, node, pay } = scenario;
      const made = await pay(node(0), 3);
      await world.untilProjected();
      await world.documents.dropCollections([COLLECTIONS.wallets, COLLECTIONS.transfers]);
      await untilAllLogged(WENT_BACK);
      made.push(...(await pay(node(0))));
      await scenario.expectRecovered(made);
    });

    it('the vault lost: both nodes say so, and the restored vault opens everything', async () => {
      const { world, nodes, node, payer } = scenario;
      const account = await newPayoutAccount(node(0).sandbox, payer.user_id);
      await world.untilProjected();
      const restore = await world.documents.loseVault();
      await untilAllLogged('keys of personal data missing; restore the vault');
      for (const each of nodes) {
        expect((await readiness(each.url)).status).to.equal(200);
        expect(await scenario.vaultWarning(each)).to.contain('The keys of 2 people are missing');
        expect(await (await fetch(`${each.url}/metrics`)).text()).to.match(/^vault_keys_missing 2$/m);
        await expectName(payer, 'Ada');
      }
      // A new user gets a key as usual.
      const added = expectBody(
        await node(0).sandbox.post('/v1/users', {
          type: 'individual',
          external_reference: 'after the loss',
          first_name: 'Ben',
        }),
        201,
      );
      await restore();
      await untilVaultIsComplete();
      await expectName(payer, 'Ada');
      await expectName({ user_id: added.id }, 'Ben');
      const body = offrampBody(payer.id, account.id, '500.00');
      const payout = expectBody(await node(1).sandbox.post('/v1/transfers', body), 201);
      await scenario.expectRecovered([payout]);
    });

    it('the vault lost while no service ran: the next start says so', async () => {
      const { world, node } = scenario;
      await world.untilProjected();
      await scenario.stop();
      const restore = await world.documents.loseVault();
      await scenario.start();
      await untilAllLogged('keys of personal data missing; restore the vault');
      expect(await scenario.vaultWarning(node(0))).to.contain('The keys of 2 people are missing');
      await restore();
      await untilVaultIsComplete();
    });

    const expectName = async ({ user_id }: Body, name: string): Promise<void> => {
      for (const each of scenario.nodes)
        expect((await scenario.read(each, `/v1/users/${user_id}`)).first_name).to.equal(name);
    };
    const untilVaultIsComplete = async (): Promise<void> => {
      for (const each of scenario.nodes)
        await waitFor('no warning', async () =>
          (await scenario.vaultWarning(each)) === undefined ? true : undefined,
        );
    };

    it('is rebuilt by one node only', async () => {
      const { world, nodes, node } = scenario;
      const made = await scenario.pay(node(0), 10);
      await world.documents.lose();
      await untilAllLogged(WENT_BACK);
      await scenario.expectRecovered(made, { hasVault: false });
      // Another node may take over, but continues where the first one was.
      const writes = nodes.map(({ written }) => written.get(`${COLLECTIONS.transfers}_g2`) ?? 0);
      const sum = writes.reduce((total, count) => total + count, 0);
      expect(sum).to.be.within(made.length, 2 * made.length - 1);
    });
  });
}
