/** Opens the stores with metrics and traces, and reports their faults to the log and to the health monitor. */
import type { Logger } from 'pino';
import { monotonicTime } from '../system/runtime.ts';
import type { Config } from '../config/config.ts';
import { createEventHistory, observingEvents } from '../read-models/history/event-history.ts';
import type { EventHistory } from '../read-models/history/event-history.ts';
import { DOCUMENT_CALLS, EVENT_STORE_CALLS, instrumentStore } from './instrumentation/instrument-stores.ts';
import type { Metrics } from './instrumentation/metrics.ts';
import { recordSpan } from '../telemetry/tracing.ts';
import type { HealthMonitor } from './health.ts';
import { createProjectionLog } from './projection-log.ts';
import type { ProgressBroadcast } from './projection-progress.ts';
import { openStores } from './stores.ts';
import type { OpenStores, Stores } from './stores.ts';

type Options = {
  readonly config: Config;
  readonly masterKey: Uint8Array;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly health: Pick<HealthMonitor, 'reportStorageFailure'>;
  readonly progress: Pick<ProgressBroadcast, 'report'>;
  readonly openStores?: OpenStores | undefined;
  /** Called with the position of the newest event of each append and read. */
  readonly onHead: (position: bigint) => void;
};

export type InstrumentedStores = Stores & {
  /** Of the events that this process reads and appends. */
  readonly eventHistory: EventHistory;
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
  const eventHistory = createEventHistory(stores.eventStore);
  const eventStore = observingEvents(stores.eventStore, (event) => {
    eventHistory.observeEvent(event);
    options.onHead(event.position);
  });
  return {
    ...stores,
    eventHistory,
    eventStore: instrumentStore(metrics, eventStore, 'events', EVENT_STORE_CALLS),
    documents: instrumentStore(metrics, stores.documents, 'documents', DOCUMENT_CALLS),
  };
}
