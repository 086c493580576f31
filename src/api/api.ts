/**
 * The API for integrators under /v1. Its order of checks: key, rate limit, permission, availability, idempotency header, format
 * of path, query, and body, replay. The handler runs last.
 */

import type { IncomingMessage } from 'node:http';
import { createConcurrencyLimiter } from '../async/concurrency-limiter.ts';
import { FairSlots } from '../async/fair-queue.ts';
import { createRateLimiter, type Allowance } from '../async/rate-limiter.ts';
import type { OperationId } from '../generated/operations.ts';
import { isProblem, malformedRequest, problem, statusOf, type Problem } from '../http/errors.ts';
import { isStreamReply, type AnyReply, type Reply, type StreamReply } from '../http/reply.ts';
import { createRouter, type Match, type PathParams, type Router } from '../http/router.ts';
import type { Exchange, Mount } from '../http/serve.ts';
import type { ApiKey } from '../platform/platform.ts';
import type { Freshness } from '../read-models/projection-backlog.ts';
import type { CausedEvents, LoggedError } from '../request-log/entry.ts';
import { monotonicTime } from '../system/runtime.ts';
import { apiOperations } from './handlers.ts';
import {
  authenticate,
  rejectReadOnlyKey,
  rejectUncheckedSandbox,
  rejectUncheckedWrite,
} from './operations/authenticate.ts';
import { createIdempotency, type Idempotency } from './operations/idempotency.ts';
import { readInput, type Input, type ReceivedBody } from './operations/input.ts';
import type {
  ApiDeclaration,
  ApiOperation,
  BookCaller,
  Caller,
  OperationInput,
  Streaming,
} from './operations/operation.ts';
import { runOperation, type OperationSteps } from './operations/pipeline.ts';
import type { ApiSettings, Services } from './operations/services.ts';
import type { Consistency } from './operations/wait.ts';
import { slotsOf, writesIn } from './resources/transfer-batches.ts';

/** Event streams that a key can have open at the same time. */
const STREAMS_PER_KEY_MAX = 5;
const ALL_STREAMS = 'all';
/** A stream whose client is gone is noticed after a heartbeat. */
const STREAMS_RETRY_AFTER_SECONDS = 15;

/** A request to the API. Members are set as processing advances. */
type ApiRequest = Exchange &
  ReceivedBody & {
    key?: ApiKey;
    /** Whether this node knows which keys were revoked, and which sandboxes were reset. */
    areKeysCurrent?: boolean;
    /** The book of the request. */
    stream?: string;
    route?: { readonly id: OperationId; readonly path: string };
    consistency?: Consistency | undefined;
    freshness?: Freshness | undefined;
    caused?: CausedEvents | undefined;
  };

export function createApi(services: Services): Mount<ApiRequest> {
  const steps = new ApiSteps(services);
  return {
    paths: ['/v1'],
    answer: (request) => runOperation(steps, request),
    callerFields: ({ key }) => ({ integrator: key?.integrator_id }),
    answered: observeRequests(services),
  };
}

/** At the same time: alone, as many as fill an append; more would only wait. Few of each integrator while several write. */
const WRITES = { all: 100, whileShared: 8 };

/** Of past events on the streams of one integrator, so that a replay of a long log leaves time for others. */
const REPLAYED_PAGES_PER_SECOND = 40;

