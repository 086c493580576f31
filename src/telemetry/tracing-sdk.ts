/** The OpenTelemetry SDK behind tracing.ts, which imports this file only if tracing is enabled. */
import { performance } from 'node:perf_hooks';
import { ROOT_CONTEXT, SpanKind, SpanStatusCode, context, propagation, trace } from '@opentelemetry/api';
import type { Span as SdkSpan } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node';
import { SERVICE_NAME, processResource } from './otlp-resource.ts';
import type { Span, SpanOptions, Tracing } from './tracing.ts';

const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT } as const;

/** The standard OTEL_ variables configure the exporter, sampling, and the service name. */
export function createTracing(): Tracing {
  const provider = new NodeTracerProvider({
    resource: processResource(),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  });
  // Also registers the asynchronous context manager and `traceparent` propagation.
  provider.register();
  const tracer = provider.getTracer(SERVICE_NAME);

  /** Converts a value of `monotonicTime()` to milliseconds since 1970. */
  const epochMs = (instant: number): number => performance.timeOrigin + instant;

  return {
    async span(name, attributes, run, { kind, from, onlyWithin = false }: SpanOptions) {
      const parent = from === undefined ? context.active() : propagation.extract(ROOT_CONTEXT, from);
      if (onlyWithin && trace.getSpan(parent) === undefined) return run(handle(undefined));
      const span = tracer.startSpan(
        name,
        { attributes: { ...attributes }, ...(kind === undefined ? {} : { kind: KINDS[kind] }) },
        parent,
      );
      try {
        return await context.with(trace.setSpan(parent, span), () => run(handle(span)));
      } catch (error) {
        // Error messages may contain request content, so only the name is used.
        handle(span).fail(error instanceof Error ? error.name : 'fault');
        throw error;
      } finally {
        span.end();
      }
    },
    record(name, attributes, startedAt) {
      tracer.startSpan(name, { attributes: { ...attributes }, startTime: epochMs(startedAt) }).end();
    },
    headers() {
      const carrier: Record<string, string> = {};
      propagation.inject(context.active(), carrier);
      return carrier;
    },
    async stop() {
      await provider.shutdown();
      // Allows another start in this process.
      trace.disable();
      context.disable();
      propagation.disable();
    },
  };
}

const handle = (span: SdkSpan | undefined): Span => ({
  set: (attributes) => void span?.setAttributes({ ...attributes }),
  rename: (name) => void span?.updateName(name),
  fail: (reason) => void span?.setStatus({ code: SpanStatusCode.ERROR, message: reason }),
});
