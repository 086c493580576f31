import { expect } from 'chai';
import fc from 'fast-check';
import { listPage } from '../../../src/api/operations/list.ts';
import { createMemoryDocumentStore } from '../../../src/read-models/stores/memory.ts';
import { runs } from '../../support/effort.ts';

const SCOPE = 'book';
const TERMS = ['a', 'b', 'c'];

/** Lengths of bodies: most are short, and some are a large part of a page. */
const lengths = fc.array(
  fc.oneof({ weight: 3, arbitrary: fc.constant(10) }, fc.integer({ min: 1, max: 600_000 })),
  {
    maxLength: 40,
  },
);

describe('Pages of a list', () => {
  it('contain every document once and in order, whatever their length and terms are', async () => {
    await fc.assert(
      fc.asyncProperty(
        lengths,
        fc.array(fc.subarray(TERMS, { minLength: 1 }), { minLength: 40, maxLength: 40 }),
        fc.constantFrom('newest' as const, 'oldest' as const),
        fc.integer({ min: 1, max: 12 }),
        async (bodyLengths, termsOf, order, limit) => {
          const store = createMemoryDocumentStore();
          await store.ensure([{ name: 'items', kind: 'state' }]);
          const ids = bodyLengths.map((_, index) => `id_${String(index).padStart(3, '0')}`);
          const writes = ids.map((id, index) => ({
            collection: 'items',
            id,
            position: BigInt(index),
            document: {
              id,
              scope: SCOPE,
              terms: termsOf[index] ?? TERMS,
              body: 'x'.repeat(bodyLengths[index] ?? 0),
            },
          }));
          await store.write(writes, new Map());
          const seen: string[] = [];
          for (let more = true; more;) {
            const last = seen.at(-1);
            const bound = last === undefined ? {} : order === 'newest' ? { before: last } : { after: last };
            const query = { scope: SCOPE, order, limit, ...bound };
            const { shown, hasMore, next } = await listPage(store, 'items', { terms: TERMS }, query);
            expect(hasMore && shown.length === 0).to.equal(false);
            expect(next).to.equal(hasMore ? shown.at(-1)?.id : null);
            seen.push(...shown.map(({ id }) => id));
            more = hasMore;
          }
          expect(seen).to.deep.equal(order === 'newest' ? ids.toReversed() : ids);
        },
      ),
      { numRuns: runs(60) },
    );
  });
});
