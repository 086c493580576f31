import { expect } from 'chai';
import { createMemoryEventStore } from '../../../src/event-store/memory.ts';
import { START, StoreUnavailable, type EventStore } from '../../../src/event-store/port.ts';
import type { DocumentStore } from '../../../src/read-models/port.ts';
import type { ProjectionProgress, ProjectorFault } from '../../../src/read-models/projection-progress.ts';
import type { Projection } from '../../../src/read-models/projection.ts';
import { runProjector, type ProjectorOptions } from '../../../src/read-models/projector/book-projector.ts';
import { createMemoryDocumentStore } from '../../../src/read-models/stores/memory.ts';
import { waitFor } from '../../support/wait-for.ts';
import { boxes, dayEnded, decodeCoins, moved, newEvent, removed, totals, type CoinEvent } from './coins.ts';

const BOOK = 'book-a';
const DEADLINE_MS = 10_000;

type Running = {
  /** All reports so far, oldest first. */
  readonly reports: (readonly ProjectionProgress[])[];
  readonly faults: ProjectorFault[];
  /** Resolves with the latest or the first later report that matches. */
  until(
    wanted: (progress: ReadonlyMap<string, ProjectionProgress>) => boolean,
  ): Promise<ReadonlyMap<string, ProjectionProgress>>;
  stop(): Promise<void>;
};

const running: Running[] = [];

function start(
  options: Pick<ProjectorOptions<CoinEvent>, 'eventStore' | 'documents'> &
    Partial<ProjectorOptions<CoinEvent>>,
): Running {
  const stop = new AbortController();
  const reports: (readonly ProjectionProgress[])[] = [];
  const faults: ProjectorFault[] = [];
  const watchers = new Set<() => void>();
  const ended = runProjector<CoinEvent>({
    projections: [boxes, totals],
    decode: decodeCoins,
    signal: stop.signal,
    pageSize: 10,
    onProgress(progress) {
      reports.push(progress);
      for (const watch of watchers) watch();
    },
    onFault: (fault) => void faults.push(fault),
    ...options,
  });
  const projector: Running = {
    reports,
    faults,
    until: (wanted) =>
      new Promise((resolve, reject) => {
        const newest = () => new Map((reports.at(-1) ?? []).map((progress) => [progress.name, progress]));
        const finish = (): void => {
          watchers.delete(watch);
          clearTimeout(timer);
        };
        const watch = (): void => {
          if (!wanted(newest())) return;
          finish();
          resolve(newest());
        };
        const timer = setTimeout(() => {
          finish();
          reject(new Error('The projector did not come so far in time.'));
        }, DEADLINE_MS);
        watchers.add(watch);
        watch();
      }),
    async stop() {
      stop.abort();
      await ended;
    },
  };
  running.push(projector);
  return projector;
}

const areLiveAt = (position: bigint) => (progress: ReadonlyMap<string, ProjectionProgress>) =>
  progress.size > 0 &&
  [...progress.values()].every(({ state, position: reached }) => state === 'live' && reached === position);

async function append(eventStore: EventStore, ...events: CoinEvent[]): Promise<bigint> {
  const expected = (await eventStore.readLast(BOOK))?.revision ?? -1;
  const result = await eventStore.append(BOOK, events.map(newEvent), expected);
  if (!result.ok) throw new Error('Nobody else writes here.');
  return result.position;
}

async function coinsIn(documents: DocumentStore): Promise<Record<string, number>> {
  const found = await documents.list('boxes_v1', { scope: BOOK, terms: [], order: 'oldest', limit: 1_000 });
  // The projection writes these bodies.
  return Object.fromEntries(found.map(({ id, body }) => [id, (JSON.parse(body) as { coins: number }).coins]));
}

async function countOf(documents: DocumentStore, collection: string): Promise<number> {
  const found = await documents.list(collection, { scope: BOOK, terms: [], order: 'oldest', limit: 10_000 });
  return found.length;
}

/** A store in which some calls fail while `isAway` is set. */
function failing<Store extends object>(store: Store, isAway: (call: keyof Store) => boolean): Store {
  return new Proxy(store, {
    get(target, property) {
      // The stores' properties are functions that need no `this`.
      const call = property as keyof Store;
      const work = target[call] as (...args: unknown[]) => unknown;
      return (...args: unknown[]) =>
        isAway(call) ? Promise.reject(new StoreUnavailable('The store is away.')) : work(...args);
    },
  });
}

