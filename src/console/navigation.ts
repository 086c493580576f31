/** The navigation of the console. The search finds its pages, too. */
import { operatorOperations, type OperatorOperationId } from '../generated/operator-operations.ts';
import { mayCall, type PageContext, type Section } from './page-context.ts';

export type NavigationEntry = {
  readonly section: Section;
  readonly label: string;
  readonly href: string;
  /** The operation that the page needs. Operators whose role does not permit it do not see the link. */
  readonly needs: OperatorOperationId;
};

export const GROUPS: readonly { readonly title: string; readonly entries: readonly NavigationEntry[] }[] = [
  {
    title: 'Money',
    entries: [
      { section: 'ledger', label: 'Ledger', href: '/console/integrators', needs: 'listIntegrators' },
      {
        section: 'transfers',
        label: 'Transfers',
        href: '/console/transfers',
        needs: 'listOperatorTransfers',
      },
      { section: 'users', label: 'Users', href: '/console/users', needs: 'listOperatorUsers' },
      { section: 'reviews', label: 'Reviews', href: '/console/reviews', needs: 'listTransferReviews' },
      {
        section: 'treasury',
        label: 'Treasury',
        href: '/console/treasury',
        needs: 'listTrades',
      },
      {
        section: 'reconciliation',
        label: 'Reconciliation',
        href: '/console/reconciliation/production',
        needs: 'listBankStatements',
      },
      { section: 'rails', label: 'Rails', href: '/console/rails', needs: 'listRails' },
    ],
  },
  {
    title: 'Service',
    entries: [
      { section: 'metrics', label: 'Metrics', href: '/console/metrics', needs: 'listMetrics' },
      {
        section: 'webhooks',
        label: 'Webhooks',
        href: '/console/webhooks',
        needs: 'listOperatedWebhookEndpoints',
      },
      {
        section: 'projections',
        label: 'Projections',
        href: '/console/projections',
        needs: 'listProjections',
      },
      { section: 'health', label: 'Health', href: '/console/health', needs: 'listAttention' },
      { section: 'audit', label: 'Audit', href: '/console/audit', needs: 'getAuditStatus' },
      { section: 'activity', label: 'Activity', href: '/console/activity', needs: 'listActivity' },
      { section: 'tokens', label: 'Operators', href: '/console/tokens', needs: 'listOperatorTokens' },
    ],
  },
];

export const OVERVIEW = { section: 'overview', label: 'Overview', href: '/console' } as const;

/** The pages that the operator's role may open. */
export const navigationEntries = (context: PageContext): readonly SearchTarget[] =>
  [OVERVIEW, ...GROUPS.flatMap(({ entries }) => entries).filter(({ needs }) => mayCall(context, needs))].map(
    ({ label, href }) => ({ label, href, kind: 'Page' }),
  );

/** A page or a form that only the search leads to from everywhere. */
type Target = Omit<NavigationEntry, 'section'>;

const TARGETS: readonly Target[] = [
  { label: 'Identity reviews', href: '/console/reviews/identities', needs: 'listReviewQueue' },
  { label: 'Proposals for a second operator', href: '/console/proposals', needs: 'listProposals' },
  { label: 'Webhook deliveries', href: '/console/deliveries', needs: 'listAllWebhookDeliveries' },
  { label: 'Sessions', href: '/console/sessions', needs: 'listSessions' },
  { label: 'Permissions of roles', href: '/console/permissions', needs: 'listSessions' },
  { label: 'Create an integrator', href: '/console/integrators/new', needs: 'createIntegrator' },
  { label: 'Issue an operator token', href: '/console/tokens/new', needs: 'createOperatorToken' },
  ...(['production', 'sandbox'] as const).flatMap((environment): readonly Target[] => {
    const reconciliation = `/console/reconciliation/${environment}`;
    const treasury = `/console/treasury/${environment}`;
    return [
      {
        label: `Open breaks, ${environment}`,
        href: `${reconciliation}/breaks`,
        needs: 'listReconciliationItems',
      },
      {
        label: `Import a statement, ${environment}`,
        href: `${reconciliation}/import`,
        needs: 'importBankStatement',
      },
      {
        label: `Collect movements, ${environment}`,
        href: `${reconciliation}/collect`,
        needs: 'collectMovements',
      },
      { label: `Record a trade, ${environment}`, href: `${treasury}/trade`, needs: 'recordTrade' },
      {
        label: `Allocate coin or backing, ${environment}`,
        href: `${treasury}/allocate`,
        needs: 'createAllocation',
      },
    ];
  }),
];

export type SearchTarget = {
  readonly label: string;
  readonly href: string;
  readonly kind: 'Page' | 'Action';
};

/** All that the search finds by its name: pages, and actions that need no object. */
export const searchTargets = (context: PageContext): readonly SearchTarget[] => [
  ...navigationEntries(context),
  ...TARGETS.filter(({ needs }) => mayCall(context, needs)).map(({ label, href, needs }) => ({
    label,
    href,
    kind: operatorOperations[needs].method === 'GET' ? ('Page' as const) : ('Action' as const),
  })),
];
