/** Payouts that wait for a rail which can't be used, and the end of one whose rail is gone for good. */
import { COLLECTIONS } from '../../../../projections/collections.ts';
import type { Payout, Transfer } from '../../../generated/api.ts';
import { isProblem } from '../../../api/server/errors.ts';
import type { Problem } from '../../../api/server/errors.ts';
import { html } from '../../../web/html.ts';
import type { Html } from '../../../web/html.ts';
import { actionRoute } from '../../action-form.ts';
import { findObject } from '../../book-location.ts';
import {
  actionLink,
  badge,
  idHtml,
  amountHtml,
  panel,
  rowIdHtml,
  table,
  timestampHtml,
  toWords,
} from '../../ui/components.ts';
import { getFromApi } from '../../page-context.ts';
import type { ConsoleRoute, ListPage, PageContext } from '../../page-context.ts';

/** How many of each state are looked at; the command line lists them all. */
const LOOKED_AT = 100;

const callOf = (transferId: string): string => `/operator/v1/transfers/${transferId}/payout_outcome`;

/** Nothing where no payout waits for such a rail. */
export async function manualSettlementPanel(visit: PageContext): Promise<Html | Problem | undefined> {
  const stranded: Payout[] = [];
  for (const state of ['pending', 'in_review', 'payout_submitted'] as const) {
    const search = `state=${state}&limit=${LOOKED_AT}`;
    const found = await getFromApi<ListPage<Payout>>(visit, '/operator/v1/payouts', search);
    if (isProblem(found)) return found;
    // Many in review wait for a decision and not for their rail, which may be back by then.
    const isStranded = ({ rail_state }: Payout): boolean =>
      state === 'in_review' ? rail_state === 'missing' : rail_state !== 'available';
    stranded.push(...found.data.filter(isStranded));
  }
  if (stranded.length === 0) return undefined;
  const rows = table(
    'Payouts that wait for a rail which can’t be used',
    [
      { label: 'Payout', isRowHeader: true, cell: (each) => rowIdHtml(each.id) },
      { label: 'Rail', cell: ({ rail, environment }) => html`${toWords(rail)}, ${environment}` },
      {
        label: 'Rail now',
        cell: ({ rail_state }) =>
          rail_state === 'missing' ? badge('not configured', 'stop') : badge('can’t be used', 'wait'),
      },
      { label: 'Amount', isNumeric: true, cell: ({ transfer }) => amountHtml(transfer.amount, 'svc-points') },
      { label: 'State', cell: ({ transfer }) => badge(transfer.state) },
      { label: 'Since', cell: ({ transfer }) => timestampHtml(transfer.updated_at, visit.now) },
      {
        label: 'Actions',
        cell: ({ id: transfer, rail_state }) =>
          rail_state === 'missing'
            ? actionLink(visit, callOf(transfer), `/console/transfers/${transfer}/settle`, 'Say how it ended')
            : html`<span class="muted">goes on by itself</span>`,
      },
    ],
    stranded,
  );
  return panel('Payouts that wait', rows);
}

export const payoutsPages: readonly ConsoleRoute[] = [
  actionRoute({
    path: '/console/transfers/{transfer_id}/settle',
    apiPath: ({ transfer_id = '' }) => callOf(transfer_id),
    async buildForm(visit) {
      const wanted = visit.params['transfer_id'] ?? '';
      const found = await findObject(visit, COLLECTIONS.transfers, wanted, 'transfer');
      if (isProblem(found)) return found;
      // The transfers' projection wrote it.
      const transfer = JSON.parse(found.body) as Transfer;
      return {
        title: 'Say how a payout ended',
        section: 'rails',
        crumbs: [{ label: 'Rails', href: '/console/rails' }],
        intro: html`<p>
            Only for a payout whose rail is not in the configuration any more. Ask the bank first: what was
            paid and is refunded here is paid twice.
          </p>
          <p>
            ${idHtml(transfer.id)} ${amountHtml(transfer.amount, 'svc-points')} ${badge(transfer.state)}
          </p>`,
        fields: [
          {
            name: 'outcome',
            label: 'What became of it',
            kind: 'choice',
            options: [
              ['completed', 'The bank has paid it'],
              ['returned', 'It came back: refund it'],
              ['undeliverable', 'It was never paid: refund it'],
            ],
          },
          {
            name: 'reason',
            label: 'How that is known',
            hint: 'Shown with what is refunded.',
            kind: 'reason',
            bodyFields: ['reason.message'],
          },
        ],
        submit: 'Record it',
        isDestructive: true,
        back: '/console/rails',
      };
    },
    toRequestBody: (form) => ({
      outcome: form.get('outcome'),
      reason: { code: 'settled_by_operator', message: form.get('reason') },
    }),
    onSuccess: () => ({ to: '/console/rails', flash: { tone: 'ok', text: 'The payout is over.' } }),
  }),
];
