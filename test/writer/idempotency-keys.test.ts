import { expect } from 'chai';
import fc from 'fast-check';
import { createMemoryEventStore } from '../../src/event-store/memory.ts';
import { StoreUnavailable } from '../../src/event-store/port.ts';
import { createUndoLog } from '../../src/ledger/table.ts';
import type { IdempotencyKeyUse } from '../../src/read-models/retention.ts';
import { createMemoryDocumentStore } from '../../src/read-models/stores/memory.ts';
import type { AnswerSource } from '../../src/writer/command.ts';
import { createKeyCache, createKeyFilter } from '../../src/writer/idempotency.ts';
import { transfer } from '../support/ledger-commands.ts';
import { STREAM } from '../support/policy.ts';
import { audit, command, findKeyIn, keepersOn, openWalletOn } from '../support/writer.ts';

describe('The key filter', () => {
  const keys = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 40 }), { maxLength: 200 });

  it('contains every added key, also after it was saved and restored', () => {
    fc.assert(
      fc.property(keys, keys, (before, after) => {
        const filter = createKeyFilter();
        for (const key of before) filter.add(key);
        const again = createKeyFilter(structuredClone(filter.save()));
        for (const key of after) again.add(key);
        for (const key of before) expect(filter.mayContain(key)).to.equal(true);
        for (const key of [...before, ...after]) expect(again.mayContain(key)).to.equal(true);
      }),
    );
  });

  it('has few false positives, also after it has grown', () => {
    const filter = createKeyFilter();
    for (let i = 0; i < 60_000; i++) filter.add(`used-${i}`);
    let found = 0;
    for (let i = 0; i < 20_000; i++) if (filter.mayContain(`new-${i}`)) found += 1;
    // About one in 1,700 for each full layer.
    expect(found).to.be.below(60);
    for (let i = 0; i < 60_000; i += 97) expect(filter.mayContain(`used-${i}`)).to.equal(true);
  });

  it('contains no key when it is empty', () => {
    expect(createKeyFilter().mayContain('a')).to.equal(false);
  });
});

describe('The key cache', () => {
  it('does not exceed its limit, even when old keys are looked up again', () => {
    const memory = createKeyCache(createUndoLog(), 100);
    const use = (revision: number): IdempotencyKeyUse => ({ revision, events: 1, fingerprint: 'f' });
    for (let i = 0; i < 1_000; i++) memory.addPermanent(`k-${i}`, use(i));
    const left = Array.from({ length: 1_000 }, (_, i) => i).filter(
      (i) => memory.find(`k-${i}`) !== undefined,
    );
    expect(left.length).to.be.within(100, 110);
    expect(left.at(-1)).to.equal(999);
  });
});

describe('An idempotency key that is no longer cached', () => {
  /** A writer with a small cache that has processed thirty keys. */
  async function shortMemory(findKey?: Parameters<typeof keepersOn>[0]['findKey']) {
    const eventStore = createMemoryEventStore();
    const asked: string[] = [];
    const find = findKey ?? findKeyIn(eventStore);
    const writers = keepersOn({
      eventStore,
      cachedKeysMax: 10,
      findKey(stream, key, head) {
        asked.push(key);
        return find(stream, key, head);
      },
    });
    const [anna, ben] = [await openWalletOn(writers, '100.00'), await openWalletOn(writers, '0.00')];
    const submit = (key: string, fingerprint = 'f', answer?: AnswerSource) =>
      writers.submit(
        STREAM,
        command(
          transfer(anna, ben, '1.00'),
          answer === undefined ? { key, fingerprint } : { key, fingerprint, answer },
        ),
      );
    const first: string[] = [];
    for (let i = 0; i < 30; i++) {
      const outcome = await submit(`k-${i}`);
      first.push('answer' in outcome ? outcome.answer.body : '');
    }
    return { eventStore, writers, submit, asked, first, ben };
  }

  it('is found in the read model, and its answer is replayed', async () => {
    const { eventStore, submit, asked, first } = await shortMemory();
    expect(asked).to.deep.equal([]);
    const again = await submit('k-0');
    expect(again).to.deep.include({ kind: 'replayed' });
    expect('answer' in again && again.answer.body).to.equal(first[0]);
    expect(asked).to.deep.equal(['k-0']);
    await submit('k-0');
    expect(asked).to.deep.equal(['k-0']);
    expect((await audit(eventStore)).keys.length).to.equal(30);
  });

  it('is reported as used, like a cached key and unlike a new one', async () => {
    const { writers, asked } = await shortMemory();
    expect(await writers.isKeyUsed(STREAM, 'k-0')).to.equal(true);
    expect(asked).to.deep.equal(['k-0']);
    expect(await writers.isKeyUsed(STREAM, 'k-29')).to.equal(true);
    expect(await writers.isKeyUsed(STREAM, 'k-30')).to.equal(false);
    expect(asked).to.deep.equal(['k-0']);
  });

  it('is rejected for another request', async () => {
    const { submit } = await shortMemory();
    expect((await submit('k-0', 'other')).kind).to.equal('key_reused');
  });

  it('fails its command while the read model is unavailable', async () => {
    const { eventStore, submit, ben } = await shortMemory(() =>
      Promise.reject(new StoreUnavailable('no documents')),
    );
    const before = (await audit(eventStore)).book.revision;
    expect(await submit('k-0').catch((error: unknown) => error)).to.be.instanceOf(StoreUnavailable);
    expect((await audit(eventStore)).book.revision).to.equal(before);
    // A key that is certainly new, or cached, needs no look-up.
    expect((await submit('brand-new')).kind).to.equal('done');
    expect((await submit('k-29')).kind).to.equal('replayed');
    expect((await audit(eventStore)).book.accounts.get(ben)?.amount).to.equal(3_100n);
  });

  it('is new if the read model does not contain it', async () => {
    const { eventStore, submit } = await shortMemory(() => Promise.resolve(undefined));
    // As for a false positive of the key filter. Two concurrent look-ups still lead to one write.
    const outcomes = await Promise.all([submit('k-0'), submit('k-0')]);
    expect(outcomes.map(({ kind }) => kind)).to.deep.equal(['done', 'replayed']);
    expect((await audit(eventStore)).keys.length).to.equal(31);
  });
});

