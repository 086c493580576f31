/**
 * Actions of operators that need a second one: from a limit on, an action becomes a proposal, which another operator
 * approves.
 */
import { POINTS, formatAmount, parseAmount } from '../state/money.ts';
import { ANY, idOf, refuse, textOf } from '../prediction.ts';
import type { Outcome } from '../prediction.ts';
import { NOT_FOUND, STATE_CONFLICT, bookTime } from '../request.ts';
import type { Request, Rule } from '../request.ts';
import type { View } from '../state/views.ts';
import type { Book, DualControl, Proposal, ProposedAction, Transfer } from '../state/world.ts';
import { find } from './operator-rules.ts';
import { reviewTransfer, setPayoutOutcome } from './transfer-rules.ts';
import { createSandboxReward } from './wallet-rules.ts';

const CONFLICT = refuse(409, 'proposal_state_conflict');
const NEEDS_OTHER = refuse(403, 'second_operator_required');

const asList = (outcomes: Outcome | readonly Outcome[]): readonly Outcome[] =>
  'status' in outcomes ? [outcomes] : outcomes;

/** What is answered if the action succeeds, instead of its own answer. */
const ifSuccess = (
  outcomes: Outcome | readonly Outcome[],
  change: (success: Outcome) => Outcome,
): readonly Outcome[] => asList(outcomes).map((each) => (each.status < 300 ? change(each) : each));

const alsoCommit = (success: Outcome, also: () => void): Outcome => ({
  ...success,
  commit(answer) {
    success.commit?.(answer);
    also();
  },
});

const isExpired = ({ expiresAt }: Proposal, request: Request): boolean => expiresAt <= bookTime(request);

/** The proposal about the transfer that a second operator can approve now. */
export const openFor = (request: Request, transferId: string): Proposal | undefined =>
  request.book.proposals.of(transferId).find((each) => each.state === 'open' && !isExpired(each, request));

/** More than clocks of nodes differ, in milliseconds. */
const CLOCKS_DIFFER_MS = 60_000;

/** A decision about a transfer ends the proposal about it. */
const supersede = (request: Request, transferId: string) => (): void => {
  const { proposals } = request.book;
  for (const { id, state, expiresAt } of proposals.of(transferId)) {
    if (state !== 'open') continue;
    const leftMs = expiresAt - bookTime(request);
    if (leftMs > CLOCKS_DIFFER_MS) proposals.change(id, { state: 'superseded' });
    else if (leftMs > -CLOCKS_DIFFER_MS) proposals.change(id, { state: 'superseded_or_expired' });
  }
};

const actionView = ({ action }: Proposal): View =>
  action.type === 'reward'
    ? { type: 'reward', wallet_id: action.walletId, amount: action.amount }
    : { type: action.type, transfer_id: action.transferId, transfer_version: action.version };

const proposalView = (
  proposal: Proposal,
  isOver: boolean,
  state: string = proposal.state === 'open' && isOver ? 'expired' : proposal.state,
): View => ({
  id: proposal.id === '' ? idOf('prp') : proposal.id,
  object: 'proposal',
  environment: 'sandbox',
  state,
  action: actionView(proposal),
  points: formatAmount(proposal.points, POINTS),
  proposed_by: proposal.proposedBy,
  ended_by: proposal.endedBy,
  // The next proposal of the book records that it has expired.
  ended_at: proposal.state === 'open' && !isOver ? null : ANY,
});

function propose({ book, operator = '' }: Request, action: ProposedAction, points: bigint): Outcome {
  const proposal: Proposal = {
    ...{ id: '', state: 'open', action, points, proposedBy: operator, endedBy: null, expiresAt: 0 },
  };
  return {
    status: 202,
    body: proposalView(proposal, false),
    commit(answer) {
      const id = textOf(answer, 'id');
      const expiresAt = Date.parse(textOf(answer, 'expires_at'));
      book.proposals.set(id, { ...proposal, id, expiresAt });
    },
  };
}

const limitOf = ({ settings }: Book, name: keyof DualControl): bigint | undefined =>
  settings.dualControl?.[name];

/** The points that are held, or that counted against the limits of the sender. */
const pointsOf = ({ kind, moved, counted }: Transfer): bigint => (kind === 'onramp' ? moved.amount : counted);

/** Whether an approval of the transfer needs a second operator. */
export function needsSecondOperator(book: Book, transfer: Transfer): boolean {
  const limit = limitOf(book, 'approvalAtLeast');
  return limit !== undefined && pointsOf(transfer) >= limit;
}

/** A rejection needs one operator. */
const reviewAsOperator: Rule = (request) => {
  const { book, body, params } = request;
  const transfer = book.transfers.get(params['transfer_id'] ?? '');
  if (transfer === undefined) return NOT_FOUND;
  const points = pointsOf(transfer);
  const isLimited = body['outcome'] === 'approved' && needsSecondOperator(book, transfer);
  return ifSuccess(reviewTransfer(request), (success) => {
    if (!isLimited) return alsoCommit(success, supersede(request, transfer.id));
    const open = openFor(request, transfer.id);
    return open === undefined
      ? propose(
          request,
          { type: 'transfer_approval', transferId: transfer.id, version: transfer.version },
          points,
        )
      : { ...CONFLICT, body: { error: { existing_id: open.id } } };
  });
};

