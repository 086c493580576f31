/**
 * Processes a request to `/v1` in the order of checks that the API promises: key, rate limit, permission, availability,
 * idempotency header, format of path, query, and body, replay. The handler runs last.
 */
import { createConcurrencyLimiter } from '../../async/concurrency-limiter.ts';
import { createRateLimiter } from '../../async/rate-limiter.ts';
import type { Allowance } from '../../async/rate-limiter.ts';
import type { CausedEvents } from '../../request-log/entry.ts';
import type { ApiKey } from '../../platform/platform.ts';
import { isProblem, problem } from '../server/errors.ts';
import type { Problem } from '../server/errors.ts';
import type { Metrics } from '../server/metrics.ts';
import { isStreamReply } from '../server/reply.ts';
import type { Reply, StreamReply } from '../server/reply.ts';
import { createRequestHandler } from '../server/request-handler.ts';
import type { HandleRequest, RequestContext } from '../server/request-handler.ts';
import { createRouter } from '../server/router.ts';
import type { Match } from '../server/router.ts';
import {
  authenticate,
  rejectReadOnlyKey,
  rejectUncheckedSandbox,
  rejectUncheckedWrite,
} from './authenticate.ts';
import { BookNotOpen, Overloaded } from '../../writer/command.ts';
import type { Consistency } from '../reads/wait.ts';
import { readConsistency } from '../reads/consistency-header.ts';
import { createIdempotency } from './idempotency.ts';
import { readInput } from './input.ts';
import type { ReceivedBody } from './input.ts';
import { observeRequests } from './observe-requests.ts';
import type { ApiOperation, BookCaller, Streaming } from './operation.ts';
import type { ApiSettings, Services } from './services.ts';

/** Event streams that a key can have open at the same time. */
const STREAMS_PER_KEY_MAX = 5;
/** A request meets more books only if its sandbox is reset again and again while it runs. */
const BOOKS_PER_REQUEST_MAX = 5;
const ALL_STREAMS = 'all';
/** A stream whose client is gone is noticed after a heartbeat. */
const STREAMS_RETRY_AFTER_SECONDS = 15;

type KeyContext = RequestContext & {
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

export function createApiHandler(
  services: Services,
  operations: readonly ApiOperation[],
  metrics: Metrics,
): HandleRequest {
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
    // Methods, because tsx names each other function at run time, which takes one percent of a request.
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

  return createRequestHandler<KeyContext>({
    log,
    metrics,
    answer,
    baseUrl: services.baseUrl,
    callerFields: ({ key }) => ({ integrator: key?.integrator_id }),
    onAnswered: observeRequests(services),
  });
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
