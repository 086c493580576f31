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
export const navigationEntries = (
  context: PageContext,
): readonly Pick<NavigationEntry, 'label' | 'href'>[] => [
  OVERVIEW,
  ...GROUPS.flatMap(({ entries }) => entries).filter(({ needs }) => isAllowed(context, 'GET', needs)),
];
