/** Proposals that wait for a second operator: the list, and the forms that approve or withdraw one. */
import type { AllocationProposal, Proposal, ProposalList, Reason } from '../../../generated/api.ts';
import { isProblem } from '../../../http/errors.ts';
import { isSameOperator, operatorNameOf } from '../../../ledger/dual-control.ts';
import { rejectRole } from '../../../operator/operations/operation.ts';
import { roleFor } from '../../../operator/resources/proposals.ts';
import { html, type Html } from '../../../web/html.ts';
import { PROPOSALS_PATH, actionRoute, type ActionForm } from '../../action-form.ts';
import { bookOwnerHtml, environmentBadge } from '../../book-location.ts';
import { getFromApi, type ConsoleRoute, type PageContext, type PageResult } from '../../page-context.ts';
import { loadParties, partyHtml, type Parties } from '../../parties.ts';
import { emptyState, factList } from '../../ui/panels.ts';
import { liveRows, table } from '../../ui/tables.ts';
import { amountHtml, amountText, badge, idHtml, shortIdHtml, timestampHtml, toWords } from '../../ui/text.ts';
import { reviewTabs } from './review-case.ts';

async function proposals(context: PageContext): Promise<PageResult> {
  const found = await getFromApi<ProposalList>(context, '/operator/v1/proposals');
  if (isProblem(found)) return found;
  const { data, has_more } = found;
  const parties = await partiesOf(context, data);
  const rows = table(
    'Proposals that wait for a second operator',
    [
      { label: 'Action', isRowHeader: true, cell: ({ action }: Proposal) => html`${actionLabel(action)}` },
      { label: 'About', small: 'plain', cell: (each) => subjectHtml(context, each, parties) },
      {
        label: 'Worth',
        small: 'aside',
        isNumeric: true,
        cell: ({ points }) => amountHtml(points, 'svc-points'),
      },
      { label: 'Book', small: 'plain', cell: (each) => ownerHtml(context, each) },
      { label: 'Proposed by', cell: ({ proposed_by }) => html`${proposed_by}` },
      {
        label: 'Proposed',
        small: 'hidden',
        cell: ({ proposed_at }) => timestampHtml(proposed_at, context.now),
      },
      { label: 'Expires', cell: ({ expires_at }) => timestampHtml(expires_at, context.now) },
      { label: 'Decide', small: 'plain', cell: (each) => decisionLinks(context, each) },
    ],
    data,
  );
  return {
    kind: 'page',
    title: 'Waiting for a second operator',
    section: 'reviews',
    lead: reviewTabs('proposals'),
    content: html`<section class="panel">
      ${liveRows(
        'Proposals',
        data.length === 0
          ? emptyState(
              'Nothing waits for a second operator',
              'Actions at or above a limit of the configuration appear here until another operator approves them.',
            )
          : rows,
        'queue',
      )}
      ${has_more && html`<p class="muted">There are more. Decide these first.</p>`}
    </section>`,
  };
}

type Action = Proposal['action'];

const actionLabel = (action: Action): string => {
  switch (action.type) {
    case 'transfer_approval':
      return 'Approve a transfer';
    case 'payout_settlement':
      return `Settle a payout as ${toWords(action.outcome)}`;
    case 'reward':
      return 'Grant a reward';
    case 'trade':
      return action.side === 'buy' ? 'Record a purchase of coin' : 'Record a sale of coin';
    case 'allocation':
      return 'Allocate coin or backing';
    case 'write_off':
      return 'Write off a break';
  }
};

/** The people whose wallets the rewards go to. */
const partiesOf = (context: PageContext, found: readonly Proposal[]): Promise<Parties> =>
  loadParties(
    context,
    found.flatMap(({ action }) =>
      action.type === 'reward' ? [{ type: 'wallet' as const, wallet_id: action.wallet_id }] : [],
    ),
  );

const subjectHtml = ({ services }: PageContext, { action }: Proposal, parties: Parties): Html => {
  switch (action.type) {
    case 'transfer_approval':
    case 'payout_settlement':
      return shortIdHtml(action.transfer_id);
    case 'reward':
      return partyHtml(parties.wallet(action.wallet_id));
    case 'trade':
      return html`${amountText(action.coin_amount, 'svc-coin')} at ${amountText(action.price, 'svc-points')}`;
    case 'allocation':
      return html`${allocatedText(action)} to
      ${services.platform().integrators.get(action.integrator_id)?.name ?? action.integrator_id}`;
    case 'write_off':
      return html`${shortIdHtml(action.item_id)} ${amountText(action.amount, action.currency)}`;
  }
};

const allocatedText = ({ coin_stock, points_backing }: AllocationProposal): string =>
  [
    coin_stock === undefined ? [] : amountText(coin_stock, 'svc-coin'),
    points_backing === undefined ? [] : `backing of ${amountText(points_backing, 'svc-points')}`,
  ]
    .flat()
    .join(' and ');

const ownerHtml = (context: PageContext, { integrator_id, environment, action }: Proposal): Html =>
  integrator_id === null
    ? html`${action.type === 'write_off' ? 'Reconciliation' : 'Treasury'} ${environmentBadge(environment)}`
    : bookOwnerHtml(context, { integrator_id, environment });

