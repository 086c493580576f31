import { expect } from 'chai';
import { decodeRecorded } from '../../src/event-store/book-event.ts';
import { createMemoryEventStore } from '../../src/event-store/memory.ts';
import { UnauthenticatedEvent } from '../../src/event-store/event-macs.ts';
import { NO_STREAM, type EventStore, type NewEvent, type StoredEvent } from '../../src/event-store/port.ts';
import { FOLD_VERSION, createBook } from '../../src/ledger/book.ts';
import { evolve } from '../../src/ledger/evolve.ts';
import { createUser } from '../../src/ledger/user.ts';
import type { DocumentStore } from '../../src/read-models/port.ts';
import { createMemoryDocumentStore } from '../../src/read-models/stores/memory.ts';
import { BookWriter } from '../../src/writer/book-writer.ts';
import { createKeyFilter } from '../../src/writer/idempotency.ts';
import { captureBook, deleteSnapshot, loadSnapshot, saveSnapshot } from '../../src/writer/snapshot.ts';
import { putManifest, readManifest, snapshotPlace } from '../../src/writer/snapshot-manifest.ts';
import { AUTHENTICATION } from '../support/event-macs.ts';
import { newEvent } from '../support/event-store.ts';
import { reward, transfer } from '../support/ledger-commands.ts';
import { createLedger } from '../support/ledger.ts';
import { POLICY, SNAPSHOT_KEY, STREAM } from '../support/policy.ts';
import {
  audit,
  command,
  done,
  gated,
  keepersOn,
  openWalletOn,
  until,
  watched,
  watchedDocuments,
} from '../support/writer.ts';

/** A book with a snapshot, and rewards after it. */
async function bookWithSnapshot(tail = 3) {
  const eventStore = createMemoryEventStore();
  const { documents, put } = watchedDocuments();
  const first = keepersOn({ eventStore, documents });
  const [anna, ben] = [await openWalletOn(first, '100.00'), await openWalletOn(first, '0.00')];
  await first.submit(STREAM, command(transfer(anna, ben, '1.00'), { key: 'old' }));
  await first.close();
  const revision = (await audit(eventStore)).book.revision;
  // The writer's own documents are discarded, so that the snapshot does not change.
  const second = keepersOn({ eventStore, documents: createMemoryDocumentStore() });
  for (let i = 0; i < tail; i++) await done(second, reward(anna, '1.00'));
  return { eventStore, documents, put, anna, ben, revision };
}

/** Loads the book again, and returns the revisions that its stream was read from, starting with the snapshot check. */
async function readsOf(eventStore: EventStore, documents: DocumentStore) {
  const { store, reads } = watched(eventStore);
  const faults: unknown[] = [];
  const writers = keepersOn({ eventStore: store, documents, onError: (_, error) => faults.push(error) });
  const accounts = await writers.read(STREAM, (book) => new Map(book.accounts.entries()));
  return { accounts, reads, faults, writers };
}

/** Loads the book, which is refused because of lost events. */
async function lossOf(eventStore: EventStore, documents: DocumentStore) {
  const unreadable: unknown[] = [];
  const writers = keepersOn({ eventStore, documents, onUnreadable: (_, error) => unreadable.push(error) });
  const refused = await writers.read(STREAM, () => undefined).catch((error: unknown) => error);
  expect(refused).to.be.instanceOf(UnauthenticatedEvent);
  expect(String(refused)).to.include('a snapshot proves an event');
  expect(unreadable).to.deep.equal([refused]);
  return { writers };
}

const asNewEvent = ({ id, type, data, metadata }: StoredEvent): NewEvent => ({ id, type, data, metadata });

async function change(
  documents: DocumentStore,
  key: string,
  edit: (manifest: Record<string, unknown>) => void,
) {
  const text = await documents.getRecord('snapshots', key);
  // The writer wrote this manifest.
  const manifest = JSON.parse(text ?? '{}') as Record<string, unknown>;
  edit(manifest);
  await documents.putRecord('snapshots', key, JSON.stringify(manifest));
}