describe('The projector', () => {
  afterEach(async () => {
    for (const projector of running.splice(0)) await projector.stop();
  });

  it('projects existing events and then new ones', async () => {
    const [eventStore, documents] = [createMemoryEventStore(), createMemoryDocumentStore()];
    const there = await append(
      eventStore,
      ...Array.from({ length: 35 }, () => moved(null, 'a', 1)),
      dayEnded,
    );
    const projector = start({ eventStore, documents });
    await projector.until(areLiveAt(there));
    expect(await coinsIn(documents)).to.deep.equal({ a: 35 });
    const next = await append(eventStore, moved('a', 'b', 5));
    await projector.until(areLiveAt(next));
    expect(await coinsIn(documents)).to.deep.equal({ a: 30, b: 5 });
    expect(await countOf(documents, 'moves_v1')).to.equal(36);
    expect(await countOf(documents, 'totals_v2')).to.equal(36);
    await waitFor('both are marked', async () =>
      (await documents.checkpoints()).size === 4 ? true : undefined,
    );
    expect(await documents.checkpoints()).to.deep.equal(
      new Map([
        ['boxes_v1', next],
        ['boxes_v1 complete', there],
        ['totals_v2', next],
        ['totals_v2 complete', there],
      ]),
    );
    expect(projector.faults).to.deep.equal([]);
  });

  it('reads the documents of all live projections at once', async () => {
    const [eventStore, memory] = [createMemoryEventStore(), createMemoryDocumentStore()];
    const crates: Projection<CoinEvent> = { ...boxes, name: 'crates', state: 'crates', log: 'hauls' };
    const asked = new Set<string>();
    const documents: DocumentStore = {
      ...memory,
      // Answers only when the other projection has asked too.
      async getMany(name, ...args) {
        asked.add(name);
        await waitFor('both projections ask', () => asked.size === 2 || undefined);
        return memory.getMany(name, ...args);
      },
    };
    const projector = start({ eventStore, documents, projections: [boxes, crates] });
    await projector.until(areLiveAt(START));
    const position = await append(eventStore, moved(null, 'a', 1));
    await projector.until(areLiveAt(position));
    expect(asked).to.deep.equal(new Set(['boxes_v1', 'crates_v1']));
    expect(await coinsIn(documents)).to.deep.equal({ a: 1 });
  });

  it('is live on an empty store', async () => {
    const projector = start({ eventStore: createMemoryEventStore(), documents: createMemoryDocumentStore() });
    await projector.until(areLiveAt(-1n));
  });

  it('reports catching_up until it is live', async () => {
    const [eventStore, documents] = [createMemoryEventStore(), createMemoryDocumentStore()];
    const there = await append(eventStore, ...Array.from({ length: 40 }, () => moved(null, 'a', 1)));
    const projector = start({ eventStore, documents });
    await projector.until(areLiveAt(there));
    const states = projector.reports.map((report) => report[0]?.state);
    expect(states.slice(0, 4)).to.deep.equal(['catching_up', 'catching_up', 'catching_up', 'catching_up']);
    expect(states.at(-1)).to.equal('live');
  });

  it('resumes from its checkpoints after a restart', async () => {
    const [eventStore, documents] = [createMemoryEventStore(), createMemoryDocumentStore()];
    const first = start({ eventStore, documents });
    await first.until(areLiveAt(await append(eventStore, moved(null, 'a', 1), moved(null, 'a', 1))));
    await first.stop();
    const next = await append(eventStore, moved(null, 'a', 1));
    const decoded: bigint[] = [];
    const second = start({
      eventStore,
      documents,
      decode(stored) {
        decoded.push(stored.position);
        return decodeCoins(stored);
      },
    });
    await second.until(areLiveAt(next));
    expect(decoded).to.deep.equal([next]);
    expect(await coinsIn(documents)).to.deep.equal({ a: 3 });
  });

  it('changes nothing if a checkpoint was lost after its documents were written', async () => {
    const [eventStore, documents] = [createMemoryEventStore(), createMemoryDocumentStore()];
    const withoutCheckpoints: DocumentStore = {
      ...documents,
      write: (writes) => documents.write(writes, new Map()),
    };
    const there = await append(eventStore, moved(null, 'a', 9), moved('a', 'b', 4), removed('b'));
    const first = start({ eventStore, documents: withoutCheckpoints });
    await first.until(areLiveAt(there));
    await first.stop();
    const before = [await coinsIn(documents), await countOf(documents, 'moves_v1')];
    // Smaller pages end between the events that the first run wrote together.
    const second = start({ eventStore, documents, pageSize: 1 });
    await second.until(areLiveAt(there));
    expect(second.faults).to.deep.equal([]);
    expect([await coinsIn(documents), await countOf(documents, 'moves_v1')]).to.deep.equal(before);
    expect(before).to.deep.equal([{ a: 5 }, 3]);
  });

  it('builds a new version from the first event while other projections continue', async () => {
    const [eventStore, documents] = [createMemoryEventStore(), createMemoryDocumentStore()];
    const first = start({ eventStore, documents, projections: [boxes] });
    await first.until(
      areLiveAt(await append(eventStore, ...Array.from({ length: 50 }, () => moved(null, 'a', 1)))),
    );
    await first.stop();

    let openGate: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => (openGate = resolve));
    const rebuilt: Projection<CoinEvent> = { ...totals, name: 'rebuilt', log: 'rebuilt' };
    const held = { ...documents };
    held.write = async (writes, checkpoints) => {
      if (writes.length > 0 && checkpoints.has('rebuilt_v2') && !checkpoints.has('boxes_v1')) await gate;
      await documents.write(writes, checkpoints);
    };
    const second = start({ eventStore, documents: held, projections: [boxes, rebuilt] });
    const next = await append(eventStore, moved(null, 'b', 1));
    const progress = await second.until((projections) => projections.get('boxes')?.position === next);
    expect(progress.get('boxes')?.state).to.equal('live');
    expect(progress.get('rebuilt')).to.deep.include({ state: 'catching_up', position: -1n });
    openGate();
    await second.until(areLiveAt(next));
    expect(await countOf(documents, 'rebuilt_v2')).to.equal(51);

    // From here on, both share one group.
    const together: number[] = [];
    held.write = async (writes, checkpoints) => {
      // Marks of builds are written alone.
      if (checkpoints.has('boxes_v1') || checkpoints.has('rebuilt_v2')) together.push(checkpoints.size);
      await documents.write(writes, checkpoints);
    };
    await second.until(areLiveAt(await append(eventStore, moved(null, 'b', 1))));
    expect(together).to.deep.equal([2]);
  });

  it('stalls only the projection whose rule throws, and lets it recover', async () => {
    const [eventStore, documents] = [createMemoryEventStore(), createMemoryDocumentStore()];
    let isMended = false;
    const brittle: Projection<CoinEvent> = {
      ...totals,
      name: 'brittle',
      log: 'brittle',
      rules: {
        ...totals.rules,
        'box.removed': {
          emit: ({ position }) => {
            if (!isMended) throw new Error('not now');
            return [{ id: `t_${position}`, terms: [], value: {} }];
          },
        },
      },
    };
    const projector = start({ eventStore, documents, projections: [boxes, brittle] });
    const last = await append(
      eventStore,
      moved(null, 'a', 1),
      moved(null, 'a', 1),
      removed('a'),
      moved(null, 'b', 1),
    );
    const progress = await projector.until(
      (projections) =>
        projections.get('brittle')?.state === 'stalled' && projections.get('boxes')?.position === last,
    );
    expect(progress.get('boxes')?.state).to.equal('live');
    expect(progress.get('brittle')?.position).to.equal(1n);
    const event = { stream: BOOK, revision: 2, position: 2n };
    expect(progress.get('brittle')?.fault).to.deep.include({
      event,
      reason: 'not now',
      projections: ['brittle_v2'],
    });
    expect(projector.faults[0]).to.deep.include({ event, reason: 'not now', retryInMs: 100 });
    expect(await countOf(documents, 'brittle_v2')).to.equal(2);

    const later = await append(eventStore, moved(null, 'b', 1));
    await projector.until((projections) => projections.get('boxes')?.position === later);
    isMended = true;
    const recovered = await projector.until(areLiveAt(later));
    expect(recovered.get('brittle')?.fault).to.equal(undefined);
    expect(await countOf(documents, 'brittle_v2')).to.equal(5);
    expect(await coinsIn(documents)).to.deep.equal({ b: 2 });
  });

  it('stalls only the projections that need an undecodable event', async () => {
    const [eventStore, documents] = [createMemoryEventStore(), createMemoryDocumentStore()];
    const projector = start({
      eventStore,
      documents,
      decode(stored) {
        if (stored.type === 'box.removed') throw new Error('unreadable');
        return decodeCoins(stored);
      },
    });
    const last = await append(eventStore, moved(null, 'a', 1), removed('a'), moved(null, 'b', 1));
    const progress = await projector.until(
      (projections) =>
        projections.get('boxes')?.state === 'stalled' && projections.get('totals')?.position === last,
    );
    expect(progress.get('boxes')).to.deep.include({ position: 0n });
    expect(progress.get('boxes')?.fault).to.deep.include({ reason: 'unreadable' });
    expect(progress.get('totals')?.state).to.equal('live');
  });

  it('continues after an event that only another process could project', async () => {
    const [eventStore, documents] = [createMemoryEventStore(), createMemoryDocumentStore()];
    const older = start({
      eventStore,
      documents,
      decode(stored) {
        if (stored.type === 'box.removed') throw new Error('of a newer release');
        return decodeCoins(stored);
      },
    });
    const last = await append(eventStore, moved(null, 'a', 1), removed('a'), moved(null, 'b', 1));
    await older.until((projections) => projections.get('boxes')?.state === 'stalled');
    const newer = start({ eventStore, documents });
    await newer.until(areLiveAt(last));
    await older.until(areLiveAt(last));
    // It goes on from the documents of the other process, not from those that it had in memory.
    await newer.stop();
    await older.until(areLiveAt(await append(eventStore, moved(null, 'a', 1), moved(null, 'b', 1))));
    expect(await coinsIn(documents)).to.deep.equal({ a: 1, b: 2 });
  });

  for (const away of ['write', 'getMany', 'ensure', 'checkpoints', 'ping'] as const) {
    it(`waits while ${away} of the document store fails, and continues once it works`, async () => {
      const [eventStore, documents] = [createMemoryEventStore(), createMemoryDocumentStore()];
      let isAway = true;
      const last = await append(eventStore, moved(null, 'a', 1), moved(null, 'a', 1));
      const store = failing(documents, (call) => isAway && call === away);
      const projector = start({ eventStore, documents: store });
      const progress = await projector.until((projections) => projections.get('boxes')?.state === 'waiting');
      expect(progress.get('boxes')?.fault).to.deep.include({ reason: 'The store is away.' });
      expect(projector.faults[0]).to.deep.equal({
        projections: ['boxes_v1', 'totals_v2'],
        reason: 'The store is away.',
        retryInMs: 100,
      });
      isAway = false;
      const back = await projector.until(areLiveAt(last));
      expect(back.get('boxes')?.fault).to.equal(undefined);
      expect(await coinsIn(documents)).to.deep.equal({ a: 2 });
    });
  }

  it('waits while the event store is unavailable, and continues once it is back', async () => {
    const [eventStore, documents] = [createMemoryEventStore(), createMemoryDocumentStore()];
    let isAway = false;
    const store = { ...failing(eventStore, (call) => isAway && call === 'head') };
    store.follow = async function* (position, options) {
      for await (const page of eventStore.follow(position, options)) {
        if (isAway) throw new StoreUnavailable('The store is away.');
        yield page;
      }
    };
    const projector = start({ eventStore: store, documents });
    await projector.until(areLiveAt(await append(eventStore, moved(null, 'a', 1))));
    isAway = true;
    const last = await append(eventStore, moved(null, 'a', 1));
    await projector.until((projections) => projections.get('boxes')?.state === 'waiting');
    isAway = false;
    await projector.until(areLiveAt(last));
    expect(await coinsIn(documents)).to.deep.equal({ a: 2 });
  });

  it('waits while the documents are ahead of the events, and continues once they are not', async () => {
    const [all, restored, documents] = [
      createMemoryEventStore(),
      createMemoryEventStore(),
      createMemoryDocumentStore(),
    ];
    const first = start({ eventStore: all, documents });
    const events = Array.from({ length: 5 }, () => moved(null, 'a', 1));
    await first.until(areLiveAt(await append(all, ...events)));
    await first.stop();
    await append(restored, moved(null, 'b', 1), moved(null, 'b', 1));
    const second = start({ eventStore: restored, documents });
    const progress = await second.until((projections) => projections.get('boxes')?.state === 'waiting');
    expect(progress.get('boxes')?.fault?.reason).to.match(
      /^The documents are ahead of the events: they are at position 4, but the newest event is at 1\. /,
    );
    expect(await coinsIn(documents)).to.deep.equal({ a: 5 });
    // As when a server of a cluster was behind the others.
    await append(restored, moved(null, 'b', 1), moved(null, 'b', 1), moved(null, 'b', 1));
    await second.until(areLiveAt(4n));
  });

  it('waits longer after each failure of a store', async () => {
    const documents = failing(createMemoryDocumentStore(), (call) => call === 'ensure');
    const projector = start({ eventStore: createMemoryEventStore(), documents });
    await projector.until(() => projector.faults.length === 3);
    expect(projector.faults.map(({ retryInMs }) => retryInMs)).to.deep.equal([100, 200, 400]);
  });

  it('stops on abort, even while it waits to retry', async () => {
    const documents = failing(createMemoryDocumentStore(), () => true);
    const projector = start({ eventStore: createMemoryEventStore(), documents });
    await projector.until(() => projector.faults.length === 2);
    await projector.stop();
  });

  it('rejects projections that share a collection or a name', async () => {
    const options = { eventStore: createMemoryEventStore(), documents: createMemoryDocumentStore() };
    for (const other of [
      { ...boxes, name: 'other' },
      { ...totals, name: 'boxes', version: 1 },
    ]) {
      const projector = start({ ...options, projections: [boxes, other] });
      running.pop();
      let fault: unknown;
      await projector.stop().catch((error: unknown) => (fault = error));
      expect(String(fault)).to.include('belongs to more than one projection');
    }
  });
});
