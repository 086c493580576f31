/** Watches whether a store goes back in time while the service runs, because it is restored from a backup or emptied. */

import type { Logger } from 'pino';
import { PROJECTIONS } from '../../projections/all.ts';
import { COLLECTIONS } from '../../projections/collections.ts';
import { usersProjection } from '../../projections/users.ts';
import { repeat } from '../async/polling-loop.ts';
import type { Config } from '../config/config.ts';
import { readOriginEvent } from '../event-store/book-event.ts';
import { StoreUnavailable } from '../event-store/port.ts';
import { sealingKeyId } from '../ledger/user.ts';
import { METRICS_COLLECTIONS } from '../minute-metrics/minute-record.ts';
import { SESSION_COLLECTIONS } from '../operator/operations/session-directory.ts';
import { SAVED_VIEW_COLLECTIONS } from '../operator/resources/saved-views.ts';
import { ASSIGNMENT_COLLECTIONS } from '../operator/reviews/open-reviews.ts';
import { allBooks } from '../platform/books.ts';
import type { DeferredPlatform } from '../platform/key-freshness.ts';
import { PLATFORM_STREAM } from '../platform/platform.ts';
import { progressFromCheckpoints } from '../read-models/generations/progress.ts';
import {
  HISTORY_CALL_DEADLINE_MS,
  callLimit,
  type DocumentHistory,
  type HistoryBreak,
  type Sentinel,
} from '../read-models/history/document-history.ts';
import { recordEventStore, type LossOfEvents } from '../read-models/history/event-history.ts';
import type { CollectionSpec } from '../read-models/port.ts';
import { REQUEST_COLLECTIONS } from '../request-log/entry.ts';
import { monotonicTime } from '../system/runtime.ts';
import { createConditionLog } from '../telemetry/condition-log.ts';
import type { ComponentHealth } from '../telemetry/health.ts';
import type { MetricRegistry } from '../telemetry/metrics.ts';
import { DELIVERY_COLLECTIONS } from '../webhooks/attempt-record.ts';
import { readConsistent, type BookWriters } from '../writer/command.ts';
import type { Dependencies } from './dependencies.ts';
import type { HealthMonitor } from './health.ts';
import type { InstrumentedStores } from './instrumented-stores.ts';
import { caughtUpCheck, type ProgressBroadcast } from './projection-progress.ts';

// The collections that no projection writes. Every node creates them, because the APIs read them on every node.

export const RECORD_COLLECTIONS: readonly CollectionSpec[] = [
  ...DELIVERY_COLLECTIONS,
  ...REQUEST_COLLECTIONS,
  ...METRICS_COLLECTIONS,
  ...SESSION_COLLECTIONS,
  ...ASSIGNMENT_COLLECTIONS,
  ...SAVED_VIEW_COLLECTIONS,
];

type HistoryWatchOptions = {
  readonly config: Pick<Config, 'roles'>;
  readonly stores: Pick<InstrumentedStores, 'documents' | 'eventStore' | 'eventHistory'>;
  readonly history: DocumentHistory;
  readonly writers: Pick<BookWriters, 'confirmLoaded'>;
  readonly platform: DeferredPlatform;
  readonly progress: ProgressBroadcast;
  readonly health: HealthMonitor;
  readonly log: Logger;
  /** The process has events in memory that do not exist any more, so it has to start over. */
  readonly onEventsWentBack: (loss: LossOfEvents) => void;
};

const CHECK_EVERY_MS = 1_000;

/** Loaded books that are compared with their streams, one read each. All loaded books have their turn within ten seconds. */
const BOOKS_PER_CHECK = 20;

/** A server that was just restarted, or is still catching up with its cluster, may show fewer events for a moment. */
const EVENT_CHECKS = 5;

