/** The navigation of the console. The search finds its pages, too. */
import { isAllowed } from './page-context.ts';
import type { PageContext, Section } from './page-context.ts';

export type NavigationEntry = {
  readonly section: Section;
  readonly label: string;
  readonly href: string;
  /** Endpoint that the page needs. Operators whose role does not permit it do not see the link. */
  readonly needs: string;
};

export const GROUPS: readonly { readonly title: string; readonly entries: readonly NavigationEntry[] }[] = [
  {
    title: 'Money',
    entries: [
      { section: 'ledger', label: 'Ledger', href: '/console/integrators', needs: '/operator/v1/integrators' },
      {
        section: 'transfers',
        label: 'Transfers',
        href: '/console/transfers',
        needs: '/operator/v1/transfers',
      },
      { section: 'users', label: 'Users', href: '/console/users', needs: '/operator/v1/users' },
      { section: 'reviews', label: 'Reviews', href: '/console/reviews', needs: '/operator/v1/reviews' },
      {
        section: 'treasury',
        label: 'Treasury',
        href: '/console/treasury',
        needs: '/operator/v1/treasury/production/trades',
      },
      {
        section: 'reconciliation',
        label: 'Reconciliation',
        href: '/console/reconciliation/production',
        needs: '/operator/v1/reconciliation/production/statements',
      },
      { section: 'rails', label: 'Rails', href: '/console/rails', needs: '/operator/v1/rails' },
    ],
  },
  {
    title: 'Service',
    entries: [
      { section: 'metrics', label: 'Metrics', href: '/console/metrics', needs: '/operator/v1/metrics' },
      {
        section: 'webhooks',
        label: 'Webhooks',
        href: '/console/webhooks',
        needs: '/operator/v1/webhook_endpoints',
      },
      {
        section: 'projections',
        label: 'Projections',
        href: '/console/projections',
        needs: '/operator/v1/projections',
      },
      { section: 'health', label: 'Health', href: '/console/health', needs: '/operator/v1/attention' },
      { section: 'audit', label: 'Audit', href: '/console/audit', needs: '/operator/v1/audit' },
      { section: 'activity', label: 'Activity', href: '/console/activity', needs: '/operator/v1/activity' },
      { section: 'tokens', label: 'Operators', href: '/console/tokens', needs: '/operator/v1/tokens' },
    ],
  },
];

export const OVERVIEW = { section: 'overview', label: 'Overview', href: '/console' } as const;

/** The pages that the operator's role may open. */
export const navigationEntries = (context: PageContext): readonly SearchTarget[] =>
  [
    OVERVIEW,
    ...GROUPS.flatMap(({ entries }) => entries).filter(({ needs }) => isAllowed(context, 'GET', needs)),
  ].map(({ label, href }) => ({ label, href, kind: 'Page' }));

/** A page or a form that only the search leads to from everywhere. */
type Target = {
  readonly label: string;
  readonly href: string;
  readonly method: 'GET' | 'POST';
  readonly needs: string;
};

const page = (label: string, href: string, needs: string): Target => ({ label, href, method: 'GET', needs });
const action = (label: string, href: string, needs: string): Target => ({
  label,
  href,
  method: 'POST',
  needs,
});

const TARGETS: readonly Target[] = [
  page('Identity reviews', '/console/reviews/identities', '/operator/v1/review_queue'),
  page('Proposals for a second operator', '/console/proposals', '/operator/v1/proposals'),
  page('Webhook deliveries', '/console/deliveries', '/operator/v1/webhook_deliveries'),
  page('Sessions', '/console/sessions', '/operator/v1/sessions'),
  action('Create an integrator', '/console/integrators/new', '/operator/v1/integrators'),
  action('Issue an operator token', '/console/tokens/new', '/operator/v1/tokens'),
  ...(['production', 'sandbox'] as const).flatMap((environment) => {
    const reconciliation = `/reconciliation/${environment}`;
    const treasury = `/treasury/${environment}`;
    return [
      page(
        `Open breaks, ${environment}`,
        `/console${reconciliation}/breaks`,
        `/operator/v1${reconciliation}/items`,
      ),
      action(
        `Import a statement, ${environment}`,
        `/console${reconciliation}/import`,
        `/operator/v1${reconciliation}/statements`,
      ),
      action(
        `Collect movements, ${environment}`,
        `/console${reconciliation}/collect`,
        `/operator/v1${reconciliation}/movements`,
      ),
      action(`Record a trade, ${environment}`, `/console${treasury}/trade`, `/operator/v1${treasury}/trades`),
      action(
        `Allocate coin or backing, ${environment}`,
        `/console${treasury}/allocate`,
        `/operator/v1${treasury}/allocations`,
      ),
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
  ...TARGETS.filter(({ method, needs }) => isAllowed(context, method, needs)).map(
    ({ label, href, method }) => ({
      ...{ label, href },
      kind: method === 'GET' ? ('Page' as const) : ('Action' as const),
    }),
  ),
];
