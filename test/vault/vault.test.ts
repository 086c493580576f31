import { expect } from 'chai';
import fc from 'fast-check';
import {
  payoutDestinationContext,
  payoutOwnerContext,
  personalFieldsContext,
} from '../../src/ledger/sealing-context.ts';
import type { DocumentStore } from '../../src/read-models/port.ts';
import { createMemoryDocumentStore } from '../../src/read-models/stores/memory.ts';
import { KEY_CACHE_TTL_MS, createVault } from '../../src/vault/vault.ts';
import { latch, turns } from '../support/writer.ts';

const CONTEXT = personalFieldsContext('book-int_one-sandbox', 'usr_ada');
const MASTER = new Uint8Array(32).fill(7);

describe('The vault', () => {
  it('opens a text that it sealed, and finds the key by the sealed text', async () => {
    const documents = createMemoryDocumentStore();
    const vault = createVault(documents, MASTER);
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme', maxLength: 200 }), async (text) => {
        const key = await vault.createKey();
        const sealed = key.seal(text, CONTEXT);
        expect(sealed).to.match(/^[\w-]{16}\.2\.[\w-]+$/);
        expect(key.open(sealed, CONTEXT)).to.equal(text);
        // Another process only has the documents and the master key.
        const found = await createVault(documents, MASTER).keyFor(sealed);
        expect(found?.id).to.equal(key.id);
        expect(found?.open(sealed, CONTEXT)).to.equal(text);
      }),
      { numRuns: 50 },
    );
  });

  it('seals the same text differently each time, and reveals nothing of it', async () => {
    const key = await createVault(createMemoryDocumentStore(), MASTER).createKey();
    const [one, two] = [key.seal('anna@example.com', CONTEXT), key.seal('anna@example.com', CONTEXT)];
    expect(one).to.not.equal(two);
    expect(Buffer.from(one, 'base64url').toString('latin1')).to.not.include('anna');
  });

  it('starts a sealed text with the ID of its key', async () => {
    const key = await createVault(createMemoryDocumentStore(), MASTER).createKey();
    expect(key.seal('x', CONTEXT).slice(0, 16)).to.equal(key.id);
  });

  it('creates keys that do not open each other’s texts', async () => {
    const vault = createVault(createMemoryDocumentStore(), MASTER);
    const [anna, ben] = [await vault.createKey(), await vault.createKey()];
    expect(() => ben.open(anna.seal('secret', CONTEXT), CONTEXT)).to.throw(/cannot be opened/);
  });

  it('does not open texts with another master key', async () => {
    const documents = createMemoryDocumentStore();
    const sealed = (await createVault(documents, MASTER).createKey()).seal('secret', CONTEXT);
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
    const [one, two] = [key.seal('one', CONTEXT), key.seal('two', CONTEXT)];
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
    const sealed = (await vault.createKey()).seal('Anna', CONTEXT);
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
    const text = key.seal('a secret text', CONTEXT);
    const head = text.slice(0, 19);
    const box = Buffer.from(text.slice(19), 'base64url');
    for (let at = 0; at < box.length; at++) {
      const changed = Buffer.from(box);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(() => key.open(head + changed.toString('base64url'), CONTEXT)).to.throw(/cannot be opened/);
    }
    expect(() => key.open('', CONTEXT)).to.throw();
    expect(() => key.open(head, CONTEXT)).to.throw();
    // Without its version, the text counts as one of an earlier release.
    expect(() => key.open(key.id + text.slice(19), CONTEXT)).to.throw(/cannot be opened/);
  });

  it('opens a text only in the context that it was sealed for', async () => {
    const key = await createVault(createMemoryDocumentStore(), MASTER).createKey();
    const [book, account] = ['book-int_one-sandbox', { user_id: 'usr_ada', id: 'pa_one' }];
    const sealed = key.seal('secret', payoutDestinationContext(book, account));
    for (const context of [
      payoutDestinationContext(book, { ...account, id: 'pa_two' }),
      payoutDestinationContext(book, { ...account, user_id: 'usr_ben' }),
      payoutDestinationContext('book-int_one-production', account),
      payoutOwnerContext(book, account),
    ])
      expect(() => key.open(sealed, context)).to.throw(/cannot be opened/);
    expect(key.open(sealed, payoutDestinationContext(book, account))).to.equal('secret');
  });

  it('uses a stored key only under its own ID', async () => {
    const documents = createMemoryDocumentStore();
    const vault = createVault(documents, MASTER);
    const [anna, ben] = [await vault.createKey(), await vault.createKey()];
    await documents.putRecord('vault', anna.id, (await documents.getRecord('vault', ben.id)) ?? '');
    const fault: unknown = await createVault(documents, MASTER)
      .keyFor(anna.id)
      .catch((error: unknown) => error);
    expect(fault).to.be.instanceOf(Error);
  });
});
