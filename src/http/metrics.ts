/** Figures for Prometheus. Each app has a registry of its own, so that two in one process don't mix. */
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';

/** One figure of a gauge. Samples of one name have the same label names. */
export type Sample = {
  readonly name: string;
  readonly help: string;
  readonly value: number;
  readonly labels?: Readonly<Record<string, string>>;
};

export type Metrics = {
  /** `route` is the pattern of a route, never a path as it was sent: that would make a series per object. */
  observe(method: string, route: string, status: number, seconds: number): void;
  /** A no, by its code. */
  refused(code: string): void;
  render(): Promise<{ contentType: string; text: string }>;
};

const BUCKETS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

/** `others` has the figures of the parts behind HTTP. */
export function createMetrics(gauges: () => readonly Sample[], others?: Registry): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the head of a request to its answer.',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS_SECONDS,
    registers: [registry],
  });
  const refusals = new Counter({
    name: 'http_refusals_total',
    help: 'Answers that were a no, by code.',
    labelNames: ['code'],
    registers: [registry],
  });
  // Finding a labelled series takes longer than adding to it, so the few there are get remembered.
  const series = new Map<string, { observe(seconds: number): void }>();
  const gaugeByName = new Map<string, Gauge>();

  function setGauges(): void {
    for (const gauge of gaugeByName.values()) gauge.reset();
    for (const { name, help, value, labels = {} } of gauges()) {
      let gauge = gaugeByName.get(name);
      if (gauge === undefined) {
        gauge = new Gauge({ name, help, labelNames: Object.keys(labels), registers: [registry] });
        gaugeByName.set(name, gauge);
      }
      gauge.set({ ...labels }, value);
    }
  }

  return {
    observe(method, route, status, seconds) {
      const statusClass = `${Math.floor(status / 100)}xx`;
      const name = `${method} ${route} ${statusClass}`;
      let found = series.get(name);
      if (found === undefined)
        series.set(name, (found = duration.labels({ method, route, status: statusClass })));
      found.observe(seconds);
    },
    refused(code) {
      refusals.inc({ code });
    },
    async render() {
      setGauges();
      const all = others === undefined ? registry : Registry.merge([registry, others]);
      return { contentType: registry.contentType, text: await all.metrics() };
    },
  };
}
