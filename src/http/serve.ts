import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { monotonicFactory } from 'ulid';
import type { Allowance } from '../async/rate-limiter.ts';
import { errorMessage } from '../system/errors.ts';
import { currentTime, monotonicTime, oncePerRuntime, randomBytes } from '../system/runtime.ts';
import { isTracingEnabled, withSpan, type Span } from '../telemetry/tracing.ts';
import {
  internalError,
  isProblem,
  notFoundProblem,
  problem,
  problemForFault,
  statusOf,
  type Problem,
} from './errors.ts';
import { sendEventStream } from './event-stream.ts';
import type { Metrics } from './metrics.ts';
import {
  isPageReply,
  isStreamReply,
  refusalOf,
  sendPage,
  sendReply,
  sendRest,
  type AnyReply,
  type StreamReply,
} from './reply.ts';

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

// Serves every request: one loop for the APIs, the callbacks of connectors, and all pages. It finds the part of the service
// for the path, and then answers, sends, measures, and logs. Nothing else writes to a response.

/** The path and the query string of a request. */
type RequestTarget = { readonly path: string; readonly search: string };

/** A request while it is answered. Later members are set as processing advances. */
export type Exchange = {
  readonly req: IncomingMessage;
  readonly method: string;
  readonly path: string;
  /** The query string without its `?`. */
  readonly search: string;
  readonly requestId: string;
  allowance?: Allowance;
  /** Its path has names instead of values: it is what metrics and the log contain. */
  route?: { readonly path: string };
};

/** A part of the service with paths of its own, such as an API or the console. */
export type Mount<E extends Exchange = Exchange> = {
  /** Each of these paths, and all below it. */
  readonly paths: readonly string[];
  /** Undefined for a path that does not exist; it gets the 404 of the API. */
  answer(exchange: E): Promise<AnyReply | undefined>;
  /** The reply to a request that failed. Omitted: the error response of the API. */
  failed?(exchange: E, problem: Problem): AnyReply;
  /** Called after the response was sent, or when a stream begins. It must not throw. */
  answered?(exchange: E, reply: AnyReply, durationMs: number): void;
  /** The log fields that identify the caller. */
  callerFields?(exchange: E): Readonly<Record<string, string | undefined>>;
  /** Whether requests are measured and logged, only measured, or neither. Omitted: both. */
  readonly records?: 'metrics' | 'nothing';
};

export type Edge = {
  readonly log: Logger;
  readonly metrics: Metrics;
  /** The address of the service for links, without a trailing slash. Clients cannot change it: a `Host` header says nothing. */
  readonly publicUrl: () => string;
};

export type HandleRequest = (req: IncomingMessage, res: ServerResponse) => Promise<void>;

export const serve =
  (edge: Edge, mounts: readonly Mount[]): HandleRequest =>
  async (req, res) => {
    const startedAt = monotonicTime();
    const { path, search } = parseTarget(req);
    const exchange: Exchange = { req, method: req.method ?? '', path, search, requestId: newRequestId() };
    const mount = mountAt(mounts, path);
    if (mount === undefined) {
      sendReply(res, exchange.requestId, problem('not_found', OUTSIDE));
      return;
    }
    const { reply, reason } = await replyTo(edge, mount, exchange);
    if (reply === undefined) sendReply(res, exchange.requestId, notFoundProblem('path'));
    else if (isStreamReply(reply)) await sendStream(edge, mount, { exchange, reply, res, startedAt });
    else {
      const status = await send(edge, exchange, reply, res);
      const durationMs = monotonicTime() - startedAt;
      mount.answered?.(exchange, reply, durationMs);
      record(edge, mount, exchange, { refusal: refusalOf(reply), status, durationMs, reason });
    }
  };

/** No mount has the path. */
const OUTSIDE =
  'Unknown path. The API begins with /v1, the operator API with /operator/v1, and the documentation with /docs.';

function mountAt(mounts: readonly Mount[], path: string): Mount | undefined {
  for (const mount of mounts) {
    for (const root of mount.paths)
      if (path.startsWith(root) && (path.length === root.length || path[root.length] === '/')) return mount;
  }
  return undefined;
}

type Answered = { readonly reply: AnyReply | undefined; readonly reason?: string };

