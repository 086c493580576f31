/** All routes of the console. The first matching path wins. */
import { Refused, type ConsoleRoute, type PageResult } from './page-context.ts';
import { integratorsPages } from './pages/ledger/integrators.ts';
import { keysPages } from './pages/ledger/keys.ts';
import { notesPages } from './pages/ledger/notes.ts';
import { recordsPages } from './pages/ledger/records.ts';
import { transfersPages } from './pages/ledger/transfers.ts';
import { depositListPages, transferListPages, trialBalancePages, userListPages } from './pages/books.ts';
import { usersPages } from './pages/ledger/users.ts';
import { walletStatementsPages, walletsPages } from './pages/ledger/wallets.ts';

import { proposalsPages } from './pages/operations/proposals.ts';
import { payoutsPages, railsPages } from './pages/operations/rails.ts';
import { reviewCasesPages } from './pages/operations/review-cases.ts';
import { reviewBulkPages } from './pages/operations/review-bulk.ts';
import { identityReviewsPages, transferReviewsPages } from './pages/operations/review-pages.ts';
import { reviewQueuePages } from './pages/operations/review-queue.ts';
import { treasuryPages } from './pages/operations/treasury.ts';
import { overviewPages } from './pages/overview.ts';
import { accountsPages } from './pages/reconciliation/accounts.ts';
import { breaksPages } from './pages/reconciliation/breaks.ts';
import { journalPages } from './pages/reconciliation/closing-totals.ts';
import { daysPages } from './pages/reconciliation/days.ts';
import { breakBulkPages } from './pages/reconciliation/break-bulk.ts';
import { groupPages, ownerPages } from './pages/reconciliation/groups.ts';
import { matchPages } from './pages/reconciliation/match.ts';
import { statementsPages } from './pages/reconciliation/statements.ts';
import { searchPages } from './pages/search.ts';
import { activityPages, sessionsPages, tokensPages } from './pages/service/operators.ts';
import { auditPages } from './pages/service/audit.ts';
import { healthPages } from './pages/service/health.ts';
import { metricsPages } from './pages/service/metrics.ts';
import { nodeChartsPages } from './pages/service/node-charts.ts';
import { projectionsPages } from './pages/service/projections.ts';
import { webhookDeliveriesPages } from './pages/service/webhook-deliveries.ts';
import { webhooksPages } from './pages/service/webhooks.ts';
import { savedViewPages } from './saved-views.ts';

const routes: readonly ConsoleRoute[] = [
  ...overviewPages,
  ...nodeChartsPages,
  ...searchPages,
  ...integratorsPages,
  ...keysPages,
  ...trialBalancePages,
  ...userListPages,
  ...transferListPages,
  ...depositListPages,
  ...usersPages,
  ...notesPages,
  ...walletsPages,
  ...walletStatementsPages,
  ...transfersPages,
  ...recordsPages,
  ...reviewQueuePages,
  ...reviewBulkPages,
  ...reviewCasesPages,
  ...transferReviewsPages,
  ...identityReviewsPages,
  ...proposalsPages,
  ...treasuryPages,
  ...statementsPages,
  ...accountsPages,
  ...matchPages,
  ...daysPages,
  ...breaksPages,
  ...breakBulkPages,
  ...groupPages,
  ...journalPages,
  ...ownerPages,
  ...railsPages,
  ...payoutsPages,
  ...metricsPages,
  ...webhooksPages,
  ...webhookDeliveriesPages,
  ...projectionsPages,
  ...healthPages,
  ...auditPages,
  ...tokensPages,
  ...sessionsPages,
  ...activityPages,
  ...savedViewPages,
];

/** The problem of a page that was refused something is its result. */
async function orProblem(answer: () => PageResult | Promise<PageResult>): Promise<PageResult> {
  try {
    return await answer();
  } catch (fault) {
    if (fault instanceof Refused) return fault.problem;
    throw fault;
  }
}

export const consoleRoutes: readonly ConsoleRoute[] = routes.map(({ get, post, ...route }) => ({
  ...route,
  get: (context) => orProblem(() => get(context)),
  ...(post === undefined ? {} : { post: (context, form) => orProblem(() => post(context, form)) }),
}));
