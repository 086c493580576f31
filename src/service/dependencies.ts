/** Opens the stores and creates every component that the service is made of. Only the stores and the projector are active yet. */
import { createSecretKey } from 'node:crypto';
import { accessSync, constants } from 'node:fs';
import type { Express } from 'express';
import type { Logger } from 'pino';
import { createFingerprint, type Fingerprint } from '../api/operations/idempotency.ts';
import { StorageLimit } from '../api/operations/storage-limit.ts';
import type { WriteAdmission } from '../api/operations/write-admission.ts';
import { ConfigError, type ConfigFile } from '../config/config-file.ts';
import { usesDataDir, type Config } from '../config/config.ts';
import { policyOf, treasuryLimitsOf } from '../config/policy.ts';
import type { Authentication } from '../event-store/authenticated-reader.ts';
import { createEventMacs } from '../event-store/event-macs.ts';
import { readTerms, type Terms } from '../hosted/page-request.ts';
import { createSubmitPayout, type SubmitPayout } from '../jobs/submit-payout.ts';
import type { Policy } from '../ledger/policy.ts';
import type { MinuteMetrics } from '../minute-metrics/minute-metrics.ts';
import {
  createAcceptedHistories,
  createDeferredPlatform,
  createKeyFreshness,
  type AcceptedHistories,
  type DeferredPlatform,
  type KeyFreshness,
} from '../platform/key-freshness.ts';
import { createSandboxBooks, type SandboxBooks } from '../platform/sandbox-books.ts';
import { createApprovalLinks, type ApprovalLinks } from '../rails/approval-links.ts';
import type { Rails } from '../rails/port.ts';
import { createRails, type RunningRails } from '../rails/rails.ts';
import type { ConsistencyBarrier, ProjectionFollower } from '../read-models/consistency-barrier.ts';
import type { DocumentHistory, Sentinel } from '../read-models/history/document-history.ts';
import type { EvidenceOfStreams, LossOfEvents } from '../read-models/history/event-history.ts';
import type { FreshnessTracker } from '../read-models/projection-backlog.ts';
import type { Linger } from '../read-models/projector/projection-runner.ts';
import { authenticateRecords, type RecordCalls } from '../read-models/records.ts';
import type { RequestLog } from '../request-log/request-log.ts';
import {
  createScreening,
  readSanctionsList,
  type SanctionsList,
  type Screening,
} from '../screening/screening.ts';
import { lockFolder } from '../sqlite/embedded-stores.ts';
import { macKeysOf, perVersion, type KeyRing } from '../system/key-ring.ts';
import { errorMessage, hasErrorCode, isSystemError } from '../system/errors.ts';
import { makeFolder } from '../system/folder.ts';
import { currentTime } from '../system/runtime.ts';
import { createTreasuries, type Treasuries } from '../treasury/treasuries.ts';
import { treasuryStream } from '../treasury/treasury.ts';
import { deriveAuditSigningKey, type SigningKey } from '../vault/audit-signing-key.ts';
import { loadMasterKey, verifyMasterKey, type MasterKey } from '../vault/master-key.ts';
import { createReasonOpener, type ReasonOpener } from '../vault/sealed-reasons.ts';
import type { ResponseSeal } from '../vault/seals.ts';
import { createVault, type Vault } from '../vault/vault.ts';
import type { WebhookSigningKeys } from '../vault/webhook-signing-keys.ts';
import type { OriginRates } from '../webhooks/attempt-limits.ts';
import type { WebhookSender, createWebhookSender } from '../webhooks/webhook-sender.ts';
import type { Webhooks } from '../webhooks/webhooks.ts';
import type { BookWriters } from '../writer/command.ts';
import { createServiceWriters } from './book-writers.ts';
import { createDelivery } from './delivery.ts';
import type { DiskSpace } from './disk-space.ts';
import { ScheduledBackups, backupSchedule } from './scheduled-backups.ts';
import type { HealthMonitor } from './health.ts';
import type { LostKeys } from './history-watch.ts';
import { openInstrumentedStores, type InstrumentedStores } from './instrumented-stores.ts';
import { instrumentAppends, instrumentRails, instrumentWriters, registerRailMetrics } from './instruments.ts';
import { createMetrics, type Metrics } from './metrics.ts';
import { createMonitoring, followProgress, openRecording } from './monitoring.ts';
import { createProgressBroadcast, type ProgressBroadcast } from './projection-progress.ts';
import type { CloseStack, OpenStores } from './stores.ts';
import { createStreamEvidence } from './stream-evidence.ts';
import { masterKeyHealth } from './master-key-watch.ts';

