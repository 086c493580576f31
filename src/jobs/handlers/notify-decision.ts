/**
 * Notifies a rail of a review decision about held money, in two steps: notify the rail, and record that it
 * was notified. A crash may happen in between. Repeating is safe because a decision never changes. The rail keeps or
 * returns the money, so the decision is read from the events and never from documents.
 */
import { taskId } from '../../../projections/tasks.ts';
import { NO_ANSWER } from '../../writer/command.ts';
import { findEventAt, readOriginEvent } from '../../event-store/origin-event.ts';
import type { BookEvent, RecordedBookEvent } from '../../ledger/event.ts';
import { decodeIdOrigin } from '../../ledger/ids.ts';
import { environmentOf } from '../../ledger/book-name.ts';
import type { DepositDecision } from '../../rails/port.ts';
import { withDeadline } from '../../async/deadline.ts';
import { PROVIDER_TIMEOUT_MS } from '../provider-timeouts.ts';
import type { Task } from '../../../projections/tasks.ts';
import type { TaskHandler } from '../task-loop.ts';
import type { TaskDependencies } from './dependencies.ts';

type Dependencies = Pick<TaskDependencies, 'writers' | 'eventStore' | 'authentication' | 'rails'>;

/** Throws ProviderUnavailable while the rail is down. */
export const createDecisionHandler =
  ({ writers, rails, ...events }: Dependencies): TaskHandler =>
  async (task) => {
    const { stream, subject: transfer_id } = task;
    const decision = await findDecision(events, task);
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

type Decided = RecordedBookEvent<'transfer.state_changed'>;

/** Reads the event that ended the review, at the time of the task, and the payment it is about. */
async function findDecision(
  events: Pick<Dependencies, 'eventStore' | 'authentication'>,
  { stream, subject: transfer_id, due_at }: Pick<Task, 'stream' | 'subject' | 'due_at'>,
): Promise<DepositDecision> {
  const from = decodeIdOrigin(transfer_id, stream)?.revision ?? 0;
  const decided = await findEventAt(events, stream, { time: due_at, from }, (event): event is Decided =>
    isDecision(event, transfer_id),
  );
  const arrived = await readOriginEvent(events, stream, decided?.data.deposit_id ?? '');
  if (
    decided === undefined ||
    arrived?.type !== 'deposit.arrived' ||
    arrived.data.transfer_id !== transfer_id
  )
    throw new Error(`task for transfer ${transfer_id} does not match the events of its review`);
  const { rail, rail_reference, amount_received: amount, currency } = arrived.data;
  const { state, state_reason } = decided.data;
  const returned = { disposition: 'return', ...(state_reason && { reason: state_reason }) } as const;
  return {
    transfer_id,
    rail,
    rail_reference,
    amount,
    currency,
    ...(state === 'completed' ? { disposition: 'keep' } : returned),
  };
}

const isDecision = (event: RecordedBookEvent, transferId: string): event is Decided =>
  event.type === 'transfer.state_changed' &&
  event.data.transfer_id === transferId &&
  event.data.deposit_id !== undefined &&
  (event.data.state === 'completed' || event.data.state === 'returned');
