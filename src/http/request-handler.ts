import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { monotonicFactory } from 'ulid';
import type { Allowance } from '../async/rate-limiter.ts';
import { errorMessage } from '../system/errors.ts';
import { currentTime, monotonicTime, oncePerRuntime, randomBytes } from '../system/runtime.ts';
import { isTracingEnabled, withSpan, type Span } from '../telemetry/tracing.ts';
import { internalError, isProblem, problemForFault, statusOf, type Problem } from './errors.ts';
import { sendEventStream } from './event-stream.ts';
import type { Metrics } from './metrics.ts';
import { isStreamReply, type Reply, type StreamReply } from './reply.ts';
import { sendReply, sendRest } from './respond.ts';

// Request IDs: `req_` and a ULID, so they sort by time.

// The library requests one random number per character. System calls for each would cost more than the rest of a simple
// request, so the numbers come from a pool.
const POOL_BYTES = 4_096;

function createRandom(): () => number {
  let pool: Buffer = Buffer.alloc(0);
  let next = 0;
  return () => {
    if (next === pool.length) {
      pool = randomBytes(POOL_BYTES);
      next = 0;
    }
    const value = pool.readUInt16LE(next);
    next += 2;
    return value / 65_536;
  };
}

const ulid = oncePerRuntime(() => monotonicFactory(createRandom()));

export const newRequestId = (): string => `req_${ulid()(currentTime()).toLowerCase()}`;

// Handles a request of any API: errors, metrics, tracing, and the log line.

/** The path and the query string of a request. */
export type RequestTarget = { readonly path: string; readonly search: string };

/** The state of a request. Later members are set as processing advances. */
export type RequestContext = {
  readonly req: IncomingMessage;
  readonly method: string;
  readonly path: string;
  /** The query string without its `?`. */
  readonly search: string;
  readonly requestId: string;
  allowance?: Allowance;
  route?: { readonly path: string };
};

export type HandleRequest = (
  req: IncomingMessage,
  res: ServerResponse,
  target: RequestTarget,
) => Promise<void>;

type RequestHandlerOptions<E extends RequestContext> = {
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly answer: (exchange: E) => Promise<Reply | StreamReply>;
  /** Called after the response was sent, or when a stream begins. It must not throw. */
  readonly onAnswered?: (exchange: E, reply: Reply | StreamReply, durationMs: number) => void;
  /** The address of the service for the `Host` header of a request. */
  readonly baseUrl: (host: string | undefined) => string;
  /** The log fields that identify the caller. */
  readonly callerFields: (exchange: E) => Readonly<Record<string, string | undefined>>;
};

export function createRequestHandler<E extends RequestContext>({
  log,
  metrics,
  answer,
  baseUrl,
  callerFields,
  onAnswered,
}: RequestHandlerOptions<E>): HandleRequest {
  /** The health monitor logs when a dependency becomes unavailable; a request adds the reason to its own line only. */
  function faultReply({ requestId: request_id }: E, fault: unknown): { reply: Problem; reason?: string } {
    const foreseen = problemForFault(fault);
    if (foreseen !== undefined) return { reply: foreseen, reason: errorMessage(fault) };
    log.error({ request_id, err: fault }, 'request failed');
    return { reply: internalError() };
  }

  /** Computes the reply within a span that continues the caller's trace. */
  const tracedAnswer = (exchange: E): Promise<Reply | StreamReply> => {
    const { req, method, requestId } = exchange;
    const about = { 'http.request.method': method, 'ledger.request_id': requestId };
    const work = async (span: Span): Promise<Reply | StreamReply> => {
      const reply = await answer(exchange);
      const route = exchange.route?.path ?? 'none';
      const status = isProblem(reply) ? statusOf(reply) : reply.status;
      span.rename(`${method} ${route}`);
      span.set({ 'http.route': route, 'http.response.status_code': status });
      const code = refusalOf(reply);
      if (code !== undefined) span.set({ 'ledger.refusal': code });
      return reply;
    };
    return withSpan(method, about, work, { kind: 'server', from: req.headers });
  };

  /** The duration of the request is the time until the stream begins; the log line follows at its end. */
  async function sendStream(
    res: ServerResponse,
    exchange: E,
    { status, stream }: StreamReply,
    startedAt: number,
  ): Promise<void> {
    const { method, requestId: request_id, allowance } = exchange;
    const route = exchange.route?.path ?? 'none';
    const startMs = monotonicTime() - startedAt;
    onAnswered?.(exchange, { status, stream }, startMs);
    metrics.observe(method, route, status, startMs / 1000);
    const ended = metrics.streamStarted(route);
    const { end, events, fault } = await sendEventStream(res, request_id, stream, allowance);
    ended(end);
    if (fault !== undefined) log.error({ request_id, err: fault }, 'event stream failed');
    const duration_ms = Math.round(monotonicTime() - startedAt);
    log.info({ request_id, ...callerFields(exchange), method, route, status, duration_ms, events, end });
  }

  return async (req, res, { path, search }) => {
    const startedAt = monotonicTime();
    const { method = '' } = req;
    // Each API sets its own optional members during processing.
    const exchange = { req, method, path, search, requestId: newRequestId() } as E;
    let reply: Reply | StreamReply;
    let reason: string | undefined;
    try {
      reply = await (isTracingEnabled() ? tracedAnswer(exchange) : answer(exchange));
    } catch (fault) {
      ({ reply, reason } = faultReply(exchange, fault));
    }
    if (isStreamReply(reply)) {
      await sendStream(res, exchange, reply, startedAt);
      return;
    }
    const status = sendReply(res, exchange.requestId, reply, {
      allowance: exchange.allowance,
      ...(isProblem(reply) ? { baseUrl: baseUrl(req.headers.host) } : {}),
    });
    if (!isProblem(reply) && reply.rest !== undefined)
      await sendRest(res, reply.rest).catch((err: unknown) => {
        log.error({ request_id: exchange.requestId, err }, 'download failed');
      });
    const code = refusalOf(reply);
    if (code !== undefined) metrics.refused(code);
    const durationMs = monotonicTime() - startedAt;
    onAnswered?.(exchange, reply, durationMs);
    const route = exchange.route?.path ?? 'none';
    metrics.observe(method, route, status, durationMs / 1000);
    log.info({
      request_id: exchange.requestId,
      ...callerFields(exchange),
      method,
      route,
      status,
      duration_ms: Math.round(durationMs * 100) / 100,
      reason,
    });
  };
}

/** The error code of a refusal. A stored refusal is JSON text with the code near the beginning. */
const refusalOf = (reply: Reply | StreamReply): string | undefined =>
  isProblem(reply)
    ? reply.problem
    : isStreamReply(reply) || reply.status < 400
      ? undefined
      : /"code":"([a-z_]+)"/.exec(reply.body)?.[1];

/** Splits the request target. Proxies send absolute URLs, so a target need not start with a slash. */
export function parseTarget({ url = '/' }: IncomingMessage): RequestTarget {
  if (!url.startsWith('/')) {
    if (!URL.canParse(url)) return { path: '', search: '' };
    const { pathname, search } = new URL(url);
    return { path: pathname, search: search.slice(1) };
  }
  const mark = url.indexOf('?');
  return mark === -1 ? { path: url, search: '' } : { path: url.slice(0, mark), search: url.slice(mark + 1) };
}
