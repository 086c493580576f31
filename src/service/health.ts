/** Collects the health of every component, for /readyz, /metrics, and the log. */
import type { Logger } from 'pino';
import { withDeadline } from '../async/wait.ts';
import type { EnvironmentName } from '../ledger/ids.ts';
import type { ProjectionProgress } from '../read-models/projection-progress.ts';
import { createProjectionLagTracker, type ProjectionLag } from '../read-models/projector/projection-lag.ts';
import { errorMessage } from '../system/errors.ts';
import { delay, monotonicTime } from '../system/runtime.ts';
import type { ComponentHealth, Health } from '../telemetry/health.ts';
import type { GaugeSample } from '../telemetry/metrics.ts';
import type { Stores } from './stores.ts';

/** What has to be loaded and up to date before requests are served. Each is reported as a part of `keys` in /readyz. */
type Prerequisite = 'bootstrap' | 'events' | 'platform' | `treasury.${EnvironmentName}`;

export type HealthMonitor = {
  readonly reportProgress: (progress: readonly ProjectionProgress[]) => void;
  /** The storage thread has ended; only a restart helps. */
  reportStorageFailure(error: Error): void;
  /** Commands for this book are not decided, because its events cannot be applied. */
  reportUnreadableBook(stream: string, reason: string): void;
  /** Clears the fault of this book. */
  reportReadBook(stream: string): void;
  /** The service is not ready until the same prerequisite is reported as met. */
  reportUnmet(prerequisite: Prerequisite, reason: string): void;
  /** Clears the fault of this prerequisite, and of no other. */
  reportMet(prerequisite: Prerequisite): void;
  health(): Health;
  /** A call to the documents store got no answer in time. */
  reportSilentDocuments(): void;
  /** Whether the documents store answered last time, and soon, and no other call since got no answer. */
  hasDocuments(): boolean;
  gauges(): readonly GaugeSample[];
  projectionLags(): readonly ProjectionLag[];
  /** Checks both stores until the signal aborts. */
  pollStores(stores: Pick<Stores, 'eventStore' | 'documents'>, signal: AbortSignal): Promise<void>;
};

type StoreName = 'event_store' | 'documents';

const POLL_EVERY_MS = 500;

/** Even a busy store answers a ping sooner. A frozen one has then delayed projections by less than the limit for writes. */
const ANSWER_MS_MAX = 1_500;

/** How long a store may take to answer. A frozen one keeps its connections, and calls to it would end much later. */
const PING_MS_MAX = 2_500;

/** Books that are named in /readyz. */
const UNREADABLE_NAMED_MAX = 3;

const NOT_CHECKED = 'not checked yet';

const TERMS_MISSING = 'hosted.terms_file is not set, so users in production cannot accept terms.';

type HealthOptions = {
  /** The number of webhook endpoints that get no deliveries because their signing keys cannot be opened. */
  readonly pausedEndpoints: () => number;
  /** Whether users in production cannot accept terms, because none are configured. */
  readonly lacksTerms?: boolean;
  /** Called with the position of the newest event, twice a second. */
  readonly onHead?: (position: bigint) => void;
  /** Whether writes are limited, as a warning. */
  readonly admission?: () => ComponentHealth;
  /** Whether the vault lacks keys, as a warning. */
  readonly vault?: () => ComponentHealth;
};

