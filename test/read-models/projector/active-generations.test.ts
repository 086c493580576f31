/** Generations that are built while an older one is read, by one process or by several. */
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import { createMemoryEventStore } from '../../../src/event-store/memory.ts';
import { StoreUnavailable, type EventStore } from '../../../src/event-store/port.ts';
import { createLease } from '../../../src/jobs/lease.ts';
import { nextGeneration, replacementMarks } from '../../../src/read-models/generations/generation.ts';
import type { DocumentStore } from '../../../src/read-models/port.ts';
import type { ProjectionProgress } from '../../../src/read-models/projection-progress.ts';
import type { Projection } from '../../../src/read-models/projection.ts';
import { runProjector } from '../../../src/read-models/projector/book-projector.ts';
import { createMemoryDocumentStore } from '../../../src/read-models/stores/memory.ts';
import { waitFor } from '../../support/wait-for.ts';
import { boxes, decodeCoins, moved, newEvent, totals, type CoinEvent } from './coins.ts';

const BOOK = 'book-a';
type World = {
  readonly eventStore: EventStore;
  readonly documents: DocumentStore;
  /** Appends this many events. */
  append(count: number): Promise<bigint>;
};

function world(documents = createMemoryDocumentStore()): World {
  const eventStore = createMemoryEventStore();
  return {
    eventStore,
    documents,
    async append(count) {
      const expected = (await eventStore.readLast(BOOK))?.revision ?? -1;
      const events = Array.from({ length: count }, (_, n) =>
        newEvent(moved(null, `box${n % 7}`, 1 + (n % 3))),
      );
      const result = await eventStore.append(BOOK, events, expected);
      if (!result.ok) throw new Error('Nobody else writes here.');
      return result.position;
    },
  };
}

type Run = {
  newest(name?: string): ProjectionProgress | undefined;
  readonly reports: (readonly ProjectionProgress[])[];
  stop(): Promise<void>;
};

function run(
  { eventStore, documents }: World,
  projections: readonly Projection<CoinEvent>[] = [boxes, totals],
  more: {
    canBuild?: () => Promise<boolean>;
    onPrepared?: () => void;
    decode?: typeof decodeCoins;
    onReport?: (p: readonly ProjectionProgress[]) => void;
  } = {},
): Run {
  const stopping = new AbortController();
  const reports: (readonly ProjectionProgress[])[] = [];
  const ended = runProjector<CoinEvent>({
    eventStore,
    documents,
    projections,
    decode: decodeCoins,
    signal: stopping.signal,
    pageSize: 10,
    catchUpPageSize: 25,
    planIntervalMs: 5,
    dropAfterMs: 20,
    ...more,
    onProgress(progress) {
      reports.push(progress);
      more.onReport?.(progress);
    },
    onFault: () => undefined,
  });
  return {
    reports,
    newest: (name = 'boxes') => reports.at(-1)?.find((each) => each.name === name),
    async stop() {
      stopping.abort();
      await ended;
    },
  };
}

const isTrue = (holds: boolean): true | undefined => (holds ? true : undefined);
const bodiesOf = async (documents: DocumentStore, ...names: string[]) =>
  (await Promise.all(names.map((name) => documents.scan(name, { limit: 1_000 })))).flat();

