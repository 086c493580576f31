/**
 * Traces by OpenTelemetry, for those who want them. Nothing of the SDK is loaded unless the environment asks for it;
 * otherwise a trace costs the look at one variable. Attributes are IDs, names and figures: never personal data, and never
 * what somebody sent.
 */

export type Attributes = Readonly<Record<string, string | number | boolean>>;

/** A span that has begun. */
export type Span = {
  set(attributes: Attributes): void;
  rename(name: string): void;
  /** It did not succeed. What is said here is for whoever reads traces: no message of somebody else's. */
  fail(reason: string): void;
};

export type SpanOptions = {
  readonly kind?: 'server' | 'client';
  /** Headers that may say which trace this belongs to (W3C `traceparent`). */
  readonly from?: Readonly<Record<string, unknown>>;
  /** Only as a part of a span that is under way: not for what happens in the background. */
  readonly onlyWithin?: boolean;
};

/** What src/telemetry/tracing-sdk.ts gives. */
export type Tracing = {
  span<T>(
    name: string,
    attributes: Attributes,
    run: (span: Span) => Promise<T>,
    options: SpanOptions,
  ): Promise<T>;
  /** A span that is over; `startedAt` as `performance.now()` tells time. */
  record(name: string, attributes: Attributes, startedAt: number): void;
  /** Headers that tell somebody else which trace a call belongs to. */
  headers(): Readonly<Record<string, string>>;
  stop(): Promise<void>;
};

let tracing: Tracing | undefined;

const NO_SPAN: Span = { set: () => undefined, rename: () => undefined, fail: () => undefined };

/** Does the work within a span, if there are traces. What it throws marks the span, and is thrown on. */
export function withSpan<T>(
  name: string,
  attributes: Attributes,
  run: (span: Span) => Promise<T>,
  options: SpanOptions = {},
): Promise<T> {
  return tracing === undefined ? run(NO_SPAN) : tracing.span(name, attributes, run, options);
}

/** Whether there are traces: for those who would have to gather attributes first. */
export const isTracingEnabled = (): boolean => tracing !== undefined;

/** A span of something that is over already. */
export function recordSpan(name: string, attributes: Attributes, startedAt: number): void {
  tracing?.record(name, attributes, startedAt);
}

/** To be sent along with a call to somebody else who may take part in the trace; empty without traces. */
export const traceHeaders = (): Readonly<Record<string, string>> => tracing?.headers() ?? {};

/** Loads the SDK, which reads the rest of its settings (OTEL_…) by itself. Gives how to stop: what is left is sent then. */
export async function startTracing(): Promise<() => Promise<void>> {
  const { createTracing } = await import('./tracing-sdk.ts');
  const started = createTracing();
  tracing = started;
  return async () => {
    tracing = undefined;
    await started.stop();
  };
}
