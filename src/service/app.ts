/** Assembles everything that the service serves over HTTP: the API, the operator API, the pages, and the metrics. */

import type { Express } from 'express';
import { createActivityLog, createAddressSeal } from '../activity/activity-log.ts';
import { createRailCallbacks } from '../api/connectors.ts';
import { createApi } from '../api/api.ts';
import type { ApiSettings, Services } from '../api/operations/services.ts';
import {
  startServiceCheckpointWriter,
  type CheckpointWriter,
} from '../audit/checkpoints/checkpoint-writer.ts';
import { signatureLine } from '../audit/checkpoints/signed-note.ts';
import { StoredStates } from '../audit/state/stored-states.ts';
import { auditStatus, lastVerificationRecord } from '../audit/verification/audit-status.ts';
import type { ConfigFile } from '../config/config-file.ts';
import { accountCodesOf, hasOtherNodes, type Config } from '../config/config.ts';
import { clearingLimitsOf, currencyDecimals, writeOffLimitsOf } from '../config/policy.ts';
import { createConsole } from '../console/console.ts';
import { createDocs } from '../docs-site/site.ts';
import { decodeMetadata } from '../event-store/codec.ts';
import { createHostedPages } from '../hosted/hosted-pages.ts';
import { createApp } from '../http/app.ts';
import { createFileLimit } from '../http/file-limit.ts';
import { createMetrics as createHttpMetrics, type Metrics } from '../http/metrics.ts';
import { isBookStream } from '../ledger/ids.ts';
import { statementLineContext } from '../ledger/sealing-context.ts';
import { createOperatorApi, operatorOperations } from '../operator/handlers.ts';
import { startNodeSamples } from '../operator/node-samples.ts';
import { OperationRunner } from '../operator/operations/operation-runner.ts';
import {
  watchConditions,
  type OperatorServices,
  type SignInSettings,
} from '../operator/operations/services.ts';
import { createSessionDirectory } from '../operator/operations/session-directory.ts';
import { attentionConditions, withShortReads } from '../operator/resources/attention.ts';
import { overduePayouts } from '../operator/resources/payouts.ts';
import { REVOCATION_DELAY_MS } from '../platform/key-freshness.ts';
import type { Rebuilds } from '../read-models/generations/rebuilds.ts';
import { createReconciliations } from '../reconciliation/reconciliation.ts';
import { delay } from '../system/runtime.ts';
import { createMonthlySeal } from '../vault/seals.ts';
import type { Dependencies } from './dependencies.ts';
import {
  registerPayoutMetrics,
  registerReconciliationMetrics,
  registerVerificationMetrics,
} from './metrics.ts';
import { runNotifications } from './notifications.ts';

// Starts the checkpoint writer of a worker, and registers the metrics of the last verification.

type Checkpoints = {
  /** Undefined when no checkpoint folder is configured. */
  readonly checkpoints: Config['checkpoints'];
  /** Undefined when another process writes the checkpoints. */
  readonly writer: CheckpointWriter | undefined;
  readonly states: StoredStates;
};

export function startCheckpoints(dependencies: Dependencies): Checkpoints {
  const { config, stores, platform, writers, metrics, auditKey, clock, log } = dependencies;
  const { checkpoints, roles } = config;
  const states = new StoredStates(stores.documents, auditKey, clock);
  registerVerificationMetrics(
    metrics,
    () => checkpoints && lastVerificationRecord(checkpoints.folder, auditKey.publicKey),
  );
  if (checkpoints === undefined || !roles.includes('worker'))
    return { checkpoints, writer: undefined, states };
  const writer = startServiceCheckpointWriter({
    ...checkpoints,
    eventStore: stores.eventStore,
    key: auditKey,
    platform: () => platform.current(),
    // Other nodes may have written more.
    newestEvent: (stream) => (hasOtherNodes(config) ? undefined : writers.newestEvent(stream)),
    capture: (stream) => writers.capture(stream),
    onState: (...state) => states.save(...state),
    // Loading a book reports what it lacks.
    onProblem: (stream) =>
      void (isBookStream(stream) && writers.read(stream, () => undefined).catch(() => undefined)),
    clock,
    log,
  });
  return { checkpoints, writer, states };
}

type AppDependencies = Dependencies & {
  readonly checkpoints: Checkpoints;
  readonly rebuilds: Rebuilds;
  /** Ends the background updates of the console, and responses that stay open. */
  readonly signal: AbortSignal;
  /** Takes what must have ended before the stores close. */
  readonly onBackground: (running: Promise<void>) => void;
};

