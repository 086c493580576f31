import { expect } from 'chai';
import fc from 'fast-check';
import { createMemoryEventStore } from '../../src/event-store/memory.ts';
import { StoreUnavailable } from '../../src/event-store/port.ts';
import { Overloaded, type BookWriters, type Outcome } from '../../src/writer/command.ts';
import { runs } from '../support/effort.ts';
import { reward, transfer } from '../support/ledger-commands.ts';
import { STREAM } from '../support/policy.ts';
import {
  audit,
  command,
  done,
  faulty,
  keepersOn,
  kindsOf,
  openWalletOn,
  turns,
  watched,
  type Fault,
} from '../support/writer.ts';

const fault = fc.constantFrom<Fault>('none', 'none', 'refused', 'lost', 'read', 'part');

/** Retries with the same key while the service is unavailable, as a client of the API does. */
async function patiently(writers: BookWriters, key: string, from: string, to: string): Promise<Outcome> {
  for (;;) {
    try {
      return await writers.submit(STREAM, command(transfer(from, to, '1.00'), { key }));
    } catch (error) {
      if (!(error instanceof StoreUnavailable || error instanceof Overloaded)) throw error;
      await turns(2);
    }
  }
}

const bodyOf = (outcome: Outcome): string => ('answer' in outcome ? outcome.answer.body : '');

