/** The dependencies of task handlers. */
import type { DocumentStore } from '../../read-models/port.ts';
import type { BookWriters } from '../../writer/command.ts';
import type { Vault } from '../../vault/vault.ts';
import type { Rails } from '../../rails/port.ts';

export type TaskDependencies = {
  readonly writers: BookWriters;
  readonly documents: Pick<DocumentStore, 'get'>;
  readonly vault: Vault;
  readonly rails: Rails;
};
