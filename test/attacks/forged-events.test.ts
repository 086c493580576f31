/** What the MACs of events protect, on every event store of a process without servers. */
import { expect } from 'chai';
import { eventStoreSource } from '../../src/audit/event-source.ts';
import type { Finding } from '../../src/audit/finding.ts';
import { verify } from '../../src/audit/verification/verification.ts';
import { readAuthenticated } from '../../src/event-store/authenticated-reader.ts';
import { BrokenHashChain, FIRST_HASH, decodeMetadata } from '../../src/event-store/codec.ts';
import { UnauthenticatedEvent } from '../../src/event-store/event-macs.ts';
import { createMemoryEventStore } from '../../src/event-store/memory.ts';
import type { EventStore, NewEvent, StoredEvent } from '../../src/event-store/port.ts';
import { newOperatorToken } from '../../src/platform/credentials.ts';
import { PLATFORM_STREAM, loadPlatform } from '../../src/platform/platform.ts';
import { createMemoryDocumentStore } from '../../src/read-models/stores/memory.ts';
import { snapshotPlace } from '../../src/writer/snapshot-manifest.ts';
import { writeAuditHistory } from '../support/audit-history.ts';
import { encodeEvent } from '../support/encode-event.ts';
import { AUTHENTICATION, EVENT_MACS, historyOf } from '../support/event-macs.ts';
import { forge } from '../support/forge-event.ts';
import { reward } from '../support/ledger-commands.ts';
import { STREAM } from '../support/policy.ts';
import { command, done, keepersOn, openWalletOn } from '../support/writer.ts';

const FORGED = { type: 'request.recorded', data: {} };
const OTHER = 'book-int_other-sandbox';

/** The stream with these events instead of its own. */
async function storeWith(events: readonly NewEvent[], stream = STREAM): Promise<EventStore> {
  const eventStore = createMemoryEventStore();
  await eventStore.append(stream, events, -1);
  return eventStore;
}

/** Chains changed events again, as somebody can who has no key. `macs` keeps each event's MAC as it is. */
function rechained(events: readonly StoredEvent[], { withMacs = true, stream = STREAM } = {}): NewEvent[] {
  let hash = FIRST_HASH;
  return events.map(({ type, data, metadata }, revision) => {
    const { mac, hash: _hash, ...about } = decodeMetadata({ metadata });
    const copied = {
      ...EVENT_MACS,
      add: <T extends { readonly metadata: string }>(draft: T): T => ({
        ...draft,
        metadata: `${draft.metadata},"mac":"${mac}"`,
      }),
    };
    const macs = withMacs && mac !== undefined ? copied : undefined;
    const encoded = encodeEvent(hash, stream, revision, { type, data: JSON.parse(data) }, about, macs);
    hash = encoded.hash;
    return encoded.event;
  });
}

const refusalOf = (eventStore: EventStore, stream = STREAM): Promise<unknown> =>
  keepersOn({ eventStore })
    .read(stream, (book) => book.revision)
    .catch((error: unknown) => error);

const faultOf = (work: Promise<unknown>): Promise<unknown> => work.catch((error: unknown) => error);

