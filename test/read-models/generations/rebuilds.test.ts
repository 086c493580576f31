import { expect } from 'chai';
import { PROJECTIONS } from '../../../projections/all.ts';
import { usersProjection } from '../../../projections/users.ts';
import { walletsProjection } from '../../../projections/wallets.ts';
import { StoreUnavailable } from '../../../src/event-store/port.ts';
import {
  collectionsOfGeneration,
  generationKey,
  markKey,
} from '../../../src/read-models/generations/generation.ts';
import { createRebuilds, type Rebuilds } from '../../../src/read-models/generations/rebuilds.ts';
import type { DocumentStore } from '../../../src/read-models/port.ts';
import { typedRecords } from '../../../src/read-models/records.ts';
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

describe('A rebuild that is to be compared', () => {
  const MINUTE_MS = 60_000;
  const other = walletsProjection.name;

  /** Two rebuilt projections, whose former generations are kept. The one who asked for the rebuilds is gone. */
  async function rebuilt() {
    let now = 0;
    const documents = createMemoryDocumentStore();
    const start = () => createRebuilds(documents, PROJECTIONS, () => now);
    const rebuilds = start();
    for (const rebuilding of [name, other]) {
      const first = (await rebuilds.plan(rebuilding))?.next;
      if (first === undefined) throw new Error('there is no such projection');
      const marks = [generationKey(first), markKey(first, 'complete')];
      await documents.write([], new Map(marks.map((mark) => [mark, 0n])));
      const { plan, next } = (await rebuilds.plan(rebuilding)) ?? {};
      if (plan === undefined || next === undefined) throw new Error('nothing was built');
      for (const each of [plan.active, next])
        await documents.ensure(
          PROJECTIONS.filter((of) => of.name === each.name).flatMap((of) =>
            collectionsOfGeneration(of, each),
          ),
        );
      await rebuilds.start(next, plan.active);
    }
    const complete = async () => {
      for (const each of [name, other]) {
        const { plan } = (await rebuilds.plan(each)) ?? {};
        if (plan?.building !== undefined)
          await documents.write([], new Map([[markKey(plan.building, 'complete'), 0n]]));
      }
    };
    const kept = async () => (await rebuilds.plan(name))?.plan.maintained.length;
    return { documents, rebuilds, start, complete, kept, pass: (ms: number) => (now += ms) };
  }

  const done = (rebuilds: Rebuilds, of: string) =>
    waitFor(`the comparison of ${of}`, async () =>
      (await rebuilds.latestVerification(of))?.state === 'done' ? true : undefined,
    );

  it('is compared by the service if nobody asks for it within a minute, one after another', async () => {
    const { rebuilds, complete, kept, pass } = await rebuilt();
    pass(2 * MINUTE_MS);
    await rebuilds.startForgottenComparisons();
    expect(await rebuilds.latestVerification(name)).to.equal(undefined);
    await complete();
    await rebuilds.startForgottenComparisons();
    pass(MINUTE_MS - 1);
    await rebuilds.startForgottenComparisons();
    expect(await rebuilds.latestVerification(name)).to.equal(undefined);
    pass(1);
    await rebuilds.startForgottenComparisons();
    expect(await rebuilds.latestVerification(other)).to.equal(undefined);
    await done(rebuilds, name);
    await waitFor('the former generation is released', async () => ((await kept()) === 0 ? true : undefined));
    await rebuilds.startForgottenComparisons();
    pass(MINUTE_MS);
    await rebuilds.startForgottenComparisons();
    await done(rebuilds, other);
    await rebuilds.close();
  });

  it('is compared again if the process that compared it was killed', async () => {
    const { documents, start, complete, pass } = await rebuilt();
    await complete();
    const killed = start();
    const { plan } = (await killed.plan(name)) ?? {};
    const against = plan?.maintained[0];
    if (plan === undefined || against === undefined) throw new Error('nothing is kept');
    const records = typedRecords<object>(documents, 'projections');
    await killed.startComparison(plan, against);
    await done(killed, name);
    const ended = await records.get(`verification/${name}`);
    await records.put(`verification/${name}`, {
      ...ended,
      state: 'running',
    });
    await documents.write([], new Map([[markKey(against, 'kept'), 0n]]));

    const rebuilds = start();
    await rebuilds.startForgottenComparisons();
    pass(MINUTE_MS);
    await rebuilds.startForgottenComparisons();
    await done(rebuilds, name);
    await rebuilds.close();
  });
});
