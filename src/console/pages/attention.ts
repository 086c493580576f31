/** What needs attention: how much of it, since when, and where to deal with it. */
import type { AttentionItem, AttentionList } from '../../generated/api.ts';
import { html } from '../../web/html.ts';
import type { Html } from '../../web/html.ts';
import { emptyState, panel } from '../ui/panels.ts';
import { liveSection, table } from '../ui/tables.ts';
import { badge, timestampHtml } from '../ui/text.ts';

type Kind = AttentionItem['kind'];

/** The words for one and for several, and the page to go to. */
const KINDS: Readonly<Record<Kind, { readonly one: string; readonly many: string; readonly href: string }>> =
  {
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

/** Trouble of the service itself. The rest is work that waits for a decision. */
const TROUBLE: ReadonlySet<Kind> = new Set([
  'not_ready',
  'invalid_events',
  'projections_behind',
  'rails_unavailable',
  'payouts_delayed',
  'webhook_endpoints_failing',
  'clearing_balances_high',
]);

/** Green only if nothing is wrong. */
export function attentionBadge({ data, is_complete }: AttentionList): Html {
  const broken = data.find(({ kind }) => kind === 'not_ready');
  if (broken !== undefined) return badge('not ready', 'stop', `Not ready: ${broken.detail ?? ''}`);
  if (!is_complete) return badge('unknown', 'wait', 'Ready, but not everything could be checked');
  const trouble = data.filter(({ kind }) => TROUBLE.has(kind));
  if (trouble.length > 0) return badge('problems', 'wait', 'Ready, with problems');
  return badge('ready', 'ok', 'Service ready');
}

export const attentionPanel = ({ data, is_complete }: AttentionList, now: number): Html =>
  panel(
    'Needs attention',
    data.length === 0
      ? emptyState(
          is_complete ? 'Nothing needs attention' : 'Not everything could be checked',
          is_complete
            ? 'Reviews, delayed payouts, and trouble of the service appear here.'
            : 'A store or a read model is unavailable. Reload the page in a moment.',
        )
      : liveSection(
          'Needs attention',
          table(
            'Needs attention',
            [
              { label: 'What', isRowHeader: true, cell: subject },
              { label: 'Since', cell: ({ since }) => (since === null ? html`—` : timestampHtml(since, now)) },
              { label: 'Detail', cell: ({ detail }) => html`${detail ?? ''}` },
            ],
            data,
          ),
        ),
  );

function subject({ kind, count, is_more }: AttentionItem): Html {
  const { one, many, href } = KINDS[kind];
  const text = `${count}${is_more ? '+' : ''} ${count === 1 ? one : many}`;
  return html`<a href="${href}">${text}</a>`;
}