/** The health monitor logs when a dependency becomes unavailable; a request adds the reason to its own line only. */
async function replyTo({ log }: Edge, mount: Mount, exchange: Exchange): Promise<Answered> {
  try {
    const isTraced = isTracingEnabled() && mount.records !== 'nothing';
    return { reply: await (isTraced ? tracedAnswer(mount, exchange) : mount.answer(exchange)) };
  } catch (fault) {
    const foreseen = problemForFault(fault);
    if (foreseen === undefined) log.error({ request_id: exchange.requestId, err: fault }, 'request failed');
    const problem = foreseen ?? internalError();
    const reply = mount.failed?.(exchange, problem) ?? problem;
    return foreseen === undefined ? { reply } : { reply, reason: errorMessage(fault) };
  }
}

/** Computes the reply within a span that continues the caller's trace. */
function tracedAnswer(mount: Mount, exchange: Exchange): Promise<AnyReply | undefined> {
  const { req, method, requestId } = exchange;
  const about = { 'http.request.method': method, 'ledger.request_id': requestId };
  const work = async (span: Span): Promise<AnyReply | undefined> => {
    const reply = await mount.answer(exchange);
    if (reply === undefined) return reply;
    const route = exchange.route?.path ?? 'none';
    const status = isProblem(reply) ? statusOf(reply) : reply.status;
    span.rename(`${method} ${route}`);
    span.set({ 'http.route': route, 'http.response.status_code': status });
    const code = refusalOf(reply);
    if (code !== undefined) span.set({ 'ledger.refusal': code });
    return reply;
  };
  return withSpan(method, about, work, { kind: 'server', from: req.headers });
}

/** Resolves with the status once the response was handed over, or the client has received a long file. */
function send(
  { log, publicUrl }: Edge,
  { requestId, allowance }: Exchange,
  reply: Exclude<AnyReply, StreamReply>,
  res: ServerResponse,
): number | Promise<number> {
  const status = isPageReply(reply)
    ? sendPage(res, requestId, reply)
    : sendReply(res, requestId, reply, {
        allowance,
        ...(isProblem(reply) ? { baseUrl: publicUrl() } : {}),
      });
  if (isProblem(reply) || reply.rest === undefined) return status;
  const sent = sendRest(res, reply.rest).catch((err: unknown) => {
    log.error({ request_id: requestId, err }, 'download failed');
  });
  return sent.then(() => status);
}

type Outcome = {
  readonly refusal: string | undefined;
  readonly status: number;
  readonly durationMs: number;
  /** Why the service could not answer. */
  readonly reason: string | undefined;
};

/** Counts the request in the metrics and writes its log line. */
function record(
  { log, metrics }: Edge,
  mount: Mount,
  exchange: Exchange,
  { refusal, status, durationMs, reason }: Outcome,
): void {
  if (mount.records === 'nothing') return;
  const { method, requestId } = exchange;
  const route = exchange.route?.path ?? 'none';
  if (refusal !== undefined) metrics.refused(refusal);
  metrics.observe(method, route, status, durationMs / 1000);
  if (mount.records === 'metrics') return;
  log.info({
    request_id: requestId,
    ...mount.callerFields?.(exchange),
    method,
    route,
    status,
    duration_ms: Math.round(durationMs * 100) / 100,
    reason,
  });
}

type OpenStream = {
  readonly exchange: Exchange;
  readonly reply: StreamReply;
  readonly res: ServerResponse;
  readonly startedAt: number;
};

/** The duration of the request is the time until the stream begins; the log line follows at its end. */
async function sendStream(
  { log, metrics }: Edge,
  mount: Mount,
  { exchange, reply, res, startedAt }: OpenStream,
): Promise<void> {
  const { method, requestId: request_id, allowance } = exchange;
  const { status, stream } = reply;
  const route = exchange.route?.path ?? 'none';
  const startMs = monotonicTime() - startedAt;
  mount.answered?.(exchange, reply, startMs);
  metrics.observe(method, route, status, startMs / 1000);
  const ended = metrics.streamStarted(route);
  const { end, events, fault } = await sendEventStream(res, request_id, stream, allowance);
  ended(end);
  if (fault !== undefined) log.error({ request_id, err: fault }, 'event stream failed');
  const duration_ms = Math.round(monotonicTime() - startedAt);
  log.info({
    request_id,
    ...mount.callerFields?.(exchange),
    method,
    route,
    status,
    duration_ms,
    events,
    end,
  });
}

/** Splits the request target. Proxies send absolute URLs, so a target need not start with a slash. */
function parseTarget({ url = '/' }: IncomingMessage): RequestTarget {
  if (!url.startsWith('/')) {
    if (!URL.canParse(url)) return { path: '', search: '' };
    const { pathname, search } = new URL(url);
    return { path: pathname, search: search.slice(1) };
  }
  const mark = url.indexOf('?');
  return mark === -1 ? { path: url, search: '' } : { path: url.slice(0, mark), search: url.slice(mark + 1) };
}