describe('A projection with a new generation', () => {
  it('reads the old generation until the new one has caught up, and updates both to the same content', async () => {
    const coins = world();
    const projector = run(coins);
    await coins.append(180);
    await waitFor('the first is complete', async () =>
      isTrue((await coins.documents.checkpoints()).has('boxes_v1 complete')),
    );
    await coins.documents.write([], new Map([['boxes_v1_g2', -1n]]));
    await waitFor('it is being built', () =>
      isTrue(projector.reports.some((all) => all.some(({ building }) => building !== undefined))),
    );
    const last = await coins.append(35);
    await waitFor('it is read', () => isTrue(projector.newest()?.generation === 2));
    await waitFor('it has everything', () => isTrue(projector.newest()?.position === last));
    // The position of the active generation never decreased.
    const positions = projector.reports.flatMap(
      (all) => all.find(({ name }) => name === 'boxes')?.position ?? [],
    );
    expect(positions).to.deep.equal([...positions].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0)));
    const [first, second] = await Promise.all([
      bodiesOf(coins.documents, 'boxes_v1', 'moves_v1'),
      bodiesOf(coins.documents, 'boxes_v1_g2', 'moves_v1_g2'),
    ]);
    expect(second.length).to.equal(215 + 7);
    // The first one was not updated after the switch. Up to there, both are equal.
    const left = (await coins.documents.checkpoints()).get('boxes_v1') ?? -1n;
    const until_ = (found: typeof first) => found.filter(({ position }) => position <= left);
    const later = second.filter(({ position }) => position > left).map(({ id }) => id);
    expect(until_(second)).to.deep.equal(until_(first).filter(({ id }) => !later.includes(id)));
    await projector.stop();
  });

  it('lets the old generation go on while events come as fast as the new one is built', async () => {
    const documents = createMemoryDocumentStore();
    let appendsLeft = 45;
    const failures: unknown[] = [];
    const coins: World = world({
      ...documents,
      async write(writes, checkpoints, expected) {
        if (appendsLeft > 0 && checkpoints.has('boxes_v1_g2')) {
          appendsLeft -= 1;
          const last = await coins.append(30);
          await delay(60);
          await waitFor(
            'they are read',
            () => isTrue((projector.newest()?.position ?? -1n) >= last),
            10_000,
          ).catch((error: unknown) => failures.push(error));
        }
        return documents.write(writes, checkpoints, expected);
      },
    });
    const projector = run(coins);
    await coins.append(180);
    await waitFor('the first is complete', async () =>
      isTrue((await documents.checkpoints()).has('boxes_v1 complete')),
    );
    await documents.write([], new Map([['boxes_v1_g2', -1n]]));
    await waitFor('the new one is read or waited for', () =>
      isTrue(projector.newest()?.generation === 2 || failures.length > 0),
    );
    await projector.stop();
    expect(failures).to.deep.equal([]);
    expect(appendsLeft).to.equal(0);
    const [first, second] = await Promise.all(
      ['boxes_v1', 'boxes_v1_g2'].map((name) => bodiesOf(documents, name)),
    );
    expect(second).to.have.length(7).and.to.deep.equal(first);
  });

  it('drops its old generation even if one of another projection cannot be dropped', async () => {
    const memory = createMemoryDocumentStore();
    const coins = world({
      ...memory,
      drop: (names, checkpoints) =>
        names.includes('boxes_v1')
          ? Promise.reject(new StoreUnavailable('away'))
          : memory.drop(names, checkpoints),
    });
    const has = async (mark: string) => (await memory.checkpoints()).has(mark);
    const mark = (...marks: string[]) => memory.write([], new Map(marks.map((each) => [each, -1n])));
    const projector = run(coins);
    await coins.append(20);
    for (const first of ['boxes_v1', 'totals_v2'])
      await waitFor(`${first} is complete`, async () => isTrue(await has(`${first} complete`)));
    await mark('boxes_v1_g2', 'totals_v2_g2');
    for (const name of ['boxes', 'totals'])
      await waitFor(`the second ${name}`, () => isTrue(projector.newest(name)?.generation === 2));
    await mark('boxes_v1 dropping', 'totals_v2 dropping');
    await waitFor('the first totals are gone', async () => isTrue(!(await has('totals_v2'))));
    expect(await has('boxes_v1')).to.equal(true);
    await projector.stop();
  });

  it('waits while a store fails at the start of a process, and is not taken for an outdated one', async () => {
    const coins = world();
    const first = run(coins);
    await coins.append(40);
    await waitFor('the first is complete', async () =>
      isTrue((await coins.documents.checkpoints()).has('boxes_v1 complete')),
    );
    await coins.documents.write([], new Map([['boxes_v1_g2', -1n]]));
    await waitFor('the second is read', () => isTrue(first.newest()?.generation === 2));
    await first.stop();
    const last = await coins.append(20);
    let calls = 0;
    const ensure: DocumentStore['ensure'] = (...args) => {
      calls += 1;
      return calls === 1
        ? Promise.reject(new StoreUnavailable('no answer'))
        : coins.documents.ensure(...args);
    };
    const second = run({ ...coins, documents: { ...coins.documents, ensure } });
    await waitFor('it has everything', () => isTrue(second.newest()?.position === last));
    await second.stop();
    const states = second.reports.map((all) => all.find(({ name }) => name === 'boxes')?.state);
    expect(states).to.include('waiting').and.not.include('stale');
  });

  it('resumes a build from its own checkpoint after an interruption', async () => {
    const coins = world();
    await coins.append(400);
    const held = { ...coins.documents };
    let pages = 0;
    held.write = async (writes, marks) => {
      if (marks.has('boxes_v1_g2')) {
        pages += 1;
        // The third page never resolves, as in a killed process.
        if (pages === 3) return new Promise<void>(() => undefined);
      }
      return coins.documents.write(writes, marks);
    };
    const before = run(coins, [boxes]);
    await waitFor('the first is complete', async () =>
      isTrue((await coins.documents.checkpoints()).has('boxes_v1 complete')),
    );
    await before.stop();
    await coins.documents.write([], new Map([['boxes_v1_g2', -1n]]));
    const killed = run({ ...coins, documents: held }, [boxes]);
    await waitFor('two pages are there', () => isTrue(pages === 3));
    expect((await coins.documents.checkpoints()).get('boxes_v1_g2')).to.equal(49n);
    void killed.stop();

    const asked: bigint[] = [];
    const eventStore: EventStore = {
      ...coins.eventStore,
      follow(position, options) {
        asked.push(position);
        return coins.eventStore.follow(position, options);
      },
    };
    const again = run({ ...coins, eventStore }, [boxes]);
    await waitFor('it is read', () => isTrue(again.newest()?.generation === 2));
    expect(asked).to.include(49n).and.not.to.include(-1n);
    expect((await coins.documents.checkpoints()).get('boxes_v1_g2 events')).to.equal(400n);
    const [first, second] = [
      await bodiesOf(coins.documents, 'boxes_v1', 'moves_v1'),
      await bodiesOf(coins.documents, 'boxes_v1_g2', 'moves_v1_g2'),
    ];
    expect(second).to.deep.equal(first);
    await again.stop();
  });

  it('builds a new version automatically, and is stale until then if the code lacks the older version', async () => {
    const coins = world();
    await coins.append(60);
    const before = run(coins, [boxes]);
    await waitFor('all is there', () => isTrue(before.newest()?.state === 'live'));
    await before.stop();
    const last = await coins.append(30);
    let isOpen = false;
    const raised: Projection<CoinEvent> = { ...boxes, version: 2 };
    const held = { ...coins.documents };
    held.write = async (writes, marks) => {
      await waitFor('the gate opens', () => isTrue(isOpen || !marks.has('boxes_v2')));
      await coins.documents.write(writes, marks);
    };
    const after = run({ ...coins, documents: held }, [raised]);
    const stale = await waitFor('it is built', () => (after.newest()?.building ? after.newest() : undefined));
    expect(stale).to.include({ version: 1, state: 'stale', position: 59n });
    expect(stale.building).to.include({ version: 2, generation: 1 });
    isOpen = true;
    await waitFor('it is read', () => isTrue(after.newest()?.version === 2));
    await waitFor('it has everything', () => isTrue(after.newest()?.position === last));
    expect(after.newest()).to.deep.include({
      state: 'live',
      retired: [{ version: 1, generation: 1, dropping: false }],
    });
    await after.stop();
  });

  it('updates the older generation while its version is still in the code', async () => {
    const coins = world();
    await coins.append(20);
    const before = run(coins, [boxes]);
    await waitFor('all is there', () => isTrue(before.newest()?.state === 'live'));
    await before.stop();
    const held = { ...coins.documents };
    held.write = async (writes, marks) => {
      if (marks.has('boxes_v2')) await new Promise<void>(() => undefined);
      await coins.documents.write(writes, marks);
    };
    const raised: Projection<CoinEvent> = { ...boxes, version: 2 };
    const after = run({ ...coins, documents: held }, [boxes, raised]);
    const last = await coins.append(5);
    const read = await waitFor('the old generation is updated', () =>
      after.newest()?.position === last ? after.newest() : undefined,
    );
    expect(read).to.include({ version: 1, state: 'live' });
    expect(read.building).to.include({ version: 2 });
    // The projector never ends: its group waits for a write that does not resolve.
    void after.stop();
  });

  it('is built only by the process that may build', async () => {
    const coins = world();
    await coins.append(20);
    const first = run(coins, [boxes]);
    await waitFor('the first is complete', async () =>
      isTrue((await coins.documents.checkpoints()).has('boxes_v1 complete')),
    );
    await first.stop();
    const raised: Projection<CoinEvent> = { ...boxes, version: 2 };
    let may = false;
    const other = run(coins, [raised], { canBuild: () => Promise.resolve(may) });
    await waitFor('the first plan', () => isTrue(other.newest()?.state === 'stale'));
    expect((await coins.documents.checkpoints()).has('boxes_v2')).to.equal(false);
    may = true;
    await waitFor('it is read', () => isTrue(other.newest()?.version === 2));
    await other.stop();
  });

  it('is prepared next to the release that is running, and continued by the one that replaces it', async () => {
    const coins = world();
    await coins.append(60);
    const running = run(coins, [boxes]);
    await waitFor('all is there', () => isTrue(running.newest()?.state === 'live'));
    const raised: Projection<CoinEvent> = { ...boxes, version: 2 };
    const prepare = async (canBuild = () => Promise.resolve(true)): Promise<void> => {
      let isPrepared = false;
      const preparing = run(coins, [raised, totals], { canBuild, onPrepared: () => (isPrepared = true) });
      await waitFor('it is prepared', () => isTrue(isPrepared));
      await preparing.stop();
    };
    await prepare();
    const first = await coins.documents.checkpoints();
    // A new projection, too, which has no older generation.
    for (const key of ['boxes_v2', 'totals_v2']) {
      expect([key, first.get(key), first.get(`${key} events`)]).to.deep.equal([key, 59n, 60n]);
      expect(first.has(`${key} complete`)).to.equal(false);
    }
    const last = await coins.append(30);
    await waitFor('the running release goes on', () => isTrue(running.newest()?.position === last));
    expect(running.newest()).to.include({ version: 1, state: 'live' });
    // Another process is building at first.
    let asked = 0;
    await prepare(() => Promise.resolve((asked += 1) > 3));
    expect((await coins.documents.checkpoints()).get('boxes_v2 events')).to.equal(90n);
    await running.stop();

    const after = run(coins, [raised, totals]);
    await waitFor('it is read', () => isTrue(after.newest()?.version === 2));
    expect(after.newest()).to.include({ position: last, state: 'live' });
    const [old, next] = await Promise.all([
      bodiesOf(coins.documents, 'boxes_v1', 'moves_v1'),
      bodiesOf(coins.documents, 'boxes_v2', 'moves_v2'),
    ]);
    expect(next).to.deep.equal(old);
    await after.stop();
  });

  it('is not prepared if there is none', async () => {
    const coins = world();
    await coins.append(20);
    const running = run(coins, [boxes]);
    await waitFor('all is there', () => isTrue(running.newest()?.state === 'live'));
    const before = [...(await coins.documents.checkpoints()).keys()];
    let isPrepared = false;
    const preparing = run(coins, [boxes], { onPrepared: () => (isPrepared = true) });
    await waitFor('it ends', () => isTrue(isPrepared));
    await preparing.stop();
    expect([...(await coins.documents.checkpoints()).keys()]).to.deep.equal(before);
    await running.stop();
  });

  it('switches to a generation built by another process once it has caught up here too', async () => {
    const coins = world();
    await coins.append(300);
    const builder = run(coins, [boxes]);
    await waitFor('the first is complete', async () =>
      isTrue((await coins.documents.checkpoints()).has('boxes_v1 complete')),
    );
    // This process finds the new generation at an older checkpoint, and its pages are slow, so it lags for a while.
    let isOpen = false;
    const slow = { ...coins.documents };
    slow.write = async (writes, marks) => {
      if (marks.has('boxes_v1_g2')) await waitFor('the gate opens', () => isTrue(isOpen));
      await coins.documents.write(writes, marks);
    };
    slow.checkpoints = async () => {
      const marks = await coins.documents.checkpoints();
      return isOpen || (marks.get('boxes_v1_g2') ?? -1n) < 100n ? marks : marks.set('boxes_v1_g2', 100n);
    };
    const other = run({ ...coins, documents: slow }, [boxes], { canBuild: () => Promise.resolve(false) });
    await waitFor('it is live here', () => isTrue(other.newest()?.state === 'live'));
    const from = other.reports.length;
    await coins.documents.write([], new Map([['boxes_v1_g2', -1n]]));
    await waitFor('it is read there', () => isTrue(builder.newest()?.generation === 2));
    await builder.stop();
    const last = await coins.append(30);
    const behind = await waitFor('the old generation is updated here', () =>
      other.newest()?.position === last ? other.newest() : undefined,
    );
    expect([behind.generation ?? 1, behind.state]).to.deep.equal([1, 'live']);
    isOpen = true;
    await waitFor('it is read here', () => isTrue(other.newest()?.generation === 2));
    const updates = other.reports.slice(from).flatMap((all) => all[0] ?? []);
    expect(new Set(updates.map(({ state }) => state))).to.deep.equal(new Set(['live']));
    expect(updates.at(-1)?.position).to.equal(last);
    await other.stop();
  });

  it('removes a dropped generation completely and continues', async () => {
    const coins = world();
    await coins.append(20);
    const projector = run(coins);
    await waitFor('the first is complete', async () =>
      isTrue((await coins.documents.checkpoints()).has('boxes_v1 complete')),
    );
    await coins.documents.write([], new Map([['boxes_v1_g2', -1n]]));
    await waitFor('it is read', () => isTrue(projector.newest()?.generation === 2));
    await coins.documents.write([], new Map([['boxes_v1 dropping', -1n]]));
    const left = await waitFor('it is gone', async () => {
      const keys = [...(await coins.documents.checkpoints()).keys()];
      return keys.includes('boxes_v1') ? undefined : keys;
    });
    expect(left.filter((key) => key.startsWith('boxes_v1 '))).to.deep.equal([]);
    expect(await coins.documents.scan('boxes_v1', { limit: 1 }).catch(String)).to.match(/no collection/);
    const last = await coins.append(3);
    await waitFor('it goes on', () => isTrue(projector.newest()?.position === last));
    await projector.stop();
  });

  it('starts and stops generations even while another one cannot be removed', async () => {
    const coins = world();
    await coins.append(30);
    let isAway = true;
    const documents: DocumentStore = {
      ...coins.documents,
      drop: (...args) =>
        isAway ? Promise.reject(new StoreUnavailable('away')) : coins.documents.drop(...args),
    };
    const has = async (mark: string) => (await documents.checkpoints()).has(mark);
    const projector = run({ ...coins, documents }, [boxes]);
    await waitFor('the first is complete', async () => isTrue(await has('boxes_v1 complete')));
    await documents.write([], new Map([['boxes_v1_g2', -1n]]));
    await waitFor('the second is read', () => isTrue(projector.newest()?.generation === 2));
    await documents.write([], new Map([['boxes_v1 dropping', -1n]]));
    await delay(60);
    await documents.write([], new Map([['boxes_v1_g3', -1n]]));
    await waitFor('the third is read', () => isTrue(projector.newest()?.generation === 3));
    const left = (await documents.checkpoints()).get('boxes_v1_g2');
    await coins.append(5);
    await waitFor('it has everything', () => isTrue(projector.newest()?.position === 34n));
    expect((await documents.checkpoints()).get('boxes_v1_g2')).to.equal(left);
    isAway = false;
    await waitFor('the first is gone', async () => isTrue(!(await has('boxes_v1'))));
    await projector.stop();
  });

  it('does not block processes with newer versions if it has nothing to build', async () => {
    const coins = world();
    await coins.append(30);
    const node = (projection: Projection<CoinEvent>) => {
      const lease = createLease(coins.documents, 'builds', Date.now, 100);
      return run(coins, [projection], { canBuild: () => lease.tryAcquire() });
    };
    const older = node(boxes);
    await waitFor('it is complete', async () =>
      isTrue((await coins.documents.checkpoints()).has('boxes_v1 complete')),
    );
    const newer = node({ ...boxes, version: 2 });
    await waitFor('newer rules are read', () => isTrue(newer.newest()?.version === 2));
    await older.stop();
    await newer.stop();
  });

  it('does not block processes with newer versions if it cannot continue its own build', () =>
    expectNewerBuild(world()));

  it('does not block them either if the build replaces damaged documents', async () => {
    const coins = world();
    const damaged = { name: boxes.name, version: boxes.version, generation: 1 };
    await coins.documents.write([], replacementMarks([damaged], nextGeneration(damaged)));
    await expectNewerBuild(coins);
  });

  async function expectNewerBuild(coins: World): Promise<void> {
    await coins.append(30);
    const node = (projection: Projection<CoinEvent>, decode = decodeCoins) => {
      const lease = createLease(coins.documents, 'builds', Date.now, 100);
      return run(coins, [projection], { canBuild: () => lease.tryAcquire(), decode });
    };
    const older = node(boxes, (stored) => {
      if (stored.position === 15n) throw new Error('A newer release wrote this event.');
      return decodeCoins(stored);
    });
    const isStalled = (): boolean =>
      [older.newest(), older.newest()?.building].some((each) => each?.state === 'stalled');
    await waitFor('it is stalled', () => isTrue(isStalled()));
    const newer = node({ ...boxes, version: 2 });
    await waitFor('newer rules are read', () => isTrue(newer.newest()?.version === 2));
    expect(isStalled()).to.equal(true);
    await older.stop();
    await newer.stop();
  }
});
