/** What shows how the service is doing, what limits what it accepts, and what records it. */

import type { Logger } from 'pino';
import { PROJECTIONS } from '../../projections/all.ts';
import { COLLECTIONS } from '../../projections/collections.ts';
import { eventLogProjection } from '../../projections/event-log.ts';
import { isEmbedded, type Config } from '../config/config.ts';
import { MinuteMetrics } from '../minute-metrics/minute-metrics.ts';
import { createConsistencyBarrier, createProjectionFollower } from '../read-models/consistency-barrier.ts';
import {
  DocumentHistory,
  NO_SENTINEL,
  createSentinel,
  type Sentinel,
} from '../read-models/history/document-history.ts';
import { createFreshnessTracker, createProjectionBacklog } from '../read-models/projection-backlog.ts';
import { createLinger } from '../read-models/projector/projection-runner.ts';
import { currentTime } from '../system/runtime.ts';
import { createServiceWriteAdmission } from './book-writers.ts';
import type { Dependencies } from './dependencies.ts';
import { DiskSpace } from './disk-space.ts';
import { HealthMonitor, type HealthOptions } from './health.ts';
import { createLostKeys } from './history-watch.ts';
import type { Metrics } from './metrics.ts';
import { createServiceRequestLog } from './request-log.ts';
import type { CloseStack, Stores } from './stores.ts';

/** Only a worker has to notice the progress at once: tasks and deliveries may be due. */
const REMOTE_PROGRESS_LINGER_MS = 80;

/** What shows how the service is doing, and limits what it accepts. */
type Monitoring = Pick<Dependencies, 'health' | 'admission' | 'lostKeys' | 'disk'> & {
  readonly backlog: ReturnType<typeof createProjectionBacklog>;
};

export function createMonitoring(
  config: Config,
  log: Logger,
  metrics: Metrics,
  options: Pick<HealthOptions, 'lacksTerms' | 'pausedEndpoints' | 'masterKey' | 'backups'>,
): Monitoring {
  if (options.lacksTerms === true)
    log.warn({ setting: 'hosted.terms_file' }, 'terms missing; users in production cannot accept any');
  const backlog = createProjectionBacklog({ isStoreAway: () => !health.hasDocuments() });
  const lostKeys = createLostKeys(log, metrics.registry);
  const disk = isEmbedded(config) ? new DiskSpace(config.dataDir, metrics.registry) : undefined;
  const health = new HealthMonitor(log, {
    ...options,
    onHead: backlog.observeHead,
    admission: () => admission.health(),
    vault: lostKeys.health,
    disk: disk && (() => disk.health()),
  });
  const admission = createServiceWriteAdmission({ backlog, health, metrics, log });
  health.registerMetrics(metrics.registry);
  admission.registerMetrics(metrics.registry);
  return { health, admission, lostKeys, disk, backlog };
}

/** What writes to the documents from now on. Adds each to the stack. */
export function openRecording(
  {
    config,
    log,
    clock,
    stores,
    admission,
    metrics,
  }: Pick<Dependencies, 'config' | 'log' | 'clock' | 'stores' | 'admission' | 'metrics'>,
  stack: CloseStack,
): Pick<Dependencies, 'requestLog' | 'minuteMetrics' | 'history' | 'vaultSentinel'> {
  const { documents } = stores;
  const requestLog = createServiceRequestLog({ settings: config.file, documents, admission, metrics, log });
  stack.add(() => requestLog.stop());
  const minuteMetrics = new MinuteMetrics({
    documents,
    clock,
    transfers: COLLECTIONS.transfers,
    // The health monitor reports a store that is unavailable.
    onFault: (err) => log.debug({ err }, 'metrics not written'),
  });
  stack.add(() => minuteMetrics.stop());
  const history = createHistory(config, stores);
  stack.add(() => history.close().catch(() => undefined));
  const vaultSentinel = openSentinel(config, stores, 'vault');
  stack.add(() => vaultSentinel.remove().catch(() => undefined));
  return { requestLog, minuteMetrics, history, vaultSentinel };
}

/** What follows from the progress of the projections. */
export function followProgress({
  config,
  clock,
  stores,
  progress,
  health,
  backlog,
  admission,
  history,
}: Pick<Dependencies, 'config' | 'clock' | 'stores' | 'progress' | 'history'> &
  Omit<Monitoring, 'lostKeys' | 'disk'>): Pick<
  Dependencies,
  'barrier' | 'remoteProgressLinger' | 'eventLog' | 'freshness'
> {
  const remoteProgressLinger = createLinger(config.roles.includes('worker') ? 0 : REMOTE_PROGRESS_LINGER_MS);
  const barrier = createConsistencyBarrier(() => {
    stores.flushProjector();
    remoteProgressLinger.flush();
  });
  const eventLog = createProjectionFollower(eventLogProjection.name);
  const freshness = createFreshnessTracker(backlog, clock);
  progress.subscribe(barrier.report);
  progress.subscribe((report) => health.reportProgress(report));
  progress.subscribe(backlog.report);
  progress.subscribe(eventLog.report);
  progress.subscribe(freshness.report);
  progress.subscribe(() => admission.release());
  progress.subscribe((report) => history.observe(report));
  return { barrier, remoteProgressLinger, eventLog, freshness };
}

const createHistory = (config: Config, stores: Stores): DocumentHistory =>
  new DocumentHistory(stores.documents.store, PROJECTIONS, openSentinel(config, stores, 'leases'));

/** A database file cannot be replaced under a running service: its thread notices that. */
const openSentinel = (
  { mongoUrl }: Config,
  { documents: { store } }: Stores,
  table: 'leases' | 'vault',
): Sentinel => (mongoUrl === undefined ? NO_SENTINEL : createSentinel(store, currentTime, table));
