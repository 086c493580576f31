/**
 * A record that only this process writes. If the store has another value than the process wrote last, the store went back in
 * time, even if no checkpoint did: sessions, refusals, or records of deliveries may be missing.
 */
import { randomUUID } from 'node:crypto';
import type { DocumentStore, RecordTable } from '../port.ts';

export type Sentinel = {
  /** Whether the record is as this process left it. Writes the next value. Throws StoreUnavailable. */
  isIntact(): Promise<boolean>;
  /** Accepts the store as it is now, and starts another record. */
  restart(): void;
  /** Removes the record. */
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
  let key = newKey();
  let count = 0;
  let acknowledged: string | undefined;
  /** A write without an answer may happen late, after the next one. */
  let unanswered = new Set<string>();

  return {
    async isIntact() {
      if (acknowledged !== undefined) {
        const stored = await documents.getRecord(table, key);
        if (stored === undefined || (stored !== acknowledged && !unanswered.has(stored))) return false;
      }
      count += 1;
      const value = String(count);
      unanswered.add(value);
      await documents.putRecord(table, key, value, { expiresAt: new Date(now() + EXPIRES_AFTER_MS) });
      unanswered.delete(value);
      acknowledged = value;
      return true;
    },
    restart() {
      [key, acknowledged, unanswered] = [newKey(), undefined, new Set()];
    },
    remove: () => documents.deleteRecord(table, key),
  };
}

const newKey = (): string => `sentinel/${randomUUID()}`;

/** For a store that no other process can replace. */
export const NO_SENTINEL: Sentinel = {
  isIntact: () => Promise.resolve(true),
  restart: () => undefined,
  remove: () => Promise.resolve(),
};
