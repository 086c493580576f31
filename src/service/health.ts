/** Collects the health of every component, for /readyz, /metrics, and the log. */
import type { Logger } from 'pino';
import { repeat } from '../async/polling-loop.ts';
import { withDeadline } from '../async/wait.ts';
import type { EnvironmentName } from '../ledger/ids.ts';
import type { ProjectionProgress } from '../read-models/projection-progress.ts';
import { ProjectionLagTracker, type ProjectionLag } from '../read-models/projector/projection-lag.ts';
import { errorMessage } from '../system/errors.ts';
import { monotonicTime } from '../system/runtime.ts';
import type { ComponentHealth, Health } from '../telemetry/health.ts';
import type { MetricRegistry } from '../telemetry/metrics.ts';
import type { LoadProgress } from '../writer/command.ts';
import type { Stores } from './stores.ts';

/** What has to be loaded and up to date before requests are served. Each is reported as a part of `keys` in /readyz. */
type Prerequisite = 'bootstrap' | 'events' | 'platform' | `treasury.${EnvironmentName}`;

type StoreName = 'event_store' | 'documents';

const POLL_EVERY_MS = 500;

/** Even a busy store answers a ping sooner. A frozen one has then delayed projections by less than the limit for writes. */
const ANSWER_MS_MAX = 1_500;

/** How long a store may take to answer. A frozen one keeps its connections, and calls to it would end much later. */
const PING_MS_MAX = 2_500;

/** Streams that are named in a part of /readyz. */
const NAMED_MAX = 3;

const NOT_CHECKED = 'not checked yet';

const TERMS_MISSING = 'hosted.terms_file is not set, so users in production cannot accept terms.';

export type HealthOptions = {
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
  /** Where the master key is, and whether it is being replaced, as a warning. */
  readonly masterKey?: () => ComponentHealth;
  /** Whether the data of an embedded service has space. */
  readonly disk?: (() => ComponentHealth) | undefined;
  /** Whether backups are taken as scheduled, as a warning. */
  readonly backups?: (() => ComponentHealth) | undefined;
};

