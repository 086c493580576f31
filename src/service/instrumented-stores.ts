/** The stores of a service, with what they do counted, and what befalls them told to its log and its watch. */
import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import { DOCUMENT_CALLS, EVENT_STORE_CALLS, instrumentStore } from '../telemetry/instrumentation.ts';
import { openStores } from './stores.ts';
import type { Stores } from './stores.ts';
import { recordSpan } from '../telemetry/tracing.ts';
import type { HealthMonitor } from './health.ts';
import type { ProgressBroadcast } from './projection-progress.ts';

type Told = {
  readonly config: Config;
  readonly masterKey: Uint8Array;
  readonly log: Logger;
  readonly figures: Metrics;
  readonly watch: Pick<HealthMonitor, 'reportStorageFailure'>;
  readonly progress: Pick<ProgressBroadcast, 'report'>;
};

/** Servers that are away are no fault here: calls to them are, until they are back. */
export async function openInstrumentedStores(told: Told): Promise<Stores> {
  const { config, masterKey, log, figures, watch, progress } = told;
  const opened = await openStores(config, masterKey, {
    onProgress: progress.report,
    onPage: (page) => {
      figures.recordPage(page);
      recordSpan('projector.page', { 'ledger.events': page.events }, performance.now() - page.ms);
    },
    onProjectorFault: (fault) => log.error(fault, 'a projection is held up'),
    onFault: (fault) => watch.reportStorageFailure(fault),
  });
  return {
    ...opened,
    eventStore: instrumentStore(figures, opened.eventStore, 'events', EVENT_STORE_CALLS),
    documents: instrumentStore(figures, opened.documents, 'documents', DOCUMENT_CALLS),
  };
}
