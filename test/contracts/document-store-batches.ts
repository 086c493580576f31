/** Batches and checkpoints, including repeated ones. */
import { expect } from 'chai';
import { StoreUnavailable } from '../../src/event-store/port.ts';
import type { ContractCase } from '../support/contract.ts';
import {
  NO_CHECKPOINTS,
  SCOPE,
  deleteWrite,
  documentOf,
  errorOf,
  listIds,
  makeCollection,
  putWrite,
  uniqueName,
  write,
  type DocumentsContext,
} from '../support/document-store.ts';

export const batchCases: ContractCase<DocumentsContext>[] = [
  {
    title: 'adds a log document once and never changes it',
    async run({ documents }) {
      const collection = await makeCollection(documents, 'log');
      await write(documents, putWrite(collection, documentOf('e', { body: '1', terms: ['t'] }), 1n));
      await write(documents, putWrite(collection, documentOf('e', { body: '2', terms: ['u'] }), 1n));
      expect(await documents.get(collection, 'e')).to.deep.include({ body: '1', terms: ['t'] });
      expect(await listIds(documents, collection, { terms: ['u'] })).to.deep.equal([]);
    },
  },
  {
    title: 'ignores a repeated batch, whole or partial',
    async run({ documents }) {
      const log = await makeCollection(documents, 'log');
      const state = await makeCollection(documents, 'state');
      const name = uniqueName('projection');
      const batch = [
        putWrite(log, documentOf('e1', { body: '1', terms: ['a'] }), 1n),
        putWrite(log, documentOf('e2', { body: '2', terms: ['a'] }), 2n),
        putWrite(state, documentOf('s1', { body: '3', terms: ['a'] }), 2n),
        putWrite(state, documentOf('s2', { body: '4' }), 2n),
        deleteWrite(state, 's2', 3n),
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
    title: 'completes a partially written batch',
    async run({ documents }) {
      const log = await makeCollection(documents, 'log');
      const state = await makeCollection(documents, 'state');
      const batch = [
        putWrite(log, documentOf('e1'), 1n),
        putWrite(log, documentOf('e2'), 2n),
        putWrite(state, documentOf('s1'), 1n),
        putWrite(state, documentOf('s2'), 2n),
      ];
      await write(documents, ...batch.slice(1, 3));
      await write(documents, ...batch);
      expect(await listIds(documents, log, {})).to.deep.equal(['e1', 'e2']);
      expect(await listIds(documents, state, {})).to.deep.equal(['s1', 's2']);
    },
  },
  {
    title: 'accepts thousands of writes in one batch, to new and existing documents',
    async run({ documents }) {
      const collection = await makeCollection(documents);
      const ids = Array.from({ length: 5_000 }, (_, index) => `d${String(index).padStart(4, '0')}`);
      const batch = (position: bigint, term: string) =>
        ids.map((id) => putWrite(collection, documentOf(id, { terms: [term], body: `"${term}"` }), position));
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
    title: 'stores checkpoints, with and without documents, and returns all of them',
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
    title: 'never lowers a checkpoint',
    async run({ documents }) {
      const name = uniqueName('projection');
      for (const position of [-1n, 7n, 3n, 7n, -1n]) await documents.write([], new Map([[name, position]]));
      expect((await documents.checkpoints()).get(name)).to.equal(7n);
      await documents.drop([], [name]);
      await documents.write([], new Map([[name, 3n]]));
      expect((await documents.checkpoints()).get(name)).to.equal(3n);
    },
  },
  {
    title: 'writes a batch if the expected checkpoints are stored or were passed',
    async run({ documents }) {
      const collection = await makeCollection(documents);
      const [first, second] = [uniqueName('projection'), uniqueName('projection')];
      await documents.write([], new Map([[first, 5n]]));
      const batch = [putWrite(collection, documentOf('d'), 6n)];
      await documents.write(
        batch,
        new Map([
          [first, 6n],
          [second, 6n],
        ]),
        new Map([[first, 4n]]),
      );
      expect(await documents.get(collection, 'd')).to.not.equal(undefined);
      const stored = await documents.checkpoints();
      expect([stored.get(first), stored.get(second)]).to.deep.equal([6n, 6n]);
    },
  },
  {
    title: 'writes nothing if an expected checkpoint is lower or missing: the store went back in time',
    async run({ documents }) {
      const collection = await makeCollection(documents);
      const [first, second] = [uniqueName('projection'), uniqueName('projection')];
      await documents.write([], new Map([[first, 5n]]));
      const writes = Array.from({ length: 300 }, (_, n) => putWrite(collection, documentOf(`d${n}`), 9n));
      for (const expected of [new Map([[first, 6n]]), new Map([[second, -1n]])]) {
        const fault = await errorOf(() => documents.write(writes, new Map([[first, 9n]]), expected));
        expect(fault).to.be.instanceOf(StoreUnavailable);
        expect(fault.message).to.match(/went back in time/);
      }
      expect((await documents.checkpoints()).get(first)).to.equal(5n);
      expect(await documents.getMany(collection, ['d0', 'd299'])).to.deep.equal([]);
    },
  },
  {
    title: 'accepts an empty batch',
    async run({ documents }) {
      await documents.write([], NO_CHECKPOINTS);
      expect(await documents.checkpoints()).to.be.instanceOf(Map);
    },
  },
  {
    title: 'leaves existing collections unchanged when they are ensured again',
    async run({ documents }) {
      const name = await makeCollection(documents);
      await write(documents, putWrite(name, documentOf('d'), 1n));
      await documents.ensure([{ name, kind: 'state' }]);
      await documents.ensure([]);
      expect(await listIds(documents, name, {})).to.deep.equal(['d']);
    },
  },
  {
    title: 'rejects a batch with an unknown collection and writes none of it',
    async run({ documents }) {
      const known = await makeCollection(documents);
      const unknown = uniqueName('unknown');
      const name = uniqueName('projection');
      const batch = [putWrite(known, documentOf('d'), 1n), putWrite(unknown, documentOf('d'), 1n)];
      const faults = [
        await errorOf(() => documents.get(unknown, 'd')),
        await errorOf(() => documents.getMany(unknown, ['d'])),
        await errorOf(() => documents.list(unknown, { scope: SCOPE, terms: [], order: 'newest', limit: 1 })),
        await errorOf(() => documents.write(batch, new Map([[name, 1n]]))),
      ];
      for (const fault of faults) expect(fault.message).to.equal(`there is no collection '${unknown}'`);
      expect(await documents.get(known, 'd')).to.equal(undefined);
      expect((await documents.checkpoints()).has(name)).to.equal(false);
      await documents.write(batch.slice(0, 1), new Map([[name, 1n]]));
      expect(await listIds(documents, known, {})).to.deep.equal(['d']);
    },
  },
];
