/** Writing, replacing, and deleting documents. */
import { expect } from 'chai';
import type { StoredDocument } from '../../src/read-models/port.ts';
import type { ContractCase } from '../support/contract.ts';
import {
  makeCollection,
  documentOf,
  putWrite,
  deleteWrite,
  write,
  listIds,
  type DocumentsContext,
} from '../support/document-store.ts';

export const documentCases: ContractCase<DocumentsContext>[] = [
  {
    title: 'returns a document as it was written, with its position',
    async run({ documents }) {
      const collection = await makeCollection(documents);
      const document = documentOf('usr_1', { terms: ['user:usr_1', 'name:x'], body: '{"a":1}' });
      await write(documents, putWrite(collection, document, 7n));
      const stored: StoredDocument = { ...document, position: 7n };
      expect(await documents.get(collection, 'usr_1')).to.deep.equal(stored);
    },
  },
  {
    title: 'stores bodies byte for byte: spaces, key order, Unicode, keys with $ and dots',
    async run({ documents }) {
      const collection = await makeCollection(documents);
      const body =
        '{ "$set": {"a.b": 1.50, "": null},"z":"\\u00e9é 漢字 🧾 \\u0000","a":[1e3, 90071992547409931] }';
      await write(documents, putWrite(collection, documentOf('d', { body }), 1n));
      expect((await documents.get(collection, 'd'))?.body).to.equal(body);
    },
  },
  {
    title: 'stores terms and IDs with quotes, dollar signs, dots, and Unicode',
    async run({ documents }) {
      const collection = await makeCollection(documents);
      const terms = [`it's "quoted"`, '$where', 'a.b', 'é🧾', '%_'];
      await write(documents, putWrite(collection, documentOf(`$d'"1`, { terms }), 1n));
      expect((await documents.get(collection, `$d'"1`))?.terms).to.deep.equal(terms);
      for (const term of terms) {
        expect(await listIds(documents, collection, { terms: [term] }), term).to.deep.equal([`$d'"1`]);
      }
      expect(await listIds(documents, collection, { terms: ['%'] })).to.deep.equal([]);
    },
  },
  {
    title: 'stores positions beyond the safe integers',
    async run({ documents }) {
      const collection = await makeCollection(documents);
      const position = 2n ** 62n + 1n;
      await write(documents, putWrite(collection, documentOf('d', { body: '1' }), position));
      await write(documents, putWrite(collection, documentOf('d', { body: '2' }), position - 1n));
      expect((await documents.get(collection, 'd'))?.position).to.equal(position);
      expect((await documents.get(collection, 'd'))?.body).to.equal('1');
    },
  },
  {
    title: 'returns undefined for a document that does not exist',
    async run({ documents }) {
      const collection = await makeCollection(documents);
      await write(documents, putWrite(collection, documentOf('d1'), 1n));
      expect(await documents.get(collection, 'd1')).not.to.equal(undefined);
      expect(await documents.get(collection, 'd2')).to.equal(undefined);
    },
  },
  {
    title: 'returns many documents at once: those that exist, each once',
    async run({ documents }) {
      const collection = await makeCollection(documents);
      await write(documents, ...['d1', 'd2', 'd3'].map((id) => putWrite(collection, documentOf(id), 1n)));
      const found = await documents.getMany(collection, ['d3', 'none', 'd1', 'd3']);
      expect(found.map(({ id }) => id).sort()).to.deep.equal(['d1', 'd3']);
      expect(await documents.getMany(collection, [])).to.deep.equal([]);
    },
  },
  {
    title: 'replaces a state document by a newer one',
    async run({ documents }) {
      const collection = await makeCollection(documents);
      await write(documents, putWrite(collection, documentOf('d', { body: '1' }), 1n));
      await write(documents, putWrite(collection, documentOf('d', { body: '2' }), 2n));
      expect(await documents.get(collection, 'd')).to.deep.include({ body: '2', position: 2n });
    },
  },
  {
    title: 'ignores a write that is older than the stored document',
    async run({ documents }) {
      const collection = await makeCollection(documents);
      await write(documents, putWrite(collection, documentOf('d', { terms: ['new'], body: '2' }), 2n));
      await write(documents, putWrite(collection, documentOf('d', { terms: ['old'], body: '1' }), 1n));
      expect(await documents.get(collection, 'd')).to.deep.include({
        body: '2',
        position: 2n,
        terms: ['new'],
      });
      expect(await listIds(documents, collection, { terms: ['old'] })).to.deep.equal([]);
      expect(await listIds(documents, collection, { terms: ['new'] })).to.deep.equal(['d']);
    },
  },
  {
    title: 'ignores a write at the stored position',
    async run({ documents }) {
      const collection = await makeCollection(documents);
      await write(documents, putWrite(collection, documentOf('d', { body: 'true' }), 2n));
      await write(documents, putWrite(collection, documentOf('d', { body: 'false' }), 2n));
      expect((await documents.get(collection, 'd'))?.body).to.equal('true');
    },
  },
  {
    title: 'applies the writes of one document within a batch in their order',
    async run({ documents }) {
      const collection = await makeCollection(documents);
      await write(
        documents,
        putWrite(collection, documentOf('d', { body: '1', terms: ['a'] }), 1n),
        putWrite(collection, documentOf('d', { body: '2', terms: ['b'] }), 2n),
        putWrite(collection, documentOf('e', { body: '1' }), 3n),
        deleteWrite(collection, 'e', 4n),
      );
      expect((await documents.get(collection, 'd'))?.body).to.equal('2');
      expect(await documents.get(collection, 'e')).to.equal(undefined);
      expect(await listIds(documents, collection, { terms: ['a'] })).to.deep.equal([]);
      expect(await listIds(documents, collection, { terms: ['b'] })).to.deep.equal(['d']);
    },
  },
  {
    title: 'keeps the newest of concurrent writes',
    async run({ documents }) {
      const collection = await makeCollection(documents);
      const positions = [3n, 1n, 5n, 2n, 4n];
      await Promise.all(
        positions.map((position) =>
          write(documents, putWrite(collection, documentOf('d', { body: `${position}` }), position)),
        ),
      );
      expect(await documents.get(collection, 'd')).to.deep.include({ body: '5', position: 5n });
    },
  },
];

