import { expect } from 'chai';
import fc from 'fast-check';
import { deriveId, siblingId, smallestIdAt } from '../../src/ledger/ids.ts';
import { createReadModelRouter } from '../../src/read-models/generations/read-model-router.ts';
import type { DocumentStore, ListQuery, StoredDocument } from '../../src/read-models/port.ts';
import type { Packing, Projection } from '../../src/read-models/projection.ts';
import { createMemoryDocumentStore } from '../../src/read-models/stores/memory.ts';
import { runs } from '../support/effort.ts';

const SCOPES = ['book-a', 'book-b'] as const;
const NAMES = ['x', 'y', 'z'];
const START = 1_700_000_000_000;

type Thing = { readonly id: string; readonly names: readonly string[] };

const termsOf = ({ names }: Thing): string[] => names.map((name) => `name:${name}`);

/** A log whose documents contain several things. The test writes them directly. */
const things: Projection<{ type: 'none'; data: unknown }> = {
  name: 'things',
  version: 1,
  log: 'things',
  packing: {
    sinceVersion: 1,
    containerIdOf: (id) => (id.length === 'trf_'.length + 26 ? siblingId(id, 0) : id),
    unpack: ({ body }) =>
      // Written below.
      (JSON.parse(body) as Thing[]).map((value) => ({ id: value.id, value, terms: termsOf(value) })),
  },
  rules: { none: 'ignore' },
};

const names = fc.uniqueArray(fc.constantFrom(...NAMES), { maxLength: 3 });
const packets = fc.array(
  fc.record({
    scope: fc.constantFrom(...SCOPES),
    later: fc.nat({ max: 2 }),
    things: fc.array(names, { minLength: 1, maxLength: 4 }),
  }),
  { maxLength: 25 },
);
type Packet = { scope: (typeof SCOPES)[number]; later: number; things: string[][] };

/** A store that lists IDs, with others in between. */
const withIds = (store: DocumentStore): DocumentStore => ({
  ...store,
  listIds: async (collection, { terms: _, ...query }) =>
    (await store.list(collection, { ...query, terms: [] })).map(({ id }) => id),
});

/** Stores each packet as a document. Returns the expected objects. */
async function stored(all: readonly Packet[], listsIds = false) {
  const memory = createMemoryDocumentStore();
  const inner = listsIds ? withIds(memory) : memory;
  await inner.ensure([{ name: 'things_v1', kind: 'log' }]);
  const expected: StoredDocument[] = [];
  let time = START;
  for (const [at, packet] of all.entries()) {
    time += packet.later;
    const { scope } = packet;
    const position = BigInt(at);
    const values = packet.things.map((own, index): Thing => ({
      id: deriveId('trf', time, scope, at, index),
      names: own,
    }));
    const id = values[0]?.id ?? '';
    const terms = [...new Set(values.flatMap(termsOf))];
    const document = { id, scope, terms, body: JSON.stringify(values) };
    await inner.write([{ collection: 'things_v1', id, document, position }], new Map());
    for (const value of values)
      expected.push({ id: value.id, scope, position, terms: termsOf(value), body: JSON.stringify(value) });
  }
  expected.sort((a, b) => (a.id < b.id ? -1 : 1));
  /** How many documents each read by ID asked for. */
  const reads: number[] = [];
  const counted: DocumentStore = {
    ...inner,
    getMany: (collection, ids) => (reads.push(ids.length), inner.getMany(collection, ids)),
  };
  return { documents: createReadModelRouter(counted, [things]), expected, reads };
}

/** A bound: an object of the list, the start of a time, or an ID just before it. */
const bound = fc.option(
  fc.record({ at: fc.double({ min: 0, max: 1, noNaN: true }), kind: fc.nat({ max: 2 }) }),
  {
    nil: undefined,
  },
);
type Bound = { at: number; kind: number } | undefined;

function idAt(picked: Bound, all: readonly StoredDocument[]): string | undefined {
  const id = picked && all[Math.floor(picked.at * (all.length - 1))]?.id;
  if (picked === undefined || id === undefined) return undefined;
  if (picked.kind === 0) return id;
  const first = smallestIdAt('trf', START + Math.round(picked.at * 20));
  return picked.kind === 1 ? first : first.slice(0, -1);
}

