import { join } from 'node:path';
import { expect } from 'chai';
import { DATABASE_FILE_NAME } from '../../src/config/config.ts';
import { bookStreamOf } from '../../src/ledger/ids.ts';
import type { DocumentStore } from '../../src/read-models/port.ts';
import { openDatabase } from '../../src/sqlite/database.ts';
import { createSqliteDocuments } from '../../src/sqlite/documents.ts';
import { snapshotPlace } from '../../src/writer/snapshot-manifest.ts';
import { spawnService, type ServiceProcess } from '../support/service.ts';
import { temporaryFolder, type Folder } from '../support/temporary-folder.ts';
import { expectBookInOrder } from './assert-book.ts';
import { auditFile } from './assert-stream.ts';
import {
  createWorld,
  done,
  drive,
  forEach,
  inAHurry,
  inDoubt,
  newAttempt,
  send,
  type World,
} from './load.ts';

const CLIENTS = 48;
const ENOUGH = 300;

describe('A service that is asked to stop', function () {
  this.timeout(300_000);
  let folder: Folder;
  let env: Record<string, string>;
  let service: ServiceProcess;
  let world: World;
  let stream: string;
  let exitCode: number | null;
  before(async () => {
    folder = await temporaryFolder();
    env = { ...inAHurry(folder.path), LOG_LEVEL: 'warn' };
    service = await spawnService(folder.path, env);
    stream = bookStreamOf(service.credentials.integrator_id, 'sandbox');
    world = await createWorld(service.sandbox);
    exitCode = await stopUnderLoad();
  });
  after(async () => {
    await service.kill();
    await folder.remove();
  });

  async function stopUnderLoad(): Promise<number | null> {
    let answers = 0;
    let stopped: Promise<number | null> | undefined;
    await drive(CLIENTS, async () => {
      if (!(await send(service.sandbox, newAttempt(world)))) return false;
      answers += 1;
      if (answers >= ENOUGH) stopped ??= service.stop();
      return true;
    });
    if (stopped === undefined) throw new Error('The clients gave up before the service was asked to stop.');
    return stopped;
  }

  /** Runs a change on the documents of the stopped service. */
  async function withDocuments<T>(work: (documents: DocumentStore) => Promise<T>): Promise<T> {
    const documents = createSqliteDocuments(openDatabase(join(folder.path, DATABASE_FILE_NAME)));
    const result = await work(documents);
    await documents.close();
    return result;
  }

  /** Starts the service, checks everything, replays every answer, and stops it. */
  async function expectAllThere(): Promise<unknown> {
    service = await spawnService(folder.path, env);
    const figures = await expectBookInOrder(service.sandbox, world);
    await forEach(world.attempts, async (attempt) => {
      expect(await send(service.sandbox, attempt)).to.equal(true);
    });
    expect(await service.stop()).to.equal(0);
    return figures;
  }

  it('exits with code 0', () => {
    expect(exitCode, service.output()).to.equal(0);
  });

  it('has answered every accepted request', async () => {
    // Rejected requests are not in the stream, and accepted ones were answered.
    const { keys } = await auditFile(folder.path, service.credentials.integrator_id);
    const unheard = new Set(inDoubt(world).map(({ key }) => key));
    expect(keys.filter((key) => unheard.has(key))).to.deep.equal([]);
    expect(keys).to.include.members(done(world).map(({ key }) => key));
  });

  it('accepts rejected requests after a restart, and has lost nothing', async () => {
    service = await spawnService(folder.path, env);
    await forEach(inDoubt(world), async (attempt) => {
      expect(await send(service.sandbox, attempt)).to.equal(true);
    });
    expect(await service.stop()).to.equal(0);
    await expectAllThere();
  });

  it('has saved a snapshot at the head of the book', async () => {
    const { book } = await auditFile(folder.path, service.credentials.integrator_id);
    const manifest = await withDocuments((documents) =>
      documents.getRecord('snapshots', snapshotPlace(stream)),
    );
    expect(JSON.parse(manifest ?? 'null')).to.include({ revision: book.revision, time: book.time });
  });

  it('has the same state with the snapshot, without it, and with an unreadable one', async () => {
    const figures = await expectAllThere();
    await withDocuments((documents) => documents.deleteRecord('snapshots', snapshotPlace(stream)));
    expect(await expectAllThere()).to.deep.equal(figures);
    await withDocuments((documents) =>
      documents.putRecord('snapshots', snapshotPlace(stream), '{"fold_version":'),
    );
    expect(await expectAllThere()).to.deep.equal(figures);
    expect(service.output()).to.include('snapshot rejected');
  });
});
