import { isProblem } from '../../http/errors.ts';
import type { Reply } from '../../http/reply.ts';
import { approvalKey, approveOfframp } from '../../jobs/approve-offramp.ts';
import type { Decision, DecisionContext, ReadonlyBook } from '../../ledger/book.ts';
import { supersedeProposals, type Control } from '../../ledger/limited-actions.ts';
import { environmentOf } from '../../ledger/ids.ts';
import type { Refusal } from '../../ledger/refusal.ts';
import { reviewTransfer, type ReviewDecision } from '../../ledger/review.ts';
import type { Transfer } from '../../ledger/transfer.ts';
import type { BookCaller } from '../operations/operation.ts';
import { replyToOutcome, submit } from '../operations/write.ts';
import { TRANSFER_FINISHED, currentTransferDocument, submitTransferCommand } from './transfer-command.ts';

// Ends the review of a transfer, for operators and the sandbox.

/**
 * Ends a review and replies 200 with the transfer, or 202 with a proposal if `control` makes it one. See `approveThroughRail`
 * for approved off-ramps.
 */
export async function submitReview(
  caller: BookCaller,
  review: ReviewDecision & { readonly request: string },
  why?: string,
  control: Control = supersedeProposals(review.transfer_id),
): Promise<Reply> {
  let approval: Transfer | undefined;
  const decide = (book: ReadonlyBook, context: DecisionContext): Decision => {
    approval = undefined;
    const decision = control(book, context, () => reviewTransfer(book, review));
    const transfer = book.transfers.get(review.transfer_id);
    if ('refusal' in decision || transfer?.kind !== 'offramp' || review.outcome === 'rejected')
      return decision;
    if (isProposed(decision)) return decision;
    approval = transfer;
    return { refusal: NEEDS_RAIL };
  };
  const { transfer_id, outcome, request } = review;
  const reply = await submitTransferCommand(caller, transfer_id, decide, why);
  if (approval !== undefined) return approveThroughRail(caller, approval, { request, why, control });
  // The payout may already be final although the approving request received no answer.
  const isConflict = isProblem(reply) && CONFLICTS.includes(reply.problem);
  return isConflict && outcome === 'approved' && (await hasApproved(caller, request))
    ? replyWithCurrent(caller, transfer_id)
    : reply;
}

/** A proposal that the approving request has executed is not open any more. */
const CONFLICTS: readonly string[] = ['transfer_state_conflict', 'proposal_state_conflict'];

const isProposed = ({ events }: Extract<Decision, { events: unknown }>): boolean =>
  events.some(({ type }) => type === 'proposal.created');

const hasApproved = ({ services, stream }: BookCaller, request: string): Promise<boolean> =>
  services.writers.isKeyUsed(stream, approvalKey(request));

/** Internal marker: the rail must accept the payout first. Never returned to the caller. */
const NEEDS_RAIL: Refusal = {
  code: 'transfer_state_conflict',
  message: 'The dry run accepted the approval.',
};

/**
 * Approves an off-ramp and replies with its state after the rail has accepted it. The approval is recorded first, and
 * its key identifies repeated requests; the request's own key is recorded with the final answer. Throws
 * ProviderUnavailable, before anything is written, if the rail is unavailable.
 */
async function approveThroughRail(
  caller: BookCaller,
  transfer: Transfer,
  { request, why, control }: { request: string; why: string | undefined; control: Control },
): Promise<Reply> {
  const { services, actor, stream, requestId } = caller;
  const { id: transfer_id, approval, destination } = transfer;
  if (approval === undefined) services.rails.provider(environmentOf(stream), destination.rail ?? '');
  const outcome = await approveOfframp(services, stream, {
    transfer_id,
    request,
    actor,
    requestId,
    control,
    reason: why,
  });
  // Another decision has ended the transfer in the meantime, so the book no longer has it.
  if (outcome.kind === 'refused' && outcome.refusal.code === 'not_found') return TRANSFER_FINISHED;
  if (outcome.kind === 'refused' || outcome.kind === 'key_reused') return replyToOutcome(caller, outcome);
  return replyWithCurrent(caller, transfer_id);
}

/** Replies with the current transfer and records that answer for the request. Throws ReadModelBehind. */
async function replyWithCurrent(caller: BookCaller, transfer_id: string): Promise<Reply> {
  const shown = await currentTransferDocument(caller, transfer_id);
  return submit(caller, {
    decide: () => ({ events: [] }),
    answer: { from: 'book', render: () => ({ status: 200, body: shown.body }) },
  });
}
