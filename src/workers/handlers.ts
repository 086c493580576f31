/** What each kind of task comes to. A kind without a handler here is not run. */
import type { Keepers } from '../keeper/command.ts';
import type { Vault } from '../keeper/vault.ts';
import type { Rails } from '../rails/port.ts';
import type { Documents } from '../documents/port.ts';
import { createCheckName } from './check-name.ts';
import { expireOnrampTask } from './expire-onramp.ts';
import type { Handlers } from './loop.ts';
import type { SubmitPayout } from './submit-payout.ts';
import { createTellDecision } from './tell-decision.ts';

/** What handlers work with. */
export type HandlerParts = {
  readonly keepers: Keepers;
  readonly documents: Pick<Documents, 'get'>;
  readonly vault: Vault;
  readonly rails: Rails;
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
