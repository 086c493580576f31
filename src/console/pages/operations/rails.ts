/** Rails page: status of each rail, and enabling or disabling one. */
import type { RailStatus } from '../../../generated/api.ts';
import { isProblem, notFoundProblem } from '../../../http/errors.ts';
import { html } from '../../../web/html.ts';
import { actionRoute } from '../../action-form.ts';
import { environmentBadge } from '../../book-location.ts';
import { getFromApi, type ConsoleRoute, type PageContext, type PageResult } from '../../page-context.ts';
import { actionLink, emptyState, panel } from '../../ui/panels.ts';
import { liveSection, table } from '../../ui/tables.ts';
import { badge, toWords } from '../../ui/text.ts';
import { manualSettlementPanel } from './payouts.ts';

type Rails = { readonly data: readonly RailStatus[] };

const apiPathOf = ({ environment = '', rail = '' }: Readonly<Record<string, string>>): string =>
  `/operator/v1/rails/${environment}/${rail}/availability`;

async function rails(context: PageContext): Promise<PageResult> {
  const found = await getFromApi<Rails>(context, '/operator/v1/rails');
  if (isProblem(found)) return found;
  const manualSettlement = await manualSettlementPanel(context);
  if (isProblem(manualSettlement)) return manualSettlement;
  const part = (environment: RailStatus['environment']) => {
    const rows = found.data.filter((each) => each.environment === environment);
    return panel(
      environment === 'production' ? 'Production' : 'Sandbox',
      rows.length === 0
        ? emptyState('No rails', 'The configuration of the service defines the rails.')
        : liveSection(
            `Rails of ${environment}`,
            table(
              `Rails of ${environment}`,
              [
                { label: 'Rail', isRowHeader: true, cell: ({ rail }) => html`${toWords(rail)}` },
                { label: 'Provider', cell: ({ provider }) => html`${provider}` },
                {
                  label: 'Enabled',
                  cell: ({ enabled }) => badge(enabled ? 'yes' : 'no', enabled ? 'ok' : 'stop'),
                },
                {
                  label: 'Status',
                  cell: ({ enabled, available }) =>
                    available
                      ? badge('available', 'ok')
                      : badge(enabled ? 'provider unavailable' : 'disabled', enabled ? 'wait' : 'stop'),
                },
                {
                  label: 'Actions',
                  cell: ({ rail, enabled }) =>
                    actionLink(
                      context,
                      apiPathOf({ environment, rail }),
                      `/console/rails/${environment}/${rail}`,
                      enabled ? 'Disable' : 'Enable',
                    ),
                },
              ],
              rows,
            ),
          ),
      { actions: environmentBadge(environment) },
    );
  };
  return {
    kind: 'page',
    title: 'Rails',
    section: 'rails',
    lead: html`<p>
      Rails move fiat money in and out. Requests for a disabled rail are refused, and its payouts wait.
    </p>`,
    content: html`${manualSettlement}${part('production')}${part('sandbox')}`,
  };
}

export const railsPages: readonly ConsoleRoute[] = [
  { path: '/console/rails', get: rails },
  actionRoute({
    path: '/console/rails/{environment}/{rail}',
    apiPath: apiPathOf,
    async buildForm(context) {
      const { environment = '', rail = '' } = context.params;
      const found = await getFromApi<Rails>(context, '/operator/v1/rails');
      if (isProblem(found)) return found;
      const railStatus = found.data.find((each) => each.environment === environment && each.rail === rail);
      if (railStatus === undefined) return notFoundProblem('rail');
      const { enabled } = railStatus;
      return {
        title: enabled ? `Disable ${toWords(rail)}` : `Enable ${toWords(rail)}`,
        section: 'rails',
        breadcrumbs: [{ label: 'Rails', href: '/console/rails' }],
        intro: enabled
          ? html`<p>
              In <strong>${environment}</strong>: new requests for this rail are refused with 503, and payouts
              wait. Incoming money that was already sent still arrives.
            </p>`
          : html`<p>
              In <strong>${environment}</strong>: new requests are accepted again, and waiting payouts are
              submitted.
            </p>`,
        fields: [
          {
            name: 'to',
            label: 'State',
            kind: 'choice',
            initialValue: enabled ? 'off' : 'on',
            options: [
              ['on', 'Enabled'],
              ['off', 'Disabled'],
            ],
            bodyFields: ['available'],
          },
          { name: 'reason', label: 'Reason', hint: 'Recorded with the event.', kind: 'reason' },
        ],
        submit: enabled ? 'Disable the rail' : 'Enable the rail',
        isDestructive: enabled,
        cancelHref: '/console/rails',
      };
    },
    toRequestBody: (form) => ({ available: form.get('to') === 'on', reason: form.get('reason') }),
    onSuccess: (_context, { rail, enabled, environment }) => ({
      to: '/console/rails',
      flash: {
        tone: 'ok',
        text: `${toWords(String(rail))} is ${enabled === true ? 'enabled' : 'disabled'} in ${String(environment)}.`,
      },
    }),
  }),
];
