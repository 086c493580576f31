/** Rails: their status, enabling and disabling, payouts that wait for one, and their manual settlement. */
import type { Payout, RailStatus } from '../../../generated/api.ts';
import { notFoundProblem } from '../../../http/errors.ts';
import { html, type Html } from '../../../web/html.ts';
import { actionRoute } from '../../action-form.ts';
import { environmentBadge, findObject, formerBadge } from '../../book-location.ts';
import { Refused, read, type ConsoleRoute, type PageContext, type PageResult } from '../../page-context.ts';
import { partiesText } from '../../parties.ts';
import { liveRows, liveSection, show, table, type Column } from '../../ui/tables.ts';
import { REASON_FIELD, type FormField } from '../../ui/form-fields.ts';
import { actionLink, emptyState, panel } from '../../ui/panels.ts';
import { amountHtml, badge, idHtml, namedHtml, toWords } from '../../ui/text.ts';
import { loadTransferParties, transferUnit } from '../ledger/transfer-table.ts';

const CRUMBS = [{ label: 'Rails', href: '/console/rails' }];

const RAILS: readonly Column<RailStatus>[] = [
  show.words('Rail', 'rail', 'head'),
  show.text('Provider', 'provider'),
  show.html('Enabled', ({ enabled }) => badge(enabled ? 'yes' : 'no', enabled ? 'ok' : 'stop')),
  show.html('Status', ({ enabled, available }) =>
    available
      ? badge('available', 'ok')
      : badge(enabled ? 'provider unavailable' : 'disabled', enabled ? 'wait' : 'stop'),
  ),
  show.html('Actions', ({ environment, rail, enabled }, context) =>
    actionLink(
      context,
      'setRailAvailability',
      `/console/rails/${environment}/${rail}`,
      enabled ? 'Disable' : 'Enable',
    ),
  ),
];

async function rails(context: PageContext): Promise<PageResult> {
  const { data } = await read(context, 'listRails');
  const part = (environment: RailStatus['environment']) => {
    const rows = data.filter((each) => each.environment === environment);
    const name = `Rails of ${environment}`;
    return panel(
      environment === 'production' ? 'Production' : 'Sandbox',
      rows.length === 0
        ? emptyState(
            'No rails',
            html`The <a href="/docs/guides/rails#configuration">configuration</a> of the service defines the
              rails.`,
          )
        : liveSection(name, table(context, name, RAILS, rows)),
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
    content: html`${await waitingPayouts(context)}${part('production')}${part('sandbox')}`,
  };
}

/** Payouts listed per state. The CLI lists all of them. */
const PAYOUTS_PER_STATE_MAX = 100;

const PAYOUTS: readonly Column<Payout>[] = [
  show.rowId('Payout', 'id', 'head'),
  show.html('Rail', ({ rail, environment }) => html`${toWords(rail)}, ${environment}`, 'plain'),
  show.html('Rail status', ({ rail_state }) =>
    rail_state === 'missing' ? badge('not configured', 'stop') : badge('unavailable', 'wait'),
  ),
  show.amount('Amount', ({ transfer }) => transfer.amount, 'svc-points', 'plain'),
  show.badge('State', ({ transfer }) => transfer.state, 'aside'),
  show.time('Updated', ({ transfer }) => transfer.updated_at),
  show.html('Actions', ({ id, rail_state }, context) =>
    rail_state === 'missing'
      ? actionLink(context, 'settlePayout', `/console/transfers/${id}/settle`, 'Settle manually')
      : html`<span class="muted">continues automatically</span>`,
  ),
];

/** Undefined if no payout waits for an unavailable rail. */
async function waitingPayouts(context: PageContext): Promise<Html | undefined> {
  const waiting: Payout[] = [];
  for (const state of ['pending', 'in_review', 'payout_submitted'] as const) {
    const { data } = await read(context, 'listPayouts', { query: { state, limit: PAYOUTS_PER_STATE_MAX } });
    // Payouts in review wait for a decision first; by then the rail may be available again.
    const waitsForRail = ({ rail_state }: Payout): boolean =>
      state === 'in_review' ? rail_state === 'missing' : rail_state !== 'available';
    waiting.push(...data.filter(waitsForRail));
  }
  if (waiting.length === 0) return undefined;
  const rows = table(context, 'Payouts waiting for an unavailable rail', PAYOUTS, waiting);
  return panel('Waiting payouts', liveRows('Waiting payouts', rows, 'queue'));
}

export const railsPages: readonly ConsoleRoute[] = [
  { path: '/console/rails', get: rails },
  actionRoute({
    path: '/console/rails/{environment}/{rail}',
    operation: 'setRailAvailability',
    async form(context) {
      const { environment = '', rail = '' } = context.params;
      const { data } = await read(context, 'listRails');
      const found = data.find((each) => each.environment === environment && each.rail === rail);
      if (found === undefined) throw new Refused(notFoundProblem('rail'));
      const { enabled } = found;
      return {
        title: enabled ? `Disable ${toWords(rail)}` : `Enable ${toWords(rail)}`,
        section: 'rails',
        breadcrumbs: CRUMBS,
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
            toBody: (text) => text === 'on',
          },
          REASON_FIELD,
        ],
        submit: enabled ? 'Disable the rail' : 'Enable the rail',
        isDestructive: enabled,
      };
    },
    done: ({ rail, enabled, environment }) =>
      `${toWords(rail)} is ${enabled ? 'enabled' : 'disabled'} in ${environment}.`,
  }),
];

