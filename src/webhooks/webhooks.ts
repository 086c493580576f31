/** The service's own deliveries: the engine with its sender, its lease, its log and its figures. */
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { DeliveryTarget } from '../../projections/webhooks/delivery-targets.ts';
import type { DocumentStore } from '../read-models/port.ts';
import type { BookWriters } from '../writer/command.ts';
import { disableWebhookEndpoint } from '../ledger/webhooks/webhook-endpoint-commands.ts';
import { UNSHARED_LEASE, createLease, leaseWhenReady } from '../jobs/lease.ts';
import { DELIVERY_COLLECTIONS } from './records/delivery.ts';
import { startDeliveryEngine } from './delivery-engine.ts';
import type { CompletedAttempt, DeliveryEngine, DeliveryEngineOptions } from './delivery-engine.ts';
import { createDeliveryMetrics } from './delivery-metrics.ts';
import type { DeliveryMetrics } from './delivery-metrics.ts';
import { createAdmissionControl } from './admission-control.ts';
import type { WebhookSender } from './sending/webhook-sender.ts';
import type { WebhookSettings } from '../config/config-file.ts';
import type { WebhookSigningKeys } from '../vault/webhook-signing-keys.ts';

export type WebhooksOptions = {
  readonly settings: WebhookSettings;
  readonly documents: DocumentStore;
  readonly writers: Pick<BookWriters, 'submit'>;
  readonly signingKeys: Pick<WebhookSigningKeys, 'sign'>;
  /** Of the deliveries alone: it is closed at the end of a stop, with what is still under way. */
  readonly sender: Pick<WebhookSender, 'send' | 'close'>;
  readonly log: Logger;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  /** Whether other nodes may deliver from the same documents. */
  readonly shared: boolean;
  /** Whether events, requests and endpoints have come to the end of the events once. */
  readonly isReady: () => Promise<boolean>;
  /** How many requests were made to this process so far: deliveries give way to them. */
  readonly requests: () => number;
};

export type Webhooks = {
  /** The figures of deliveries. */
  readonly registry: Registry;
  start(): void;
  /** There may be something new to deliver. */
  wake(): void;
  /** To how many endpoints nothing is sent here, as their signing keys do not open. */
  pausedEndpoints(): number;
  stop(): Promise<void>;
};

const LEASE = 'webhooks';
const HELD_UP = 'webhooks are held up: a signing key does not open; is MASTER_KEY the one that made it?';
/** Well within the time of a graceful stop. */
const GRACE_MS = 5_000;

/** Delivers from `start` to `stop`. */
export function createWebhooks(parts: WebhooksOptions): Webhooks {
  let engine: DeliveryEngine | undefined;
  const metrics = createDeliveryMetrics(() => engine?.stats(), parts.clock);
  const pausedEndpoints = (): number => engine?.stats().pausedEndpoints ?? 0;
  return {
    registry: metrics.registry,
    start: () => (engine ??= startDeliveryEngine(engineOptions(parts, metrics, pausedEndpoints))),
    wake: () => engine?.wake(),
    pausedEndpoints,
    stop: async () => engine?.stop(GRACE_MS),
  };
}

function engineOptions(
  parts: WebhooksOptions,
  metrics: DeliveryMetrics,
  heldUp: () => number,
): DeliveryEngineOptions {
  const { settings, documents, signingKeys, sender, log, clock, requests } = parts;
  let isAway = false;
  return {
    documents: prepared(documents, () => (isAway = false)),
    sender,
    sign: (sealed, bytes) => signingKeys.sign(sealed, bytes),
    disable: (target) => disable(parts, target),
    schedule: {
      delaysMs: settings.retry_delays_seconds.map((seconds) => seconds * 1_000),
      windowMs: settings.retry_window_seconds * 1_000,
    },
    limits: { perEndpoint: settings.in_flight.per_endpoint, overall: settings.in_flight.overall },
    allowLoopback: settings.allow_loopback,
    lease: leaseWhenReady(parts.shared ? createLease(documents, LEASE) : UNSHARED_LEASE, parts.isReady),
    admission: createAdmissionControl({
      requests,
      utilization: loopUtilization(),
      busyStartsPerSecond: settings.busy_attempts_per_second,
    }),
    clock,
    random: Math.random,
    onAttempt(attempted) {
      metrics.recordAttempt(attempted);
      if (!attempted.result.succeeded) tell(log, attempted);
    },
    onKeyUnreadable({ id: webhook_endpoint_id, stream }, err) {
      // With another master key it is all of them: readiness and the figures say how many.
      if (heldUp() === 1) log.error({ webhook_endpoint_id, stream, err }, HELD_UP);
    },
    onFault(err) {
      // It is tried again and again; once is enough to be told.
      if (!isAway) log.warn({ err }, 'webhooks can not be delivered now');
      isAway = true;
    },
  };
}

/** Each call gives the share of time in which the event loop was busy since the one before. */
function loopUtilization(): () => number {
  let before = performance.eventLoopUtilization();
  return () => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, before);
    before = now;
    return utilization;
  };
}

/** Documents whose collections are made before they are first read. */
function prepared(documents: DocumentStore, onAnswer: () => void) {
  let made: Promise<void> | undefined;
  const ready = (): Promise<void> =>
    (made ??= documents.ensure(DELIVERY_COLLECTIONS).catch((error: unknown) => {
      made = undefined;
      throw error;
    }));
  return {
    list: async (...args: Parameters<DocumentStore['list']>) => {
      await ready();
      const found = await documents.list(...args);
      onAnswer();
      return found;
    },
    getMany: (...args: Parameters<DocumentStore['getMany']>) => documents.getMany(...args),
    write: (...args: Parameters<DocumentStore['write']>) => documents.write(...args),
    checkpoints: () => documents.checkpoints(),
  };
}

/** An answer of 410 disables the endpoint, as its integrator could have done. False when it stays enabled. */
async function disable(
  { writers, log }: WebhooksOptions,
  { id, stream, version }: DeliveryTarget,
): Promise<boolean> {
  let isEnabled = true;
  log.info({ webhook_endpoint_id: id, stream }, 'a webhook endpoint is gone and gets disabled');
  await writers.submit(stream, {
    decide: (book) => disableWebhookEndpoint(book, { webhook_endpoint_id: id, version }),
    answer: {
      from: 'book',
      render(book) {
        isEnabled = book.webhookEndpoints.get(id)?.endpoint.status === 'enabled';
        return { status: 200, body: '' };
      },
    },
    actor: 'system:webhooks',
    requestId: id,
    reason: 'gone: the endpoint answered 410',
  });
  return !isEnabled;
}

/** Of the URL only where it leads: its path and query may hold secrets. */
function tell(log: Logger, { target, delivery, result }: CompletedAttempt): void {
  const { id: delivery_id, event_id, event_type, attempt, state, next_attempt_at } = delivery;
  const { response_status, error, took_ms } = result;
  const about = {
    webhook_endpoint_id: target.id,
    stream: target.stream,
    origin: originOf(target.url),
    ...{ delivery_id, event_id, event_type, attempt, response_status, error, took_ms },
    next_attempt_at,
  };
  log.warn(about, state === 'pending' ? 'a webhook was not delivered' : 'a webhook was given up');
}

const originOf = (url: string): string => (URL.canParse(url) ? new URL(url).origin : 'no URL');
