import { expect } from 'chai';
import { PROJECTIONS } from '../../../projections/all.ts';
import { usersProjection } from '../../../projections/users.ts';
import { StoreUnavailable } from '../../../src/event-store/port.ts';
import { createRebuilds } from '../../../src/read-models/generations/rebuilds.ts';
import type { DocumentStore } from '../../../src/read-models/port.ts';
import { createMemoryDocumentStore } from '../../../src/read-models/stores/memory.ts';
import { waitFor } from '../../support/wait-for.ts';

const { name } = usersProjection;

describe('The comparison of two generations', () => {
  /** The document store rejects records while `isAway` is set. */
  async function comparable() {
    const store = { isAway: false };
    const inner = createMemoryDocumentStore();
    let begun = 0;
    const documents: DocumentStore = {
      ...inner,
      checkpoints() {
        begun += 1;
        return inner.checkpoints();
      },
      putRecord: (...asked) =>
        store.isAway ? Promise.reject(new StoreUnavailable('away')) : inner.putRecord(...asked),
    };
    const rebuilds = createRebuilds(documents, PROJECTIONS, Date.now);
    const rebuild = await rebuilds.plan(name);
    if (rebuild === undefined) throw new Error('there is no such projection');
    begun = 0;
    return {
      store,
      rebuilds,
      begun: () => begun,
      compare: () => rebuilds.startComparison(rebuild.plan, rebuild.next),
    };
  }

  it('does not start, and rejects the request, while its record cannot be stored', async () => {
    const { store, rebuilds, compare } = await comparable();
    store.isAway = true;
    const refused = await compare().catch((error: unknown) => error);
    expect(refused).to.be.an.instanceOf(StoreUnavailable);
    await rebuilds.close();
    expect(await rebuilds.latestVerification(name)).to.equal(undefined);
  });

  it('runs once for concurrent requests, and can be repeated afterwards', async () => {
    const { rebuilds, begun, compare } = await comparable();
    await Promise.all([compare(), compare()]);
    const ended = (): Promise<true | undefined> =>
      rebuilds.latestVerification(name).then((found) => (found?.state === 'running' ? undefined : true));
    await waitFor('it has ended', ended);
    expect(begun()).to.equal(1);
    await compare();
    await waitFor('it has ended again', ended);
    expect(begun()).to.equal(2);
    await rebuilds.close();
  });

  it('ends without an error when the store becomes unavailable', async () => {
    const { store, rebuilds, compare } = await comparable();
    await compare();
    store.isAway = true;
    await rebuilds.close();
    expect(await rebuilds.latestVerification(name)).to.include({ state: 'running' });
  });
});