/** Replacements for tests, and what to do when the service has to start over. */
export type Overrides = {
  /** Milliseconds since 1970. */
  readonly clock?: () => number;
  /** Wraps the configured rails. */
  readonly rails?: (configured: Rails) => Rails;
  /** Opens other stores than the configuration names, such as stores in memory that several services share. */
  readonly openStores?: OpenStores;
  /** Sends webhooks in another way than over HTTP. */
  readonly createSender?: typeof createWebhookSender;
  /** Makes the app reachable in another way than over a socket. Returns its URL. */
  readonly serve?: (app: Express) => Promise<string>;
  /** Called when the process has events in memory that do not exist any more. */
  readonly onEventsWentBack?: (loss: LossOfEvents) => void;
  /** Why the service starts over. */
  readonly eventsWentBack?: LossOfEvents | undefined;
};

export type Dependencies = {
  readonly config: Config;
  readonly log: Logger;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  readonly policy: Policy;
  readonly screening: Screening;
  readonly terms: Terms;
  readonly metrics: Metrics;
  readonly health: HealthMonitor;
  readonly barrier: ConsistencyBarrier;
  readonly eventLog: ProjectionFollower;
  readonly freshness: FreshnessTracker;
  readonly admission: WriteAdmission;
  readonly storage: StorageLimit;
  readonly requestLog: RequestLog;
  readonly minuteMetrics: MinuteMetrics;
  readonly progress: ProgressBroadcast;
  /** Delays reads of the progress of a projector in another process, until a reader waits for it. */
  readonly remoteProgressLinger: Linger;
  readonly stores: InstrumentedStores;
  readonly history: DocumentHistory;
  readonly onEventsWentBack: (loss: LossOfEvents) => void;
  readonly eventsWentBack: LossOfEvents | undefined;
  readonly writers: BookWriters;
  readonly books: SandboxBooks;
  readonly vault: Vault;
  /** A record in the vault that only this process writes. */
  readonly vaultSentinel: Sentinel;
  readonly lostKeys: LostKeys;
  /** Undefined if the stores are servers. */
  readonly disk: DiskSpace | undefined;
  /** Undefined if this process takes no backups. */
  readonly backups: ScheduledBackups | undefined;
  /** Records with a MAC. */
  readonly records: RecordCalls;
  /** `isConfirmed` once the data could be opened with it. */
  readonly masterKey: MasterKey & { readonly isConfirmed: boolean };
  /** Decides which events are believed. */
  readonly authentication: Authentication;
  readonly acceptedHistories: AcceptedHistories;
  readonly treasuries: Treasuries;
  readonly platform: DeferredPlatform;
  readonly keyFreshness: KeyFreshness;
  /** The rails with their providers, as configured. */
  readonly configuredRails: RunningRails;
  /** The configured rails, instrumented and with the overrides of tests. */
  readonly rails: Rails;
  readonly submitPayout: SubmitPayout;
  readonly approvalLinks: ApprovalLinks;
  readonly fingerprint: Fingerprint;
  /** Of what streams once had. */
  readonly evidence: EvidenceOfStreams;
  /** Signs checkpoints. */
  readonly auditKey: SigningKey;
  /** Sign webhook deliveries. */
  readonly signingKeys: WebhookSigningKeys;
  /** Opens the reasons that people typed, in what leaves the service. */
  readonly reasons: ReasonOpener;
  /** Seals what webhook receivers answer to events about persons. */
  readonly responseSeal: ResponseSeal;
  /** Sends the tests of webhook endpoints. Deliveries have their own sender. */
  readonly sender: WebhookSender;
  /** Limits deliveries and tests. */
  readonly originRates: OriginRates;
  readonly webhooks: Webhooks;
  /** The public URL without a trailing slash; empty until the service listens. */
  readonly publicAddress: { url: string };
  /** Counts the requests to this process. Deliveries slow down while it grows fast. */
  readonly requestCounter: { count: number };
};

/**
 * Adds the stores to the stack. Throws a ConfigError, before it opens anything, when a file that the configuration names
 * cannot be read; for a data directory in use; and for a wrong master key.
 */
