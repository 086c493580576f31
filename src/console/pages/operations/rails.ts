/** Rails, and the switch that takes one out of use. */
import type { RailStatus } from '../../../generated/api.ts';
import { isProblem, notFoundProblem } from '../../../api/server/errors.ts';
import { html } from '../../../web/html.ts';
import { actionRoute } from '../../action-form.ts';
import { manualSettlementPanel } from './payouts.ts';
import { environmentBadge } from '../../book-location.ts';
import { actionLink, badge, emptyState, panel, table, toWords } from '../../ui/components.ts';
import { getFromApi } from '../../page-context.ts';
import type { ConsoleRoute, PageResult, PageContext } from '../../page-context.ts';

type Rails = { readonly data: readonly RailStatus[] };

const callOf = ({ environment = '', rail = '' }: Readonly<Record<string, string>>): string =>
  `/operator/v1/rails/${environment}/${rail}/availability`;

async function rails(visit: PageContext): Promise<PageResult> {
  const found = await getFromApi<Rails>(visit, '/operator/v1/rails');
  if (isProblem(found)) return found;
  const stranded = await manualSettlementPanel(visit);
  if (isProblem(stranded)) return stranded;
  const part = (environment: RailStatus['environment']) => {
    const rows = found.data.filter((each) => each.environment === environment);
    return panel(
      environment === 'production' ? 'Production' : 'Sandbox',
      rows.length === 0
        ? emptyState('No rails here', 'The service’s configuration says which rails have a provider.')
        : table(
            `Rails of ${environment}`,
            [
              { label: 'Rail', isRowHeader: true, cell: ({ rail }) => html`${toWords(rail)}` },
              { label: 'Provider', cell: ({ provider }) => html`${provider}` },
              {
                label: 'Switch',
                cell: ({ enabled }) => badge(enabled ? 'on' : 'off', enabled ? 'ok' : 'stop'),
              },
              {
                label: 'Now',
                cell: ({ enabled, available }) =>
                  available
                    ? badge('available', 'ok')
                    : badge(enabled ? 'provider does not answer' : 'out of use', enabled ? 'wait' : 'stop'),
              },
              {
                label: 'Actions',
                cell: ({ rail, enabled }) =>
                  actionLink(
                    visit,
                    callOf({ environment, rail }),
                    `/console/rails/${environment}/${rail}`,
                    enabled ? 'Take out of use' : 'Put to use',
                  ),
              },
            ],
            rows,
          ),
      { actions: environmentBadge(environment) },
    );
  };
  return {
    kind: 'page',
    title: 'Rails',
    section: 'rails',
    lead: html`<p>
      How money comes in and goes out. What is taken out of use waits or is refused until it is put back.
    </p>`,
    content: html`${stranded}${part('production')}${part('sandbox')}`,
  };
}

export const railsPages: readonly ConsoleRoute[] = [
  { path: '/console/rails', get: rails },
  actionRoute({
    path: '/console/rails/{environment}/{rail}',
    apiPath: callOf,
    async buildForm(visit) {
      const { environment = '', rail = '' } = visit.params;
      const found = await getFromApi<Rails>(visit, '/operator/v1/rails');
      if (isProblem(found)) return found;
      const place = found.data.find((each) => each.environment === environment && each.rail === rail);
      if (place === undefined) return notFoundProblem('rail');
      const { enabled } = place;
      return {
        title: enabled ? `Take ${toWords(rail)} out of use` : `Put ${toWords(rail)} to use`,
        section: 'rails',
        crumbs: [{ label: 'Rails', href: '/console/rails' }],
        intro: enabled
          ? html`<p>
              In <strong>${environment}</strong>: what needs this rail is refused with 503, and payouts wait.
              Money that is on its way already still arrives.
            </p>`
          : html`<p>
              In <strong>${environment}</strong>: requests are taken again, and payouts that wait go out.
            </p>`,
        fields: [
          {
            name: 'to',
            label: 'The switch',
            kind: 'choice',
            initialValue: enabled ? 'off' : 'on',
            options: [
              ['on', 'In use'],
              ['off', 'Out of use'],
            ],
            bodyFields: ['available'],
          },
          { name: 'reason', label: 'Reason', hint: 'Kept with the event, for later.', kind: 'reason' },
        ],
        submit: enabled ? 'Take it out of use' : 'Put it to use',
        isDestructive: enabled,
        back: '/console/rails',
      };
    },
    toRequestBody: (form) => ({ available: form.get('to') === 'on', reason: form.get('reason') }),
    onSuccess: (_visit, { rail, enabled, environment }) => ({
      to: '/console/rails',
      flash: {
        tone: 'ok',
        text: `${toWords(String(rail))} is ${enabled === true ? 'in use' : 'out of use'} in ${String(environment)}.`,
      },
    }),
  }),
];
