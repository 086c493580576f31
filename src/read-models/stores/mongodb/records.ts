/** Records in MongoDB: one collection for each table. The server deletes expired records with some delay. */
import type { Collection, Db } from 'mongodb';
import { currentTime } from '../../../system/runtime.ts';
import { batchReads } from '../batch-reads.ts';
import { isDuplicateKey } from './errors.ts';
import { RECORD_TABLES, type DocumentStore, type RecordTable } from '../../port.ts';

type Stored = { _id: string; value: string; expires_at?: Date };

/** An attempt fails only if another process inserts a record, and that record expires, at the same moment. */
const ATTEMPTS_MAX = 10;

type Records = Pick<DocumentStore, 'putRecord' | 'getRecord' | 'deleteRecord'> & { ensure(): Promise<void> };

export function createMongoRecords(database: Db): Records {
  const tableOf = (table: RecordTable): Collection<Stored> =>
    database.collection<Stored>(`records_${table}`, { readConcern: { level: 'majority' } });

  /** The values of live records by key. */
  const findIn = async (table: RecordTable, keys: readonly string[]): Promise<Map<string, string>> => {
    const stored = await tableOf(table)
      .find({ _id: { $in: [...keys] } })
      .toArray();
    return new Map(stored.flatMap((each) => (isExpired(each) ? [] : [[each._id, each.value]])));
  };

  const putIfAbsent = async (
    table: RecordTable,
    key: string,
    stored: Omit<Stored, '_id'>,
  ): Promise<string> => {
    for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt += 1) {
      // Replaces an expired record, inserts a missing one, and fails with a duplicate key if there is a live one.
      const filter = { _id: key, expires_at: { $lte: new Date(currentTime()) } };
      try {
        await tableOf(table).replaceOne(filter, stored, { upsert: true });
        return stored.value;
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
      }
      const present = (await findIn(table, [key])).get(key);
      if (present !== undefined) return present;
    }
    throw new Error(`The record '${key}' of ${table} was not stored after ${ATTEMPTS_MAX} attempts.`);
  };

  return {
    async ensure() {
      for (const table of RECORD_TABLES) {
        await tableOf(table).createIndex({ expires_at: 1 }, { expireAfterSeconds: 0 }, undefined);
      }
    },

    getRecord: batchReads(findIn),

    async putRecord(table, key, value, { ifAbsent = false, expiresAt } = {}) {
      const stored = expiresAt === undefined ? { value } : { value, expires_at: expiresAt };
      if (ifAbsent) return putIfAbsent(table, key, stored);
      await tableOf(table).replaceOne({ _id: key }, stored, { upsert: true });
      return value;
    },

    async deleteRecord(table, key) {
      await tableOf(table).deleteOne({ _id: key });
    },
  };
}

function isExpired({ expires_at: expiresAt }: Stored): boolean {
  return expiresAt !== undefined && expiresAt.getTime() <= currentTime();
}
