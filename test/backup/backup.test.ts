/** What a backup contains, and that a restore brings back exactly that. */
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { deriveBackupKeys, listBackups, readBackup } from '../../src/backup/manifest.ts';
import { verifyBackup } from '../../src/backup/restore-backup.ts';
import { BACKED_UP_COLLECTIONS, BACKED_UP_RECORDS } from '../../src/backup/stores.ts';
import { RECORD_TABLES } from '../../src/read-models/port.ts';
import { RECORD_COLLECTIONS } from '../../src/service/history-watch.ts';
import { rotateMasterKey } from '../../scripts/cli/operator/rotate-master-key.ts';
import { openDatabase } from '../../src/sqlite/database.ts';
import { createSqliteDocuments } from '../../src/sqlite/documents.ts';
import { createSqliteEventStore } from '../../src/sqlite/event-store.ts';
import { KeyRing } from '../../src/system/key-ring.ts';
import { temporaryFolder, type Folder } from '../support/temporary-folder.ts';
import { before as sourceBefore, messageOf, recordedIn, restore, take, type Recorded } from './backups.ts';

/** All rows of the tables that a backup covers. */
function contentsOf(dataDir: string): Record<string, unknown[]> {
  const database = openDatabase(join(dataDir, 'ledger.sqlite'), { readOnly: true });
  const rows = (sql: string): unknown[] => database.prepare(sql).all();
  const list = (names: readonly string[]): string => names.map((name) => `'${name}'`).join();
  const names = BACKED_UP_COLLECTIONS.map(({ name }) => name);
  const existing = rows(`SELECT name FROM collections WHERE name IN (${list(names)}) ORDER BY name`);
  const found = {
    events: rows('SELECT events.*, name FROM events JOIN streams ON key = stream ORDER BY position'),
    records: rows(
      `SELECT * FROM records WHERE place IN (${list(BACKED_UP_RECORDS)})
       AND (expires_at IS NULL OR expires_at > ${Date.now()}) ORDER BY place, key`,
    ),
    // An earlier release recorded the data, and had no collection for what only later ones store.
    ...Object.fromEntries(
      existing.flatMap((each) => {
        // The query has this column.
        const { name } = each as { name: string };
        const found = rows(
          `SELECT id, position, body FROM "documents ${name}" WHERE body IS NOT NULL ORDER BY id`,
        );
        return found.length === 0 ? [] : [[name, found] as const];
      }),
    ),
  };
  database.close();
  return found;
}

