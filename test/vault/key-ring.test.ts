import { randomBytes, randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { createFingerprint } from '../../src/api/operations/idempotency.ts';
import { FIRST_HASH, chainEvent } from '../../src/event-store/codec.ts';
import { createEventMacs } from '../../src/event-store/event-macs.ts';
import { smallestIdAt } from '../../src/ledger/ids.ts';
import { payoutOwnerContext } from '../../src/ledger/sealing-context.ts';
import { createApprovalLinks } from '../../src/rails/approval-links.ts';
import type { DocumentStore } from '../../src/read-models/port.ts';
import { authenticateRecords } from '../../src/read-models/records.ts';
import { createMemoryDocumentStore } from '../../src/read-models/stores/memory.ts';
import { KeyRing, keyIdOf, macKeysOf } from '../../src/system/key-ring.ts';
import { deriveAuditSigningKey } from '../../src/vault/audit-signing-key.ts';
import { createResponseSeal } from '../../src/vault/seals.ts';
import {
  WrongMasterKey,
  beginRotation,
  completeRotation,
  loadKeyRing,
  rotationState,
} from '../../src/vault/stored-key-ring.ts';
import { createVault, isWrappedWithFormer, rewrap } from '../../src/vault/vault.ts';
import { createWebhookSigningKeys } from '../../src/vault/webhook-signing-keys.ts';
import { isSignedBy, parseNotes, signNote } from '../../src/audit/checkpoints/signed-note.ts';
import { isSameRequest } from '../../src/writer/idempotency.ts';

const CONTEXT = payoutOwnerContext('book-int_1-sandbox', { id: 'pa_1', user_id: 'usr_1' });
const NOW = Date.parse('2026-11-28T12:00:00.000Z');
const NOT_FOUND = undefined;

const faultOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

async function ringOf(documents: DocumentStore, ...[key, ...others]: readonly Buffer[]): Promise<KeyRing> {
  if (key === undefined) throw new Error('a ring needs a key');
  const ring = new KeyRing(key, others);
  await loadKeyRing(documents, ring);
  return ring;
}

describe('The versions of the master key', () => {
  const [first, second, third] = [randomBytes(32), randomBytes(32), randomBytes(32)];
  let documents: DocumentStore;
  beforeEach(() => {
    documents = createMemoryDocumentStore();
  });

  async function begin(next: Buffer, former: Buffer): Promise<void> {
    const ring = new KeyRing(next, [former]);
    const text = await loadKeyRing(documents, ring);
    expect(await beginRotation(documents, ring, text)).to.equal(true);
  }

  async function complete(key: Buffer): Promise<void> {
    const ring = new KeyRing(key);
    const text = await loadKeyRing(documents, ring);
    expect(await completeRotation(documents, ring, text, NOW)).to.equal(true);
  }

  it('follow the vault, and not the order of the configuration', async () => {
    await ringOf(documents, first);
    for (const ring of [await ringOf(documents, first, second), await ringOf(documents, second, first)]) {
      expect(ring.current.id).to.equal(keyIdOf(first));
      expect(ring.currentName).to.equal(undefined);
    }
    await begin(second, first);
    for (const ring of [await ringOf(documents, first, second), await ringOf(documents, second)]) {
      expect(ring.current.id).to.equal(keyIdOf(second));
      expect(ring.currentName).to.equal(keyIdOf(second));
      expect(ring.former.map(({ id }) => id)).to.deep.equal([keyIdOf(first)]);
    }
  });

  it('refuse a process without the current key, and say which one it needs', async () => {
    await ringOf(documents, first);
    expect(await faultOf(ringOf(documents, second))).to.be.instanceOf(WrongMasterKey);
    await begin(second, first);
    await complete(second);
    for (const keys of [[first], [third], [third, first]]) {
      const fault = await faultOf(ringOf(documents, ...keys));
      expect(fault).to.be.instanceOf(WrongMasterKey).with.property('isReplaced', true);
      expect(String(fault)).to.include(`key ID ${keyIdOf(second)}`);
    }
  });

  it('are replaced once, by the process that was first', async () => {
    const rings = [await ringOf(documents, first), new KeyRing(second, [first]), new KeyRing(third, [first])];
    const texts = await Promise.all(rings.map((ring) => loadKeyRing(documents, ring)));
    const [, two, three] = rings;
    const [, text, other] = texts;
    if (two === undefined || three === undefined || text === undefined || other === undefined)
      throw new Error('two rings');
    expect(await beginRotation(documents, two, text)).to.equal(true);
    expect(await beginRotation(documents, three, other)).to.equal(false);
    expect((await ringOf(documents, second)).current.id).to.equal(keyIdOf(second));
  });

  it('are not accepted from a record that was changed', async () => {
    await ringOf(documents, first);
    await begin(second, first);
    const text = (await documents.getRecord('vault', 'mark')) ?? '';
    for (const changed of [
      text.replace('"closed_at":null', '"closed_at":"2020-01-01T00:00:00.000Z"'),
      text.replace(/"former":\[.*\]/, '"former":[]'),
      text.replace('"format":1', '"format":9'),
      '{',
    ]) {
      expect(changed).to.not.equal(text);
      await documents.putRecord('vault', 'mark', changed);
      expect(await faultOf(ringOf(documents, second))).to.be.instanceOf(WrongMasterKey);
    }
  });

  it('open what was written before, after each replacement', async () => {
    const before = await ringOf(documents, first);
    const vault = createVault(documents, before);
    const key = await vault.createKey();
    const sealed = key.seal('Ada', CONTEXT);
    const fingerprint = createFingerprint(before)('POST', '/v1/users', { name: 'Ada' });
    const webhookKey = createWebhookSigningKeys(before).generate(CONTEXT);
    const response = createResponseSeal(before).seal('the event', 'the answer');
    const transfer = smallestIdAt('trf', NOW - 1_000);
    const token = createApprovalLinks(before, '').urlFor(transfer).split('/').at(-1) ?? '';
    const note = signNote('a text\n', deriveAuditSigningKey(before));
    const term = vault.keyedTerm('ada');
    let former = first;
    for (const next of [second, third]) {
      await begin(next, former);
      const ring = new KeyRing(next);
      const text = await loadKeyRing(documents, ring);
      for (const { key: id, value } of await documents.listRecords('vault', { limit: 100 }))
        if (isWrappedWithFormer(id, value, ring))
          await documents.replaceRecord('vault', id, value, rewrap(id, value, ring));
      await completeRotation(documents, ring, text, NOW);
      former = next;
      const after = await ringOf(documents, next);
      const later = createVault(documents, after);
      expect((await later.keyFor(sealed))?.open(sealed, CONTEXT)).to.equal('Ada');
      const request = createFingerprint(after).request('k', 'POST', '/v1/users', { name: 'Ada' });
      expect(request.fingerprint).to.match(new RegExp(`^${keyIdOf(next)}\\.`));
      expect(isSameRequest({ fingerprint }, request)).to.equal(true);
      const other = createFingerprint(after).request('k', 'POST', '/v1/users', { name: 'Ben' });
      expect(isSameRequest({ fingerprint }, other)).to.equal(false);
      expect(createWebhookSigningKeys(after).sign(webhookKey.sealed, CONTEXT, Buffer.from('a'))).to.equal(
        createWebhookSigningKeys(before).sign(webhookKey.sealed, CONTEXT, Buffer.from('a')),
      );
      expect(createResponseSeal(after).open('the event', response)).to.equal('the answer');
      expect(later.keyedTerm('ada')).to.equal(term);
      expect(createApprovalLinks(after, '').verify(transfer, token)).to.equal(true);
      const [signed] = parseNotes(note);
      const { publicKey } = deriveAuditSigningKey(after);
      expect(signed !== undefined && isSignedBy(signed, publicKey)).to.equal(true);
      expect(publicKey.text).to.not.equal(deriveAuditSigningKey(before).publicKey.text);
    }
    expect(await ringOf(documents, third).then((ring) => ring.former.length)).to.equal(2);
  });

  it('use the new key for what is written afterward, and name it', async () => {
    await ringOf(documents, first);
    await begin(second, first);
    await complete(second);
    const ring = await ringOf(documents, second);
    const key = await createVault(documents, ring).createKey();
    expect(await documents.getRecord('vault', key.id)).to.match(new RegExp(`^3\\.${keyIdOf(second)}\\.`));
    const sealed = key.seal('Ada', CONTEXT);
    expect((await createVault(documents, await ringOf(documents, second)).keyFor(sealed))?.id).to.equal(
      key.id,
    );
    const webhookKey = createWebhookSigningKeys(ring).generate(CONTEXT);
    expect(() => createWebhookSigningKeys(first).sign(webhookKey.sealed, CONTEXT, Buffer.from('a'))).to.throw(
      'unknown master key',
    );
    expect(createWebhookSigningKeys(ring).sign(webhookKey.sealed, CONTEXT, Buffer.from('a'))).to.have.length(
      128,
    );
    const response = createResponseSeal(ring).seal('the event', 'the answer');
    expect(createResponseSeal(ring).open('the event', response)).to.equal('the answer');
    expect(createResponseSeal(first).open('the event', response)).to.equal(undefined);
  });

  it('believe nothing that is new and authenticated with a key that was replaced', async () => {
    const before = await ringOf(documents, first);
    const forger = authenticateRecords(documents, macKeysOf(before, 'records v1'), () => NOW);
    await forger.putRecord('sessions', 'forged', 'admin');
    const forgedLink = createApprovalLinks(before, '');
    const transfer = smallestIdAt('trf', NOW + 1_000);
    const token = forgedLink.urlFor(transfer).split('/').at(-1) ?? '';
    await begin(second, first);
    const moving = await ringOf(documents, second);
    const records = authenticateRecords(documents, macKeysOf(moving, 'records v1'), () => NOW);
    expect(await records.getRecord('sessions', 'forged')).to.equal('admin');
    await complete(second);
    await loadKeyRing(documents, moving);
    expect(await records.getRecord('sessions', 'forged')).to.equal(NOT_FOUND);
    expect(createApprovalLinks(moving, '').verify(transfer, token)).to.equal(false);
    expect(() => rewrap('id', '2.AAAA', moving)).to.throw('was replaced');
    const place = { stream: 'platform', revision: 0, previous: FIRST_HASH };
    const draft = { id: randomUUID(), type: 'key.revoked', data: '{}', metadata: '{"time":"now"' };
    const { event } = chainEvent(place, createEventMacs(before).add(draft, chainEvent(place, draft).hash));
    const stored = { ...event, ...place, position: 1n };
    expect(createEventMacs(before).authenticates(FIRST_HASH, stored)).to.equal(true);
    expect(createEventMacs(moving).authenticates(FIRST_HASH, stored)).to.equal(false);
    expect(createEventMacs(moving).explain(stored)).to.include('was replaced');
    expect(createEventMacs(moving, { believesFormer: true }).authenticates(FIRST_HASH, stored)).to.equal(
      true,
    );
  });

  it('leave nothing of a replaced key but the secrets that old data needs', async () => {
    await ringOf(documents, first);
    expect(rotationState((await documents.getRecord('vault', 'mark')) ?? '')).to.deep.equal({
      stage: 'none',
    });
    await begin(second, first);
    expect(rotationState((await documents.getRecord('vault', 'mark')) ?? '')).to.deep.equal({
      stage: 'moving',
      from: keyIdOf(first),
    });
    await complete(second);
    expect(rotationState((await documents.getRecord('vault', 'mark')) ?? '')).to.deep.equal({
      stage: 'done',
    });
    const [version] = (await ringOf(documents, second)).former;
    expect(version?.master).to.equal(undefined);
    for (const purpose of [
      'records v1',
      'snapshots v1',
      'checkpoints v1',
      'vault key v2 id',
      'vault mark v1',
    ])
      expect(() => version?.secret(purpose), purpose).to.throw('was destroyed');
    expect(version?.secret('fingerprints v1')).to.have.length(32);
  });
});
