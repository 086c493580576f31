/** What /readyz says about a node whose event store does not answer, and about a book that cannot be read. */
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { bookStreamOf } from '../../src/ledger/ids.ts';
import { expectError, newUser } from '../support/api-steps.ts';
import { forge } from '../support/forge-event.ts';
import { readiness } from '../support/readiness.ts';
import { startServicePair, type ServicePair } from '../support/service-pair.ts';
import { waitFor } from '../support/wait-for.ts';

/** The service notices within three seconds; the rest is for a busy machine. */
const NOTICED_MS = 6_000;

describe('The readiness of a node', () => {
  let pair: ServicePair;
  before(async () => {
    pair = await startServicePair();
  });
  after(() => pair.close());

  const untilStatus = (status: number, deadlineMs?: number) =>
    waitFor(
      `status ${status}`,
      async () => {
        const found = await readiness(pair.nodes[0].url);
        return found.status === status ? found.health.parts : undefined;
      },
      deadlineMs,
    );

  it('ends soon when its event store is connected and does not answer', async () => {
    const [node, other] = pair.nodes;
    node.connectEvents('frozen');
    const parts = await untilStatus(503, NOTICED_MS);
    expect(parts['event_store']).to.deep.equal({ ok: false, detail: 'no answer within 2500 ms' });
    expect(parts['documents']).to.deep.equal({ ok: true });
    expect((await readiness(other.url)).status).to.equal(200);
    node.connectEvents('up');
    await untilStatus(200);
  });

  it('gives the same reason as the log, once, when its event store is away', async () => {
    const [node] = pair.nodes;
    node.connectEvents('down');
    const parts = await untilStatus(503);
    expect(parts['event_store']).to.deep.equal({ ok: false, detail: 'the connection is cut' });
    const lines = node
      .log()
      .split('\n')
      .filter((line) => line.includes('store disconnected'));
    const reasons = lines.map((line): unknown => JSON.parse(line).reason);
    expect(reasons.filter((reason) => reason === 'the connection is cut')).to.have.length(1);
    node.connectEvents('up');
    await untilStatus(200);
    expect(node.log()).to.contain('store connected');
  });

  it('does not depend on a book that cannot be read, which it reports', async () => {
    const [{ sandbox, url }] = pair.nodes;
    await newUser(sandbox);
    const stream = bookStreamOf(pair.integratorId, 'sandbox');
    const { revision } = await forge(pair.eventStore, stream, { type: 'request.recorded', data: {} });
    const user = { type: 'individual', external_reference: randomUUID() };
    expectError(await sandbox.post('/v1/users', user), 503, 'service_unavailable');
    const { status, health } = await readiness(url);
    expect(status).to.equal(200);
    expect(health.parts['books'].detail).to.equal(
      `1 book cannot be read and is refused. ${stream}: revision ${revision} of ${stream} cannot be authenticated: it has no MAC`,
    );
    const metrics = await (await fetch(`${url}/metrics`)).text();
    expect(metrics).to.match(/^books_unreadable 1$/m);
  });
});
