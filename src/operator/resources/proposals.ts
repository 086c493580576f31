/** Proposals: actions of operators that take effect when another operator approves them. */
import { COLLECTIONS } from '../../../projections/collections.ts';
import { OPEN_PROPOSALS_TERM } from '../../../projections/operators.ts';
import { findObject } from '../../api/operations/read.ts';
import { waitForPosition } from '../../api/operations/wait.ts';
import { submit } from '../../api/operations/write.ts';
import { submitLateMovement } from '../../api/resources/late-movement.ts';
import { providerReference } from '../../api/resources/provider-instructions.ts';
import { submitReview } from '../../api/resources/submit-review.ts';
import { operatorOperations } from '../../generated/operator-operations.ts';
import { ReadModelBehind, notFoundProblem } from '../../http/errors.ts';
import type { Reply } from '../../http/reply.ts';
import { endProposal, operatorNameOf, proposalAt } from '../../ledger/dual-control.ts';
import { ENVIRONMENTS, environmentOf } from '../../ledger/ids.ts';
import { executeProposal, withdrawBookProposal, type BookProposal } from '../../ledger/limited-actions.ts';
import type { OperatorRole } from '../../platform/platform.ts';
import { parseBody } from '../../read-models/collection.ts';
import { readConsistent } from '../../writer/command.ts';
import { compareAmounts, compareTexts, comparing } from '../lists/sorting.ts';
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
import {
  findStreamProposal,
  proposalOwners,
  type ProposalOwner,
  type StreamProposal,
} from '../operations/stream-proposal.ts';
import { submitSettlement } from './payouts.ts';
import { reasonText } from './reviews.ts';
import { deliverAllocations } from './treasury.ts';
import { submitReward } from './users.ts';

type AnyProposal = BookProposal | StreamProposal;
export type ActionType = AnyProposal['action']['type'];

const LISTED_MAX = 100;

/** Everyone with the role of the action may approve or withdraw its proposal. */
export const ROLE_OF_ACTION: Readonly<Record<ActionType, OperatorRole>> = {
  transfer_approval: operatorOperations.reviewTransfer.role,
  payout_settlement: operatorOperations.settlePayout.role,
  payout_return: operatorOperations.returnPayout.role,
  deposit_reversal: operatorOperations.reverseDeposit.role,
  reward: operatorOperations.grantReward.role,
  trade: operatorOperations.recordTrade.role,
  allocation: operatorOperations.createAllocation.role,
  write_off: operatorOperations.resolveBreak.role,
  statement_void: operatorOperations.voidStatement.role,
  separation: operatorOperations.resolveBreak.role,
};

export const roleFor = ({ action }: Pick<AnyProposal, 'action'>): OperatorRole => ROLE_OF_ACTION[action.type];

/** What proposals can be sorted by. */
const PROPOSAL_VALUES = {
  points: (a: AnyProposal, b: AnyProposal) => compareAmounts(a.points, b.points),
  proposed_at: (a: AnyProposal, b: AnyProposal) => compareTexts(a.proposed_at, b.proposed_at),
  expires_at: (a: AnyProposal, b: AnyProposal) => compareTexts(a.expires_at, b.expires_at),
};

export const proposalHandlers = {
  async listProposals({ services, query: { sort } }) {
    const found = await openProposals(services, LISTED_MAX + 1);
    const oldest = found.slice(0, LISTED_MAX);
    const data = sort === undefined ? oldest : oldest.toSorted(comparing(sort, PROPOSAL_VALUES));
    return { status: 200, body: JSON.stringify({ data, has_more: found.length > LISTED_MAX }) };
  },
  async getProposal(call) {
    const found = await findProposal(call);
    if (found === undefined) return notFoundProblem('proposal');
    return { status: 200, body: JSON.stringify(proposalAt<unknown>(found.proposal, found.now)) };
  },
  async approveProposal(call) {
    const found = await findProposal(call);
    if (found === undefined) return notFoundProblem('proposal');
    const { proposal, owner } = found;
    const refused = rejectRole(call.token, roleFor(proposal)) ?? rejectParty(call);
    if (refused !== undefined) return refused;
    if (owner === undefined) return execute(call, proposal, call.body.reason);
    const outcome = await owner.executeProposal(proposal.id, operatorRequest(call));
    if (proposal.action.type === 'allocation') await deliverAllocations(call, proposal.environment);
    return replyToStreamOutcome(call, outcome);
  },
  async withdrawProposal(call) {
    const found = await findProposal(call);
    if (found === undefined) return notFoundProblem('proposal');
    const { proposal, owner } = found;
    const refused = rejectRole(call.token, roleFor(proposal));
    if (refused !== undefined) return refused;
    if (owner !== undefined)
      return replyToStreamOutcome(call, await owner.withdrawProposal(proposal.id, operatorRequest(call)));
    const withdrawal = { proposal_id: proposal.id, operator: operatorNameOf(call.token) };
    return submit(call, {
      reason: call.body.reason,
      decide: (book, context) => withdrawBookProposal(book, withdrawal, context),
      answer: {
        from: 'book',
        render(_book, [event]) {
          if (event?.type !== 'proposal.ended') throw new Error('expected the event proposal.ended');
          return { status: 200, body: JSON.stringify(endProposal(proposal, event)) };
        },
      },
    });
  },
} satisfies Partial<OperatorHandlers>;

