/**
 * What happens to every request to `/v1`, in the contract's order of checks (decisions section 1): key, rate limit, what
 * the key may do, not yet available, idempotency header, shape of path, query and body, replay; then the endpoint itself.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { bookOf } from '../platform/platform.ts';
import type { ApiKey } from '../platform/platform.ts';
import { authenticate, refuseMethod } from './authenticate.ts';
import { foreseenFault, internalError, isProblem, problem } from './errors.ts';
import type { Problem } from './errors.ts';
import { createIdempotency, fingerprintOf } from './idempotency.ts';
import { readInput } from './input.ts';
import type { Metrics } from './metrics.ts';
import { createRateLimiter } from './rate-limit.ts';
import type { Allowance } from './rate-limit.ts';
import { newRequestId } from './request-id.ts';
import { respond } from './respond.ts';
import type { Call, Reply, Route } from './route.ts';
import { createRouter } from './router.ts';
import type { Match } from './router.ts';
import type { Services } from './services.ts';

/** One request on its way; the later members are filled in as far as it gets. */
type Exchange = {
  readonly req: IncomingMessage;
  readonly method: string;
  readonly path: string;
  /** The query string without its `?`. */
  readonly search: string;
  readonly requestId: string;
  key?: ApiKey;
  allowance?: Allowance;
  route?: Route;
};

type Admitted = { readonly key: ApiKey; readonly match: Match };

export type Serve = (req: IncomingMessage, res: ServerResponse, target: Target) => Promise<void>;

/** The path and the query string of a request. */
export type Target = { readonly path: string; readonly search: string };

export function createServe(services: Services, routes: readonly Route[], metrics: Metrics): Serve {
  const { keys, log, clock, settings } = services;
  const router = createRouter(routes);
  const limiter = createRateLimiter(settings.rateLimit);
  const idempotency = createIdempotency(services.documents, log, clock);

  /** Finds the endpoint, if this key may use it. */
  function admit(exchange: Exchange): Admitted | Problem {
    const { req, method, path } = exchange;
    const key = authenticate(keys, req.headers['api-key'], clock());
    if (isProblem(key)) return key;
    exchange.key = key;
    const allowance = (exchange.allowance = limiter.take(key.id));
    if (!allowance.granted) return tooManyRequests(allowance);
    const refusal = refuseMethod(key, method);
    if (refusal !== undefined) return refusal;
    const match = router.match(method, path);
    if (isProblem(match)) return match;
    exchange.route = match.route;
    return refuseRoute(services, match.route, key) ?? { key, match };
  }

  async function answer(exchange: Exchange): Promise<Reply> {
    const admitted = admit(exchange);
    if (isProblem(admitted)) return admitted;
    const { key, match } = admitted;
    const input = await readInput(exchange.req, match, exchange.search);
    if (isProblem(input)) return input;
    const { query, body, idempotencyKey } = input;
    const { method, path, requestId } = exchange;
    const call: Call<Match['params'], unknown, unknown> = {
      services,
      key,
      stream: bookOf(key.integrator_id, key.environment),
      requestId,
      params: match.params,
      query,
      body,
      idempotency:
        idempotencyKey === undefined
          ? undefined
          : { key: idempotencyKey, fingerprint: fingerprintOf(method, path, body) },
    };
    return idempotency.run(call, () => match.route.handle(call));
  }

  function faultReply(exchange: Exchange, fault: unknown): Problem {
    const foreseen = foreseenFault(fault);
    const { requestId: request_id } = exchange;
    if (foreseen === undefined) {
      log.error({ request_id, err: fault }, 'a request failed');
      return internalError();
    }
    const reason = fault instanceof Error ? fault.message : String(fault);
    log.warn({ request_id, reason }, 'a request could not be served');
    return foreseen;
  }

  return async (req, res, { path, search }) => {
    const startedAt = performance.now();
    const { method = '' } = req;
    const exchange: Exchange = { req, method, path, search, requestId: newRequestId() };
    let reply: Reply;
    try {
      reply = await answer(exchange);
    } catch (fault) {
      reply = faultReply(exchange, fault);
    }
    const status = respond(res, exchange.requestId, reply, exchange.allowance);
    const durationMs = performance.now() - startedAt;
    const route = exchange.route?.path ?? 'none';
    metrics.observe(method, route, status, durationMs / 1000);
    log.info({
      request_id: exchange.requestId,
      integrator: exchange.key?.integrator_id,
      method,
      route,
      status,
      duration_ms: Math.round(durationMs * 100) / 100,
    });
  };
}

const tooManyRequests = ({ retryAfterSeconds }: Allowance): Problem =>
  problem('rate_limited', 'This key sends too many requests; wait as Retry-After says.', {
    retryAfter: retryAfterSeconds,
  });

function refuseRoute(services: Services, route: Route, key: ApiKey): Problem | undefined {
  if (route.sandboxOnly === true && key.environment !== 'sandbox') {
    return problem('sandbox_only', 'This call exists for sandbox keys only.');
  }
  return route.unavailable?.(services) === true
    ? problem('not_implemented', 'This operation is not yet available.')
    : undefined;
}