export class HealthMonitor {
  readonly #options: HealthOptions;
  readonly #log: Logger;
  readonly #lacksTerms: NonNullable<HealthOptions['lacksTerms']>;
  readonly #onHead: NonNullable<HealthOptions['onHead']>;
  readonly #admission: NonNullable<HealthOptions['admission']>;
  readonly #vault: NonNullable<HealthOptions['vault']>;
  readonly #lags = new ProjectionLagTracker();
  readonly #unmet = new Map<Prerequisite, string>([['bootstrap', 'not loaded yet']]);
  readonly #stores: Record<StoreName, ComponentHealth> = {
    event_store: { ok: false, detail: NOT_CHECKED },
    documents: { ok: false, detail: NOT_CHECKED },
  };
  /** The reason by stream. */
  readonly #unreadableBooks = new Map<string, string>();
  readonly #loadingBooks = new Map<string, LoadProgress>();
  /** What hides or deletes events, by stream. */
  readonly #notKept = new Map<string, string>();
  /** Infinity while no answer is expected. */
  #documentsAskedAt = Infinity;
  #areDocumentsSilent = false;
  #storage: ComponentHealth = { ok: true };

  constructor(log: Logger, options: HealthOptions) {
    this.#log = log;
    this.#options = options;
    this.#lacksTerms = options.lacksTerms ?? false;
    this.#onHead = options.onHead ?? (() => undefined);
    this.#admission = options.admission ?? (() => ({ ok: true }));
    this.#vault = options.vault ?? (() => ({ ok: true }));
  }

  reportProgress(progress: readonly ProjectionProgress[]): void {
    this.#lags.report(progress);
  }

  /** See ProjectionLagTracker. */
  buildSpeed(): number | undefined {
    return this.#lags.buildSpeed();
  }

  /** The storage thread has ended; only a restart helps. */
  reportStorageFailure(error: Error): void {
    this.#storage = { ok: false, detail: error.message };
    this.#log.fatal({ reason: error.message }, 'storage failed; restart the service');
  }

  /** Commands for this book are not decided, because its events cannot be applied. */
  reportUnreadableBook(stream: string, reason: string): void {
    this.#unreadableBooks.set(stream, reason);
    this.#loadingBooks.delete(stream);
  }

  /** The events of this book are being read. */
  reportLoadingBook(stream: string, progress: LoadProgress): void {
    this.#loadingBooks.set(stream, progress);
  }

  /** Clears the fault of this book. */
  reportReadBook(stream: string): void {
    this.#unreadableBooks.delete(stream);
    this.#loadingBooks.delete(stream);
  }

  /** The store would hide or delete events of this stream; undefined: it keeps all of them again. */
  reportNotKept(stream: string, reason: string | undefined): void {
    if (reason === undefined) this.#notKept.delete(stream);
    else this.#notKept.set(stream, reason);
  }

  /** The service is not ready until the same prerequisite is reported as met. */
  reportUnmet(prerequisite: Prerequisite, reason: string): void {
    this.#unmet.set(prerequisite, reason);
  }

  /** Clears the fault of this prerequisite, and of no other. */
  reportMet(prerequisite: Prerequisite): void {
    this.#unmet.delete(prerequisite);
  }

  health(): Health {
    const parts = {
      ...this.#stores,
      storage: this.#storage,
      keys: this.#prerequisites(),
      projections: this.#lags.health(),
      books: this.#books(),
      streams: this.#streams(),
      webhooks: this.#webhooks(),
      admission: this.#admission(),
      vault: this.#vault(),
      ...this.#masterKey(),
      ...(this.#options.disk && { disk: this.#options.disk() }),
      ...(this.#options.backups && { backups: this.#options.backups() }),
      ...(this.#lacksTerms && { terms: { ok: true, detail: TERMS_MISSING } }),
    };
    return { ready: Object.values(parts).every(({ ok }) => ok), parts };
  }

  /** A call to the documents store got no answer in time. */
  reportSilentDocuments(): void {
    this.#areDocumentsSilent = true;
  }

  /** Whether the documents store answered last time, and soon, and no other call since got no answer. */
  hasDocuments(): boolean {
    return (
      this.#stores.documents.ok &&
      !this.#areDocumentsSilent &&
      monotonicTime() - this.#documentsAskedAt < ANSWER_MS_MAX
    );
  }

  registerMetrics(registry: Pick<MetricRegistry, 'gauge'>): void {
    this.#lags.registerMetrics(registry);
    registry.gauge(
      'books_unreadable',
      'Books that are refused because their events cannot be applied.',
      [],
      () => this.#unreadableBooks.size,
    );
    registry.gauge(
      'streams_not_kept',
      'Streams that take no writes because settings of the event store hide or delete their events.',
      [],
      () => this.#notKept.size,
    );
  }

  projectionLags(): readonly ProjectionLag[] {
    return this.#lags.list();
  }

  /** Checks both stores until the signal aborts. */
  async pollStores(
    { eventStore, documents }: Pick<Stores, 'eventStore' | 'documents'>,
    signal: AbortSignal,
  ): Promise<void> {
    // Separately, so that one does not wait for the other.
    await Promise.all([
      this.#pollStore('event_store', () => this.#askEventStore(eventStore), signal),
      this.#pollStore('documents', () => this.#askDocuments(documents), signal),
    ]);
  }

  async #askEventStore(eventStore: Stores['eventStore']): Promise<void> {
    await eventStore.ping();
    const head = await eventStore.head();
    this.#lags.setHead(head);
    this.#onHead(head);
  }

  async #askDocuments(documents: Stores['documents']): Promise<void> {
    this.#documentsAskedAt = monotonicTime();
    await documents.ping();
    this.#documentsAskedAt = Infinity;
    this.#areDocumentsSilent = false;
  }

  #setStore(store: StoreName, result: PromiseSettledResult<void>): void {
    const { ok: wasUp, detail } = this.#stores[store];
    if (result.status === 'fulfilled') {
      this.#stores[store] = { ok: true };
      if (!wasUp) this.#log.info({ store }, 'store connected');
    } else {
      const reason = errorMessage(result.reason);
      this.#stores[store] = { ok: false, detail: reason };
      if (wasUp || detail === NOT_CHECKED) this.#log.error({ store, reason }, 'store disconnected');
    }
  }

  #prerequisites(): ComponentHealth {
    return this.#unmet.size === 0
      ? { ok: true }
      : { ok: false, detail: [...this.#unmet.values()].join('; ') };
  }

  /** Never makes the service unready: the book is refused by every node, and other books are not affected. */
  #books(): ComponentHealth {
    const details = [this.#unreadable(), this.#loading()].filter((each) => each !== undefined);
    return details.length === 0 ? { ok: true } : { ok: true, detail: details.join('. ') };
  }

  #unreadable(): string | undefined {
    const count = this.#unreadableBooks.size;
    if (count === 0) return undefined;
    const refused =
      count === 1 ? '1 book cannot be read and is refused' : `${count} books cannot be read and are refused`;
    return `${refused}. ${reasonsOf([...this.#unreadableBooks].slice(0, NAMED_MAX))}`;
  }

  #loading(): string | undefined {
    const books = [...this.#loadingBooks].map(
      ([stream, { percent, secondsLeft }]) => `${stream}: ${percent} %, about ${secondsLeft} s left`,
    );
    if (books.length === 0) return undefined;
    const what = books.length === 1 ? '1 book is being loaded' : `${books.length} books are being loaded`;
    return `${what}. ${books.slice(0, NAMED_MAX).join('; ')}`;
  }

  /** Never makes the service unready: every node refuses these streams, and others are not affected. */
  #streams(): ComponentHealth {
    if (this.#notKept.size === 0) return { ok: true };
    const count = this.#notKept.size;
    const refused =
      count === 1 ? '1 stream may lose events and takes' : `${count} streams may lose events and take`;
    const remedy = 'Do not scavenge. See "Streams that may lose events" in docs/operations.md.';
    return {
      ok: true,
      detail: `${refused} no writes. ${reasonsOf([...this.#notKept].slice(-NAMED_MAX))}. ${remedy}`,
    };
  }

  #pollStore(store: StoreName, ping: () => Promise<void>, signal: AbortSignal): Promise<void> {
    const run = async (): Promise<void> => {
      const [result] = await Promise.allSettled([withDeadline(ping(), PING_MS_MAX)]);
      this.#setStore(store, result);
    };
    return repeat({ run, everyMs: POLL_EVERY_MS }, signal);
  }

  /** Absent unless there is something to say. */
  #masterKey(): { master_key?: ComponentHealth } {
    const found = this.#options.masterKey?.();
    return found?.detail === undefined ? {} : { master_key: found };
  }

  /** Never makes the service unready: a wrong key affects every node, so other nodes could not take over. */
  #webhooks(): ComponentHealth {
    const count = this.#options.pausedEndpoints();
    if (count === 0) return { ok: true };
    const detail = `The signing keys of ${count} endpoints cannot be opened. Was MASTER_KEY changed?`;
    return { ok: true, detail };
  }
}

const reasonsOf = (streams: readonly (readonly [stream: string, reason: string])[]): string =>
  streams.map(([stream, reason]) => `${stream}: ${reason}`).join('; ');
