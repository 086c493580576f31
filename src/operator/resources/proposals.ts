/** Proposals: actions of operators that take effect when another operator approves them. */
import { COLLECTIONS } from '../../../projections/collections.ts';
import { OPEN_PROPOSALS_TERM } from '../../../projections/operators.ts';
import { findObject } from '../../api/operations/read.ts';
import { submit } from '../../api/operations/write.ts';
import { providerReference } from '../../api/resources/provider-instructions.ts';
import { submitReview } from '../../api/resources/submit-review.ts';
import { operatorOperations } from '../../generated/operator-operations.ts';
import { notFoundProblem } from '../../http/errors.ts';
import type { Reply } from '../../http/reply.ts';
import {
  endProposal,
  executeProposal,
  operatorNameOf,
  proposalAt,
  withdrawProposal,
  type ProposalView,
  type ProposedAction,
} from '../../ledger/dual-control.ts';
import { ENVIRONMENTS, environmentOf, type ProposalId } from '../../ledger/ids.ts';
import type { OperatorRole } from '../../platform/platform.ts';
import { parseBody } from '../../read-models/collection.ts';
import type { Reconciliation } from '../../reconciliation/reconciliation.ts';
import type { WriteOffProposal } from '../../reconciliation/state/state.ts';
import type { TreasuryProposal } from '../../treasury/state.ts';
import { readConsistent } from '../../writer/command.ts';
import { oldestAcrossBooks } from '../operations/cross-book-list.ts';
import {
  rejectParty,
  rejectRole,
  type OperatorCall,
  type OperatorCaller,
  type OperatorHandlers,
} from '../operations/operation.ts';
import { replyToStreamOutcome } from '../operations/platform-write.ts';
import type { OperatorServices } from '../operations/services.ts';
import { findStreamProposal, proposalOwners } from '../operations/stream-proposal.ts';
import { submitSettlement } from './payouts.ts';
import { reasonText } from './reviews.ts';
import { deliverAllocations } from './treasury.ts';
import { submitReward } from './wallets.ts';

type StreamProposal = TreasuryProposal | WriteOffProposal;
type AnyProposal = ProposalView | StreamProposal;

const LISTED_MAX = 100;

/** Everyone with the role of the action may approve or withdraw its proposal. */
const ROLES: Readonly<Record<AnyProposal['action']['type'], OperatorRole>> = {
  transfer_approval: operatorOperations.reviewTransfer.role,
  payout_settlement: operatorOperations.settlePayout.role,
  reward: operatorOperations.grantReward.role,
  trade: operatorOperations.recordTrade.role,
  allocation: operatorOperations.createAllocation.role,
  write_off: operatorOperations.resolveBreak.role,
};

export const roleFor = ({ action }: Pick<AnyProposal, 'action'>): OperatorRole => ROLES[action.type];

export const proposalHandlers = {
  async listProposals({ services }) {
    const found = await openProposals(services, LISTED_MAX + 1);
    const data = found.slice(0, LISTED_MAX);
    return { status: 200, body: JSON.stringify({ data, has_more: found.length > LISTED_MAX }) };
  },
  async getProposal(call) {
    const found = await findProposal(call, call.params.proposal_id);
    if (found === undefined) return notFoundProblem('proposal');
    const now = isOfBook(found) ? await bookTime(call.services, call.stream) : call.services.clock();
    return { status: 200, body: JSON.stringify(proposalAt<unknown>(found, now)) };
  },
  async approveProposal(call) {
    const found = await findProposal(call, call.params.proposal_id);
    if (found === undefined) return notFoundProblem('proposal');
    const refused = rejectRole(call.token, roleFor(found)) ?? rejectParty(call);
    if (refused !== undefined) return refused;
    if (!isOfBook(found)) {
      const owner = await ownerOf(call.services, found);
      const outcome = await owner.executeProposal(found.id, operatorRequest(call));
      if (found.action.type === 'allocation') await deliverAllocations(call, found.environment);
      return replyToStreamOutcome(call, outcome);
    }
    return execute(call, found.id, found.action, call.body.reason);
  },
  async withdrawProposal(call) {
    const found = await findProposal(call, call.params.proposal_id);
    if (found === undefined) return notFoundProblem('proposal');
    const refused = rejectRole(call.token, roleFor(found));
    if (refused !== undefined) return refused;
    if (!isOfBook(found)) {
      const owner = await ownerOf(call.services, found);
      return replyToStreamOutcome(call, await owner.withdrawProposal(found.id, operatorRequest(call)));
    }
    const withdrawal = { proposal_id: found.id as ProposalId, operator: operatorNameOf(call.token) };
    return submit(call, {
      reason: call.body.reason,
      decide: (book, context) => withdrawProposal(book, withdrawal, context),
      answer: {
        from: 'book',
        render(_book, [event]) {
          if (event?.type !== 'proposal.ended') throw new Error('expected the event proposal.ended');
          return { status: 200, body: JSON.stringify(endProposal(found, event)) };
        },
      },
    });
  },
} satisfies Partial<OperatorHandlers>;

