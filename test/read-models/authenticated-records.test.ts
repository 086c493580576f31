import { createSecretKey } from 'node:crypto';
import { expect } from 'chai';
import { authenticateRecords } from '../../src/read-models/records.ts';
import { createMemoryDocumentStore } from '../../src/read-models/stores/memory.ts';

const KEY = createSecretKey(new Uint8Array(32).fill(1));

describe('An authenticated record', () => {
  const storesAt = (now: () => number = Date.now) => {
    const documents = createMemoryDocumentStore();
    return { documents, records: authenticateRecords(documents, KEY, now) };
  };

  it('returns the value that was put, of any characters', async () => {
    const { records } = storesAt();
    for (const value of ['', 'plain', '{"a":"b.c"}', 'line\nfeed', 'ü'.repeat(9)]) {
      expect(await records.putRecord('sessions', 'one', value)).to.equal(value);
      expect(await records.getRecord('sessions', 'one')).to.equal(value);
    }
    await records.deleteRecord('sessions', 'one');
    expect(await records.getRecord('sessions', 'one')).to.equal(undefined);
  });

  it('is missing if it was changed, copied, or written with another key', async () => {
    const { documents, records } = storesAt();
    await records.putRecord('sessions', 'one', 'viewer', { expiresAt: new Date(Date.now() + 60_000) });
    const stored = (await documents.getRecord('sessions', 'one')) ?? '';
    const other = authenticateRecords(documents, createSecretKey(new Uint8Array(32).fill(2)));
    expect(await other.getRecord('sessions', 'one')).to.equal(undefined);
    for (const forged of [
      stored.replace('viewer', 'admin'),
      stored.replace(/\.\d+\./, '..'),
      stored.replace(/\.\d/, '.9'),
      stored.slice(1),
      'viewer',
      '',
    ]) {
      await documents.putRecord('sessions', 'one', forged);
      expect(await records.getRecord('sessions', 'one'), forged).to.equal(undefined);
    }
    await documents.putRecord('sessions', 'two', stored);
    expect(await records.getRecord('sessions', 'two')).to.equal(undefined);
    await documents.putRecord('refusals', 'one', stored);
    expect(await records.getRecord('refusals', 'one')).to.equal(undefined);
  });

  it('does not return after it expired, even if it was restored', async () => {
    let now = Date.now();
    const { documents, records } = storesAt(() => now);
    await records.putRecord('sessions', 'one', 'x', { expiresAt: new Date(now + 60_000) });
    const stored = (await documents.getRecord('sessions', 'one')) ?? '';
    now += 60_000;
    await documents.putRecord('sessions', 'one', stored);
    expect(await records.getRecord('sessions', 'one')).to.equal(undefined);
  });

  it('is kept by a put that requires its absence, unless it is not authentic', async () => {
    const { documents, records } = storesAt();
    await records.putRecord('refusals', 'one', 'first');
    expect(await records.putRecord('refusals', 'one', 'second', { ifAbsent: true })).to.equal('first');
    await documents.putRecord('refusals', 'one', 'forged');
    expect(await records.putRecord('refusals', 'one', 'third', { ifAbsent: true })).to.equal('third');
    expect(await records.getRecord('refusals', 'one')).to.equal('third');
  });
});
