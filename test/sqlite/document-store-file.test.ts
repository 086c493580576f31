import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { StoreUnavailable } from '../../src/event-store/port.ts';
import type { DocumentStore } from '../../src/read-models/port.ts';
import { openDatabase } from '../../src/sqlite/database.ts';
import { createSqliteDocuments } from '../../src/sqlite/documents.ts';
import { documentsContract } from '../contracts/document-store.ts';
import { describeContract } from '../support/contract.ts';

async function makeFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'documents-'));
}

describeContract('The document store in an SQLite file', documentsContract, async () => {
  const folder = await makeFolder();
  const documents = createSqliteDocuments(openDatabase(join(folder, 'documents.db')));
  return {
    documents,
    async close() {
      await documents.close();
      await rm(folder, { recursive: true });
    },
  };
});

describe('The document store in an SQLite file', () => {
  let folder: string;
  let file: string;
  const opened: DocumentStore[] = [];

  beforeEach(async () => {
    folder = await makeFolder();
    file = join(folder, 'documents.db');
  });

  afterEach(async () => {
    for (const documents of opened.splice(0)) await documents.close();
    await rm(folder, { recursive: true });
  });

  function open(options?: { readOnly: boolean }): DocumentStore {
    const documents = createSqliteDocuments(openDatabase(file, options));
    opened.push(documents);
    return documents;
  }

  async function writeOne(documents: DocumentStore, id: string, position: bigint): Promise<void> {
    const document = { id, scope: 'book-a', terms: ['t'], body: '{}' };
    await documents.write(
      [{ collection: 'things', id, document, position }],
      new Map([['things_v1', position]]),
    );
  }

  it('has everything when the file is opened again', async () => {
    const before = open();
    await before.ensure([{ name: 'things', kind: 'state' }]);
    await writeOne(before, 'd1', 4n);
    await before.putRecord('vault', 'key', 'value');
    await before.close();

    const after = open();
    expect(await after.get('things', 'd1')).to.deep.include({ position: 4n, terms: ['t'] });
    expect(await after.checkpoints()).to.deep.equal(new Map([['things_v1', 4n]]));
    expect(await after.getRecord('vault', 'key')).to.equal('value');
  });

  it('shows another connection’s writes on a read-only connection, including new collections', async () => {
    const writer = open();
    await writer.ensure([]);
    const reader = open({ readOnly: true });
    await reader.ping();
    await writer.ensure([{ name: 'things', kind: 'log' }]);
    for (const [index, id] of ['d1', 'd2'].entries()) {
      await writeOne(writer, id, BigInt(index));
      expect(await reader.get('things', id)).to.deep.include({ id, position: BigInt(index) });
    }
    expect(
      await reader.list('things', { scope: 'book-a', terms: ['t'], order: 'newest', limit: 9 }),
    ).to.have.length(2);
    expect(await reader.checkpoints()).to.deep.equal(new Map([['things_v1', 1n]]));
  });

  it('is unavailable for writes on a read-only connection, and for reads before the tables exist', async () => {
    const writer = open();
    const reader = open({ readOnly: true });
    expect(await faultOf(reader.getRecord('vault', 'key'))).to.be.instanceOf(StoreUnavailable);
    await writer.putRecord('vault', 'key', 'value');
    expect(await reader.getRecord('vault', 'key')).to.equal('value');
    expect(await faultOf(reader.putRecord('vault', 'key', 'other'))).to.be.instanceOf(StoreUnavailable);
  });

  it('is unavailable after it is closed, and can be closed twice', async () => {
    const documents = open();
    await documents.ensure([{ name: 'things', kind: 'log' }]);
    await writeOne(documents, 'd1', 1n);
    await documents.close();
    await documents.close();
    expect(await faultOf(documents.get('things', 'd1'))).to.be.instanceOf(StoreUnavailable);
    expect(await faultOf(documents.ping())).to.be.instanceOf(StoreUnavailable);
    expect(await faultOf(documents.write([], new Map()))).to.be.instanceOf(StoreUnavailable);
  });

  it('rejects invalid collection names', async () => {
    const documents = open();
    for (const name of ['', 'a b', 'Things', 'x"; DROP TABLE records; --', '1a']) {
      expect(String(await faultOf(documents.ensure([{ name, kind: 'log' }])))).to.include(
        'a collection name must match',
      );
    }
  });

  it('deletes expired records when new ones with an expiry are written', async () => {
    const documents = open();
    for (let index = 0; index < 40; index += 1) {
      await documents.putRecord('refusals', `key${index}`, 'x', {
        expiresAt: new Date(Date.now() - 1_000 + index),
      });
    }
    await documents.close();
    const database = openDatabase(file, { readOnly: true });
    const rows = database.prepare('SELECT key FROM records').all();
    database.close();
    expect(rows.length).to.be.lessThan(5);
  });
});

async function faultOf(work: Promise<unknown>): Promise<unknown> {
  try {
    await work;
  } catch (error) {
    return error;
  }
  throw new Error('It was expected to throw.');
}