describe('An idempotency key that another process has used', () => {
  for (const shared of [true, false]) {
    it(`is not used again after more missed keys than the cache holds (${shared ? 'with other writers' : 'without other writers'})`, async () => {
      const eventStore = createMemoryEventStore();
      const setup = { eventStore, cachedKeysMax: 10, hasOtherWriters: shared };
      const [here, there] = [keepersOn(setup), keepersOn(setup)];
      const [anna, ben] = [await openWalletOn(here, '100.00'), await openWalletOn(here, '0.00')];
      const pay = (writers: typeof here, key: string) =>
        writers.submit(STREAM, command(transfer(anna, ben, '1.00'), { key }));
      const first = await pay(there, 'k');
      for (let i = 0; i < 12; i++) await pay(there, `other-${i}`);
      // The key seems new at first; its use is read when the append conflicts.
      const again = await pay(here, 'k');
      expect(again.kind).to.equal('replayed');
      expect('answer' in again && again.answer).to.deep.equal('answer' in first && first.answer);
      const { keys, book } = await audit(eventStore);
      expect(keys.filter((key) => key === 'k')).to.deep.equal(['k']);
      expect(book.accounts.get(ben)?.amount).to.equal(1_300n);
    });
  }

  it('is reported as used after more missed keys than the cache holds', async () => {
    const eventStore = createMemoryEventStore();
    const setup = { eventStore, cachedKeysMax: 10, hasOtherWriters: true };
    const [here, there] = [keepersOn(setup), keepersOn(setup)];
    const [anna, ben] = [await openWalletOn(here, '100.00'), await openWalletOn(here, '0.00')];
    for (const key of ['k', ...Array.from({ length: 12 }, (_, i) => `other-${i}`)])
      await there.submit(STREAM, command(transfer(anna, ben, '1.00'), { key }));
    expect(await here.isKeyUsed(STREAM, 'k')).to.equal(true);
  });

  it('is reported as used once its append is stored', async () => {
    const eventStore = createMemoryEventStore();
    const [here, there] = [
      keepersOn({ eventStore, hasOtherWriters: true }),
      keepersOn({ eventStore, hasOtherWriters: true }),
    ];
    const [anna, ben] = [await openWalletOn(here, '10.00'), await openWalletOn(here, '0.00')];
    expect(await there.isKeyUsed(STREAM, 'k')).to.equal(false);
    await here.submit(STREAM, command(transfer(anna, ben, '1.00'), { key: 'k' }));
    expect(await there.isKeyUsed(STREAM, 'k')).to.equal(true);
  });
});

describe('An idempotency key that was used before a snapshot', () => {
  it('is looked up by a writer that starts from the snapshot', async () => {
    const eventStore = createMemoryEventStore();
    const documents = createMemoryDocumentStore();
    const before = keepersOn({ eventStore, documents });
    const [anna, ben] = [await openWalletOn(before, '100.00'), await openWalletOn(before, '0.00')];
    const pay = command(transfer(anna, ben, '1.00'), { key: 'k' });
    expect((await before.submit(STREAM, pay)).kind).to.equal('done');
    await before.close();
    const after = keepersOn({ eventStore, documents });
    expect((await after.submit(STREAM, pay)).kind).to.equal('replayed');
    expect((await audit(eventStore)).keys).to.deep.equal(['k']);
  });
});

describe('The answer of a replay', () => {
  it('is the recorded one for answers from the book, sealed if it was sealed', async () => {
    const eventStore = createMemoryEventStore();
    const writers = keepersOn({ eventStore });
    const [anna, ben] = [await openWalletOn(writers, '100.00'), await openWalletOn(writers, '0.00')];
    const rules: [string, AnswerSource, string, boolean][] = [
      ['open', { from: 'book', render: (book) => ({ status: 200, body: String(book.revision) }) }, '', false],
      [
        'sealed',
        { from: 'book', render: () => ({ status: 200, body: 'anna' }), seal: (body) => `sealed(${body})` },
        'sealed(anna)',
        true,
      ],
    ];
    for (const [key, answer, stored, sealed] of rules) {
      const first = await writers.submit(STREAM, command(transfer(anna, ben, '1.00'), { key, answer }));
      if (first.kind !== 'done') throw new Error(first.kind);
      await writers.submit(STREAM, command(transfer(anna, ben, '1.00')));
      const again = await writers.submit(STREAM, command(transfer(anna, ben, '1.00'), { key, answer }));
      expect(again).to.deep.include({
        kind: 'replayed',
        answer: { status: 200, body: sealed ? '' : first.answer.body },
        ...(sealed ? { sealedBody: stored } : {}),
      });
    }
    const [wrong] = (await eventStore.read(STREAM, 0, 1_000)).filter(({ metadata }) =>
      metadata.includes('"anna"'),
    );
    expect(wrong).to.equal(undefined);
  });
});
