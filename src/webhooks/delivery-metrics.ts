/** Figures of deliveries for Prometheus. None is by endpoint: that would make a series for each. */
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { CompletedAttempt, DeliveryStats } from './delivery-engine.ts';

export type DeliveryMetrics = {
  readonly registry: Registry;
  recordAttempt(attempted: CompletedAttempt): void;
};

const BUCKETS_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** `read` is asked when somebody reads the figures, `clock` tells milliseconds since 1970. */
export function createDeliveryMetrics(
  read: () => DeliveryStats | undefined,
  clock: () => number,
): DeliveryMetrics {
  const registry = new Registry();
  const registers = [registry];
  const attempts = new Counter({
    name: 'webhook_attempts_total',
    help: 'Attempts to deliver an event, by what came of them: succeeded, or why they failed.',
    labelNames: ['outcome'],
    registers,
  });
  const duration = new Histogram({
    name: 'webhook_attempt_duration_seconds',
    help: 'Time of an attempt, from looking the name up to the end of the answer.',
    labelNames: ['outcome'],
    buckets: BUCKETS_SECONDS,
    registers,
  });
  const gauge = (name: string, help: string, value: (figures: DeliveryStats) => number): void => {
    new Gauge({
      name,
      help,
      registers,
      collect() {
        const figures = read();
        this.set(figures === undefined ? 0 : value(figures));
      },
    });
  };
  gauge('webhook_endpoints_served', 'Enabled endpoints that this node delivers to.', (now) => now.endpoints);
  gauge(
    'webhook_queue_depth',
    'Deliveries that are taken up, or wait for their next attempt.',
    (now) => now.depth,
  );
  gauge('webhook_attempts_in_flight', 'Attempts under way.', (now) => now.inFlight);
  gauge(
    'webhook_endpoints_held_up',
    'Enabled endpoints that nothing is sent to, as their signing keys do not open: the fault is ours.',
    (now) => now.pausedEndpoints,
  );
  gauge(
    'webhook_oldest_undelivered_seconds',
    'Age of the oldest event that is not delivered and not given up.',
    ({ oldestPendingAt }) =>
      oldestPendingAt === undefined ? 0 : Math.max(0, (clock() - oldestPendingAt) / 1_000),
  );
  return {
    registry,
    recordAttempt({ result: { succeeded, error, took_ms } }) {
      const outcome = succeeded ? 'succeeded' : (error ?? 'failed');
      attempts.inc({ outcome });
      duration.observe({ outcome }, took_ms / 1_000);
    },
  };
}