/**
 * Carries out the action with the same code as a single operator, and records both operators. The book refuses an action that
 * is not of an open proposal.
 */
function execute(
  call: OperatorCaller,
  { id, action }: BookProposal,
  why: string | undefined,
): Promise<Reply> {
  const control = executeProposal(id, operatorNameOf(call.token));
  switch (action.type) {
    case 'transfer_approval': {
      const { transfer_id, reason } = action;
      const review = { transfer_id, outcome: 'approved', reason, request: providerReference(call) } as const;
      return submitReview(call, review, why ?? reasonText(reason), control);
    }
    case 'payout_settlement': {
      const { transfer_id, outcome, rail_reference, reason } = action;
      return submitSettlement(call, { transfer_id, outcome, rail_reference, reason }, () => control, why);
    }
    case 'payout_return':
    case 'deposit_reversal': {
      const { type, transfer_id, reason, return_reference } = action;
      const kind = type === 'payout_return' ? 'return' : 'reversal';
      const movement = { kind, transfer_id, reason, return_reference } as const;
      return submitLateMovement(call, movement, () => control, why ?? reasonText(reason));
    }
    case 'reward': {
      const { wallet_id, amount, description } = action;
      return submitReward(call, { wallet_id, amount, description }, control, why);
    }
  }
}

const operatorRequest = ({
  actor,
  requestId,
  idempotency,
  token,
  body,
}: OperatorCall<'approveProposal'>) => ({
  actor,
  requestId,
  idempotency,
  reason: body.reason,
  operator: operatorNameOf(token),
});

/** A proposal, the time by which it expires, and the treasury or reconciliation that has it; undefined for one of a book. */
type Found =
  | { readonly proposal: BookProposal; readonly now: number; readonly owner?: never }
  | { readonly proposal: StreamProposal; readonly now: number; readonly owner: ProposalOwner };

/**
 * Finds a proposal. An open one is as its event says: the document of a book's proposal only says which book that is. A document of
 * a proposal that has ended is shown, and nothing is decided from it. Throws ReadModelBehind if a document is wrong.
 */
async function findProposal(call: OperatorCall<'getProposal'>): Promise<Found | undefined> {
  const { services, stream, params } = call;
  const { proposal_id: id } = params;
  const ofStream = await findStreamProposal(services, id);
  if (ofStream !== undefined) return { ...ofStream, now: services.clock() };
  const document = await findObject(call, COLLECTIONS.proposals, id);
  if (document === undefined) return undefined;
  const { proposals, now } = await proposalsIn(services, stream);
  const open = proposals.get(id);
  if (open !== undefined) return { proposal: open, now };
  const ended = parseBody(COLLECTIONS.proposals, document);
  if (ended.state !== 'open') return { proposal: ended, now };
  // The document may be behind another node.
  await waitForPosition(services, await services.writers.head(stream), COLLECTIONS.proposals);
  const again = await findObject(call, COLLECTIONS.proposals, id);
  const proposal = again && parseBody(COLLECTIONS.proposals, again);
  if (proposal === undefined || proposal.state === 'open')
    throw new ReadModelBehind(`the document of ${id} says that it is open`);
  return { proposal, now };
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
async function openInBooks(services: OperatorServices, limit: number): Promise<readonly BookProposal[]> {
  const selection = { collection: COLLECTIONS.proposals, terms: [OPEN_PROPOSALS_TERM] };
  const books = new Map<string, ReturnType<typeof proposalsIn>>();
  const found: BookProposal[] = [];
  for (let after: string | undefined; found.length < limit;) {
    const page = await oldestAcrossBooks(services, selection, { limit, after });
    for (const { scope, id } of page) {
      const reading = books.get(scope) ?? proposalsIn(services, scope);
      books.set(scope, reading);
      const { proposals, now } = await reading;
      const open = proposals.get(id);
      if (open !== undefined && isOpen(open, now)) found.push(open);
    }
    after = page.at(-1)?.id;
    if (page.length < limit) break;
  }
  return found;
}

/** The proposals of a book that have not ended, by ID, as its events say, and the time by which they expire. */
async function proposalsIn(
  { writers, clock }: OperatorServices,
  stream: string,
): Promise<{ readonly proposals: ReadonlyMap<string, BookProposal>; readonly now: number }> {
  const read = await readConsistent(writers, stream, ({ proposals, clockAheadMs }) => ({
    proposals: new Map<string, BookProposal>(proposals.entries()),
    // Integrators may have advanced the clock in the sandbox.
    aheadMs: environmentOf(stream) === 'production' ? 0 : clockAheadMs,
  }));
  return { proposals: read.proposals, now: clock() + read.aheadMs };
}
