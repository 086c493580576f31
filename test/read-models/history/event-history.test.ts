import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { createMemoryEventStore } from '../../../src/event-store/memory.ts';
import { NO_STREAM, StoreUnavailable, type EventStore } from '../../../src/event-store/port.ts';
import {
  EventHistory,
  findLosses,
  observingEvents,
  type Evidence,
} from '../../../src/read-models/history/event-history.ts';

const STREAM = 'book-1-sandbox';
const OTHER = 'book-2-sandbox';

describe('The history of an event store', () => {
  /** What the process uses; a test replaces it. */
  let store: EventStore;
  let history: EventHistory;
  /** The store as the process uses it. */
  let observed: EventStore;
  beforeEach(async () => {
    store = createMemoryEventStore();
    const current: EventStore = {
      ...store,
      append: (...args) => store.append(...args),
      read: (...args) => store.read(...args),
      readLast: (...args) => store.readLast(...args),
      head: () => store.head(),
    };
    history = new EventHistory(current, 20);
    observed = observingEvents(current, (event) => history.observeEvent(event));
    await append(2);
    await history.check();
  });

  /** Appends in the name of this process, or of another one. */
  const append = async (count: number, to: EventStore = observed, stream = STREAM): Promise<void> => {
    for (let left = count; left > 0; left -= 1) {
      const last = (await store.readLast(stream))?.revision ?? NO_STREAM;
      await to.append(stream, [{ id: randomUUID(), type: 'tested', data: '{}', metadata: '{}' }], last);
    }
  };

  /** Copies the events, which the result puts back. */
  const backUp = async (): Promise<() => Promise<void>> => {
    const copies = [await store.read(STREAM, 0, 100), await store.read(OTHER, 0, 100)];
    return async () => {
      store = createMemoryEventStore();
      for (const { stream, id, type, data, metadata, revision } of copies.flat())
        await store.append(stream, [{ id, type, data, metadata }], revision + NO_STREAM);
    };
  };

  const reason = async (): Promise<string> => (await history.check())?.reason ?? 'no fault';

  it('finds no fault while events are added', async () => {
    await append(2);
    await append(1, store);
    expect([await reason(), await reason()]).to.deep.equal(['no fault', 'no fault']);
  });

  it('notices the loss of an event that this process appended after the last check', async () => {
    const restore = await backUp();
    await append(1);
    await restore();
    expect(await reason()).to.equal(
      'The events went back in time: the newest one was at position 2 and is at 1.',
    );
  });

  it('notices the loss of events of another process that this one has read', async () => {
    const restore = await backUp();
    await append(1, store);
    await observed.read(STREAM, 0, 10);
    await restore();
    expect(await reason()).to.match(/^The events went back in time/);
    await append(1, store);
    expect(await reason()).to.match(/^The events went back in time/);
  });

  it('still notices it after another process has appended as many events as were lost, or more', async () => {
    const restore = await backUp();
    await append(1, observed, OTHER);
    await append(1);
    await restore();
    await append(5, store);
    const missing = 'The events went back in time: event 2 of book-1-sandbox is missing or another one.';
    expect([await reason(), await reason()]).to.deep.equal([missing, missing]);
  });

  it('takes it for a restore if several streams have lost what was newer than all other events', async () => {
    const restore = await backUp();
    await append(1, observed, OTHER);
    await append(1);
    await restore();
    expect((await history.check())?.isOfAll).to.equal(true);
    // The process learns what others append to the restored store.
    await append(5, store);
    await observed.read(STREAM, 0, 10);
    expect((await history.check())?.isOfAll).to.equal(true);
  });

  it('does not take it for a restore if one stream lost its end', async () => {
    await append(1, observed, OTHER);
    const restore = await backUp();
    await append(1);
    await restore();
    expect((await history.check())?.isOfAll).to.equal(false);
  });

  it('does not take it for a restore if a stream has newer events than one that lost its end', async () => {
    const restore = await backUp();
    await append(1);
    await append(1, observed, 'platform');
    const [kept] = await store.read('platform', 0, 1);
    await append(1, observed, OTHER);
    await restore();
    await store.append('platform', kept === undefined ? [] : [kept], NO_STREAM);
    expect((await history.check())?.isOfAll).to.equal(false);
  });

  it('finds no fault if one stream alone lost the newest event, and others have newer ones', async () => {
    await append(1, observed, OTHER);
    const restore = await backUp();
    await append(1);
    await restore();
    await append(2, store, OTHER);
    expect([await reason(), await reason()]).to.deep.equal(['no fault', 'no fault']);
  });

  it('gives up a call that never ends', async () => {
    const fault = (): Promise<unknown> => history.check().catch((error: unknown) => error);
    const available = store;
    for (const call of ['head', 'read'] as const) {
      store = { ...available, [call]: () => new Promise(() => undefined) };
      expect(await fault()).to.be.instanceOf(StoreUnavailable);
    }
    store = available;
    expect(await reason()).to.equal('no fault');
  });
});

