/** Lists with several conditions, which are read through the lists of single terms. */
import { expect } from 'chai';
import fc from 'fast-check';
import { listFiltered, type FilteredPage, type FilteredQuery } from '../../src/read-models/filtered-list.ts';
import type { Document, DocumentStore } from '../../src/read-models/port.ts';
import { runs } from '../support/effort.ts';
import type { ContractCase } from '../support/contract.ts';
import {
  documentOf,
  makeCollection,
  putWrite,
  write,
  type DocumentsContext,
} from '../support/document-store.ts';

const SCOPES = ['book-a', 'book-b'];
const STATES = ['open', 'closed', 'failed'];
const KINDS = ['in', 'out'];

const idOf = (number: number): string => `d${String(number).padStart(4, '0')}`;

/** Each document has one state, one kind, and a number as its body. */
async function makeDocuments(
  documents: DocumentStore,
  numbers: readonly number[],
): Promise<{ collection: string; all: readonly Document[] }> {
  const collection = await makeCollection(documents);
  const all = numbers.map((number, index) =>
    documentOf(idOf(index), {
      scope: SCOPES[number % 2] ?? '',
      terms: [`state:${STATES[number % 3] ?? ''}`, `kind:${KINDS[number % 5 === 0 ? 0 : 1] ?? ''}`, 'every'],
      body: String(number),
    }),
  );
  await write(documents, ...all.map((each, index) => putWrite(collection, each, BigInt(index + 1))));
  return { collection, all };
}

async function readAll(documents: DocumentStore, query: FilteredQuery): Promise<FilteredPage[]> {
  const pages: FilteredPage[] = [];
  for (let rest = query; ;) {
    const page = await listFiltered(documents, rest);
    pages.push(page);
    if (page.cursor === undefined) return pages;
    rest = {
      ...query,
      ...(query.order === 'newest' ? { before: page.cursor } : { after: page.cursor }),
    };
  }
}

const idsOf = (pages: readonly FilteredPage[]): readonly string[] =>
  pages.flatMap(({ documents }) => documents.map(({ id }) => id));

const queries = fc.record({
  numbers: fc.array(fc.nat(100), { maxLength: 60 }),
  scopes: fc.subarray(SCOPES, { minLength: 1 }),
  states: fc.option(fc.subarray(STATES, { minLength: 1 })),
  kind: fc.option(fc.constantFrom(...KINDS)),
  least: fc.option(fc.nat(100)),
  after: fc.option(fc.nat(60)),
  before: fc.option(fc.nat(60)),
  order: fc.constantFrom('newest' as const, 'oldest' as const),
  limit: fc.integer({ min: 1, max: 12 }),
  readMax: fc.constantFrom(1, 5, 5_000),
});

/** Random queries alone may all find nothing. */
const EVERYTHING = {
  ...{
    numbers: [1, 2, 3],
    scopes: [...SCOPES],
    states: null,
    kind: null,
    least: null,
    after: null,
    before: null,
  },
  ...{ order: 'oldest' as const, limit: 2, readMax: 5 as const },
};

export const filteredCases: ContractCase<DocumentsContext>[] = [
  {
    title: 'lists exactly the documents that meet all conditions, in order, over any number of pages',
    async run({ documents }) {
      let found = 0;
      const property = fc.asyncProperty(queries, async (chosen) => {
        const { numbers, scopes, states, kind, least, after, before, order, limit, readMax } = chosen;
        const { collection, all } = await makeDocuments(documents, numbers);
        const conditions = [
          { anyOf: ['every'] },
          ...(states === null ? [] : [{ anyOf: states.map((each) => `state:${each}`) }]),
          ...(kind === null ? [] : [{ anyOf: [`kind:${kind}`] }]),
          ...(least === null
            ? []
            : [{ anyOf: [], test: ({ body }: { body: string }) => Number(body) >= least }]),
        ];
        const bounds = {
          ...(after === null ? {} : { after: idOf(after) }),
          ...(before === null ? {} : { before: idOf(before) }),
        };
        const pages = await readAll(documents, {
          ...{ collection, scopes, conditions, order, limit, readMax },
          ...bounds,
        });
        const expected = all
          .filter(({ scope }) => scopes.includes(scope))
          .filter(({ terms }) => states === null || states.some((each) => terms.includes(`state:${each}`)))
          .filter(({ terms }) => kind === null || terms.includes(`kind:${kind}`))
          .filter(({ body }) => least === null || Number(body) >= least)
          .map(({ id }) => id)
          .filter((id) => (after === null || id > idOf(after)) && (before === null || id < idOf(before)));
        if (order === 'newest') expected.reverse();
        expect(idsOf(pages)).to.deep.equal(expected);
        for (const page of pages) expect(page.documents.length).to.be.at.most(limit);
        found += expected.length;
      });
      await fc.assert(property, { numRuns: runs(25), examples: [[EVERYTHING]] });
      expect(found, 'some queries find documents').to.be.above(0);
    },
  },
  {
    title: 'reads a bounded number of documents for a page of a filtered list, and continues after them',
    async run({ documents }) {
      const { collection, all } = await makeDocuments(
        documents,
        Array.from({ length: 700 }, (_, index) => (index === 0 ? 5 : 4)),
      );
      const query: FilteredQuery = {
        ...{ collection, scopes: SCOPES, limit: 10, readMax: 300 },
        order: 'newest',
        conditions: [{ anyOf: ['every'] }, { anyOf: [], test: ({ body }: { body: string }) => body === '5' }],
      };
      const first = await listFiltered(documents, query);
      expect(first.documents).to.deep.equal([]);
      expect(first.cursor).to.equal(all.at(-300)?.id);
      expect(idsOf(await readAll(documents, query))).to.deep.equal([all[0]?.id]);
    },
  },
  {
    title: 'walks the list of the most selective condition',
    async run({ documents }) {
      // One of 600 has the state `failed`, and all have the same kind.
      const numbers = Array.from({ length: 600 }, (_, index) => (index === 3 ? 2 : 4));
      const { collection, all } = await makeDocuments(documents, numbers);
      let listed = 0;
      const counting: Pick<DocumentStore, 'list'> = {
        async list(...args) {
          const found = await documents.list(...args);
          listed += found.length;
          return found;
        },
      };
      const page = await listFiltered(counting, {
        ...{ collection, scopes: SCOPES, limit: 10 },
        order: 'newest',
        conditions: [{ anyOf: ['kind:out'] }, { anyOf: ['state:failed'] }],
      });
      expect(page).to.have.property('cursor', undefined);
      expect(page.documents.map(({ id }) => id)).to.deep.equal([all[3]?.id]);
      expect(listed).to.be.below(400);
    },
  },
];
