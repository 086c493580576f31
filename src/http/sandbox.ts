/** Calls that simulate the outside world, for sandbox keys only. */
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
import type { PayoutOutcome } from '../ledger/offramps.ts';
import { grantReward } from '../ledger/rewards.ts';
import { setKyc } from '../ledger/users.ts';
import { railReference } from '../rails/sandbox.ts';
import { withDeadline } from '../deadline.ts';
import { SUBMISSION_WAIT_MS } from '../workers/deadline.ts';
import { submitAboutTransfer } from './about-transfer.ts';
import { submitAboutUser } from './personal.ts';
import { referenceOf } from './provider-details.ts';
import { route } from './route.ts';
import type { Caller, Reply, Route } from './route.ts';
import { submitReview } from './submit-review.ts';
import { submit } from './write.ts';

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
      return submitReview(call, { transfer_id, outcome, reason, request: referenceOf(call) });
    },
  }),
  route({
    method: 'POST',
    path: '/v1/sandbox/transfers/{transfer_id}/payout_outcome',
    sandboxOnly: true,
    body: validateSandboxPayoutOutcome,
    handle: (call) => {
      const { transfer_id } = call.params;
      return pretendOutcome(call, { transfer_id, reason: undefined, ...call.body });
    },
  }),
];

/** A payout that is on its way to its rail gets there first, so that nobody has to wait for the workers. */
async function pretendOutcome(caller: Caller, outcome: PayoutOutcome): Promise<Reply> {
  const { services, stream } = caller;
  const { transfer_id } = outcome;
  const submitted = services.submitPayout(stream, transfer_id);
  // What keeps it from its rail is seen to by the workers; here it is then a payout that is not submitted.
  await withDeadline(submitted, SUBMISSION_WAIT_MS).catch(() => undefined);
  return submitAboutTransfer(caller, transfer_id, (book) => settlePayout(book, outcome));
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
