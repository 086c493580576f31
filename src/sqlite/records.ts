/** Records in an SQLite file: one table for all of them. Those that have expired go bit by bit, with writes of others. */
import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { prepareTuples } from './database.ts';
import type { RecordTable } from '../read-models/port.ts';

/** How many expired records each write of a record with an expiry clears away: more than it adds, so they run out. */
const EXPIRED_PER_WRITE = 4;

/** The prepared statements of the table, which exists. */
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

  /** The live ones of a table, by their keys. */
  const findRecords = (table: RecordTable, keys: readonly string[]): Map<string, string> =>
    new Map(select.all(table, JSON.stringify(keys), Date.now()));

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
      removeExpired.run(Date.now(), EXPIRED_PER_WRITE);
    },
  };
}
