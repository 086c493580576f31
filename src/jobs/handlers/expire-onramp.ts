/** Expires one-off on-ramps whose instructions expired without a payment. */
import { NO_ANSWER } from '../../writer/command.ts';
import { expireOnramp } from '../../ledger/deposits/onramp-commands.ts';
import type { TaskHandler } from '../task-loop.ts';
import type { TaskDependencies } from './dependencies.ts';

/** Safe to repeat: an on-ramp that is no longer pending is left unchanged. */
export const createOnrampExpiryHandler =
  ({ writers }: Pick<TaskDependencies, 'writers'>): TaskHandler =>
  async ({ stream, subject }) => {
    await writers.submit(stream, {
      decide: (book, context) => expireOnramp(book, { transfer_id: subject }, context),
      answer: NO_ANSWER,
      actor: 'system:expiry',
      requestId: 'none',
    });
  };
