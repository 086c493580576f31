/** Records in MongoDB: a collection for each table. The server clears expired ones away, in its own time. */
import type { Collection, Db } from 'mongodb';
import { batchReads } from '../batch-reads.ts';
import { isDuplicateKey } from './errors.ts';
import { RECORD_TABLES, type DocumentStore, type RecordTable } from '../../port.ts';

type Stored = { _id: string; value: string; expires_at?: Date };

/** Each attempt to add a record fails only when another one was added, and expired, in that moment. */
const ATTEMPTS_MAX = 10;

type Records = Pick<DocumentStore, 'putRecord' | 'getRecord' | 'deleteRecord'> & { ensure(): Promise<void> };

export function createMongoRecords(database: Db): Records {
  const tableOf = (table: RecordTable): Collection<Stored> =>
    database.collection<Stored>(`records_${table}`, { readConcern: { level: 'majority' } });

  /** The live ones of a table, by their keys. */
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
      // Replaces an expired record, adds one where there is none, and meets a duplicate where there is a live one.
      const filter = { _id: key, expires_at: { $lte: new Date() } };
      try {
        await tableOf(table).replaceOne(filter, stored, { upsert: true });
        return stored.value;
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
      }
      const present = (await findIn(table, [key])).get(key);
      if (present !== undefined) return present;
    }
    throw new Error(`The record '${key}' of ${table} comes and goes.`);
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
  return expiresAt !== undefined && expiresAt.getTime() <= Date.now();
}
