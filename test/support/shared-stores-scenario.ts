/** Two services on the same stores, with a payer, a payee, and a receiver of webhooks: what the tests of restores start with. */
import { expect } from 'chai';
import { expectBody, fundedWallet, newWallet, transferBody } from './api-steps.ts';
import { createClient, type Answer } from './client.ts';
import { readiness } from './readiness.ts';
import type { RestorableDocuments } from './restorable-stores.ts';
import { createSharedStoresWorld, untilReady } from './shared-stores-world.ts';
import type { Node, SharedStoresWorld } from './shared-stores-world.ts';
import { waitFor } from './wait-for.ts';
import { eventIds, newEndpoint } from './webhook-client.ts';
import { startWebhookReceiver } from './webhook-receiver.ts';
import type { WebhookReceiver } from './webhook-receiver.ts';

export type Body = Answer['body'];

export type Scenario = {
  readonly world: SharedStoresWorld;
  readonly receiver: WebhookReceiver;
  /** Has 1,000.00 points. */
  readonly payer: Body;
  readonly payee: Body;
  /** The nodes that run. */
  readonly nodes: readonly Node[];
  readonly node: (index: number) => Node;
  readonly stop: () => Promise<void>;
  /** Starts two nodes. */
  readonly start: () => Promise<void>;
  /** Starts another node in place of one. */
  readonly restart: (index: number) => Promise<void>;
  /** Sends 1.00 from the payer to the payee. Returns the transfers. */
  readonly pay: (at: Node, count?: number) => Promise<Body[]>;
  /** A new integrator with a sandbox that all nodes know. Its events are in other streams than those of the payments. */
  readonly newSandbox: () => Promise<{ readonly apiKey: string; readonly stream: string }>;
  /** The body of the answer of a node as soon as it is not 503, which has to be 200. */
  readonly read: (at: Node, path: string) => Promise<Body>;
  /**
   * Waits until all nodes show the same: these transfers, the balance that follows from them, and the payer's name unless its key
   * was lost. The documents have to equal the events, and the receiver must have missed nothing.
   */
  readonly expectRecovered: (transfers: readonly Body[], options?: { hasVault: boolean }) => Promise<void>;
  /** The warning about the vault in /readyz. */
  readonly vaultWarning: (at: Node) => Promise<string | undefined>;
  /** Whether the read models were replaced. */
  readonly wasRebuilt: () => Promise<boolean>;
  readonly close: () => Promise<void>;
};

export async function startScenario(documents: RestorableDocuments): Promise<Scenario> {
  const world = await createSharedStoresWorld(documents);
  const receiver = await startWebhookReceiver();
  const nodes: Node[] = [];
  const start = async (): Promise<void> => {
    nodes.splice(0, nodes.length, await world.startNode(), await world.startNode());
  };
  const node = (index: number): Node => {
    const found = nodes[index];
    if (found === undefined) throw new Error('There is no such node.');
    return found;
  };
  await start();
  await Promise.all(nodes.map(untilReady));
  const { sandbox } = node(0);
  await newEndpoint(sandbox, receiver.url);
  const payer = await fundedWallet(sandbox, { cashable: '1000.00' });
  const payee = await newWallet(sandbox);

  const read = async (at: Node, path: string): Promise<Body> =>
    expectBody(
      await waitFor(path, async () => {
        const answer = await at.sandbox.get(path);
        return answer.status === 503 ? undefined : answer;
      }),
      200,
    );
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
  async function expectShown(at: Node, transfers: readonly Body[], hasVault: boolean): Promise<void> {
    await untilReady(at);
    for (const { id } of transfers) await read(at, `/v1/transfers/${id}`);
    const received = transfers.filter(({ destination }) => destination.wallet_id === payee.id);
    const { available } = await read(at, `/v1/users/${payee.user_id}/wallets/${payee.id}/balance`);
    expect(available).to.equal(`${received.length}.00`);
    // Without the vault, a node may have used a key that it remembered.
    const { first_name } = await read(at, `/v1/users/${payer.user_id}`);
    if (hasVault) expect(first_name).to.equal('Ada');
  }

  return {
    ...{ world, receiver, payer, payee, nodes, node, start, read },
    async stop() {
      for (const each of nodes.splice(0)) await each.close();
    },
    async restart(index) {
      await node(index).close();
      nodes[index] = await world.startNode();
    },
    async pay(at, count = 1) {
      const made: Body[] = [];
      while (made.length < count) {
        const body = transferBody(payer.id, payee.id, '1.00');
        made.push(expectBody(await at.sandbox.post('/v1/transfers', body), 201));
      }
      return made;
    },
    async newSandbox() {
      const sandbox = await world.newSandbox();
      for (const { url } of nodes)
        await waitFor('the new key', async () => {
          const { status } = await createClient(url, sandbox.apiKey).get('/v1/routes');
          return status === 200 ? true : undefined;
        });
      return sandbox;
    },
    async expectRecovered(transfers, { hasVault } = { hasVault: true }) {
      await Promise.all(nodes.map(untilReady));
      const { differences, differences_in_all } = await world.compare();
      expect(differences).to.deep.equal([]);
      expect(differences_in_all).to.equal(0);
      for (const each of nodes) await expectShown(each, transfers, hasVault);
      const ids = await allEvents(node(0));
      expect(ids).to.have.length.of.at.least(transfers.length);
      await waitFor('every event at the receiver', () => {
        const received = new Set(eventIds(receiver.received));
        return ids.every((id) => received.has(id)) || undefined;
      });
    },
    vaultWarning: async (at) => (await readiness(at.url)).health.parts.vault.detail,
    wasRebuilt: async () => [...(await world.checkpoints()).keys()].some((key) => key.endsWith(' damaged')),
    async close() {
      await world.close();
      await receiver.close();
    },
  };
}
