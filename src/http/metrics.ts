import type { MetricRegistry } from '../telemetry/metrics.ts';

// Metrics of HTTP requests.

export type Metrics = {
  /** `route` is the path pattern, not the actual path, which would create one series per object. */
  observe(method: string, route: string, status: number, seconds: number): void;
  /** Counts a refused request by its error code. */
  refused(code: string): void;
  /** Counts a response that stays open. Returns what to call at its end. */
  streamStarted(route: string): (end: string) => void;
  /** Calls the observer for each later request. */
  listen(listener: RequestObserver): void;
  /** All metrics of the registry. */
  render(): Promise<{ contentType: string; text: string }>;
};

type RequestObserver = (method: string, route: string, status: number, seconds: number) => void;

const BUCKETS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

export function createMetrics(registry: MetricRegistry): Metrics {
  const duration = registry.histogram(
    'http_request_duration_seconds',
    'Time from the request headers to the response.',
    ['method', 'route', 'status'],
    BUCKETS_SECONDS,
  );
  const refusals = registry.counter('http_refusals_total', 'Refused requests by error code.', ['code']);
  const endedStreams = registry.counter(
    'http_streams_ended_total',
    'Event streams by the reason why they ended.',
    ['route', 'end'],
  );
  const openStreams = new Map<string, number>();
  registry.gauge('http_streams', 'Open event streams.', ['route'], () =>
    [...openStreams].map(([route, value]) => ({ labels: { route }, value })),
  );
  // Looking up a labeled series is slower than observing a value, so the series are cached.
  const series = new Map<string, (seconds: number) => void>();
  const listeners: RequestObserver[] = [];
  const countStream = (route: string, change: 1 | -1): void =>
    void openStreams.set(route, (openStreams.get(route) ?? 0) + change);

  return {
    observe(method, route, status, seconds) {
      const statusClass = `${Math.floor(status / 100)}xx`;
      const name = `${method} ${route} ${statusClass}`;
      let observe = series.get(name);
      if (observe === undefined) series.set(name, (observe = duration(method, route, statusClass)));
      observe(seconds);
      for (const listener of listeners) listener(method, route, status, seconds);
    },
    refused: (code) => refusals(code),
    streamStarted(route) {
      countStream(route, 1);
      return (end) => {
        countStream(route, -1);
        endedStreams(route, end);
      };
    },
    listen: (listener) => void listeners.push(listener),
    render: () => registry.render(),
  };
}
