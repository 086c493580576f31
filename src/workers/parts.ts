/** What tasks are done with. */
import type { Documents } from '../documents/port.ts';
import type { Keepers } from '../keeper/command.ts';
import type { Vault } from '../keeper/vault.ts';
import type { Rails } from '../rails/port.ts';

export type TaskParts = {
  readonly keepers: Keepers;
  readonly documents: Pick<Documents, 'get'>;
  readonly vault: Vault;
  readonly rails: Rails;
};
