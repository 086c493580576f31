/** Metrics of webhook deliveries. None has an endpoint label, which would create a series per endpoint. */
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { CompletedAttempt } from './attempt-runner.ts';
import type { DisableCause } from './records/endpoint-health.ts';
import type { DeliveryStats } from './delivery-engine.ts';

export type DeliveryMetrics = {
  readonly registry: Registry;
  recordAttempt(attempt: CompletedAttempt): void;
  /** The service disabled an endpoint. */
  recordDisabled(cause: DisableCause['cause']): void;
};

const BUCKETS_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** `readStats` is called for each scrape; `clock` is in milliseconds since 1970. */
export function createDeliveryMetrics(
  readStats: () => DeliveryStats | undefined,
  clock: () => number,
): DeliveryMetrics {
  const registry = new Registry();
  const registers = [registry];
  const attempts = new Counter({
    name: 'webhook_attempts_total',
    help: 'Delivery attempts by outcome: succeeded, or the failure code.',
    labelNames: ['outcome'],
    registers,
  });
  const duration = new Histogram({
    name: 'webhook_attempt_duration_seconds',
    help: 'Duration of an attempt, from the DNS lookup to the end of the response.',
    labelNames: ['outcome'],
    buckets: BUCKETS_SECONDS,
    registers,
  });
  const disabled = new Counter({
    name: 'webhook_endpoints_disabled_total',
    help: 'Endpoints that the service disabled, by cause: gone (status 410), or failing for five days.',
    labelNames: ['cause'],
    registers,
  });
  const gauge = (name: string, help: string, read: (stats: DeliveryStats) => number): void => {
    new Gauge({
      name,
      help,
      registers,
      collect() {
        const stats = readStats();
        this.set(stats === undefined ? 0 : read(stats));
      },
    });
  };
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
    registry,
    recordDisabled: (cause) => disabled.inc({ cause }),
    recordAttempt({ result: { succeeded, error, took_ms } }) {
      const outcome = succeeded ? 'succeeded' : (error ?? 'failed');
      attempts.inc({ outcome });
      duration.observe({ outcome }, took_ms / 1_000);
    },
  };
}
