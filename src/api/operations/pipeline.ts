/**
 * Processes a request to `/v1` in the order of checks that the API promises: key, rate limit, permission, availability,
 * idempotency header, format of path, query, and body, replay. The handler runs last.
 */

import type { IncomingMessage } from 'node:http';
import { createConcurrencyLimiter } from '../../async/concurrency-limiter.ts';
import { createRateLimiter, type Allowance } from '../../async/rate-limiter.ts';
import type { OperationId } from '../../generated/operations.ts';
import { isProblem, malformedRequest, problem, statusOf, type Problem } from '../../http/errors.ts';
import { isStreamReply, type Reply, type StreamReply } from '../../http/reply.ts';
import { createRouter, type Match } from '../../http/router.ts';
import type { Exchange, Mount } from '../../http/serve.ts';
import type { ApiKey } from '../../platform/platform.ts';
import type { CausedEvents, LoggedError } from '../../request-log/entry.ts';
import { monotonicTime } from '../../system/runtime.ts';
import { BookNotOpen, Overloaded } from '../../writer/command.ts';
import {
  authenticate,
  rejectReadOnlyKey,
  rejectUncheckedSandbox,
  rejectUncheckedWrite,
} from './authenticate.ts';
import { createIdempotency } from './idempotency.ts';
import { readInput, type ReceivedBody } from './input.ts';
import type { ApiOperation, BookCaller, Streaming } from './operation.ts';
import type { ApiSettings, Services } from './services.ts';
import type { Consistency } from './wait.ts';

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

type LoggedContext = Exchange &
  ReceivedBody & {
    readonly key?: ApiKey;
    readonly stream?: string;
    readonly route?: { readonly id: OperationId; readonly path: string };
    readonly caused?: CausedEvents | undefined;
  };

/** Requests to the log itself would fill it while a client follows it. */
const UNLOGGED: ReadonlySet<OperationId> = new Set(['listRequests', 'getRequest']);

