/** The handlers of all operations of the operator API. They are declared in `schemas/operator-operations.json`. */

import { bindHandlers } from '../api/operations/operation.ts';
import { operatorOperations as declarations } from '../generated/operator-operations.ts';
import { parseTarget } from '../http/request-handler.ts';
import type { MountRoutes } from '../http/server.ts';
import { ACTIVITY_LIST } from './lists/activity-list.ts';
import { replyWithList } from './lists/list-page.ts';
import { TRANSFER_LIST } from './lists/transfer-list.ts';
import { USER_LIST } from './lists/user-list.ts';
import { WEBHOOK_DELIVERY_LIST } from './lists/webhook-delivery-list.ts';
import type { OperatorHandlers, OperatorOperation } from './operations/operation.ts';
import { createOperatorHandler } from './operations/pipeline.ts';
import type { OperatorServices } from './operations/services.ts';
import { attentionHandlers } from './resources/attention.ts';
import { brandHandlers, integratorHandlers } from './resources/integrators.ts';
import { keyHandlers, tokenHandlers } from './resources/keys.ts';
import { metricHandlers } from './resources/metrics.ts';
import { noteHandlers } from './resources/notes.ts';
import { payoutHandlers } from './resources/payouts.ts';
import { projectionHandlers } from './resources/projections.ts';
import { proposalHandlers } from './resources/proposals.ts';
import { railHandlers } from './resources/rails.ts';
import { reconciliationHandlers } from './resources/reconciliation.ts';
import { reviewHandlers, reviewQueueHandlers } from './resources/reviews.ts';
import { searchHandlers } from './resources/search.ts';
import {
  auditHandlers,
  identityHandlers,
  operatorHandlers,
  sessionHandlers,
  snapshotHandlers,
} from './resources/service.ts';
import { treasuryHandlers } from './resources/treasury.ts';
import { screeningHandlers, userErasureHandlers } from './resources/users.ts';
import { walletHandlers } from './resources/wallets.ts';
import { webhookDeliveryHandlers, webhookEndpointHandlers } from './resources/webhooks.ts';

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

// Mounts the operator API.

const ROOT = '/operator/v1';

/** Routes every path under /operator/v1 to the operator API. */
export const mountOperator =
  (services: OperatorServices): MountRoutes =>
  (app, metrics) => {
    const handle = createOperatorHandler(services, operatorOperations, metrics);
    app.use((req, res, next) => {
      const target = parseTarget(req);
      if (target.path === ROOT || target.path.startsWith(`${ROOT}/`)) handle(req, res, target).catch(next);
      else next();
    });
  };
