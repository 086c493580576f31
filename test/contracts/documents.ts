/** What every adapter of the documents port does. */
import { randomBytes } from 'node:crypto';
import { expect } from 'chai';
import type {
  CollectionSpec,
  Document,
  DocumentWrite,
  Documents,
  ListQuery,
  StoredDocument,
} from '../../src/documents/port.ts';
import type { Closable, ContractCase } from '../support/contract.ts';

export type DocumentsContext = Closable & { readonly documents: Documents };

const SCOPE = 'book-a';
const NO_CHECKPOINTS: ReadonlyMap<string, bigint> = new Map();

/** A name that no other case and no earlier run has used. */
function uniqueName(prefix: string): string {
  return `${prefix}_${randomBytes(6).toString('hex')}`;
}

async function makeCollection(documents: Documents, kind: CollectionSpec['kind'] = 'state'): Promise<string> {
  const name = uniqueName(kind);
  await documents.ensure([{ name, kind }]);
  return name;
}

function documentOf(
  id: string,
  { scope = SCOPE, terms = [], body = '{}' }: Partial<Document> = {},
): Document {
  return { id, scope, terms, body };
}

function put(collection: string, document: Document, position: bigint): DocumentWrite {
  return { collection, id: document.id, document, position };
}

function remove(collection: string, id: string, position: bigint): DocumentWrite {
  return { collection, id, document: null, position };
}

async function write(documents: Documents, ...writes: DocumentWrite[]): Promise<void> {
  await documents.write(writes, NO_CHECKPOINTS);
}

async function listIds(
  documents: Documents,
  collection: string,
  query: Partial<ListQuery>,
): Promise<string[]> {
  const found = await documents.list(collection, {
    scope: SCOPE,
    terms: [],
    order: 'oldest',
    limit: 100,
    ...query,
  });
  return found.map(({ id }) => id);
}

async function faultOf(work: () => Promise<unknown>): Promise<Error> {
  try {
    await work();
  } catch (error) {
    if (error instanceof Error) return error;
  }
  throw new Error('It was expected to throw an Error.');
}

/** A collection of seven documents, `d1` to `d7`: odd ones carry `odd`, those up to 4 `small`, all of them `all`. */
async function makeNumbers(documents: Documents): Promise<string> {
  const collection = await makeCollection(documents, 'log');
  const numbers = [4, 1, 7, 3, 2, 6, 5];
  const writes = numbers.map((number, index) => {
    const terms = ['all', ...(number % 2 === 1 ? ['odd'] : []), ...(number <= 4 ? ['small'] : [])];
    return put(collection, documentOf(`d${number}`, { terms, body: `{"number":${number}}` }), BigInt(index));
  });
  await write(documents, ...writes);
  return collection;
}

