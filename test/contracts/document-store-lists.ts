/** Lists of documents. */
import { expect } from 'chai';
import { listIntersection } from '../../src/read-models/filtered-list.ts';
import { INTERSECTION_IDS_MAX, type DocumentStore, type ListQuery } from '../../src/read-models/port.ts';
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
    title: 'lists documents that have at least one of several terms, each once',
    async run({ documents }) {
      const collection = await makeNumbers(documents);
      const list = (...terms: string[]) => listIds(documents, collection, { terms });
      expect(await list('odd', 'small')).to.deep.equal(['d1', 'd2', 'd3', 'd4', 'd5', 'd7']);
      expect(await list('small', 'odd')).to.deep.equal(['d1', 'd2', 'd3', 'd4', 'd5', 'd7']);
      expect(await list('odd', 'none')).to.deep.equal(['d1', 'd3', 'd5', 'd7']);
      expect(await list('none', 'nothing')).to.deep.equal([]);
      const page = { terms: ['odd', 'small'], order: 'newest', before: 'd7', limit: 3 } as const;
      expect(await listIds(documents, collection, page)).to.deep.equal(['d5', 'd4', 'd3']);
    },
  },
  {
    title: 'intersects the lists of several terms',
    async run({ documents }) {
      const collection = await makeNumbers(documents);
      const list = async (terms: readonly string[], query: Partial<ListQuery> = {}) => {
        const found = await documents.intersect(collection, {
          scope: SCOPE,
          terms,
          order: 'oldest',
          limit: 100,
          ...query,
        });
        return [found.documents.map(({ id }) => id), found.readTo];
      };
      expect(await list(['odd', 'small'])).to.deep.equal([['d1', 'd3'], undefined]);
      expect(await list(['small', 'odd'])).to.deep.equal([['d1', 'd3'], undefined]);
      expect(await list(['all', 'odd', 'small'])).to.deep.equal([['d1', 'd3'], undefined]);
      expect(await list(['odd'])).to.deep.equal([['d1', 'd3', 'd5', 'd7'], undefined]);
      expect(await list(['odd', 'none'])).to.deep.equal([[], undefined]);
      expect(await list(['odd', 'small'], { order: 'newest', limit: 1 })).to.deep.equal([['d3'], 'd3']);
      expect(await list(['odd', 'small'], { after: 'd1' })).to.deep.equal([['d3'], undefined]);
      expect(await list(['odd', 'small'], { before: 'd3', order: 'newest' })).to.deep.equal([
        ['d1'],
        undefined,
      ]);
      expect(await list(['odd', 'small'], { scope: 'other' })).to.deep.equal([[], undefined]);
    },
  },
  {
    title: 'looks at a limited number of documents to intersect lists, and says how far it came',
    async run({ documents }) {
      const collection = await makeCollection(documents, 'log');
      const idOf = (number: number): string => `d${String(number).padStart(6, '0')}`;
      const count = INTERSECTION_IDS_MAX * 2 + 10;
      const writes = Array.from({ length: count }, (_, number) =>
        putWrite(
          collection,
          documentOf(idOf(number), { terms: ['all', number === 0 ? 'first' : 'later'] }),
          BigInt(number),
        ),
      );
      await write(documents, ...writes);
      const counted = { scope: SCOPE, term: 'all' };
      expect(await documents.hasMoreThan(collection, count - 1, counted)).to.equal(true);
      expect(await documents.hasMoreThan(collection, count, counted)).to.equal(false);
      expect(await documents.hasMoreThan(collection, 0, { ...counted, term: 'none' })).to.equal(false);
      const later = { ...counted, after: idOf(9), before: idOf(20) };
      expect(await documents.hasMoreThan(collection, 9, later)).to.equal(true);
      expect(await documents.hasMoreThan(collection, 10, later)).to.equal(false);
      const query = { scope: SCOPE, terms: ['all', 'first'], order: 'newest', limit: 10 } as const;
      const steps: [string[], string | undefined][] = [];
      for (let before = 'e'; ;) {
        const found = await documents.intersect(collection, { ...query, before });
        steps.push([found.documents.map(({ id }) => id), found.readTo]);
        if (found.readTo === undefined) break;
        before = found.readTo;
      }
      expect(steps).to.deep.equal([
        [[], idOf(count - INTERSECTION_IDS_MAX)],
        [[], idOf(count - INTERSECTION_IDS_MAX * 2)],
        [[idOf(0)], undefined],
      ]);
      expect((await listIntersection(documents, collection, query)).map(({ id }) => id)).to.deep.equal([
        idOf(0),
      ]);
    },
  },
  {
    title: 'stops at the limit, starting at the end given by the order',
    async run({ documents }) {
      const collection = await makeNumbers(documents);
      const list = (query: Partial<ListQuery>) => listIds(documents, collection, query);
      expect(await list({ order: 'oldest', limit: 2 })).to.deep.equal(['d1', 'd2']);
      expect(await list({ order: 'newest', limit: 2 })).to.deep.equal(['d7', 'd6']);
      expect(await list({ terms: ['odd', 'small'], order: 'newest', limit: 1 })).to.deep.equal(['d7']);
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
      expect(await list({ terms: ['c'] })).to.deep.equal(['d']);
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
