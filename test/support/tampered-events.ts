/** What somebody can do who can write to the database file, but does not know the master key. */
import { join } from 'node:path';
import { DATABASE_FILE_NAME } from '../../src/config/config.ts';
import { openDatabase, type Database } from '../../src/sqlite/database.ts';
import { documentsTable, entriesTable } from '../../src/sqlite/document-lists.ts';

/** Runs `work` on the file of this data directory, which no service uses. */
export function tamper<Result>(dataDir: string, work: (database: Database) => Result): Result {
  const database = openDatabase(join(dataDir, DATABASE_FILE_NAME));
  try {
    database.exec('DROP TRIGGER IF EXISTS events_never_change; DROP TRIGGER IF EXISTS events_never_go');
    return work(database);
  } finally {
    database.close();
  }
}

/** A backup as docs/backup.md says. */
export const backUp = (dataDir: string, file: string): void =>
  tamper(dataDir, (database) => database.exec(`VACUUM INTO '${file}'`));

const OF_STREAM = 'stream = (SELECT key FROM streams WHERE name = ?)';

/** The revision of the newest event. */
export const newestRevision = (dataDir: string, stream: string): number =>
  tamper(dataDir, (database) => {
    const newest = database.prepare(`SELECT max(revision) AS revision FROM events WHERE ${OF_STREAM}`);
    return (newest.get(stream) as { revision: number }).revision;
  });

export const removeAfter = (dataDir: string, stream: string, revision: number): void =>
  tamper(dataDir, (database) => {
    database.prepare(`DELETE FROM events WHERE revision > ? AND ${OF_STREAM}`).run(revision, stream);
  });

/** The position of the newest event of all streams. */
export const newestPosition = (dataDir: string): number =>
  tamper(dataDir, (database) => {
    const newest = database.prepare('SELECT max(position) AS position FROM events');
    return (newest.get() as { position: number }).position;
  });

/** Removes the newest events of all streams. */
export const removeAllAfter = (dataDir: string, position: number): void =>
  tamper(dataDir, (database) => {
    database.prepare('DELETE FROM events WHERE position > ?').run(position);
  });

/** Numbers the events of all streams again, without gaps. */
export const renumberPositions = (dataDir: string): void =>
  tamper(dataDir, (database) => {
    database.exec(`UPDATE events SET position = -position - 1;
      UPDATE events SET position = numbered.position FROM (
        SELECT position AS old, row_number() OVER (ORDER BY position DESC) - 1 AS position FROM events
      ) AS numbered WHERE events.position = numbered.old`);
  });

/** Replaces the events of a stream by those of the file in another data directory, and keeps the positions of as many. */
export const replaceStream = (dataDir: string, stream: string, from: string): void =>
  tamper(dataDir, (database) => {
    database.exec(`ATTACH '${join(from, DATABASE_FILE_NAME)}' AS other`);
    const key = `(SELECT key FROM streams WHERE name = '${stream}')`;
    database.exec(`
      CREATE TEMP TABLE free AS SELECT row_number() OVER (ORDER BY position) AS n, position
        FROM events WHERE stream = ${key};
      DELETE FROM events WHERE stream = ${key};
      INSERT INTO events SELECT
          coalesce((SELECT position FROM free WHERE n = copied.n), 1000000 + copied.n),
          ${key}, revision, id, type, data, metadata
        FROM (SELECT row_number() OVER (ORDER BY e.revision) AS n, e.* FROM other.events AS e
          JOIN other.streams AS s ON s.key = e.stream WHERE s.name = '${stream}') AS copied;`);
  });

export const removeSnapshots = (dataDir: string): void =>
  tamper(dataDir, (database) => database.exec(`DELETE FROM records WHERE place = 'snapshots'`));

export const removeReadModels = (dataDir: string): void =>
  tamper(dataDir, (database) => {
    for (const { name } of database.prepare('SELECT name FROM collections').all() as { name: string }[])
      database.exec(`DROP TABLE ${documentsTable(name)}; DROP TABLE ${entriesTable(name)}`);
    database.exec('DELETE FROM collections; DELETE FROM checkpoints');
  });