/** Runs until the signal aborts. */
export async function watchHistory(options: HistoryWatchOptions, signal: AbortSignal): Promise<void> {
  const { stores, history, progress, log } = options;
  const checkEvents = createEventCheck(options);
  const limited = callLimit(HISTORY_CALL_DEADLINE_MS);
  /** What no read model contains may be missing, and nothing else creates it again. */
  let isIncomplete = false;

  const complete = async (): Promise<void> => {
    const documents = stores.documents.store;
    await limited(documents.ensure(RECORD_COLLECTIONS));
    await limited(recordEventStore(documents, stores.eventStore, PLATFORM_STREAM));
    isIncomplete = false;
  };

  const report = ({ reason, isDetectedHere }: HistoryBreak): void => {
    stores.documents.stopReadingDamaged(history.known());
    progress.report(stores.documents.report(progressFromCheckpoints(PROJECTIONS, history.known())));
    if (isDetectedHere) log.error({ reason }, 'documents went back in time; rebuilding read models');
    else log.warn({ reason }, 'documents went back in time; waiting for new read models');
  };

  const checkDocuments = async (): Promise<void> => {
    const found = await history.check();
    if (found !== undefined) {
      isIncomplete = true;
      report(found);
    }
    if (isIncomplete) await complete();
  };

  const ignoreUnavailable = (error: unknown): void => {
    // The health monitor reports it.
    if (!(error instanceof StoreUnavailable)) log.error({ err: error }, 'stores not compared');
  };

  // Separately, so that one store does not wait for the other.
  const checks = [checkDocuments, checkEvents, () => options.writers.confirmLoaded(BOOKS_PER_CHECK)].map(
    (run) => repeat({ run, everyMs: CHECK_EVERY_MS, onError: ignoreUnavailable }, signal),
  );
  await Promise.all(checks);
}

/** Serves nothing while events are missing, and starts over if they stay missing. */
function createEventCheck(options: HistoryWatchOptions): () => Promise<void> {
  const { config, stores, progress, platform, health, log, onEventsWentBack } = options;
  const events = stores.eventHistory;
  // Without a projector, positions are those of the documents.
  if (config.roles.includes('projector')) progress.subscribe((report) => events.observe(report));
  let faults = 0;
  return async () => {
    const loss = await events.check();
    if (loss === undefined) {
      if (faults > 0) platform.resume();
      if (faults > 0) health.reportMet('events');
      faults = 0;
      return;
    }
    const { reason } = loss;
    faults += 1;
    platform.suspend();
    health.reportUnmet('events', reason);
    if (faults !== EVENT_CHECKS) return;
    log.error({ reason }, 'events went back in time; starting over');
    onEventsWentBack(loss);
  };
}

// Watches whether the vault has the keys of all people who were not forgotten. It lacks some after it was emptied, or restored
// from a backup that is older than the events. Nothing can replace them, so this is only reported: the documents still show the
// data, and a restore of the vault brings it back.

type VaultWatchOptions = Pick<
  Dependencies,
  'stores' | 'writers' | 'vault' | 'authentication' | 'platform' | 'history' | 'log' | 'lostKeys'
> & {
  /** A record in the vault. */
  readonly vaultSentinel: Sentinel;
};
/** While keys are missing, and otherwise. */
const COMPARE_EVERY_MS = { incomplete: 5_000, complete: 60 * 60 * 1_000 };
/** The least pause between two comparisons, as a multiple of the time that one takes: it loads each book that lacks keys. */
const PAUSE_FACTOR = 20;

/** Runs until the signal aborts. */
export async function watchVault(options: VaultWatchOptions, signal: AbortSignal): Promise<void> {
  const { stores, history, vaultSentinel, log, lostKeys } = options;
  const hasUsers = caughtUpCheck(stores.documents, [usersProjection], () => history.breaks());
  const failing = createConditionLog(log, {
    started: 'vault not compared',
    ended: 'vault compared again',
  });
  let comparedAt = -Infinity;
  let tookMs = 0;

  const check = async (): Promise<void> => {
    if (!(await vaultSentinel.isIntact())) {
      vaultSentinel.restart();
      log.error('vault went back in time; comparing it with the events');
      comparedAt = -Infinity;
    }
    const { incomplete, complete } = COMPARE_EVERY_MS;
    const everyMs = lostKeys.suspected().length > 0 ? Math.max(incomplete, tookMs * PAUSE_FACTOR) : complete;
    if (monotonicTime() - comparedAt < everyMs || !(await hasUsers())) return;
    const startedAt = monotonicTime();
    lostKeys.report(await findMissing(options));
    failing.ended();
    comparedAt = monotonicTime();
    tookMs = comparedAt - startedAt;
  };

  const onError = (error: unknown): void => {
    // The health monitor reports it.
    if (!(error instanceof StoreUnavailable)) failing.started({ err: error });
  };
  await repeat({ run: check, everyMs: CHECK_EVERY_MS, onError }, signal);
}

