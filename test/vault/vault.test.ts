import { expect } from 'chai';
import fc from 'fast-check';
import { createMemoryDocumentStore } from '../../src/read-models/stores/memory.ts';
import type { DocumentStore } from '../../src/read-models/port.ts';
import { createVault, KEY_CACHE_TTL_MS } from '../../src/vault/vault.ts';
import { latch, turns } from '../support/writer.ts';

const MASTER = new Uint8Array(32).fill(7);

describe('The vault', () => {
  it('opens a text that it sealed, and finds the key by the sealed text', async () => {
    const documents = createMemoryDocumentStore();
    const vault = createVault(documents, MASTER);
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme', maxLength: 200 }), async (text) => {
        const key = await vault.createKey();
        const sealed = key.seal(text);
        expect(sealed).to.match(/^[A-Za-z0-9_-]+$/);
        expect(key.open(sealed)).to.equal(text);
        // Another process only has the documents and the master key.
        const found = await createVault(documents, MASTER).keyFor(sealed);
        expect(found?.id).to.equal(key.id);
        expect(found?.open(sealed)).to.equal(text);
      }),
      { numRuns: 50 },
    );
  });

  it('seals the same text differently each time, and reveals nothing of it', async () => {
    const key = await createVault(createMemoryDocumentStore(), MASTER).createKey();
    const [one, two] = [key.seal('anna@example.com'), key.seal('anna@example.com')];
    expect(one).to.not.equal(two);
    expect(Buffer.from(one, 'base64url').toString('latin1')).to.not.include('anna');
  });

  it('starts a sealed text with the ID of its key', async () => {
    const key = await createVault(createMemoryDocumentStore(), MASTER).createKey();
    expect(key.seal('x').slice(0, 16)).to.equal(key.id);
  });

  it('creates keys that do not open each other’s texts', async () => {
    const vault = createVault(createMemoryDocumentStore(), MASTER);
    const [anna, ben] = [await vault.createKey(), await vault.createKey()];
    expect(() => ben.open(anna.seal('secret'))).to.throw(/cannot be opened/);
  });

  it('does not open texts with another master key', async () => {
    const documents = createMemoryDocumentStore();
    const sealed = (await createVault(documents, MASTER).createKey()).seal('secret');
    const other = createVault(documents, new Uint8Array(32).fill(8));
    const error: unknown = await other.keyFor(sealed).catch((each: unknown) => each);
    expect(error)
      .to.be.instanceOf(Error)
      .with.property('message')
      .that.matches(/master key/);
  });

  it('cannot open the texts of a destroyed key', async () => {
    const documents = createMemoryDocumentStore();
    const vault = createVault(documents, MASTER);
    const key = await vault.createKey();
    const [one, two] = [key.seal('one'), key.seal('two')];
    await vault.destroyKey(one);
    expect(await vault.keyFor(two)).to.equal(undefined);
    expect(await createVault(documents, MASTER).keyFor(one)).to.equal(undefined);
    await vault.destroyKey(one);
  });

  it('does not cache a key that was destroyed during its look-up', async () => {
    const inner = createMemoryDocumentStore();
    const { pass, shut, open } = latch();
    let isSlow = false;
    const documents: DocumentStore = {
      ...inner,
      async getRecord(...args) {
        const found = await inner.getRecord(...args);
        if (isSlow) await pass();
        return found;
      },
    };
    let now = 0;
    const vault = createVault(documents, MASTER, () => now);
    const sealed = (await vault.createKey()).seal('Anna');
    now += KEY_CACHE_TTL_MS;
    shut();
    isSlow = true;
    // The record is read, and the response is pending.
    const looking = vault.keyFor(sealed);
    await turns();
    isSlow = false;
    await vault.destroyKey(sealed);
    open();
    await looking;
    expect(await vault.keyFor(sealed)).to.equal(undefined);
  });

  it('finds no key for a text that was not sealed', async () => {
    const vault = createVault(createMemoryDocumentStore(), MASTER);
    for (const text of ['', 'x', 'not sealed at all']) expect(await vault.keyFor(text)).to.equal(undefined);
  });

  it('detects any change of a sealed text', async () => {
    const vault = createVault(createMemoryDocumentStore(), MASTER);
    const key = await vault.createKey();
    const sealed = Buffer.from(key.seal('a secret text'), 'base64url');
    for (let at = 12; at < sealed.length; at++) {
      const changed = Buffer.from(sealed);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(() => key.open(changed.toString('base64url'))).to.throw(/cannot be opened/);
    }
    expect(() => key.open('')).to.throw();
    expect(() => key.open(sealed.subarray(0, 20).toString('base64url'))).to.throw();
  });
});
