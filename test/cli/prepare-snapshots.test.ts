/** `snapshots prepare` on a data directory that an earlier release wrote, with snapshots that this one cannot load. */
import { join } from 'node:path';
import { expect } from 'chai';
import { DATABASE_FILE_NAME } from '../../src/config/config.ts';
import type { DocumentStore } from '../../src/read-models/port.ts';
import { openDatabase } from '../../src/sqlite/database.ts';
import { createSqliteDocuments } from '../../src/sqlite/documents.ts';
import { deriveMacKey } from '../../src/system/derived-key.ts';
import { readOrCreateMasterKey } from '../../src/vault/master-key.ts';
import { loadSnapshot } from '../../src/writer/snapshot.ts';
import { copyRecorded } from '../golden/recorded-directory.ts';
import { startCli, type Cli } from '../support/cli.ts';
import { newestRevision, tamper } from '../support/tampered-events.ts';
import { temporaryFolder, type Folder } from '../support/temporary-folder.ts';

type Prepared = {
  readonly stream: string;
  readonly revision: number | null;
  readonly problem: string | null;
};

describe('snapshots prepare', () => {
  let folder: Folder;
  let cli: Cli;
  before(() => (cli = startCli()));
  after(() => cli.close());
  beforeEach(async () => {
    folder = await temporaryFolder();
    copyRecorded(folder.path);
  });
  afterEach(() => folder.remove());

  async function prepare(): Promise<{ code: number; books: Prepared[] }> {
    const { code, out } = await cli.run({ DATA_DIR: folder.path }, 'snapshots', 'prepare', '--json');
    return { code, books: (JSON.parse(out) as { data: Prepared[] }).data };
  }

  async function withDocuments<Result>(work: (documents: DocumentStore) => Promise<Result>): Promise<Result> {
    const documents = createSqliteDocuments(openDatabase(join(folder.path, DATABASE_FILE_NAME)));
    try {
      return await work(documents);
    } finally {
      await documents.close();
    }
  }

  const loaded = (stream: string): Promise<number | undefined> =>
    withDocuments(async (documents) => {
      const key = deriveMacKey(readOrCreateMasterKey(folder.path), 'snapshots v1');
      return (await loadSnapshot(documents, stream, key))?.book.revision;
    });
  /** The snapshots of the earlier release. */
  const former = (): unknown[] =>
    tamper(folder.path, (database) =>
      database
        .prepare(`SELECT key, value FROM records WHERE place = 'snapshots' AND key NOT LIKE '%#fold-%'`)
        .all(),
    );

  it('saves the snapshot of each book at its head, and leaves those of the earlier release as they are', async () => {
    const before = former();
    expect(before.length).to.be.above(0);
    const { code, books } = await prepare();
    expect(code).to.equal(0);
    expect(former()).to.deep.equal(before);
    expect(books.filter(({ revision }) => revision !== null)).to.have.length.above(1);
    for (const { stream, revision, problem } of books) {
      expect(problem).to.equal(null);
      if (revision === null) continue;
      expect(revision).to.equal(newestRevision(folder.path, stream));
      expect(await loaded(stream)).to.equal(revision);
    }
  });

  it('names a book whose events are not authentic, saves the others, and exits with 1', async () => {
    const { books: before } = await prepare();
    const [broken, ...others] = before.filter(({ revision }) => revision !== null);
    if (broken === undefined) throw new Error('there is no book');
    tamper(folder.path, (database) => {
      database.exec(`DELETE FROM records WHERE place = 'snapshots'`);
      database
        .prepare(
          `UPDATE events SET data = replace(data, '0', '1')
           WHERE revision = 3 AND stream = (SELECT key FROM streams WHERE name = ?)`,
        )
        .run(broken.stream);
    });
    const { code, books } = await prepare();
    expect(code).to.equal(1);
    const found = new Map(books.map((book) => [book.stream, book]));
    expect(found.get(broken.stream)?.problem).to.be.a('string').and.include('3');
    expect(await loaded(broken.stream)).to.equal(undefined);
    for (const { stream, revision } of others) expect(await loaded(stream)).to.equal(revision);
  });

  it('reads a second time only what no snapshot contains', async () => {
    await prepare();
    // Without the first events, only a snapshot can be the beginning.
    tamper(folder.path, (database) => {
      database.exec(
        `DELETE FROM events WHERE revision < 2 AND stream IN (SELECT key FROM streams WHERE name LIKE 'book-%')`,
      );
    });
    const { code, books } = await prepare();
    expect(books.map(({ problem }) => problem)).to.deep.equal(books.map(() => null));
    expect(code).to.equal(0);
  });
});
