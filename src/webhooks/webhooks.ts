/** The service's own deliveries: the engine with its sender, its lease, its log and its figures. */
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { DeliveryTarget } from '../../projections/delivery-targets.ts';
import type { Documents } from '../documents/port.ts';
import type { AnswerRule, Keepers } from '../keeper/command.ts';
import { disableWebhookEndpoint } from '../ledger/webhook-endpoints.ts';
import { ALONE, createLease } from '../workers/lease.ts';
import { DELIVERY_COLLECTIONS } from './delivery.ts';
import { startEngine } from './engine.ts';
import type { Attempted, Engine } from './engine.ts';
import { createDeliveryMetrics } from './figures.ts';
import { createPace } from './pace.ts';
import { createSender } from './send.ts';
import type { SigningKeys } from './signing-keys.ts';

/** What CONFIG_FILE says of webhooks. */
export type WebhookSettings = {
  readonly timeout_seconds: number;
  readonly retry_delays_seconds: readonly number[];
  readonly retry_window_seconds: number;
  readonly allow_loopback: boolean;
  readonly in_flight_per_endpoint: number;
  readonly in_flight_overall: number;
  readonly busy_deliveries_per_second: number;
};

export type WebhookParts = {
  readonly settings: WebhookSettings;
  readonly documents: Documents;
  readonly keepers: Pick<Keepers, 'submit'>;
  readonly signingKeys: Pick<SigningKeys, 'sign'>;
  readonly log: Logger;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  /** Whether other nodes may deliver from the same documents. */
  readonly shared: boolean;
  /** How many requests were made to this process so far: deliveries give way to them. */
  readonly requests: () => number;
};

export type Webhooks = {
  readonly registry: Registry;
  wake(): void;
  stop(): Promise<void>;
};

const LEASE = 'webhooks';
/** Well within the time of a graceful stop. */
const GRACE_MS = 5_000;
const NO_ANSWER: AnswerRule = { from: 'events', render: () => ({ status: 200, body: '' }) };

/** Starts to deliver; `stop` ends it. */
export function startWebhooks(parts: WebhookParts): Webhooks {
  const { settings, documents, signingKeys, log, clock, shared, requests } = parts;
  const metrics = createDeliveryMetrics(() => engine.figures(), clock);
  let isAway = false;
  const engine: Engine = startEngine({
    documents: prepared(documents, () => (isAway = false)),
    sender: createSender({ timeoutMs: settings.timeout_seconds * 1_000 }),
    sign: (sealed, bytes) => signingKeys.sign(sealed, bytes),
    disable: (target) => disable(parts, target),
    schedule: {
      delaysMs: settings.retry_delays_seconds.map((seconds) => seconds * 1_000),
      windowMs: settings.retry_window_seconds * 1_000,
    },
    limits: { perEndpoint: settings.in_flight_per_endpoint, overall: settings.in_flight_overall },
    allowLoopback: settings.allow_loopback,
    lease: shared ? createLease(documents, LEASE) : ALONE,
    pace: createPace({ requests, busyRate: settings.busy_deliveries_per_second }),
    clock,
    random: Math.random,
    onAttempt(attempted) {
      metrics.attempted(attempted);
      if (!attempted.result.succeeded) tell(log, attempted);
    },
    onFault(err) {
      // It is tried again at once and again; once is enough to be told.
      if (!isAway) log.warn({ err }, 'webhooks can not be delivered now');
      isAway = true;
    },
  });
  return {
    registry: metrics.registry,
    wake: () => engine.wake(),
    stop: () => engine.stop(GRACE_MS),
  };
}

/** Documents whose collections are made before they are first read. */
function prepared(documents: Documents, onAnswer: () => void) {
  let made: Promise<void> | undefined;
  const ready = (): Promise<void> =>
    (made ??= documents.ensure(DELIVERY_COLLECTIONS).catch((error: unknown) => {
      made = undefined;
      throw error;
    }));
  return {
    list: async (...args: Parameters<Documents['list']>) => {
      await ready();
      const found = await documents.list(...args);
      onAnswer();
      return found;
    },
    getMany: (...args: Parameters<Documents['getMany']>) => documents.getMany(...args),
    write: (...args: Parameters<Documents['write']>) => documents.write(...args),
    checkpoints: () => documents.checkpoints(),
  };
}

/** An answer of 410 disables the endpoint, as its integrator could have done. */
async function disable(
  { keepers, log }: WebhookParts,
  { id, stream, version }: DeliveryTarget,
): Promise<void> {
  log.info({ webhook_endpoint_id: id, stream }, 'a webhook endpoint is gone and gets disabled');
  await keepers.submit(stream, {
    decide: (book) => disableWebhookEndpoint(book, { webhook_endpoint_id: id, version }),
    answer: NO_ANSWER,
    actor: 'system:webhooks',
    requestId: id,
    reason: 'gone: the endpoint answered 410',
  });
}

/** Of the URL only where it leads: its path and query may hold secrets. */
function tell(log: Logger, { target, delivery, result }: Attempted): void {
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
