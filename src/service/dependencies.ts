/**
 * What a service is made of: everything between its configuration and the ways in and out of it. To make these parts
 * opens the stores, and with them the projector; the others only wait to be asked.
 */
import type { Logger } from 'pino';
import { errorMessage } from '../system/errors.ts';
import { deliveryTargetsProjection } from '../../projections/webhooks/delivery-targets.ts';
import { eventLogProjection } from '../../projections/webhooks/event-log.ts';
import { redeliveriesProjection } from '../../projections/webhooks/redeliveries.ts';
import { deriveAuditSigningKey } from '../vault/audit-signing-key.ts';
import type { SigningKey } from '../vault/audit-signing-key.ts';
import { ConfigError, policyOf } from '../config/config.ts';
import type { Config } from '../config/config.ts';
import type { ConfigFile } from '../config/config-file.ts';
import { createConsistencyBarrier } from '../read-models/consistency-barrier.ts';
import type { ConsistencyBarrier } from '../read-models/consistency-barrier.ts';
import { readTerms } from '../hosted/onboarding/terms-text.ts';
import type { Terms } from '../hosted/onboarding/terms-text.ts';
import { createFingerprint } from '../api/operations/request-fingerprint.ts';
import type { Fingerprint } from '../api/operations/request-fingerprint.ts';
import type { BookWriters } from '../writer/command.ts';
import { createVault } from '../vault/vault.ts';
import type { Vault } from '../vault/vault.ts';
import type { Policy } from '../ledger/policy.ts';
import { verifyMasterKey, loadMasterKey } from '../vault/master-key.ts';
import type { MasterKey } from '../vault/master-key.ts';
import { createMetrics } from '../telemetry/metrics.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import {
  instrumentAppends,
  instrumentWriters,
  instrumentRails,
  instrumentSender,
  registerRailMetrics,
} from '../telemetry/instrumentation.ts';
import { createDeferredPlatform } from '../platform/deferred-platform.ts';
import type { DeferredPlatform } from '../platform/deferred-platform.ts';
import { createApprovalLinks } from '../rails/approval-links.ts';
import type { ApprovalLinks } from '../rails/approval-links.ts';
import type { Rails } from '../rails/port.ts';
import { createRails } from '../rails/rails.ts';
import type { RunningRails } from '../rails/rails.ts';
import { readSanctionsList } from '../config/sanctions-list.ts';
import type { SanctionsList } from '../config/sanctions-list.ts';
import type { Stores } from './stores.ts';
import { createTreasuries } from '../treasury/treasuries.ts';
import type { Treasuries } from '../treasury/treasuries.ts';
import { createHealthMonitor } from './health.ts';
import type { HealthMonitor } from './health.ts';
import { createWebhookSender } from '../webhooks/sending/webhook-sender.ts';
import type { WebhookSender } from '../webhooks/sending/webhook-sender.ts';
import { createWebhookSigningKeys } from '../vault/webhook-signing-keys.ts';
import type { WebhookSigningKeys } from '../vault/webhook-signing-keys.ts';
import { createWebhooks } from '../webhooks/webhooks.ts';
import type { Webhooks } from '../webhooks/webhooks.ts';
import { createSubmitPayout } from '../jobs/handlers/submit-payout.ts';
import type { SubmitPayout } from '../jobs/handlers/submit-payout.ts';
import { createServiceWriters } from './book-writers.ts';
import { caughtUpCheck, createProgressBroadcast } from './projection-progress.ts';
import type { ProgressBroadcast } from './projection-progress.ts';
import { openInstrumentedStores } from './instrumented-stores.ts';

/** What a service is to use in place of its own, as tests want it to. */
export type Overrides = {
  /** Milliseconds since 1970. */
  readonly clock?: () => number;
  /** Makes the rails that are asked out of those of the configuration. */
  readonly rails?: (configured: Rails) => Rails;
};

export type Dependencies = {
  readonly config: Config;
  readonly log: Logger;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  readonly policy: Policy;
  readonly sanctions: SanctionsList;
  readonly terms: Terms;
  readonly metrics: Metrics;
  readonly health: HealthMonitor;
  readonly barrier: ConsistencyBarrier;
  readonly progress: ProgressBroadcast;
  readonly stores: Stores;
  readonly keepers: BookWriters;
  readonly vault: Vault;
  /** The key that the data is sealed under, and whether the data has said so. */
  readonly masterKey: MasterKey & { readonly isConfirmed: boolean };
  readonly treasuries: Treasuries;
  readonly platform: DeferredPlatform;
  /** The rails with their providers, as the configuration names them. */
  readonly configuredRails: RunningRails;
  /** The same, as they are asked. */
  readonly rails: Rails;
  readonly submitPayout: SubmitPayout;
  readonly approvalLinks: ApprovalLinks;
  readonly fingerprint: Fingerprint;
  /** The key that checkpoints are signed with. */
  readonly auditKey: SigningKey;
  /** The keys of webhook endpoints. */
  readonly signingKeys: WebhookSigningKeys;
  /** Sends tests of webhook endpoints, which are requests: it is closed after the last of them. Deliveries have their own. */
  readonly sender: WebhookSender;
  readonly webhooks: Webhooks;
  /** Where the service is reached, without a slash at its end; empty until that is known. */
  readonly publicAddress: { url: string };
  /** How many requests were made to this process so far. */
  readonly requestCounter: { count: number };
};

