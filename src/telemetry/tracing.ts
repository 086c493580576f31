/**
 * Optional OpenTelemetry traces. The SDK is loaded only if the environment enables it; otherwise a span costs
 * one variable check. Attributes are IDs, names, and numbers: never personal data and never request content.
 */

type Attributes = Readonly<Record<string, string | number | boolean>>;

/** A span in progress. */
export type Span = {
  set(attributes: Attributes): void;
  rename(name: string): void;
  /** Marks the span as failed. The reason must not be an external error message. */
  fail(reason: string): void;
};

export type SpanOptions = {
  readonly kind?: 'server' | 'client';
  /** Headers with the trace context of the caller (W3C `traceparent`). */
  readonly from?: Readonly<Record<string, unknown>>;
  /** Create the span only inside another one, not for background work. */
  readonly onlyWithin?: boolean;
};

/** Implemented by tracing-sdk.ts. */
export type Tracing = {
  span<T>(
    name: string,
    attributes: Attributes,
    run: (span: Span) => Promise<T>,
    options: SpanOptions,
  ): Promise<T>;
  /** Records a finished span. `startedAt` is a value of `performance.now()`. */
  record(name: string, attributes: Attributes, startedAt: number): void;
  /** Headers that pass the trace context to another service. */
  headers(): Readonly<Record<string, string>>;
  stop(): Promise<void>;
};

let tracing: Tracing | undefined;

const NO_SPAN: Span = { set: () => undefined, rename: () => undefined, fail: () => undefined };

/** Runs the work in a span if tracing is enabled. An error marks the span as failed and is rethrown. */
export function withSpan<T>(
  name: string,
  attributes: Attributes,
  run: (span: Span) => Promise<T>,
  options: SpanOptions = {},
): Promise<T> {
  return tracing === undefined ? run(NO_SPAN) : tracing.span(name, attributes, run, options);
}

/** Whether tracing is enabled, for callers that would have to collect attributes first. */
export const isTracingEnabled = (): boolean => tracing !== undefined;

/** Records a finished span. */
export function recordSpan(name: string, attributes: Attributes, startedAt: number): void {
  tracing?.record(name, attributes, startedAt);
}

/** Headers for a call to another service that takes part in the trace; empty without tracing. */
export const traceHeaders = (): Readonly<Record<string, string>> => tracing?.headers() ?? {};

/**
 * Loads the SDK, which reads its other settings (OTEL_…) from the environment. Resolves to a function that
 * stops tracing and flushes.
 */
export async function startTracing(): Promise<() => Promise<void>> {
  const { createTracing } = await import('./tracing-sdk.ts');
  const started = createTracing();
  tracing = started;
  return async () => {
    tracing = undefined;
    await started.stop();
  };
}
