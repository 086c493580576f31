import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { createMemoryEventStore } from '../../../src/event-store/memory.ts';
import { NO_STREAM, StoreUnavailable, type EventStore } from '../../../src/event-store/port.ts';
import { EventHistory, observingEvents } from '../../../src/read-models/history/event-history.ts';

const STREAM = 'book-1-sandbox';

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
  const append = async (count: number, to: EventStore = observed): Promise<void> => {
    for (let left = count; left > 0; left -= 1) {
      const last = (await store.readLast(STREAM))?.revision ?? NO_STREAM;
      await to.append(STREAM, [{ id: randomUUID(), type: 'tested', data: '{}', metadata: '{}' }], last);
    }
  };

  /** Copies the events, which the result puts back. */
  const backUp = async (): Promise<() => Promise<void>> => {
    const copy = await store.read(STREAM, 0, 100);
    return async () => {
      store = createMemoryEventStore();
      for (const { id, type, data, metadata, revision } of copy)
        await store.append(STREAM, [{ id, type, data, metadata }], revision + NO_STREAM);
    };
  };

  const reason = async (): Promise<string> => (await history.check()) ?? 'no fault';

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
    await append(1);
    await restore();
    await append(5, store);
    const missing = 'The events went back in time: event 2 of book-1-sandbox is missing or another one.';
    expect([await reason(), await reason()]).to.deep.equal([missing, missing]);
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
