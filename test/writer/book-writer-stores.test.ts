import { join } from 'node:path';
import { expect } from 'chai';
import { createMemoryEventStore } from '../../src/event-store/memory.ts';
import type { EventStore } from '../../src/event-store/port.ts';
import { updateUser } from '../../src/ledger/user.ts';
import { LostEvents } from '../../src/read-models/history/event-history.ts';
import { openDatabase } from '../../src/sqlite/database.ts';
import { createSqliteEventStore } from '../../src/sqlite/event-store.ts';
import type { Outcome } from '../../src/writer/command.ts';
import { reward, transfer } from '../support/ledger-commands.ts';
import { STREAM } from '../support/policy.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { audit, command, done, idOf, keepersOn, kindsOf, openWalletOn, turns } from '../support/writer.ts';

type Opened = { readonly eventStore: EventStore; readonly close: () => Promise<void> };

const inMemory = (): Promise<Opened> => {
  const eventStore = createMemoryEventStore();
  return Promise.resolve({ eventStore, close: () => eventStore.close() });
};

async function inFile(): Promise<Opened> {
  const folder = await temporaryFolder();
  const database = openDatabase(join(folder.path, 'events.db'));
  const eventStore = createSqliteEventStore(database);
  const close = async () => {
    await eventStore.close();
    database.close();
    await folder.remove();
  };
  return { eventStore, close };
}

function withResolvers(): {
  readonly promise: Promise<undefined>;
  readonly resolve: (value: undefined) => void;
} {
  let resolve: (value: undefined) => void = () => undefined;
  const promise = new Promise<undefined>((each) => (resolve = each));
  return { promise, resolve };
}

const bodyOf = (outcome: Outcome): string => ('answer' in outcome ? outcome.answer.body : outcome.kind);

