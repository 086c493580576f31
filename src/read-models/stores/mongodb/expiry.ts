/**
 * Retention in MongoDB. The server drops what is over by itself, by an index on the time that was in the document's ID;
 * what an older release wrote has no such field, and is looked for by its ID.
 */
import type { Collection } from 'mongodb';
import type { MongoDocument } from './document.ts';
import type { DocumentStore, Retention } from '../../port.ts';
import { expiredRange } from '../../document-age.ts';

const INDEX = 'made_at_1';
const KEYS = { made_at: 1 } as const;

type Expire = (retention: Retention, options: Parameters<DocumentStore['expire']>[2]) => Promise<number>;

export function createExpiry(collection: Collection<MongoDocument>): Expire {
  /** What the index of this collection says, as far as this process knows. */
  let indexed: number | undefined;

  /** Makes the index; one with another time, from before the configuration was changed, is made anew. */
  async function keepFor(seconds: number): Promise<void> {
    if (indexed === seconds) return;
    const options = { name: INDEX, expireAfterSeconds: seconds };
    await collection.createIndex(KEYS, options, {}).catch(async (error: unknown) => {
      if (!isOtherIndex(error)) throw error;
      await collection.dropIndex(INDEX);
      await collection.createIndex(KEYS, options, {});
    });
    indexed = seconds;
  }

  return async (retention, { now, limit }) => {
    await keepFor(retention.seconds);
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

/** 85 and 86: an index of this name, or of these keys, has other options. */
const isOtherIndex = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 85 || error.code === 86);
