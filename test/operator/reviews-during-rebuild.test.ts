/** Reviews while operators read documents of older projection rules, which get no updates. */
import { expect } from 'chai';
import type { Client } from '../support/client.ts';
import { expectBody, expectError, newUser } from '../support/api-steps.ts';
import { transferInReview } from '../support/operator-world.ts';
import { startServicePair } from '../support/service-pair.ts';
import type { ServicePair } from '../support/service-pair.ts';
import { waitFor } from '../support/wait-for.ts';
import { createMemoryDocumentStore } from '../../src/read-models/stores/memory.ts';

describe('A review during a rebuild with newer projection rules', () => {
  const documents = createMemoryDocumentStore();
  let pair: ServicePair;
  let admin: Client;
  let sandbox: Client;
  let rebuilt: string | undefined;

  before(async () => {
    await documents.ensure(['transfers_v0', 'reviews_v0'].map((name) => ({ name, kind: 'state' })));
    pair = await startServicePair(undefined, {
      documents,
      overrideProgress: (each) => (each.name === rebuilt ? { ...each, version: 0, state: 'stale' } : each),
    });
    [{ admin, sandbox }] = pair.nodes;
  });
  after(() => pair.close());

  for (const name of ['transfers', 'reviews']) {
    it(`is not said to be missing or closed if its document is missing in older ${name}`, async () => {
      rebuilt = undefined;
      const { id } = await transferInReview(sandbox);
      const path = `/operator/v1/transfers/${id}/review`;
      expect(expectBody(await admin.get(path), 200)).to.include({ id });

      rebuilt = name;
      // Progress is reported with the next event.
      await newUser(sandbox);
      await waitFor('the older documents are read, which lack the transfer', async () =>
        (await admin.get(path)).status === 200 ? undefined : true,
      );
      expectError(await admin.get(path), 503, 'service_unavailable');
      const assign = { body: { assigned_to: 'me' } };
      expectError(await admin.request('PATCH', path, assign), 503, 'service_unavailable');
    });
  }
});
