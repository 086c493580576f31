/** The composition root: makes every part from the configuration and passes it to those that need it. */
import type { Logger } from 'pino';
import { COLLECTIONS } from '../projections/collections.ts';
import { tasksProjection } from '../projections/tasks.ts';
import { startServiceCheckpoints } from './audit/service-checkpoints.ts';
import { signingKeyOf } from './audit/signing-key.ts';
import { auditStatus } from './audit/status.ts';
import { lastRecord } from './audit/verification-record.ts';
import { ConfigError, policyOf } from './config.ts';
import type { Config, ConfigFile } from './config.ts';
import { createConsole } from './console/console.ts';
import { mountDocs } from './docs-site/mount.ts';
import { createReadBarrier } from './documents/barrier.ts';
import type { ProjectionProgress } from './documents/projector.ts';
import { decodeMetadata } from './eventstore/codec.ts';
import { StoreUnavailable } from './eventstore/port.ts';
import type { EventStore } from './eventstore/port.ts';
import { makeFirstRun, masterKeyIn, readCredentials, urls, writeCredentials } from './first-run.ts';
import type { Credentials } from './first-run.ts';
import { createHosted } from './hosted/hosted.ts';
import { readTerms } from './hosted/terms-text.ts';
import { createApp } from './http/app.ts';
import type { Mount } from './http/app.ts';
import { createFingerprint } from './http/idempotency.ts';
import { mountRailCallbacks } from './http/rail-callbacks.ts';
import { createHttpServer, listen, stopListening } from './http/server.ts';
import type { Services, Settings } from './http/services.ts';
import { createVault } from './keeper/vault.ts';
import { createFigures } from './observing/figures.ts';
import {
  DOCUMENT_CALLS,
  EVENT_STORE_CALLS,
  observedAppends,
  observedKeepers,
  observedRails,
  observedSender,
  observedStore,
  watchRails,
  watchTasks,
  watchVerifications,
} from './observing/observed.ts';
import { mountOperator } from './operator/mount.ts';
import type { OperatorServices } from './operator/services.ts';
import { loadPlatform } from './platform/platform.ts';
import type { Platform } from './platform/platform.ts';
import { createApprovalLinks } from './rails/approval-link.ts';
import type { Rails } from './rails/port.ts';
import { createRails } from './rails/rails.ts';
import { createRebuilds } from './rebuilds.ts';
import { keepToRetention } from './retention.ts';
import type { Kept } from './retention.ts';
import { readSanctions } from './sanctions.ts';
import type { Sanctions } from './sanctions.ts';
import { isEmbedded, openStores } from './stores.ts';
import type { Stores } from './stores.ts';
import { keepersOn } from './service-keepers.ts';
import { recordSpan } from './tracing.ts';
import { beginTreasury } from './treasury/begin.ts';
import { createTreasuries } from './treasury/treasuries.ts';
import { keepFresh, loadWithPatience, mirrorProgress, prepareDeliveries, stoppedOr } from './upkeep.ts';
import { createWatch } from './watch.ts';
import { DELIVERIES, RETRIES } from './webhooks/delivery.ts';
import { createSender } from './webhooks/send.ts';
import { createSigningKeys } from './webhooks/signing-keys.ts';
import { createWebhooks } from './webhooks/webhooks.ts';
import type { Webhooks } from './webhooks/webhooks.ts';
import type { Workers } from './workers/loop.ts';
import { createSubmitPayout } from './workers/submit-payout.ts';
import { startServiceWorkers } from './workers/workers.ts';

export type Service = {
  /** Where it listens. */
  readonly url: string;
  /** Set when it runs embedded: how to reach the integrator of the first run, and whether this start made it. */
  readonly credentials: (Credentials & { readonly isNew: boolean }) | undefined;
  /** Finishes what is under way and closes everything. */
  close(): Promise<void>;
};

/** How long a read waits for the projections to pass the caller's own write. */
const READ_TIMEOUT_MS = 5_000;

