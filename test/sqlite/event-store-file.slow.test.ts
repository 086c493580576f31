/** Properties of the SQLite file: processes that share it or are killed, and disk failures. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { NO_STREAM, StoreUnavailable, type EventStore } from '../../src/event-store/port.ts';
import { openDatabase, transaction, type Database } from '../../src/sqlite/database.ts';
import { createSqliteEventStore } from '../../src/sqlite/event-store.ts';
import { appendOrThrow, newEvent, newEvents, uniqueStream } from '../support/event-store.ts';
import { temporaryFolder, type Folder } from '../support/temporary-folder.ts';

const WRITER = fileURLToPath(new URL('../support/sqlite-writer.ts', import.meta.url));

function startWriter(file: string, stream: string, appends: number): ChildProcess {
  const args = ['--import', 'tsx', WRITER, file, stream, String(appends)];
  return spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
}

/** The event IDs that a writer has printed, line by line. */
async function* acknowledged(writer: ChildProcess): AsyncGenerator<string[]> {
  if (writer.stdout === null) throw new Error('The writer has no output.');
  for await (const line of createInterface(writer.stdout)) yield line.split(' ');
}

async function failureOf(work: Promise<unknown>): Promise<unknown> {
  try {
    return await work;
  } catch (error) {
    return error;
  }
}

describe('An SQLite file of events', () => {
  let folder: Folder;
  let file: string;
  let database: Database;
  let store: EventStore;

  beforeEach(async () => {
    folder = await temporaryFolder();
    file = join(folder.path, 'events.db');
    database = openDatabase(file);
    store = createSqliteEventStore(database);
  });
  afterEach(async () => {
    await store.close();
    database.close();
    await folder.remove();
  });

  it('accepts racing appends of several processes to one stream', async () => {
    const stream = uniqueStream();
    const written = await Promise.all(
      [1, 2, 3].map(async () => {
        const ids: string[] = [];
        for await (const line of acknowledged(startWriter(file, stream, 30))) ids.push(...line);
        return ids;
      }),
    );
    const stored = await store.read(stream, 0, 10_000);
    expect(stored.map(({ revision }) => revision)).to.deep.equal(
      Array.from({ length: 900 }, (_, index) => index),
    );
    expect(stored.map(({ id }) => id)).to.have.members(written.flat());
  });

  it('can be created by several processes at once', async () => {
    const fresh = join(folder.path, 'fresh.db');
    const writers = Array.from({ length: 4 }, () => startWriter(fresh, uniqueStream(), 1));
    const codes = await Promise.all(
      writers.map(async (writer) => (await once(writer, 'exit'))[0] as unknown),
    );
    expect(codes).to.deep.equal([0, 0, 0, 0]);
  });

  it('contains every acknowledged append of a killed process', async () => {
    const stream = uniqueStream();
    const writer = startWriter(file, stream, 1_000_000);
    const ids: string[] = [];
    for await (const line of acknowledged(writer)) {
      ids.push(...line);
      if (ids.length === 500) writer.kill('SIGKILL');
    }
    const stored = (await store.read(stream, 0, 1_000_000)).map(({ id }) => id);
    expect(stored.slice(0, ids.length)).to.deep.equal(ids);
    // The append that the kill interrupted may have been written, but only as a whole.
    expect(stored.length % 10).to.equal(0);
  });

  it('stays locked against exclusive use, also after it was opened again in this process', () => {
    const again = openDatabase(file);
    // A process that gets an exclusive lock treats the log as abandoned: older versions of SQLite delete it.
    const takeWhole = `const { DatabaseSync } = await import('@photostructure/sqlite');
      new DatabaseSync(process.argv[1]).exec('PRAGMA locking_mode = EXCLUSIVE; SELECT 1 FROM sqlite_schema');`;
    const { stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', takeWhole, file]);
    expect(String(stderr)).to.include('database is locked');
    again.close();
  });

  it('is unavailable to a writer while another one holds the lock too long, and available afterwards', async () => {
    const stream = uniqueStream();
    const other = openDatabase(file);
    const hurried = openDatabase(file, { busyTimeoutMs: 20 });
    const hurriedStore = createSqliteEventStore(hurried);
    other.exec('BEGIN IMMEDIATE');
    const fault = await failureOf(hurriedStore.append(stream, newEvents(1), NO_STREAM));
    expect(fault).to.be.instanceOf(StoreUnavailable);
    expect(await hurriedStore.readLast(stream)).to.equal(undefined);
    other.exec('ROLLBACK');
    await appendOrThrow(hurriedStore, stream, newEvents(1), NO_STREAM);
    await hurriedStore.close();
    hurried.close();
    other.close();
  });

  it('is unavailable when it is full, loses nothing, and accepts events again when there is space', async () => {
    const stream = uniqueStream();
    await appendOrThrow(store, stream, newEvents(5), NO_STREAM);
    const big = newEvent({ data: JSON.stringify('x'.repeat(500_000)) });
    database.exec('PRAGMA max_page_count = 20');
    expect(await failureOf(store.append(stream, [newEvent(), big], 4))).to.be.instanceOf(StoreUnavailable);
    expect((await store.readLast(stream))?.revision).to.equal(4);
    database.exec('PRAGMA max_page_count = 1000000');
    expect((await appendOrThrow(store, stream, [big], 4)).revision).to.equal(5);
  });

  it('is accessible only to its owner, and so are its log files', async () => {
    await appendOrThrow(store, uniqueStream(), newEvents(1), NO_STREAM);
    const modes = [file, `${file}-wal`, `${file}-shm`].map((each) => statSync(each).mode & 0o777);
    expect(modes).to.deep.equal([0o600, 0o600, 0o600]);
  });

  it('rejects changes and deletions of events', async () => {
    await appendOrThrow(store, uniqueStream(), newEvents(2), NO_STREAM);
    expect(() => database.exec(`UPDATE events SET data = '{}'`)).to.throw('Events never change.');
    expect(() => database.exec('DELETE FROM events')).to.throw('Events are never deleted.');
  });

  it('runs each transaction with the requested durability', () => {
    const levelOf = (): unknown => database.prepare('PRAGMA synchronous').get();
    const levels = (['normal', 'full', 'full', 'normal'] as const).map((sync) =>
      transaction(database, sync, levelOf),
    );
    expect(levels).to.deep.equal([1, 2, 2, 1].map((synchronous) => ({ synchronous })));
  });

  it('cannot be opened in a missing folder', () => {
    expect(() => openDatabase(join(folder.path, 'nowhere', 'events.db'))).to.throw(StoreUnavailable);
  });
});
