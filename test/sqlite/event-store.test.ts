import { join } from 'node:path';
import { openDatabase } from '../../src/sqlite/database.ts';
import { createSqliteEventStore } from '../../src/sqlite/event-store.ts';
import { durableEventStoreContract } from '../contracts/event-store-durable.ts';
import { eventStoreContract, type EventStoreContext } from '../contracts/event-store.ts';
import { describeContract } from '../support/contract.ts';
import { durableContext } from '../support/durable-context.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

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
  return durableContext(() => open(join(folder.path, 'events.db')), folder.remove);
});
