/** Cancellation of transfers, if the configuration enables it (docs/contract-notes.md, "On-ramps"). */
import { CANCELED_REASON, cancelOnramp } from '../../../ledger/deposits/onramp-commands.ts';
import { submitTransferCommand } from './transfer-command.ts';
import { problem } from '../../server/errors.ts';
import type { Handlers } from '../../operations/operation.ts';

export const cancelTransferHandlers = {
  cancelTransfer: (call) => {
    const { transfer_id } = call.params;
    return submitTransferCommand(
      call,
      transfer_id,
      (book) => cancelOnramp(book, { transfer_id, reason: CANCELED_REASON }),
      undefined,
      {
        whenFinal: problem('transfer_not_cancelable', 'It is final.'),
      },
    );
  },
} satisfies Partial<Handlers>;
