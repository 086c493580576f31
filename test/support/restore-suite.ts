/** Every restore procedure of docs/backup.md, followed step by step. Run by each kind of documents store. */
import { expect } from 'chai';
import { COLLECTIONS } from '../../projections/collections.ts';
import type { RestorableDocuments } from './restorable-stores.ts';
import { startScenario } from './shared-stores-scenario.ts';
import type { Scenario } from './shared-stores-scenario.ts';
import { untilLogged, untilReady } from './shared-stores-world.ts';
import { startCli } from './cli.ts';
import { waitFor } from './wait-for.ts';
import { readiness } from './readiness.ts';

export function restoreSuite(where: string, openDocuments: () => Promise<RestorableDocuments>): void {
  describe(`The restore procedures, with documents ${where}`, function () {
    this.timeout(300_000);
    let scenario: Scenario;
    beforeEach(async () => {
      scenario = await startScenario(await openDocuments());
    });
    afterEach(() => scenario.close());

    /** `cli projections rebuild --all`, until every read model is new. */
    async function rebuildAll(): Promise<void> {
      const cli = startCli();
      try {
        const env = { BASE_URL: scenario.node(0).url, OPERATOR_TOKEN: scenario.world.operatorToken };
        const { code, out, err } = await cli.run(env, 'projections', 'rebuild', '--all', '--reason', 'test');
        expect(code, out + err).to.equal(0);
      } finally {
        await cli.close();
      }
    }

    it('documents older, services stopped: they continue from the restored checkpoints', async () => {
      const { world, node, pay } = scenario;
      const before = await pay(node(0), 3);
      const restore = await world.backUpDocuments();
      const after = await pay(node(1), 4);
      await world.untilProjected();
      await scenario.stop();
      await restore();
      await scenario.start();
      await scenario.expectRecovered([...before, ...after]);
      expect(await scenario.wasRebuilt()).to.equal(false);
    });

    it('read models not restored: they are rebuilt, and nothing is delivered again', async () => {
      const { world, node, pay, receiver } = scenario;
      const made = await pay(node(0), 4);
      await scenario.expectRecovered(made);
      await scenario.stop();
      await world.documents.loseReadModels();
      const received = receiver.received.length;
      await scenario.start();
      await scenario.expectRecovered(made);
      expect(receiver.received).to.have.length(received);
      made.push(...(await pay(node(0))));
      await scenario.expectRecovered(made);
    });

    it('documents lost: restoring the vault and rebuilding brings personal data back', async () => {
      const { world, node, pay } = scenario;
      const made = await pay(node(0), 3);
      await world.untilProjected();
      // The backup of the vault, as it is to be made: after the events.
      const restoreVault = await world.documents.backUpVault();
      await world.documents.lose();
      for (const each of scenario.nodes) await untilLogged(each, 'documents went back in time');
      await scenario.expectRecovered(made, { hasVault: false });
      for (const each of scenario.nodes) await waitFor('a warning', async () => scenario.vaultWarning(each));
      await restoreVault();
      await rebuildAll();
      await scenario.expectRecovered(made);
      await waitFor('no warning', async () =>
        (await scenario.vaultWarning(node(0))) === undefined ? true : undefined,
      );
    });

    it('emptied except for the vault: everything is rebuilt, with personal data', async () => {
      const { world, node, pay } = scenario;
      const made = await pay(node(0), 3);
      await world.untilProjected();
      await scenario.stop();
      await world.documents.loseAllButVault();
      await scenario.start();
      await scenario.expectRecovered(made);
      expect(await scenario.vaultWarning(node(0))).to.equal(undefined);
    });

    it('both older, from one backup: they continue with what the backup has', async () => {
      const { world, node, pay } = scenario;
      const kept = await pay(node(0), 3);
      await scenario.stop();
      const [restoreDocuments, restoreEvents] = [await world.documents.backUp(), await world.events.backUp()];
      await scenario.start();
      const lost = await pay(node(0), 3);
      await world.untilProjected();
      await scenario.stop();
      await restoreDocuments();
      await restoreEvents();
      await scenario.start();
      kept.push(...(await pay(node(0), 2)));
      await scenario.expectRecovered(kept);
      expect(await scenario.wasRebuilt()).to.equal(false);
      // Lost IDs may have been given to other transfers since.
      const shown = new Set(kept.map(({ id }) => id));
      for (const { id } of lost)
        if (!shown.has(id)) expect((await node(1).sandbox.get(`/v1/transfers/${id}`)).status).to.equal(404);
    });

    it('events older, services stopped: the next start replaces the read models', async () => {
      const { world, node, nodes, pay } = scenario;
      const kept = await pay(node(0), 3);
      const restore = await world.events.backUp();
      await pay(node(1), 3);
      // One book that ends earlier is refused, because somebody may have removed its newest events.
      await scenario.newSandbox();
      await world.untilProjected();
      await scenario.stop();
      await restore();
      await scenario.start();
      await Promise.any(
        nodes.map((each) => untilLogged(each, 'events went back in time; rebuilding read models')),
      );
      await untilReady(node(1));
      kept.push(...(await pay(node(1))));
      await scenario.expectRecovered(kept);
    });

    it('events lost, or another event store: nothing is served and nothing replaced', async () => {
      const { world, node, pay } = scenario;
      const made = await pay(node(0));
      await world.untilProjected();
      await scenario.stop();
      const restore = await world.events.backUp();
      await world.events.lose();
      await scenario.start();
      await waitFor('the reason', async () => {
        const { status, health } = await readiness(node(0).url);
        expect(status).to.equal(503);
        return health.parts.keys.detail.includes('Check whether the events were restored') || undefined;
      });
      expect(await scenario.wasRebuilt()).to.equal(false);
      await scenario.stop();
      await restore();
      await scenario.start();
      await scenario.expectRecovered(made);
    });

    it('one read model removed while no service ran: the next start rebuilds it alone', async () => {
      const { world, node, pay } = scenario;
      const made = await pay(node(0), 3);
      await world.untilProjected();
      await scenario.stop();
      await world.documents.dropCollections([COLLECTIONS.transfers]);
      await scenario.start();
      await scenario.expectRecovered(made);
      const damaged = [...(await world.checkpoints()).keys()].filter((key) => key.endsWith(' damaged'));
      expect(damaged).to.deep.equal([`${COLLECTIONS.transfers} damaged`]);
    });
  });
}