/** Carries out the action with the same code as a single operator, and records both operators. */
function execute(
  call: OperatorCaller,
  id: string,
  action: ProposedAction,
  why: string | undefined,
): Promise<Reply> {
  // Only IDs of proposals are looked up.
  const control = executeProposal(id, operatorNameOf(call.token));
  switch (action.type) {
    case 'transfer_approval': {
      const { transfer_id, reason } = action;
      const review = { transfer_id, outcome: 'approved', reason, request: providerReference(call) } as const;
      return submitReview(call, review, why ?? reasonText(reason), control);
    }
    case 'payout_settlement': {
      const { transfer_id, outcome, rail_reference, reason } = action;
      return submitSettlement(call, { transfer_id, outcome, rail_reference, reason }, control, why);
    }
    case 'reward': {
      const { wallet_id, amount, description } = action;
      return submitReward(call, { wallet_id, amount, description }, control, why);
    }
  }
}

const isOfBook = (found: AnyProposal): found is ProposalView =>
  !isOfTreasury(found) && found.action.type !== 'write_off';

const isOfTreasury = ({ action }: AnyProposal): boolean =>
  action.type === 'trade' || action.type === 'allocation';

/** The treasury or the reconciliation that has the proposal. */
const ownerOf = async (
  { treasuries, reconciliations }: OperatorServices,
  found: StreamProposal,
): Promise<Pick<Reconciliation, 'executeProposal' | 'withdrawProposal'>> =>
  isOfTreasury(found) ? treasuries.get(found.environment) : reconciliations.get(found.environment);

const operatorRequest = ({
  actor,
  requestId,
  idempotency,
  token,
  body,
}: OperatorCall<'approveProposal'>) => ({
  ...{ actor, requestId, idempotency, reason: body.reason },
  operator: operatorNameOf(token),
});

async function findProposal(call: OperatorCaller, id: string): Promise<AnyProposal | undefined> {
  const ofStream = await findStreamProposal(call.services, id);
  if (ofStream !== undefined) return ofStream;
  const found = await findObject(call, COLLECTIONS.proposals, id);
  return found && parseBody(COLLECTIONS.proposals, found);
}

/** The open proposals of all books, treasuries, and reconciliations, oldest first, at most `limit`. Throws ReadModelBehind. */
export async function openProposals(
  services: OperatorServices,
  limit: number,
): Promise<readonly AnyProposal[]> {
  const all: AnyProposal[] = [];
  const now = services.clock();
  for (const environment of ENVIRONMENTS) {
    for (const owner of await proposalOwners(services, environment)) {
      await owner.refresh();
      all.push(...[...owner.proposals.values()].filter((each) => isOpen(each, now)));
    }
  }
  all.push(...(await openInBooks(services, limit)));
  return all.sort((a, b) => (a.id < b.id ? -1 : 1)).slice(0, limit);
}

const isOpen = (found: AnyProposal, now: number): boolean => proposalAt<unknown>(found, now).state === 'open';

/** Documents of expired proposals are among the open ones until the next proposal of their book, so one page may not be enough. */
async function openInBooks(services: OperatorServices, limit: number): Promise<readonly ProposalView[]> {
  const selection = { collection: COLLECTIONS.proposals, terms: [OPEN_PROPOSALS_TERM] };
  const times = new Map<string, number>();
  const open: ProposalView[] = [];
  for (let after: string | undefined; open.length < limit;) {
    const page = await oldestAcrossBooks(services, selection, { limit, after });
    for (const document of page) {
      const { scope } = document;
      const now = times.get(scope) ?? (await bookTime(services, scope));
      times.set(scope, now);
      const found = parseBody(COLLECTIONS.proposals, document);
      if (isOpen(found, now)) open.push(found);
    }
    after = page.at(-1)?.id;
    if (page.length < limit) break;
  }
  return open;
}

/** A proposal expires by the clock of its book, which integrators may have advanced in the sandbox. */
const bookTime = async ({ writers, clock }: OperatorServices, stream: string): Promise<number> =>
  environmentOf(stream) === 'production'
    ? clock()
    : clock() + (await readConsistent(writers, stream, ({ clockAheadMs }) => clockAheadMs));
