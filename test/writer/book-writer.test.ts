import { expect } from 'chai';
import { createMemoryEventStore } from '../../src/event-store/memory.ts';
import { APPEND_BYTES_MAX, StoreUnavailable, type EventStore } from '../../src/event-store/port.ts';
import type { Refusal } from '../../src/ledger/refusal.ts';
import {
  Overloaded,
  readConsistent,
  type ObservedConflict,
  type WriterObserver,
} from '../../src/writer/command.ts';
import { reward, transfer, type Decide } from '../support/ledger-commands.ts';
import { STREAM } from '../support/policy.ts';
import {
  audit,
  command,
  done,
  gated,
  keepersOn,
  kindsOf,
  latch,
  openWalletOn,
  turns,
  until,
  watched,
} from '../support/writer.ts';

describe('The writer of a book', () => {
  const inner = (): EventStore => createMemoryEventStore();

  it('answers only after the append is acknowledged', async () => {
    const gate = gated(inner());
    const writers = keepersOn({ eventStore: gate.store });
    const anna = await openWalletOn(writers, '0.00');
    gate.shut();
    let answered = false;
    const outcome = writers.submit(STREAM, command(reward(anna, '1.00'))).then((result) => {
      answered = true;
      return result;
    });
    await until(() => gate.waiting() === 1);
    await turns();
    expect(answered).to.equal(false);
    gate.release();
    expect((await outcome).kind).to.equal('done');
  });

  it('returns a refusal or a replay only after the events it depends on are acknowledged', async () => {
    const gate = gated(inner());
    const writers = keepersOn({ eventStore: gate.store });
    const [anna, ben] = [await openWalletOn(writers, '1.00'), await openWalletOn(writers, '0.00')];
    gate.shut();
    const answered: string[] = [];
    const say = (name: string, decide: Decide, key?: string): Promise<unknown> =>
      writers
        .submit(STREAM, command(decide, key === undefined ? {} : { key }))
        .then(({ kind }) => answered.push(`${name} ${kind}`));
    const all = [
      say('first', transfer(anna, ben, '1.00'), 'k'),
      say('second', transfer(anna, ben, '1.00')),
      say('repeat', transfer(anna, ben, '1.00'), 'k'),
    ];
    await until(() => gate.waiting() === 1);
    await turns();
    expect(answered).to.deep.equal([]);
    gate.release();
    await Promise.all(all);
    expect(answered).to.have.members(['first done', 'second refused', 'repeat replayed']);
  });

  it('returns a question at once and appends nothing, but a refusal waits for what it depends on', async () => {
    const gate = gated(inner());
    const writers = keepersOn({ eventStore: gate.store });
    const [anna, ben] = [await openWalletOn(writers, '1.00'), await openWalletOn(writers, '0.00')];
    gate.shut();
    const first = writers.submit(STREAM, command(transfer(anna, ben, '1.00')));
    await until(() => gate.waiting() === 1);
    const refusal: Refusal = { code: 'not_found', message: 'Not there.' };
    let isAnswered = false;
    const refused = writers
      .submit(
        STREAM,
        command(() => ({ refusal })),
      )
      .finally(() => (isAnswered = true));
    const outcome = await writers.submit<string>(STREAM, {
      ...command(() => ({ refusal })),
      decide: () => ({ question: 'is it there?' }),
    });
    expect(outcome).to.deep.equal({ kind: 'asked', question: 'is it there?' });
    await turns();
    expect(isAnswered).to.equal(false);
    gate.release();
    expect((await Promise.all([first, refused])).map(({ kind }) => kind)).to.deep.equal(['done', 'refused']);
    expect(await done(writers, reward(anna, '0.10'))).to.not.equal(undefined);
  });

  it('decides a refused command again when the events it depended on were not written', async () => {
    const store = inner();
    const gate = gated(store);
    const decidedAgain: number[] = [];
    const observer: WriterObserver = {
      appended: () => undefined,
      decidedAgain: ({ commands }) => decidedAgain.push(commands),
      acknowledged: () => undefined,
      registerStats: () => undefined,
    };
    const writers = keepersOn({ eventStore: gate.store, observer });
    const [anna, ben] = [await openWalletOn(writers, '1.00'), await openWalletOn(writers, '0.00')];
    gate.shut();
    const first = writers.submit(STREAM, command(transfer(anna, ben, '1.00')));
    const second = writers.submit(STREAM, command(transfer(anna, ben, '0.50')));
    await until(() => gate.waiting() === 1);
    // Another node writes first, and its events make room for both.
    await done(keepersOn({ eventStore: store }), reward(anna, '0.50'));
    gate.release();
    expect(kindsOf(await Promise.all([first, second]))).to.deep.equal({ done: 2 });
    expect((await audit(store)).book.accounts.get(anna)?.amount).to.equal(0n);
    expect(decidedAgain).to.deep.equal([2]);
  });

  it('reads only the events that it missed after a conflict, and observes how long that took', async () => {
    const store = inner();
    const seen = watched(store);
    const conflicts: ObservedConflict[] = [];
    const observer: WriterObserver = {
      appended: () => undefined,
      decidedAgain: (conflict) => conflicts.push(conflict),
      acknowledged: () => undefined,
      registerStats: () => undefined,
    };
    const writers = keepersOn({ eventStore: seen.store, observer });
    const [anna, ben] = [await openWalletOn(writers, '9.00'), await openWalletOn(writers, '0.00')];
    const { book } = await audit(store);
    const other = keepersOn({ eventStore: store });
    for (let i = 0; i < 3; i++) await done(other, transfer(anna, ben, '1.00'));
    const before = performance.now();
    seen.reads.splice(0);
    await Promise.all([1, 2].map(() => done(writers, transfer(anna, ben, '1.00'))));
    // The first event of the other writer shows the conflict. Then the book reads the missed events once.
    expect(seen.reads).to.deep.equal([book.revision + 1, book.revision + 1]);
    expect(conflicts).to.have.length(1);
    expect(conflicts[0]?.commands).to.equal(2);
    expect(conflicts[0]?.startedAt).to.be.within(before, performance.now());
    expect((await audit(store)).book.accounts.get(ben)?.amount).to.equal(500n);
  });

  it('rolls back exactly the events that are not acknowledged', async () => {
    const store = inner();
    let before: (() => Promise<unknown>) | undefined;
    const eventStore: EventStore = {
      ...store,
      async append(...args) {
        const work = before;
        before = undefined;
        await work?.();
        return store.append(...args);
      },
    };
    const writers = keepersOn({ eventStore, appendEventsMax: 3 });
    const other = keepersOn({ eventStore: store });
    const [anna, ben] = [await openWalletOn(writers, '10.00'), await openWalletOn(writers, '0.00')];
    // Three appends wait. The first succeeds, and another writer is faster than the second.
    const outcomes = Array.from({ length: 3 }, () =>
      writers.submit(STREAM, command(transfer(anna, ben, '3.00'))),
    );
    before = () => {
      before = () => done(other, transfer(anna, ben, '4.00'));
      return Promise.resolve();
    };
    expect(kindsOf(await Promise.all(outcomes))).to.deep.equal({ done: 2, refused: 1 });
    const { book } = await audit(store);
    expect(book.accounts.get(anna)?.amount).to.equal(0n);
    const kept = await writers.read(STREAM, ({ accounts }) => [...accounts.entries()]);
    expect(new Map(kept)).to.deep.equal(new Map(book.accounts.entries()));
  });

  it('does not mistake its own append for another writer’s while it confirms a refusal', async () => {
    const store = inner();
    const [reads, answers] = [latch(), latch()];
    const eventStore: EventStore = {
      ...store,
      async read(...args) {
        await reads.pass();
        return store.read(...args);
      },
      async append(...args) {
        const result = await store.append(...args);
        await answers.pass();
        return result;
      },
    };
    const writers = keepersOn({ eventStore, hasOtherWriters: true });
    const [anna, ben] = [await openWalletOn(writers, '1.00'), await openWalletOn(writers, '0.00')];
    reads.shut();
    answers.shut();
    const refused = writers.submit(STREAM, command(transfer(anna, ben, '2.00')));
    await until(() => reads.waiting() === 1);
    const written = writers.submit(STREAM, command(reward(anna, '0.50')));
    await until(() => answers.waiting() === 1);
    reads.open();
    await turns();
    answers.open();
    expect(kindsOf([await refused, await written])).to.deep.equal({ refused: 1, done: 1 });
    await done(writers, transfer(anna, ben, '1.50'));
    await audit(store);
  });

  it('decides nothing on a book that became stale during a key look-up', async () => {
    for (let ticks = 0; ticks < 12; ticks += 1) {
      const store = inner();
      const [reads, keys] = [latch(), latch()];
      const eventStore: EventStore = {
        ...store,
        read: (...args) => reads.pass().then(() => store.read(...args)),
      };
      const findKey = (): Promise<undefined> => keys.pass().then(() => undefined);
      const here = keepersOn({ eventStore, hasOtherWriters: true, cachedKeysMax: 3, findKey });
      const there = keepersOn({ eventStore: store, hasOtherWriters: true });
      const [anna, ben] = [await openWalletOn(here, '10.00'), await openWalletOn(here, '0.00')];
      const pay = (key: string) => here.submit(STREAM, command(transfer(anna, ben, '1.00'), { key }));
      for (let i = 0; i < 5; i += 1) await pay(`k-${i}`);
      await done(there, reward(ben, '1.00'));
      reads.shut();
      keys.shut();
      const refused = here.submit(STREAM, command(transfer(anna, ben, '50.00')));
      await until(() => reads.waiting() === 1);
      // As for a false positive of the key filter.
      const doubted = pay('k-0');
      await until(() => keys.waiting() === 1);
      reads.open();
      for (let tick = 0; tick < ticks; tick += 1) await Promise.resolve();
      keys.open();
      expect(kindsOf(await Promise.all([refused, doubted]))).to.deep.equal({ refused: 1, done: 1 });
      expect((await audit(store)).book.accounts.get(ben)?.amount).to.equal(700n);
    }
  });

  it('returns refusals and consistent reads while another process writes without pause', async () => {
    const store = inner();
    const there = keepersOn({ eventStore: store, hasOtherWriters: true });
    const [anna, ben] = [await openWalletOn(there, '1.00'), await openWalletOn(there, '0.00')];
    let isBusy = false;
    const eventStore: EventStore = {
      ...store,
      async read(...args) {
        const page = await store.read(...args);
        // Every read is outdated when it returns.
        if (isBusy) await done(there, reward(ben, '0.01'));
        return page;
      },
    };
    const here = keepersOn({ eventStore, hasOtherWriters: true });
    const before = await readConsistent(here, STREAM, (book) => book.revision);
    isBusy = true;
    const refused = await here.submit(STREAM, command(transfer(anna, ben, '5.00')));
    expect(refused.kind).to.equal('refused');
    expect(await readConsistent(here, STREAM, (book) => book.revision)).to.be.greaterThan(before);
    expect(await here.isKeyUsed(STREAM, 'k')).to.equal(false);
  });

  it('rejects a command after another process was first fifty times, and accepts the next one', async () => {
    const store = inner();
    const there = keepersOn({ eventStore: store, hasOtherWriters: true });
    const [anna, ben] = [await openWalletOn(there, '1.00'), await openWalletOn(there, '0.00')];
    let appends = 0;
    let isFirst = true;
    const eventStore: EventStore = {
      ...store,
      async append(...args) {
        appends += 1;
        if (isFirst) await done(there, reward(ben, '0.01'));
        return store.append(...args);
      },
    };
    const here = keepersOn({ eventStore, hasOtherWriters: true });
    const given = await here
      .submit(STREAM, command(transfer(anna, ben, '0.50')))
      .catch((error: unknown) => error);
    expect(given).to.be.instanceOf(Overloaded);
    expect(appends).to.equal(51);
    isFirst = false;
    await done(here, transfer(anna, ben, '0.50'));
    const { book } = await audit(store);
    expect(book.accounts.get(anna)?.amount).to.equal(50n);
    expect(book.accounts.get(ben)?.amount).to.equal(50n + 51n);
  });

  it('returns a position at which a reader sees the write, even if nothing was written', async () => {
    const gate = gated(inner());
    const writers = keepersOn({ eventStore: gate.store });
    const anna = await openWalletOn(writers, '1.00');
    const before = await writers.head(STREAM);
    gate.shut();
    const written = writers.submit(STREAM, command(reward(anna, '1.00')));
    const nothing = writers.submit(
      STREAM,
      command(() => ({ events: [] })),
    );
    await until(() => gate.waiting() === 1);
    gate.release();
    const head = (await Promise.all([written, nothing])).map((outcome) =>
      outcome.kind === 'done' ? outcome.position : undefined,
    );
    expect(head).to.deep.equal([before + 1n, before + 1n]);
    expect(await writers.head(STREAM)).to.equal(before + 1n);
  });

  it('rejects commands while its queue is full, and accepts them afterwards', async () => {
    const gate = gated(inner());
    const writers = keepersOn({ eventStore: gate.store, queueMax: 5 });
    const anna = await openWalletOn(writers, '0.00');
    gate.shut();
    const waiting = Array.from({ length: 5 }, () => writers.submit(STREAM, command(reward(anna, '1.00'))));
    const beyond = await writers
      .submit(STREAM, command(reward(anna, '1.00')))
      .catch((error: unknown) => error);
    expect(beyond).to.be.instanceOf(Overloaded);
    gate.release();
    expect(kindsOf(await Promise.all(waiting))).to.deep.equal({ done: 5 });
    await done(writers, reward(anna, '1.00'));
    expect((await audit(gate.store)).book.accounts.get(anna)?.amount).to.equal(600n);
  });

  it('appends waiting commands together, up to the maximum number of events', async () => {
    const { store, appends } = watched(inner());
    const writers = keepersOn({ eventStore: store, appendEventsMax: 10 });
    const [anna, ben] = [await openWalletOn(writers, '100.00'), await openWalletOn(writers, '0.00')];
    const before = appends.length;
    await Promise.all(
      Array.from({ length: 50 }, () => writers.submit(STREAM, command(transfer(anna, ben, '1.00')))),
    );
    const sizes = appends.slice(before).map(({ length }) => length);
    expect(sizes.reduce((a, b) => a + b)).to.equal(150);
    expect(Math.max(...sizes)).to.equal(9);
    await audit(store);
  });

  it('appends no more bytes at once than the store accepts', async () => {
    const { store, appends } = watched(inner());
    const writers = keepersOn({ eventStore: store });
    const [anna, ben] = [await openWalletOn(writers, '100.00'), await openWalletOn(writers, '0.00')];
    const metadata = Object.fromEntries(Array.from({ length: 50 }, (_, i) => [`key-${i}`, 'ü'.repeat(500)]));
    const before = appends.length;
    await Promise.all(
      Array.from({ length: 60 }, () =>
        writers.submit(STREAM, command(transfer(anna, ben, '1.00', { metadata }))),
      ),
    );
    const sizes = appends
      .slice(before)
      .map((events) =>
        events.reduce(
          (sum, { data, metadata: more }) => sum + Buffer.byteLength(data) + Buffer.byteLength(more),
          0,
        ),
      );
    expect(sizes.length).to.be.greaterThan(3);
    expect(Math.max(...sizes)).to.be.at.most(APPEND_BYTES_MAX);
    await audit(store);
  });

  it('is unchanged after a decision, an answer, or an event throws', async () => {
    const store = inner();
    const writers = keepersOn({ eventStore: store });
    const anna = await openWalletOn(writers, '1.00');
    const boom = (): never => {
      throw new Error('boom');
    };
    const unbalanced: Decide = () => {
      const line = {
        account: anna,
        bucket: 'available',
        unit: 'svc-points',
        amount: '1.00',
        balance_after: '2.00',
      } as const;
      const fresh = { type: 'wallet.frozen', data: { wallet_id: anna, reason: 'half-way' } } as const;
      const data = { transfer_id: null, description: 'wrong', lines: [line, line] };
      return { events: [fresh, { type: 'posting.recorded', data }] };
    };
    const unwritable: Decide = () => {
      const fresh = { type: 'wallet.frozen', data: { wallet_id: anna, reason: 'half-way' } } as const;
      // JSON has no bigint. The ledger never returns one, so the compiler must be overruled.
      const data = { n: 1n } as unknown as Record<string, never>;
      return { events: [fresh, { type: 'request.recorded', data }] };
    };
    const bad = [
      command(boom, { key: 'a' }),
      command(reward(anna, '1.00'), { key: 'b', answer: { from: 'events', render: boom } }),
      command(unbalanced, { key: 'c' }),
      command(unwritable, {
        key: 'c2',
        answer: { from: 'events', render: () => ({ status: 200, body: '' }) },
      }),
    ];
    const good = ['d', 'e', 'f', 'g'].map((key) => command(reward(anna, '1.00'), { key }));
    const mixed = bad.flatMap((one, i) => [one, good[i] ?? one]);
    const outcomes = await Promise.allSettled(mixed.map((one) => writers.submit(STREAM, one)));
    expect(outcomes.map(({ status }) => status)).to.deep.equal(
      mixed.map((one) => (bad.includes(one) ? 'rejected' : 'fulfilled')),
    );
    const { book, keys } = await audit(store);
    expect(keys).to.deep.equal(['d', 'e', 'f', 'g']);
    expect(book.wallets.get(anna)?.status).to.equal('active');
    expect(book.accounts.get(anna)?.amount).to.equal(500n);
    // The keys of failed commands are unused.
    expect((await writers.submit(STREAM, command(reward(anna, '1.00'), { key: 'b' }))).kind).to.equal('done');
  });

  it('never sets its time back', async () => {
    const store = inner();
    let now = 1_000_000_000_000;
    const writers = keepersOn({ eventStore: store, clock: () => now });
    const anna = await openWalletOn(writers, '1.00');
    now -= 60_000;
    await done(writers, reward(anna, '1.00'));
    now += 120_000;
    await done(writers, reward(anna, '1.00'));
    const times = (await audit(store)).events.map(({ time }) => time);
    expect(times).to.deep.equal([...times].sort());
    expect(times.at(-1)).to.equal(new Date(1_000_000_060_000).toISOString());
  });

  it('advances time at half speed while its clock is behind the newest event', async () => {
    const store = inner();
    const begun = 1_000_000_000_000;
    let now = begun;
    const writers = keepersOn({ eventStore: store, clock: () => now });
    const anna = await openWalletOn(writers, '1.00');
    const timeAfter = async (ms: number): Promise<number> => {
      now += ms;
      await done(writers, reward(anna, '1.00'));
      return Date.parse((await audit(store)).events.at(-1)?.time ?? '') - begun;
    };
    expect(await timeAfter(-60_000)).to.equal(0);
    expect(await timeAfter(40_000)).to.equal(20_000);
    expect(await timeAfter(40_000)).to.equal(40_000);
    expect(await timeAfter(40_000)).to.equal(60_000);
    expect(await timeAfter(1_000)).to.equal(61_000);
  });

  it('keeps books separate, and evicts the least recently used ones', async () => {
    const store = inner();
    const writers = keepersOn({ eventStore: store, booksMax: 3 });
    const streams = Array.from({ length: 8 }, (_, i) => `book-int_${i}-sandbox`);
    for (const stream of streams) await openWalletOn(writers, '1.00', stream);
    for (const stream of streams) {
      const { book } = await audit(store, stream);
      const [wallet = ''] = [...book.wallets.entries()].map(([id]) => id);
      await done(writers, reward(wallet, '1.00'), stream);
      expect((await audit(store, stream)).book.accounts.get(wallet)?.amount).to.equal(200n);
    }
    await writers.close();
  });

  it('evicts the book used least recently, not the one loaded first', async () => {
    const store = watched(inner());
    const writers = keepersOn({ eventStore: store.store, booksMax: 3 });
    const [first = '', second = '', third = '', fourth = ''] = Array.from(
      { length: 4 },
      (_, i) => `book-int_${i}-sandbox`,
    );
    const use = (stream: string): Promise<number> => writers.read(stream, (book) => book.revision);
    for (const stream of [first, second, first, third, fourth]) await use(stream);
    const before = store.reads.length;
    await use(first);
    expect(store.reads.length).to.equal(before);
    await use(second);
    expect(store.reads.length).to.be.greaterThan(before);
    await writers.close();
  });

  it('writes queued commands when it closes, and rejects later ones', async () => {
    const gate = gated(inner());
    const writers = keepersOn({ eventStore: gate.store });
    const anna = await openWalletOn(writers, '0.00');
    gate.shut();
    const queued = Array.from({ length: 20 }, () => writers.submit(STREAM, command(reward(anna, '1.00'))));
    const closed = writers.close();
    const late = await writers.submit(STREAM, command(reward(anna, '1.00'))).catch((error: unknown) => error);
    expect(late).to.be.instanceOf(Overloaded);
    await until(() => gate.waiting() === 1);
    gate.release();
    await closed;
    expect(kindsOf(await Promise.all(queued))).to.deep.equal({ done: 20 });
    expect((await audit(gate.store)).book.accounts.get(anna)?.amount).to.equal(2_000n);
  });

  it('reports that the store is unavailable when it cannot read the book', async () => {
    const store = inner();
    await store.close();
    const writers = keepersOn({ eventStore: store });
    for (const asked of [
      writers.submit(STREAM, command(reward('wal_0', '1.00'))),
      writers.dryRun(STREAM, reward('wal_0', '1.00')),
      writers.read(STREAM, (book) => book.revision),
      writers.head(STREAM),
    ]) {
      expect(await asked.catch((error: unknown) => error)).to.be.instanceOf(StoreUnavailable);
    }
    await writers.close();
  });
});
