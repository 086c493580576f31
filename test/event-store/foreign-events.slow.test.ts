import { expect } from 'chai';
import { createEventStoreDb } from '../../src/event-store/eventstoredb/eventstoredb.ts';
import { NO_STREAM, type EventStore, type Position } from '../../src/event-store/port.ts';
import { appendOrThrow, collectFollowed, newEvents, uniqueStream } from '../support/event-store.ts';
import { findEventStoreDb } from '../support/eventstoredb.ts';
import { skip } from '../support/skip.ts';
import { createTcpProxy, type TcpProxy } from '../support/tcp-proxy.ts';

const DATA = JSON.stringify('x'.repeat(1_000));

describe('An EventStoreDB of which others use 90 % (at EVENTSTORE_URL, or in Docker)', function () {
  this.timeout(120_000);
  let server: Awaited<ReturnType<typeof findEventStoreDb>>;
  let direct: EventStore;
  let proxy: TcpProxy;
  /** Its traffic is counted. */
  let store: EventStore;
  before(async function () {
    server = await findEventStoreDb();
    if (server === undefined) skip(this, 'needs EventStoreDB: set EVENTSTORE_URL or start Docker');
    direct = createEventStoreDb(server.url);
    proxy = await createTcpProxy(server.url);
    proxy.open();
    const url = new URL(proxy.url);
    url.searchParams.delete('directConnection');
    store = createEventStoreDb(url.href);
  });
  after(async () => {
    if (server === undefined) return;
    await store.close();
    await proxy.close();
    await direct.close();
    await server.stop();
  });

  let [own, foreign] = ['', ''];
  let [ownRevision, foreignRevision] = [NO_STREAM, NO_STREAM];
  const appendOwn = async (): Promise<Position> => {
    const { revision, position } = await appendOrThrow(
      direct,
      own,
      newEvents(10, { data: DATA }),
      ownRevision,
    );
    ownRevision = revision;
    return position;
  };
  const appendForeign = async (times: number): Promise<void> => {
    for (let i = 0; i < times; i += 1)
      ({ revision: foreignRevision } = await appendOrThrow(
        direct,
        foreign,
        newEvents(90, { data: DATA }),
        foreignRevision,
      ));
  };
  const bytesOf = async (work: () => Promise<unknown>): Promise<number> => {
    const before = proxy.received();
    await work();
    return proxy.received() - before;
  };

  it('sends a follower its own events only, and none of the others', async () => {
    own = uniqueStream();
    foreign = `tenant-${uniqueStream()}`;
    const from = await direct.head();
    for (let i = 0; i < 50; i += 1) {
      await appendForeign(1);
      await appendOwn();
    }
    const whole = await direct.read(own, 0, 1_000);
    const bytes = await bytesOf(async () => {
      expect(await collectFollowed(store, from, new Set([own]), whole.length)).to.deep.equal(whole);
    });
    expect(whole).to.have.lengthOf(500);
    // The 4,500 others have nine times as much.
    expect(bytes).to.be.within(500 * DATA.length, 800 * DATA.length);
  });

  it('finds the newest own event behind many others without receiving them', async () => {
    const newest = await appendOwn();
    await appendForeign(100);
    const bytes = await bytesOf(async () => {
      for (let i = 0; i < 10; i += 1) expect(await store.head()).to.equal(newest);
    });
    // Each call reads the last eight events, because the newest own one is usually among them.
    expect(bytes).to.be.below(10 * 12 * DATA.length);
    const later = await appendOwn();
    await appendForeign(1);
    expect(await store.head()).to.equal(later);
  });

  it('wakes a follower that has passed events of others', async () => {
    const newest = await appendOwn();
    await appendForeign(30);
    let appended = 0;
    const stop = new AbortController();
    const seen: bigint[] = [];
    const followed = (async () => {
      for await (const page of store.follow(newest, { signal: stop.signal, pageSize: 100 })) {
        seen.push(...page.map(({ position }) => position));
        if (seen.length >= 20) stop.abort();
      }
    })();
    const bytes = await bytesOf(async () => {
      for (; appended < 2; appended += 1) {
        await appendForeign(10);
        await appendOwn();
      }
      await followed;
    });
    const expected = (await direct.read(own, ownRevision - 19, 20)).map(({ position }) => position);
    expect(seen).to.deep.equal(expected);
    // The subscription that wakes the follower sends each of its events, too.
    expect(bytes).to.be.below(100 * DATA.length);
  });
});
