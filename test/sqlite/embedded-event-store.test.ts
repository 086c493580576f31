import { join } from 'node:path';
import { openEmbeddedStores } from '../../src/sqlite/embedded-stores.ts';
import { durableEventStoreContract } from '../contracts/event-store-durable.ts';
import { eventStoreContract, type EventStoreContext } from '../contracts/event-store.ts';
import { describeContract } from '../support/contract.ts';
import { durableContext } from '../support/durable-context.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

async function open(file: string): Promise<EventStoreContext> {
  const embedded = await openEmbeddedStores({ file });
  return { store: embedded.eventStore, close: () => embedded.close() };
}

describeContract('An embedded event store', eventStoreContract, async () => {
  const folder = await temporaryFolder();
  const context = await open(join(folder.path, 'ledger.db'));
  return { store: context.store, close: () => context.close().then(folder.remove) };
});

describeContract('Embedded events', durableEventStoreContract, async () => {
  const folder = await temporaryFolder();
  return durableContext(() => open(join(folder.path, 'ledger.db')), folder.remove);
});
