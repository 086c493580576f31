import { createMemoryEventStore } from '../../src/event-store/memory.ts';
import { eventStoreContract } from '../contracts/event-store.ts';
import { describeContract } from '../support/contract.ts';

describeContract('An event store in memory', eventStoreContract, () => {
  const store = createMemoryEventStore();
  return Promise.resolve({ store, close: () => store.close() });
});
