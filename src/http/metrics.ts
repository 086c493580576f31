import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';
import type { GaugeSample } from '../telemetry/metrics.ts';

// Prometheus metrics of HTTP requests, and those of the process. Each application has its own registry, so that several can run
// in one process.

export type Metrics = {
  /** `route` is the path pattern, not the actual path, which would create one series per object. */
  observe(method: string, route: string, status: number, seconds: number): void;
  /** Counts a refused request by its error code. */
  refused(code: string): void;
  /** Counts a response that stays open. Returns what to call at its end. */
  streamStarted(route: string): (end: string) => void;
  /** Calls the observer for each later request. */
  listen(listener: RequestObserver): void;
  render(): Promise<{ contentType: string; text: string }>;
};

type RequestObserver = (method: string, route: string, status: number, seconds: number) => void;

const BUCKETS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

/** The library has no way to stop the timers and observers of these metrics, so all applications of a process share them. */
let processRegistry: Registry | undefined;

function processMetrics(): Registry {
  if (processRegistry === undefined) {
    processRegistry = new Registry();
    collectDefaultMetrics({ register: processRegistry });
  }
  return processRegistry;
}

/** `gauges` are read on each scrape. The output includes the metrics of the other registries. */
export function createMetrics(
  gauges: () => readonly GaugeSample[],
  others: readonly Registry[] = [],
): Metrics {
  const registry = new Registry();
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the request headers to the response.',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS_SECONDS,
    registers: [registry],
  });
  const refusals = new Counter({
    name: 'http_refusals_total',
    help: 'Refused requests by error code.',
    labelNames: ['code'],
    registers: [registry],
  });
  const openStreams = new Gauge({
    name: 'http_streams',
    help: 'Open event streams.',
    labelNames: ['route'],
    registers: [registry],
  });
  const endedStreams = new Counter({
    name: 'http_streams_ended_total',
    help: 'Event streams by the reason why they ended.',
    labelNames: ['route', 'end'],
    registers: [registry],
  });
  // Looking up a labeled series is slower than observing a value, so the series are cached.
  const series = new Map<string, { observe(seconds: number): void }>();
  const gaugeByName = new Map<string, Gauge>();
  const listeners: RequestObserver[] = [];
  const registries = [processMetrics(), registry, ...others];

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
      for (const listener of listeners) listener(method, route, status, seconds);
    },
    refused(code) {
      refusals.inc({ code });
    },
    streamStarted(route) {
      openStreams.inc({ route });
      return (end) => {
        openStreams.dec({ route });
        endedStreams.inc({ route, end });
      };
    },
    listen(listener) {
      listeners.push(listener);
    },
    async render() {
      setGauges();
      const texts = await Promise.all(registries.map((each) => each.metrics()));
      return { contentType: registry.contentType, text: texts.join('\n') };
    },
  };
}
