/**
 * Somebody removes the newest event of a book from an event store that two services share, while it is the newest of all events: a
 * restore to just before it looks the same. Accepted as a restore, it would allow to repeat what the event records.
 */
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { expectError, newUser } from '../support/api-steps.ts';
import { createClient, type Client } from '../support/client.ts';
import { readiness } from '../support/readiness.ts';
import { restorableMemoryDocuments } from '../support/restorable-stores.ts';
import { startScenario, type Scenario } from '../support/shared-stores-scenario.ts';
import { untilReady, type Node } from '../support/shared-stores-world.ts';
import { waitFor } from '../support/wait-for.ts';

const ENDS = 'proves an event, but the stream ends before it';

describe('A book whose newest event was removed from servers, as the newest of all events', function () {
  this.timeout(120_000);
  let scenario: Scenario;
  let book: string;
  let clientOf: (node: Node) => Client;
  beforeEach(async () => {
    scenario = await startScenario(restorableMemoryDocuments());
    const { apiKey, stream } = await scenario.newSandbox();
    book = stream;
    clientOf = ({ url }) => createClient(url, apiKey);
    await newUser(clientOf(scenario.node(0)));
    const { id } = await newUser(clientOf(scenario.node(0)));
    for (const each of scenario.nodes)
      await waitFor('the user', async () =>
        (await clientOf(each).get(`/v1/users/${id}`)).status === 200 ? true : undefined,
      );
    await scenario.world.untilProjected();
  });
  afterEach(() => scenario.close());

  /** A node that starts over answers nothing for a moment, and none ever accepts a write. */
  async function expectRefused(node: Node): Promise<void> {
    await waitFor('the refusal', async () => {
      const user = { type: 'individual', external_reference: randomUUID() };
      const answer = await clientOf(node)
        .post('/v1/users', user)
        .catch(() => undefined);
      if (answer === undefined) return undefined;
      const { message } = expectError(answer, 503, 'service_unavailable');
      return message.includes('Stored events are missing or were changed.') ? true : undefined;
    });
    await untilReady(node);
    const { health } = await readiness(node.url);
    expect(health.parts.books.detail).to.match(new RegExp(`${book}: .*${ENDS}`));
  }

  it('while they run: the book is refused on both, and nothing else', async () => {
    const { world, nodes, node } = scenario;
    await world.events.cut(book);
    for (const each of nodes) await expectRefused(each);
    await scenario.expectRecovered(await scenario.pay(node(0), 2));
    await scenario.restart(0);
    await expectRefused(node(0));
  });

  it('while none of them runs: the book is refused on both, and nothing else', async () => {
    const { world, nodes, node } = scenario;
    await scenario.stop();
    await world.events.cut(book);
    await scenario.start();
    for (const each of nodes) await expectRefused(each);
    // The documents were ahead of the events.
    expect(await scenario.wasRebuilt()).to.equal(true);
    await scenario.expectRecovered(await scenario.pay(node(1), 2));
  });
});