describe('An append with an unknown outcome', () => {
  it('is neither lost nor written twice, whichever fault occurs', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fault, { minLength: 1, maxLength: 8 }),
        fc.array(fc.integer({ min: 1, max: 8 }), { minLength: 1, maxLength: 5 }),
        fc.constantFrom(0, 30, 200),
        async (faults, waves, appendTimeoutMs) => {
          const inner = createMemoryEventStore();
          const calm = keepersOn({ eventStore: inner });
          const [anna, ben] = [await openWalletOn(calm, '1000.00'), await openWalletOn(calm, '0.00')];
          const writers = keepersOn({ eventStore: faulty(inner, faults).store, appendTimeoutMs });
          const asked: { key: string; outcome: Promise<Outcome> }[] = [];
          for (const [wave, size] of waves.entries()) {
            for (let i = 0; i < size; i++) {
              const key = `k-${wave}-${i}`;
              asked.push({ key, outcome: patiently(writers, key, anna, ben) });
            }
            await turns(wave);
          }
          const outcomes = await Promise.all(asked.map(({ outcome }) => outcome));
          const { book, keys } = await audit(inner);
          expect([...keys].sort()).to.deep.equal(asked.map(({ key }) => key).sort());
          expect(book.accounts.get(ben)?.amount).to.equal(BigInt(asked.length) * 100n);
          // Every key replays its answer.
          for (const [i, { key }] of asked.entries()) {
            const again = await patiently(writers, key, anna, ben);
            expect(again.kind).to.equal('replayed');
            expect(bodyOf(again)).to.equal(bodyOf(outcomes[i] ?? again));
          }
        },
      ),
      { numRuns: runs(40) },
    );
  });

  it('is found in the stream when only the response was lost', async () => {
    const inner = createMemoryEventStore();
    const calm = keepersOn({ eventStore: inner });
    const [anna, ben] = [await openWalletOn(calm, '5.00'), await openWalletOn(calm, '0.00')];
    const writers = keepersOn({ eventStore: faulty(inner, ['lost', 'read', 'lost']).store });
    for (let i = 0; i < 3; i++) await done(writers, transfer(anna, ben, '1.00'));
    expect((await audit(inner)).book.accounts.get(ben)?.amount).to.equal(300n);
  });

  it('is treated neither as a conflict nor as written while only a part of it is visible', async () => {
    const inner = createMemoryEventStore();
    const calm = keepersOn({ eventStore: inner });
    const [anna, ben] = [await openWalletOn(calm, '5.00'), await openWalletOn(calm, '0.00')];
    const { store, reads, appends } = watched(faulty(inner, ['part']).store);
    const writers = keepersOn({ eventStore: store });
    // Of three events.
    await done(writers, transfer(anna, ben, '1.00'));
    const first = (await audit(inner)).book.revision - 2;
    // Its last event was not there at first, so the batch was appended again, which changes nothing.
    expect(reads.filter((from) => from === first + 2)).to.have.length(2);
    expect(appends.filter(([event]) => event?.id === appends.at(-1)?.[0]?.id)).to.have.length(2);
    expect((await audit(inner)).book.accounts.get(ben)?.amount).to.equal(100n);
  });

  it('fails its callers while the store stays unavailable, and later commands succeed', async () => {
    const inner = createMemoryEventStore();
    const calm = keepersOn({ eventStore: inner });
    const [anna, ben] = [await openWalletOn(calm, '50.00'), await openWalletOn(calm, '0.00')];
    const { store, leave, comeBack } = faulty(inner, []);
    const faults: unknown[] = [];
    const writers = keepersOn({
      eventStore: store,
      appendTimeoutMs: 60,
      onError: (_, error) => faults.push(error),
    });
    await done(writers, transfer(anna, ben, '1.00'));
    leave();
    const away = await Promise.allSettled(
      Array.from({ length: 10 }, (_, i) =>
        writers.submit(STREAM, command(transfer(anna, ben, '1.00'), { key: `k-${i}` })),
      ),
    );
    for (const each of away)
      expect(each.status === 'rejected' && each.reason).to.be.instanceOf(StoreUnavailable);
    expect(faults.length).to.be.greaterThan(0);
    const still = await writers
      .submit(STREAM, command(reward(anna, '1.00')))
      .catch((error: unknown) => error);
    expect(still).to.be.instanceOf(StoreUnavailable);
    comeBack();
    const again = await Promise.all(
      Array.from({ length: 10 }, (_, i) =>
        writers.submit(STREAM, command(transfer(anna, ben, '1.00'), { key: `k-${i}` })),
      ),
    );
    expect(kindsOf(again)).to.deep.equal({ done: 10 });
    expect((await audit(inner)).book.accounts.get(ben)?.amount).to.equal(1_100n);
    await writers.close();
  });

  it('is decided again when another writer was first, with all later commands', async () => {
    const inner = createMemoryEventStore();
    const calm = keepersOn({ eventStore: inner });
    const [anna, ben] = [await openWalletOn(calm, '2.00'), await openWalletOn(calm, '0.00')];
    const { store } = faulty(inner, ['refused']);
    const writers = keepersOn({ eventStore: store });
    await writers.read(STREAM, (book) => book.revision);
    const mine = [1, 2].map(() => writers.submit(STREAM, command(transfer(anna, ben, '1.00'))));
    await turns();
    // The append was rejected and waits for its retry; another writer spends the money first.
    await done(calm, transfer(anna, ben, '1.50'));
    expect(kindsOf(await Promise.all(mine))).to.deep.equal({ refused: 2 });
    expect((await audit(inner)).book.accounts.get(anna)?.amount).to.equal(50n);
  });

  it('reports an unexpected error, and the next command succeeds', async () => {
    const inner = createMemoryEventStore();
    let broken = false;
    const writers = keepersOn({
      eventStore: {
        ...inner,
        append: (...args) => (broken ? Promise.reject(new RangeError('too much')) : inner.append(...args)),
      },
    });
    const anna = await openWalletOn(writers, '0.00');
    broken = true;
    const refused = await writers
      .submit(STREAM, command(reward(anna, '1.00')))
      .catch((error: unknown) => error);
    expect(refused).to.be.instanceOf(RangeError);
    broken = false;
    await done(writers, reward(anna, '1.00'));
    expect((await audit(inner)).book.accounts.get(anna)?.amount).to.equal(100n);
  });
});
