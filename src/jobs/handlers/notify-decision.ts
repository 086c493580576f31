/**
 * Notifies a rail of a review decision about held money, in two steps: notify the rail, and record that it
 * was notified. A crash may happen in between. Repeating is safe because a decision never changes.
 */
import { getValue } from '../../read-models/collection.ts';
import { COLLECTIONS } from '../../../projections/collections.ts';
import { taskId } from '../../../projections/tasks.ts';
import type { TransferView } from '../../../projections/views.ts';
import { NO_ANSWER } from '../../writer/command.ts';
import type { BookEvent } from '../../ledger/event.ts';
import { environmentOf } from '../../platform/platform.ts';
import type { DepositDecision } from '../../rails/port.ts';
import { withDeadline } from '../../async/deadline.ts';
import { PROVIDER_TIMEOUT_MS } from '../provider-timeouts.ts';
import type { TaskHandler } from '../task-loop.ts';
import type { TaskDependencies } from './dependencies.ts';

type Dependencies = Pick<TaskDependencies, 'writers' | 'documents' | 'rails'>;

/** Throws ProviderUnavailable while the rail is down. */
export const createDecisionHandler =
  ({ writers, documents, rails }: Dependencies): TaskHandler =>
  async ({ stream, subject: transfer_id }) => {
    // The book removes finished transfers, whose documents no longer change.
    const found = await getValue(documents, COLLECTIONS.transfers, transfer_id);
    const decision = found && decisionIn(found);
    // The transfers projection may lag behind the tasks projection.
    if (decision === undefined) return;
    const provider = rails.provider(environmentOf(stream), decision.rail);
    await withDeadline(provider.notifyDecision(decision), PROVIDER_TIMEOUT_MS);
    const notified: BookEvent = { type: 'deposit.decision_told', data: { transfer_id } };
    await writers.submit(stream, {
      decide: () => ({ events: [notified] }),
      answer: NO_ANSWER,
      actor: 'system:decisions',
      requestId: taskId('tell_decision', transfer_id),
      // A concurrent run may have recorded it. HTTP headers cannot contain a line feed, so no client uses
      // this key.
      idempotency: { key: `decision told\n${transfer_id}`, fingerprint: transfer_id },
    });
  };

/** Undefined for a transfer that is still in review. */
function decisionIn(transfer: TransferView): DepositDecision | undefined {
  const { id, state, state_reason, source, receipt } = transfer;
  if (state !== 'completed' && state !== 'returned') return undefined;
  const { rail, currency } = source;
  const deposit = receipt !== null && 'amount_received' in receipt ? receipt : undefined;
  const { amount_received: amount, rail_reference = null } = deposit ?? {};
  if (rail === undefined || currency === undefined || amount === undefined || rail_reference === null)
    throw new Error(`transfer ${id} was reviewed but has no payment from a rail`);
  const returned = { disposition: 'return', ...(state_reason !== null && { reason: state_reason }) } as const;
  return {
    transfer_id: id,
    rail,
    rail_reference,
    amount,
    currency,
    ...(state === 'completed' ? { disposition: 'keep' } : returned),
  };
}
