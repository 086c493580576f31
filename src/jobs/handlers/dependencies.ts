/** The dependencies of task handlers. */
import type { Authentication } from '../../event-store/authenticated-reader.ts';
import type { EventStore } from '../../event-store/port.ts';
import type { DocumentStore } from '../../read-models/port.ts';
import type { BookWriters } from '../../writer/command.ts';
import type { Vault } from '../../vault/vault.ts';
import type { Rails } from '../../rails/port.ts';

export type TaskDependencies = {
  readonly writers: BookWriters;
  readonly documents: Pick<DocumentStore, 'get'>;
  /** Everything that decides about money is read from events, because documents can be changed. */
  readonly eventStore: Pick<EventStore, 'read' | 'readLast'>;
  readonly authentication: Authentication;
  readonly vault: Vault;
  readonly rails: Rails;
};
