/** Proposals that wait for a second operator: the list, and the forms that approve or withdraw one. */
import type { AllocationProposal, Proposal, Reason, Transfer } from '../../../generated/api.ts';
import { isSameOperator, nameWithoutId, operatorNameOf } from '../../../ledger/dual-control.ts';
import { rejectRole } from '../../../operator/operations/operation.ts';
import { roleFor } from '../../../operator/resources/proposals.ts';
import { html, type Html } from '../../../web/html.ts';
import { PROPOSALS_PATH, actionRoute, type ActionForm } from '../../action-form.ts';
import { bookOwnerHtml, environmentBadge, integratorName } from '../../book-location.ts';
import { Refused, read, type ConsoleRoute, type PageContext, type PageResult } from '../../page-context.ts';
import { loadParties, partiesText, partyHtml, type Parties } from '../../parties.ts';
import { proposalSentence, proposedText } from '../../sentences/transfers.ts';
import { facts, liveRows, show, sortable, table } from '../../ui/tables.ts';
import { REASON_FIELD } from '../../ui/form-fields.ts';
import { orderIn } from '../../ui/list-filters.ts';
import { emptyState } from '../../ui/panels.ts';
import { amountText, namedHtml, railText, shortIdHtml, timestampHtml, toWords } from '../../ui/text.ts';
import { reviewTabs } from './review-case.ts';

