/** Webhook delivery of the service: the engine with its sender, lease, log, and metrics. */

import type { Logger } from 'pino';
import type { DeliveryTarget } from '../../projections/delivery-targets.ts';
import type { WebhookSettings } from '../config/config-file.ts';
import { StoreUnavailable } from '../event-store/port.ts';
import { leaseBetweenNodes, leaseWhenReady } from '../jobs/lease.ts';
import { disableWebhookEndpoint } from '../ledger/webhook-endpoint.ts';
import type { DocumentStore } from '../read-models/port.ts';
import { randomFraction, utilizationMeter } from '../system/runtime.ts';
import { createConditionLog } from '../telemetry/condition-log.ts';
import type { MetricRegistry } from '../telemetry/metrics.ts';
import type { ResponseSeal } from '../vault/seals.ts';
import type { WebhookSigningKeys } from '../vault/webhook-signing-keys.ts';
import type { BookWriters } from '../writer/command.ts';
import { createAdmissionControl, type OriginRates } from './attempt-limits.ts';
import { DELIVERY_COLLECTIONS } from './attempt-record.ts';
import type { CompletedAttempt } from './attempt-runner.ts';
import { DeliveryEngine, type DeliveryEngineOptions, type DeliveryStats } from './delivery-engine.ts';
import type { DisableCause } from './endpoint-health.ts';
import { FailureLog } from './failure-log.ts';
import type { WebhookSender } from './webhook-sender.ts';

// Metrics of webhook deliveries. None has an endpoint label, which would create a series per endpoint.

type DeliveryMetrics = {
  recordAttempt(attempt: CompletedAttempt): void;
  /** The service disabled an endpoint. */
  recordDisabled(cause: DisableCause['cause']): void;
};

const BUCKETS_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** `readStats` is called for each scrape; `clock` is in milliseconds since 1970. */
function createDeliveryMetrics(
  registry: MetricRegistry,
  readStats: () => DeliveryStats | undefined,
  clock: () => number,
): DeliveryMetrics {
  const attempts = registry.counter(
    'webhook_attempts_total',
    'Delivery attempts by outcome: succeeded, or the failure code.',
    ['outcome'],
  );
  const duration = registry.histogram(
    'webhook_attempt_duration_seconds',
    'Duration of an attempt, from the DNS lookup to the end of the response.',
    ['outcome'],
    BUCKETS_SECONDS,
  );
  const disabled = registry.counter(
    'webhook_endpoints_disabled_total',
    'Endpoints that the service disabled, by cause: gone (status 410), or failing for five days.',
    ['cause'],
  );
  const gauge = (name: string, help: string, read: (stats: DeliveryStats) => number): void =>
    registry.gauge(name, help, [], () => {
      const stats = readStats();
      return stats === undefined ? 0 : read(stats);
    });
  gauge(
    'webhook_endpoints_active',
    'Enabled endpoints that this node delivers to.',
    ({ endpoints }) => endpoints,
  );
  gauge(
    'webhook_endpoints_failing',
    'Enabled endpoints that have accepted nothing for an hour or longer.',
    ({ failingEndpoints }) => failingEndpoints,
  );
  gauge('webhook_queue_depth', 'Deliveries that are queued or wait for a retry.', ({ depth }) => depth);
  gauge('webhook_attempts_in_flight', 'Attempts in flight.', ({ inFlight }) => inFlight);
  gauge(
    'webhook_endpoints_paused',
    'Enabled endpoints without deliveries because a signing key cannot be opened.',
    ({ pausedEndpoints }) => pausedEndpoints,
  );
  gauge('webhook_oldest_pending_seconds', 'Age of the oldest pending event.', ({ oldestPendingAt }) =>
    oldestPendingAt === undefined ? 0 : Math.max(0, (clock() - oldestPendingAt) / 1_000),
  );
  return {
    recordDisabled: (cause) => disabled(cause),
    recordAttempt({ result: { succeeded, error, took_ms } }) {
      const outcome = succeeded ? 'succeeded' : (error ?? 'failed');
      attempts(outcome);
      duration(outcome)(took_ms / 1_000);
    },
  };
}

type WebhooksOptions = {
  readonly registry: MetricRegistry;
  readonly settings: WebhookSettings;
  readonly documents: DocumentStore;
  readonly writers: Pick<BookWriters, 'submit'>;
  readonly signingKeys: Pick<WebhookSigningKeys, 'sign'>;
  readonly responseSeal: Pick<ResponseSeal, 'seal'>;
  /** Used only for deliveries. Stopping closes it and aborts attempts in flight. */
  readonly sender: Pick<WebhookSender, 'send' | 'close'>;
  readonly originRates: OriginRates;
  readonly log: Logger;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  /** Each attempt with its outcome. */
  readonly onAttempt?: ((attempt: CompletedAttempt) => void) | undefined;
  /** Whether other nodes may deliver from the same documents. */
  readonly shared: boolean;
  /** Whether the projections that deliveries depend on have caught up. */
  readonly isReady: () => Promise<boolean>;
  /** How often the documents went back in time. */
  readonly breaks: () => bigint;
  /** Events are not deleted before they are this old, in milliseconds. */
  readonly retentionMs: number;
  /** Total number of requests to this process, which have priority over deliveries. */
  readonly requests: () => number;
};

