/** Records in an SQLite file: one table for all of them. Those that have expired go bit by bit, with writes of others. */
import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { prepareTuples } from '../sqlite.ts';
import type { RecordTable } from './port.ts';

/** How many expired records each write of a record with an expiry clears away: more than it adds, so they run out. */
const EXPIRED_PER_WRITE = 4;

/** What is looked for. */
export type Wanted = readonly [table: RecordTable, key: string];

/** The prepared statements of the table, which exists. */
export function prepareRecords(database: DatabaseSyncInstance) {
  const select = prepareTuples<readonly [place: number, value: string]>(
    database,
    `SELECT wanted.key, records.value FROM json_each(?) wanted CROSS JOIN records
     ON records.place = wanted.value ->> 0 AND records.key = wanted.value ->> 1 AND (expires_at IS NULL OR expires_at > ?)`,
  );
  const put = database.prepare(
    `INSERT INTO records (place, key, value, expires_at) VALUES (?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET value = excluded.value, expires_at = excluded.expires_at`,
  );
  const remove = database.prepare('DELETE FROM records WHERE place = ? AND key = ?');
  const removeExpired = database.prepare(
    `DELETE FROM records WHERE rowid IN (SELECT rowid FROM records WHERE expires_at <= ? ORDER BY expires_at LIMIT ?)`,
  );

  /** The values of live ones, at their places among what is wanted. */
  const findRecords = (wanted: readonly Wanted[]): (string | undefined)[] => {
    const values: (string | undefined)[] = [];
    for (const [place, value] of select.all(JSON.stringify(wanted), Date.now())) values[place] = value;
    return values;
  };

  return {
    findRecords,
    putRecord(
      table: RecordTable,
      key: string,
      value: string,
      expiresAt: number | null,
      ifAbsent: boolean,
    ): string {
      const present = ifAbsent ? findRecords([[table, key]])[0] : undefined;
      if (present === undefined) put.run(table, key, value, expiresAt);
      return present ?? value;
    },
    deleteRecord(table: RecordTable, key: string): void {
      remove.run(table, key);
    },
    clearExpired(): void {
      removeExpired.run(Date.now(), EXPIRED_PER_WRITE);
    },
  };
}