export async function openDependencies(
  config: Config,
  log: Logger,
  { clock = currentTime, rails: wrapRails = (configured) => configured, openStores, ...more }: Overrides,
  stack: CloseStack,
): Promise<Dependencies> {
  if (config.isUnwantedAdministrator)
    throw new ConfigError(
      'EVENTSTORE_URL must not name the user admin, who may delete streams; see "Users of EventStoreDB" in docs/operations.md. ' +
        'Set EVENTSTORE_ALLOW_ADMIN=true to allow it.',
    );
  const policy = policyOf(config.file);
  const sanctions = readSanctions(config.file);
  const terms = readTerms(config.file.hosted.terms_file);
  if (usesDataDir(config)) stack.add(lockDataDir(config));
  const key = loadMasterKey(config);

  const { ring } = key;
  // Events contain the codes of matches, which must not change when the master key is replaced.
  const screeningKey = perVersion((version) => createSecretKey(version.secret('screening v1')));
  const screening = createScreening(sanctions, () => screeningKey(ring.first));
  const monitored = await openMonitoredStores(
    {
      ...{ config, log, clock, openStores, key, lacksTerms: terms.isSample },
      // Called only once the service listens.
      pausedEndpoints: () => delivery.webhooks.pausedEndpoints(),
    },
    stack,
  );
  const { metrics, progress, health, admission, backlog, lostKeys, stores } = monitored;
  const recording = openRecording({ config, log, clock, stores, admission, metrics }, stack);
  const { minuteMetrics, history } = recording;
  const vault = createVault(stores.documents, ring, undefined, lostKeys.suspect);
  const masterKey = { ...key, isConfirmed: await verifyMasterKey(vault, key) };

  const projected = followProgress({ config, clock, stores, progress, health, backlog, admission, history });
  const trusted = createTrust(ring, { config, clock, log, stores });
  const { authentication, evidence } = trusted;
  const storage = createStorageLimit(config);
  const writers = openWriters(ring, policy, projected.barrier, {
    config,
    storage,
    clock,
    log,
    stores,
    authentication,
    evidence,
    health,
    metrics,
    minuteMetrics,
  });
  const platform = createDeferredPlatform();
  const books = createSandboxBooks({ platform: () => platform.get(), writers });
  const base = {
    config,
    log,
    clock,
    stores,
    history,
    writers,
    books,
    health,
    authentication,
    metrics,
    minuteMetrics,
  };
  const { configuredRails, rails } = openRails(base, platform, wrapRails);
  const publicAddress = { url: config.publicUrl ?? '' };
  const approvalLinks = createApprovalLinks(ring, () => publicAddress.url);
  const reasons = createReasonOpener(vault);
  const delivery = createDelivery(base, ring, { approvalLinks, reasons }, more.createSender);
  return {
    ...base,
    ...recording,
    ...projected,
    ...delivery,
    policy,
    screening,
    terms,
    ...monitored,
    storage,
    ...trusted,
    onEventsWentBack: more.onEventsWentBack ?? (() => undefined),
    eventsWentBack: more.eventsWentBack,
    vault,
    masterKey,
    platform,
    configuredRails,
    rails,
    publicAddress,
    keyFreshness: createKeyFreshness(async () => platform.get().refresh()),
    treasuries: createServiceTreasuries({ ...base, evidence }),
    submitPayout: createSubmitPayout({ writers, ...stores, authentication, vault, rails, screening, log }),
    approvalLinks,
    reasons,
    fingerprint: createFingerprint(ring),
  };
}

type MonitoredOptions = {
  readonly openStores: Overrides['openStores'] | undefined;
  readonly config: Config;
  readonly log: Logger;
  readonly clock: () => number;
  readonly key: ReturnType<typeof loadMasterKey>;
  readonly lacksTerms: boolean;
  readonly pausedEndpoints: () => number;
};

/** Opens the stores, with what watches them and the backups of them. */
async function openMonitoredStores(
  { config, log, clock, openStores, key, lacksTerms, pausedEndpoints }: MonitoredOptions,
  stack: CloseStack,
) {
  const metrics = createMetrics();
  const progress = createProgressBroadcast();
  const schedule = backupSchedule(config);
  const { backlog, ...monitoring } = createMonitoring(config, log, metrics, {
    lacksTerms,
    masterKey: () => masterKeyHealth(key),
    backups: schedule && (() => backups?.health() ?? { ok: true }),
    pausedEndpoints,
  });
  const stores = await openInstrumentedStores({
    ...{ config, log, metrics, progress, openStores, masterKey: key.ring },
    health: monitoring.health,
    onHead: backlog.observeHead,
  });
  stack.add(() => stores.close());
  const backups =
    schedule &&
    new ScheduledBackups({
      ...schedule,
      ...{ config, clock, log, masterKeys: key.ring.configuredKeys },
      documents: stores.documents,
      registry: metrics.registry,
    });
  return { ...monitoring, backlog, metrics, progress, stores, backups };
}