describe('A book', () => {
  let eventStore: EventStore;
  let wallet: string;
  beforeEach(async () => {
    eventStore = createMemoryEventStore();
    const writers = keepersOn({ eventStore });
    wallet = await openWalletOn(writers, '10.00');
    await Promise.all(['1.00', '2.00', '3.00'].map((amount) => done(writers, reward(wallet, amount))));
    await writers.close();
  });

  const events = (): Promise<StoredEvent[]> => eventStore.read(STREAM, 0, 1_000);

  it('has one MAC per append, on its last event', async () => {
    const all = await events();
    const revisions = all
      .filter(({ metadata }) => decodeMetadata({ metadata }).mac)
      .map((event) => event.revision);
    // Four commands in sequence; then the first of three that were submitted at once, and the others together.
    expect(revisions.at(-1)).to.equal(all.length - 1);
    expect(revisions.length).to.be.lessThan(all.length);
    expect(await refusalOf(eventStore)).to.equal(all.length - 1);
  });

  it('refuses events without a MAC at its end, and keeps what precedes them', async () => {
    const writers = keepersOn({ eventStore, hasOtherWriters: true });
    const before = await writers.read(STREAM, (book) => book.revision);
    await forge(eventStore, STREAM, FORGED);
    for (let i = 0; i < 2; i++) {
      const refused = await faultOf(writers.submit(STREAM, command(reward(wallet, '1.00'))));
      expect(refused).to.be.instanceOf(UnauthenticatedEvent);
      expect(String(refused)).to.include(`revision ${before + 1} of ${STREAM}`);
    }
    expect(await refusalOf(eventStore)).to.be.instanceOf(UnauthenticatedEvent);
  });

  it('is reported once while its events are refused, and when it can be read again', async () => {
    const reports: string[] = [];
    let store = eventStore;
    const writers = keepersOn({
      eventStore: {
        ...eventStore,
        read: (...range) => store.read(...range),
        readLast: (name) => store.readLast(name),
      },
      hasOtherWriters: true,
      onUnreadable: (stream, error) => reports.push(`${stream}: ${String(error)}`),
      onRead: (stream) => reports.push(stream),
    });
    const forged = await storeWith(await events());
    const { revision } = await forge(forged, STREAM, FORGED);
    store = forged;
    for (let i = 0; i < 2; i++) await faultOf(writers.read(STREAM, () => undefined));
    store = eventStore;
    await writers.read(STREAM, () => undefined);
    expect(reports).to.have.length(2);
    expect(reports[0]).to.include(`revision ${revision} of ${STREAM} cannot be authenticated`);
    expect(reports[1]).to.equal(STREAM);
  });

  it('refuses events after which somebody copied a MAC of another revision or stream', async () => {
    const others = keepersOn({ eventStore });
    await openWalletOn(others, '1.00', OTHER);
    const own = (await events()).at(-1);
    const other = await eventStore.readLast(OTHER);
    for (const from of [own, other]) {
      const store = await storeWith(await events());
      await forge(store, STREAM, FORGED, from && decodeMetadata(from).mac);
      expect(String(await refusalOf(store))).to.include('its MAC is wrong');
    }
  });

  it('refuses a copy of another book under its name', async () => {
    const copy = await storeWith(rechained(await events(), { stream: OTHER }), OTHER);
    expect(await refusalOf(copy, OTHER)).to.be.instanceOf(UnauthenticatedEvent);
  });

  it('refuses a changed event whose chain was computed again, with and without its MACs', async () => {
    const all = await events();
    const changed = all.map((event) => ({ ...event, data: event.data.replaceAll('"10.00"', '"90.00"') }));
    expect(changed).not.to.deep.equal(all);
    for (const withMacs of [true, false]) {
      const store = await storeWith(rechained(changed, { withMacs }));
      expect(await refusalOf(store)).to.be.instanceOf(UnauthenticatedEvent);
    }
  });

  it('refuses a removed or changed MAC, even without a new chain', async () => {
    const all = await events();
    const withoutLast = (change: (metadata: string) => string): NewEvent[] =>
      all.map((event, i) => (i < all.length - 1 ? event : { ...event, metadata: change(event.metadata) }));
    for (const change of [
      (text: string) => text.replace(/,"mac":"[^"]+"/, ''),
      (text: string) =>
        text.replace(/("mac":".{9})(.)/, (_, start: string, at: string) => start + (at === '_' ? '-' : '_')),
      (text: string) => text.replace(/"mac":"./, '"mac":"g'),
    ]) {
      const store = await storeWith(withoutLast(change));
      expect(await refusalOf(store)).to.be.instanceOf(BrokenHashChain);
    }
    // The MAC covers its key ID too.
    const rekeyed = all.map((event) => ({
      ...event,
      metadata: event.metadata.replace(/"mac":"[0-9a-f]{8}/, '"mac":"00000000'),
    }));
    const refused = await refusalOf(await storeWith(rechained(rekeyed)));
    expect(String(refused)).to.include('another master key (key ID 00000000; this one is ');
  });

  it('is read again when a server shows only a part of an append', async () => {
    const all = await events();
    let reads = 0;
    const slow: EventStore = {
      ...eventStore,
      async read(...args) {
        const page = await eventStore.read(...args);
        return (reads += 1) === 1 ? page.slice(0, -1) : page;
      },
    };
    expect(await keepersOn({ eventStore: slow }).read(STREAM, (book) => book.revision)).to.equal(
      all.length - 1,
    );
    expect(reads).to.be.greaterThan(1);
  });

  it('is loaded over pages that end between an event and its MAC', async () => {
    const all = await events();
    for (const pageSize of [1, 2, 3, all.length, all.length + 1]) {
      const found: StoredEvent[] = [];
      const end = { stream: STREAM, revision: -1, hash: FIRST_HASH };
      for await (const page of readAuthenticated({ ...AUTHENTICATION, eventStore, pageSize }, end))
        found.push(...page.map(({ stored }) => stored));
      expect(found, String(pageSize)).to.deep.equal(all);
    }
  });

  it('does not hide a forged event behind its snapshot', async () => {
    const documents = createMemoryDocumentStore();
    const writers = keepersOn({ eventStore, documents });
    await writers.read(STREAM, () => undefined);
    await done(writers, reward(wallet, '1.00'));
    await writers.close();
    expect(await documents.getRecord('snapshots', snapshotPlace(STREAM))).not.to.equal(undefined);
    await forge(eventStore, STREAM, FORGED);
    const refused = await faultOf(keepersOn({ eventStore, documents }).read(STREAM, (book) => book.revision));
    expect(refused).to.be.instanceOf(UnauthenticatedEvent);
  });

  it('accepts a history without MACs only up to its event, with its hash, and as a whole', async () => {
    const all = await events();
    const old = rechained(all, { withMacs: false });
    const acceptedHistory = () => historyOf(old);
    const read = (store: EventStore, accepted = acceptedHistory) =>
      faultOf(
        keepersOn({
          eventStore: store,
          authentication: { macs: EVENT_MACS, acceptedHistory: accepted },
        }).read(STREAM, (book) => book.revision),
      );
    expect(await read(await storeWith(old))).to.equal(all.length - 1);
    const longer = await storeWith(old);
    await forge(longer, STREAM, FORGED);
    expect(await read(longer)).to.be.instanceOf(UnauthenticatedEvent);
    expect(await read(await storeWith(old.slice(0, -1)))).to.be.instanceOf(BrokenHashChain);
    const changed = all.map((event) => ({ ...event, data: event.data.replaceAll('"10.00"', '"90.00"') }));
    const other = await storeWith(rechained(changed, { withMacs: false }));
    expect(await read(other)).to.be.instanceOf(Error);
    const emptied = await storeWith([]).catch(() => createMemoryEventStore());
    expect(await read(emptied)).to.be.instanceOf(BrokenHashChain);
  });
});

describe('The platform', () => {
  it('does not know a forged token, and knows it was not the service that wrote it', async () => {
    const eventStore = createMemoryEventStore();
    const platform = await loadPlatform(eventStore, EVENT_MACS);
    await platform.record(() => [newOperatorToken('first', 'admin').event], 'operator:test');
    const token = newOperatorToken('stranger', 'admin');
    await forge(eventStore, PLATFORM_STREAM, token.event);
    for (const refused of [
      await faultOf(platform.refresh()),
      await faultOf(platform.record(() => [newOperatorToken('second', 'viewer').event], 'operator:test')),
      await faultOf(loadPlatform(eventStore, EVENT_MACS)),
    ])
      expect(refused).to.be.instanceOf(UnauthenticatedEvent);
    expect([...platform.tokens.values()].map(({ name }) => name)).to.deep.equal(['first']);
  });

  it('accepts its own stream as an operator said, once', async () => {
    const eventStore = createMemoryEventStore();
    const platform = await loadPlatform(eventStore, EVENT_MACS);
    await platform.record(() => [newOperatorToken('first', 'admin').event], 'operator:test');
    const { revision, metadata } = await forge(
      eventStore,
      PLATFORM_STREAM,
      newOperatorToken('x', 'admin').event,
    );
    const accepted = { revision, hash: decodeMetadata({ metadata }).hash };
    const loaded = await loadPlatform(eventStore, EVENT_MACS, { accepted });
    const streams = [{ stream: PLATFORM_STREAM, ...accepted }];
    await loaded.record(() => [{ type: 'history.accepted', data: { streams } }], 'system:cli');
    await platform.refresh();
    expect(platform.tokens.size).to.equal(2);
    await forge(eventStore, PLATFORM_STREAM, newOperatorToken('y', 'admin').event);
    expect(await faultOf(platform.refresh())).to.be.instanceOf(UnauthenticatedEvent);
  });
});

describe('An audit with the master key', () => {
  async function auditOf(
    change?: (eventStore: EventStore, book: string) => Promise<unknown>,
  ): Promise<readonly Finding[]> {
    const eventStore = createMemoryEventStore();
    const { book } = await writeAuditHistory(eventStore);
    await change?.(eventStore, book);
    const { findings, macs } = await verify(eventStoreSource(eventStore), { macs: EVENT_MACS });
    expect(macs?.begun).to.equal(true);
    return findings;
  }

  it('finds nothing in what the service wrote', async () => {
    expect(await auditOf()).to.deep.equal([]);
  });

  it('names the forged event of each kind of stream', async () => {
    const forged: StoredEvent[] = [];
    const findings = await auditOf(async (eventStore, book) => {
      for (const stream of [book, PLATFORM_STREAM, 'treasury-sandbox'])
        forged.push(await forge(eventStore, stream, FORGED));
      // A second one does not change which is the first.
      await forge(eventStore, PLATFORM_STREAM, FORGED);
    });
    expect(findings.map(({ event_id, rule }) => [event_id, rule])).to.deep.equal(
      forged.map(({ id }) => [id, 'mac']),
    );
  });

  it('proves only the chain without the key', async () => {
    const eventStore = createMemoryEventStore();
    await writeAuditHistory(eventStore);
    await forge(eventStore, 'treasury-sandbox', FORGED);
    const { ok, macs } = await verify(eventStoreSource(eventStore));
    expect([ok, macs]).to.deep.equal([true, null]);
  });
});
