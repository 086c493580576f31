/**
 * Two records that only this process writes. If the store has another value than the process wrote last, the store went back in
 * time, even if no checkpoint did: sessions, refusals, or records of deliveries may be missing.
 */
import { randomUUID } from '../../system/runtime.ts';
import type { DocumentStore, RecordTable } from '../port.ts';

export type Sentinel = {
  /** Whether the records are as this process left them. Writes one of them. Throws StoreUnavailable. */
  isIntact(): Promise<boolean>;
  /** Accepts the store as it is now, and starts other records. */
  restart(): void;
  /** Removes the records. */
  remove(): Promise<void>;
};

/** Longer than a process can be suspended, because an expired record looks like a lost one. */
const EXPIRES_AFTER_MS = 7 * 24 * 60 * 60 * 1_000;

/** `now` is in milliseconds since 1970. */
export function createSentinel(
  documents: Pick<DocumentStore, 'getRecord' | 'putRecord' | 'deleteRecord'>,
  now: () => number,
  table: RecordTable = 'leases',
): Sentinel {
  let records = newRecords();
  /** Which record is written next. */
  let next = 0;

  return {
    async isIntact() {
      const stored = await Promise.all(records.map(({ key }) => documents.getRecord(table, key)));
      const isLost = records.some(
        ({ acknowledged, unanswered }, index) =>
          acknowledged !== undefined &&
          stored[index] !== acknowledged &&
          !unanswered.has(stored[index] ?? ''),
      );
      if (isLost) return false;
      // If the store goes back after the read, this write hides it, but the other record shows it at the next call.
      const record = records[next];
      next = (next + 1) % records.length;
      if (record === undefined) return true;
      const value = randomUUID();
      record.unanswered.add(value);
      await documents.putRecord(table, record.key, value, {
        expiresAt: new Date(now() + EXPIRES_AFTER_MS),
      });
      record.unanswered.delete(value);
      record.acknowledged = value;
      return true;
    },
    restart() {
      records = newRecords();
    },
    async remove() {
      for (const { key } of records) await documents.deleteRecord(table, key);
    },
  };
}

type SentinelRecord = {
  readonly key: string;
  acknowledged: string | undefined;
  /** A write without an answer may happen late, after the next one. */
  readonly unanswered: Set<string>;
};

const newRecords = (): readonly SentinelRecord[] => {
  const name = `sentinel/${randomUUID()}`;
  return [0, 1].map((index) => ({
    key: `${name}/${index}`,
    acknowledged: undefined,
    unanswered: new Set(),
  }));
};

/** For a store that no other process can replace. */
export const NO_SENTINEL: Sentinel = {
  isIntact: () => Promise.resolve(true),
  restart: () => undefined,
  remove: () => Promise.resolve(),
};
