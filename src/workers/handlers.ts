/** What each kind of task comes to. A kind without a handler here is not run. */
import type { Logger } from 'pino';
import type { Keepers } from '../keeper/command.ts';
import type { Vault } from '../keeper/vault.ts';
import type { Rails } from '../rails/port.ts';
import { expireOnrampTask } from './expire-onramp.ts';
import type { Handlers } from './loop.ts';

/** What handlers work with. */
export type HandlerParts = {
  readonly keepers: Keepers;
  readonly vault: Vault;
  readonly rails: Rails;
  readonly log: Logger;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
};

export function createHandlers(parts: HandlerParts): Handlers {
  return { expire_onramp: expireOnrampTask(parts) };
}
