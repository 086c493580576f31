/** Watches the parts that can fail, for /readyz, /metrics and the log. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { messageOf } from './fault.ts';
import type { ProjectionProgress } from './documents/progress.ts';
import type { Health, Part } from './http/health.ts';
import type { Sample } from './http/metrics.ts';
import { createProjectionLags, type ProjectionLag } from './projection-lags.ts';
import type { Stores } from './stores.ts';

export type Watch = {
  progressed(progress: readonly ProjectionProgress[]): void;
  /** Something broke that does not mend itself. */
  failed(error: Error): void;
  /** Keys are loaded: requests can be told apart. */
  serving(): void;
  /** They never will be, and why. */
  refused(reason: string): void;
  health(): Health;
  gauges(): readonly Sample[];
  /** How far each projection is. */
  projections(): readonly ProjectionLag[];
  /** Looks at the stores again and again, until the signal aborts. */
  start(stores: Stores, signal: AbortSignal): Promise<void>;
};

const PING_EVERY_MS = 500;

/** `heldUp`: to how many webhook endpoints nothing is sent, as their signing keys do not open. */
export function createWatch(log: Logger, { heldUp }: { readonly heldUp: () => number }): Watch {
  const lags = createProjectionLags();
  let broken: string | undefined;
  let keys: Part = { ok: false, detail: 'not loaded yet' };
  const stores: { event_store: Part; documents: Part } = {
    event_store: { ok: false, detail: 'not looked at yet' },
    documents: { ok: false, detail: 'not looked at yet' },
  };

  function look(name: keyof typeof stores, error: unknown): void {
    const before = stores[name].ok;
    const detail = messageOf(error);
    stores[name] = error === undefined ? { ok: true } : { ok: false, detail };
    if (before && error !== undefined) log.error({ store: name, reason: detail }, 'a store went away');
    if (!before && error === undefined) log.info({ store: name }, 'a store answers');
  }

  /** Requests are served all the same: taking every node out of use would mend nothing. */
  function webhooks(): Part {
    const count = heldUp();
    if (count === 0) return { ok: true };
    const detail = `endpoints whose signing keys do not open: ${count}; is MASTER_KEY the one that made them?`;
    return { ok: true, detail };
  }

  return {
    progressed(report) {
      lags.report(report);
    },
    failed(error) {
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
      const storage: Part = broken === undefined ? { ok: true } : { ok: false, detail: broken };
      const parts = { ...stores, storage, keys, projections: lags.part(), webhooks: webhooks() };
      return { ready: Object.values(parts).every(({ ok }) => ok), parts };
    },
    gauges: () => lags.gauges(),
    projections: () => lags.all(),
    async start({ eventStore, documents }, signal) {
      while (!signal.aborted) {
        const [events, docs] = await Promise.allSettled([
          eventStore.ping().then(async () => lags.reached(await eventStore.head())),
          documents.ping(),
        ]);
        look('event_store', events.status === 'rejected' ? events.reason : undefined);
        look('documents', docs.status === 'rejected' ? docs.reason : undefined);
        await delay(PING_EVERY_MS, undefined, { signal }).catch(() => undefined);
      }
    },
  };
}