/** Resolves once the service listens; whether it is ready to serve is another question, which /readyz answers. */
export async function startService(
  config: Config,
  log: Logger,
  clock: () => number = Date.now,
  /** What the service is to use in place of the rails of its configuration, made from these. */
  instead: (rails: Rails) => Rails = (rails) => rails,
): Promise<Service> {
  const masterKey = masterKeyFor(config);
  const policy = policyOf(config.file);
  const sanctions = sanctionsOf(config.file);
  const terms = readTerms(config.file.hosted.terms_file);
  // Nobody can wait for reads before the stores are there.
  const barrier = createReadBarrier(() => stores.hurry());
  const watch = createWatch(log);
  const report = (progress: readonly ProjectionProgress[]): void => {
    barrier.report(progress);
    watch.progressed(progress);
    const reached = progress.find(({ name }) => name === tasksProjection.name)?.position;
    if (reached !== tasksAt) {
      workers?.wake();
      deliveries?.wake();
    }
    tasksAt = reached;
  };
  let workers: Workers | undefined;
  let deliveries: Webhooks | undefined;
  /** How far the tasks have come: only then can there be new ones. */
  let tasksAt: bigint | undefined;
  const figures = createFigures();
  const opened = await openStores(config, masterKey, {
    onProgress: report,
    onPage: (page) => {
      figures.page(page);
      recordSpan('projector.page', { 'ledger.events': page.events }, performance.now() - page.ms);
    },
    onProjectorFault: (fault) => log.error(fault, 'a projection is held up'),
    onFault: (fault) => watch.failed(fault),
  });
  const stores: Stores = {
    ...opened,
    eventStore: observedStore(figures, opened.eventStore, 'events', EVENT_STORE_CALLS),
    documents: observedStore(figures, opened.documents, 'documents', DOCUMENT_CALLS),
  };
  const observer = observedAppends(figures);
  const keepers = observedKeepers(figures, keepersOn(stores, { config, policy, clock, log, observer }));
  const treasuries = createTreasuries({
    eventStore: stores.eventStore,
    keepers,
    maxAgeHours: config.file.quotes.price_max_age_hours,
    clock,
    log,
  });
  const stopping = new AbortController();
  const { signal } = stopping;
  let platform: Platform | undefined;
  const vault = createVault(stores.documents, masterKey);
  const running = createRails({
    settings: config.file.rails,
    isUp: (environment, rail) => platform?.isRailUp(environment, rail) ?? false,
    log,
    clock,
  });
  const rails = observedRails(figures, instead(running));
  watchRails(figures, running.served, rails);
  // Where it listens is known only once it does.
  let address = config.publicUrl ?? '';
  const approvalLinks = createApprovalLinks(masterKey, () => address);
  const loadedPlatform = (): Platform => {
    if (platform === undefined) throw new StoreUnavailable('the keys are not loaded yet');
    return platform;
  };
  const submitPayout = createSubmitPayout({ keepers, vault, rails });
  const signingKeys = createSigningKeys(masterKey);
  const sender = observedSender(createSender({ timeoutMs: config.file.webhooks.timeout_seconds * 1_000 }));
  let requests = 0;
  const webhooks = createWebhooks({
    ...{ keepers, signingKeys, sender, log, clock },
    settings: config.file.webhooks,
    documents: stores.documents,
    shared: config.mongoUrl !== undefined,
    requests: () => requests,
  });
  const services: Services = {
    keepers,
    documents: stores.documents,
    barrier,
    vault,
    rails,
    approvalLinks,
    sanctions,
    submitPayout,
    signingKeys,
    sender,
    prices: treasuries.prices,
    fingerprint: createFingerprint(masterKey),
    policy,
    keys: { findKey: (hash) => loadedPlatform().findKey(hash) },
    settings: settingsOf(config.file),
    log,
    publicUrl: () => address,
    health: () => watch.health(),
    gauges: () => watch.gauges(),
    clock,
  };
  const checkpoints = config.checkpoints && {
    ...config.checkpoints,
    eventStore: stores.eventStore,
    key: signingKeyOf(masterKey),
    platform: () => platform,
    clock,
    log,
  };
  const writer =
    checkpoints !== undefined && config.roles.includes('worker')
      ? startServiceCheckpoints(checkpoints)
      : undefined;
  watchVerifications(figures, () => checkpoints && lastRecord(checkpoints.folder, checkpoints.key.publicKey));
  const rebuilds = createRebuilds(stores.documents.inner, clock);
  const operated: OperatorServices = {
    ...services,
    audit: () => auditStatus({ key: signingKeyOf(masterKey).publicKey, checkpoints, writer }),
    platform: loadedPlatform,
    treasuries,
    head: () => stores.eventStore.head(),
    railPlaces: running,
    projections: () => watch.projections(),
    rebuilds,
    async requestIdAt(stream, revision) {
      const [event] = await stores.eventStore.read(stream, revision, 1);
      return event === undefined ? null : decodeMetadata(event).request_id;
    },
  };
  const callbacks: Mount = (mounted) =>
    mountRailCallbacks(mounted, { services, signatures: running, head: () => stores.eventStore.head() });
  const moreFigures: Mount = (_app, metrics) => {
    metrics.include(figures.registry);
    metrics.include(webhooks.registry);
  };
  const docs = mountDocs(() => address);
  const operator = mountOperator(operated);
  const readStream: EventStore['read'] = (...asked) => stores.eventStore.read(...asked);
  const consolePages = createConsole(operated, { readStream, registry: webhooks.registry, signal });
  const hosted = createHosted(services, { terms });
  const app = createApp(services, operator, callbacks, hosted, consolePages, docs, moreFigures);
  const server = createHttpServer(app);
  // Deliveries give way to requests.
  server.on('request', () => (requests += 1));
  const listeningAt = await listen(server, config);
  const url = config.publicUrl ?? listeningAt;
  address = url;
  const watchingRails = running.watch(signal);
  const watching = watch.start(stores, signal);
  let keeping: Promise<void> | undefined;
  if (config.roles.includes('worker')) {
    const { documents } = stores;
    const { events, webhooks: settings } = config.file;
    // What may still be tried again stays, however short events are shown.
    const seconds = Math.max(events.retention_days * DAY_SECONDS, settings.retry_window_seconds);
    keeping = keepToRetention({ documents, kept: KEPT, seconds, clock, log, signal });
    const shared = config.mongoUrl !== undefined;
    watchTasks(figures, documents, clock);
    workers = startServiceWorkers({
      keepers,
      documents,
      vault,
      rails,
      submitPayout,
      log,
      clock,
      shared,
      figures,
    });
    deliveries = webhooks;
    webhooks.start();
  }

  async function loadKeys(): Promise<Service['credentials']> {
    const loaded = await loadWithPatience(() => loadPlatform(stores.eventStore, clock), log, signal);
    const credentials = isEmbedded(config)
      ? await embeddedCredentials(loaded, config.dataDir, url)
      : undefined;
    await loadWithPatience(() => treasuries.load(), log, signal);
    if (credentials !== undefined) {
      const onHeldUp = (err: unknown): void => log.warn({ err }, 'an allocation reaches its book later');
      await beginTreasury(treasuries.of('sandbox'), credentials.integrator_id, onHeldUp);
    }
    platform = loaded;
    watch.serving();
    return credentials;
  }
  const loading = loadKeys();
  // The operator API reads them on every node, and not only where they are written.
  const preparing = prepareDeliveries(stores.documents, log, signal);
  // Whoever issues and revokes keys may do so in another process, with a file as well as with servers.
  const following = loading
    .then(
      () =>
        platform &&
        Promise.all([
          keepFresh(platform, log, signal),
          treasuries.follow(signal, config.roles.includes('worker')),
        ]),
    )
    .catch((err: unknown) => stoppedOr(signal, log, err));
  // A file is there at once; a server may take its time, and /readyz says so meanwhile.
  const credentials = isEmbedded(config) ? await loading : undefined;
  const mirrored = config.roles.includes('projector')
    ? undefined
    : mirrorProgress(stores.documents, report, signal);

  let closed: Promise<void> | undefined;
  async function close(): Promise<void> {
    stopping.abort();
    await Promise.all([stopListening(server), workers?.stop(), webhooks.stop()]);
    await sender.close();
    await Promise.all([keepers.close(), rebuilds.close()]);
    await writer?.stop();
    await Promise.all([watching, watchingRails, following, preparing, mirrored, keeping]);
    await stores.close();
  }
  return { url, credentials, close: () => (closed ??= close()) };
}