/** The simulated decision of an integrator, which nothing limits. */
const reviewInSandbox: Rule = (request) =>
  ifSuccess(reviewTransfer(request), (success) =>
    alsoCommit(success, supersede(request, request.params['transfer_id'] ?? '')),
  );

const setSandboxPayoutOutcome: Rule = (request) =>
  ifSuccess(setPayoutOutcome(request), (success) =>
    alsoCommit(success, supersede(request, request.params['transfer_id'] ?? '')),
  );

/** Every rail of this model is configured, so a settlement always needs a second operator, and a payout that its rail has accepted. */
const settlePayout: Rule = (request) => {
  const { book, body, params } = request;
  const transfer = book.transfers.get(params['transfer_id'] ?? '');
  if (transfer === undefined) return NOT_FOUND;
  const { id: transferId, version, kind, state, counted } = transfer;
  if (kind !== 'offramp' || (state !== 'pending' && state !== 'payout_submitted')) return STATE_CONFLICT;
  const open = openFor(request, transferId);
  const action = { type: 'payout_settlement', transferId, version, settlement: body } as const;
  // Its rail may not have accepted it yet.
  return [
    open === undefined
      ? propose(request, action, counted)
      : { ...CONFLICT, body: { error: { existing_id: open.id } } },
    STATE_CONFLICT,
  ];
};

const reward = (request: Request, walletId: string, amount: string) =>
  createSandboxReward({ ...request, body: { wallet_id: walletId, amount } });

const grantReward: Rule = (request) => {
  const walletId = request.params['wallet_id'] ?? '';
  const amount = textOf(request.body, 'amount');
  const points = parseAmount(amount, POINTS) ?? 0n;
  const limit = limitOf(request.book, 'rewardAtLeast');
  return ifSuccess(reward(request, walletId, amount), (success) =>
    limit === undefined || points < limit
      ? success
      : propose(request, { type: 'reward', walletId, amount }, points),
  );
};

/** What the action is answered with now. */
function act(request: Request, action: ProposedAction): Outcome | readonly Outcome[] {
  if (action.type === 'reward') return reward(request, action.walletId, action.amount);
  const { transferId, version } = action;
  if (request.book.transfers.get(transferId)?.version !== version) return CONFLICT;
  const params = { transfer_id: transferId };
  if (action.type === 'payout_settlement')
    return setPayoutOutcome({ ...request, params, body: action.settlement });
  return reviewTransfer({ ...request, params, body: { outcome: 'approved' } });
}

/** An open proposal of the current book. Of former books, no proposal can be decided. */
const proposalOf = ({ book, params }: Request): Proposal | undefined =>
  book.proposals.get(params['proposal_id'] ?? '');

const approveProposal: Rule = (request) => {
  const { book, operator = '' } = request;
  const proposal = proposalOf(request);
  if (proposal === undefined) return NOT_FOUND;
  const isOwn = proposal.proposedBy === operator;
  // The contract does not decide which of both is said about an own proposal that has expired.
  const refused = isOwn ? [CONFLICT, NEEDS_OTHER] : CONFLICT;
  if (proposal.state === 'superseded_or_expired') return refused;
  if (proposal.state !== 'open') return CONFLICT;
  if (isExpired(proposal, request)) return refused;
  if (isOwn) return NEEDS_OTHER;
  return ifSuccess(act(request, proposal.action), (success) =>
    alsoCommit(success, () => book.proposals.change(proposal.id, { state: 'executed', endedBy: operator })),
  );
};

const withdrawProposal: Rule = (request) => {
  const { book, operator = '' } = request;
  const proposal = proposalOf(request);
  if (proposal === undefined) return NOT_FOUND;
  if (proposal.state !== 'open' || isExpired(proposal, request)) return CONFLICT;
  const next = { ...proposal, state: 'withdrawn', endedBy: operator } as const;
  return {
    status: 200,
    body: proposalView(next, false),
    commit: () => book.proposals.set(next.id, next),
  };
};

const getProposal: Rule = (request) => {
  const found = find(request, 'proposal_id', ({ proposals }) => proposals);
  if (found === undefined) return NOT_FOUND;
  const isOver = isExpired(found.value, { ...request, book: found.book });
  const { state } = found.value;
  const states = state === 'superseded_or_expired' ? ['superseded', 'expired'] : [undefined];
  return states.map((each) => ({ status: 200, body: proposalView(found.value, isOver, each) }));
};

export const proposalRules = {
  reviewTransfer: reviewAsOperator,
  setSandboxReviewOutcome: reviewInSandbox,
  grantReward,
  settlePayout,
  setSandboxPayoutOutcome,
  approveProposal,
  withdrawProposal,
  getProposal,
} satisfies Readonly<Record<string, Rule>>;
