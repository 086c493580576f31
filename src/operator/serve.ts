/**
 * What happens to every request to `/operator/v1`, in the interface's order of checks: token, role, not yet available,
 * idempotency header, shape of path, query and body, replay; then the endpoint itself.
 */
import { createExchanges } from '../http/exchange.ts';
import type { Exchange, Serve } from '../http/exchange.ts';
import { isProblem, noSuch, problem } from '../http/errors.ts';
import type { Problem } from '../http/errors.ts';
import { createIdempotency, keyReused } from '../http/idempotency.ts';
import { readInput } from '../http/input.ts';
import type { Metrics } from '../http/metrics.ts';
import type { Reply } from '../http/route.ts';
import { createRouter } from '../http/router.ts';
import type { Match } from '../http/router.ts';
import { PLATFORM_STREAM } from '../platform/platform.ts';
import type { OperatorToken } from '../platform/platform.ts';
import { authenticateOperator, refuseRole } from './authenticate.ts';
import { findBook } from './books.ts';
import type { OperatorRoute } from './route.ts';
import type { OperatorServices } from './services.ts';

const ENVIRONMENTS = ['sandbox', 'production'] as const;

type OperatorExchange = Exchange & { token?: OperatorToken };
type Admitted = { readonly token: OperatorToken; readonly match: Match<OperatorRoute> };

export function createOperatorServe(
  services: OperatorServices,
  routes: readonly OperatorRoute[],
  metrics: Metrics,
): Serve {
  const { documents, keepers, platform, treasuries, log, clock } = services;
  const router = createRouter(routes);
  const idempotency = createIdempotency({
    documents,
    log,
    clock,
    hasUsed: async (stream, key) =>
      stream === PLATFORM_STREAM ? hasUsedOutsideBooks(key) : keepers.hasUsed(stream, key),
  });

  /** Writes that are about no book's object go to the platform, or to a treasury. */
  const hasUsedOutsideBooks = (key: string): boolean =>
    platform().hasUsed(key) || ENVIRONMENTS.some((each) => treasuries.of(each).hasUsed(key));

  /** Finds the endpoint, if this token may use it. */
  function admit(exchange: OperatorExchange): Admitted | Problem {
    const { req, method, path } = exchange;
    const token = authenticateOperator(platform(), req.headers.authorization);
    if (isProblem(token)) return token;
    exchange.token = token;
    const match = router.match(method, path);
    if (isProblem(match)) return match;
    exchange.route = match.route;
    const refusal = refuseRole(token, match.route.role);
    if (refusal !== undefined) return refusal;
    return match.route.unavailable === true
      ? problem('not_implemented', 'This operation is not yet available.')
      : { token, match };
  }

  async function answer(exchange: OperatorExchange): Promise<Reply> {
    const admitted = admit(exchange);
    if (isProblem(admitted)) return admitted;
    const { token, match } = admitted;
    const { route, params } = match;
    const input = await readInput(exchange.req, match, exchange.search);
    if (isProblem(input)) return input;
    const { query, body, idempotencyKey } = input;
    const { method, path, requestId } = exchange;
    const keyed =
      idempotencyKey === undefined
        ? undefined
        : { key: keyOf(token, idempotencyKey), fingerprint: services.fingerprint(method, path, body) };
    if (keyed !== undefined && !(await claim(keyed))) return keyReused();
    const { about } = route;
    const book = about === undefined ? PLATFORM_STREAM : await findBook(services, about, params);
    const call = {
      services,
      token,
      actor: `operator:${token.id}`,
      stream: book ?? PLATFORM_STREAM,
      requestId,
      idempotency: keyed,
      params,
      query,
      body,
    };
    return idempotency.run(call, () =>
      book === undefined ? noSuch(about?.noun ?? 'object') : route.handle(call),
    );
  }

  /**
   * A key belongs to its first request, whichever stream that writes to. Which one, only the object in the path tells;
   * so a key is taken down before, and a later request with it has to be the same.
   */
  async function claim({ key, fingerprint }: { key: string; fingerprint: string }): Promise<boolean> {
    const kept = await documents.putRecord('refusals', `operator|${key}`, fingerprint, { ifAbsent: true });
    return kept === fingerprint;
  }

  return createExchanges<OperatorExchange>({
    log,
    metrics,
    answer,
    who: ({ token }) => ({ operator: token?.id }),
  });
}

/** An operator's key, as streams keep it. No header can hold a line feed, so no key of an integrator's is the same. */
const keyOf = ({ id }: OperatorToken, key: string): string => `operator\n${id}\n${key}`;
