/**
 * Retention in MongoDB. A TTL index on the time in the document ID lets the server delete expired documents. Documents of older
 * releases lack the indexed field and are found by their IDs.
 */
import type { Collection } from 'mongodb';
import type { MongoDocument } from './document.ts';
import type { DocumentStore, Retention } from '../../port.ts';
import { expiredRange } from '../../document-age.ts';

const INDEX = 'made_at_1';
const KEYS = { made_at: 1 } as const;

type Expire = (retention: Retention, options: Parameters<DocumentStore['expire']>[2]) => Promise<number>;

export function createExpiry(collection: Collection<MongoDocument>): Expire {
  /** The retention of the index, if this process knows it. */
  let indexedSeconds: number | undefined;

  /** Creates the index, or replaces it if the configured retention has changed. */
  async function ensureIndex(seconds: number): Promise<void> {
    if (indexedSeconds === seconds) return;
    const options = { name: INDEX, expireAfterSeconds: seconds };
    await collection.createIndex(KEYS, options, {}).catch(async (error: unknown) => {
      if (!isIndexConflict(error)) throw error;
      await collection.dropIndex(INDEX);
      await collection.createIndex(KEYS, options, {});
    });
    indexedSeconds = seconds;
  }

  return async (retention, { now, limit }) => {
    await ensureIndex(retention.seconds);
    const { from, before } = expiredRange(retention, now);
    const found = await collection
      .find({ _id: { $gte: from, $lt: before } })
      .sort({ _id: 1 })
      .limit(limit)
      .project<{ _id: string }>({ _id: 1 })
      .toArray();
    if (found.length === 0) return 0;
    const { deletedCount } = await collection.deleteMany({ _id: { $in: found.map(({ _id }) => _id) } });
    return deletedCount;
  };
}

/** Codes 85 and 86: an index with this name or these keys has other options. */
const isIndexConflict = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 85 || error.code === 86);
