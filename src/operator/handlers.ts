/** The handlers of all operations of the operator API. They are declared in `schemas/operator-operations.json`. */

import { apiOrigin } from '../activity/activity-log.ts';
import { rejectUncheckedWrite } from '../api/operations/authenticate.ts';
import { readInput } from '../api/operations/input.ts';
import { bindHandlers } from '../api/operations/operation.ts';
import { operatorOperations as declarations } from '../generated/operator-operations.ts';
import { isProblem, type Problem } from '../http/errors.ts';
import type { Reply } from '../http/reply.ts';
import type { Match } from '../http/router.ts';
import type { Exchange, Mount } from '../http/serve.ts';
import type { OperatorToken } from '../platform/platform.ts';
import { ACTIVITY_LIST } from './lists/activity-list.ts';
import { replyWithList } from './lists/list-page.ts';
import { TRANSFER_LIST } from './lists/transfer-list.ts';
import { USER_LIST } from './lists/user-list.ts';
import { WEBHOOK_DELIVERY_LIST } from './lists/webhook-delivery-list.ts';
import { createOperationRunner } from './operations/operation-runner.ts';
import {
  authenticateOperator,
  rejectRole,
  type OperatorHandlers,
  type OperatorOperation,
} from './operations/operation.ts';
import type { OperatorServices } from './operations/services.ts';
import { attentionHandlers } from './resources/attention.ts';
import { brandHandlers, integratorHandlers, keyHandlers, tokenHandlers } from './resources/integrators.ts';
import { noteHandlers } from './resources/notes.ts';
import { payoutHandlers, railHandlers } from './resources/payouts.ts';
import { projectionHandlers } from './resources/projections.ts';
import { proposalHandlers } from './resources/proposals.ts';
import { reconciliationHandlers } from './resources/reconciliation.ts';
import { reviewHandlers, reviewQueueHandlers } from './resources/reviews.ts';
import {
  auditHandlers,
  identityHandlers,
  metricHandlers,
  operatorHandlers,
  sessionHandlers,
  snapshotHandlers,
} from './resources/service.ts';
import { treasuryHandlers } from './resources/treasury.ts';
import { screeningHandlers, userErasureHandlers, walletHandlers } from './resources/users.ts';
import { webhookDeliveryHandlers, webhookEndpointHandlers } from './resources/webhooks.ts';
import { searchHandlers } from './search.ts';

// Processes a request to `/operator/v1` in this order: token, role, idempotency header, format of path, query, and body,
// replay. The handler runs last.

type OperatorContext = Exchange & { token?: OperatorToken };
type Admitted = { readonly token: OperatorToken; readonly match: Match<OperatorOperation> };

/** The operator API under /operator/v1. */
export function createOperatorApi(services: OperatorServices): Mount<OperatorContext> {
  const { platform, keys, activity } = services;
  const calls = createOperationRunner(services, operatorOperations);

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

  return {
    paths: ['/operator/v1'],
    answer,
    callerFields: ({ token }) => ({ operator: token?.id }),
  };
}

// Lists of all books, and of what operators did, with filters.

const listHandlers = {
  listActivity: (call) => replyWithList(call, ACTIVITY_LIST, call.query),
  listOperatorTransfers: (call) => replyWithList(call, TRANSFER_LIST, call.query),
  listAllWebhookDeliveries: (call) => replyWithList(call, WEBHOOK_DELIVERY_LIST, call.query),
  listOperatorUsers: (call) => replyWithList(call, USER_LIST, call.query),
} satisfies Partial<OperatorHandlers>;

const handlers = {
  ...attentionHandlers,
  ...metricHandlers,
  ...integratorHandlers,
  ...brandHandlers,
  ...keyHandlers,
  ...tokenHandlers,
  ...operatorHandlers,
  ...treasuryHandlers,
  ...reviewHandlers,
  ...noteHandlers,
  ...reviewQueueHandlers,
  ...payoutHandlers,
  ...proposalHandlers,
  ...identityHandlers,
  ...screeningHandlers,
  ...walletHandlers,
  ...railHandlers,
  ...reconciliationHandlers,
  ...webhookEndpointHandlers,
  ...projectionHandlers,
  ...webhookDeliveryHandlers,
  ...auditHandlers,
  ...searchHandlers,
  ...listHandlers,
  ...sessionHandlers,
  ...snapshotHandlers,
  ...userErasureHandlers,
} satisfies OperatorHandlers;

export const operatorOperations: readonly OperatorOperation[] = bindHandlers(declarations, handlers);