const documentCases: ContractCase<DocumentsContext>[] = [
  {
    title: 'gives a document back as it was written, with its position',
    async run({ documents }) {
      const collection = await makeCollection(documents);
      const document = documentOf('usr_1', { terms: ['user:usr_1', 'name:x'], body: '{"a":1}' });
      await write(documents, put(collection, document, 7n));
      const stored: StoredDocument = { ...document, position: 7n };
      expect(await documents.get(collection, 'usr_1')).to.deep.equal(stored);
    },
  },
  {
    title: 'keeps bodies to the byte: spaces, key order, unicode, keys with $ and dots',
    async run({ documents }) {
      const collection = await makeCollection(documents);
      const body =
        '{ "$set": {"a.b": 1.50, "": null},"z":"\\u00e9é 漢字 🧾 \\u0000","a":[1e3, 90071992547409931] }';
      await write(documents, put(collection, documentOf('d', { body }), 1n));
      expect((await documents.get(collection, 'd'))?.body).to.equal(body);
    },
  },
  {
    title: 'keeps terms and IDs with quotes, dollars, dots and unicode',
    async run({ documents }) {
      const collection = await makeCollection(documents);
      const terms = [`it's "quoted"`, '$where', 'a.b', 'é🧾', '%_'];
      await write(documents, put(collection, documentOf(`$d'"1`, { terms }), 1n));
      expect((await documents.get(collection, `$d'"1`))?.terms).to.deep.equal(terms);
      for (const term of terms) {
        expect(await listIds(documents, collection, { terms: [term] }), term).to.deep.equal([`$d'"1`]);
      }
      expect(await listIds(documents, collection, { terms: ['%'] })).to.deep.equal([]);
    },
  },
  {
    title: 'keeps positions beyond the safe integers',
    async run({ documents }) {
      const collection = await makeCollection(documents);
      const position = 2n ** 62n + 1n;
      await write(documents, put(collection, documentOf('d', { body: '1' }), position));
      await write(documents, put(collection, documentOf('d', { body: '2' }), position - 1n));
      expect((await documents.get(collection, 'd'))?.position).to.equal(position);
      expect((await documents.get(collection, 'd'))?.body).to.equal('1');
    },
  },
  {
    title: 'gives nothing for a document that does not exist',
    async run({ documents }) {
      const collection = await makeCollection(documents);
      await write(documents, put(collection, documentOf('d1'), 1n));
      expect(await documents.get(collection, 'd1')).not.to.equal(undefined);
      expect(await documents.get(collection, 'd2')).to.equal(undefined);
    },
  },
  {
    title: 'gives many documents at once: those that exist, each once',
    async run({ documents }) {
      const collection = await makeCollection(documents);
      await write(documents, ...['d1', 'd2', 'd3'].map((id) => put(collection, documentOf(id), 1n)));
      const found = await documents.getMany(collection, ['d3', 'none', 'd1', 'd3']);
      expect(found.map(({ id }) => id).sort()).to.deep.equal(['d1', 'd3']);
      expect(await documents.getMany(collection, [])).to.deep.equal([]);
    },
  },
  {
    title: 'replaces a state document by a newer one',
    async run({ documents }) {
      const collection = await makeCollection(documents);
      await write(documents, put(collection, documentOf('d', { body: '1' }), 1n));
      await write(documents, put(collection, documentOf('d', { body: '2' }), 2n));
      expect(await documents.get(collection, 'd')).to.deep.include({ body: '2', position: 2n });
    },
  },
  {
    title: 'drops a write that is older than what is stored',
    async run({ documents }) {
      const collection = await makeCollection(documents);
      await write(documents, put(collection, documentOf('d', { terms: ['new'], body: '2' }), 2n));
      await write(documents, put(collection, documentOf('d', { terms: ['old'], body: '1' }), 1n));
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
    title: 'drops a write at the position that is stored',
    async run({ documents }) {
      const collection = await makeCollection(documents);
      await write(documents, put(collection, documentOf('d', { body: 'true' }), 2n));
      await write(documents, put(collection, documentOf('d', { body: 'false' }), 2n));
      expect((await documents.get(collection, 'd'))?.body).to.equal('true');
    },
  },
  {
    title: 'applies the writes of one document within a batch in their order',
    async run({ documents }) {
      const collection = await makeCollection(documents);
      await write(
        documents,
        put(collection, documentOf('d', { body: '1', terms: ['a'] }), 1n),
        put(collection, documentOf('d', { body: '2', terms: ['b'] }), 2n),
        put(collection, documentOf('e', { body: '1' }), 3n),
        remove(collection, 'e', 4n),
      );
      expect((await documents.get(collection, 'd'))?.body).to.equal('2');
      expect(await documents.get(collection, 'e')).to.equal(undefined);
      expect(await listIds(documents, collection, { terms: ['a'] })).to.deep.equal([]);
      expect(await listIds(documents, collection, { terms: ['b'] })).to.deep.equal(['d']);
    },
  },
  {
    title: 'keeps the newest of writes that race',
    async run({ documents }) {
      const collection = await makeCollection(documents);
      const positions = [3n, 1n, 5n, 2n, 4n];
      await Promise.all(
        positions.map((position) =>
          write(documents, put(collection, documentOf('d', { body: `${position}` }), position)),
        ),
      );
      expect(await documents.get(collection, 'd')).to.deep.include({ body: '5', position: 5n });
    },
  },
];

const deletionCases: ContractCase<DocumentsContext>[] = [
  {
    title: 'deletes a document, from lists too',
    async run({ documents }) {
      const collection = await makeCollection(documents);
      await write(documents, put(collection, documentOf('d', { terms: ['t'] }), 1n));
      expect(await listIds(documents, collection, { terms: ['t'] })).to.deep.equal(['d']);
      await write(documents, remove(collection, 'd', 2n));
      expect(await documents.get(collection, 'd')).to.equal(undefined);
      expect(await documents.getMany(collection, ['d'])).to.deep.equal([]);
      expect(await listIds(documents, collection, { terms: ['t'] })).to.deep.equal([]);
      expect(await listIds(documents, collection, {})).to.deep.equal([]);
      expect(await listIds(documents, collection, { scope: '' })).to.deep.equal([]);
    },
  },
  {
    title: 'does not let an older write bring a deleted document back, and a newer one does',
    async run({ documents }) {
      const collection = await makeCollection(documents);
      await write(documents, put(collection, documentOf('d', { body: '1' }), 1n));
      await write(documents, remove(collection, 'd', 3n));
      await write(documents, put(collection, documentOf('d', { body: '2', terms: ['t'] }), 2n));
      expect(await documents.get(collection, 'd')).to.equal(undefined);
      expect(await listIds(documents, collection, { terms: ['t'] })).to.deep.equal([]);
      await write(documents, put(collection, documentOf('d', { body: '4', terms: ['t'] }), 4n));
      expect((await documents.get(collection, 'd'))?.body).to.equal('4');
      expect(await listIds(documents, collection, { terms: ['t'] })).to.deep.equal(['d']);
      expect(await listIds(documents, collection, {})).to.deep.equal(['d']);
    },
  },
  {
    title: 'drops a deletion that is older than the document',
    async run({ documents }) {
      const collection = await makeCollection(documents);
      await write(documents, put(collection, documentOf('d', { terms: ['t'] }), 2n));
      await write(documents, remove(collection, 'd', 1n));
      expect(await documents.get(collection, 'd')).not.to.equal(undefined);
      expect(await listIds(documents, collection, { terms: ['t'] })).to.deep.equal(['d']);
    },
  },
  {
    title: 'shows the position of deleted documents to those who ask for it',
    async run({ documents }) {
      const collection = await makeCollection(documents);
      await write(documents, put(collection, documentOf('d'), 1n), remove(collection, 'd', 2n));
      await write(documents, remove(collection, 'never', 3n));
      const deleted = await documents.getMany(collection, ['d', 'never', 'none'], { deleted: true });
      expect(deleted).to.have.deep.members([
        { id: 'd', scope: '', terms: [], body: 'null', position: 2n },
        { id: 'never', scope: '', terms: [], body: 'null', position: 3n },
      ]);
    },
  },
];

const batchCases: ContractCase<DocumentsContext>[] = [
  {
    title: 'adds log documents once: one that is there does not change',
    async run({ documents }) {
      const collection = await makeCollection(documents, 'log');
      await write(documents, put(collection, documentOf('e', { body: '1', terms: ['t'] }), 1n));
      await write(documents, put(collection, documentOf('e', { body: '2', terms: ['u'] }), 1n));
      expect(await documents.get(collection, 'e')).to.deep.include({ body: '1', terms: ['t'] });
      expect(await listIds(documents, collection, { terms: ['u'] })).to.deep.equal([]);
    },
  },
  {
    title: 'is not changed by a batch that comes again, whole or in part',
    async run({ documents }) {
      const log = await makeCollection(documents, 'log');
      const state = await makeCollection(documents, 'state');
      const name = uniqueName('projection');
      const batch = [
        put(log, documentOf('e1', { body: '1', terms: ['a'] }), 1n),
        put(log, documentOf('e2', { body: '2', terms: ['a'] }), 2n),
        put(state, documentOf('s1', { body: '3', terms: ['a'] }), 2n),
        put(state, documentOf('s2', { body: '4' }), 2n),
        remove(state, 's2', 3n),
      ];
      const everything = async () => [
        await documents.list(log, { scope: SCOPE, terms: ['a'], order: 'newest', limit: 10 }),
        await documents.list(state, { scope: SCOPE, terms: [], order: 'newest', limit: 10 }),
        (await documents.checkpoints()).get(name),
      ];
      await documents.write(batch, new Map([[name, 3n]]));
      const before = await everything();
      expect(before.flat()).to.have.length(4);
      await documents.write(batch.slice(1, 3), NO_CHECKPOINTS);
      await documents.write(batch, new Map([[name, 3n]]));
      expect(await everything()).to.deep.equal(before);
    },
  },
  {
    title: 'completes a batch of which a part is there',
    async run({ documents }) {
      const log = await makeCollection(documents, 'log');
      const state = await makeCollection(documents, 'state');
      const batch = [
        put(log, documentOf('e1'), 1n),
        put(log, documentOf('e2'), 2n),
        put(state, documentOf('s1'), 1n),
        put(state, documentOf('s2'), 2n),
      ];
      await write(documents, ...batch.slice(1, 3));
      await write(documents, ...batch);
      expect(await listIds(documents, log, {})).to.deep.equal(['e1', 'e2']);
      expect(await listIds(documents, state, {})).to.deep.equal(['s1', 's2']);
    },
  },
  {
    title: 'takes thousands of writes in one batch, of new and of known documents',
    async run({ documents }) {
      const collection = await makeCollection(documents);
      const ids = Array.from({ length: 5_000 }, (_, index) => `d${String(index).padStart(4, '0')}`);
      const batch = (position: bigint, term: string) =>
        ids.map((id) => put(collection, documentOf(id, { terms: [term], body: `"${term}"` }), position));
      await write(documents, ...batch(1n, 'first'));
      await write(documents, ...batch(2n, 'second'));
      const found = await documents.getMany(collection, ids);
      expect(found).to.have.length(5_000);
      expect(found.every(({ body }) => body === '"second"')).to.equal(true);
      expect(await listIds(documents, collection, { terms: ['first'], limit: 10_000 })).to.deep.equal([]);
      expect(await listIds(documents, collection, { terms: ['second'], limit: 10_000 })).to.deep.equal(ids);
    },
  },
  {
    title: 'stores checkpoints, with and without documents, and gives all of them',
    async run({ documents }) {
      const [first, second] = [uniqueName('projection'), uniqueName('projection')];
      await documents.write(
        [],
        new Map([
          [first, 5n],
          [second, 2n ** 62n + 1n],
        ]),
      );
      await documents.write([], new Map([[first, 6n]]));
      const checkpoints = await documents.checkpoints();
      expect(checkpoints.get(first)).to.equal(6n);
      expect(checkpoints.get(second)).to.equal(2n ** 62n + 1n);
      expect(checkpoints.has(uniqueName('none'))).to.equal(false);
    },
  },
  {
    title: 'takes an empty batch',
    async run({ documents }) {
      await documents.write([], NO_CHECKPOINTS);
      expect(await documents.checkpoints()).to.be.instanceOf(Map);
    },
  },
  {
    title: 'makes collections that exist again without a change to them',
    async run({ documents }) {
      const name = await makeCollection(documents);
      await write(documents, put(name, documentOf('d'), 1n));
      await documents.ensure([{ name, kind: 'state' }]);
      await documents.ensure([]);
      expect(await listIds(documents, name, {})).to.deep.equal(['d']);
    },
  },
  {
    title: 'says so when a collection does not exist, and writes nothing of such a batch',
    async run({ documents }) {
      const known = await makeCollection(documents);
      const unknown = uniqueName('unknown');
      const name = uniqueName('projection');
      const batch = [put(known, documentOf('d'), 1n), put(unknown, documentOf('d'), 1n)];
      const faults = [
        await faultOf(() => documents.get(unknown, 'd')),
        await faultOf(() => documents.getMany(unknown, ['d'])),
        await faultOf(() => documents.list(unknown, { scope: SCOPE, terms: [], order: 'newest', limit: 1 })),
        await faultOf(() => documents.write(batch, new Map([[name, 1n]]))),
      ];
      for (const fault of faults) expect(fault.message).to.equal(`There is no collection '${unknown}'.`);
      expect(await documents.get(known, 'd')).to.equal(undefined);
      expect((await documents.checkpoints()).has(name)).to.equal(false);
    },
  },
];

const listCases: ContractCase<DocumentsContext>[] = [
  {
    title: 'lists all of a scope in both orders',
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
    title: 'lists by several terms: documents that carry every one',
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
    title: 'stops at the limit, from the end the order begins at',
    async run({ documents }) {
      const collection = await makeNumbers(documents);
      const list = (query: Partial<ListQuery>) => listIds(documents, collection, query);
      expect(await list({ order: 'oldest', limit: 2 })).to.deep.equal(['d1', 'd2']);
      expect(await list({ order: 'newest', limit: 2 })).to.deep.equal(['d7', 'd6']);
      expect(await list({ terms: ['odd', 'small'], order: 'newest', limit: 1 })).to.deep.equal(['d3']);
    },
  },
  {
    title: 'lists between bounds that are exclusive, and may name no document',
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
    title: 'keeps scopes apart in lists',
    async run({ documents }) {
      const collection = await makeCollection(documents);
      await write(
        documents,
        put(collection, documentOf('d1', { scope: 'book-a', terms: ['t'] }), 1n),
        put(collection, documentOf('d2', { scope: 'book-b', terms: ['t'] }), 2n),
      );
      expect(await listIds(documents, collection, { scope: 'book-a' })).to.deep.equal(['d1']);
      expect(await listIds(documents, collection, { scope: 'book-b', terms: ['t'] })).to.deep.equal(['d2']);
      expect(await listIds(documents, collection, { scope: 'book' })).to.deep.equal([]);
    },
  },
  {
    title: 'lists a changed document by its new terms and scope alone',
    async run({ documents }) {
      const collection = await makeCollection(documents);
      const list = (query: Partial<ListQuery>) => listIds(documents, collection, query);
      await write(documents, put(collection, documentOf('d', { terms: ['a', 'b'] }), 1n));
      await write(documents, put(collection, documentOf('d', { terms: ['b', 'c'] }), 2n));
      expect(await list({ terms: ['a'] })).to.deep.equal([]);
      expect(await list({ terms: ['b', 'c'] })).to.deep.equal(['d']);
      await write(documents, put(collection, documentOf('d', { terms: ['b'], scope: 'book-b' }), 3n));
      expect(await list({})).to.deep.equal([]);
      expect(await list({ terms: ['b'] })).to.deep.equal([]);
      expect(await list({ scope: 'book-b', terms: ['b'] })).to.deep.equal(['d']);
      expect(await list({ scope: 'book-b' })).to.deep.equal(['d']);
      expect((await documents.get(collection, 'd'))?.scope).to.equal('book-b');
    },
  },
  {
    title: 'lists a document once that carries a term twice',
    async run({ documents }) {
      const collection = await makeCollection(documents);
      await write(documents, put(collection, documentOf('d', { terms: ['t', 't'] }), 1n));
      expect(await listIds(documents, collection, { terms: ['t'] })).to.deep.equal(['d']);
      expect(await listIds(documents, collection, {})).to.deep.equal(['d']);
    },
  },
];

const IN_AN_HOUR = () => new Date(Date.now() + 3_600_000);
const A_SECOND_AGO = () => new Date(Date.now() - 1_000);

const recordCases: ContractCase<DocumentsContext>[] = [
  {
    title: 'keeps, replaces and deletes records',
    async run({ documents }) {
      const key = uniqueName('key');
      expect(await documents.getRecord('snapshots', key)).to.equal(undefined);
      expect(await documents.putRecord('snapshots', key, 'one é🧾')).to.equal('one é🧾');
      expect(await documents.getRecord('snapshots', key)).to.equal('one é🧾');
      expect(await documents.putRecord('snapshots', key, 'two')).to.equal('two');
      expect(await documents.getRecord('snapshots', key)).to.equal('two');
      await documents.deleteRecord('snapshots', key);
      await documents.deleteRecord('snapshots', key);
      expect(await documents.getRecord('snapshots', key)).to.equal(undefined);
    },
  },
  {
    title: 'keeps the tables of records apart',
    async run({ documents }) {
      const key = uniqueName('key');
      await documents.putRecord('vault', key, 'a');
      expect(await documents.getRecord('vault', key)).to.equal('a');
      expect(await documents.getRecord('refusals', key)).to.equal(undefined);
    },
  },
  {
    title: 'keeps large records',
    async run({ documents }) {
      const key = uniqueName('key');
      const value = 'x'.repeat(5 * 1024 * 1024);
      await documents.putRecord('snapshots', key, value);
      expect((await documents.getRecord('snapshots', key)) === value).to.equal(true);
      await documents.deleteRecord('snapshots', key);
    },
  },
  {
    title: 'lets the first of racing putRecord ifAbsent win, and tells all of them',
    async run({ documents }) {
      const key = uniqueName('key');
      const values = ['a', 'b', 'c', 'd', 'e', 'f'];
      const answers = await Promise.all(
        values.map((value) => documents.putRecord('vault', key, value, { ifAbsent: true })),
      );
      const stored = await documents.getRecord('vault', key);
      expect(values).to.include(stored);
      expect(new Set(answers)).to.deep.equal(new Set([stored]));
      expect(await documents.putRecord('vault', key, 'z')).to.equal('z');
    },
  },
  {
    title: 'gives an expired record no more, and lets ifAbsent replace it',
    async run({ documents }) {
      const key = uniqueName('key');
      await documents.putRecord('refusals', key, 'live', { expiresAt: IN_AN_HOUR() });
      expect(await documents.getRecord('refusals', key)).to.equal('live');
      expect(await documents.putRecord('refusals', key, 'other', { ifAbsent: true })).to.equal('live');
      await documents.putRecord('refusals', key, 'expired', { expiresAt: A_SECOND_AGO() });
      expect(await documents.getRecord('refusals', key)).to.equal(undefined);
      const options = { ifAbsent: true, expiresAt: IN_AN_HOUR() };
      expect(await documents.putRecord('refusals', key, 'next', options)).to.equal('next');
      expect(await documents.getRecord('refusals', key)).to.equal('next');
    },
  },
  {
    title: 'forgets the expiry of a record that is replaced by one without',
    async run({ documents }) {
      const key = uniqueName('key');
      await documents.putRecord('refusals', key, 'a', { expiresAt: A_SECOND_AGO() });
      await documents.putRecord('refusals', key, 'b');
      expect(await documents.getRecord('refusals', key)).to.equal('b');
    },
  },
];

const healthCases: ContractCase<DocumentsContext>[] = [
  {
    title: 'answers a ping, and serves after it',
    async run({ documents }) {
      await documents.ping();
      const collection = await makeCollection(documents);
      await write(documents, put(collection, documentOf('d'), 1n));
      expect(await listIds(documents, collection, {})).to.deep.equal(['d']);
    },
  },
];

export const documentsContract: readonly ContractCase<DocumentsContext>[] = [
  ...documentCases,
  ...deletionCases,
  ...batchCases,
  ...listCases,
  ...recordCases,
  ...healthCases,
];