/** Each process grants its part, like the rate limits. */
const createStorageLimit = ({ file: { storage, rate_limit } }: Config): StorageLimit => {
  const { sandbox, production } = storage.event_bytes_per_day;
  const part = (bytes: number | null): number | null => bytes && Math.ceil(bytes / rate_limit.nodes);
  return new StorageLimit({ sandbox: part(sandbox), production: part(production) });
};

/** What the service believes: MACs of events and records, histories that operators accepted, and evidence of lost events. */
function createTrust(
  masterKey: KeyRing,
  { config, clock, log, stores }: Pick<Dependencies, 'config' | 'clock' | 'log' | 'stores'>,
) {
  const { documents, eventStore } = stores;
  const acceptedHistories = createAcceptedHistories();
  const authentication = {
    macs: createEventMacs(masterKey),
    acceptedHistory: (stream: string) => acceptedHistories.of(stream),
  };
  const records = authenticateRecords(documents, macKeysOf(masterKey, 'records v1'), clock);
  const auditKey = deriveAuditSigningKey(masterKey);
  const evidence = createStreamEvidence({
    ...{ records, clock, log, documents, eventStore },
    checkpoints: config.checkpoints,
    auditKey: () => auditKey.publicKey,
  });
  return { acceptedHistories, authentication, records, auditKey, evidence };
}

const openWriters = (
  masterKey: KeyRing,
  policy: Policy,
  barrier: ConsistencyBarrier,
  {
    stores,
    metrics,
    minuteMetrics,
    storage,
    ...base
  }: Omit<Base, 'history' | 'writers' | 'books'> & Pick<Dependencies, 'evidence' | 'storage'>,
): BookWriters =>
  instrumentWriters(
    metrics,
    createServiceWriters(stores, {
      ...base,
      policy,
      masterKey,
      observer: instrumentAppends(metrics, minuteMetrics, storage),
      isProjected: (position) => barrier.hasPassed(position),
    }),
  );

function openRails(
  { config, log, clock, metrics }: Base,
  platform: DeferredPlatform,
  wrap: NonNullable<Overrides['rails']>,
): Pick<Dependencies, 'configuredRails' | 'rails'> {
  const configuredRails = createRails({
    settings: config.file.rails,
    isEnabled: (environment, rail) => platform.current()?.isRailEnabled(environment, rail) ?? false,
    log,
    clock,
  });
  const rails = instrumentRails(metrics, wrap(configuredRails));
  registerRailMetrics(metrics, configuredRails.configured, rails);
  return { configuredRails, rails };
}

/** Two services on one file would both run payouts and deliveries. Throws ConfigError. */
function lockDataDir({ dataDir }: Config): () => void {
  const unlock = lockDataFolder(dataDir);
  if (unlock !== undefined) return unlock;
  throw new ConfigError(
    `Another service is using the data directory ${dataDir}. Stop it, or set DATA_DIR to another directory.`,
  );
}

function lockDataFolder(dataDir: string): (() => void) | undefined {
  try {
    makeFolder(dataDir);
    accessSync(dataDir, constants.W_OK);
    return lockFolder(dataDir);
  } catch (error) {
    // A full disk is not a wrong setting.
    if (!isSystemError(error) || hasErrorCode(error, 'ENOSPC')) throw error;
    throw new ConfigError(
      `DATA_DIR must be a folder that the service can create and write to; got ${dataDir} (${errorMessage(error)}).`,
    );
  }
}

/** What most parts need, and exists before they are created. */
export type Base = Pick<
  Dependencies,
  | 'config'
  | 'log'
  | 'clock'
  | 'stores'
  | 'history'
  | 'writers'
  | 'books'
  | 'health'
  | 'authentication'
  | 'metrics'
  | 'minuteMetrics'
>;

const createServiceTreasuries = ({
  config,
  log,
  clock,
  stores,
  writers,
  books,
  health,
  authentication,
  evidence,
}: Base & Pick<Dependencies, 'evidence'>): Treasuries =>
  createTreasuries({
    ...{ authentication, writers, books, clock, log },
    eventStore: stores.eventStore,
    maxAgeHours: config.file.quotes.price_max_age_hours,
    limits: treasuryLimitsOf(config.file),
    onUnreadable(environment, reason, error) {
      health.reportUnmet(`treasury.${environment}`, reason);
      void evidence.keep(treasuryStream(environment), error);
    },
    onReadable: (environment) => health.reportMet(`treasury.${environment}`),
  });

function readSanctions({ sanctions: { list_file } }: ConfigFile): SanctionsList {
  try {
    return readSanctionsList(list_file === null ? [] : [list_file].flat());
  } catch (error) {
    throw new ConfigError(`CONFIG_FILE: cannot read sanctions.list_file: ${errorMessage(error)}`);
  }
}
