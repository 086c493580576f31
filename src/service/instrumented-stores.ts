/** Opens the stores with metrics and traces, and reports their faults to the log and to the health monitor. */
import type { Logger } from 'pino';
import { monotonicTime } from '../system/runtime.ts';
import type { Config } from '../config/config.ts';
import type { EventStore } from '../event-store/port.ts';
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
  /** Called with the position of each append. */
  readonly onAppended: (position: bigint) => void;
};

export async function openInstrumentedStores(options: Options): Promise<Stores> {
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
  return {
    ...stores,
    eventStore: instrumentStore(
      metrics,
      reportAppends(stores.eventStore, options.onAppended),
      'events',
      EVENT_STORE_CALLS,
    ),
    documents: instrumentStore(metrics, stores.documents, 'documents', DOCUMENT_CALLS),
  };
}

function reportAppends(eventStore: EventStore, onAppended: Options['onAppended']): EventStore {
  return {
    ...eventStore,
    async append(...args) {
      const result = await eventStore.append(...args);
      if (result.ok) onAppended(result.position);
      return result;
    },
  };
}
