/** A backup that is restored into servers: here into stores in memory, which number events by themselves. */
import { join } from 'node:path';
import { expect } from 'chai';
import { eventStoreSource, sqliteSource, type EventSource } from '../../src/audit/event-source.ts';
import { verify } from '../../src/audit/verification/verification.ts';
import { restoreBackup, verifyBackup } from '../../src/backup/restore-backup.ts';
import { createMemoryEventStore } from '../../src/event-store/memory.ts';
import { NO_STREAM, START, type EventStore } from '../../src/event-store/port.ts';
import type { DocumentStore } from '../../src/read-models/port.ts';
import { createMemoryDocumentStore } from '../../src/read-models/stores/memory.ts';
import { openDatabase } from '../../src/sqlite/database.ts';
import { createSqliteDocuments } from '../../src/sqlite/documents.ts';
import { newEvents } from '../support/event-store.ts';
import { temporaryFolder, type Folder } from '../support/temporary-folder.ts';
import { before as sourceBefore, messageOf, recordedIn, take, type Recorded } from './backups.ts';

describe('A backup that is restored into servers', () => {
  let folder: Folder;
  let recorded: Recorded;
  let directory: string;
  before(async () => {
    folder = await temporaryFolder();
    recorded = recordedIn(folder.path);
    directory = at('backups');
    await take(recorded, { directory, through: (source) => sourceBefore(source, 200n) });
    await take(recorded, { directory });
  });
  after(() => folder.remove());
  const at = (name: string): string => join(folder.path, name);
  const file = (): string => join(recorded.dataDir, 'ledger.sqlite');

  async function restoreInto(servers: { eventStore?: EventStore; documents?: DocumentStore }, to: string) {
    const { keys } = recorded;
    const chain = await verifyBackup(directory, keys);
    await restoreBackup({ chain, keys, to: at(to), servers, examine: () => Promise.resolve() });
    return chain;
  }

  /** Everything but positions, which a server assigns, in their order. */
  async function eventsOf(source: Pick<EventSource, 'pages' | 'head'>): Promise<unknown[]> {
    const events: unknown[] = [];
    for await (const page of source.pages(START, await source.head()))
      for (const { stream, revision, id, type, data, metadata } of page)
        events.push({ stream, revision, id, type, data, metadata });
    return events;
  }

  it('has the same events in the same order, the same vault, and a valid history', async () => {
    const [eventStore, documents] = [createMemoryEventStore(), createMemoryDocumentStore()];
    const [, newest] = await restoreInto({ eventStore, documents }, 'both');
    const [restored, original] = [eventStoreSource(eventStore), sqliteSource(file())];
    expect(await eventsOf(restored)).to.deep.equal(await eventsOf(original));
    const found = await verify(restored);
    expect([found.ok, found.events]).to.deep.equal([true, newest?.manifest.events]);
    const before = createSqliteDocuments(openDatabase(file(), { readOnly: true }));
    const vault = { limit: 1_000 };
    expect(await documents.listRecords('vault', vault)).to.deep.equal(
      await before.listRecords('vault', vault),
    );
    await before.close();
    await original.close();
  });

  it('leaves to the file what no server takes', async () => {
    const eventStore = createMemoryEventStore();
    await restoreInto({ eventStore }, 'events-only');
    const documents = createSqliteDocuments(openDatabase(join(at('events-only'), 'ledger.sqlite')));
    expect(await documents.listRecords('vault', { limit: 1 })).to.have.length(1);
    await documents.close();
    const left = sqliteSource(join(at('events-only'), 'ledger.sqlite'));
    expect(await left.head()).to.equal(START);
    await left.close();
  });

  it('is refused by servers that are not empty, before anything is written', async () => {
    const eventStore = createMemoryEventStore();
    await eventStore.append('book-other-sandbox', newEvents(1), NO_STREAM);
    const documents = createMemoryDocumentStore();
    expect(await messageOf(restoreInto({ eventStore, documents }, 'refused'))).to.match(
      /^The event store is not empty: /,
    );
    expect(await documents.listRecords('vault', { limit: 1 })).to.deep.equal([]);
    await documents.putRecord('vault', 'key', 'value');
    const empty = createMemoryEventStore();
    expect(await messageOf(restoreInto({ eventStore: empty, documents }, 'refused'))).to.equal(
      'The documents database is not empty.',
    );
    expect(await empty.head()).to.equal(START);
  });
});
