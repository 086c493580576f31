/** Opens the stores with metrics and traces, and reports their faults to the log and to the health monitor. */

import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import type { EventStore } from '../event-store/port.ts';
import { StreamGuard } from '../event-store/stream-guard.ts';
import { EventHistory, observingEvents } from '../read-models/history/event-history.ts';
import type { ProjectionProgress, ProjectorFault } from '../read-models/projection-progress.ts';
import type { KeyRing } from '../system/key-ring.ts';
import { monotonicTime } from '../system/runtime.ts';
import { createConditionLog } from '../telemetry/condition-log.ts';
import { recordSpan } from '../telemetry/tracing.ts';
import { withEventMetadata } from './event-metadata.ts';
import type { HealthMonitor } from './health.ts';
import { DOCUMENT_CALLS, EVENT_STORE_CALLS, instrumentStore } from './instruments.ts';
import type { Metrics } from './metrics.ts';
import type { ProgressBroadcast } from './projection-progress.ts';
import { openStores, type OpenStores, type Stores } from './stores.ts';

// Logs that projections stall or wait for a store, and that they continue: once each, not for each attempt.

type ProjectionLog = {
  readonly fault: (fault: ProjectorFault) => void;
  readonly progress: (progress: readonly ProjectionProgress[]) => void;
};

const WAITING = 'waiting';

/** Projections that fail again within this time have not recovered; longer than the longest pause between attempts. */
const RECOVERED_AFTER_MS = 10_000;

/** `now` is a monotonic clock in milliseconds. */
export function createProjectionLog(
  log: Pick<Logger, 'error' | 'warn' | 'info'>,
  now: () => number = monotonicTime,
): ProjectionLog {
  /** The logged conditions: that projections wait for a store, or the event at which a projection stalled. */
  const active = new Set<string>();
  let lastFaultAt = -Infinity;
  const hasRecovered = (): boolean => now() - lastFaultAt > RECOVERED_AFTER_MS;

  function start(condition: string, write: () => void): void {
    if (active.has(condition)) return;
    active.add(condition);
    write();
  }

  return {
    fault({ projections, event, reason }) {
      if (hasRecovered()) active.clear();
      lastFaultAt = now();
      if (event === undefined) start(WAITING, () => log.warn({ reason }, 'projections waiting for a store'));
      else
        start(`${projections.join()} ${event.stream} ${event.revision}`, () =>
          log.error({ projections, event, reason }, 'projection stalled'),
        );
    },
    progress(progress) {
      if (active.size === 0 || !hasRecovered()) return;
      if (progress.some(({ fault, building }) => fault !== undefined || building?.fault !== undefined))
        return;
      active.clear();
      log.info('projections continued');
    },
  };
}

type Options = {
  readonly config: Config;
  readonly masterKey: KeyRing;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly health: Pick<HealthMonitor, 'reportStorageFailure' | 'reportNotKept'>;
  readonly progress: Pick<ProgressBroadcast, 'report'>;
  readonly openStores?: OpenStores | undefined;
  /** Called with the position of the newest event of each append and read. */
  readonly onHead: (position: bigint) => void;
};

export type InstrumentedStores = Stores & {
  /** Of the events that this process reads and appends. */
  readonly eventHistory: EventHistory;
  /** Undefined if the store never hides or deletes events. */
  readonly streamGuard: StreamGuard | undefined;
};

export async function openInstrumentedStores(options: Options): Promise<InstrumentedStores> {
  const { config, masterKey, log, metrics, health, progress } = options;
  const projectionLog = createProjectionLog(log);
  const open = options.openStores ?? openStores;
  const stores = await open(config, masterKey, {
    onProgress: (report) => {
      projectionLog.progress(report);
      progress.report(report);
    },
    onPage: (page) => {
      metrics.recordPage(page);
      recordSpan('projector.page', { 'ledger.events': page.events }, monotonicTime() - page.ms);
    },
    onProjectorFault: projectionLog.fault,
    onStorageFailure: (error) => health.reportStorageFailure(error),
  });
  const eventHistory = new EventHistory(stores.eventStore);
  const streamGuard = guardStreams(stores.eventStore, options);
  const observed = observingEvents(streamGuard?.eventStore ?? stores.eventStore, (event) => {
    eventHistory.observeEvent(event);
    options.onHead(event.position);
  });
  const eventStore = instrumentStore(metrics, observed, 'events', EVENT_STORE_CALLS);
  const documents = instrumentStore(metrics, stores.documents, 'documents', DOCUMENT_CALLS);
  return {
    ...stores,
    eventHistory,
    streamGuard,
    eventStore,
    documents: withEventMetadata(documents, eventStore),
  };
}

function guardStreams(
  eventStore: EventStore,
  { log, health }: Pick<Options, 'log' | 'health'>,
): StreamGuard | undefined {
  const { settings } = eventStore;
  if (settings === undefined) return undefined;
  const denied = createConditionLog(log, {
    started: 'streams not restricted to the user of the service',
    ended: 'streams restricted to the user of the service',
  });
  return new StreamGuard({
    eventStore,
    settings,
    onChange(stream, reason) {
      health.reportNotKept(stream, reason);
      if (reason === undefined) log.info({ stream }, 'stream keeps all events again');
      else log.error({ stream, reason }, 'stream may lose events; writes refused');
    },
    onUnrestricted: (stream, err) => denied.started({ stream, err }),
  });
}