describe('The losses that evidence proves', () => {
  const at = (seconds: number): number => Date.parse('2026-11-28T12:00:00.000Z') + seconds * 1_000;
  const proves = (revision: number, seconds: number): Evidence => ({
    source: 'a document',
    revision,
    event: { time: at(seconds) },
    writtenAt: at(seconds),
  });

  /** The seconds of the events of each stream that are left, and of the newest one that there was. */
  async function lossesOf(
    streams: Readonly<Record<string, { left: readonly number[]; newest: number; acceptedAt?: number }>>,
  ) {
    const store = createMemoryEventStore();
    for (const [stream, { left }] of Object.entries(streams))
      for (const [revision, seconds] of left.entries()) {
        const metadata = JSON.stringify({ time: new Date(at(seconds)).toISOString() });
        const event = { id: randomUUID(), type: 'tested', data: '{}', metadata };
        await store.append(stream, [event], revision + NO_STREAM);
      }
    const evidence = {
      find: async (stream: string) => {
        const { left = [], newest = 0 } = streams[stream] ?? {};
        const found = left.indexOf(newest);
        return Promise.resolve([proves(found < 0 ? left.length : found, newest)]);
      },
    };
    return findLosses(store, evidence, Object.keys(streams), (stream) => streams[stream]?.acceptedAt);
  }

  it('are those of a restore if all streams end before each of them', async () => {
    const found = await lossesOf({
      platform: { left: [0], newest: 0 },
      [STREAM]: { left: [10, 20], newest: 100 },
      [OTHER]: { left: [30], newest: 31 },
    });
    expect(found).to.deep.equal({ lost: [STREAM, OTHER], areNewest: true });
  });

  it('are no restore if a stream has an event that is newer than one of them', async () => {
    const found = await lossesOf({
      platform: { left: [0, 90], newest: 90 },
      [STREAM]: { left: [10], newest: 20 },
      [OTHER]: { left: [30], newest: 100 },
    });
    expect(found).to.deep.equal({ lost: [STREAM, OTHER], areNewest: false });
  });

  it('are those of a restore although the clock of a sandbox is ahead', async () => {
    const found = await lossesOf({
      platform: { left: [0], newest: 50 },
      'book-1-production': { left: [30], newest: 40 },
      [OTHER]: { left: [9_000], newest: 9_000 },
    });
    expect(found).to.deep.equal({ lost: ['platform', 'book-1-production'], areNewest: true });
  });

  it('are not those that an operator has accepted', async () => {
    const found = await lossesOf({
      platform: { left: [0, 90], newest: 90 },
      [STREAM]: { left: [10], newest: 20, acceptedAt: at(50) },
      [OTHER]: { left: [30], newest: 100, acceptedAt: at(50) },
    });
    expect(found).to.deep.equal({ lost: [OTHER], areNewest: true });
  });
});
