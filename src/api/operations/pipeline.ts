/**
 * What happens to every request to `/v1`, in the contract's order of checks (docs/decisions.md, "Requests"): key, rate
 * limit, what the key may do, not yet available, idempotency header, shape of path, query and body, replay; then the
 * endpoint itself.
 */
import { bookStreamOf } from '../../platform/platform.ts';
import type { ApiKey } from '../../platform/platform.ts';
import { authenticate, rejectReadOnlyKey } from './authenticate.ts';
import { isProblem, problem } from './errors.ts';
import type { Problem } from './errors.ts';
import { createRequestHandler } from '../server/request-handler.ts';
import type { RequestContext, HandleRequest } from '../server/request-handler.ts';
import { createIdempotency } from './idempotency.ts';
import { readInput } from './input.ts';
import type { Metrics } from '../server/metrics.ts';
import { createRateLimiter } from './rate-limiter.ts';
import type { Allowance } from './rate-limiter.ts';
import type { Call, Reply, Route } from './operation.ts';
import { createRouter } from '../server/router.ts';
import type { Match } from '../server/router.ts';
import type { Services } from './services.ts';

/** One request of an API key on its way. */
type KeyExchange = RequestContext & { key?: ApiKey };

type Admitted = { readonly key: ApiKey; readonly match: Match };

export function createServe(services: Services, routes: readonly Route[], metrics: Metrics): HandleRequest {
  const { keys, keepers, documents, log, clock, settings } = services;
  const router = createRouter(routes);
  const limiter = createRateLimiter(settings.rateLimit);
  const idempotency = createIdempotency({
    documents,
    log,
    clock,
    hasUsed: (stream, key) => keepers.isKeyUsed(stream, key),
  });

  /** Finds the endpoint, if this key may use it. */
  function admit(exchange: KeyExchange): Admitted | Problem {
    const { req, method, path } = exchange;
    const key = authenticate(keys, req.headers['api-key'], clock());
    if (isProblem(key)) return key;
    exchange.key = key;
    const allowance = (exchange.allowance = limiter.take(key.id));
    if (!allowance.granted) return tooManyRequests(allowance);
    const refusal = rejectReadOnlyKey(key, method);
    if (refusal !== undefined) return refusal;
    const match = router.match(method, path);
    if (isProblem(match)) return match;
    exchange.route = match.route;
    return refuseRoute(services, match.route, key) ?? { key, match };
  }

  async function answer(exchange: KeyExchange): Promise<Reply> {
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
      actor: `key:${key.id}`,
      stream: bookStreamOf(key.integrator_id, key.environment),
      requestId,
      params: match.params,
      query,
      body,
      idempotency:
        idempotencyKey === undefined
          ? undefined
          : { key: idempotencyKey, fingerprint: services.fingerprint(method, path, body) },
    };
    return idempotency.run(call, () => match.route.handle(call));
  }

  return createRequestHandler<KeyExchange>({
    log,
    metrics,
    answer,
    callerFields: ({ key }) => ({ integrator: key?.integrator_id }),
  });
}

const tooManyRequests = ({ retryAfterSeconds }: Allowance): Problem =>
  problem('rate_limited', 'This key sends too many requests; wait as Retry-After says.', {
    retryAfterSeconds: retryAfterSeconds,
  });

function refuseRoute(services: Services, route: Route, key: ApiKey): Problem | undefined {
  if (route.sandboxOnly === true && key.environment !== 'sandbox') {
    return problem('sandbox_only', 'This call exists for sandbox keys only.');
  }
  return route.unavailable?.(services) === true
    ? problem('not_implemented', 'This operation is not yet available.')
    : undefined;
}
