/**
 * A chain of writes by one process, which notices when the store goes back in time: once the store has lost a write of the
 * chain, it refuses all later ones. Without it, a process that has not noticed the loss yet would write what is true only
 * together with the documents that are lost.
 *
 * A number next to the checkpoints counts the writes that others depend on. Each write names the number that it requires.
 */

import { withDeadline } from '../../async/wait.ts';
import { StoreUnavailable } from '../../event-store/port.ts';
import { randomUUID } from '../../system/runtime.ts';
import type { DocumentStore, DocumentWrite, RecordTable } from '../port.ts';

// Two records that only this process writes. If the store has another value than the process wrote last, the store went back in
// time, even if no checkpoint did: sessions, refusals, or records of deliveries may be missing.

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

export type WriteChain = {
  /** Writes documents on which later writes depend, after all earlier ones. Throws DocumentsWentBack once an earlier one is lost. */
  append(writes: readonly DocumentWrite[]): Promise<void>;
  /** Writes documents that depend on those appended before, after all earlier ones. Throws DocumentsWentBack once one of them is lost. */
  write(writes: readonly DocumentWrite[]): Promise<void>;
  /** Removes the number from the store. */
  end(): Promise<void>;
};

const NO_CHECKPOINTS: ReadonlyMap<string, bigint> = new Map();

/**
 * Starts a chain, and ends all others of this name: their processes must have ended or given up their lease. Read what the
 * writes depend on only after the chain has started.
 */
export async function startWriteChain(
  documents: Pick<DocumentStore, 'checkpoints' | 'write' | 'drop'>,
  name: string,
): Promise<WriteChain> {
  const prefix = `${name} chain `;
  // The spaces make it distinct from the names of projections.
  const key = prefix + randomUUID();
  let appended = 0n;
  const others = [...(await documents.checkpoints()).keys()].filter((each) => each.startsWith(prefix));
  await documents.write([], new Map([[key, appended]]));
  if (others.length > 0) await documents.drop([], others);
  let last: Promise<unknown> = Promise.resolve();

  /** Runs the work after all earlier work, because each write names the number that the one before it has stored. */
  function inOrder(work: () => Promise<void>): Promise<void> {
    const run = last.then(work, work);
    last = run;
    return run;
  }

  return {
    append: (writes) =>
      inOrder(async () => {
        if (writes.length === 0) return;
        await documents.write(writes, new Map([[key, appended + 1n]]), new Map([[key, appended]]));
        appended += 1n;
      }),
    write: (writes) =>
      inOrder(async () => {
        if (writes.length > 0) await documents.write(writes, NO_CHECKPOINTS, new Map([[key, appended]]));
      }),
    end: () => inOrder(() => documents.drop([], [key])),
  };
}

// Limits how long a check waits for one call of a store, so that a call that never ends does not end all later checks too.

/** Much longer than an available store takes, because a check that is given up says nothing. */
export const HISTORY_CALL_DEADLINE_MS = 10_000;

/** The limit throws StoreUnavailable. A late answer is ignored. */
export const callLimit =
  (deadlineMs: number) =>
  <Result>(call: Promise<Result>): Promise<Result> =>
    withDeadline(
      call,
      deadlineMs,
      () => new StoreUnavailable(`The store did not answer within ${deadlineMs} ms.`),
    );
