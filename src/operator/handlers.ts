/** The handlers of all operations of the operator API. They are declared in `schemas/operator-operations.json`. */

import { apiOrigin } from '../activity/activity-log.ts';
import { bindHandlers } from '../api/operations/operation.ts';
import { operatorOperations as declarations } from '../generated/operator-operations.ts';
import type { Exchange, Mount } from '../http/serve.ts';
import type { OperatorToken } from '../platform/platform.ts';
import { ACTIVITY_LIST } from './lists/activity-list.ts';
import { replyWithList } from './lists/list-page.ts';
import { TRANSFER_LIST } from './lists/transfer-list.ts';
import { USER_LIST } from './lists/user-list.ts';
import { WEBHOOK_DELIVERY_LIST } from './lists/webhook-delivery-list.ts';
import type { OperationRunner } from './operations/operation-runner.ts';
import type { OperatorHandlers, OperatorOperation } from './operations/operation.ts';
import { attentionHandlers } from './resources/attention.ts';
import { directoryHandlers } from './resources/directory.ts';
import { brandHandlers, integratorHandlers, keyHandlers, tokenHandlers } from './resources/integrators.ts';
import { noteHandlers } from './resources/notes.ts';
import { payoutHandlers, railHandlers } from './resources/payouts.ts';
import { projectionHandlers } from './resources/projections.ts';
import { proposalHandlers } from './resources/proposals.ts';
import { reconciliationHandlers } from './resources/reconciliation.ts';
import { reviewHandlers, reviewQueueHandlers } from './resources/reviews.ts';
import { savedViewHandlers } from './resources/saved-views.ts';
import {
  auditHandlers,
  identityHandlers,
  metricHandlers,
  nodeHandlers,
  operatorHandlers,
  sessionHandlers,
  snapshotHandlers,
} from './resources/service.ts';
import { timelineHandlers } from './resources/timelines.ts';
import { totalsHandlers } from './resources/totals.ts';
import { treasuryHandlers } from './resources/treasury.ts';
import {
  screeningHandlers,
  userAccountHandlers,
  userErasureHandlers,
  walletHandlers,
} from './resources/users.ts';
import { webhookDeliveryHandlers, webhookEndpointHandlers } from './resources/webhooks.ts';
import { searchHandlers } from './search.ts';

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
  ...nodeHandlers,
  ...totalsHandlers,
  ...timelineHandlers,
  ...directoryHandlers,
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
  ...userAccountHandlers,
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
  ...savedViewHandlers,
  ...snapshotHandlers,
  ...userErasureHandlers,
} satisfies OperatorHandlers;

export const operatorOperations: readonly OperatorOperation[] = bindHandlers(declarations, handlers);

type OperatorExchange = Exchange & { token?: OperatorToken };

/** The operator API under /operator/v1. */
export const createOperatorApi = (runner: OperationRunner): Mount<OperatorExchange> => ({
  paths: ['/operator/v1'],
  answer(exchange) {
    return runner.run(Object.assign(exchange, { origin: apiOrigin(exchange.req) }));
  },
  callerFields: ({ token }) => ({ operator: token?.id }),
});