/** The transfer of a form, and what the form says about it. Throws Refused. */
async function formTransfer(context: PageContext) {
  const { value: transfer, book } = await findObject(context, 'transfer', context.params['transfer_id']);
  const parties = await loadTransferParties(context, [transfer]);
  const about = html`<p>
      ${namedHtml(partiesText(parties, transfer.source, transfer.destination), transfer.id)},
      ${amountHtml(transfer.amount, transferUnit(transfer))} ${badge(transfer.state)}
    </p>
    <p>${idHtml(transfer.id)} ${formerBadge(book)}</p>`;
  return { transfer, book, about };
}

/** The form of an action about money that came back late. */
const lateMovementForm =
  ({ title, intro, submit }: Readonly<Record<'title' | 'intro' | 'submit', string>>) =>
  async (context: PageContext) => {
    const { transfer, book, about } = await formTransfer(context);
    return {
      title,
      section: 'ledger' as const,
      environment: book.environment,
      breadcrumbs: [{ href: `/console/transfers/${transfer.id}`, label: 'Transfer' }],
      intro: html`<p>${intro}</p>
        ${about}`,
      fields: LATE_FIELDS,
      submit,
      isDestructive: true,
    };
  };

const LATE_FIELDS: readonly FormField[] = [
  {
    name: 'return_reference',
    label: 'Reference at the bank',
    hint: 'Of the payment that went the other way. Statements are matched with it.',
    kind: 'text',
    isOptional: true,
  },
  {
    name: 'reason',
    label: 'Reason',
    hint: 'What the bank says. Shown to the integrator.',
    kind: 'reason',
    bodyFields: ['reason', 'reason.message'],
    toBody: (message) => ({ code: 'booked_by_operator', message }),
  },
];

export const payoutsPages: readonly ConsoleRoute[] = [
  actionRoute({
    path: '/console/transfers/{transfer_id}/return',
    operation: 'returnPayout',
    mayBeProposed: true,
    form: lateMovementForm({
      title: 'Return a completed payout',
      intro:
        'The wallet is credited with all points that the payout took. Check that the bank has the money back.',
      submit: 'Return the payout',
    }),
    done: 'The payout was returned.',
  }),
  actionRoute({
    path: '/console/transfers/{transfer_id}/reverse',
    operation: 'reverseDeposit',
    mayBeProposed: true,
    form: lateMovementForm({
      title: 'Reverse a deposit',
      intro:
        'The wallet is debited. What it does not have becomes a receivable, which later credits repay first.',
      submit: 'Reverse the deposit',
    }),
    done: 'The deposit was reversed.',
  }),
  actionRoute({
    path: '/console/transfers/{transfer_id}/settle',
    operation: 'settlePayout',
    mayBeProposed: true,
    async form(context) {
      const { book, about } = await formTransfer(context);
      return {
        title: 'Settle a payout manually',
        section: 'rails',
        environment: book.environment,
        breadcrumbs: CRUMBS,
        intro: html`<p>
            Use this if the payout’s rail does not end it. Check with the bank first: refunding a completed
            payout pays it twice. While the rail is configured, another operator has to approve it.
          </p>
          ${about}`,
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
            bodyFields: ['reason', 'reason.message'],
            toBody: (message) => ({ code: 'settled_by_operator', message }),
          },
        ],
        submit: 'Settle the payout',
        isDestructive: true,
      };
    },
    done: 'The payout was settled.',
  }),
];