describe('A backup', () => {
  let folder: Folder;
  let recorded: Recorded;
  let checkpoints: string;
  before(async () => {
    folder = await temporaryFolder();
    recorded = recordedIn(folder.path);
    checkpoints = join(folder.path, 'checkpoints');
    mkdirSync(checkpoints);
  });
  after(() => folder.remove());

  const at = (name: string): string => join(folder.path, name);
  const modeOf = (path: string): number => statSync(path).mode & 0o777;

  it('covers every record and collection that cannot be built again, apart from those named here', () => {
    const covered: readonly string[] = BACKED_UP_RECORDS;
    expect(RECORD_TABLES.filter((name) => !covered.includes(name))).to.deep.equal([
      'snapshots',
      'leases',
      'projections',
      'notifications',
      'payout_attempts',
    ]);
    const names = BACKED_UP_COLLECTIONS.map(({ name }) => name);
    expect(RECORD_COLLECTIONS.map(({ name }) => name).filter((name) => !names.includes(name))).to.deep.equal([
      'requests_v1',
    ]);
  });

  it('brings back events with their positions, records, documents, and checkpoints, in two steps', async () => {
    writeFileSync(join(checkpoints, 'platform.checkpoints'), 'first\n');
    writeFileSync(join(checkpoints, 'replaced.checkpoints'), 'a long text\n');
    const directory = at('backups');
    const full = await take(recorded, {
      ...{ directory, checkpoints },
      through: (source) => sourceBefore(source, 200n),
    });
    writeFileSync(join(checkpoints, 'platform.checkpoints'), 'first\nsecond\n');
    writeFileSync(join(checkpoints, 'replaced.checkpoints'), 'short\n');
    const next = await take(recorded, { directory, checkpoints });
    expect([full.manifest.previous, full.manifest.position]).to.deep.equal([null, '200']);
    expect(next.manifest.previous?.name).to.equal(full.manifest.name);
    expect(next.manifest.events).to.be.greaterThan(full.manifest.events).and.greaterThan(201);

    await restore(recorded, directory, at('restored'));
    const contents = contentsOf(at('restored'));
    expect(contents).to.deep.equal(contentsOf(recorded.dataDir));
    for (const name of ['events', 'records', 'deliveries_v1', 'delivery_cursors_v1'])
      expect(contents[name], name).not.to.have.length(0);
    expect(readFileSync(at('restored/checkpoints/platform.checkpoints'), 'utf8')).to.equal('first\nsecond\n');
    expect(readFileSync(at('restored/checkpoints/replaced.checkpoints'), 'utf8')).to.equal('short\n');
  });

  it('can be restored as of an earlier backup', async () => {
    const [full = ''] = listBackups(at('backups'));
    await restore(recorded, join(at('backups'), full), at('earlier'));
    expect(contentsOf(at('earlier'))['events']).to.deep.equal(
      contentsOf(recorded.dataDir)['events']?.slice(0, 201),
    );
  });

  it('is readable for its owner only, and shows no personal data', async () => {
    const { folder: path } = await take(recorded, { directory: at('private') });
    expect([modeOf(at('private')), modeOf(path)]).to.deep.equal([0o700, 0o700]);
    for (const file of readdirSync(path)) {
      expect(modeOf(join(path, file)), file).to.equal(0o600);
      const text = readFileSync(join(path, file), 'latin1');
      expect(text, file).not.to.match(/wal_0|usr_0|first_name/);
    }
    await restore(recorded, at('private'), at('private-restored'));
    expect([modeOf(at('private-restored')), modeOf(at('private-restored/ledger.sqlite'))]).to.deep.equal([
      0o700, 0o600,
    ]);
  });

  it('begins a new chain if it is told to', async () => {
    const { manifest } = await take(recorded, { directory: at('backups'), isFull: true });
    expect([manifest.previous, manifest.after_position]).to.deep.equal([null, '-1']);
    expect(manifest.name).to.match(/^000003-\d{8}T\d{6}Z-full$/);
    expect(await verifyBackup(at('backups'), recorded.keys)).to.have.length(1);
  });

  it('leaves nothing that looks complete when it is aborted, and can be taken again', async () => {
    const directory = at('aborted');
    const aborting = take(recorded, {
      directory,
      through: (source) => ({
        ...source,
        documents: { ...source.documents, scan: () => Promise.reject(new Error('the disk is gone')) },
      }),
    });
    expect(await messageOf(aborting)).to.equal('the disk is gone');
    expect(readdirSync(directory)).to.deep.equal(['backup.lock']);
    // A process that was killed leaves what it has written.
    mkdirSync(join(directory, '000001-20260101T000000Z-full.partial'));
    expect(await messageOf(restore(recorded, directory, at('none')))).to.equal(
      `${directory} contains no backup.`,
    );
    const { manifest } = await take(recorded, { directory });
    expect(readdirSync(directory)).to.deep.equal([manifest.name, 'backup.lock']);
  });

  it('is refused while another one is being taken', async () => {
    const directory = at('locked');
    const second = async (): Promise<never[]> => {
      expect(await messageOf(take(recorded, { directory }))).to.equal(
        `Another backup is being taken in ${directory}.`,
      );
      return [];
    };
    await take(recorded, {
      directory,
      through: (source) => ({ ...source, documents: { ...source.documents, scan: second } }),
    });
    expect(listBackups(directory)).to.have.length(1);
  });

  it('is refused if the events went back in time, or were changed, since the one before', async () => {
    const directory = at('went-back');
    await take(recorded, { directory });
    const earlier = take(recorded, { directory, through: (source) => sourceBefore(source, 100n) });
    expect(await messageOf(earlier)).to.match(/^The events end before 000001.*Take a full backup\.$/);

    const changed = recordedIn(at('locked'));
    const database = openDatabase(join(changed.dataDir, 'ledger.sqlite'));
    database.exec(
      `DROP TRIGGER events_never_change; UPDATE events SET data = replace(data, '1', '2') WHERE position = 150`,
    );
    database.close();
    expect(await messageOf(take(changed, { directory: at('changed') }))).to.match(
      /^The history is invalid at revision \d+ of book-.*Run audit verify\.$/,
    );
    expect(readdirSync(at('changed'))).to.deep.equal(['backup.lock']);
  });

  it('is refused with another master key than that of the data', async () => {
    const other = { ...recorded, masterKey: Buffer.alloc(32, 7) };
    expect(await messageOf(take(other, { directory: at('other-key') }))).to.equal(
      'The master key is not the one that this data was sealed with.',
    );
    expect(existsSync(at('other-key'))).to.equal(false);
  });

  it('begins a new chain once the master key was replaced, and each opens with its own key', async () => {
    mkdirSync(at('replaced'));
    const directory = at('replaced-key');
    const old = recordedIn(at('replaced'));
    await take(old, { directory });
    const masterKey = Buffer.alloc(32, 7);
    const file = join(old.dataDir, 'ledger.sqlite');
    const [events, documents] = [openDatabase(file), createSqliteDocuments(openDatabase(file))];
    const eventStore = createSqliteEventStore(events);
    const replaced = await rotateMasterKey({
      ...{ documents, eventStore, clock: Date.now, answerMs: 0, settleMs: 0 },
      ring: new KeyRing(masterKey, [old.masterKey]),
      onStep: () => undefined,
    });
    expect(replaced.keys).to.be.greaterThan(0);
    await eventStore.close();
    events.close();
    await documents.close();

    const keys = deriveBackupKeys(masterKey);
    const { manifest } = await take({ ...old, masterKey, keys }, { directory });
    expect(manifest.name).to.match(/^000002-.*-full$/);
    await restore({ keys }, directory, at('replaced-restored'));
    expect(contentsOf(at('replaced-restored'))).to.deep.equal(contentsOf(old.dataDir));
    expect(await messageOf(verifyBackup(directory, old.keys))).to.match(/taken with another master key/);
    const [first = ''] = listBackups(directory);
    expect(await verifyBackup(join(directory, first), old.keys)).to.have.length(1);
  });

  it('names the release and the heads of all streams', () => {
    const [name = ''] = listBackups(at('backups'));
    const { manifest } = readBackup(join(at('backups'), name), recorded.keys);
    expect(manifest.release).to.equal('test');
    expect(manifest.streams.reduce((sum, { events }) => sum + events, 0)).to.equal(manifest.events);
    rmSync(at('backups'), { recursive: true });
  });
});
