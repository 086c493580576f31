/** `projections prepare`: builds the read models that this release reads, without the service. */
import { PROJECTIONS } from '../../../projections/all.ts';
import type { Config } from '../../../src/config/config.ts';
import { START } from '../../../src/event-store/port.ts';
import { leaseBetweenNodes } from '../../../src/jobs/lease.ts';
import {
  generationKey,
  markKey,
  newestProjections,
  planGenerations,
  unbuiltIn,
} from '../../../src/read-models/generations/generation.ts';
import type { DocumentStore } from '../../../src/read-models/port.ts';
import type { ProjectorFault } from '../../../src/read-models/projection-progress.ts';
import {
  startBookProjector,
  type RunningProjector,
} from '../../../src/read-models/projector/book-projector.ts';
import type { KeyRing } from '../../../src/system/key-ring.ts';
import { createVault } from '../../../src/vault/vault.ts';
import { withProgressBar } from '../audit/audit-command.ts';
import { UsageError, type JsonObject, type Outcome } from '../outcome.ts';
import { loadStoredKeyRing, openDocuments, openEventStore } from './platform-store.ts';

type Prepared = { readonly ok: boolean; readonly outcome: Outcome };

type Stores = Pick<ReturnType<typeof openEventStore>, 'eventStore'> & { readonly documents: DocumentStore };

/**
 * Builds each read model whose rules differ from those of the running release, up to the newest event, and continues what it built
 * before. What is served stays as it is: a process of this release completes the builds and moves to them. `ok` is false if an event
 * cannot be applied. Throws StoreUnavailable, ConfigError, and UsageError.
 */
export async function prepareProjections(config: Config, _: unknown, asJson: boolean): Promise<Prepared> {
  const masterKey = await loadStoredKeyRing(config);
  const { eventStore, close } = openEventStore(config);
  const documents = await openDocuments(config).catch(async (error: unknown) => {
    await close();
    throw error;
  });
  try {
    const stores = { eventStore, documents };
    const isShared = config.mongoUrl !== undefined;
    const faults = await withProgressBar('Preparing', asJson, (onProgress) =>
      build(stores, masterKey, isShared, onProgress),
    );
    const rows = await preparedIn(documents, faults);
    return {
      ok: rows.every(({ problem }) => problem === null),
      outcome: {
        json: { data: rows },
        view: {
          rows,
          columns: ['name', 'version', 'events', 'problem'],
          emptyText: 'There is nothing to prepare: the read models of this release exist.',
        },
      },
    };
  } finally {
    await documents.close();
    await close();
  }
}

/** Returns the events that cannot be applied. */
async function build(
  { eventStore, documents }: Stores,
  masterKey: KeyRing,
  isShared: boolean,
  onProgress: (position: bigint, last: bigint) => void,
): Promise<readonly ProjectorFault[]> {
  const last = await eventStore.head();
  const lease = leaseBetweenNodes(isShared, documents, 'builds');
  const faults: ProjectorFault[] = [];
  let projector: RunningProjector | undefined;
  try {
    await new Promise<void>((onPrepared, reject) => {
      projector = startBookProjector({
        eventStore,
        documents,
        projections: PROJECTIONS,
        vault: createVault(documents, masterKey),
        canBuild: () => lease.tryAcquire(),
        onPrepared,
        onProgress(progress) {
          const reached = progress.flatMap(({ building }) => building?.position ?? []);
          if (reached.length > 0)
            onProgress(
              reached.reduce((least, each) => (each < least ? each : least)),
              last,
            );
        },
        onFault(fault) {
          if (fault.event === undefined) reject(new UsageError(`Cannot read the stores: ${fault.reason}`));
          else faults.push(fault);
        },
      });
    });
  } finally {
    await projector?.stop();
    await lease.release();
  }
  return faults;
}

/** The builds that a process of this release continues. */
async function preparedIn(
  documents: DocumentStore,
  faults: readonly ProjectorFault[],
): Promise<readonly JsonObject[]> {
  const checkpoints = await documents.checkpoints();
  return [...newestProjections(PROJECTIONS).values()].flatMap(({ name, version }) => {
    const built = unbuiltIn(planGenerations(name, version, checkpoints)).at(-1);
    if (built === undefined) return [];
    const fault = faults.findLast(({ projections }) => projections.includes(generationKey(built)));
    const problem = fault?.event && `${fault.event.stream} ${fault.event.revision}: ${fault.reason}`;
    const events = Number(checkpoints.get(markKey(built, 'events')) ?? START);
    return [{ name, version, events, problem: problem ?? null }];
  });
}
