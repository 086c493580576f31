/** The dependencies of task handlers. */

import type { Authentication } from '../../event-store/authenticated-reader.ts';
import type { EventStore } from '../../event-store/port.ts';
import type { Rails } from '../../rails/port.ts';
import type { DocumentStore } from '../../read-models/port.ts';
import type { Vault } from '../../vault/vault.ts';
import type { BookWriters } from '../../writer/command.ts';

export type TaskDependencies = {
  readonly writers: BookWriters;
  readonly documents: Pick<DocumentStore, 'get'>;
  /** Everything that decides about money is read from events, because documents can be changed. */
  readonly eventStore: Pick<EventStore, 'read' | 'readLast'>;
  readonly authentication: Authentication;
  readonly vault: Vault;
  readonly rails: Rails;
};

/** Time limits for rail providers. */

/**
 * Time limit for one provider call. A hanging rail then frees its slot, and the call is repeated later. It
 * must be longer than the configurable timeout of connectors (at most one minute), or the response of a slow
 * connector would be lost.
 */
export const PROVIDER_TIMEOUT_MS = 65_000;
/** How long a caller waits for a submission before it is left to the task loop. */
export const SUBMISSION_WAIT_MS = 5_000;
