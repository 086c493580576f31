import { join } from 'node:path';
import { createSqliteEventStore } from '../../src/eventstore/sqlite.ts';
import { openDatabase } from '../../src/sqlite.ts';
import { durableEventStoreContract } from '../contracts/eventstore-durable.ts';
import { eventStoreContract, type EventStoreContext } from '../contracts/eventstore.ts';
import { describeContract } from '../support/contract.ts';
import { durable } from '../support/durable.ts';
import { temporaryFolder } from '../support/folder.ts';

function open(file: string): Promise<EventStoreContext> {
  const database = openDatabase(file);
  const store = createSqliteEventStore(database);
  const close = async (): Promise<void> => {
    await store.close();
    database.close();
  };
  return Promise.resolve({ store, close });
}

describeContract('An event store in an SQLite file', eventStoreContract, async () => {
  const folder = await temporaryFolder();
  const context = await open(join(folder.path, 'events.db'));
  return { store: context.store, close: () => context.close().then(folder.remove) };
});

describeContract('Events in an SQLite file', durableEventStoreContract, async () => {
  const folder = await temporaryFolder();
  return durable(() => open(join(folder.path, 'events.db')), folder.remove);
});
