/**
 * Letting an off-ramp in review go. The approval is recorded before the rail hears of the payout, so that nothing that is
 * paid out can still be rejected; and it opens the task to submit, so that a crash after it loses nothing. Whoever approves
 * is kept waiting for the submission, but not for ever: a rail that takes its time is left to the workers.
 */
import type { Keepers, Outcome } from '../keeper/command.ts';
import { reviewTransfer } from '../ledger/reviews.ts';
import type { SubmitPayout } from './submit-payout.ts';
import { NO_ANSWER } from './submit-payout.ts';

export type Approval = {
  readonly transfer_id: string;
  /** Names the request: the same one may come again. */
  readonly request: string;
  readonly actor: string;
  readonly requestId: string;
  /** Why it was approved, where somebody said so. */
  readonly reason?: string | undefined;
};

const WAIT_MS = 5_000;

/** Resolves once the rail has taken the payout, it failed to, or the wait is over; `refused` where it can't be approved. */
export async function approveOfframp(
  { keepers, submitPayout }: { readonly keepers: Keepers; readonly submitPayout: SubmitPayout },
  stream: string,
  { transfer_id, request, actor, requestId, reason: why }: Approval,
  waitMs: number = WAIT_MS,
): Promise<Outcome> {
  const approved = await keepers.submit(stream, {
    decide: (book) => reviewTransfer(book, { transfer_id, outcome: 'approved', reason: undefined, request }),
    answer: NO_ANSWER,
    actor,
    requestId,
    ...(why === undefined ? {} : { reason: why }),
  });
  if (approved.kind !== 'done') return approved;
  await within(waitMs, submitPayout(stream, transfer_id));
  return approved;
}

/** Waits for work whose fault is somebody else's to see to: the task is tried again. */
async function within(waitMs: number, work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, waitMs)));
  await Promise.race([work.catch(() => undefined), late]);
  clearTimeout(timer);
}