/**
 * Throws a ConfigError for what the configuration names and is not there, before anything is opened; and for a master key
 * that is not that of the data.
 */
export async function openDependencies(
  config: Config,
  log: Logger,
  { clock = Date.now, rails: railsFrom = (configured) => configured }: Overrides,
): Promise<Dependencies> {
  const key = loadMasterKey(config);
  const masterKey = key.bytes;
  const policy = policyOf(config.file);
  const sanctions = sanctionsOf(config.file);
  const terms = readTerms(config.file.hosted.terms_file);
  // Nobody can wait for reads before the stores are there.
  const barrier = createConsistencyBarrier(() => stores.hurry());
  const health = createHealthMonitor(log, { heldUp: () => deliveries.webhooks.pausedEndpoints() });
  const metrics = createMetrics();
  const progress = createProgressBroadcast([barrier.report, (report) => health.reportProgress(report)]);
  const stores = await openInstrumentedStores({
    config,
    masterKey,
    log,
    figures: metrics,
    watch: health,
    progress,
  });
  const vault = createVault(stores.documents, masterKey);
  const isConfirmed = await verifyMasterKey(vault, key).catch(async (error: unknown) => {
    await stores.close();
    throw error;
  });
  const observer = instrumentAppends(metrics);
  const keepers = instrumentWriters(
    metrics,
    createServiceWriters(stores, { config, policy, clock, log, observer }),
  );
  const platform = createDeferredPlatform();
  const configuredRails = createRails({
    settings: config.file.rails,
    isEnabled: (environment, rail) => platform.current()?.isRailEnabled(environment, rail) ?? false,
    log,
    clock,
  });
  const rails = instrumentRails(metrics, railsFrom(configuredRails));
  registerRailMetrics(metrics, configuredRails.served, rails);
  // Where it listens is known only once it does.
  const publicAddress = { url: config.publicUrl ?? '' };
  const base = { config, log, clock, stores, keepers };
  const deliveries = deliveriesOn(base, masterKey);
  return {
    ...{ ...base, policy, sanctions, terms, metrics, health, barrier, progress },
    ...{ vault, platform, configuredRails, rails, publicAddress },
    masterKey: { ...key, isConfirmed },
    treasuries: treasuriesOn(base, health),
    submitPayout: createSubmitPayout({ keepers, documents: stores.documents, vault, rails, log }),
    approvalLinks: createApprovalLinks(masterKey, () => publicAddress.url),
    fingerprint: createFingerprint(masterKey),
    auditKey: deriveAuditSigningKey(masterKey),
    ...deliveries,
  };
}

type Base = Pick<Dependencies, 'config' | 'log' | 'clock' | 'stores' | 'keepers'>;

const treasuriesOn = ({ config, log, clock, stores, keepers }: Base, watch: HealthMonitor): Treasuries =>
  createTreasuries({
    eventStore: stores.eventStore,
    keepers,
    maxAgeHours: config.file.quotes.price_max_age_hours,
    clock,
    log,
    onRefused: (reason) => watch.refused(reason),
  });

/** What says which events go where. */
const DELIVERED = [eventLogProjection, redeliveriesProjection, deliveryTargetsProjection];

/** What is needed to deliver webhooks, and the count of requests that deliveries give way to. */
function deliveriesOn(
  { config, log, clock, stores, keepers }: Base,
  masterKey: Uint8Array,
): Pick<Dependencies, 'signingKeys' | 'sender' | 'webhooks' | 'requestCounter'> {
  const settings = config.file.webhooks;
  const signingKeys = createWebhookSigningKeys(masterKey);
  const newSender = (): WebhookSender =>
    instrumentSender(createWebhookSender({ timeoutMs: settings.timeout_seconds * 1_000 }));
  const requestCounter = { count: 0 };
  const webhooks = createWebhooks({
    ...{ settings, keepers, signingKeys, log, clock },
    sender: newSender(),
    documents: stores.documents,
    shared: config.mongoUrl !== undefined,
    isReady: caughtUpCheck(stores.documents, DELIVERED),
    requests: () => requestCounter.count,
  });
  return { signingKeys, sender: newSender(), webhooks, requestCounter };
}

function sanctionsOf({ sanctions: { list_file } }: ConfigFile): SanctionsList {
  try {
    return readSanctionsList(list_file);
  } catch (error) {
    const reason = errorMessage(error);
    throw new ConfigError(`CONFIG_FILE: sanctions.list_file can't be read: ${reason}`);
  }
}
