/** The part of the event store contract about followers. */
import { expect } from 'chai';
import { NO_STREAM, type EventStore, type StoredEvent } from '../../src/event-store/port.ts';
import type { ContractCase } from '../support/contract.ts';
import {
  appendOrThrow,
  appendWithRetry,
  collectFollowed,
  newEvents,
  uniqueStream,
} from '../support/event-store.ts';

type Case = ContractCase<{ readonly store: EventStore }>;

/** Followed events equal the events of the streams: each one once, in order of position. */
async function expectWhole(
  store: EventStore,
  streams: ReadonlySet<string>,
  events: readonly StoredEvent[],
): Promise<void> {
  for (const [index, { position }] of events.entries()) {
    if (index > 0)
      expect(position > events[index - 1]!.position, `event ${index} comes after`).to.equal(true);
  }
  for (const stream of streams) {
    const inOrder = events.filter((event) => event.stream === stream);
    expect(inOrder).to.deep.equal(await store.read(stream, 0, 10_000));
  }
}

const uniqueStreams = (count: number): Set<string> => new Set(Array.from({ length: count }, uniqueStream));

export const followCases: Case[] = [
  {
    title: 'is followed through existing events, and then through new ones',
    run: async ({ store }) => {
      const from = await store.head();
      const streams = uniqueStreams(2);
      for (const stream of streams) await appendOrThrow(store, stream, newEvents(5), NO_STREAM);
      let pages = 0;
      const more = async (): Promise<void> => {
        pages += 1;
        if (pages === 1) for (const stream of streams) await appendOrThrow(store, stream, newEvents(3), 4);
      };
      const events = await collectFollowed(store, from, streams, 16, { pause: more });
      expect(events).to.have.lengthOf(16);
      await expectWhole(store, streams, events);
    },
  },
  {
    title: 'wakes a waiting follower',
    run: async ({ store }) => {
      const stream = uniqueStream();
      const from = await store.head();
      const waiting = collectFollowed(store, from, new Set([stream]), 3);
      // After a few other reads, the follower has found the store empty.
      for (let reads = 0; reads < 5; reads += 1) await store.readLast(stream);
      await appendOrThrow(store, stream, newEvents(3), NO_STREAM);
      await expectWhole(store, new Set([stream]), await waiting);
    },
  },
  {
    title: 'is followed across many streams without gaps or repetitions while writers append',
    run: async ({ store }) => {
      const from = await store.head();
      const streams = uniqueStreams(12);
      const writing = [...streams].map(async (stream) => {
        for (const size of [1, 2, 30, 1, 7, 100, 9]) await appendWithRetry(store, stream, newEvents(size));
      });
      const following = [1, 7, 64, 500].map((pageSize) =>
        collectFollowed(store, from, streams, 12 * 150, { pageSize }),
      );
      await Promise.all(writing);
      for (const events of await Promise.all(following)) {
        expect(events).to.have.lengthOf(12 * 150);
        await expectWhole(store, streams, events);
      }
    },
  },
  {
    title: 'returns each event to a slow follower exactly once, also after a burst',
    run: async ({ store }) => {
      const stream = uniqueStream();
      const from = await store.head();
      let appends = 0;
      const pause = async (): Promise<void> => {
        appends += 1;
        if (appends < 10) await appendOrThrow(store, stream, newEvents(200), appends * 200 - 1);
      };
      const waiting = collectFollowed(store, from, new Set([stream]), 2_000, { pageSize: 400, pause });
      await appendOrThrow(store, stream, newEvents(200), NO_STREAM);
      const events = await waiting;
      expect(events.length).to.be.lessThanOrEqual(2_200);
      await expectWhole(store, new Set([stream]), events);
    },
  },
  {
    title: 'starts strictly after the position',
    run: async ({ store }) => {
      const stream = uniqueStream();
      await appendOrThrow(store, stream, newEvents(6), NO_STREAM);
      const stored = await store.read(stream, 0, 10);
      for (const revision of [0, 2, 4]) {
        const events = await collectFollowed(
          store,
          stored[revision]!.position,
          new Set([stream]),
          5 - revision,
        );
        expect(events).to.deep.equal(stored.slice(revision + 1));
      }
    },
  },
  {
    title: 'returns pages that are neither empty nor larger than requested',
    run: async ({ store }) => {
      const stream = uniqueStream();
      const from = await store.head();
      await appendOrThrow(store, stream, newEvents(25), NO_STREAM);
      const stop = new AbortController();
      const sizes: number[] = [];
      let seen = 0;
      for await (const page of store.follow(from, { signal: stop.signal, pageSize: 10 })) {
        sizes.push(page.length);
        seen += page.filter((event) => event.stream === stream).length;
        if (seen === 25) stop.abort();
      }
      expect(seen).to.equal(25);
      expect(Math.min(...sizes)).to.be.greaterThan(0);
      expect(Math.max(...sizes)).to.be.lessThanOrEqual(10);
    },
  },
  {
    title: 'stops when the signal aborts: while it waits, between two pages, and before the first',
    run: async ({ store }) => {
      const stream = uniqueStream();
      const from = await store.head();
      await appendOrThrow(store, stream, newEvents(5), NO_STREAM);

      const whileWaiting = new AbortController();
      let pages = 0;
      for await (const page of store.follow(from, { signal: whileWaiting.signal, pageSize: 100 })) {
        pages += 1;
        // There are no further events, so only the abort can end the wait.
        if (page.at(-1)?.position === (await store.head())) setImmediate(() => whileWaiting.abort());
      }
      expect(pages).to.be.greaterThan(0);

      const between = new AbortController();
      let single = 0;
      for await (const page of store.follow(from, { signal: between.signal, pageSize: 1 })) {
        single += page.length;
        between.abort();
      }
      expect(single).to.equal(1);

      for await (const page of store.follow(from, { signal: AbortSignal.abort(), pageSize: 1 })) {
        throw new Error(`A page of ${page.length} came after the abort.`);
      }
    },
  },
  {
    title: 'can be stopped in the middle and followed again from there',
    run: async ({ store }) => {
      const stream = uniqueStream();
      let position = await store.head();
      await appendOrThrow(store, stream, newEvents(9), NO_STREAM);
      const events: StoredEvent[] = [];
      while (events.length < 9) {
        let came = false;
        for await (const page of store.follow(position, {
          signal: new AbortController().signal,
          pageSize: 2,
        })) {
          came = true;
          events.push(...page.filter((event) => event.stream === stream));
          position = page.at(-1)!.position;
          break;
        }
        if (!came) throw new Error('the follower ended before the abort');
      }
      await expectWhole(store, new Set([stream]), events);
    },
  },
];