export function createHealthMonitor(
  log: Logger,
  {
    pausedEndpoints,
    lacksTerms = false,
    onHead = () => undefined,
    admission = () => ({ ok: true }),
    vault = () => ({ ok: true }),
  }: HealthOptions,
): HealthMonitor {
  const lags = createProjectionLagTracker();
  const unmet = new Map<Prerequisite, string>([['bootstrap', 'not loaded yet']]);
  const stores: Record<StoreName, ComponentHealth> = {
    event_store: { ok: false, detail: NOT_CHECKED },
    documents: { ok: false, detail: NOT_CHECKED },
  };
  /** The reason by stream. */
  const unreadableBooks = new Map<string, string>();
  /** Infinity while no answer is expected. */
  let documentsAskedAt = Infinity;
  let areDocumentsSilent = false;
  let storage: ComponentHealth = { ok: true };

  function setStore(store: StoreName, result: PromiseSettledResult<void>): void {
    const { ok: wasUp, detail } = stores[store];
    if (result.status === 'fulfilled') {
      stores[store] = { ok: true };
      if (!wasUp) log.info({ store }, 'store connected');
    } else {
      const reason = errorMessage(result.reason);
      stores[store] = { ok: false, detail: reason };
      if (wasUp || detail === NOT_CHECKED) log.error({ store, reason }, 'store disconnected');
    }
  }

  function prerequisites(): ComponentHealth {
    return unmet.size === 0 ? { ok: true } : { ok: false, detail: [...unmet.values()].join('; ') };
  }

  /** Never makes the service unready: the book is refused by every node, and other books are not affected. */
  function books(): ComponentHealth {
    if (unreadableBooks.size === 0) return { ok: true };
    const count = unreadableBooks.size;
    const named = [...unreadableBooks].slice(0, UNREADABLE_NAMED_MAX);
    const reasons = named.map(([stream, reason]) => `${stream}: ${reason}`).join('; ');
    const refused =
      count === 1 ? '1 book cannot be read and is refused' : `${count} books cannot be read and are refused`;
    return { ok: true, detail: `${refused}. ${reasons}` };
  }

  async function pollWhile(signal: AbortSignal, store: StoreName, ping: () => Promise<void>): Promise<void> {
    while (!signal.aborted) {
      const [result] = await Promise.allSettled([withDeadline(ping(), PING_MS_MAX)]);
      setStore(store, result);
      await delay(POLL_EVERY_MS, undefined, { signal }).catch(() => undefined);
    }
  }

  /** Never makes the service unready: a wrong key affects every node, so other nodes could not take over. */
  function webhooks(): ComponentHealth {
    const count = pausedEndpoints();
    if (count === 0) return { ok: true };
    const detail = `The signing keys of ${count} endpoints cannot be opened. Was MASTER_KEY changed?`;
    return { ok: true, detail };
  }

  return {
    reportProgress: (progress) => lags.report(progress),
    reportStorageFailure(error) {
      storage = { ok: false, detail: error.message };
      log.fatal({ reason: error.message }, 'storage failed; restart the service');
    },
    reportUnreadableBook: (stream, reason) => void unreadableBooks.set(stream, reason),
    reportReadBook: (stream) => void unreadableBooks.delete(stream),
    reportUnmet(prerequisite, reason) {
      unmet.set(prerequisite, reason);
    },
    reportMet(prerequisite) {
      unmet.delete(prerequisite);
    },
    health() {
      const parts = {
        ...stores,
        storage,
        keys: prerequisites(),
        projections: lags.health(),
        books: books(),
        webhooks: webhooks(),
        admission: admission(),
        vault: vault(),
        ...(lacksTerms && { terms: { ok: true, detail: TERMS_MISSING } }),
      };
      return { ready: Object.values(parts).every(({ ok }) => ok), parts };
    },
    reportSilentDocuments() {
      areDocumentsSilent = true;
    },
    hasDocuments: () =>
      stores.documents.ok && !areDocumentsSilent && monotonicTime() - documentsAskedAt < ANSWER_MS_MAX,
    gauges: () => [
      ...lags.gauges(),
      {
        name: 'books_unreadable',
        help: 'Books that are refused because their events cannot be applied.',
        value: unreadableBooks.size,
      },
    ],
    projectionLags: () => lags.list(),
    async pollStores({ eventStore, documents }, signal) {
      // Separately, so that one does not wait for the other.
      await Promise.all([
        pollWhile(signal, 'event_store', async () => {
          await eventStore.ping();
          const head = await eventStore.head();
          lags.setHead(head);
          onHead(head);
        }),
        pollWhile(signal, 'documents', async () => {
          documentsAskedAt = monotonicTime();
          await documents.ping();
          documentsAskedAt = Infinity;
          areDocumentsSilent = false;
        }),
      ]);
    },
  };
}
