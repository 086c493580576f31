/** A callback that was verified, and how it is answered. */
import type { Answer, AnswerRule } from '../keeper/command.ts';
import type { Recorded } from '../ledger/event.ts';
import type { TransferState } from '../ledger/transfer.ts';
import type { Services } from './services.ts';

export type CallbackParts = {
  readonly services: Services;
  /** Position of the newest event of all books. */
  readonly head: () => Promise<bigint>;
};

export type CallbackCall = {
  readonly environment: string;
  readonly rail: string;
  readonly requestId: string;
};

/** The state that a deposit ended in; late money finds its transfer canceled. */
function lastStep(events: readonly Recorded[]): { transfer_id: string; state: TransferState } {
  for (const { type, data } of [...events].reverse()) {
    if (type === 'deposit.sent_back') return { transfer_id: data.transfer_id, state: 'canceled' };
    if (type === 'transfer.state_changed') return { transfer_id: data.transfer_id, state: data.state };
  }
  throw new Error('a deposit arrived and nothing came of it');
}

/** A callback is answered by the state that it brought its transfer to. */
export const answeredByState = (
  answerOf: (transferId: string, state: TransferState) => Answer,
): AnswerRule => ({
  from: 'events',
  render(events) {
    const { transfer_id, state } = lastStep(events);
    return answerOf(transfer_id, state);
  },
});
