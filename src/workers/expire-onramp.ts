/** Ends one-off on-ramps whose instructions have expired without a payment. */
import { NO_ANSWER } from '../keeper/command.ts';
import { expireOnramp } from '../ledger/onramps.ts';
import type { Handler } from './loop.ts';
import type { TaskParts } from './parts.ts';

/** Safe to run again: an on-ramp that does not wait any more is left as it is. */
export const expireOnrampTask =
  ({ keepers }: Pick<TaskParts, 'keepers'>): Handler =>
  async ({ stream, subject }) => {
    await keepers.submit(stream, {
      decide: (book, context) => expireOnramp(book, { transfer_id: subject }, context),
      answer: NO_ANSWER,
      actor: 'system:expiry',
      requestId: 'none',
    });
  };
