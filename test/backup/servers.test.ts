/** Backups of stores that are servers: positions have gaps, and there is no point in time that both share. */
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { sqliteSource } from '../../src/audit/event-source.ts';
import { verify } from '../../src/audit/verification/verification.ts';
import { START } from '../../src/event-store/port.ts';
import { listBackups } from '../../src/backup/manifest.ts';
import type { BackupSource } from '../../src/backup/stores.ts';
import { openDatabase } from '../../src/sqlite/database.ts';
import { createSqliteDocuments } from '../../src/sqlite/documents.ts';
import { temporaryFolder, type Folder } from '../support/temporary-folder.ts';
import { before as sourceBefore, messageOf, recordedIn, restore, take, type Recorded } from './backups.ts';

/** The position in a log in which other data is between the events. */
const inLog = (position: bigint): bigint => (position === START ? START : position * 1_000n + 17n);
const fromLog = (position: bigint): bigint => (position === START ? START : (position - 17n) / 1_000n);

/** The same events, as EventStoreDB numbers them. */
const asServers = (source: BackupSource): BackupSource => ({
  ...source,
  keepsPositions: false,
  events: {
    head: async () => inLog(await source.events.head()),
    async *pages(after, upTo) {
      for await (const page of source.events.pages(fromLog(after), fromLog(upTo)))
        yield page.map((event) => ({ ...event, position: inLog(event.position) }));
    },
  },
  // Servers are read one after the other.
  atOneTime: (work) => work(),
});

describe('A backup of servers', () => {
  let folder: Folder;
  let recorded: Recorded;
  before(async () => {
    folder = await temporaryFolder();
    recorded = recordedIn(folder.path);
  });
  after(() => folder.remove());
  const at = (name: string): string => join(folder.path, name);

  it('is restored into a file, with a valid history, and with the same IDs and texts', async () => {
    const directory = at('backups');
    await take(recorded, { directory, through: (source) => asServers(sourceBefore(source, 200n)) });
    const { manifest } = await take(recorded, { directory, through: asServers });
    expect(manifest.name).to.match(/incremental$/);
    expect(manifest.after_position).to.equal('200017');
    await restore(recorded, directory, at('restored'));
    const [restored, original] = [at('restored'), recorded.dataDir].map((dataDir) =>
      sqliteSource(join(dataDir, 'ledger.sqlite')),
    );
    if (restored === undefined || original === undefined) throw new Error('there are two files');
    const eventsOf = async (source: typeof original): Promise<unknown[]> => {
      const events: unknown[] = [];
      for await (const page of source.pages(START, await source.head())) events.push(...page);
      return events;
    };
    expect(await eventsOf(restored)).to.deep.equal(await eventsOf(original));
    const found = await verify(restored);
    expect([found.ok, found.events]).to.deep.equal([true, manifest.events]);
    await restored.close();
    await original.close();
  });

  it('contains the key of a person who was created while it was taken', async () => {
    const directory = at('late');
    const file = join(recorded.dataDir, 'ledger.sqlite');
    const through = (source: BackupSource): BackupSource => ({
      ...asServers(source),
      async atOneTime(work) {
        // The backup has the events of before, and then reads the vault.
        const documents = createSqliteDocuments(openDatabase(file));
        await documents.putRecord('vault', 'late', 'key');
        await documents.close();
        return work();
      },
    });
    await take(recorded, { directory, through });
    await restore(recorded, directory, at('late-restored'));
    const documents = createSqliteDocuments(openDatabase(join(at('late-restored'), 'ledger.sqlite')));
    expect(await documents.getRecord('vault', 'late')).to.equal('key');
    await documents.close();
  });

  it('continues no backup of other servers, whose events have other hashes', async () => {
    const directory = at('moved');
    cpSync(at('backups'), directory, { recursive: true });
    const shifted = (source: BackupSource): BackupSource => {
      const servers = asServers(source);
      return {
        ...servers,
        events: {
          head: async () => (await servers.events.head()) + 5_000_000n,
          async *pages(after, upTo) {
            for await (const page of servers.events.pages(after - 5_000_000n, upTo - 5_000_000n))
              yield page.map((event) => ({ ...event, position: event.position + 5_000_000n }));
          },
        },
      };
    };
    expect(await messageOf(take(recorded, { directory, through: shifted }))).to.match(
      /^The history is invalid at revision 0 of .*Run audit verify, then take a full backup\.$/,
    );
    expect(listBackups(directory)).to.deep.equal(listBackups(at('backups')));
  });
});
