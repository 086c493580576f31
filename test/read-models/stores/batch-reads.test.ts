import { expect } from 'chai';
import { batchReads } from '../../../src/read-models/stores/batch-reads.ts';
import { until } from '../../support/writer.ts';

/** Reads that end when the test says so. A value is the key in upper case; an empty key has none. */
function readsByHand() {
  const reads: { readonly keys: readonly string[]; readonly end: () => void; readonly fail: () => void }[] =
    [];
  const read = batchReads<'vault' | 'sessions'>(
    (_table, keys) =>
      new Promise((resolve, reject) => {
        const found = new Map(keys.flatMap((key) => (key === '' ? [] : [[key, key.toUpperCase()]])));
        reads.push({ keys, end: () => resolve(found), fail: () => reject(new Error('away')) });
      }),
  );
  return { read, reads, keysOf: () => reads.map(({ keys }) => keys) };
}

describe('Reads of records', () => {
  it('start together if they come together, separately for each table', async () => {
    const { read, reads, keysOf } = readsByHand();
    const found = [read('vault', 'a'), read('vault', ''), read('sessions', 'b')];
    await until(() => reads.length === 2);
    for (const { end } of reads) end();
    expect(await Promise.all(found)).to.deep.equal(['A', undefined, 'B']);
    expect(keysOf()).to.deep.equal([['a', ''], ['b']]);
  });

  it('start together after the one before them', async () => {
    const { read, reads, keysOf } = readsByHand();
    const first = read('vault', 'a');
    await until(() => reads.length === 1);
    const later = [read('vault', 'b'), read('vault', 'c')];
    reads[0]?.end();
    expect(await first).to.equal('A');
    await until(() => reads.length === 2);
    reads[1]?.end();
    expect(await Promise.all(later)).to.deep.equal(['B', 'C']);
    expect(keysOf()).to.deep.equal([['a'], ['b', 'c']]);
  });

  it('start after one that failed', async () => {
    const { read, reads } = readsByHand();
    const first = read('vault', 'a').catch((error: unknown) => error);
    await until(() => reads.length === 1);
    const next = read('vault', 'b');
    reads[0]?.fail();
    expect(await first).to.be.an('error');
    await until(() => reads.length === 2);
    reads[1]?.end();
    expect(await next).to.equal('B');
  });

  it('do not wait long for one without an answer', async () => {
    const { read, reads } = readsByHand();
    void read('vault', 'a');
    await until(() => reads.length === 1);
    const next = read('vault', 'b');
    await until(() => reads.length === 2);
    reads[1]?.end();
    expect(await next).to.equal('B');
  });
});