async function proposals(context: PageContext): Promise<PageResult> {
  const { data, has_more } = await read(context, 'listProposals', { query: orderIn(context) });
  const subjects = await subjectsOf(context, data);
  const rows = table<Proposal>(
    context,
    'Proposals that wait for a second operator',
    [
      show.html(
        'Action',
        ({ action, proposed_by }) =>
          html`${proposedText(action)}
            <small class="second-line" title="${proposed_by}"
              >proposed by ${nameWithoutId(proposed_by)}</small
            >`,
        'head',
      ),
      show.html('About', (each) => subjectHtml(context, each, subjects), 'plain'),
      sortable('points', show.amount('Worth', 'points', 'svc-points', 'aside')),
      show.html('Book', (each) => ownerHtml(context, each), 'plain'),
      sortable('proposed_at', show.time('Proposed', 'proposed_at', 'hidden'), { own: 'ascending' }),
      sortable('expires_at', show.time('Expires', 'expires_at'), { first: 'ascending' }),
      show.html('Decide', (each) => decisionLinks(context, each), 'plain'),
    ],
    data,
    { isSorted: true },
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
      ${has_more && html`<p class="muted">These are the oldest, and there are more. Decide these first.</p>`}
    </section>`,
  };
}

type Action = Proposal['action'];

/** The transfers that proposals are about, and the people on both sides of them or whose wallets the rewards go to. */
type Subjects = { readonly transfers: ReadonlyMap<string, Transfer>; readonly parties: Parties };

async function subjectsOf(context: PageContext, found: readonly Proposal[]): Promise<Subjects> {
  const ids = found.flatMap(({ action }) => ('transfer_id' in action ? [action.transfer_id] : []));
  const transfers = await Promise.all(
    [...new Set(ids)].map((transfer_id) => read(context, 'getOperatorTransfer', { params: { transfer_id } })),
  );
  const rewarded = found.flatMap(({ action }) =>
    action.type === 'reward' ? [{ type: 'wallet' as const, wallet_id: action.wallet_id }] : [],
  );
  const sides = transfers.flatMap(({ source, destination }) => [source, destination]);
  return {
    transfers: new Map(transfers.map((each) => [each.id, each])),
    parties: await loadParties(context, [...rewarded, ...sides]),
  };
}

const itemHref = (environment: string, id: string): string =>
  `/console/reconciliation/${environment}/items/${id}`;

const subjectHtml = (
  context: PageContext,
  { action, environment }: Proposal,
  { transfers, parties }: Subjects,
): Html => {
  switch (action.type) {
    case 'transfer_approval':
    case 'payout_settlement':
    case 'payout_return':
    case 'deposit_reversal':
      return transferHtml(action.transfer_id, transfers.get(action.transfer_id), parties);
    case 'reward':
      return partyHtml(parties.wallet(action.wallet_id));
    case 'trade':
      return html`${amountText(action.coin_amount, 'svc-coin')} at ${amountText(action.price, 'svc-points')}`;
    case 'allocation':
      return html`${allocatedText(action)} to ${integratorName(context, action.integrator_id)}`;
    case 'write_off':
      return html`${namedHtml(amountText(action.amount, action.currency), action.item_id, itemHref(environment, action.item_id))}
        <small>${railText(action.rail, action.currency)}</small>`;
    case 'statement_void':
      return html`${namedHtml(`Statement with ${action.lines} lines`, action.statement_id)}
        <small>${railText(action.rail, action.currency)}</small>`;
    case 'separation':
      return html`${namedHtml('Line', action.line_id, itemHref(environment, action.line_id))} and
        ${namedHtml('movement', action.movement_id)}
        <small>${railText(action.rail, action.currency)}</small>`;
  }
};

/** Who gets what, in the confirmation of an approval. */
const confirmation = (
  context: PageContext,
  { action, points }: Proposal,
  { transfers, parties }: Subjects,
): string => {
  const transfer = 'transfer_id' in action ? transfers.get(action.transfer_id) : undefined;
  const who =
    transfer !== undefined
      ? partiesText(parties, transfer.source, transfer.destination)
      : action.type === 'reward'
        ? `to ${parties.wallet(action.wallet_id).name}`
        : action.type === 'allocation'
          ? `${allocatedText(action)} to ${integratorName(context, action.integrator_id)}`
          : proposedText(action).toLowerCase();
  return `I have checked this: ${amountText(points, 'svc-points')}, ${who}.`;
};

const transferHtml = (id: string, transfer: Transfer | undefined, parties: Parties): Html =>
  transfer === undefined
    ? shortIdHtml(id)
    : namedHtml(partiesText(parties, transfer.source, transfer.destination), id);

const allocatedText = ({ coin_stock, points_backing }: AllocationProposal): string =>
  [
    coin_stock === undefined ? [] : amountText(coin_stock, 'svc-coin'),
    points_backing === undefined ? [] : `backing of ${amountText(points_backing, 'svc-points')}`,
  ]
    .flat()
    .join(' and ');

const isTreasury = ({ type }: Action): boolean => type === 'trade' || type === 'allocation';

const ownerHtml = (context: PageContext, { integrator_id, environment, action }: Proposal): Html =>
  integrator_id === null
    ? html`${isTreasury(action) ? 'Treasury' : 'Reconciliation'} ${environmentBadge(environment)}`
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

async function proposalForm(
  context: PageContext,
  explanation: string,
  verb: 'Approve' | 'Withdraw',
): Promise<ActionForm> {
  const found = await read(context, 'getProposal');
  const refused = rejectRole(context.session.token, roleFor(found));
  if (refused !== undefined) throw new Refused(refused);
  const subjects = await subjectsOf(context, [found]);
  const { action, points } = found;
  const worth = amountText(points, 'svc-points');
  return {
    title: `${verb} ${worth}`,
    submit: `${verb} ${worth}`,
    isDestructive: verb === 'Approve',
    ...(verb === 'Approve' && { confirm: confirmation(context, found, subjects) }),
    section: 'reviews',
    environment: found.environment,
    sentence: proposalSentence(found, context.now),
    breadcrumbs: [{ label: 'Waiting for a second operator', href: PROPOSALS_PATH }],
    intro: html`<p>${explanation}</p>
      ${facts(context, found, [
        show.text('Action', () => proposedText(action)),
        show.html('About', (each) => subjectHtml(context, each, subjects)),
        show.html('Book', (each) => ownerHtml(context, each)),
        show.amount('Worth', 'points', 'svc-points'),
        'reason' in action && show.text('Reason', () => reasonText(action.reason ?? '')),
        'description' in action && show.text('Description', () => action.description),
        'traded_at' in action && show.time('Traded', () => action.traded_at),
        'counterparty' in action &&
          action.counterparty !== null &&
          show.text('Counterparty', () => action.counterparty),
        show.html(
          'Proposed by',
          ({ proposed_by, proposed_at }) => html`${proposed_by}, ${timestampHtml(proposed_at, context.now)}`,
        ),
        show.time('Expires', 'expires_at'),
        show.badge('State', 'state'),
        show.id('Proposal', 'id'),
      ])}`,
    fields: [
      {
        ...REASON_FIELD,
        hint: 'Recorded with the event. Without one, the reason of the proposal is recorded.',
        isOptional: true,
      },
    ],
  };
}

export const proposalsPages: readonly ConsoleRoute[] = [
  { path: PROPOSALS_PATH, get: proposals },
  actionRoute({
    path: `${PROPOSALS_PATH}/{proposal_id}/approve`,
    operation: 'approveProposal',
    form: (context) =>
      proposalForm(
        context,
        'The action takes effect immediately, exactly as shown. You and the operator who proposed it are recorded.',
        'Approve',
      ),
    done: 'The proposal was approved and has taken effect.',
  }),
  actionRoute({
    path: `${PROPOSALS_PATH}/{proposal_id}/withdraw`,
    operation: 'withdrawProposal',
    form: (context) =>
      proposalForm(context, 'The action does not take effect. It can be proposed again.', 'Withdraw'),
    done: 'The proposal was withdrawn.',
  }),
];
