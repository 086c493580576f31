/** Cancel, which answers 501 unless the configuration turns it on (docs/decisions.md, "On-ramps"). */
import { CANCELED, cancelOnramp } from '../ledger/onramps.ts';
import { submitAboutTransfer } from './about-transfer.ts';
import { problem } from './errors.ts';
import { route } from './route.ts';
import type { Route } from './route.ts';

export const cancelRoutes: readonly Route[] = [
  route({
    method: 'POST',
    path: '/v1/transfers/{transfer_id}/cancel',
    unavailable: ({ settings }) => !settings.transferCancel,
    handle: (call) => {
      const { transfer_id } = call.params;
      return submitAboutTransfer(
        call,
        transfer_id,
        (book) => cancelOnramp(book, { transfer_id, reason: CANCELED }),
        undefined,
        {
          over: problem('transfer_not_cancelable', 'The transfer is over; it can not be canceled any more.'),
        },
      );
    },
  }),
];
