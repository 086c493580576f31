/** Expiry of documents. */
import { expect } from 'chai';
import { deriveId } from '../../src/ledger/ids.ts';
import type { ContractCase } from '../support/contract.ts';
import {
  deleteWrite,
  documentOf,
  listIds,
  makeCollection,
  putWrite,
  write,
  type DocumentsContext,
} from '../support/document-store.ts';

/** Times in the future, so that only the call expires documents and not the server. */
const NOW = Date.parse('2100-01-01T00:00:00.000Z');
const KEPT = { prefix: 'evt', seconds: 60 };
const idAt = (time: number, revision = 0, prefix: 'evt' | 'usr' = 'evt'): string =>
  deriveId(prefix, time, 'book-a', revision);

export const expiryCases: ContractCase<DocumentsContext>[] = [
  {
    title: 'deletes documents past their retention, by the time in the ID, from lists too',
    async run({ documents }) {
      for (const kind of ['log', 'state'] as const) {
        const collection = await makeCollection(documents, kind);
        const [old, last, young] = [idAt(NOW - 90_000), idAt(NOW - 60_001), idAt(NOW - 60_000)];
        const terms = ['every', 'type:a'];
        for (const id of [old, last, young])
          await write(documents, putWrite(collection, documentOf(id, { terms }), 1n));
        expect(await documents.expire(collection, KEPT, { now: NOW, limit: 10 })).to.equal(2);
        for (const list of [[], ['every'], ['type:a', 'every']])
          expect(await listIds(documents, collection, { terms: list })).to.deep.equal([young]);
        expect(await documents.get(collection, old)).to.equal(undefined);
        expect(await documents.getMany(collection, [old, last, young], { deleted: true })).to.have.length(1);
        expect(await documents.expire(collection, KEPT, { now: NOW, limit: 10 })).to.equal(0);
      }
    },
  },
  {
    title: 'deletes the oldest first, up to the limit',
    async run({ documents }) {
      const collection = await makeCollection(documents, 'log');
      const ids = [0, 1, 2, 3, 4].map((n) => idAt(NOW - 100_000 + n, n));
      await write(
        documents,
        ...ids.toReversed().map((id) => putWrite(collection, documentOf(id, { terms: ['every'] }), 1n)),
      );
      const left: string[][] = [];
      for (
        let dropped = -1;
        dropped !== 0;
        left.push(await listIds(documents, collection, { terms: ['every'] }))
      )
        dropped = await documents.expire(collection, KEPT, { now: NOW, limit: 2 });
      expect(left).to.deep.equal([ids.slice(2), ids.slice(4), [], []]);
    },
  },
  {
    title: 'leaves other prefixes unchanged, and removes deleted documents too',
    async run({ documents }) {
      const collection = await makeCollection(documents);
      const [deleted, other] = [idAt(NOW - 90_000), idAt(NOW - 90_000, 0, 'usr')];
      await write(
        documents,
        putWrite(collection, documentOf(deleted), 1n),
        putWrite(collection, documentOf(other), 1n),
      );
      await write(documents, deleteWrite(collection, deleted, 2n));
      expect(await documents.expire(collection, KEPT, { now: NOW, limit: 10 })).to.equal(1);
      expect(await documents.getMany(collection, [deleted], { deleted: true })).to.deep.equal([]);
      expect(await listIds(documents, collection, {})).to.deep.equal([other]);
    },
  },
  {
    title: 'accepts an expired document again, as a rebuild writes it',
    async run({ documents }) {
      for (const kind of ['log', 'state'] as const) {
        const collection = await makeCollection(documents, kind);
        const document = documentOf(idAt(NOW - 90_000), { terms: ['every'], body: '{"a":1}' });
        await write(documents, putWrite(collection, document, 5n));
        await documents.expire(collection, KEPT, { now: NOW, limit: 10 });
        await write(documents, putWrite(collection, document, 5n));
        expect(await documents.get(collection, document.id)).to.deep.equal({ ...document, position: 5n });
        expect(await listIds(documents, collection, { terms: ['every'] })).to.deep.equal([document.id]);
      }
    },
  },
  {
    title: 'applies the retention of each call',
    async run({ documents }) {
      const collection = await makeCollection(documents, 'log');
      await write(documents, putWrite(collection, documentOf(idAt(NOW - 90_000)), 1n));
      const expire = (seconds: number) =>
        documents.expire(collection, { prefix: 'evt', seconds }, { now: NOW, limit: 10 });
      expect([await expire(120), await expire(91), await expire(60)]).to.deep.equal([0, 0, 1]);
    },
  },
  {
    title: 'finds the documents of scopes in steps, and removes them from lists without a trace',
    async run({ documents }) {
      for (const kind of ['log', 'state'] as const) {
        const collection = await makeCollection(documents, kind);
        const [first, second, third, other, deleted] = ['1', '2', '3', '4', '5'].map((n) => `doc_${n}`);
        const put = (id = '', scope = 'book-a') =>
          write(documents, putWrite(collection, documentOf(id, { scope, terms: ['every'] }), 1n));
        for (const id of [first, second, deleted]) await put(id);
        await put(third, 'book-c');
        await put(other, 'book-b');
        await write(documents, deleteWrite(collection, deleted ?? '', 2n));
        const found: string[] = [];
        for (let after: string | undefined = ''; after !== undefined;) {
          const page: Awaited<ReturnType<typeof documents.findInScopes>> = await documents.findInScopes(
            collection,
            ['book-a', 'book-c', 'book-none'],
            { after, limit: 2 },
          );
          found.push(...page.ids);
          after = page.readTo;
        }
        expect(found).to.deep.equal([first, second, third]);
        await documents.remove(collection, [...found, 'doc_none']);
        expect(await documents.getMany(collection, found, { deleted: true })).to.deep.equal([]);
        expect(await listIds(documents, collection, { terms: ['every'] })).to.deep.equal([]);
        expect(await documents.get(collection, other ?? '')).to.include({ scope: 'book-b', position: 1n });
        // An older write restores them, as a rebuild does.
        await put(first);
        expect(await listIds(documents, collection, { terms: ['every'] })).to.deep.equal([first]);
      }
    },
  },
];
