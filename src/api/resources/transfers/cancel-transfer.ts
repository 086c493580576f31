/** Cancel, which answers 501 unless the configuration turns it on (docs/decisions.md, "On-ramps"). */
import { CANCELED_REASON, cancelOnramp } from '../../../ledger/deposits/onramp-commands.ts';
import { submitTransferCommand } from './transfer-command.ts';
import { problem } from '../../operations/errors.ts';
import { route } from '../../operations/operation.ts';
import type { Route } from '../../operations/operation.ts';

export const cancelRoutes: readonly Route[] = [
  route({
    method: 'POST',
    path: '/v1/transfers/{transfer_id}/cancel',
    unavailable: ({ settings }) => !settings.transferCancel,
    handle: (call) => {
      const { transfer_id } = call.params;
      return submitTransferCommand(
        call,
        transfer_id,
        (book) => cancelOnramp(book, { transfer_id, reason: CANCELED_REASON }),
        undefined,
        {
          over: problem('transfer_not_cancelable', 'The transfer is over; it can not be canceled any more.'),
        },
      );
    },
  }),
];
