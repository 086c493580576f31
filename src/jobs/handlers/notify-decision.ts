/**
 * Telling a rail what a review decided about money that it holds. Two steps that a crash may part: the rail hears it, and
 * that it has is recorded. Whoever begins anew tells it the same, as a decision is never taken back.
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

type Parts = Pick<TaskDependencies, 'keepers' | 'documents' | 'rails'>;

/** Throws ProviderUnavailable while the rail is down. */
export const createDecisionHandler =
  ({ keepers, documents, rails }: Parts): TaskHandler =>
  async ({ stream, subject: transfer_id }) => {
    // The book forgets transfers that are over, and a document never changes after that.
    const found = await getValue(documents, COLLECTIONS.transfers, transfer_id);
    const decision = found && decisionIn(found);
    // The transfers may be projected a moment after the tasks.
    if (decision === undefined) return;
    const provider = rails.provider(environmentOf(stream), decision.rail);
    await withDeadline(provider.tellDecision(decision), PROVIDER_TIMEOUT_MS);
    const told: BookEvent = { type: 'deposit.decision_told', data: { transfer_id } };
    await keepers.submit(stream, {
      decide: () => ({ events: [told] }),
      answer: NO_ANSWER,
      actor: 'system:decisions',
      requestId: taskId('tell_decision', transfer_id),
      // Whoever told it at the same time may have recorded it. No header can hold a line feed, so no request has this key.
      idempotency: { key: `decision told\n${transfer_id}`, fingerprint: transfer_id },
    });
  };

/** Undefined for a transfer that waits for its review. */
function decisionIn(transfer: TransferView): DepositDecision | undefined {
  const { id, state, state_reason, source, receipt } = transfer;
  if (state !== 'completed' && state !== 'returned') return undefined;
  const { rail, currency } = source;
  const arrived = receipt !== null && 'amount_received' in receipt ? receipt : undefined;
  const { amount_received: amount, rail_reference = null } = arrived ?? {};
  if (rail === undefined || currency === undefined || amount === undefined || rail_reference === null)
    throw new Error(`the transfer ${id} was decided, and no rail brought its money`);
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