const HOUR_MS = 60 * 60 * 1000;

/** A document store that accepts a limited number of record writes. */
function cutOffAfter(documents: DocumentStore, writes: number): DocumentStore {
  let left = writes;
  const take = (): void => {
    left -= 1;
    if (left < 0) throw new Error('cut off');
  };
  return {
    ...documents,
    async putRecord(...args) {
      take();
      return documents.putRecord(...args);
    },
    async deleteRecord(...args) {
      take();
      return documents.deleteRecord(...args);
    },
  };
}

describe('A snapshot', () => {
  it('is the start of the next load, which reads only the events after it', async () => {
    const { eventStore, documents, revision } = await bookWithSnapshot();
    const { accounts, reads, faults } = await readsOf(eventStore, documents);
    expect(reads).to.deep.equal([revision, revision + 1]);
    expect(faults).to.deep.equal([]);
    expect(accounts).to.deep.equal(new Map((await audit(eventStore)).book.accounts.entries()));
  });

  it('leads to the same decisions as reading all events, also about keys', async () => {
    const { eventStore, documents, anna, ben } = await bookWithSnapshot();
    const { writers } = await readsOf(eventStore, documents);
    const again = await writers.submit(STREAM, command(transfer(anna, ben, '1.00'), { key: 'old' }));
    expect(again.kind).to.equal('replayed');
    const tooMuch = await writers.submit(STREAM, command(transfer(anna, ben, '102.01')));
    expect(tooMuch.kind).to.equal('refused');
    await done(writers, transfer(anna, ben, '102.00'));
    await audit(eventStore);
  });

  it('works without events after it', async () => {
    const { eventStore, documents, anna, ben } = await bookWithSnapshot(0);
    const { writers } = await readsOf(eventStore, documents);
    expect(await writers.head(STREAM)).to.equal((await eventStore.readLast(STREAM))?.position);
    await done(writers, transfer(anna, ben, '99.00'));
    await audit(eventStore);
  });

  describe('of a former release', () => {
    const DAY_MS = 24 * HOUR_MS;

    /** A snapshot where releases of this and of earlier fold versions used to save it. */
    async function formerSnapshot(foldVersion: number) {
      const { eventStore, documents, revision } = await bookWithSnapshot();
      const { manifest } = (await readManifest(documents, STREAM, SNAPSHOT_KEY)) ?? {};
      if (manifest === undefined) throw new Error('there is no snapshot');
      const former = createMemoryDocumentStore();
      const renamed: DocumentStore = {
        ...former,
        putRecord: (table, key, ...rest) =>
          former.putRecord(table, key.replace(snapshotPlace(''), ''), ...rest),
      };
      for (let i = 0; i < manifest.pieces; i++) {
        const chunk =
          (await documents.getRecord('snapshots', `${snapshotPlace(STREAM)}#${manifest.id}#${i}`)) ?? '';
        await former.putRecord('snapshots', `${STREAM}#${manifest.id}#${i}`, chunk);
      }
      await putManifest(renamed, STREAM, { ...manifest, fold_version: foldVersion }, SNAPSHOT_KEY);
      return { eventStore, documents: former, revision, manifest };
    }

    it('is loaded if it has the same fold version', async () => {
      const { eventStore, documents, revision } = await formerSnapshot(FOLD_VERSION);
      expect((await readsOf(eventStore, documents)).reads).to.deep.equal([revision, revision + 1]);
    });

    it('proves events, although only its own release can load it', async () => {
      const { eventStore, documents, revision } = await formerSnapshot(FOLD_VERSION - 1);
      const { reads, faults } = await readsOf(eventStore, documents);
      expect(reads.slice(0, 2)).to.deep.equal([revision, 0]);
      expect(faults).to.deep.equal([]);
      const cut = createMemoryEventStore();
      const events = (await eventStore.read(STREAM, 0, revision)).map(asNewEvent);
      await cut.append(STREAM, events, NO_STREAM);
      await lossOf(cut, documents);
    });

    it('stays usable for its release while this one saves its own, for a week after it was last saved', async () => {
      const { eventStore, documents, manifest } = await formerSnapshot(FOLD_VERSION - 1);
      const taken = captureBook((await audit(eventStore)).book, 'f'.repeat(64), []);
      const keys = [
        STREAM,
        ...Array.from({ length: manifest.pieces }, (_, i) => `${STREAM}#${manifest.id}#${i}`),
      ];
      const left = async () =>
        (await Promise.all(keys.map((key) => documents.getRecord('snapshots', key)))).filter(
          (text) => text !== undefined,
        ).length;
      await saveSnapshot(documents, STREAM, taken, SNAPSHOT_KEY, manifest.saved_at + 7 * DAY_MS);
      expect(await left()).to.equal(keys.length);
      await saveSnapshot(documents, STREAM, taken, SNAPSHOT_KEY, manifest.saved_at + 7 * DAY_MS + 1);
      expect(await left()).to.equal(0);
      expect((await loadSnapshot(documents, STREAM, SNAPSHOT_KEY))?.hash).to.equal('f'.repeat(64));
    });

    it('is dropped together with the one of this release', async () => {
      const { documents } = await formerSnapshot(FOLD_VERSION - 1);
      expect(await deleteSnapshot(documents, STREAM, SNAPSHOT_KEY)).to.equal(true);
      expect(await documents.getRecord('snapshots', STREAM)).to.equal(undefined);
      expect(await deleteSnapshot(documents, STREAM, SNAPSHOT_KEY)).to.equal(false);
    });
  });

  it('is ignored if it has another fold version', async () => {
    const { eventStore, documents } = await bookWithSnapshot();
    await change(documents, snapshotPlace(STREAM), (manifest) => (manifest['fold_version'] = 0));
    const { accounts, reads } = await readsOf(eventStore, documents);
    expect(reads[0]).to.equal(0);
    expect(accounts).to.deep.equal(new Map((await audit(eventStore)).book.accounts.entries()));
  });

  it('is ignored if a chunk is missing', async () => {
    const { eventStore, documents, put } = await bookWithSnapshot();
    const pieces = put.filter((key) => /#[0-9]+$/.test(key));
    expect(pieces.length).to.be.greaterThan(3);
    for (const piece of pieces) {
      const text = (await documents.getRecord('snapshots', piece)) ?? '';
      await documents.deleteRecord('snapshots', piece);
      expect((await readsOf(eventStore, documents)).reads).to.include(0);
      await documents.putRecord('snapshots', piece, text);
    }
    expect((await readsOf(eventStore, documents)).reads).to.not.include(0);
  });

  it('proves that the stream has lost events: its end, or what another history has instead', async () => {
    const { eventStore, documents, anna, revision } = await bookWithSnapshot();
    const manifest = (await documents.getRecord('snapshots', snapshotPlace(STREAM))) ?? '';
    const before = (await eventStore.read(STREAM, 0, revision)).map(asNewEvent);
    // The last event of each append has a MAC.
    const ends = before.flatMap(({ metadata }, i) => (metadata.includes('"mac"') ? [i + 1] : [])).slice(-2);
    expect(ends).to.have.length(2);
    for (const end of ends) {
      const cut = createMemoryEventStore();
      await cut.append(STREAM, before.slice(0, end), NO_STREAM);
      const { writers } = await lossOf(cut, documents);
      const other = keepersOn({ eventStore: cut, documents: createMemoryDocumentStore() });
      while (((await cut.readLast(STREAM))?.revision ?? 0) <= revision)
        await done(other, reward(anna, '1.00'));
      await lossOf(cut, documents);
      // This is how an operator accepts the loss.
      await writers.deleteSnapshot(STREAM);
      await done(writers, reward(anna, '1.00'));
      await documents.putRecord('snapshots', snapshotPlace(STREAM), manifest);
    }
  });

  it('is ignored and reported if it cannot be read or does not match the stream', async () => {
    for (const spoil of [
      (documents: DocumentStore) => documents.putRecord('snapshots', snapshotPlace(STREAM), 'not json'),
      (documents: DocumentStore) =>
        change(documents, snapshotPlace(STREAM), (manifest) => (manifest['hash'] = 'a'.repeat(64))),
      (documents: DocumentStore) =>
        change(documents, snapshotPlace(STREAM), (manifest) => (manifest['revision'] = 1_000)),
    ]) {
      const { eventStore, documents, anna } = await bookWithSnapshot();
      await spoil(documents);
      const { accounts, faults, writers } = await readsOf(eventStore, documents);
      expect(faults.length).to.equal(1);
      expect(accounts).to.deep.equal(new Map((await audit(eventStore)).book.accounts.entries()));
      await done(writers, reward(anna, '1.00'));
      await audit(eventStore);
    }
  });

  it('is saved after a number of events, and replaces the previous one', async () => {
    const eventStore = createMemoryEventStore();
    const { documents, put } = watchedDocuments();
    const writers = keepersOn({ eventStore, documents, snapshotEvery: 20 });
    const anna = await openWalletOn(writers, '1.00');
    const saves = () => put.filter((key) => key === snapshotPlace(STREAM)).length;
    for (let round = 1; round <= 3; round++) {
      await until(async () => {
        await done(writers, reward(anna, '0.01'));
        return saves() >= round;
      });
    }
    expect((await audit(eventStore)).book.revision).to.be.greaterThan(58);
    await writers.close();
    // Only one manifest, its chunks, and the list of saves remain.
    const left = await Promise.all([...new Set(put)].map((key) => documents.getRecord('snapshots', key)));
    const manifest = JSON.parse((await documents.getRecord('snapshots', snapshotPlace(STREAM))) ?? '{}') as {
      pieces: number;
    };
    expect(left.filter((text) => text !== undefined).length).to.equal(manifest.pieces + 2);
  });

  it('is saved less often the larger the book is', async () => {
    const eventStore = createMemoryEventStore();
    const inner = createMemoryDocumentStore();
    const saved: number[] = [];
    const documents: DocumentStore = {
      ...inner,
      putRecord(table, key, value, ...rest) {
        if (key === snapshotPlace(STREAM)) saved.push((JSON.parse(value) as { revision: number }).revision);
        return inner.putRecord(table, key, value, ...rest);
      },
    };
    const writers = keepersOn({ eventStore, documents, snapshotEvery: 5 });
    // Each round adds a user, a wallet, and its account, in five events.
    for (let i = 0; i < 40; i++) await openWalletOn(writers, '1.00');
    await writers.close();
    // The number of events alone would have caused forty.
    expect((await audit(eventStore)).book.revision).to.be.greaterThan(195);
    expect(saved.length).to.be.within(2, 4);
  });

  it('contains no events that were rolled back while it was requested', async () => {
    const inner = createMemoryEventStore();
    const gate = gated(inner);
    const { documents, put } = watchedDocuments();
    const other = keepersOn({ eventStore: inner });
    const anna = await openWalletOn(other, '1.00');
    const findKey = () => Promise.resolve(undefined);
    const writer = new BookWriter(STREAM, {
      eventStore: gate.store,
      documents,
      policy: POLICY,
      snapshotKey: SNAPSHOT_KEY,
      authentication: AUTHENTICATION,
      clock: Date.now,
      findKey,
    });
    await writer.read(() => undefined);
    gate.shut();
    const mine = writer.submit(command(reward(anna, '0.01')));
    await until(() => gate.waiting() === 1);
    const saved = writer.snapshot();
    await done(other, reward(anna, '5.00'));
    gate.release();
    await Promise.all([mine, saved]);
    expect(put).to.deep.equal([]);
    await writer.snapshot();
    const { accounts, reads } = await readsOf(inner, documents);
    expect(reads[0]).to.be.greaterThan(0);
    expect(accounts).to.deep.equal(new Map((await audit(inner)).book.accounts.entries()));
  });

  it('does not block the close of a writer whose book cannot be read', async () => {
    const inner = createMemoryEventStore();
    const gate = gated(inner);
    const anna = await openWalletOn(keepersOn({ eventStore: inner }), '1.00');
    const writer = new BookWriter(STREAM, {
      eventStore: gate.store,
      documents: createMemoryDocumentStore(),
      policy: POLICY,
      snapshotKey: SNAPSHOT_KEY,
      authentication: AUTHENTICATION,
      clock: Date.now,
      findKey: () => Promise.resolve(undefined),
      hasOtherWriters: true,
    });
    await writer.read(() => undefined);
    gate.shut();
    const mine = writer.submit(command(reward(anna, '0.01')));
    await until(() => gate.waiting() === 1);
    const saved = writer.snapshot();
    gate.release();
    await mine;
    const last = await inner.readLast(STREAM);
    await inner.append(STREAM, [newEvent()], last?.revision ?? 0);
    const fault: unknown = await writer
      .submit(command(reward('wal_unknown', '1.00')))
      .catch((error: unknown) => error);
    expect(fault).to.be.instanceOf(Error);
    await saved;
    await writer.close();
  });

  it('is saved when the writer closes, but only after new events', async () => {
    const { eventStore, documents, put } = await bookWithSnapshot();
    const writers = keepersOn({ eventStore, documents });
    await writers.read(STREAM, () => undefined);
    const before = put.length;
    await writers.close();
    expect(put.length).to.be.greaterThan(before);
    const idle = keepersOn({ eventStore, documents });
    await idle.read(STREAM, () => undefined);
    const saved = put.length;
    await idle.close();
    expect(put.length).to.equal(saved);
  });

  it('does not affect answers when it cannot be saved', async () => {
    const eventStore = createMemoryEventStore();
    const faults: unknown[] = [];
    const documents: DocumentStore = {
      ...createMemoryDocumentStore(),
      putRecord: () => Promise.reject(new Error('the disk is full')),
    };
    const writers = keepersOn({
      eventStore,
      documents,
      snapshotEvery: 5,
      onError: (_, error) => faults.push(error),
    });
    const anna = await openWalletOn(writers, '1.00');
    for (let i = 0; i < 60; i++) await done(writers, reward(anna, '0.01'));
    await writers.close();
    expect(faults.length).to.be.within(1, 15);
    expect((await audit(eventStore)).book.accounts.get(anna)?.amount).to.equal(160n);
  });

  it('that was interrupted while it was saved is cleaned up later', async () => {
    const { eventStore } = await bookWithSnapshot();
    const { book } = await audit(eventStore);
    const taken = captureBook(book, 'f'.repeat(64), []);
    // One save is interrupted at each of its calls: while it writes chunks, and while it deletes the previous ones.
    for (let callsLeft = 1; ; callsLeft++) {
      const inner = createMemoryDocumentStore();
      const { documents, put } = watchedDocuments(inner);
      await saveSnapshot(documents, STREAM, taken, SNAPSHOT_KEY, 0);
      const isWhole = await saveSnapshot(
        cutOffAfter(documents, callsLeft),
        STREAM,
        taken,
        SNAPSHOT_KEY,
        1,
      ).then(
        () => true,
        () => false,
      );
      expect((await loadSnapshot(documents, STREAM, SNAPSHOT_KEY))?.book.users.size).to.equal(
        book.users.size,
      );
      // Another node may still be saving, so an early save deletes nothing.
      await saveSnapshot(documents, STREAM, taken, SNAPSHOT_KEY, 2);
      await saveSnapshot(documents, STREAM, taken, SNAPSHOT_KEY, 2 * HOUR_MS);
      const left = await Promise.all([...new Set(put)].map((key) => inner.getRecord('snapshots', key)));
      const manifest = JSON.parse((await inner.getRecord('snapshots', snapshotPlace(STREAM))) ?? '{}') as {
        pieces: number;
      };
      expect(left.filter((text) => text !== undefined).length, `call ${callsLeft}`).to.equal(
        manifest.pieces + 2,
      );
      if (isWhole) return;
    }
  });

  it('of two nodes that save at once never mixes their chunks', async () => {
    const { eventStore } = await bookWithSnapshot();
    const { book } = await audit(eventStore);
    const documents = createMemoryDocumentStore();
    const taken = captureBook(book, 'f'.repeat(64), []);
    const reversed = {
      ...taken,
      tables: new Map([...taken.tables].map(([table, all]) => [table, [...all].reverse()])),
    };
    await Promise.all([
      saveSnapshot(documents, STREAM, taken, SNAPSHOT_KEY),
      saveSnapshot(documents, STREAM, reversed, SNAPSHOT_KEY),
    ]);
    const restored = await loadSnapshot(documents, STREAM, SNAPSHOT_KEY);
    expect(restored?.book.users.size).to.equal(book.users.size);
    expect(restored?.book.accounts.size).to.equal(book.accounts.size);
  });

  it('can be loaded although another node has deleted layers shared with the previous one', async () => {
    const { eventStore } = await bookWithSnapshot();
    const { book } = await audit(eventStore);
    const inner = createMemoryDocumentStore();
    const full = (id: string) => [{ id, count: 2 ** 14, isFull: true, bits: new Uint8Array(1024).fill(1) }];
    const [here, there] = ['here', 'there'].map((id) => captureBook(book, id, full(id)));
    if (here === undefined || there === undefined) throw new Error('nothing was taken');
    await saveSnapshot(inner, STREAM, here, SNAPSHOT_KEY);
    let isFirst = true;
    const documents: DocumentStore = {
      ...inner,
      async putRecord(...args) {
        if (isFirst) {
          isFirst = false;
          await saveSnapshot(inner, STREAM, there, SNAPSHOT_KEY);
        }
        return inner.putRecord(...args);
      },
    };
    await saveSnapshot(documents, STREAM, here, SNAPSHOT_KEY);
    expect((await loadSnapshot(inner, STREAM, SNAPSHOT_KEY))?.hash).to.equal('here');
  });

  it('is correct each time when it is rebuilt while the writer of the book saves its own', async () => {
    const eventStore = createMemoryEventStore();
    const { documents, put } = watchedDocuments();
    const writers = keepersOn({ eventStore, documents, snapshotEvery: 5 });
    const anna = await openWalletOn(writers, '1.00');
    const rewards = async (count: number): Promise<void> => {
      for (let i = 0; i < count; i++) await done(writers, reward(anna, '0.01'));
    };
    const revisions: number[] = [];
    while (revisions.length < 20) {
      const [isRebuilt] = await Promise.all([writers.rebuildSnapshot(STREAM), rewards(10)]);
      expect(isRebuilt).to.equal(true);
      const restored = await loadSnapshot(documents, STREAM, SNAPSHOT_KEY);
      // The other save has just deleted the layers that this one shares with the previous snapshot.
      if (restored === undefined) continue;
      const { book, hash } = restored;
      const stored = await eventStore.read(STREAM, 0, book.revision + 1);
      expect(stored.at(-1)?.metadata).to.contain(`"hash":"${hash}"`);
      const folded = createBook(STREAM);
      for (const event of stored) evolve(folded, decodeRecorded(event));
      expect([...book.accounts.entries()]).to.deep.equal([...folded.accounts.entries()]);
      revisions.push(book.revision);
    }
    expect(revisions.at(-1)).to.be.greaterThan(revisions[0] ?? 0);
    expect(put.filter((key) => key === snapshotPlace(STREAM)).length).to.be.greaterThan(revisions.length);
    await writers.close();
  });

  it('of a large book is split into records of limited size', async () => {
    const ledger = createLedger();
    const metadata = Object.fromEntries(Array.from({ length: 50 }, (_, i) => [`key-${i}`, 'x'.repeat(500)]));
    for (let i = 0; i < 120; i++) {
      const input = {
        type: 'individual',
        external_reference: `r-${i}`,
        country: null,
        seal: () => null,
        metadata,
      } as const;
      ledger.run((book, context) => createUser(book, input, context));
    }
    const filter = createKeyFilter();
    for (let i = 0; i < 100; i++) filter.add(`k-${i}`);
    const sizes: number[] = [];
    const inner = createMemoryDocumentStore();
    const documents: DocumentStore = {
      ...inner,
      putRecord(table, key, value, options) {
        sizes.push(value.length);
        return inner.putRecord(table, key, value, options);
      },
    };
    await saveSnapshot(
      documents,
      STREAM,
      captureBook(ledger.book, 'f'.repeat(64), filter.save()),
      SNAPSHOT_KEY,
    );
    expect(Math.max(...sizes)).to.be.at.most(1_100_000);
    expect(sizes.length).to.be.greaterThan(4);
    const restored = await loadSnapshot(documents, STREAM, SNAPSHOT_KEY);
    expect(restored?.book.users.size).to.equal(120);
    expect(restored?.filter).to.deep.equal(filter.save());
  });

  it('shares the full layers of the key filter with the previous one, and deletes the others', async () => {
    const { book } = createLedger();
    const { documents, put } = watchedDocuments();
    const filter = createKeyFilter();
    const addKeys = (from: number, to: number): void => {
      for (let i = from; i < to; i++) filter.add(`k-${i}`);
    };
    const save = (saved: ReturnType<typeof filter.save>) =>
      saveSnapshot(documents, STREAM, captureBook(book, 'f'.repeat(64), saved), SNAPSHOT_KEY);
    const restored = async () =>
      createKeyFilter((await loadSnapshot(documents, STREAM, SNAPSHOT_KEY))?.filter);
    addKeys(0, 40_000);
    await save(filter.save());
    const [first] = filter.save();
    expect(first?.isFull).to.equal(true);
    const piecesOfFirst = () => put.filter((key) => key.includes(first?.id ?? '?')).length;
    expect(piecesOfFirst()).to.equal(1);
    addKeys(40_000, 60_000);
    await save(filter.save());
    expect(piecesOfFirst()).to.equal(1);
    const again = await restored();
    for (let i = 0; i < 60_000; i += 101) expect(again.mayContain(`k-${i}`)).to.equal(true);
    // Another node's filter has different bits, which must not replace the bits of this one.
    const other = createKeyFilter();
    for (let i = 60_000; i < 120_000; i++) other.add(`k-${i}`);
    await save(other.save());
    const others = await restored();
    for (let i = 60_000; i < 120_000; i += 101) expect(others.mayContain(`k-${i}`)).to.equal(true);
    await save(again.save());
    const last = await restored();
    for (let i = 0; i < 60_000; i += 101) expect(last.mayContain(`k-${i}`)).to.equal(true);
    const left = await Promise.all([...new Set(put)].map((key) => documents.getRecord('snapshots', key)));
    const { pieces, layers } = JSON.parse(
      (await documents.getRecord('snapshots', snapshotPlace(STREAM))) ?? '{}',
    ) as {
      pieces: number;
      layers: readonly { pieces: number }[];
    };
    const shared = layers.reduce((sum, layer) => sum + layer.pieces, 0);
    expect(left.filter((text) => text !== undefined).length).to.equal(pieces + shared + 2);
  });

  it('with a layer that is not full continues it under another ID, because other keys may be added to it', () => {
    const filter = createKeyFilter();
    filter.add('a');
    const [saved] = filter.save();
    const [restored] = createKeyFilter(filter.save()).save();
    expect(restored?.id).to.not.equal(saved?.id);
    expect(restored?.bits).to.deep.equal(saved?.bits);
  });
});
