/**
 * Processes a request to `/operator/v1` in this order: token, role, idempotency header, format of path, query, and body,
 * replay. The handler runs last.
 */
import { apiOrigin } from '../../activity/activity-log.ts';
import { rejectUncheckedWrite } from '../../api/operations/authenticate.ts';
import { readInput } from '../../api/operations/input.ts';
import { isProblem, type Problem } from '../../http/errors.ts';
import type { Metrics } from '../../http/metrics.ts';
import type { Reply } from '../../http/reply.ts';
import { createRequestHandler, type HandleRequest, type RequestContext } from '../../http/request-handler.ts';
import type { Match } from '../../http/router.ts';
import type { OperatorToken } from '../../platform/platform.ts';
import { createOperationRunner } from './operation-runner.ts';
import { authenticateOperator, rejectRole, type OperatorOperation } from './operation.ts';
import type { OperatorServices } from './services.ts';

type OperatorContext = RequestContext & { token?: OperatorToken };
type Admitted = { readonly token: OperatorToken; readonly match: Match<OperatorOperation> };

export function createOperatorHandler(
  services: OperatorServices,
  operations: readonly OperatorOperation[],
  metrics: Metrics,
): HandleRequest {
  const { platform, keys, log, activity } = services;
  const calls = createOperationRunner(services, operations);

  /** Finds the operation and checks that the token's role may call it. */
  function admit(context: OperatorContext, areKeysCurrent: boolean): Admitted | Problem {
    const { req, method, path } = context;
    const token = authenticateOperator(platform(), req.headers.authorization);
    if (isProblem(token)) return token;
    context.token = token;
    const refusal = rejectUncheckedWrite(areKeysCurrent, method);
    if (refusal !== undefined) return refusal;
    const match = calls.match(method, path);
    if (isProblem(match)) return match;
    context.route = match.operation;
    return rejectRole(token, match.operation.role) ?? { token, match };
  }

  /** Requests without any token are not recorded, because they are no attempt to sign in. */
  async function recordRejected(
    { req, requestId, token, method, path }: OperatorContext,
    { problem }: Problem,
  ) {
    const origin = apiOrigin(req);
    if (token !== undefined && problem === 'permission_denied')
      await calls.recordDenied(token, { method, path, requestId, origin });
    else if (problem === 'invalid_api_key' && req.headers.authorization !== undefined) {
      const about = { operator: undefined, origin, requestId, code: problem };
      await activity.record({ operation: 'authenticate', result: 'denied', ...about });
    }
  }

  async function answer(context: OperatorContext): Promise<Reply> {
    const { req, search } = context;
    const admitted = admit(context, await keys.areCurrent());
    if (isProblem(admitted)) {
      await recordRejected(context, admitted);
      return admitted;
    }
    const { token, match } = admitted;
    const { host, accept } = req.headers;
    const target = { ...context, host, accept, origin: apiOrigin(req) };
    return calls.run(token, match, () => readInput(req, match, search), target);
  }

  return createRequestHandler<OperatorContext>({
    log,
    metrics,
    answer,
    baseUrl: services.baseUrl,
    callerFields: ({ token }) => ({ operator: token?.id }),
  });
}