class ApiSteps implements OperationSteps<ApiRequest, ApiDeclaration, ApiKey, Caller, Reply | StreamReply> {
  readonly router: Router<ApiOperation> = createRouter(apiOperations);
  readonly idempotency: Idempotency;
  readonly #services: Services;
  readonly #limiter: ReturnType<typeof createRateLimiter>;
  readonly #streams = createConcurrencyLimiter();
  readonly #replays = createRateLimiter({
    perSecond: REPLAYED_PAGES_PER_SECOND,
    burst: REPLAYED_PAGES_PER_SECOND,
  });
  readonly #writes = new FairSlots(WRITES);

  constructor(services: Services) {
    const { records, log, clock, writers, settings } = services;
    const { requestsPerSecond: perSecond, burst } = settings.rateLimit;
    this.#services = services;
    this.#limiter = createRateLimiter({ perSecond, burst });
    this.idempotency = createIdempotency({
      records,
      log,
      clock,
      hasUsed: (stream, key) => writers.isKeyUsed(stream, key),
      onUnavailable: services.reportSilentDocuments,
    });
  }

  async authenticate(request: ApiRequest): Promise<ApiKey | Problem> {
    const { keys, clock, books } = this.#services;
    request.areKeysCurrent = await keys.areCurrent();
    const key = authenticate(keys, request.req.headers, clock());
    if (isProblem(key)) return key;
    request.key = key;
    request.stream = books.current(key.integrator_id, key.environment);
    return key;
  }

  limit(request: ApiRequest, key: ApiKey): Problem | undefined {
    const { method, areKeysCurrent = false } = request;
    const allowance = (request.allowance = this.#limiter.take(key.id));
    if (!allowance.granted) return tooManyRequests(allowance);
    return rejectUncheckedWrite(areKeysCurrent, method) ?? rejectReadOnlyKey(key, method);
  }

  permit(request: ApiRequest, key: ApiKey, { operation }: Match<ApiOperation>): Problem | undefined {
    const { req, areKeysCurrent = false } = request;
    const unavailable = rejectUnavailable(operation, key, this.#services.settings);
    if (unavailable !== undefined) return unavailable;
    const consistency = readConsistency(req);
    if (isProblem(consistency)) return consistency;
    request.consistency = consistency;
    return rejectUncheckedSandbox(areKeysCurrent, key, consistency);
  }

  validate(request: ApiRequest, match: Match<ApiOperation>): Promise<Input | Problem> {
    return readInput(request.req, match, request.search, request);
  }

  callOn(
    request: ApiRequest,
    key: ApiKey,
    { params, query, body, idempotencyKey }: Input & { readonly params: PathParams },
  ): Caller & OperationInput {
    const services = this.#services;
    const { method, path, requestId, consistency } = request;
    const { accept } = request.req.headers;
    const stream = services.books.current(key.integrator_id, key.environment);
    request.stream = stream;
    request.freshness = consistency === 'eventual' ? services.freshness() : undefined;
    return {
      services,
      key,
      charge: (requests) => this.#charge(request, key, requests),
      streaming: () => this.#streaming(request, key),
      actor: `key:${key.id}`,
      stream,
      requestId,
      onDecided(caused) {
        request.caused = caused;
      },
      accept,
      consistency,
      params,
      query,
      body,
      idempotency:
        idempotencyKey === undefined
          ? undefined
          : services.fingerprint.request(idempotencyKey, method, path, body),
    };
  }

  admit(
    { method }: ApiRequest,
    call: Caller & OperationInput,
    handle: () => (Reply | StreamReply) | Promise<Reply | StreamReply>,
  ): Reply | StreamReply | Promise<Reply | StreamReply> {
    if (!isWrite(method, call)) return handle();
    const { admission, storage } = this.#services;
    const { integrator_id, environment } = call.key;
    const writes = writesIn(call.body);
    const write = () =>
      this.#writes.run(integrator_id, slotsOf(writes), () =>
        admission.run(integrator_id, writes, () => this.#isRepeat(call), handle),
      );
    const refusal = method === 'DELETE' ? undefined : storage.refusal(integrator_id, environment);
    if (refusal === undefined) return write();
    // A repeat writes nothing.
    return this.#isRepeat(call).then((isRepeat) => (isRepeat ? write() : refusal));
  }

  renewBook({ integrator_id }: ApiKey): Promise<void> {
    return this.#services.books.refresh(integrator_id);
  }

  async answer(
    { freshness, stream }: ApiRequest,
    _key: ApiKey,
    reply: Reply | StreamReply,
  ): Promise<Reply | StreamReply> {
    if (isProblem(reply)) return freshness === undefined ? reply : { ...reply, freshness };
    if (isStreamReply(reply)) return reply;
    const { approvalLinks, reasons } = this.#services;
    const body = approvalLinks.complete(reply.body);
    return { freshness, ...reply, body: reply.file ? body : await reasons.openJson(body, stream) };
  }

  async #isRepeat({ stream, idempotency }: BookCaller): Promise<boolean> {
    return idempotency !== undefined && this.#services.writers.isKeyUsed(stream, idempotency.key);
  }

  /** Counts further requests of this call against the key's rate limit. */
  #charge(request: ApiRequest, { id }: ApiKey, requests: number): Problem | undefined {
    const allowance = (request.allowance = this.#limiter.charge(id, requests));
    return allowance.granted ? undefined : tooManyRequests(allowance);
  }

  /** Streams are counted per process, like requests. */
  #streaming({ req: { headers } }: ApiRequest, { id: key, integrator_id }: ApiKey): Streaming {
    const { keys, clock } = this.#services;
    const streams = this.#streams;
    const limits = [
      { key, max: STREAMS_PER_KEY_MAX },
      { key: ALL_STREAMS, max: Infinity },
    ];
    const lastEventId = headers['last-event-id'];
    return {
      lastEventId: typeof lastEventId === 'string' && lastEventId !== '' ? lastEventId : undefined,
      isKeyValid: () => !isProblem(authenticate(keys, headers, clock())),
      open: () => (streams.hasRoom(limits) ? streams.take(limits) : tooManyStreams()),
      openCount: () => streams.taken(ALL_STREAMS),
      countReplayed: () => {
        this.#replays.charge(integrator_id, 1);
        return this.#replays.waitMs(integrator_id);
      },
    };
  }
}

