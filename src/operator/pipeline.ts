/**
 * What happens to every request to `/operator/v1`, in the interface's order of checks: token, role, not yet available,
 * idempotency header, shape of path, query and body, replay; then the endpoint itself.
 */
import { createRequestHandler } from '../api/server/request-handler.ts';
import type { RequestContext, HandleRequest } from '../api/server/request-handler.ts';
import { isProblem } from '../api/operations/errors.ts';
import type { Problem } from '../api/operations/errors.ts';
import { readInput } from '../api/operations/input.ts';
import type { Metrics } from '../api/server/metrics.ts';
import type { Reply } from '../api/operations/operation.ts';
import type { Match } from '../api/server/router.ts';
import type { OperatorToken } from '../platform/platform.ts';
import { authenticateOperator, rejectRole } from './authenticate.ts';
import { createOperationRunner, rejectUnavailable } from './operation-runner.ts';
import type { OperatorRoute } from './operation.ts';
import type { OperatorServices } from './services.ts';

type OperatorExchange = RequestContext & { token?: OperatorToken };
type Admitted = { readonly token: OperatorToken; readonly match: Match<OperatorRoute> };

export function createOperatorServe(
  services: OperatorServices,
  routes: readonly OperatorRoute[],
  metrics: Metrics,
): HandleRequest {
  const { platform, log } = services;
  const calls = createOperationRunner(services, routes);

  /** Finds the endpoint, if this token may use it. */
  function admit(exchange: OperatorExchange): Admitted | Problem {
    const { req, method, path } = exchange;
    const token = authenticateOperator(platform(), req.headers.authorization);
    if (isProblem(token)) return token;
    exchange.token = token;
    const match = calls.match(method, path);
    if (isProblem(match)) return match;
    exchange.route = match.route;
    return rejectRole(token, match.route.role) ?? rejectUnavailable(match) ?? { token, match };
  }

  async function answer(exchange: OperatorExchange): Promise<Reply> {
    const admitted = admit(exchange);
    if (isProblem(admitted)) return admitted;
    const { token, match } = admitted;
    const input = await readInput(exchange.req, match, exchange.search);
    return isProblem(input) ? input : calls.run(token, match, input, exchange);
  }

  return createRequestHandler<OperatorExchange>({
    log,
    metrics,
    answer,
    callerFields: ({ token }) => ({ operator: token?.id }),
  });
}
