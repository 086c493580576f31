import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import { openDatabase, prepareTuples, transaction, type Database } from '../../src/sqlite/database.ts';
import {
  copyInPasses,
  startWalCheckpoints,
  type WalCheckpointResult,
  type WalCheckpoints,
} from '../../src/sqlite/wal/wal-checkpoints.ts';
import { temporaryFolder, type Folder } from '../support/temporary-folder.ts';
import { waitFor } from '../support/wait-for.ts';
import { typescriptThread } from '../support/typescript-thread.ts';

const PAGES = 64;
const FAILING = typescriptThread(new URL('../support/failing-wal-thread.ts', import.meta.url));

describe('Checkpoints of the write-ahead log', () => {
  let folder: Folder;
  let file: string;
  let database: Database;
  let checkpoints: WalCheckpoints | undefined;
  beforeEach(async () => {
    folder = await temporaryFolder();
    file = join(folder.path, 'ledger.db');
    database = openDatabase(file);
    database.exec('CREATE TABLE filler (bytes BLOB)');
  });
  afterEach(async () => {
    await checkpoints?.stop();
    if (database.isOpen) database.close();
    await folder.remove();
  });

  const start = (thread?: URL): void => {
    checkpoints = startWalCheckpoints(database, file, { pages: PAGES, ...(thread && { thread }) });
  };
  const write = (pages: number): void =>
    transaction(database, 'full', () => {
      for (let page = 0; page < pages; page += 1) database.exec('INSERT INTO filler VALUES (zeroblob(4000))');
    });
  const marks = (): WalCheckpointResult | undefined =>
    prepareTuples<WalCheckpointResult>(database, 'PRAGMA wal_checkpoint(NOOP)').get();
  const isCopied = (): boolean => {
    const [, inLog, copied] = marks() ?? [0, 0, -1];
    return inLog === copied;
  };

  it('run while there are no commits, and the log then restarts', async () => {
    start();
    for (let round = 1; round <= 3; round += 1) {
      write(PAGES);
      expect(isCopied()).to.equal(false);
      await waitFor('the log is copied', () => isCopied() || undefined);
      write(1);
      expect(marks()?.[1]).to.be.lessThan(PAGES);
    }
    expect(database.prepare('SELECT count(*) AS count FROM filler').get()).to.deep.include({
      count: 3 * (PAGES + 1),
    });
  });

  it('do not run for a short log', async () => {
    start();
    write(1);
    await delay(600);
    expect(isCopied()).to.equal(false);
  });

  it('run within commits again when the other thread fails', async () => {
    start(FAILING);
    const limit = () => prepareTuples<readonly [number]>(database, 'PRAGMA wal_autocheckpoint').get()?.[0];
    expect(limit()).to.equal(PAGES * 2);
    write(PAGES);
    await waitFor('commits copy earlier', () => limit() === PAGES || undefined);
    write(1);
    expect(isCopied()).to.equal(true);
  });

  it('repeat passes until little is written during one, up to a limit', () => {
    /** A log with these lengths at the start of each pass; the last length repeats. */
    const passesOver = (lengths: readonly number[]): number => {
      let passes = 0;
      copyInPasses((): WalCheckpointResult => {
        const inLog = lengths[passes] ?? lengths.at(-1) ?? 0;
        passes += 1;
        return [0, inLog, inLog];
      });
      return passes;
    };
    expect(passesOver([33_000])).to.equal(2);
    expect(passesOver([33_000, 41_000, 43_000, 43_200])).to.equal(4);
    expect(passesOver([])).to.equal(1);
    expect(passesOver(Array.from({ length: 100 }, (_, pass) => 33_000 * (pass + 1)))).to.equal(8);
  });
});