for (const [name, open] of [
  ['in memory', inMemory],
  ['in an SQLite file', inFile],
] as const) {
  describe(`The writer of a book ${name}`, () => {
    let opened: Opened;
    let eventStore: EventStore;
    beforeEach(async () => {
      opened = await open();
      ({ eventStore } = opened);
    });
    afterEach(() => opened.close());

    it('compares loaded books with their streams, a few at a time, and refuses one that lost its end', async () => {
      let end = Infinity;
      let reads = 0;
      const shorter: EventStore = {
        ...eventStore,
        async read(stream, from, count) {
          reads += 1;
          const found = await eventStore.read(stream, from, count);
          return stream === STREAM ? found.filter(({ revision }) => revision < end) : found;
        },
      };
      const unreadable: string[] = [];
      const writers = keepersOn({ eventStore: shorter, onUnreadable: (stream) => unreadable.push(stream) });
      const wallet = await openWalletOn(writers, '37.50');
      const others = ['book-b', 'book-c'];
      for (const stream of others) await openWalletOn(writers, '1.00', stream);
      const head = writers.newestEvent(STREAM)?.revision ?? 0;
      reads = 0;
      for (let turn = 0; turn < 3; turn++) await writers.confirmLoaded(1);
      expect([reads, unreadable]).to.deep.equal([3, []]);
      end = head;
      for (let turn = 0; turn < 3; turn++) await writers.confirmLoaded(1);
      expect(unreadable).to.deep.equal([STREAM]);
      expect(others.map((stream) => writers.newestEvent(stream) !== undefined)).to.deep.equal([true, true]);
      const refused = await writers.read(STREAM, () => 'read').catch((error: unknown) => error);
      expect(refused).to.be.instanceOf(LostEvents);
      end = Infinity;
      expect(await writers.read(STREAM, (book) => book.wallets.has(wallet))).to.equal(true);
    });

    it('accepts as many of a hundred concurrent transfers as the wallet can pay for', async () => {
      const writers = keepersOn({ eventStore });
      const [anna, ben] = [await openWalletOn(writers, '37.50'), await openWalletOn(writers, '0.00')];
      const outcomes = await Promise.all(
        Array.from({ length: 100 }, () => writers.submit(STREAM, command(transfer(anna, ben, '1.00')))),
      );
      expect(kindsOf(outcomes)).to.deep.equal({ done: 37, refused: 63 });
      const { book } = await audit(eventStore);
      expect(book.accounts.get(anna)?.amount).to.equal(50n);
      expect(book.accounts.get(ben)?.amount).to.equal(3_700n);
    });

    it('writes once for one idempotency key and gives every caller the same answer', async () => {
      const writers = keepersOn({ eventStore });
      const [anna, ben] = [await openWalletOn(writers, '50.00'), await openWalletOn(writers, '0.00')];
      const repeat = () => writers.submit(STREAM, command(transfer(anna, ben, '1.00'), { key: 'k' }));
      const outcomes = await Promise.all(Array.from({ length: 20 }, repeat));
      outcomes.push(await repeat());
      expect(kindsOf(outcomes)).to.deep.equal({ done: 1, replayed: 20 });
      expect(new Set(outcomes.map(bodyOf)).size).to.equal(1);
      const { book, keys } = await audit(eventStore);
      expect(keys).to.deep.equal(['k']);
      expect(book.accounts.get(ben)?.amount).to.equal(100n);
    });

    it('gives the same answer after a restart', async () => {
      const writers = keepersOn({ eventStore });
      const [anna, ben] = [await openWalletOn(writers, '50.00'), await openWalletOn(writers, '0.00')];
      const one = command(transfer(anna, ben, '1.00'), { key: 'k' });
      const first = await writers.submit(STREAM, one);
      await writers.close();
      const again = await keepersOn({ eventStore }).submit(STREAM, one);
      expect(again.kind).to.equal('replayed');
      expect(bodyOf(again)).to.equal(bodyOf(first));
    });

    it('rejects a key that was used by another request', async () => {
      const writers = keepersOn({ eventStore });
      const [anna, ben] = [await openWalletOn(writers, '50.00'), await openWalletOn(writers, '0.00')];
      const with_ = (fingerprint: string) =>
        writers.submit(STREAM, command(transfer(anna, ben, '1.00'), { key: 'k', fingerprint }));
      const outcomes = await Promise.all([with_('one'), with_('two')]);
      expect(outcomes.map(({ kind }) => kind)).to.deep.equal(['done', 'key_reused']);
      expect((await with_('two')).kind).to.equal('key_reused');
      expect((await audit(eventStore)).book.accounts.get(ben)?.amount).to.equal(100n);
    });

    it('records the answer of a write that changes nothing', async () => {
      const writers = keepersOn({ eventStore });
      const body = await done(writers, reward(await openWalletOn(writers, '1.00'), '1.00'));
      const { book } = await audit(eventStore);
      const user_id = [...book.users.entries()][0]?.[0] ?? '';
      const nothing = (): Promise<Outcome> =>
        writers.submit(
          STREAM,
          command((on) => updateUser(on, { user_id }), {
            key: 'k',
            answer: {
              from: 'book',
              render: (on) => ({ status: 200, body: `${body.length} ${on.users.size}` }),
            },
          }),
        );
      const first = await nothing();
      await openWalletOn(writers, '0.00');
      const again = await nothing();
      expect(again.kind).to.equal('replayed');
      expect(bodyOf(again)).to.equal(bodyOf(first));
      expect(
        (await audit(eventStore)).events.filter(({ type }) => type === 'request.recorded').length,
      ).to.equal(1);
    });

    it('loses and duplicates nothing when two writers share a book', async () => {
      const [left, right] = [
        keepersOn({ eventStore, hasOtherWriters: true }),
        keepersOn({ eventStore, hasOtherWriters: true }),
      ];
      const [anna, ben] = [await openWalletOn(left, '600.00'), await openWalletOn(left, '0.00')];
      const outcomes = await Promise.all(
        Array.from({ length: 500 }, async (_, i) => {
          // In waves, so that the writes of both writers interleave.
          await turns(i % 7);
          const writers = i % 2 === 0 ? left : right;
          return writers.submit(STREAM, command(transfer(anna, ben, '1.00'), { key: `k-${i}` }));
        }),
      );
      expect(kindsOf(outcomes)).to.deep.equal({ done: 500 });
      expect(new Set(outcomes.map((outcome) => idOf(bodyOf(outcome), 'trf'))).size).to.equal(500);
      const { book, keys } = await audit(eventStore);
      expect(book.accounts.get(ben)?.amount).to.equal(50_000n);
      expect([...keys].sort()).to.deep.equal(Array.from({ length: 500 }, (_, i) => `k-${i}`).sort());
    });

    it('writes once when two writers receive the same keys at the same time', async () => {
      const [left, right] = [
        keepersOn({ eventStore, hasOtherWriters: true }),
        keepersOn({ eventStore, hasOtherWriters: true }),
      ];
      const [anna, ben] = [await openWalletOn(left, '600.00'), await openWalletOn(left, '0.00')];
      const outcomes = await Promise.all(
        Array.from({ length: 200 }, (_, i) =>
          (i % 2 === 0 ? left : right).submit(
            STREAM,
            command(transfer(anna, ben, '1.00'), { key: `k-${Math.floor(i / 2)}` }),
          ),
        ),
      );
      expect(kindsOf(outcomes)).to.deep.equal({ done: 100, replayed: 100 });
      outcomes.forEach((outcome, i) => {
        expect(bodyOf(outcome)).to.equal(bodyOf(outcomes[i % 2 === 0 ? i + 1 : i - 1] ?? outcome));
      });
      expect((await audit(eventStore)).book.accounts.get(ben)?.amount).to.equal(10_000n);
    });

    it('does not refuse a command based on state that another writer has changed', async () => {
      const [left, right] = [
        keepersOn({ eventStore, hasOtherWriters: true }),
        keepersOn({ eventStore, hasOtherWriters: true }),
      ];
      const [anna, ben] = [await openWalletOn(left, '0.00'), await openWalletOn(left, '0.00')];
      expect((await right.submit(STREAM, command(transfer(anna, ben, '1.00')))).kind).to.equal('refused');
      await done(left, reward(anna, '1.00'));
      expect((await right.submit(STREAM, command(transfer(anna, ben, '1.00')))).kind).to.equal('done');
      const carla = await openWalletOn(right, '5.00');
      expect('events' in (await left.dryRun(STREAM, transfer(carla, ben, '5.00')))).to.equal(true);
    });

    it('does not refuse a command because of state from before an append whose answer is late', async () => {
      const { promise: isAnswered, resolve: answer } = withResolvers();
      const { promise: isStored, resolve: store } = withResolvers();
      let isSlow = false;
      const slow: EventStore = {
        ...eventStore,
        async append(...args) {
          const result = await eventStore.append(...args);
          if (isSlow) {
            isSlow = false;
            store(undefined);
            await isAnswered;
          }
          return result;
        },
      };
      const left = keepersOn({ eventStore: slow, hasOtherWriters: true });
      const right = keepersOn({ eventStore, hasOtherWriters: true });
      const [anna, ben] = [await openWalletOn(left, '0.00'), await openWalletOn(left, '0.00')];
      isSlow = true;
      const rewarded = left.submit(STREAM, command(reward(ben, '1.00')));
      await isStored;
      await done(right, reward(anna, '1.00'));
      const transferred = left.submit(STREAM, command(transfer(anna, ben, '1.00')));
      answer(undefined);
      expect(kindsOf(await Promise.all([rewarded, transferred]))).to.deep.equal({ done: 2 });
    });
  });
}
