/** A rebuild on a slow documents store. Readers wait for live pages, so these must not queue behind pages of the rebuild. */
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { PROJECTIONS } from '../../projections/all.ts';
import { newestProjections } from '../../src/read-models/generations/generation.ts';
import { createRebuilds } from '../../src/read-models/generations/rebuilds.ts';
import type { ProjectionProgress } from '../../src/read-models/projection-progress.ts';
import { createMemoryDocumentStore } from '../../src/read-models/stores/memory.ts';
import { expectBody, transferBody } from '../support/api-steps.ts';
import { makeHolder, startMemoryApp, type MemoryApp } from '../support/memory-app.ts';
import { throttleDocuments } from '../support/throttled-documents.ts';
import { waitFor } from '../support/wait-for.ts';

/** What one step of a rebuild may write, plus the one that follows a long live page. */
const AHEAD_MAX = 100;
const WRITES_PER_SECOND = 2_000;
const PAST_TRANSFERS = 400;

const ofRebuild = ({ collection }: { readonly collection: string }): boolean => collection.endsWith('_g2');

describe('A rebuild of all read models on a slow documents store', () => {
  const documents = createMemoryDocumentStore();
  const rebuilds = createRebuilds(documents, PROJECTIONS, Date.now);
  const progress = new Map<string, ProjectionProgress>();
  const aheadOfLivePages: number[] = [];
  let writesPerSecond = Infinity;
  let app: MemoryApp;
  let from: string, to: string;

  before(async () => {
    app = await startMemoryApp({
      documents: throttleDocuments(documents, {
        writesPerSecond: () => writesPerSecond,
        onQueued(writes, ahead) {
          if (writes.length > 0 && !writes.some(ofRebuild))
            aheadOfLivePages.push(ahead.filter(ofRebuild).length);
        },
      }),
      overrideProgress(each) {
        progress.set(each.name, each);
        return each;
      },
    });
    from = (await makeHolder(app, '1000.00')).wallet_id;
    to = (await makeHolder(app)).wallet_id;
    await Promise.all(Array.from({ length: PAST_TRANSFERS }, transfer));
  });
  after(() => app.close());

  const transfer = async (): Promise<void> => {
    const body = transferBody(from, to, '0.01');
    expectBody(await app.call('POST', '/v1/transfers', { body, idempotencyKey: randomUUID() }), 201);
  };
  const isBuilding = (): boolean => [...progress.values()].some(({ building }) => building !== undefined);

  it('lets live pages go first, and still ends', async () => {
    writesPerSecond = WRITES_PER_SECOND;
    aheadOfLivePages.length = 0;
    for (const { name } of newestProjections(PROJECTIONS).values()) {
      const { next } = (await rebuilds.plan(name)) ?? expect.fail(name);
      await rebuilds.start(next);
    }
    await waitFor('the rebuild starts', () => Promise.resolve(isBuilding() || undefined));
    while (isBuilding()) {
      await transfer();
      expectBody(await app.call('GET', '/v1/transfers?limit=1'), 200);
    }
    expect(aheadOfLivePages.length).to.be.greaterThan(5);
    expect(Math.max(...aheadOfLivePages)).to.be.at.most(AHEAD_MAX);
    expect([...progress.values()].map(({ generation }) => generation)).to.deep.equal(
      [...progress.keys()].map(() => 2),
    );
  });
});
