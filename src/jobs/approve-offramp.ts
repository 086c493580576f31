/**
 * Approves an off-ramp that is in review. The approval is recorded before the rail receives the payout, so
 * that a submitted payout can no longer be rejected. The approval also creates the submission task, so a
 * crash after it loses nothing. The caller waits for the submission only for a limited time; a slow rail is
 * left to the task loop.
 */
import { withDeadline } from '../async/wait.ts';
import type { Control } from '../ledger/limited-actions.ts';
import { reviewTransfer } from '../ledger/review.ts';
import { NO_ANSWER, type BookWriters, type Outcome } from '../writer/command.ts';
import { SUBMISSION_WAIT_MS, type SubmitPayout } from './submit-payout.ts';

type Approval = {
  readonly transfer_id: string;
  /** Identifies the request, which may be repeated. */
  readonly request: string;
  readonly actor: string;
  readonly requestId: string;
  /** The operator's reason, if one was given. */
  readonly reason?: string | undefined;
  /** Checks and records who approved what a limit applies to. */
  readonly control: Control;
};

/**
 * The idempotency key of an approval. The book removes finished transfers and still finds by this key which
 * request approved one. HTTP headers cannot contain a line feed, so the key never equals a client's key.
 */
export const approvalKey = (request: string): string => `approval\n${request}`;

/**
 * Resolves when the rail has accepted the payout, the submission has failed, or `waitMs` is over. Resolves to
 * `refused` if the transfer cannot be approved.
 */
export async function approveOfframp(
  { writers, submitPayout }: { readonly writers: BookWriters; readonly submitPayout: SubmitPayout },
  stream: string,
  { transfer_id, request, actor, requestId, reason: comment, control }: Approval,
  waitMs: number = SUBMISSION_WAIT_MS,
): Promise<Outcome> {
  const approved = await writers.submit(stream, {
    decide: (book, context) =>
      control(book, context, () =>
        reviewTransfer(book, { transfer_id, outcome: 'approved', reason: undefined, request }),
      ),
    answer: NO_ANSWER,
    actor,
    requestId,
    idempotency: { key: approvalKey(request), fingerprint: transfer_id },
    ...(comment === undefined ? {} : { reason: comment }),
  });
  if (approved.kind === 'refused' || approved.kind === 'key_reused') return approved;
  // The task loop retries a failed submission.
  await withDeadline(submitPayout(stream, transfer_id), waitMs).catch(() => undefined);
  return approved;
}
