/** A callback that was verified, and how it is answered. */
import type { Answer, AnswerSource } from '../../writer/command.ts';
import type { RecordedBookEvent } from '../../ledger/event.ts';
import type { TransferState } from '../../ledger/transfers/transfer.ts';
import type { Services } from '../operations/services.ts';

export type CallbackDependencies = {
  readonly services: Services;
  /** Position of the newest event of all books. */
  readonly head: () => Promise<bigint>;
};

export type CallbackContext = {
  readonly environment: string;
  readonly rail: string;
  readonly requestId: string;
};

/** The state that a deposit ended in; late money finds its transfer canceled. */
function lastStep(events: readonly RecordedBookEvent[]): { transfer_id: string; state: TransferState } {
  for (const { type, data } of [...events].reverse()) {
    if (type === 'deposit.sent_back') return { transfer_id: data.transfer_id, state: 'canceled' };
    if (type === 'transfer.state_changed') return { transfer_id: data.transfer_id, state: data.state };
  }
  throw new Error('a deposit arrived and nothing came of it');
}

/** A callback is answered by the state that it brought its transfer to. */
export const answerFromState = (
  answerOf: (transferId: string, state: TransferState) => Answer,
): AnswerSource => ({
  from: 'events',
  render(events) {
    const { transfer_id, state } = lastStep(events);
    return answerOf(transfer_id, state);
  },
});
