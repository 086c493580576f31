/** Operations that simulate external systems, for sandbox keys only. */
import { historyEntriesOf } from '../../../../projections/wallets/wallet-history.ts';
import type { SandboxDeposit, SandboxKycUpdate } from '../../../generated/api.ts';
import type { Answer, AnswerSource } from '../../../writer/command.ts';
import { StoreUnavailable } from '../../../event-store/port.ts';
import { receiveDeposit } from '../../../ledger/deposits/receive-deposit.ts';
import { settlePayout } from '../../../ledger/payouts/offramp-commands.ts';
import { supersedeProposals } from '../../../ledger/dual-control/dual-control.ts';
import type { PayoutOutcome } from '../../../ledger/payouts/offramp-commands.ts';
import type { RecordedBookEvent } from '../../../ledger/event.ts';
import { grantReward } from '../../../ledger/wallets/grant-reward.ts';
import { setKyc } from '../../../ledger/users/user-commands.ts';
import { simulatedRailReference } from '../../../rails/simulators.ts';
import { withDeadline } from '../../../async/deadline.ts';
import { SUBMISSION_WAIT_MS } from '../../../jobs/provider-timeouts.ts';
import { submitTransferCommand } from '../transfers/transfer-command.ts';
import { submitUserCommand } from '../users/user-command.ts';
import { providerReference } from '../transfers/provider-instructions.ts';
import type { Caller, Handlers } from '../../operations/operation.ts';
import { problemForFault } from '../../server/errors.ts';
import type { Reply } from '../../server/reply.ts';
import { submitReview } from '../transfers/submit-review.ts';
import { submit } from '../../operations/write.ts';

export const sandboxHandlers = {
  setSandboxKyc: (call) => simulateKyc(call, call.params.user_id, call.body),
  createSandboxDeposit: (call) => simulateDeposit(call, call.body),
  createSandboxReward: (call) => {
    const { wallet_id, amount, description = 'Reward' } = call.body;
    return submit(call, {
      decide: (book, context) => grantReward(book, { wallet_id, amount, description }, context),
      answer: REWARD_ANSWER,
    });
  },
  setSandboxReviewOutcome: (call) => {
    const { transfer_id } = call.params;
    const { outcome, reason } = call.body;
    return submitReview(call, { transfer_id, outcome, reason, request: providerReference(call) });
  },
  setSandboxPayoutOutcome: (call) => {
    const { transfer_id } = call.params;
    return simulateOutcome(call, { transfer_id, reason: undefined, ...call.body });
  },
} satisfies Partial<Handlers>;

/** Submits a pending payout first, so that callers need not wait for the background jobs. */
async function simulateOutcome(caller: Caller, outcome: PayoutOutcome): Promise<Reply> {
  const { services, stream } = caller;
  const { transfer_id } = outcome;
  const submitted = services.submitPayout(stream, transfer_id);
  const expire = (): Error =>
    new StoreUnavailable(`the payout was not submitted in ${SUBMISSION_WAIT_MS} ms`);
  // If the rail does not answer, the jobs retry the submission, and the payout counts as not submitted here.
  await withDeadline(submitted, SUBMISSION_WAIT_MS, expire).catch(throwServiceUnavailable);
  const control = supersedeProposals(transfer_id);
  return submitTransferCommand(caller, transfer_id, (book, context) =>
    control(book, context, () => settlePayout(book, outcome)),
  );
}

/** A refusal would be kept for the idempotency key, although the payout can be submitted a moment later. */
function throwServiceUnavailable(error: unknown): void {
  if (problemForFault(error)?.problem === 'service_unavailable') throw error;
}

function simulateKyc(caller: Caller, user_id: string, body: SandboxKycUpdate): Promise<Reply> {
  const { kyc_status, rejection_reasons = [] } = body;
  const byDefault = kyc_status === 'approved' ? 'approved' : undefined;
  return submitUserCommand(caller, {
    user_id,
    decide(book) {
      const unchanged = book.users.get(user_id)?.user.terms_status ?? 'pending';
      const terms_status = body.terms_status ?? byDefault ?? unchanged;
      return setKyc(book, { user_id, kyc_status, terms_status, rejection_reasons });
    },
  });
}

function simulateDeposit(caller: Caller, body: SandboxDeposit): Promise<Reply> {
  const { deposit_account_id, transfer_id, amount, outcome = 'credited' } = body;
  const rail_reference = simulatedRailReference(providerReference(caller));
  // The schema requires exactly one of the two.
  const paid = deposit_account_id === undefined ? { transfer_id: transfer_id ?? '' } : { deposit_account_id };
  return submitTransferCommand(
    caller,
    transfer_id,
    (book, context, canceledOnramp) =>
      receiveDeposit(book, { target: paid, amount, rail_reference, outcome, canceledOnramp }, context),
    undefined,
    { acceptsCanceled: true },
  );
}

/** The answer is the history entry of the reward. */
export const REWARD_ANSWER: AnswerSource = { from: 'events', render: rewardAnswer };

export function rewardAnswer([event]: readonly RecordedBookEvent[]): Answer {
  if (event?.type !== 'posting.recorded') throw new Error('expected the event posting.recorded');
  // A reward changes one bucket of one wallet.
  return { status: 201, body: JSON.stringify(historyEntriesOf(event)[0]) };
}
