/** The contract of event stores with durable events: a file or a server that several processes may share. */
import { expect } from 'chai';
import { NO_STREAM, StoreUnavailable, type EventStore } from '../../src/event-store/port.ts';
import type { Closable, ContractCase } from '../support/contract.ts';
import {
  appendOrThrow,
  appendWithRetry,
  collectFollowed,
  newEvents,
  uniqueStream,
} from '../support/event-store.ts';

/** `open` returns another store on the same events, which the caller closes. `close` closes the remaining ones. */
export type DurableEventStoreContext = Closable & {
  readonly open: () => Promise<Closable & { readonly store: EventStore }>;
};

async function failureOf(work: Promise<unknown>): Promise<unknown> {
  try {
    await work;
    return undefined;
  } catch (error) {
    return error;
  }
}

export const durableEventStoreContract: readonly ContractCase<DurableEventStoreContext>[] = [
  {
    title: 'has its events after it is opened again, and continues after them',
    run: async ({ open }) => {
      const stream = uniqueStream();
      const before = await open();
      const { position } = await appendOrThrow(before.store, stream, newEvents(5), NO_STREAM);
      const events = await before.store.read(stream, 0, 10);
      await before.close();

      const after = await open();
      expect(await after.store.read(stream, 0, 10)).to.deep.equal(events);
      expect(events).to.have.lengthOf(5);
      const next = await appendOrThrow(after.store, stream, newEvents(1), 4);
      expect(next.position > position).to.equal(true);
      const fresh = await collectFollowed(after.store, position, new Set([stream]), 1);
      expect(fresh.map(({ revision }) => revision)).to.deep.equal([5]);
      await after.close();
    },
  },
  {
    title: 'rejects a revision that another store has used',
    run: async ({ open }) => {
      const stream = uniqueStream();
      const [one, two] = [await open(), await open()];
      await appendOrThrow(one.store, stream, newEvents(2), NO_STREAM);
      expect(await two.store.append(stream, newEvents(1), NO_STREAM)).to.deep.equal({ ok: false, actual: 1 });
      await appendOrThrow(two.store, stream, newEvents(1), 1);
      expect(await one.store.append(stream, newEvents(1), 1)).to.deep.equal({ ok: false, actual: 2 });
      await Promise.all([one.close(), two.close()]);
    },
  },
  {
    title: 'is followed through appends of other stores without gaps or repetitions',
    run: async ({ open }) => {
      const stores = [await open(), await open(), await open()];
      const [first, second, third] = stores;
      if (first === undefined || second === undefined || third === undefined)
        throw new Error('Nothing opened.');
      const from = await first.store.head();
      const streams = Array.from({ length: 4 }, uniqueStream);
      const following = collectFollowed(first.store, from, new Set(streams), 4 * 60);
      await Promise.all(
        [second, third].flatMap(({ store }) =>
          streams.map(async (stream) => {
            for (const size of [1, 20, 9]) await appendWithRetry(store, stream, newEvents(size));
          }),
        ),
      );
      const events = await following;
      expect(events).to.have.lengthOf(4 * 60);
      for (const stream of streams) {
        const inOrder = events.filter((event) => event.stream === stream);
        expect(inOrder).to.deep.equal(await second.store.read(stream, 0, 100));
      }
      await Promise.all(stores.map((opened) => opened.close()));
    },
  },
  {
    title: 'is unavailable after it is closed, also for followers',
    run: async ({ open }) => {
      const opened = await open();
      const { store } = opened;
      const { signal } = new AbortController();
      const follower = store.follow(await store.head(), { signal, pageSize: 10 })[Symbol.asyncIterator]();
      const waiting = failureOf(follower.next());
      await opened.close();
      expect(await waiting).to.be.instanceOf(StoreUnavailable);
      const stream = uniqueStream();
      for (const work of [
        store.append(stream, newEvents(1), NO_STREAM),
        store.read(stream, 0, 1),
        store.readLast(stream),
        store.head(),
        store.ping(),
      ]) {
        expect(await failureOf(work)).to.be.instanceOf(StoreUnavailable);
      }
    },
  },
];