export const deletionCases: ContractCase<DocumentsContext>[] = [
  {
    title: 'deletes a document, from lists too',
    async run({ documents }) {
      const collection = await makeCollection(documents);
      await write(documents, putWrite(collection, documentOf('d', { terms: ['t'] }), 1n));
      expect(await listIds(documents, collection, { terms: ['t'] })).to.deep.equal(['d']);
      await write(documents, deleteWrite(collection, 'd', 2n));
      expect(await documents.get(collection, 'd')).to.equal(undefined);
      expect(await documents.getMany(collection, ['d'])).to.deep.equal([]);
      expect(await listIds(documents, collection, { terms: ['t'] })).to.deep.equal([]);
      expect(await listIds(documents, collection, {})).to.deep.equal([]);
      expect(await listIds(documents, collection, { scope: '' })).to.deep.equal([]);
    },
  },
  {
    title: 'restores a deleted document only with a newer write',
    async run({ documents }) {
      const collection = await makeCollection(documents);
      await write(documents, putWrite(collection, documentOf('d', { body: '1' }), 1n));
      await write(documents, deleteWrite(collection, 'd', 3n));
      await write(documents, putWrite(collection, documentOf('d', { body: '2', terms: ['t'] }), 2n));
      expect(await documents.get(collection, 'd')).to.equal(undefined);
      expect(await listIds(documents, collection, { terms: ['t'] })).to.deep.equal([]);
      await write(documents, putWrite(collection, documentOf('d', { body: '4', terms: ['t'] }), 4n));
      expect((await documents.get(collection, 'd'))?.body).to.equal('4');
      expect(await listIds(documents, collection, { terms: ['t'] })).to.deep.equal(['d']);
      expect(await listIds(documents, collection, {})).to.deep.equal(['d']);
    },
  },
  {
    title: 'ignores a deletion that is older than the document',
    async run({ documents }) {
      const collection = await makeCollection(documents);
      await write(documents, putWrite(collection, documentOf('d', { terms: ['t'] }), 2n));
      await write(documents, deleteWrite(collection, 'd', 1n));
      expect(await documents.get(collection, 'd')).not.to.equal(undefined);
      expect(await listIds(documents, collection, { terms: ['t'] })).to.deep.equal(['d']);
    },
  },
  {
    title: 'returns the position of deleted documents on request',
    async run({ documents }) {
      const collection = await makeCollection(documents);
      await write(documents, putWrite(collection, documentOf('d'), 1n), deleteWrite(collection, 'd', 2n));
      await write(documents, deleteWrite(collection, 'never', 3n));
      const deleted = await documents.getMany(collection, ['d', 'never', 'none'], { deleted: true });
      expect(deleted).to.have.deep.members([
        { id: 'd', scope: '', terms: [], body: 'null', position: 2n },
        { id: 'never', scope: '', terms: [], body: 'null', position: 3n },
      ]);
    },
  },
];
