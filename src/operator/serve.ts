/**
 * What happens to every request to `/operator/v1`, in the interface's order of checks: token, role, not yet available,
 * idempotency header, shape of path, query and body, replay; then the endpoint itself.
 */
import { createExchanges } from '../http/exchange.ts';
import type { Exchange, Serve } from '../http/exchange.ts';
import { isProblem } from '../http/errors.ts';
import type { Problem } from '../http/errors.ts';
import { readInput } from '../http/input.ts';
import type { Metrics } from '../http/metrics.ts';
import type { Reply } from '../http/route.ts';
import type { Match } from '../http/router.ts';
import type { OperatorToken } from '../platform/platform.ts';
import { authenticateOperator, refuseRole } from './authenticate.ts';
import { createOperatorCalls, refuseUnavailable } from './calls.ts';
import type { OperatorRoute } from './route.ts';
import type { OperatorServices } from './services.ts';

type OperatorExchange = Exchange & { token?: OperatorToken };
type Admitted = { readonly token: OperatorToken; readonly match: Match<OperatorRoute> };

export function createOperatorServe(
  services: OperatorServices,
  routes: readonly OperatorRoute[],
  metrics: Metrics,
): Serve {
  const { platform, log } = services;
  const calls = createOperatorCalls(services, routes);

  /** Finds the endpoint, if this token may use it. */
  function admit(exchange: OperatorExchange): Admitted | Problem {
    const { req, method, path } = exchange;
    const token = authenticateOperator(platform(), req.headers.authorization);
    if (isProblem(token)) return token;
    exchange.token = token;
    const match = calls.match(method, path);
    if (isProblem(match)) return match;
    exchange.route = match.route;
    return refuseRole(token, match.route.role) ?? refuseUnavailable(match) ?? { token, match };
  }

  async function answer(exchange: OperatorExchange): Promise<Reply> {
    const admitted = admit(exchange);
    if (isProblem(admitted)) return admitted;
    const { token, match } = admitted;
    const input = await readInput(exchange.req, match, exchange.search);
    return isProblem(input) ? input : calls.run(token, match, input, exchange);
  }

  return createExchanges<OperatorExchange>({
    log,
    metrics,
    answer,
    who: ({ token }) => ({ operator: token?.id }),
  });
}
