/** Lists of documents. */
import { expect } from 'chai';
import type { ListQuery, DocumentStore } from '../../src/read-models/port.ts';
import type { ContractCase } from '../support/contract.ts';
import {
  SCOPE,
  makeCollection,
  documentOf,
  putWrite,
  write,
  listIds,
  type DocumentsContext,
} from '../support/document-store.ts';

/** Seven documents, `d1` to `d7`. All have the term `all`, odd ones `odd`, and those up to 4 `small`. */
async function makeNumbers(documents: DocumentStore): Promise<string> {
  const collection = await makeCollection(documents, 'log');
  const numbers = [4, 1, 7, 3, 2, 6, 5];
  const writes = numbers.map((number, index) => {
    const terms = ['all', ...(number % 2 === 1 ? ['odd'] : []), ...(number <= 4 ? ['small'] : [])];
    return putWrite(
      collection,
      documentOf(`d${number}`, { terms, body: `{"number":${number}}` }),
      BigInt(index),
    );
  });
  await write(documents, ...writes);
  return collection;
}

export const listCases: ContractCase<DocumentsContext>[] = [
  {
    title: 'lists a whole scope in both orders',
    async run({ documents }) {
      const collection = await makeNumbers(documents);
      const ids = ['d1', 'd2', 'd3', 'd4', 'd5', 'd6', 'd7'];
      expect(await listIds(documents, collection, { order: 'oldest' })).to.deep.equal(ids);
      expect(await listIds(documents, collection, { order: 'newest' })).to.deep.equal(ids.toReversed());
    },
  },
  {
    title: 'lists whole documents',
    async run({ documents }) {
      const collection = await makeNumbers(documents);
      const found = await documents.list(collection, {
        scope: SCOPE,
        terms: ['odd'],
        order: 'oldest',
        limit: 1,
      });
      expect(found).to.deep.equal([
        { id: 'd1', scope: SCOPE, terms: ['all', 'odd', 'small'], body: '{"number":1}', position: 1n },
      ]);
    },
  },
  {
    title: 'lists IDs in the order of their documents, if it can',
    async run({ documents }) {
      const collection = await makeNumbers(documents);
      for (const terms of [[], ['odd'], ['odd', 'small']])
        for (const order of ['newest', 'oldest'] as const)
          for (const bounds of [{}, { after: 'd1' }, { before: 'd7' }, { after: 'd2', before: 'd6' }]) {
            const query = { scope: SCOPE, terms, order, limit: 3, ...bounds };
            const found = (await documents.list(collection, query)).map(({ id }) => id);
            expect(found).not.to.have.length(0);
            expect((await documents.listIds?.(collection, query)) ?? found).to.deep.equal(found);
          }
    },
  },
  {
    title: 'lists by one term',
    async run({ documents }) {
      const collection = await makeNumbers(documents);
      expect(await listIds(documents, collection, { terms: ['odd'] })).to.deep.equal([
        'd1',
        'd3',
        'd5',
        'd7',
      ]);
      expect(await listIds(documents, collection, { terms: ['od'] })).to.deep.equal([]);
    },
  },
  {
    title: 'lists documents that have all of several terms',
    async run({ documents }) {
      const collection = await makeNumbers(documents);
      const list = (...terms: string[]) => listIds(documents, collection, { terms });
      expect(await list('odd', 'small')).to.deep.equal(['d1', 'd3']);
      expect(await list('small', 'odd')).to.deep.equal(['d1', 'd3']);
      expect(await list('all', 'odd', 'small')).to.deep.equal(['d1', 'd3']);
      expect(await list('odd', 'none')).to.deep.equal([]);
    },
  },
  {
    title: 'stops at the limit, starting at the end given by the order',
    async run({ documents }) {
      const collection = await makeNumbers(documents);
      const list = (query: Partial<ListQuery>) => listIds(documents, collection, query);
      expect(await list({ order: 'oldest', limit: 2 })).to.deep.equal(['d1', 'd2']);
      expect(await list({ order: 'newest', limit: 2 })).to.deep.equal(['d7', 'd6']);
      expect(await list({ terms: ['odd', 'small'], order: 'newest', limit: 1 })).to.deep.equal(['d3']);
    },
  },
  {
    title: 'lists between exclusive bounds, which need not be IDs of documents',
    async run({ documents }) {
      const collection = await makeNumbers(documents);
      for (const terms of [[], ['all'], ['all', 'all']]) {
        const list = (query: Partial<ListQuery>) => listIds(documents, collection, { terms, ...query });
        expect(await list({ after: 'd5' })).to.deep.equal(['d6', 'd7']);
        expect(await list({ before: 'd3' })).to.deep.equal(['d1', 'd2']);
        expect(await list({ after: 'd2', before: 'd5' })).to.deep.equal(['d3', 'd4']);
        expect(await list({ after: 'd2x', before: 'd4x', order: 'newest' })).to.deep.equal(['d4', 'd3']);
        expect(await list({ after: 'd2', order: 'newest', limit: 2 })).to.deep.equal(['d7', 'd6']);
        expect(await list({ before: 'd5', order: 'newest', limit: 2 })).to.deep.equal(['d4', 'd3']);
        expect(await list({ after: 'd5', before: 'd2' })).to.deep.equal([]);
      }
    },
  },
  {
    title: 'separates scopes in lists',
    async run({ documents }) {
      const collection = await makeCollection(documents);
      await write(
        documents,
        putWrite(collection, documentOf('d1', { scope: 'book-a', terms: ['t'] }), 1n),
        putWrite(collection, documentOf('d2', { scope: 'book-b', terms: ['t'] }), 2n),
      );
      expect(await listIds(documents, collection, { scope: 'book-a' })).to.deep.equal(['d1']);
      expect(await listIds(documents, collection, { scope: 'book-b', terms: ['t'] })).to.deep.equal(['d2']);
      expect(await listIds(documents, collection, { scope: 'book' })).to.deep.equal([]);
    },
  },
  {
    title: 'lists a changed document only by its new terms and scope',
    async run({ documents }) {
      const collection = await makeCollection(documents);
      const list = (query: Partial<ListQuery>) => listIds(documents, collection, query);
      await write(documents, putWrite(collection, documentOf('d', { terms: ['a', 'b'] }), 1n));
      await write(documents, putWrite(collection, documentOf('d', { terms: ['b', 'c'] }), 2n));
      expect(await list({ terms: ['a'] })).to.deep.equal([]);
      expect(await list({ terms: ['b', 'c'] })).to.deep.equal(['d']);
      await write(documents, putWrite(collection, documentOf('d', { terms: ['b'], scope: 'book-b' }), 3n));
      expect(await list({})).to.deep.equal([]);
      expect(await list({ terms: ['b'] })).to.deep.equal([]);
      expect(await list({ scope: 'book-b', terms: ['b'] })).to.deep.equal(['d']);
      expect(await list({ scope: 'book-b' })).to.deep.equal(['d']);
      expect((await documents.get(collection, 'd'))?.scope).to.equal('book-b');
    },
  },
  {
    title: 'lists a document with a duplicate term once',
    async run({ documents }) {
      const collection = await makeCollection(documents);
      await write(documents, putWrite(collection, documentOf('d', { terms: ['t', 't'] }), 1n));
      expect(await listIds(documents, collection, { terms: ['t'] })).to.deep.equal(['d']);
      expect(await listIds(documents, collection, {})).to.deep.equal(['d']);
    },
  },
];
