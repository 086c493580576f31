import type { AttentionItem } from '../../generated/api.ts';

/** The words for one and for several, and the page of the console to go to. */
export const ATTENTION_KINDS: Readonly<
  Record<AttentionItem['kind'], { readonly one: string; readonly many: string; readonly href: string }>
> = {
  not_ready: {
    one: 'part keeps the service from being ready',
    many: 'parts keep the service from being ready',
    href: '/console/health',
  },
  invalid_events: {
    one: 'stream has invalid events',
    many: 'streams have invalid events',
    href: '/console/audit',
  },
  projections_behind: {
    one: 'projection is behind',
    many: 'projections are behind',
    href: '/console/projections',
  },
  rails_unavailable: { one: 'rail is unavailable', many: 'rails are unavailable', href: '/console/rails' },
  payouts_delayed: {
    one: 'payout waits for its rail',
    many: 'payouts wait for their rails',
    href: '/console/rails',
  },
  payouts_overdue: {
    one: 'payout is overdue at its bank',
    many: 'payouts are overdue at their banks',
    href: '/console/transfers?kind=offramp&state=payout_submitted',
  },
  webhook_endpoints_failing: {
    one: 'webhook endpoint accepts nothing',
    many: 'webhook endpoints accept nothing',
    href: '/console/webhooks',
  },
  clearing_balances_high: {
    one: 'clearing balance is above its limit',
    many: 'clearing balances are above their limits',
    href: '/console/integrators',
  },
  transfer_reviews: { one: 'transfer in review', many: 'transfers in review', href: '/console/reviews' },
  identity_reviews: {
    one: 'identity under review',
    many: 'identities under review',
    href: '/console/reviews/identities',
  },
  proposals_waiting: {
    one: 'proposal waits for a second operator',
    many: 'proposals wait for a second operator',
    href: '/console/proposals',
  },
  reconciliation_breaks: {
    one: 'open break of reconciliation',
    many: 'open breaks of reconciliation',
    href: '/console/reconciliation',
  },
  keys_expiring: {
    one: 'API key expires soon',
    many: 'API keys expire soon',
    href: '/console/integrators',
  },
  tokens_expiring: {
    one: 'operator token expires soon',
    many: 'operator tokens expire soon',
    href: '/console/tokens',
  },
  notifications_failing: {
    one: 'rule of notifications reaches nobody',
    many: 'rules of notifications reach nobody',
    href: '/docs/guides/operators#notifications',
  },
  certificates_expiring: {
    one: 'certificate expires soon or has expired',
    many: 'certificates expire soon or have expired',
    href: '/console/health',
  },
  checkpoints_overdue: {
    one: 'checkpoint is overdue',
    many: 'checkpoints are overdue',
    href: '/console/audit',
  },
  warning: { one: 'warning', many: 'warnings', href: '/console/health' },
};