const observeRequests =
  ({ requestLog, countRequest }: Pick<Services, 'requestLog' | 'countRequest'>) =>
  (context: LoggedContext, reply: Reply | StreamReply, durationMs: number): void => {
    const { key, stream, route } = context;
    if (key === undefined || stream === undefined) return;
    const error = errorOf(reply);
    countRequest(stream, error?.code);
    if (route !== undefined && UNLOGGED.has(route.id)) return;
    const status = isProblem(reply) ? statusOf(reply) : reply.status;
    requestLog.add(stream, status >= 400, monotonicTime(), () => ({
      requestId: context.requestId,
      stream,
      keyId: key.id,
      method: context.method,
      path: context.path,
      search: context.search,
      operation: route?.id,
      idempotencyKey: idempotencyKeyOf(context.req),
      status,
      error,
      isReplayed: 'replayed' in reply && reply.replayed,
      durationMs,
      requestBody: context.body,
      requestLength: bodyLengthOf(context.req),
      responseBody: isProblem(reply) || isStreamReply(reply) || status >= 400 ? undefined : reply.body,
      caused: context.caused,
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

function errorOf(reply: Reply | StreamReply): LoggedError | undefined {
  if (isProblem(reply)) return { code: reply.problem, message: reply.message, details: reply.details };
  if (isStreamReply(reply) || reply.status < 400) return undefined;
  // Only this service stores responses with errors.
  const { error } = JSON.parse(reply.body) as { error: LoggedError };
  return error;
}

/** Event streams that a key can have open at the same time. */
const STREAMS_PER_KEY_MAX = 5;
/** A request meets more books only if its sandbox is reset again and again while it runs. */
const BOOKS_PER_REQUEST_MAX = 5;
const ALL_STREAMS = 'all';
/** A stream whose client is gone is noticed after a heartbeat. */
const STREAMS_RETRY_AFTER_SECONDS = 15;

type KeyContext = Exchange & {
  key?: ApiKey;
  /** The book of the request. */
  stream?: string;
  route?: ApiOperation;
  caused?: CausedEvents | undefined;
} & ReceivedBody;

type Admitted = { readonly key: ApiKey; readonly match: Match<ApiOperation> };

type ValidRequest = Admitted & {
  readonly consistency: Consistency | undefined;
  readonly query: unknown;
  readonly body: unknown;
  readonly idempotencyKey: string | undefined;
};

/** The API under /v1. */
export function createApi(services: Services, operations: readonly ApiOperation[]): Mount<KeyContext> {
  const { keys, books, writers, records, log, clock, settings, admission } = services;
  const router = createRouter(operations);
  const { requestsPerSecond: perSecond, burst } = settings.rateLimit;
  const limiter = createRateLimiter({ perSecond, burst });
  const streams = createConcurrencyLimiter();
  const idempotency = createIdempotency({
    records,
    log,
    clock,
    hasUsed: (stream, key) => writers.isKeyUsed(stream, key),
    onUnavailable: services.reportSilentDocuments,
  });

  const isRepeat = async ({ stream, idempotency }: BookCaller): Promise<boolean> =>
    idempotency !== undefined && writers.isKeyUsed(stream, idempotency.key);

  /** Finds the operation and checks that the key may call it. */
  function admit(context: KeyContext, areKeysCurrent: boolean): Admitted | Problem {
    const { req, method, path } = context;
    const key = authenticate(keys, req.headers, clock());
    if (isProblem(key)) return key;
    context.key = key;
    context.stream = books.current(key.integrator_id, key.environment);
    const allowance = (context.allowance = limiter.take(key.id));
    if (!allowance.granted) return tooManyRequests(allowance);
    const refusal = rejectUncheckedWrite(areKeysCurrent, method) ?? rejectReadOnlyKey(key, method);
    if (refusal !== undefined) return refusal;
    const match = router.match(method, path);
    if (isProblem(match)) return match;
    context.route = match.operation;
    return rejectUnavailable(match.operation, key, settings) ?? { key, match };
  }

  /** Counts further requests of this call against the key's rate limit. */
  function charge(context: KeyContext, { id }: ApiKey, requests: number): Problem | undefined {
    const allowance = (context.allowance = limiter.charge(id, requests));
    return allowance.granted ? undefined : tooManyRequests(allowance);
  }

  /** Streams are counted per process, like requests. */
  function streaming({ req: { headers } }: KeyContext, { id: key }: ApiKey): Streaming {
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
    };
  }

  async function answer(context: KeyContext): Promise<Reply | StreamReply> {
    const areKeysCurrent = await keys.areCurrent();
    const admitted = admit(context, areKeysCurrent);
    if (isProblem(admitted)) return admitted;
    const { key, match } = admitted;
    const consistency = readConsistency(context.req);
    if (isProblem(consistency)) return consistency;
    const unchecked = rejectUncheckedSandbox(areKeysCurrent, key, consistency);
    if (unchecked !== undefined) return unchecked;
    const input = await readInput(context.req, match, context.search, context);
    if (isProblem(input)) return input;
    return onCurrentBook(context, key, (stream) =>
      run(context, { key, match, consistency, ...input }, stream),
    );
  }

  /** Runs a request, and runs it again on the new book if a reset has replaced its own. */
  async function onCurrentBook<Result>(
    context: KeyContext,
    { integrator_id, environment }: ApiKey,
    work: (stream: string) => Promise<Result>,
  ): Promise<Result> {
    for (let left = BOOKS_PER_REQUEST_MAX; left > 0; left--) {
      try {
        return await work((context.stream = books.current(integrator_id, environment)));
      } catch (error) {
        if (!(error instanceof BookNotOpen)) throw error;
        await books.refresh(integrator_id);
      }
    }
    throw new Overloaded('the sandbox is reset too often');
  }

  async function run(
    context: KeyContext,
    { key, match, consistency, query, body, idempotencyKey }: ValidRequest,
    stream: string,
  ): Promise<Reply | StreamReply> {
    const { method, path, requestId } = context;
    const call = {
      services,
      key,
      charge(requests: number) {
        return charge(context, key, requests);
      },
      streaming() {
        return streaming(context, key);
      },
      actor: `key:${key.id}`,
      stream,
      requestId,
      onDecided(caused: CausedEvents | undefined) {
        context.caused = caused;
      },
      host: context.req.headers.host,
      accept: context.req.headers.accept,
      consistency,
      params: match.params,
      query,
      body,
      idempotency:
        idempotencyKey === undefined
          ? undefined
          : { key: idempotencyKey, fingerprint: services.fingerprint(method, path, body) },
    };
    const freshness = consistency === 'eventual' ? services.freshness() : undefined;
    const reply = await idempotency.run(call, () =>
      isWrite(method, call)
        ? admission.run(
            () => isRepeat(call),
            () => match.operation.handle(call),
          )
        : match.operation.handle(call),
    );
    if (isProblem(reply)) return freshness === undefined ? reply : { ...reply, freshness };
    if (isStreamReply(reply)) return reply;
    return { freshness, ...reply, body: services.approvalLinks.complete(reply.body) };
  }

  return {
    paths: ['/v1'],
    answer,
    callerFields: ({ key }) => ({ integrator: key?.integrator_id }),
    answered: observeRequests(services),
  };
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
function rejectUnavailable(operation: ApiOperation, key: ApiKey, settings: ApiSettings): Problem | undefined {
  if ('environment' in operation && key.environment !== operation.environment) return problem('sandbox_only');
  const setting = 'feature' in operation ? settings[operation.feature] : true;
  return setting === true || setting === key.environment ? undefined : problem('not_implemented');
}
