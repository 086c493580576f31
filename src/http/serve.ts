/**
 * What happens to every request to `/v1`, in the contract's order of checks (decisions section 1): key, rate limit, what
 * the key may do, not yet available, idempotency header, shape of path, query and body, replay; then the endpoint itself.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ErrorDetail } from '../generated/api.ts';
import { bookOf } from '../platform/platform.ts';
import type { ApiKey } from '../platform/platform.ts';
import { authenticate, refuseMethod } from './authenticate.ts';
import { readBody } from './body.ts';
import { foreseenFault, internalError, invalidFields, isProblem, problem } from './errors.ts';
import type { Problem } from './errors.ts';
import { createIdempotency, fingerprintOf, idempotencyKeyOf } from './idempotency.ts';
import type { Metrics } from './metrics.ts';
import { readQuery } from './query.ts';
import { createRateLimiter } from './rate-limit.ts';
import type { Allowance } from './rate-limit.ts';
import { newRequestId } from './request-id.ts';
import { respond } from './respond.ts';
import type { Call, Reply, Route } from './route.ts';
import { createRouter, refuseParams } from './router.ts';
import type { Match } from './router.ts';
import type { Services } from './services.ts';
import { details } from './validation.ts';

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

export type Serve = (req: IncomingMessage, res: ServerResponse, target: Target) => Promise<void>;

/** The path and the query string of a request. */
export type Target = { readonly path: string; readonly search: string };

export function createServe(services: Services, routes: readonly Route[], metrics: Metrics): Serve {
  const { keys, log, clock, settings } = services;
  const router = createRouter(routes);
  const limiter = createRateLimiter(settings.rateLimit);
  const idempotency = createIdempotency(services.documents, log, clock);

  /** Finds the endpoint, if this key may use it. */
  function admit(exchange: Exchange): Match | Problem {
    const { req, method, path } = exchange;
    const key = authenticate(keys, req.headers['api-key'], clock());
    if (isProblem(key)) return key;
    exchange.key = key;
    const allowance = (exchange.allowance = limiter.take(key.id));
    if (!allowance.granted) {
      const retryAfter = allowance.retryAfterSeconds;
      return problem('rate_limited', 'This key sends too many requests; wait as Retry-After says.', {
        retryAfter,
      });
    }
    const refusal = refuseMethod(key, method);
    if (refusal !== undefined) return refusal;
    const match = router.match(method, path);
    if (isProblem(match)) return match;
    exchange.route = match.route;
    return refuseRoute(match.route, key) ?? match;
  }

  async function answer(exchange: Exchange): Promise<Reply> {
    const match = admit(exchange);
    if (isProblem(match)) return match;
    const { req, method, path, search, requestId, key } = exchange;
    const { route, params } = match;
    const keyed = method === 'POST' ? idempotencyKeyOf(req) : undefined;
    if (isProblem(keyed) && route.idempotency !== 'unless_dry_run') return keyed;
    const unknown = refuseParams(params);
    if (unknown !== undefined) return unknown;
    const query = readQuery(search, route.query);
    if (isProblem(query)) return query;
    const read = route.takesBody === 'never' ? undefined : await readBody(req, route.takesBody);
    const body = read === undefined || isProblem(read) ? undefined : read.value;
    const unkeyed = keyed === undefined || (route.idempotency === 'unless_dry_run' && isDryRun(body));
    if (!unkeyed && isProblem(keyed)) return keyed;
    if (isProblem(read)) return read;
    const invalid = read === undefined ? undefined : refuseBody(route, body);
    if (invalid !== undefined) return invalid;
    // `admit` let the request through, so it has a key.
    const { integrator_id, environment } = key as ApiKey;
    const call: Call<Match['params'], unknown, unknown> = {
      services,
      key: key as ApiKey,
      stream: bookOf(integrator_id, environment),
      requestId,
      params,
      query,
      body,
      idempotency:
        unkeyed || isProblem(keyed)
          ? undefined
          : { key: keyed, fingerprint: fingerprintOf(method, path, body) },
    };
    return call.idempotency === undefined
      ? route.handle(call)
      : idempotency.run(call, () => route.handle(call));
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

function refuseRoute(route: Route, key: ApiKey): Problem | undefined {
  if (route.sandboxOnly === true && key.environment !== 'sandbox') {
    return problem('sandbox_only', 'This call exists for sandbox keys only.');
  }
  return route.unavailable === true
    ? problem('not_implemented', 'This operation is not yet available.')
    : undefined;
}

/** All that is wrong with a body, every field at once. */
function refuseBody({ body: validate, alsoCheck }: Route, body: unknown): Problem | undefined {
  const found = validate(body) ? [] : details(validate.errors);
  const known = new Set(found.map(({ field }) => field));
  for (const entry of [...checkMetadataKeys(body), ...(alsoCheck?.(body) ?? [])]) {
    if (!known.has(entry.field)) found.push(entry);
  }
  return found.length === 0 ? undefined : invalidFields(found);
}

/** The keys of metadata are the only names a client is free to choose, so the only ones that can be broken text. */
function checkMetadataKeys(body: unknown): readonly ErrorDetail[] {
  if (typeof body !== 'object' || body === null || !('metadata' in body)) return NONE;
  const { metadata } = body;
  if (typeof metadata !== 'object' || metadata === null) return NONE;
  for (const key in metadata) if (!isWellFormed(key)) return [BROKEN_KEY];
  return NONE;
}

const NONE: readonly ErrorDetail[] = [];
const BROKEN_KEY = {
  field: 'metadata',
  code: 'invalid_format',
  message: 'The keys must be valid Unicode text.',
};

/** Whether a text has no half of a surrogate pair. (Node has a method for it that TypeScript's library does not.) */
const isWellFormed = (text: string): boolean => !/\p{Surrogate}/u.test(text);

const isDryRun = (body: unknown): boolean =>
  typeof body === 'object' && body !== null && 'dry_run' in body && body.dry_run === true;