/** The numbers of missing keys, by book. An older vault lacks keys of the newest users, so few are looked up while none is missing. */
async function findMissing(options: VaultWatchOptions): Promise<Map<string, number>> {
  const { platform, lostKeys } = options;
  const suspected = new Set(lostKeys.suspected());
  const missing = new Map<string, number>();
  for (const stream of allBooks(platform.get())) {
    if (!suspected.has(stream) && (await hasNewestKeys(options, stream))) continue;
    const count = await countMissing(options, stream);
    if (count > 0) missing.set(stream, count);
  }
  return missing;
}

const NEWEST_USERS = 3;

/** Without loading the book. A user who was forgotten has no key, so false only means that the book has to be asked. */
async function hasNewestKeys(
  { stores: { documents, eventStore }, authentication, vault }: VaultWatchOptions,
  stream: string,
): Promise<boolean> {
  const query = { scope: stream, terms: ['every'], order: 'newest', limit: NEWEST_USERS } as const;
  for (const { id } of await documents.list(COLLECTIONS.users, query)) {
    const event = await readOriginEvent({ eventStore, authentication }, stream, id);
    const sealed = event?.type === 'user.created' ? event.data.sealed : undefined;
    if (typeof sealed === 'string' && !(await vault.hasKey(sealed))) return false;
  }
  return true;
}

/** At once, which a server answers together. */
const LOOKUPS = 100;

async function countMissing({ writers, vault }: VaultWatchOptions, stream: string): Promise<number> {
  // Another node may have written the newest events.
  const ids = await readConsistent(writers, stream, (book) => [
    ...new Set([...book.users.values()].flatMap(({ sealed }) => sealingKeyId(sealed) ?? [])),
  ]);
  let missing = 0;
  for (let at = 0; at < ids.length; at += LOOKUPS) {
    const found = await Promise.all(ids.slice(at, at + LOOKUPS).map((id) => vault.hasKey(id)));
    missing += found.filter((isThere) => !isThere).length;
  }
  return missing;
}

// What is known about keys of personal data that were lost: for the log, /readyz, and /metrics.

export type LostKeys = {
  /** A key of this book was not found. */
  readonly suspect: (stream: string) => void;
  readonly suspected: () => readonly string[];
  /** Replaces what was known. The numbers of missing keys, by book. */
  readonly report: (missing: ReadonlyMap<string, number>) => void;
  /** A warning: every node has the same vault, so none is better, and money does not need it. */
  readonly health: () => ComponentHealth;
};

export function createLostKeys(
  log: Pick<Logger, 'error' | 'info'>,
  registry: Pick<MetricRegistry, 'gauge'>,
): LostKeys {
  const suspected = new Set<string>();
  let missing = 0;
  registry.gauge(
    'vault_keys_missing',
    'Keys of people who were not forgotten that the vault lacks.',
    [],
    () => missing,
  );
  return {
    suspect: (stream) => void suspected.add(stream),
    suspected: () => [...suspected],
    report(found) {
      suspected.clear();
      for (const stream of found.keys()) suspected.add(stream);
      const before = missing;
      missing = [...found.values()].reduce((sum, count) => sum + count, 0);
      if (missing > 0 && missing !== before)
        log.error({ missing, books: found.size }, 'keys of personal data missing; restore the vault');
      if (missing === 0 && before > 0) log.info('keys of personal data complete again');
    },
    health() {
      if (missing === 0) return { ok: true };
      const detail = `The keys of ${missing} people are missing in the vault. See "Restoring" in docs/backup.md.`;
      return { ok: true, detail };
    },
  };
}
