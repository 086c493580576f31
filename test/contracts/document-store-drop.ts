/** Scanning and dropping whole collections. */
import { expect } from 'chai';
import type { ContractCase } from '../support/contract.ts';
import {
  documentOf,
  errorOf,
  listIds,
  makeCollection,
  putWrite,
  deleteWrite,
  uniqueName,
  write,
  type DocumentsContext,
} from '../support/document-store.ts';

export const dropCases: ContractCase<DocumentsContext>[] = [
  {
    title: 'scans a collection across all scopes in ID order, page by page, without deleted documents',
    async run({ documents }) {
      const collection = await makeCollection(documents);
      const scopes = ['book-a', 'book-b'];
      const writes = [5, 2, 4, 1, 3].map((n) =>
        putWrite(
          collection,
          documentOf(`d${n}`, { scope: scopes[n % 2] ?? '', terms: [`n:${n}`] }),
          BigInt(n),
        ),
      );
      await write(documents, ...writes, deleteWrite(collection, 'd4', 9n));
      const first = await documents.scan(collection, { limit: 2 });
      expect(first.map(({ id, scope, position }) => [id, scope, position])).to.deep.equal([
        ['d1', 'book-b', 1n],
        ['d2', 'book-a', 2n],
      ]);
      const rest = await documents.scan(collection, { after: 'd2', limit: 10 });
      expect(rest.map(({ id, terms }) => [id, ...terms])).to.deep.equal([
        ['d3', 'n:3'],
        ['d5', 'n:5'],
      ]);
      expect(await documents.scan(collection, { after: 'd5', limit: 10 })).to.deep.equal([]);
    },
  },
  {
    title: 'drops a collection with its contents and checkpoints, and leaves others unchanged',
    async run({ documents }) {
      const [dropped, stays] = [await makeCollection(documents), await makeCollection(documents)];
      const [name, other] = [uniqueName('projection'), uniqueName('projection')];
      const many = Array.from({ length: 30 }, (_, n) =>
        putWrite(dropped, documentOf(`d${n}`, { terms: ['all', `n:${n}`] }), BigInt(n)),
      );
      await documents.write(
        [...many, putWrite(stays, documentOf('d0', { terms: ['all'] }), 1n)],
        new Map([
          [name, 7n],
          [other, 8n],
        ]),
      );
      await documents.drop([dropped], [name]);
      expect(await errorOf(() => documents.list(dropped, LIST))).to.match(/no collection/);
      expect(await listIds(documents, stays, { terms: ['all'] })).to.deep.equal(['d0']);
      const checkpoints = await documents.checkpoints();
      expect([checkpoints.has(name), checkpoints.get(other)]).to.deep.equal([false, 8n]);
    },
  },
  {
    title: 'ignores a repeated drop, and creates an empty collection again',
    async run({ documents }) {
      const collection = await makeCollection(documents);
      await write(documents, putWrite(collection, documentOf('d1', { terms: ['all'] }), 5n));
      await documents.drop([collection], []);
      await documents.drop([collection, uniqueName('never')], [uniqueName('never')]);
      await documents.ensure([{ name: collection, kind: 'state' }]);
      expect(await documents.scan(collection, { limit: 10 })).to.deep.equal([]);
      // No position of the dropped documents remains.
      await write(documents, putWrite(collection, documentOf('d1', { terms: ['all'] }), 1n));
      expect(await listIds(documents, collection, { terms: ['all'] })).to.deep.equal(['d1']);
    },
  },
  {
    title: 'names the collections that exist',
    async run({ documents }) {
      const [dropped, stays] = [await makeCollection(documents), await makeCollection(documents)];
      const before = await documents.collections();
      expect([...before.keys()]).to.include.members([dropped, stays]);
      await documents.drop([dropped], []);
      const after = await documents.collections();
      expect([...after.keys()])
        .to.include(stays)
        .and.not.include(dropped);
      expect(after.get(stays)).to.equal(before.get(stays));
    },
  },
];

const LIST = { scope: 'book-a', terms: [], order: 'oldest', limit: 1 } as const;
