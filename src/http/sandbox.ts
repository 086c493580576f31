/** Calls that simulate the outside world, for sandbox keys only (interface section Sandbox; decisions sections 4 and 5). */
import { COLLECTIONS } from '../../projections/collections.ts';
import { entriesOf } from '../../projections/history.ts';
import type { SandboxDeposit, SandboxKycUpdate } from '../generated/api.ts';
import {
  validateSandboxDeposit,
  validateSandboxKycUpdate,
  validateSandboxPayoutOutcome,
  validateSandboxReviewOutcome,
  validateSandboxReward,
} from '../generated/validators.js';
import type { AnswerRule } from '../keeper/command.ts';
import { receiveDeposit } from '../ledger/deposits.ts';
import { settlePayout } from '../ledger/offramps.ts';
import type { Refusal } from '../ledger/refusal.ts';
import { reviewTransfer } from '../ledger/reviews.ts';
import type { Review } from '../ledger/reviews.ts';
import { grantReward } from '../ledger/rewards.ts';
import type { Transfer } from '../ledger/transfer.ts';
import { setKyc } from '../ledger/users.ts';
import { railReference } from '../rails/sandbox.ts';
import { approveOfframp } from '../workers/approve-offramp.ts';
import { submitAboutTransfer } from './about-transfer.ts';
import { submitAboutUser } from './personal.ts';
import { referenceOf } from './provider-details.ts';
import { find } from './read.ts';
import { route } from './route.ts';
import type { Caller, Reply, Route } from './route.ts';
import { replyTo, submit } from './write.ts';

export const sandboxRoutes: readonly Route[] = [
  route({
    method: 'POST',
    path: '/v1/sandbox/users/{user_id}/kyc',
    sandboxOnly: true,
    body: validateSandboxKycUpdate,
    handle: (call) => pretendKyc(call, call.params.user_id, call.body),
  }),
  route({
    method: 'POST',
    path: '/v1/sandbox/deposits',
    sandboxOnly: true,
    body: validateSandboxDeposit,
    handle: (call) => pretendDeposit(call, call.body),
  }),
  route({
    method: 'POST',
    path: '/v1/sandbox/rewards',
    sandboxOnly: true,
    body: validateSandboxReward,
    handle: (call) => {
      const { wallet_id, amount, description = 'Reward' } = call.body;
      return submit(call, {
        decide: (book, context) => grantReward(book, { wallet_id, amount, description }, context),
        answer: GRANTED,
      });
    },
  }),
  route({
    method: 'POST',
    path: '/v1/sandbox/transfers/{transfer_id}/review_outcome',
    sandboxOnly: true,
    body: validateSandboxReviewOutcome,
    handle: (call) => {
      const { transfer_id } = call.params;
      const { outcome, reason } = call.body;
      return reviewed(call, { transfer_id, outcome, reason, request: referenceOf(call) });
    },
  }),
  route({
    method: 'POST',
    path: '/v1/sandbox/transfers/{transfer_id}/payout_outcome',
    sandboxOnly: true,
    body: validateSandboxPayoutOutcome,
    handle: (call) => {
      const { transfer_id } = call.params;
      const { outcome, reason } = call.body;
      return submitAboutTransfer(call, transfer_id, (book) =>
        settlePayout(book, { transfer_id, outcome, reason }),
      );
    },
  }),
];

/** Ends a review; see `approvedByRail` for the approval of an off-ramp. */
async function reviewed(caller: Caller, review: Review & { readonly request: string }): Promise<Reply> {
  let approval: Transfer | undefined;
  const reply = await submitAboutTransfer(caller, review.transfer_id, (book) => {
    approval = undefined;
    const decision = reviewTransfer(book, review);
    const transfer = book.transfers.get(review.transfer_id);
    if ('refusal' in decision || transfer?.kind !== 'offramp' || review.outcome === 'rejected')
      return decision;
    approval = transfer;
    return { refusal: TO_BE_SUBMITTED };
  });
  return approval === undefined ? reply : approvedByRail(caller, approval, review.request);
}

/** The rail has yet to take it. Never an answer. */
const TO_BE_SUBMITTED: Refusal = { code: 'transfer_state_conflict', message: 'It would be approved.' };

/**
 * Approves an off-ramp and answers with it as it is once its rail has taken it. The request's key is recorded with that
 * answer; the approval itself stands in the book before, and a repeat of the request is known by its name there. Throws
 * ProviderUnavailable, before anything is written, while the rail is down.
 */
async function approvedByRail(caller: Caller, transfer: Transfer, request: string): Promise<Reply> {
  const { services, key, stream, requestId } = caller;
  const { id: transfer_id, approval, destination } = transfer;
  if (approval === undefined) services.rails.provider(key.environment, destination.rail ?? '');
  const actor = `key:${key.id}`;
  const outcome = await approveOfframp(services, stream, { transfer_id, request, actor, requestId });
  if (outcome.kind !== 'done') return replyTo(caller, outcome);
  const shown = await find(caller, COLLECTIONS.transfers, transfer_id);
  if (shown === undefined) throw new Error(`the transfer ${transfer_id} is nowhere to be seen`);
  return submit(caller, {
    decide: () => ({ events: [] }),
    answer: { from: 'book', render: () => ({ status: 200, body: shown.body }) },
  });
}

function pretendKyc(caller: Caller, user_id: string, body: SandboxKycUpdate): Promise<Reply> {
  const { kyc_status, rejection_reasons = [] } = body;
  const byDefault = kyc_status === 'approved' ? 'approved' : undefined;
  return submitAboutUser(caller, {
    user_id,
    decide(book) {
      const unchanged = book.users.get(user_id)?.user.terms_status ?? 'pending';
      const terms_status = body.terms_status ?? byDefault ?? unchanged;
      return setKyc(book, { user_id, kyc_status, terms_status, rejection_reasons });
    },
  });
}

function pretendDeposit(caller: Caller, body: SandboxDeposit): Promise<Reply> {
  const { deposit_account_id, transfer_id, amount, outcome = 'credited' } = body;
  const rail_reference = railReference(referenceOf(caller));
  // The schema lets exactly one of the two through.
  const paid = deposit_account_id === undefined ? { transfer_id: transfer_id ?? '' } : { deposit_account_id };
  return submitAboutTransfer(
    caller,
    transfer_id,
    (book, context, canceled) =>
      receiveDeposit(book, { for: paid, amount, rail_reference, outcome, canceled }, context),
    undefined,
    { takesCanceled: true },
  );
}

/** A reward is shown by the entry that it leaves in the wallet's history. */
export const GRANTED: AnswerRule = {
  from: 'events',
  render([event]) {
    if (event?.type !== 'posting.recorded') throw new Error('a reward was granted without a posting');
    // A reward moves one bucket of one wallet.
    return { status: 201, body: JSON.stringify(entriesOf(event)[0]) };
  },
};
