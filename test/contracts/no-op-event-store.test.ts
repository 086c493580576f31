/** Proves that the contract rejects a store that stores nothing. */
import { expect } from 'chai';
import { START, type EventStore } from '../../src/event-store/port.ts';
import { failuresOf, type Closable, type ContractCase } from '../support/contract.ts';
import { durableEventStoreContract } from './event-store-durable.ts';
import { eventStoreContract } from './event-store.ts';

/** Accepts every append and stores nothing. */
function createForgetfulEventStore(): EventStore {
  let position = START;
  return {
    append: (_stream, events, expectedRevision) => {
      position += BigInt(events.length);
      return Promise.resolve({ ok: true, revision: expectedRevision + events.length, position });
    },
    read: () => Promise.resolve([]),
    readLast: () => Promise.resolve(undefined),
    head: () => Promise.resolve(START),
    follow: async function* () {
      // There is nothing to follow.
    },
    ping: () => Promise.resolve(),
    close: () => Promise.resolve(),
  };
}

async function passesOf<Context extends Closable>(
  cases: readonly ContractCase<Context>[],
  context: Context,
): Promise<string[]> {
  const failed = await failuresOf(cases, () => Promise.resolve(context), 500);
  return cases.map(({ title }) => title).filter((title) => !failed.includes(title));
}

describe('The contract of the event store port', () => {
  const store = createForgetfulEventStore();
  const close = (): Promise<void> => store.close();

  it('fails in every case but the ping for a store that keeps nothing', async () => {
    expect(await passesOf(eventStoreContract, { store, close })).to.deep.equal(['answers a ping']);
  });

  it('fails in every durable case for a store that keeps nothing', async () => {
    const open = (): Promise<Closable & { store: EventStore }> => Promise.resolve({ store, close });
    expect(await passesOf(durableEventStoreContract, { open, close })).to.deep.equal([]);
  });
});