describe('Documents that contain several objects', () => {
  it('list each object separately, within any bounds, in either order', async () => {
    await fc.assert(
      fc.asyncProperty(
        packets,
        bound,
        bound,
        names,
        fc.constantFrom('newest' as const, 'oldest' as const),
        fc.integer({ min: 1, max: 9 }),
        fc.boolean(),
        async (all, from, to, carried, order, limit, listsIds) => {
          const { documents, expected } = await stored(all, listsIds);
          const [after, before] = [idAt(from, expected), idAt(to, expected)];
          const terms = carried.map((name) => `name:${name}`);
          const [scope] = SCOPES;
          const query: ListQuery = {
            scope,
            terms,
            order,
            limit,
            ...(after === undefined ? {} : { after }),
            ...(before === undefined ? {} : { before }),
          };
          const wanted = expected.filter(
            (each) =>
              each.scope === scope &&
              (terms.length === 0 || terms.some((term) => each.terms.includes(term))) &&
              (after === undefined || each.id > after) &&
              (before === undefined || each.id < before),
          );
          if (order === 'newest') wanted.reverse();
          expect(await documents.list('things_v1', query)).to.deep.equal(wanted.slice(0, limit));
          expect(await documents.list('things_v1', query), 'again').to.deep.equal(wanted.slice(0, limit));
        },
      ),
      { numRuns: runs(400) },
    );
  });

  it('return each object by its ID, and nothing for an unknown ID', async () => {
    await fc.assert(
      fc.asyncProperty(packets, async (all) => {
        const { documents, expected } = await stored(all);
        for (const each of expected) expect(await documents.get('things_v1', each.id)).to.deep.equal(each);
        const ids = expected.map(({ id }) => id);
        const found = await documents.getMany('things_v1', [...ids, ...ids]);
        expect(found.sort((a, b) => (a.id < b.id ? -1 : 1))).to.deep.equal(expected);
        const other = deriveId('trf', START, SCOPES[0], 1_000);
        expect(await documents.get('things_v1', other)).to.equal(undefined);
        for (const id of ids)
          expect(await documents.get('things_v1', siblingId(id, 200))).to.equal(undefined);
      }),
      { numRuns: runs(60) },
    );
  });

  it('are scanned object by object across all scopes', async () => {
    await fc.assert(
      fc.asyncProperty(packets, fc.integer({ min: 1, max: 7 }), async (all, limit) => {
        const { documents, expected } = await stored(all);
        const walked: StoredDocument[] = [];
        for (let after: string | undefined; ;) {
          const page = await documents.scan('things_v1', after === undefined ? { limit } : { after, limit });
          walked.push(...page);
          after = page.at(-1)?.id;
          if (after === undefined) break;
        }
        expect(walked.map(({ id }) => id).sort()).to.deep.equal(expected.map(({ id }) => id));
      }),
      { numRuns: runs(60) },
    );
  });

  const packing = { ...things.packing, sinceVersion: 2 } as Packing;

  it('are read unpacked from a version that did not pack them, until the new version has caught up', async () => {
    const inner = createMemoryDocumentStore();
    await inner.ensure([{ name: 'things_v1', kind: 'log' }]);
    const id = deriveId('trf', START, 'book-a', 3, 1);
    const document = { id, scope: 'book-a', terms: ['name:x'], body: '{}' };
    const checkpoints = new Map([
      ['things_v1', 5n],
      ['things_v1 complete', 5n],
      ['things_v2', 0n],
    ]);
    await inner.write([{ collection: 'things_v1', id, document, position: 4n }], checkpoints);
    const documents = createReadModelRouter(inner, [{ ...things, version: 2, packing }]);
    expect(await documents.get('things_v2', id)).to.deep.equal({ ...document, position: 4n });
    const query = { scope: 'book-a', terms: ['name:x'], order: 'newest', limit: 5 } as const;
    expect(await documents.list('things_v2', query)).to.have.length(1);
    expect(await documents.getMany('things_v2', [id])).to.have.length(1);
    expect(await documents.scan('things_v2', { limit: 5 })).to.have.length(1);
  });

  it('are split from an older version that packed them, until the new version has caught up', async () => {
    const inner = createMemoryDocumentStore();
    await inner.ensure([{ name: 'things_v2', kind: 'log' }]);
    const [first, second] = [0, 1].map((index) => deriveId('trf', START, 'book-a', 3, index));
    if (first === undefined || second === undefined) throw new Error('no IDs');
    const values: Thing[] = [
      { id: first, names: ['x'] },
      { id: second, names: ['y'] },
    ];
    const document = {
      id: first,
      scope: 'book-a',
      terms: ['name:x', 'name:y'],
      body: JSON.stringify(values),
    };
    const checkpoints = new Map([
      ['things_v2', 5n],
      ['things_v2 complete', 5n],
      ['things_v3', 0n],
    ]);
    await inner.write([{ collection: 'things_v2', id: first, document, position: 4n }], checkpoints);
    const documents = createReadModelRouter(inner, [{ ...things, version: 3, packing }]);
    expect((await documents.get('things_v3', second))?.body).to.equal(JSON.stringify(values[1]));
    const query = { scope: 'book-a', terms: ['name:y'], order: 'newest', limit: 5 } as const;
    expect((await documents.list('things_v3', query)).map(({ id }) => id)).to.deep.equal([second]);
    expect((await documents.scan('things_v3', { limit: 5 })).map(({ id }) => id)).to.deep.equal([
      first,
      second,
    ]);
  });

  it('are read once, until too many are in memory', async () => {
    const packet = (at: number): Packet => ({ scope: 'book-a', later: 1, things: [[`${at % 2}`], ['x']] });
    const all = Array.from({ length: 6_000 }, (_, at) => packet(at));
    const { documents, expected, reads } = await stored(all, true);
    const query = { scope: 'book-a', terms: ['name:x'], order: 'newest' } as const;
    const newest = expected.filter(({ terms }) => terms.includes('name:x')).toReversed();
    const list = (limit: number) => documents.list('things_v1', { ...query, limit });
    expect(await list(10)).to.deep.equal(newest.slice(0, 10));
    expect(await list(11)).to.deep.equal(newest.slice(0, 11));
    expect(reads).to.deep.equal([10, 1]);
    expect(await list(6_000)).to.deep.equal(newest);
    expect(await list(10)).to.deep.equal(newest.slice(0, 10));
    expect(reads).to.deep.equal([10, 1, 5_989, 10]);
  });

  it('are returned unsplit by a stored list', async () => {
    const { documents } = await stored([{ scope: 'book-a', later: 0, things: [['x'], ['y']] }]);
    const query = { scope: 'book-a', terms: ['name:y'], order: 'newest', limit: 5 } as const;
    expect(await documents.list('things_v1', query)).to.have.length(1);
    const [whole, ...others] = await documents.listStored('things_v1', query);
    expect(others).to.deep.equal([]);
    // Written above.
    expect((JSON.parse(whole?.body ?? '[]') as Thing[]).map(({ names: own }) => own)).to.deep.equal([
      ['x'],
      ['y'],
    ]);
  });
});
