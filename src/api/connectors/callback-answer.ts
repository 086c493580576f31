/** The context of a verified callback, and its answer. */
import type { Answer, AnswerSource } from '../../writer/command.ts';
import type { RecordedBookEvent } from '../../ledger/event.ts';
import type { TransferState } from '../../ledger/transfers/transfer.ts';
import type { OriginSource } from '../../event-store/origin-event.ts';
import type { EventStore } from '../../event-store/port.ts';
import type { Services } from '../operations/services.ts';

export type CallbackDependencies = OriginSource & {
  readonly services: Services;
  readonly eventStore: Pick<EventStore, 'head' | 'read'>;
};

export type CallbackContext = {
  readonly environment: string;
  readonly rail: string;
  readonly requestId: string;
};

/** The transfer's state after the deposit. Late money finds its transfer canceled. */
function lastStep(events: readonly RecordedBookEvent[]): { transfer_id: string; state: TransferState } {
  for (const { type, data } of [...events].reverse()) {
    if (type === 'deposit.sent_back') return { transfer_id: data.transfer_id, state: 'canceled' };
    if (type === 'transfer.state_changed') return { transfer_id: data.transfer_id, state: data.state };
  }
  throw new Error('expected an event with the state of the transfer');
}

/** The answer is rendered from the state that the transfer reached. */
export const answerFromState = (
  answerOf: (transferId: string, state: TransferState) => Answer,
): AnswerSource => ({
  from: 'events',
  render(events) {
    const { transfer_id, state } = lastStep(events);
    return answerOf(transfer_id, state);
  },
});
