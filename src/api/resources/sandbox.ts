import { historyEntriesOf } from '../../../projections/wallets.ts';
import { withDeadline } from '../../async/wait.ts';
import { StoreUnavailable } from '../../event-store/port.ts';
import type { SandboxDeposit, SandboxKycUpdate } from '../../generated/api.ts';
import { problemForFault } from '../../http/errors.ts';
import type { Reply } from '../../http/reply.ts';
import { SUBMISSION_WAIT_MS } from '../../jobs/submit-payout.ts';
import type { RecordedBookEvent } from '../../ledger/event.ts';
import { LATE_REASONS, type LateMovementKind } from '../../ledger/late-movement.ts';
import { supersedeProposals } from '../../ledger/limited-actions.ts';
import { receiveDeposit } from '../../ledger/onramp.ts';
import { settlePayout, type PayoutOutcome } from '../../ledger/payout.ts';
import { advanceClock, clockFromEvent, presentClock, type SandboxClock } from '../../ledger/sandbox.ts';
import { setKyc } from '../../ledger/user.ts';
import { grantReward } from '../../ledger/wallet.ts';
import { simulatedRailReference } from '../../rails/simulators.ts';
import type { Answer, AnswerSource } from '../../writer/command.ts';
import { idempotencyKeyReused } from '../operations/idempotency.ts';
import type { Call, Caller, Handlers } from '../operations/operation.ts';
import { submit } from '../operations/write.ts';
import { submitLateMovement } from './late-movement.ts';
import { providerReference } from './provider-instructions.ts';
import { submitReview } from './submit-review.ts';
import { submitTransferCommand } from './transfer-command.ts';
import { submitUserCommand } from './users.ts';

// Operations that simulate external systems, for sandbox keys only.

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
  createSandboxPayoutReturn: (call) => simulateLateMovement(call, 'return'),
  createSandboxDepositReversal: (call) => simulateLateMovement(call, 'reversal'),
} satisfies Partial<Handlers>;

function simulateLateMovement(
  call: Call<'createSandboxPayoutReturn' | 'createSandboxDepositReversal'>,
  kind: LateMovementKind,
): Promise<Reply> {
  const { transfer_id } = call.params;
  const { reason = LATE_REASONS[kind] } = call.body;
  return submitLateMovement(call, { kind, transfer_id, reason }, () => supersedeProposals(transfer_id));
}

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
const REWARD_ANSWER: AnswerSource = { from: 'events', render: rewardAnswer };

export function rewardAnswer([event]: readonly RecordedBookEvent[]): Answer {
  if (event?.type !== 'posting.recorded') throw new Error('expected the event posting.recorded');
  // A reward changes one bucket of one wallet.
  return { status: 201, body: JSON.stringify(historyEntriesOf(event)[0]) };
}

// The time of the caller's sandbox book.

export const sandboxClockHandlers = {
  advanceSandboxClock: (call) =>
    submit(call, { decide: (book) => advanceClock(book, call.body), answer: ADVANCED_ANSWER }),
  getSandboxClock: async (caller) => ({ status: 200, body: JSON.stringify(await currentClock(caller)) }),
} satisfies Partial<Handlers>;

/** The time at which a command would be decided now. */
async function currentClock({ services, stream }: Caller): Promise<SandboxClock> {
  let clock: SandboxClock | undefined;
  await services.writers.dryRun(stream, ({ clockAheadMs }, { now }) => {
    clock = presentClock(clockAheadMs, now);
    return { events: [] };
  });
  if (clock === undefined) throw new Error(`the dry run on ${stream} did not read the book`);
  return clock;
}

const ADVANCED_ANSWER: AnswerSource = {
  from: 'events',
  render([event]) {
    if (event?.type !== 'clock.advanced') throw new Error('expected the event clock.advanced');
    return { status: 200, body: JSON.stringify(clockFromEvent(event)) };
  },
};

// Empties the caller's sandbox.

export const sandboxResetHandlers = { resetSandbox } satisfies Partial<Handlers>;

/**
 * The answer comes when the new book has its allocations, and no node uses the former book any more. A repeat waits too: the first
 * request may have ended before.
 */
async function resetSandbox(call: Call<'resetSandbox'>): Promise<Reply> {
  const { services, key, idempotency, actor, requestId } = call;
  const { books, treasuries, untilKeysReread } = services;
  if (idempotency === undefined) throw new Error('the operation requires an idempotency key');
  const outcome = await books.reset(key.integrator_id, { actor, requestId, idempotency });
  if (outcome.kind === 'key_reused') return idempotencyKeyReused();
  if (outcome.kind === 'refused') {
    const { code, ...rest } = outcome.refusal;
    return { problem: code, ...rest };
  }
  await treasuries.get('sandbox').deliverTo(key.integrator_id);
  await untilKeysReread();
  return outcome.kind === 'replayed' ? { ...outcome.answer, replayed: true } : outcome.answer;
}
