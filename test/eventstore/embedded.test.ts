import { join } from 'node:path';
import { startEmbedded } from '../../src/embedded/embedded.ts';
import { durableEventStoreContract } from '../contracts/eventstore-durable.ts';
import { eventStoreContract, type EventStoreContext } from '../contracts/eventstore.ts';
import { describeContract } from '../support/contract.ts';
import { durable } from '../support/durable.ts';
import { temporaryFolder } from '../support/folder.ts';

async function open(file: string): Promise<EventStoreContext> {
  const embedded = await startEmbedded({ file });
  return { store: embedded.eventStore, close: () => embedded.close() };
}

describeContract('An embedded event store', eventStoreContract, async () => {
  const folder = await temporaryFolder();
  const context = await open(join(folder.path, 'ledger.db'));
  return { store: context.store, close: () => context.close().then(folder.remove) };
});

describeContract('Embedded events', durableEventStoreContract, async () => {
  const folder = await temporaryFolder();
  return durable(() => open(join(folder.path, 'ledger.db')), folder.remove);
});
