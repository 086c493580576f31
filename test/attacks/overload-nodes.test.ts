/** Overload by a node that runs no projector: it knows only the checkpoints of the other one. */
import { expect } from 'chai';
import { throttleDocuments } from '../support/throttled-documents.ts';
import { createMemoryDocumentStore } from '../../src/read-models/stores/memory.ts';
import { fundedWallet, transferBody } from '../support/api-steps.ts';
import { readiness } from '../support/readiness.ts';
import { startServicePair } from '../support/service-pair.ts';
import type { ServicePair } from '../support/service-pair.ts';

const DOCUMENTS_PER_SECOND = 500;
const WRITERS = 120;
const LOAD_MS = 5_000;
/** Without limits, the documents would be more than a minute behind. */
const LAG_MS_MAX = 15_000;

describe('Writers at a node without a projector, who are faster than the documents store', function () {
  const lagsMs: number[] = [];
  let pair: ServicePair;
  before(async () => {
    const documents = throttleDocuments(createMemoryDocumentStore(), {
      writesPerSecond: () => DOCUMENTS_PER_SECOND,
      onWritten(writes) {
        for (const { collection, document } of writes)
          if (collection.startsWith('transfers_') && document !== null)
            lagsMs.push(
              Date.now() - Date.parse((JSON.parse(document.body) as { created_at: string }).created_at),
            );
      },
    });
    pair = await startServicePair(undefined, { documents, secondRoles: 'api' });
  });
  after(() => pair.close());

  it('are slowed down too, and their node reports it', async () => {
    const [, { sandbox, url }] = pair.nodes;
    const from = (await fundedWallet(sandbox, { earned: '1000.00' })).id;
    const to = (await fundedWallet(sandbox, {})).id;
    const until = performance.now() + LOAD_MS;
    const statuses: number[] = [];
    const write = async (): Promise<void> => {
      while (performance.now() < until)
        statuses.push((await sandbox.post('/v1/transfers', transferBody(from, to, '0.01'))).status);
    };
    await Promise.all(Array.from({ length: WRITERS }, write));
    expect(new Set(statuses)).to.deep.equal(new Set([201, 503]));
    expect(lagsMs.length).to.be.greaterThan(50);
    expect(Math.max(...lagsMs)).to.be.at.most(LAG_MS_MAX);
    expect((await readiness(url)).health.parts.admission.detail).to.match(/^Writes are limited/);
  });
});
