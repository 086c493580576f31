/** Write admission of this process: with a counter of what it does, and one log line when it starts and when it ends. */
import type { Logger } from 'pino';
import { createWriteAdmission, type WriteAdmission } from '../api/operations/write-admission.ts';
import type { ProjectionBacklog } from '../read-models/projection-backlog.ts';
import { createConditionLog } from '../telemetry/condition-log.ts';
import { createCounter } from '../telemetry/metrics.ts';
import type { HealthMonitor } from './health.ts';
import type { Metrics } from './metrics.ts';

type Options = {
  readonly backlog: ProjectionBacklog;
  readonly health: Pick<HealthMonitor, 'hasDocuments'>;
  readonly metrics: Pick<Metrics, 'registry'>;
  readonly log: Logger;
};

export function createServiceWriteAdmission({ backlog, health, metrics, log }: Options): WriteAdmission {
  const help = 'Writes that waited or were refused because the projections were behind.';
  const count = createCounter(metrics.registry, 'admission_writes_total', help, ['outcome']);
  const limiting = createConditionLog(log, {
    started: 'writes limited; projections behind',
    ended: 'writes no longer limited',
  });
  return createWriteAdmission({
    backlog,
    isSuspended: () => !health.hasDocuments() || backlog.isWaiting(),
    onOutcome: count,
    onLimiting(isLimiting) {
      if (isLimiting) limiting.started({ lag_seconds: Math.round(backlog.lagSeconds() * 10) / 10 });
      else limiting.ended();
    },
  });
}
