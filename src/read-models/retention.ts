/**
 * Deletes documents that are past their retention, such as events and redelivery requests. It deletes small batches and
 * pauses after each, so that it uses a small, constant share of the store's time.
 */

import type { Logger } from 'pino';
import { repeat } from '../async/polling-loop.ts';
import { delay, monotonicTime } from '../system/runtime.ts';
import type { DocumentStore, Retention } from './port.ts';

/** A collection to delete from, and the prefix of its IDs. */
export type RetainedCollection = { readonly collection: string; readonly prefix: Retention['prefix'] };

type RetentionOptions = {
  readonly documents: Pick<DocumentStore, 'expire'>;
  readonly collections: readonly RetainedCollection[];
  readonly seconds: number;
  readonly clock: () => number;
  readonly log: Logger;
  readonly signal: AbortSignal;
  /** The pause after a pass over all collections. */
  readonly intervalMs?: number;
};

const INTERVAL_MS = 60_000;
const BATCH_DOCUMENTS = 200;
/** A pause lasts this many times as long as the batch before it. */
const PAUSE_FACTOR = 4;
const PAUSE_MIN_MS = 5;

/** Runs until the signal aborts. After an error, it tries again in the next pass. */
export async function runRetention(options: RetentionOptions): Promise<void> {
  const { collections, log, signal, intervalMs = INTERVAL_MS } = options;
  const run = async (): Promise<void> => {
    for (const each of collections) {
      await deleteExpired(options, each).catch((err: unknown) =>
        log.debug({ err, collection: each.collection }, 'expired documents not deleted'),
      );
    }
  };
  await repeat({ run, everyMs: intervalMs }, signal);
}

async function deleteExpired(
  { documents, seconds, clock, signal }: RetentionOptions,
  { collection, prefix }: RetainedCollection,
): Promise<void> {
  while (!signal.aborted) {
    const startedAt = monotonicTime();
    const deleted = await documents.expire(
      collection,
      { prefix, seconds },
      { now: clock(), limit: BATCH_DOCUMENTS },
    );
    if (deleted < BATCH_DOCUMENTS) return;
    await pauseAfterBatch(startedAt, signal);
  }
}

/** Leaves the store to others for a while. `startedAt` is on the monotonic clock. */
export async function pauseAfterBatch(startedAt: number, signal: AbortSignal): Promise<void> {
  const pauseMs = Math.max(PAUSE_MIN_MS, (monotonicTime() - startedAt) * PAUSE_FACTOR);
  await delay(pauseMs, undefined, { signal }).catch(() => undefined);
}

/** The write that used an idempotency key. The event that carries the record also carries the answer. */
export type IdempotencyKeyUse = {
  /** Of the request, to recognize a repeat. */
  readonly fingerprint: string;
  /** Of the first event of the write. */
  readonly revision: number;
  /** How many events the write appended. */
  readonly events: number;
};
