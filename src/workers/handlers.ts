/** What each kind of task comes to. A kind without a handler here is not run. */
import { createCheckName } from './check-name.ts';
import { expireOnrampTask } from './expire-onramp.ts';
import type { Handlers } from './loop.ts';
import type { TaskParts } from './parts.ts';
import type { SubmitPayout } from './submit-payout.ts';
import { createTellDecision } from './tell-decision.ts';

/** What handlers work with. */
export type HandlerParts = TaskParts & {
  /** The same that a review submits by. */
  readonly submitPayout: SubmitPayout;
};

export function createHandlers(parts: HandlerParts): Handlers {
  const { submitPayout } = parts;
  return {
    submit_payout: ({ stream, subject }) => submitPayout(stream, subject),
    check_name: createCheckName(parts),
    expire_onramp: expireOnrampTask(parts),
    tell_decision: createTellDecision(parts),
  };
}