export function createServiceApp(dependencies: AppDependencies): Express {
  const { config, stores, authentication, configuredRails, terms, log } = dependencies;
  const services = servicesOf(dependencies);
  const metrics = createHttpMetrics(dependencies.metrics.registry);
  const operatorServices = operatorServicesOf(dependencies, services, metrics);
  if (config.roles.includes('worker'))
    dependencies.onBackground(runNotifications(dependencies, operatorServices, dependencies.signal));
  // Other processes do not have to read them, too.
  if (config.roles.includes('worker'))
    registerPayoutMetrics(dependencies.metrics, configuredRails.configured, () =>
      overduePayouts(withShortReads(operatorServices), OVERDUE_COUNTED_MAX),
    );
  const calls = new OperationRunner(operatorServices, operatorOperations);
  const { eventStore } = stores;
  return createApp(
    { log, metrics, publicUrl: services.publicUrl, health: services.health, monitoring: config.monitoring },
    createApi(services),
    createOperatorApi(calls),
    createRailCallbacks({ services, signatures: configuredRails, eventStore, authentication }),
    createHostedPages(services, { terms, platform: () => dependencies.platform.get() }),
    createConsole(operatorServices, calls),
    createDocs(services.publicUrl),
  );
}

function servicesOf(dependencies: AppDependencies): Services {
  const { config, stores, platform, treasuries, health, publicAddress, requestLog } = dependencies;
  const { records, writers, barrier, vault, rails, approvalLinks, screening, submitPayout } = dependencies;
  const { signingKeys, responseSeal, reasons, sender, originRates, fingerprint, policy } = dependencies;
  const { log, clock, admission, books, storage } = dependencies;
  return {
    records,
    writers,
    barrier,
    proveBalance: (...account) => dependencies.checkpoints.states.prove(...account),
    vault,
    rails,
    approvalLinks,
    screening,
    submitPayout,
    signingKeys,
    responseSeal,
    reasons,
    sender,
    originRates,
    fingerprint,
    policy,
    log,
    clock,
    books,
    treasuries,
    untilKeysReread: () => (hasOtherNodes(config) ? delay(REVOCATION_DELAY_MS) : Promise.resolve()),
    documents: stores.documents,
    permanentParents: new Set(),
    eventStore: stores.eventStore,
    authentication: dependencies.authentication,
    eventLog: dependencies.eventLog,
    freshness: dependencies.freshness.current,
    prices: treasuries.prices,
    keys: {
      findKey: (hash) => platform.get().findKey(hash),
      areCurrent: () => dependencies.keyFreshness.areCurrent(),
    },
    calendarOf: (environment) => platform.get().calendar(environment),
    settings: settingsOf(config.file),
    publicUrl: () => publicAddress.url,
    health: () => health.health(),
    reportSilentDocuments: () => health.reportSilentDocuments(),
    admission,
    storage,
    files: createFileLimit(),
    stopping: dependencies.signal,
    requestLog,
    countRequest: (book, error) => dependencies.minuteMetrics.countRequest(book, error),
  };
}