/** A dry run is a POST that needs no idempotency key. */
const isWrite = (method: string, { idempotency }: BookCaller): boolean =>
  method === 'POST' ? idempotency !== undefined : method !== 'GET';

const tooManyRequests = ({ retryAfterSeconds }: Allowance): Problem =>
  problem('rate_limited', 'The limit of this key is reached.', { retryAfterSeconds });

const tooManyStreams = (): Problem =>
  problem(
    'rate_limited',
    `This key already has ${STREAMS_PER_KEY_MAX} event streams. Close one of them before you open another.`,
    { retryAfterSeconds: STREAMS_RETRY_AFTER_SECONDS },
  );

/** Rejects operations that exist in another environment only, and operations that the configuration turns off. */
function rejectUnavailable(
  operation: ApiDeclaration,
  key: ApiKey,
  settings: ApiSettings,
): Problem | undefined {
  if ('environment' in operation && key.environment !== operation.environment) return problem('sandbox_only');
  const setting = 'feature' in operation ? settings[operation.feature] : true;
  return setting === true || setting === key.environment ? undefined : problem('not_implemented');
}

// The request header `Ledger-Consistency`, with which a client does not wait for its own writes.

/** Only reads have a choice, so other methods ignore the header. A value that is not known is 400: it may be a typing error. */
function readConsistency({ method, headers }: IncomingMessage): Consistency | undefined | Problem {
  const value = headers['ledger-consistency'];
  if (value === undefined || method !== 'GET') return undefined;
  return value === 'eventual'
    ? value
    : malformedRequest('The header Ledger-Consistency must be "eventual" or absent.');
}

// Passes answered requests to the request log, and counts them for the metrics of each minute. Requests without a valid key
// belong to nobody.

/** Requests to the log itself would fill it while a client follows it. */
const UNLOGGED: ReadonlySet<OperationId> = new Set(['listRequests', 'getRequest']);

const observeRequests =
  ({ requestLog, countRequest }: Pick<Services, 'requestLog' | 'countRequest'>) =>
  (request: ApiRequest, reply: AnyReply, durationMs: number): void => {
    const { key, stream, route } = request;
    if (key === undefined || stream === undefined) return;
    const error = errorOf(reply);
    countRequest(stream, error?.code);
    if (route !== undefined && UNLOGGED.has(route.id)) return;
    const status = isProblem(reply) ? statusOf(reply) : reply.status;
    requestLog.add(stream, status >= 400, monotonicTime(), () => ({
      requestId: request.requestId,
      stream,
      keyId: key.id,
      method: request.method,
      path: request.path,
      search: request.search,
      operation: route?.id,
      idempotencyKey: idempotencyKeyOf(request.req),
      status,
      error,
      isReplayed: 'replayed' in reply && reply.replayed,
      durationMs,
      requestBody: request.body,
      requestLength: bodyLengthOf(request.req),
      responseBody: isProblem(reply) || !('body' in reply) || status >= 400 ? undefined : reply.body,
      caused: request.caused,
    }));
  };

const KEY_LENGTH_MAX = 255;

function idempotencyKeyOf({ headers }: IncomingMessage): string | undefined {
  const key = headers['idempotency-key'];
  return typeof key === 'string' && key.length <= KEY_LENGTH_MAX ? key : undefined;
}

/** A chunked body has no announced length; this is the largest one that is read. */
const UNKNOWN_LENGTH = 128 * 1024;

const bodyLengthOf = ({ headers }: IncomingMessage): number =>
  headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : UNKNOWN_LENGTH;

function errorOf(reply: AnyReply): LoggedError | undefined {
  if (isProblem(reply)) return { code: reply.problem, message: reply.message, details: reply.details };
  if (!('body' in reply) || reply.status < 400) return undefined;
  // Only this service stores responses with errors.
  const { error } = JSON.parse(reply.body) as { error: LoggedError };
  return error;
}
