/** The handlers of all operations of the operator API. They are declared in `schemas/operator-operations.json`. */
import { bindHandlers } from '../api/operations/operation.ts';
import { operatorOperations as declarations } from '../generated/operator-operations.ts';
import type { OperatorHandlers, OperatorOperation } from './operations/operation.ts';
import { attentionHandlers } from './resources/attention.ts';
import { auditHandlers } from './resources/audit.ts';
import { brandHandlers } from './resources/brands.ts';
import { identityHandlers } from './resources/identities.ts';
import { integratorHandlers } from './resources/integrators.ts';
import { keyHandlers } from './resources/keys.ts';
import { listHandlers } from './resources/lists.ts';
import { metricHandlers } from './resources/metrics.ts';
import { noteHandlers } from './resources/notes.ts';
import { operatorHandlers } from './resources/operators.ts';
import { payoutHandlers } from './resources/payouts.ts';
import { proposalHandlers } from './resources/proposals.ts';
import { projectionHandlers } from './resources/projections.ts';
import { reconciliationHandlers } from './resources/reconciliation.ts';
import { railHandlers } from './resources/rails.ts';
import { reviewHandlers } from './resources/reviews.ts';
import { reviewQueueHandlers } from './resources/review-queue.ts';
import { screeningHandlers } from './resources/screening.ts';
import { searchHandlers } from './resources/search.ts';
import { sessionHandlers } from './resources/sessions.ts';
import { snapshotHandlers } from './resources/snapshots.ts';
import { tokenHandlers } from './resources/tokens.ts';
import { treasuryHandlers } from './resources/treasury.ts';
import { userErasureHandlers } from './resources/user-erasure.ts';
import { walletHandlers } from './resources/wallets.ts';
import { webhookDeliveryHandlers } from './resources/webhook-deliveries.ts';
import { webhookEndpointHandlers } from './resources/webhook-endpoints.ts';

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
