/** The audit of snapshots: each is what the service saved, or of another release, or a finding. */
import { randomBytes } from 'node:crypto';
import { expect } from 'chai';
import { createDocumentsCheck } from '../../../src/audit/documents-check.ts';
import { createBook } from '../../../src/ledger/book.ts';
import { createMemoryDocumentStore } from '../../../src/read-models/stores/memory.ts';
import { deriveMacKey } from '../../../src/system/derived-key.ts';
import { captureBook, saveSnapshot } from '../../../src/writer/snapshot.ts';
import { snapshotPlace } from '../../../src/writer/snapshot-manifest.ts';

const STREAM = 'book-int_one-sandbox';
type Saved = { readonly manifest: Record<string, unknown>; readonly text: string };

describe('Audit of a snapshot', () => {
  const masterKey = randomBytes(32);

  /** The reason of the finding about a snapshot whose records were changed. */
  async function reasonAfter(
    change: (saved: Saved, put: (key: string, text: string) => Promise<void>) => Promise<void>,
  ): Promise<string | undefined> {
    const documents = createMemoryDocumentStore();
    const bits = { id: 'one', count: 1, isFull: false, bits: new Uint8Array(8) };
    const taken = captureBook(createBook(STREAM), 'f'.repeat(64), [bits]);
    await saveSnapshot(documents, STREAM, taken, deriveMacKey(masterKey, 'snapshots v1'));
    const text = (await documents.getRecord('snapshots', snapshotPlace(STREAM))) ?? '';
    // The service wrote this JSON.
    const manifest = JSON.parse(text) as Saved['manifest'];
    await change({ manifest, text }, async (key, value) => {
      await documents.putRecord('snapshots', key, value);
    });
    return (await createDocumentsCheck(documents, masterKey).checkSnapshot(STREAM))?.reason;
  }

  it('has no finding if it is what the service saved, or of a release without MACs', async () => {
    expect(await reasonAfter(() => Promise.resolve())).to.equal(undefined);
    const earlier = ({ manifest: { format: _, mac: _mac, ...manifest } }: Saved): string =>
      JSON.stringify(manifest);
    expect(await reasonAfter((saved, put) => put(snapshotPlace(STREAM), earlier(saved)))).to.equal(undefined);
  });

  it('finds a manifest that cannot be read', async () => {
    for (const manifest of ['', 'not JSON', '{', 'null', '[]', '{}', '"text"', '{"fold_version":1}'])
      expect(await reasonAfter((_, put) => put(snapshotPlace(STREAM), manifest)), manifest).to.match(
        /cannot be read/,
      );
  });

  it('finds a chunk that is no JSON, and one that is missing', async () => {
    const chunk = ({ manifest }: Saved): string => `${snapshotPlace(STREAM)}#${String(manifest['id'])}#0`;
    expect(await reasonAfter((saved, put) => put(chunk(saved), '{'))).to.match(/a chunk was changed/);
    const documents = createMemoryDocumentStore();
    const copied = await reasonAfter(({ text }) =>
      documents.putRecord('snapshots', snapshotPlace(STREAM), text).then(() => undefined),
    );
    expect(copied).to.equal(undefined);
    const { reason } = (await createDocumentsCheck(documents, masterKey).checkSnapshot(STREAM)) ?? {};
    expect(reason).to.match(/a chunk is missing/);
  });
});
