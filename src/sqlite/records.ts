/** Records in an SQLite file, all in one table. Each write of a record with an expiry deletes a few expired ones. */
import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { currentTime } from '../system/runtime.ts';
import { prepareTuples } from './database.ts';
import type { RecordTable } from '../read-models/port.ts';

/** More than one, so that expired records are deleted faster than new ones are added. */
const EXPIRED_PER_WRITE = 4;

/** Prepares the statements of the table, which must exist. */
export function prepareRecords(database: DatabaseSyncInstance) {
  const select = prepareTuples<readonly [key: string, value: string]>(
    database,
    `SELECT key, value FROM records WHERE place = ? AND key IN (SELECT json_each.value FROM json_each(?))
     AND (expires_at IS NULL OR expires_at > ?)`,
  );
  const put = database.prepare(
    `INSERT INTO records (place, key, value, expires_at) VALUES (?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET value = excluded.value, expires_at = excluded.expires_at`,
  );
  const remove = database.prepare('DELETE FROM records WHERE place = ? AND key = ?');
  const removeExpired = database.prepare(
    `DELETE FROM records WHERE rowid IN (SELECT rowid FROM records WHERE expires_at <= ? ORDER BY expires_at LIMIT ?)`,
  );

  /** The records that have not expired, by key. */
  const findRecords = (table: RecordTable, keys: readonly string[]): Map<string, string> =>
    new Map(select.all(table, JSON.stringify(keys), currentTime()));

  return {
    findRecords,
    putRecord(
      table: RecordTable,
      key: string,
      value: string,
      expiresAt: number | null,
      ifAbsent: boolean,
    ): string {
      const present = ifAbsent ? findRecords(table, [key]).get(key) : undefined;
      if (present === undefined) put.run(table, key, value, expiresAt);
      return present ?? value;
    },
    deleteRecord(table: RecordTable, key: string): void {
      remove.run(table, key);
    },
    clearExpired(): void {
      removeExpired.run(currentTime(), EXPIRED_PER_WRITE);
    },
  };
}