export type Webhooks = {
  start(): void;
  /** New events may have to be delivered. */
  wake(): void;
  /** Number of endpoints that are paused because a signing key cannot be opened. */
  pausedEndpoints(): number;
  stop(): Promise<void>;
};

const LEASE_NAME = 'webhooks';
const KEY_UNREADABLE = 'webhook endpoint paused: signing key unreadable, check MASTER_KEY';
/** Well within the time limit of a graceful stop. */
const GRACE_MS = 5_000;

export function createWebhooks(options: WebhooksOptions): Webhooks {
  let engine: DeliveryEngine | undefined;
  const metrics = createDeliveryMetrics(options.registry, () => engine?.stats(), options.clock);
  const pausedEndpoints = (): number => engine?.stats().pausedEndpoints ?? 0;
  return {
    start: () => (engine ??= new DeliveryEngine(engineOptions(options, metrics, pausedEndpoints))),
    wake: () => engine?.wake(),
    pausedEndpoints,
    stop: async () => engine?.stop(GRACE_MS),
  };
}

function engineOptions(
  dependencies: WebhooksOptions,
  metrics: DeliveryMetrics,
  pausedEndpoints: () => number,
): DeliveryEngineOptions {
  const { settings, documents, signingKeys, responseSeal, sender, originRates, log, clock } = dependencies;
  const { requests, shared, isReady, breaks, retentionMs } = dependencies;
  const failures = new FailureLog(log, clock);
  const access = createConditionLog(log, {
    started: 'webhook delivery interrupted',
    ended: 'webhook delivery resumed',
  });
  return {
    documents: withCollections(documents, () => access.ended()),
    ...{ sender, responseSeal },
    sign: (...args) => signingKeys.sign(...args),
    disable: (target, cause) => disable(dependencies, metrics, target, cause),
    schedule: {
      delaysMs: settings.retry_delays_seconds.map((seconds) => seconds * 1_000),
      windowMs: settings.retry_window_seconds * 1_000,
    },
    limits: {
      perEndpoint: settings.in_flight.per_endpoint,
      perOrigin: settings.in_flight.per_origin,
      overall: settings.in_flight.overall,
    },
    originRates,
    allowLoopback: settings.allow_loopback,
    lease: leaseWhenReady(leaseBetweenNodes(shared, documents, LEASE_NAME), isReady),
    admission: createAdmissionControl({
      requests,
      utilization: utilizationMeter(),
      busyStartsPerSecond: settings.busy_attempts_per_second,
    }),
    clock,
    breaks,
    retentionMs,
    random: randomFraction,
    onAttempt(attempt) {
      metrics.recordAttempt(attempt);
      dependencies.onAttempt?.(attempt);
      failures.add(attempt);
    },
    onKeyUnreadable({ id: webhook_endpoint_id, stream }, err) {
      // With a wrong master key all endpoints are affected; readiness and the metrics count them.
      if (pausedEndpoints() === 1) log.error({ webhook_endpoint_id, stream, err }, KEY_UNREADABLE);
    },
    onFault(err) {
      // The health monitor logs that a store is unavailable.
      if (!(err instanceof StoreUnavailable)) access.started({ err });
    },
  };
}

/** Creates the collections before the first read. */
function withCollections(documents: DocumentStore, onRead: () => void) {
  let created: Promise<void> | undefined;
  const ensureCreated = (): Promise<void> =>
    (created ??= documents.ensure(DELIVERY_COLLECTIONS).catch((error: unknown) => {
      created = undefined;
      throw error;
    }));
  const read = async <Found>(find: () => Promise<Found>): Promise<Found> => {
    await ensureCreated();
    const found = await find();
    onRead();
    return found;
  };
  return {
    list: (...args: Parameters<DocumentStore['list']>) => read(() => documents.list(...args)),
    intersect: (...args: Parameters<DocumentStore['intersect']>) => read(() => documents.intersect(...args)),
    getMany: (...args: Parameters<DocumentStore['getMany']>) => documents.getMany(...args),
    write: (...args: Parameters<DocumentStore['write']>) => documents.write(...args),
    checkpoints: () => documents.checkpoints(),
    drop: (...args: Parameters<DocumentStore['drop']>) => documents.drop(...args),
  };
}

const reasonOf = ({ cause }: DisableCause): string =>
  cause === 'failing' ? 'no attempt has succeeded for five days' : 'the endpoint answered 410';

/** Disables an endpoint, and notifies the operator. Resolves to false if it stays enabled. */
async function disable(
  { writers, log }: WebhooksOptions,
  metrics: DeliveryMetrics,
  { id, stream, version }: DeliveryTarget,
  cause: DisableCause,
): Promise<boolean> {
  let isEnabled = true;
  let disabledNow = 0;
  await writers.submit(stream, {
    decide(book) {
      const decision = disableWebhookEndpoint(book, { webhook_endpoint_id: id, version, ...cause });
      disabledNow = 'events' in decision ? decision.events.length : 0;
      return decision;
    },
    answer: {
      from: 'book',
      render(book) {
        isEnabled = book.webhookEndpoints.get(id)?.endpoint.status === 'enabled';
        return { status: 200, body: '' };
      },
    },
    actor: 'system:webhooks',
    requestId: id,
    reason: reasonOf(cause),
  });
  if (disabledNow > 0) {
    log.warn({ webhook_endpoint_id: id, stream, ...cause }, 'webhook endpoint disabled');
    metrics.recordDisabled(cause.cause);
  }
  return !isEnabled;
}
