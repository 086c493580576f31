/** Creates the writers of all books on the stores of the service. */

import type { Logger } from 'pino';
import { COLLECTIONS } from '../../projections/collections.ts';
import { idempotencyKeyId } from '../../projections/idempotency.ts';
import { WriteAdmission } from '../api/operations/write-admission.ts';
import { hasOtherNodes, type Config } from '../config/config.ts';
import type { Authentication } from '../event-store/authenticated-reader.ts';
import { UnauthenticatedEvent } from '../event-store/event-macs.ts';
import { StoreUnavailable } from '../event-store/port.ts';
import type { Policy } from '../ledger/policy.ts';
import { getValue } from '../read-models/collection.ts';
import { LostEvents, type EvidenceOfStreams } from '../read-models/history/event-history.ts';
import type { DocumentStore } from '../read-models/port.ts';
import type { ProjectionBacklog } from '../read-models/projection-backlog.ts';
import type { IdempotencyKeyUse } from '../read-models/retention.ts';
import { errorMessage } from '../system/errors.ts';
import { macKeysOf, type KeyRing } from '../system/key-ring.ts';
import { delay, monotonicTime } from '../system/runtime.ts';
import { createConditionLog } from '../telemetry/condition-log.ts';
import { createBookWriters } from '../writer/book-writers.ts';
import type { BookWriters, WriterObserver } from '../writer/command.ts';
import { SnapshotRejected } from '../writer/snapshot-manifest.ts';
import type { HealthMonitor } from './health.ts';
import type { Metrics } from './metrics.ts';
import type { Stores } from './stores.ts';

type WriterOptions = {
  readonly config: Config;
  readonly policy: Policy;
  readonly clock: () => number;
  readonly log: Logger;
  readonly observer: WriterObserver;
  readonly masterKey: KeyRing;
  /** Whether all documents contain the events up to a position. */
  readonly isProjected: (position: bigint) => boolean;
  readonly health: Pick<HealthMonitor, 'reportUnreadableBook' | 'reportReadBook' | 'reportLoadingBook'>;
  readonly authentication: Authentication;
  readonly evidence: EvidenceOfStreams;
};

/** EventStoreDB is fastest with about a hundred events per append. */
const APPEND_EVENTS_MAX = { file: 300, server: 120 };

export function createServiceWriters(
  { eventStore, documents }: Stores,
  {
    config,
    policy,
    clock,
    log,
    observer,
    masterKey,
    authentication,
    evidence,
    isProjected,
    health,
  }: WriterOptions,
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
    evidence,
    snapshotKey: macKeysOf(masterKey, 'snapshots v1'),
    onError(stream, err) {
      if (err instanceof SnapshotRejected) log.error({ stream, err }, 'snapshot rejected');
      // The health monitor logs that a store is unavailable.
      else log[err instanceof StoreUnavailable ? 'debug' : 'error']({ stream, err }, 'book stalled');
    },
    onUnreadable(stream, err) {
      log.error({ stream, err }, unreadableMessage(err));
      health.reportUnreadableBook(stream, errorMessage(err));
    },
    onRead: (stream) => health.reportReadBook(stream),
    onLoading: (stream, progress) => health.reportLoadingBook(stream, progress),
    appendEventsMax: hasOtherWriters ? APPEND_EVENTS_MAX.server : APPEND_EVENTS_MAX.file,
  });
}

function unreadableMessage(error: unknown): string {
  if (error instanceof LostEvents) return 'lost events detected';
  return error instanceof UnauthenticatedEvent ? 'forged event rejected' : 'book unreadable';
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

// Write admission of this process: with a counter of what it does, and one log line when it starts and when it ends.

type Options = {
  readonly backlog: ProjectionBacklog;
  readonly health: Pick<HealthMonitor, 'hasDocuments' | 'buildSpeed'>;
  readonly metrics: Pick<Metrics, 'registry'>;
  readonly log: Logger;
};

export function createServiceWriteAdmission({ backlog, health, metrics, log }: Options): WriteAdmission {
  const help = 'Writes that waited or were refused because of the lag or a build.';
  const count = metrics.registry.counter('admission_writes_total', help, ['outcome']);
  const limiting = createConditionLog(log, {
    started: 'writes limited',
    ended: 'writes no longer limited',
  });
  return new WriteAdmission({
    backlog,
    isSuspended: () => !health.hasDocuments() || backlog.isWaiting(),
    buildSpeed: () => health.buildSpeed(),
    onOutcome: count,
    onLimiting(reason) {
      if (reason === undefined) limiting.ended();
      else limiting.started({ reason, lag_seconds: Math.round(backlog.lagSeconds() * 10) / 10 });
    },
  });
}