const DAY_SECONDS = 24 * 60 * 60;

/** What is kept as long as events are. */
const KEPT: readonly Kept[] = [
  { collection: COLLECTIONS.events, prefix: 'evt' },
  { collection: COLLECTIONS.redeliveries, prefix: 'rdl' },
  { collection: DELIVERIES, prefix: 'whd' },
  { collection: RETRIES, prefix: 'whr' },
];

const settingsOf = ({ rate_limit, onramps, webhooks, events, features }: ConfigFile): Settings => ({
  rateLimit: { requestsPerSecond: rate_limit.requests_per_second, burst: rate_limit.burst },
  bankExpirySeconds: onramps.bank_expiry_seconds,
  emailpayExpirySeconds: onramps.emailpay_expiry_seconds,
  transferCancel: features.transfer_cancel,
  webhookEndpointTest: features.webhook_endpoint_test,
  webhookLoopback: webhooks.allow_loopback,
  eventRetentionDays: events.retention_days,
  readTimeoutMs: READ_TIMEOUT_MS,
});

function sanctionsOf({ sanctions: { list_file } }: ConfigFile): Sanctions {
  try {
    return readSanctions(list_file);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ConfigError(`CONFIG_FILE: sanctions.list_file can't be read: ${reason}`);
  }
}

function masterKeyFor(config: Config): Uint8Array {
  if (config.masterKey !== undefined) return config.masterKey;
  if (isEmbedded(config)) return masterKeyIn(config.dataDir);
  throw new ConfigError('MASTER_KEY must be set (32 bytes in base64) when EVENTSTORE_URL or MONGODB_URL is.');
}

/** The demo integrator's credentials: made now, or made before and brought up to date with where the service listens. */
async function embeddedCredentials(
  platform: Platform,
  dataDir: string,
  url: string,
): Promise<Service['credentials']> {
  const made = await makeFirstRun(platform, dataDir, url);
  if (made !== undefined) return { ...made, isNew: true };
  const kept = readCredentials(dataDir);
  if (kept === undefined) return undefined;
  const current = { ...kept, ...urls(url) };
  if (kept.base_url !== url) writeCredentials(dataDir, current);
  return { ...current, isNew: false };
}