const mayDecide = ({ session: { token } }: PageContext, proposal: Proposal): boolean =>
  rejectRole(token, roleFor(proposal)) === undefined;

const isOwn = ({ session: { token } }: PageContext, { proposed_by }: Proposal): boolean =>
  isSameOperator(operatorNameOf(token), proposed_by);

function decisionLinks(context: PageContext, proposal: Proposal): Html {
  if (!mayDecide(context, proposal))
    return html`<span class="muted">requires the ${roleFor(proposal)} role</span>`;
  const here = `${PROPOSALS_PATH}/${proposal.id}`;
  const withdraw = html`<a class="button quiet" data-key="r" href="${here}/withdraw">Withdraw</a>`;
  return isOwn(context, proposal)
    ? html`<span class="row-actions">${withdraw}</span> <span class="muted">proposed by you</span>`
    : html`<span class="row-actions"
        ><a class="button quiet" data-key="a" href="${here}/approve">Approve</a>${withdraw}</span
      >`;
}

const reasonText = (reason: string | Reason): string =>
  typeof reason === 'string' ? reason : `${toWords(reason.code)}: ${reason.message}`;

const facts = (context: PageContext, proposal: Proposal, parties: Parties): Html => {
  const { action, points, proposed_by, proposed_at, expires_at } = proposal;
  return factList([
    ['Proposal', idHtml(proposal.id, undefined)],
    ['Action', html`${actionLabel(action)}`],
    ['About', subjectHtml(context, proposal, parties)],
    ['Book', ownerHtml(context, proposal)],
    ['Worth', amountHtml(points, 'svc-points')],
    'reason' in action ? ['Reason', html`${reasonText(action.reason)}`] : undefined,
    'description' in action ? ['Description', html`${action.description}`] : undefined,
    'traded_at' in action ? ['Traded', timestampHtml(action.traded_at, context.now)] : undefined,
    'counterparty' in action && action.counterparty !== null
      ? ['Counterparty', html`${action.counterparty}`]
      : undefined,
    ['Proposed by', html`${proposed_by}, ${timestampHtml(proposed_at, context.now)}`],
    ['Expires', timestampHtml(expires_at, context.now)],
    ['State', badge(proposal.state)],
  ]);
};

async function proposalForm(
  context: PageContext,
  shown: Pick<ActionForm, 'title' | 'submit'> & {
    readonly explanation: string;
    readonly isDestructive?: boolean;
  },
): Promise<ActionForm | PageResult> {
  const id = context.params['proposal_id'] ?? '';
  const found = await getFromApi<Proposal>(context, `/operator/v1/proposals/${id}`);
  if (isProblem(found)) return found;
  const refused = rejectRole(context.session.token, roleFor(found));
  if (refused !== undefined) return refused;
  const { explanation, ...rest } = shown;
  return {
    ...rest,
    section: 'reviews',
    breadcrumbs: [{ label: 'Waiting for a second operator', href: PROPOSALS_PATH }],
    intro: html`<p>${explanation}</p>
      ${facts(context, found, await partiesOf(context, [found]))}`,
    fields: [
      {
        name: 'reason',
        label: 'Reason',
        hint: 'Recorded with the event. Without one, the reason of the proposal is recorded.',
        kind: 'reason',
        isOptional: true,
      },
    ],
    cancelHref: PROPOSALS_PATH,
  };
}

const apiPath =
  (what: 'approve' | 'withdraw') =>
  ({ proposal_id = '' }: PageContext['params']): string =>
    `/operator/v1/proposals/${proposal_id}/${what}`;

const toRequestBody = (form: { get(name: string): string }): object => {
  const reason = form.get('reason');
  return reason === '' ? {} : { reason };
};

export const proposalsPages: readonly ConsoleRoute[] = [
  { path: PROPOSALS_PATH, get: proposals },
  actionRoute({
    path: `${PROPOSALS_PATH}/{proposal_id}/approve`,
    apiPath: apiPath('approve'),
    buildForm: (context) =>
      proposalForm(context, {
        title: 'Approve a proposal',
        explanation:
          'The action takes effect immediately, exactly as shown. You and the operator who proposed it are recorded.',
        submit: 'Approve the proposal',
        isDestructive: true,
      }),
    toRequestBody,
    onSuccess: () => ({
      to: PROPOSALS_PATH,
      flash: { tone: 'ok', text: 'The proposal was approved and has taken effect.' },
    }),
  }),
  actionRoute({
    path: `${PROPOSALS_PATH}/{proposal_id}/withdraw`,
    apiPath: apiPath('withdraw'),
    buildForm: (context) =>
      proposalForm(context, {
        title: 'Withdraw a proposal',
        explanation: 'The action does not take effect. It can be proposed again.',
        submit: 'Withdraw the proposal',
      }),
    toRequestBody,
    onSuccess: () => ({ to: PROPOSALS_PATH, flash: { tone: 'ok', text: 'The proposal was withdrawn.' } }),
  }),
];
