/** Watches the parts that can fail, for /readyz, /metrics and the log. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { errorMessage } from '../system/errors.ts';
import type { ProjectionProgress } from '../read-models/projection-progress.ts';
import type { Health, ComponentHealth } from '../api/server/health.ts';
import type { GaugeSample } from '../api/server/metrics.ts';
import { createProjectionLagTracker, type ProjectionLag } from '../read-models/projector/projection-lag.ts';
import type { Stores } from './stores.ts';

export type HealthMonitor = {
  reportProgress(progress: readonly ProjectionProgress[]): void;
  /** Something broke that does not mend itself. */
  reportStorageFailure(error: Error): void;
  /** Keys are loaded: requests can be told apart. */
  serving(): void;
  /** They never will be, and why. */
  refused(reason: string): void;
  health(): Health;
  gauges(): readonly GaugeSample[];
  /** How far each projection is. */
  projections(): readonly ProjectionLag[];
  /** Looks at the stores again and again, until the signal aborts. */
  pollStores(stores: Stores, signal: AbortSignal): Promise<void>;
};

const PING_EVERY_MS = 500;

/** `heldUp`: to how many webhook endpoints nothing is sent, as their signing keys do not open. */
export function createHealthMonitor(
  log: Logger,
  { heldUp }: { readonly heldUp: () => number },
): HealthMonitor {
  const lags = createProjectionLagTracker();
  let broken: string | undefined;
  let keys: ComponentHealth = { ok: false, detail: 'not loaded yet' };
  const stores: { event_store: ComponentHealth; documents: ComponentHealth } = {
    event_store: { ok: false, detail: 'not looked at yet' },
    documents: { ok: false, detail: 'not looked at yet' },
  };

  function look(name: keyof typeof stores, error: unknown): void {
    const before = stores[name].ok;
    const detail = errorMessage(error);
    stores[name] = error === undefined ? { ok: true } : { ok: false, detail };
    if (before && error !== undefined) log.error({ store: name, reason: detail }, 'a store went away');
    if (!before && error === undefined) log.info({ store: name }, 'a store answers');
  }

  /** Requests are served all the same: taking every node out of use would mend nothing. */
  function webhooks(): ComponentHealth {
    const count = heldUp();
    if (count === 0) return { ok: true };
    const detail = `endpoints whose signing keys do not open: ${count}; is MASTER_KEY the one that made them?`;
    return { ok: true, detail };
  }

  return {
    reportProgress(report) {
      lags.report(report);
    },
    reportStorageFailure(error) {
      broken = error.message;
      log.fatal({ reason: error.message }, 'the storage broke down; restart the service');
    },
    serving() {
      keys = { ok: true };
    },
    refused(reason) {
      keys = { ok: false, detail: reason };
    },
    health() {
      const storage: ComponentHealth = broken === undefined ? { ok: true } : { ok: false, detail: broken };
      const parts = { ...stores, storage, keys, projections: lags.health(), webhooks: webhooks() };
      return { ready: Object.values(parts).every(({ ok }) => ok), parts };
    },
    gauges: () => lags.gauges(),
    projections: () => lags.list(),
    async pollStores({ eventStore, documents }, signal) {
      while (!signal.aborted) {
        const [events, docs] = await Promise.allSettled([
          eventStore.ping().then(async () => lags.setHead(await eventStore.head())),
          documents.ping(),
        ]);
        look('event_store', events.status === 'rejected' ? events.reason : undefined);
        look('documents', docs.status === 'rejected' ? docs.reason : undefined);
        await delay(PING_EVERY_MS, undefined, { signal }).catch(() => undefined);
      }
    },
  };
}
