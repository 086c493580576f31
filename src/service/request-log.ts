/** The request log of this process: with a counter of its outcomes, and one log line when writing fails and when it works again. */
import type { Logger } from 'pino';
import type { WriteAdmission } from '../api/operations/write-admission.ts';
import type { ConfigFile } from '../config/config-file.ts';
import type { DocumentStore } from '../read-models/port.ts';
import { NO_REQUEST_LOG, StoredRequestLog, type RequestLog } from '../request-log/request-log.ts';
import type { Metrics } from './metrics.ts';

type Options = {
  readonly settings: Pick<ConfigFile, 'requests' | 'rails'>;
  readonly documents: Pick<DocumentStore, 'write'>;
  readonly admission: Pick<WriteAdmission, 'state'>;
  readonly metrics: Pick<Metrics, 'registry'>;
  readonly log: Logger;
};

export function createServiceRequestLog({
  settings,
  documents,
  admission,
  metrics,
  log,
}: Options): RequestLog {
  const count = metrics.registry.counter(
    'request_log_entries_total',
    'Requests by whether they were logged, or omitted because of their rate or because the buffer was full.',
    ['outcome'],
  );
  if (settings.requests.retention_days === 0) return NO_REQUEST_LOG;
  return new StoredRequestLog({
    documents,
    rails: new Set(Object.keys(settings.rails)),
    isBusy: () => admission.state().isLimiting,
    onOutcome: count,
    // The health monitor reports a store that is unavailable.
    onFault: (err) => log.debug({ err }, 'request log not written'),
  });
}
