/**
 * Checkpoints in MongoDB. They never decrease, and a write may depend on the stored ones, so that a store that was restored to
 * an earlier time is noticed.
 */
import type { AnyBulkWriteOperation, Collection, Db } from 'mongodb';
import { DocumentsWentBack, assertCheckpoints } from '../../port.ts';

type Checkpoint = { _id: string; position: bigint };
type Positions = ReadonlyMap<string, bigint>;

export type MongoCheckpoints = {
  read(names?: readonly string[]): Promise<Map<string, bigint>>;
  /** Throws DocumentsWentBack if a stored checkpoint is missing or lower. */
  assert(expected: Positions): Promise<void>;
  /** Like `assert`, in the same step as the writes of the expected checkpoints. */
  write(checkpoints: Positions, expected: Positions): Promise<void>;
  remove(names: readonly string[]): Promise<void>;
};

export function createCheckpoints(database: Db): MongoCheckpoints {
  // Only what a majority has survives a failover. Anything else could seem to go back in time.
  const collection: Collection<Checkpoint> = database.collection('checkpoints', {
    useBigInt64: true,
    readConcern: { level: 'majority' },
  });

  const read = async (names?: readonly string[]): Promise<Map<string, bigint>> => {
    const found = await collection.find(names === undefined ? {} : { _id: { $in: [...names] } }).toArray();
    return new Map(found.map(({ _id: name, position }) => [name, position]));
  };

  const assert = async (expected: Positions): Promise<void> => {
    if (expected.size > 0) assertCheckpoints(await read([...expected.keys()]), expected);
  };

  return {
    read,
    assert,
    async write(checkpoints, expected) {
      if (checkpoints.size === 0) return;
      const updates = [...checkpoints].map(([name, position]): AnyBulkWriteOperation<Checkpoint> => {
        const known = expected.get(name);
        const update = { $max: { position } };
        return known === undefined
          ? { updateOne: { filter: { _id: name }, update, upsert: true } }
          : { updateOne: { filter: { _id: name, position: { $gte: known } }, update } };
      });
      const { matchedCount, upsertedCount } = await collection.bulkWrite(updates);
      if (matchedCount + upsertedCount === checkpoints.size) return;
      await assert(expected);
      throw new DocumentsWentBack('The documents went back in time while they were written.');
    },
    async remove(names) {
      await collection.deleteMany({ _id: { $in: [...names] } });
    },
  };
}
