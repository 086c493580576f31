import { createEventStoreDb } from '../../src/event-store/eventstoredb/eventstoredb.ts';
import { durableEventStoreContract } from '../contracts/event-store-durable.ts';
import { eventStoreContract, type EventStoreContext } from '../contracts/event-store.ts';
import { describeContract } from '../support/contract.ts';
import { durableContext } from '../support/durable-context.ts';
import { findEventStoreDb } from '../support/eventstoredb.ts';
import { skip } from '../support/skip.ts';

describe('EventStoreDB (at EVENTSTORE_URL, or in Docker)', () => {
  let server: Awaited<ReturnType<typeof findEventStoreDb>>;
  before(async function () {
    server = await findEventStoreDb();
    if (server === undefined) skip(this, 'needs EventStoreDB: set EVENTSTORE_URL or start Docker');
  });
  after(() => server?.stop());

  const open = (): Promise<EventStoreContext> => {
    if (server === undefined) throw new Error('There is no server.');
    const store = createEventStoreDb(server.url);
    return Promise.resolve({ store, close: () => store.close() });
  };
  describeContract('An event store in EventStoreDB', eventStoreContract, open);
  describeContract('Events in EventStoreDB', durableEventStoreContract, () =>
    Promise.resolve(durableContext(open)),
  );
});
