/** Logs that projections stall or wait for a store, and that they continue: once each, not for each attempt. */
import type { Logger } from 'pino';
import { monotonicTime } from '../system/runtime.ts';
import type { ProjectionProgress, ProjectorFault } from '../read-models/projection-progress.ts';

export type ProjectionLog = {
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
