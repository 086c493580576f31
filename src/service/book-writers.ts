/** Creates the writers of all books on the stores of the service. */
import type { Logger } from 'pino';
import { COLLECTIONS } from '../../projections/collections.ts';
import { idempotencyKeyId } from '../../projections/idempotency.ts';
import type { Config } from '../config/config.ts';
import { hasOtherNodes } from '../config/storage.ts';
import type { Authentication } from '../event-store/authenticated-reader.ts';
import { UnauthenticatedEvent } from '../event-store/event-macs.ts';
import { StoreUnavailable } from '../event-store/port.ts';
import type { Policy } from '../ledger/policy.ts';
import { getValue } from '../read-models/collection.ts';
import type { DocumentStore } from '../read-models/port.ts';
import type { IdempotencyKeyUse } from '../read-models/retention.ts';
import { deriveMacKey } from '../system/derived-key.ts';
import { errorMessage } from '../system/errors.ts';
import { delay, monotonicTime } from '../system/runtime.ts';
import { createBookWriters } from '../writer/book-writers.ts';
import type { BookWriters, WriterObserver } from '../writer/command.ts';
import { SnapshotRejected } from '../writer/snapshot-manifest.ts';
import type { HealthMonitor } from './health.ts';
import type { Stores } from './stores.ts';

type WriterOptions = {
  readonly config: Config;
  readonly policy: Policy;
  readonly clock: () => number;
  readonly log: Logger;
  readonly observer: WriterObserver;
  readonly masterKey: Uint8Array;
  /** Whether all documents contain the events up to a position. */
  readonly isProjected: (position: bigint) => boolean;
  readonly health: Pick<HealthMonitor, 'reportUnreadableBook' | 'reportReadBook'>;
  readonly authentication: Authentication;
};

/** EventStoreDB is fastest with about a hundred events per append. */
const APPEND_EVENTS_MAX = { file: 300, server: 120 };

export function createServiceWriters(
  { eventStore, documents }: Stores,
  { config, policy, clock, log, observer, masterKey, authentication, isProjected, health }: WriterOptions,
): BookWriters {
  const hasOtherWriters = hasOtherNodes(config);
  return createBookWriters({
    eventStore,
    authentication,
    documents,
    policy,
    clock,
    hasOtherWriters,
    observer,
    isProjected,
    findKey: (stream, key, head) => findKeyUse(documents, stream, key, head),
    snapshotKey: deriveMacKey(masterKey, 'snapshots v1'),
    onError(stream, err) {
      if (err instanceof SnapshotRejected) log.error({ stream, err }, 'snapshot rejected');
      // The health monitor logs that a store is unavailable.
      else log[err instanceof StoreUnavailable ? 'debug' : 'error']({ stream, err }, 'book stalled');
    },
    onUnreadable(stream, err) {
      log.error(
        { stream, err },
        err instanceof UnauthenticatedEvent ? 'forged event rejected' : 'book unreadable',
      );
      health.reportUnreadableBook(stream, errorMessage(err));
    },
    onRead: (stream) => health.reportReadBook(stream),
    appendEventsMax: hasOtherWriters ? APPEND_EVENTS_MAX.server : APPEND_EVENTS_MAX.file,
  });
}

const KEY_LOOKUP_TIMEOUT_MS = 5_000;

const KEY_LOOKUP_EVERY_MS = 20;

/**
 * Looks up an idempotency key that no writer remembers. Waits until the projection has reached the head of the book,
 * because only then does a missing key mean that it was never used. Throws StoreUnavailable after five seconds.
 */
async function findKeyUse(
  documents: DocumentStore,
  stream: string,
  key: string,
  head: bigint,
): Promise<IdempotencyKeyUse | undefined> {
  const find = () => getValue(documents, COLLECTIONS.idempotency, idempotencyKeyId(stream, key));
  const deadline = monotonicTime() + KEY_LOOKUP_TIMEOUT_MS;
  // The use of a key never changes, so a record that exists is valid at any position of the projection.
  const early = await find();
  while (
    early === undefined &&
    ((await documents.checkpoints()).get(COLLECTIONS.idempotency) ?? -1n) < head
  ) {
    if (monotonicTime() > deadline)
      throw new StoreUnavailable('the idempotency projection is behind the events');
    await delay(KEY_LOOKUP_EVERY_MS);
  }
  return early ?? (await find());
}
