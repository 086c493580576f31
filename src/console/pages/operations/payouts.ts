/** Payouts that wait for an unavailable rail, and manual settlement of payouts whose rail was removed. */
import { COLLECTIONS } from '../../../../projections/collections.ts';
import type { Payout } from '../../../generated/api.ts';
import { isProblem, type Problem } from '../../../http/errors.ts';
import { html, type Html } from '../../../web/html.ts';
import { actionRoute, nextAfter } from '../../action-form.ts';
import { findObject } from '../../book-location.ts';
import { getFromApi, type ConsoleRoute, type ListPage, type PageContext } from '../../page-context.ts';
import { actionLink, panel } from '../../ui/panels.ts';
import { liveRows, table } from '../../ui/tables.ts';
import { amountHtml, badge, idHtml, rowIdHtml, timestampHtml, toWords } from '../../ui/text.ts';

/** Payouts listed per state. The CLI lists all of them. */
const PAYOUTS_PER_STATE_MAX = 100;

const apiPathOf = (transferId: string): string => `/operator/v1/transfers/${transferId}/payout_outcome`;

/** Undefined if no payout waits for an unavailable rail. */
export async function manualSettlementPanel(context: PageContext): Promise<Html | Problem | undefined> {
  const waiting: Payout[] = [];
  for (const state of ['pending', 'in_review', 'payout_submitted'] as const) {
    const search = `state=${state}&limit=${PAYOUTS_PER_STATE_MAX}`;
    const found = await getFromApi<ListPage<Payout>>(context, '/operator/v1/payouts', search);
    if (isProblem(found)) return found;
    // Payouts in review wait for a decision first; by then the rail may be available again.
    const waitsForRail = ({ rail_state }: Payout): boolean =>
      state === 'in_review' ? rail_state === 'missing' : rail_state !== 'available';
    waiting.push(...found.data.filter(waitsForRail));
  }
  if (waiting.length === 0) return undefined;
  const rows = table(
    'Payouts waiting for an unavailable rail',
    [
      { label: 'Payout', isRowHeader: true, cell: (each) => rowIdHtml(each.id) },
      {
        label: 'Rail',
        small: 'plain',
        cell: ({ rail, environment }) => html`${toWords(rail)}, ${environment}`,
      },
      {
        label: 'Rail status',
        cell: ({ rail_state }) =>
          rail_state === 'missing' ? badge('not configured', 'stop') : badge('unavailable', 'wait'),
      },
      {
        label: 'Amount',
        isNumeric: true,
        small: 'plain',
        cell: ({ transfer }) => amountHtml(transfer.amount, 'svc-points'),
      },
      { label: 'State', small: 'aside', cell: ({ transfer }) => badge(transfer.state) },
      { label: 'Updated', cell: ({ transfer }) => timestampHtml(transfer.updated_at, context.now) },
      {
        label: 'Actions',
        cell: ({ id: transfer, rail_state }) =>
          rail_state === 'missing'
            ? actionLink(
                context,
                apiPathOf(transfer),
                `/console/transfers/${transfer}/settle`,
                'Settle manually',
              )
            : html`<span class="muted">continues automatically</span>`,
      },
    ],
    waiting,
  );
  return panel('Waiting payouts', liveRows('Waiting payouts', rows, 'queue'));
}

export const payoutsPages: readonly ConsoleRoute[] = [
  actionRoute({
    path: '/console/transfers/{transfer_id}/settle',
    apiPath: ({ transfer_id = '' }) => apiPathOf(transfer_id),
    async buildForm(context) {
      const transferId = context.params['transfer_id'] ?? '';
      const found = await findObject(context, COLLECTIONS.transfers, transferId, 'transfer');
      if (isProblem(found)) return found;
      const transfer = found.value;
      return {
        title: 'Settle a payout manually',
        section: 'rails',
        breadcrumbs: [{ label: 'Rails', href: '/console/rails' }],
        intro: html`<p>
            Use this only if the payout’s rail was removed from the configuration. Check with the bank first:
            refunding a completed payout pays it twice.
          </p>
          <p>
            ${idHtml(transfer.id)} ${amountHtml(transfer.amount, 'svc-points')} ${badge(transfer.state)}
          </p>`,
        fields: [
          {
            name: 'outcome',
            label: 'Outcome',
            kind: 'choice',
            options: [
              ['completed', 'Completed: the bank paid it'],
              ['returned', 'Returned: refund it'],
              ['undeliverable', 'Never paid: refund it'],
            ],
          },
          {
            name: 'reason',
            label: 'Evidence',
            hint: 'Recorded with the event and shown with a refund.',
            kind: 'reason',
            bodyFields: ['reason.message'],
          },
        ],
        submit: 'Settle the payout',
        isDestructive: true,
        cancelHref: '/console/rails',
      };
    },
    toRequestBody: (form) => ({
      outcome: form.get('outcome'),
      reason: { code: 'settled_by_operator', message: form.get('reason') },
    }),
    onSuccess: (_context, answer) =>
      nextAfter(answer, { to: '/console/rails', flash: { tone: 'ok', text: 'The payout was settled.' } }),
  }),
];
