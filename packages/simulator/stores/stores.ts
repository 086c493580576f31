/** The stores of a simulated cluster, as the nodes and the harness see them. */
import type { Config } from '../../../src/config/config.ts';
import type { EventStore } from '../../../src/event-store/port.ts';
import type { DocumentStore } from '../../../src/read-models/port.ts';
import { openStores, type OpenStores } from '../../../src/service/stores.ts';
import { deriveMacKey } from '../../../src/system/derived-key.ts';
import type { LeaseWatch } from '../checks/leases.ts';
import type { Random } from '../commands/random.ts';
import type { Process, Scheduler } from '../scheduler/scheduler.ts';
import type { Connection } from './connection.ts';
import { connectDocuments, createSharedDocuments } from './documents.ts';
import { connectEventStore, createAnnouncements, createSharedEvents } from './event-store.ts';
import type { Faults } from './faults.ts';
import { asOlderRelease, watchOlderVersions } from './older-release.ts';

export type SimulatedStores = {
  /** What the stores contain now. Calls of the harness neither fail nor take time. */
  readonly eventStore: EventStore;
  readonly documents: DocumentStore;
  /** The configuration of the next node that starts. */
  configFor(config: Config): Config;
  /** How a node opens the stores. */
  openerOf(process: Process, connection: Connection): OpenStores;
  /** Whether one node has a file, instead of servers that nodes share. */
  readonly isFile: boolean;
  /** A node has crashed. */
  crash(): void;
  /**
   * The store begins to copy its log into its file, until the returned function is called. Undefined if it has neither, or is
   * doing so already.
   */
  beginCheckpoint(): (() => void) | undefined;
  /** Removes all documents but the vault, which operators back up. False if these stores cannot lose them. */
  loseAllButVault(nowMs: number): Promise<boolean>;
  /** Remembers the documents as they are now. */
  backUp(): void;
  /** Goes back to the backup, if there is one, except for the vault, of which a backup is merged with the newer keys. */
  restore(nowMs: number): Promise<boolean>;
  /** The same, one collection after the other, with a pause after each, and then everything else. */
  restoreInParts(random: Random, now: () => number, pause: () => Promise<void>): Promise<boolean>;
  /** When the backup was restored last. */
  readonly restoredAtMs: () => number | undefined;
  /** Goes back to a backup of the events that has none after this position. False if these stores have no backup. */
  restoreEvents(random: Random, before: bigint): Promise<boolean>;
  /** Removes one record of a snapshot. */
  tearSnapshot(random: Random): Promise<boolean>;
  /** When documents were lost the last time, and with them refusals and sessions. Undefined: never. */
  readonly lostAtMs: () => number | undefined;
  close(): void;
};

export type StoresOptions = {
  readonly scheduler: Scheduler;
  readonly random: Random;
  readonly faults: Faults;
  readonly leases: LeaseWatch;
  readonly masterKey: Buffer;
};

/** Servers in memory, which any number of nodes share. They lose nothing when a node crashes. */
export function createServerStores({
  scheduler,
  random,
  faults,
  leases,
  masterKey,
}: StoresOptions): SimulatedStores {
  const events = createSharedEvents();
  const eventStore = events.store;
  const documents = createSharedDocuments();
  const announcements = createAnnouncements(scheduler, random, faults);
  const snapshotKey = deriveMacKey(masterKey, 'snapshots v1');
  const connectDocumentsOf = (process: Process, connection: Connection): DocumentStore => {
    const connected = connectDocuments(documents, connection, random);
    return process.isOlderRelease
      ? asOlderRelease(connected, snapshotKey)
      : watchOlderVersions(connected, () => (connection.readOlderVersionAtMs = scheduler.now()));
  };
  return {
    ...documents,
    eventStore,
    documents: documents.store,
    configFor: (config) => config,
    openerOf:
      (process, connection) =>
      (...args) =>
        openStores(...args, {
          eventStore: connectEventStore(eventStore, connection, announcements, process),
          documents: leases.watch(process, connectDocumentsOf(process, connection)),
        }),
    crash: () => leases.disturb(),
    isFile: false,
    beginCheckpoint: () => undefined,
    loseAllButVault(nowMs) {
      leases.disturb();
      return documents.loseAllButVault(nowMs);
    },
    restore(nowMs) {
      leases.disturb();
      return documents.restore(nowMs);
    },
    async restoreInParts(...args) {
      const isRestored = await documents.restoreInParts(...args);
      leases.disturb();
      return isRestored;
    },
    async restoreEvents(...args) {
      await events.restore(...args);
      return true;
    },
    close: () => undefined,
  };
}
