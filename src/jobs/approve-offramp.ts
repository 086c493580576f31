/**
 * Letting an off-ramp in review go. The approval is recorded before the rail hears of the payout, so that nothing that is
 * paid out can still be rejected; and it opens the task to submit, so that a crash after it loses nothing. Whoever approves
 * is kept waiting for the submission, but not for ever: a rail that takes its time is left to the workers.
 */
import { NO_ANSWER } from '../writer/command.ts';
import type { BookWriters, Outcome } from '../writer/command.ts';
import { withDeadline } from '../async/deadline.ts';
import { reviewTransfer } from '../ledger/transfers/review-transfer.ts';
import { SUBMISSION_WAIT_MS } from './provider-timeouts.ts';
import type { SubmitPayout } from './handlers/submit-payout.ts';

export type Approval = {
  readonly transfer_id: string;
  /** Names the request: the same one may come again. */
  readonly request: string;
  readonly actor: string;
  readonly requestId: string;
  /** Why it was approved, where somebody said so. */
  readonly reason?: string | undefined;
};

/**
 * The key that an approval is recorded under: the book forgets a transfer that is over, and still knows by this which
 * request let it go. No header can hold a line feed, so no key of a request is ever the same.
 */
export const approvalKey = (request: string): string => `approval\n${request}`;

/** Resolves once the rail has taken the payout, it failed to, or the wait is over; `refused` where it can't be approved. */
export async function approveOfframp(
  { keepers, submitPayout }: { readonly keepers: BookWriters; readonly submitPayout: SubmitPayout },
  stream: string,
  { transfer_id, request, actor, requestId, reason: why }: Approval,
  waitMs: number = SUBMISSION_WAIT_MS,
): Promise<Outcome> {
  const approved = await keepers.submit(stream, {
    decide: (book) => reviewTransfer(book, { transfer_id, outcome: 'approved', reason: undefined, request }),
    answer: NO_ANSWER,
    actor,
    requestId,
    idempotency: { key: approvalKey(request), fingerprint: transfer_id },
    ...(why === undefined ? {} : { reason: why }),
  });
  if (approved.kind === 'refused' || approved.kind === 'key_reused') return approved;
  // A rail that fails is tried again by the workers.
  await withDeadline(submitPayout(stream, transfer_id), waitMs).catch(() => undefined);
  return approved;
}
