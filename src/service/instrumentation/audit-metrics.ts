/** Metrics of the last recorded audit verification. */
import type { LastVerification } from '../../generated/api.ts';
import type { Readings } from '../../telemetry/gauge.ts';
import type { Metrics } from './metrics.ts';

/** Registers the time and result of the last verification. Without a record there are no readings. */
export function registerVerificationMetrics(
  metrics: Metrics,
  last: () => LastVerification | undefined,
): void {
  const each = (read: (record: LastVerification) => number) => (): Readings => {
    try {
      const record = last();
      return record === undefined ? [] : [{ labels: {}, value: read(record) }];
    } catch {
      // No readings while the folder cannot be read; GET /operator/v1/audit reports why.
      return [];
    }
  };
  metrics.gauge(
    'audit_last_verification_timestamp_seconds',
    'End of the last recorded verification, in seconds since 1970.',
    [],
    each(({ finished_at }) => Date.parse(finished_at) / 1000),
  );
  metrics.gauge(
    'audit_last_verification_ok',
    '1 if the last recorded verification found no problem, otherwise 0.',
    [],
    each(({ ok }) => (ok ? 1 : 0)),
  );
}
