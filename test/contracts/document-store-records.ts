/** Records and their expiry. */
import { expect } from 'chai';
import type { ContractCase } from '../support/contract.ts';
import {
  uniqueName,
  makeCollection,
  documentOf,
  putWrite,
  write,
  listIds,
  type DocumentsContext,
} from '../support/document-store.ts';
import { waitFor } from '../support/wait-for.ts';

const IN_AN_HOUR = () => new Date(Date.now() + 3_600_000);
const A_SECOND_AGO = () => new Date(Date.now() - 1_000);

export const recordCases: ContractCase<DocumentsContext>[] = [
  {
    title: 'stores, replaces, and deletes records',
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
    title: 'separates the record tables',
    async run({ documents }) {
      const key = uniqueName('key');
      await documents.putRecord('vault', key, 'a');
      expect(await documents.getRecord('vault', key)).to.equal('a');
      expect(await documents.getRecord('refusals', key)).to.equal(undefined);
    },
  },
  {
    title: 'finds each of several records that are read at once',
    async run({ documents }) {
      const [a, missing, past] = [uniqueName('a'), uniqueName('missing'), uniqueName('past')];
      const quoted = uniqueName(`"'\\é`);
      await documents.putRecord('vault', a, 'of the vault');
      await documents.putRecord('refusals', a, 'of the refusals');
      await documents.putRecord('refusals', quoted, 'quoted');
      await documents.putRecord('refusals', past, 'past', { expiresAt: A_SECOND_AGO() });
      const asked = [
        ['vault', a],
        ['refusals', quoted],
        ['refusals', missing],
        ['vault', quoted],
        ['refusals', past],
        ['refusals', a],
        ['vault', a],
      ] as const;
      const found = await Promise.all(asked.map(([table, key]) => documents.getRecord(table, key)));
      const none = undefined;
      expect(found).to.deep.equal([
        'of the vault',
        'quoted',
        none,
        none,
        none,
        'of the refusals',
        'of the vault',
      ]);
    },
  },
  {
    title: 'stores large records',
    async run({ documents }) {
      const key = uniqueName('key');
      const value = 'x'.repeat(5 * 1024 * 1024);
      await documents.putRecord('snapshots', key, value);
      expect((await documents.getRecord('snapshots', key)) === value).to.equal(true);
      await documents.deleteRecord('snapshots', key);
    },
  },
  {
    title: 'lets the first of concurrent putRecord calls with ifAbsent win, and returns its value to all',
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
    title: 'returns no expired record, and lets ifAbsent replace it',
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
    title: 'removes the expiry of a record that is replaced by one without',
    async run({ documents }) {
      const key = uniqueName('key');
      await documents.putRecord('refusals', key, 'a', { expiresAt: A_SECOND_AGO() });
      await documents.putRecord('refusals', key, 'b');
      expect(await documents.getRecord('refusals', key)).to.equal('b');
    },
  },
  {
    title: 'replaces a record only if it still has the expected value, and keeps its expiry',
    async run({ documents }) {
      const [key, past] = [uniqueName('key'), uniqueName('past')];
      expect(await documents.replaceRecord('vault', key, 'a', 'b')).to.equal(false);
      expect(await documents.getRecord('vault', key)).to.equal(undefined);
      await documents.putRecord('vault', key, 'a');
      const answers = await Promise.all(
        ['b', 'c', 'd'].map((value) => documents.replaceRecord('vault', key, 'a', value)),
      );
      expect(answers.filter((isReplaced) => isReplaced)).to.have.length(1);
      expect(await documents.getRecord('vault', key)).to.equal(['b', 'c', 'd'][answers.indexOf(true)]);
      await documents.putRecord('vault', past, 'a', { expiresAt: A_SECOND_AGO() });
      expect(await documents.replaceRecord('vault', past, 'a', 'b')).to.equal(false);
      const soon = new Date(Date.now() + 300);
      await documents.putRecord('vault', past, 'a', { expiresAt: soon });
      expect(await documents.replaceRecord('vault', past, 'a', 'b')).to.equal(true);
      await waitFor('the expiry', async () =>
        (await documents.getRecord('vault', past)) === undefined ? true : undefined,
      );
    },
  },
  {
    title: 'scans the live records of one table in the order of their keys, in pages',
    async run({ documents }) {
      const prefix = uniqueName('scanned');
      const expiresAt = IN_AN_HOUR();
      await documents.putRecord('refusals', `${prefix}c`, 'third');
      await documents.putRecord('refusals', `${prefix}a`, 'first é🧾', { expiresAt });
      await documents.putRecord('refusals', `${prefix}b`, 'expired', { expiresAt: A_SECOND_AGO() });
      await documents.putRecord('vault', `${prefix}b`, 'of another table');
      await documents.putRecord('refusals', `${prefix}d`, 'fourth');
      const first = await documents.listRecords('refusals', { after: prefix, limit: 2 });
      expect(first).to.deep.equal([
        { key: `${prefix}a`, value: 'first é🧾', expiresAt },
        { key: `${prefix}c`, value: 'third' },
      ]);
      const [next] = await documents.listRecords('refusals', { after: `${prefix}c`, limit: 1 });
      expect(next).to.deep.equal({ key: `${prefix}d`, value: 'fourth' });
      const all = await documents.listRecords('refusals', { limit: 10_000 });
      expect(all.filter(({ key }) => key.startsWith(prefix)).map(({ value }) => value)).to.deep.equal([
        'first é🧾',
        'third',
        'fourth',
      ]);
      const last = all.at(-1)?.key ?? '';
      expect(await documents.listRecords('refusals', { after: last, limit: 1 })).to.deep.equal([]);
    },
  },
];

export const healthCases: ContractCase<DocumentsContext>[] = [
  {
    title: 'answers a ping and keeps working',
    async run({ documents }) {
      await documents.ping();
      const collection = await makeCollection(documents);
      await write(documents, putWrite(collection, documentOf('d'), 1n));
      expect(await listIds(documents, collection, {})).to.deep.equal(['d']);
    },
  },
];