function operatorServicesOf(
  dependencies: AppDependencies,
  services: Services,
  metrics: Metrics,
): OperatorServices {
  const { config, stores, platform, health, configuredRails, checkpoints, rebuilds, auditKey } = dependencies;
  const { eventStore } = stores;
  const { authentication } = dependencies;
  const { vault, records, clock, documents } = services;
  const reconciliations = createReconciliations({
    eventStore,
    authentication,
    clock,
    calendarOf: services.calendarOf,
    sign: (text) => signatureLine(text, auditKey),
    writeOffs: writeOffLimitsOf(config.file, services.policy),
    seal: createMonthlySeal({
      vault,
      records,
      clock,
      recordName: 'statement-key',
      contextOf: statementLineContext,
    }),
  });
  // Other processes do not have to keep all lines and movements in memory.
  if (config.roles.includes('worker'))
    registerReconciliationMetrics(dependencies.metrics, reconciliations, clock);
  const watched = {
    health: services.health,
    documents,
    runningRails: configuredRails,
    projections: () => health.projectionLags(),
    platform: () => platform.get(),
    clearingLimits: clearingLimitsOf(config.file),
    audit: () => auditStatus({ key: auditKey.publicKey, ...checkpoints }),
  };
  return {
    ...services,
    clearingLimits: watched.clearingLimits,
    audit: watched.audit,
    certificateFiles: config.certificateFiles,
    samples: startNodeSamples({
      documents,
      metrics,
      projections: watched.projections,
      health: services.health,
      webhooks: async () => (await dependencies.metrics.registry.value('webhook_queue_depth')) ?? null,
      clock,
      signal: dependencies.signal,
    }),
    conditions: watchConditions(attentionConditions(watched), clock, dependencies.signal),
    activity: createActivityLog({
      eventStore,
      authentication,
      clock,
      seal: createAddressSeal({ vault, records, clock }),
    }),
    sessions: createSessionDirectory({ documents, records, clock }),
    reviewTargetMs: reviewTargetsOf(config.file),
    signIn: signInOf(config.file),
    notificationRules: config.file.notifications.rules.map(({ name, operator, kinds }) => ({
      name,
      operator,
      kinds,
    })),
    minuteMetrics: dependencies.minuteMetrics,
    platform: () => platform.get(),
    reconciliations,
    accountCodes: accountCodesOf(config.file),
    railCurrencies: railCurrenciesOf(config.file),
    payoutSettlementMs: payoutSettlementOf(config.file),
    head: () => eventStore.head(),
    runningRails: configuredRails,
    projections: () => health.projectionLags(),
    rebuilds,
    async requestIdAt(stream, revision) {
      const [event] = await eventStore.read(stream, revision, 1);
      return event === undefined ? null : decodeMetadata(event).request_id;
    },
  };
}

const OVERDUE_COUNTED_MAX = 1_000;
const SECOND_MS = 1_000;

const payoutSettlementOf = ({ rails }: ConfigFile): OperatorServices['payoutSettlementMs'] =>
  new Map(
    Object.entries(rails).map(([rail, { settlement_seconds }]) => [
      rail,
      settlement_seconds.offramp * SECOND_MS,
    ]),
  );

const HOUR_MS = 60 * 60 * 1_000;

const reviewTargetsOf = ({ reviews: { target_hours } }: ConfigFile): OperatorServices['reviewTargetMs'] => ({
  transfer: target_hours.transfers * HOUR_MS,
  identity: target_hours.identities * HOUR_MS,
});

const signInOf = ({ console: { token_sign_in, oidc } }: ConfigFile): SignInSettings => ({
  tokens: token_sign_in,
  provider: oidc && {
    issuer: oidc.issuer,
    clientId: oidc.client_id,
    clientSecret: oidc.client_secret,
    label: oidc.label,
    scopes: oidc.scopes,
    nameClaim: oidc.name_claim,
    roleClaim: oidc.role_claim,
    roles: oidc.roles,
    acrValues: oidc.acr_values,
    sessionMs: oidc.session_minutes * 60_000,
  },
});

/** The currencies of each rail with their decimals. */
const railCurrenciesOf = ({ rails }: ConfigFile): OperatorServices['railCurrencies'] =>
  new Map(
    Object.entries(rails).map(([rail, { currencies }]) => [
      rail,
      new Map(Object.keys(currencies).map((currency) => [currency, currencyDecimals(currency)])),
    ]),
  );

/** How long a read waits for the projections to include the caller's own write. */
const READ_TIMEOUT_MS = 5_000;

/** Proxies usually close a connection after a minute without data. */
const EVENT_STREAMS = { heartbeatMs: 15_000, stallTimeoutMs: 30_000 };

const settingsOf = ({
  rate_limit,
  onramps,
  webhooks,
  events,
  requests,
  features,
}: ConfigFile): ApiSettings => ({
  rateLimit: {
    requestsPerSecond: rate_limit.requests_per_second / rate_limit.nodes,
    burst: Math.max(1, Math.floor(rate_limit.burst / rate_limit.nodes)),
  },
  bankExpirySeconds: onramps.bank_expiry_seconds,
  emailpayExpirySeconds: onramps.emailpay_expiry_seconds,
  transferCancel: features.transfer_cancel,
  webhookEndpointTest: features.webhook_endpoint_test,
  webhookLoopback: webhooks.allow_loopback,
  eventRetentionDays: events.retention_days,
  requestRetentionDays: requests.retention_days,
  readTimeoutMs: READ_TIMEOUT_MS,
  eventStreams: EVENT_STREAMS,
});
