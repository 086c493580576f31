import { createMemoryEventStore } from '../../src/eventstore/memory.ts';
import { eventStoreContract } from '../contracts/eventstore.ts';
import { describeContract } from '../support/contract.ts';

describeContract('An event store in memory', eventStoreContract, () => {
  const store = createMemoryEventStore();
  return Promise.resolve({ store, close: () => store.close() });
});
