/** Lists of operators over several books, while the projections are behind. */
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { createMemoryDocumentStore } from '../../src/read-models/stores/memory.ts';
import { expectBody, expectError } from '../support/api-steps.ts';
import { createClient } from '../support/client.ts';
import { startServicePair } from '../support/service-pair.ts';
import { waitFor } from '../support/wait-for.ts';

const LIST = '/operator/v1/webhook_endpoints';
const endpoint = () => ({ url: `https://shop.example/${randomUUID()}` });

describe('A list of an operator', () => {
  it('of one integrator does not wait for the books of others', async () => {
    const store = createMemoryDocumentStore();
    let projecting = Promise.resolve();
    let resume: () => void = () => undefined;
    const pair = await startServicePair(undefined, {
      documents: {
        ...store,
        async write(...args) {
          await projecting;
          return store.write(...args);
        },
      },
    });
    try {
      const [{ admin, sandbox, url }] = pair.nodes;
      const other = expectBody(await admin.post('/operator/v1/integrators', { name: 'other' }), 201);
      const issue = { environment: 'sandbox', permissions: 'read_write' };
      const { secret } = expectBody(
        await admin.post(`/operator/v1/integrators/${other.id}/keys`, issue),
        201,
      );
      const own = expectBody(await sandbox.post('/v1/webhook_endpoints', endpoint()), 201);
      const listed = () => admin.get(`${LIST}?integrator_id=${pair.integratorId}`);
      await waitFor('the list', async () =>
        expectBody(await listed(), 200).data.length === 1 ? true : undefined,
      );
      expectBody(await admin.get(LIST), 200);

      projecting = new Promise((resolve) => (resume = resolve));
      const written = await createClient(url, String(secret)).post('/v1/webhook_endpoints', endpoint());
      expectBody(written, 201);
      const startedAt = performance.now();
      const { data } = expectBody(await listed(), 200);
      expect(
        data.map(({ webhook_endpoint }: { webhook_endpoint: { id: string } }) => webhook_endpoint.id),
      ).to.deep.equal([own.id]);
      // A read waits five seconds for the projections.
      expect(performance.now() - startedAt).to.be.below(4_000);
      expectError(await admin.get(LIST), 503, 'service_unavailable');
      expectError(await admin.get(`${LIST}?integrator_id=${other.id}`), 503, 'service_unavailable');
      resume();
      await waitFor('all', async () => ((await admin.get(LIST)).status === 200 ? true : undefined));
    } finally {
      resume();
      await pair.close();
    }
  });
});
