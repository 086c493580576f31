/** A document store that writes a limited number of documents per second, in order, like a server that is too small. */
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { PROJECTIONS } from '../../projections/all.ts';
import { DATABASE_FILE_NAME } from '../../src/config/config.ts';
import { createReadModelRouter } from '../../src/read-models/generations/read-model-router.ts';
import type { DocumentStore, DocumentWrite } from '../../src/read-models/port.ts';
import { startBookProjector } from '../../src/read-models/projector/book-projector.ts';
import type { OpenStores } from '../../src/service/stores.ts';
import { openEmbeddedStores } from '../../src/sqlite/embedded-stores.ts';
import { createVault } from '../../src/vault/vault.ts';

type ThrottleOptions = {
  /** Read for each call, so that the limit can change. */
  readonly writesPerSecond: () => number;
  /** Called when a batch is queued, with the documents of earlier batches that are not written yet. */
  readonly onQueued?: (writes: readonly DocumentWrite[], ahead: readonly DocumentWrite[]) => void;
  /** Called when a batch was written. */
  readonly onWritten?: (writes: readonly DocumentWrite[]) => void;
};

export function throttleDocuments(store: DocumentStore, options: ThrottleOptions): DocumentStore {
  const { writesPerSecond, onQueued, onWritten } = options;
  let queued: readonly DocumentWrite[] = [];
  let last: Promise<unknown> = Promise.resolve();
  /** When everything written so far should have been written, on the clock of `performance`. */
  let busyUntil = 0;

  const take = async (count: number): Promise<void> => {
    busyUntil = Math.max(busyUntil, performance.now()) + (count * 1_000) / writesPerSecond();
    const waitMs = busyUntil - performance.now();
    if (waitMs > 1) await delay(waitMs);
  };

  return {
    ...store,
    async write(writes, ...checkpoints) {
      onQueued?.(writes, queued);
      queued = [...queued, ...writes];
      const written = last.then(async () => {
        await take(writes.length);
        await store.write(writes, ...checkpoints);
        queued = queued.slice(writes.length);
        onWritten?.(writes);
      });
      last = written.catch(() => undefined);
      return written;
    },
  };
}

/** Stores of a service: the events in a file, and the projector in this thread, as with documents on a server. */
export const onDocuments =
  (documents: DocumentStore): OpenStores =>
  async (config, masterKey, listeners) => {
    const file = join(config.dataDir, DATABASE_FILE_NAME);
    const { eventStore, close } = await openEmbeddedStores({ file, onExit: listeners.onStorageFailure });
    const router = createReadModelRouter(documents, PROJECTIONS);
    const projector = startBookProjector({
      ...{ eventStore, documents, projections: PROJECTIONS },
      vault: createVault(documents, masterKey),
      onProgress: (progress) => listeners.onProgress(router.report(progress)),
      ...{ onFault: listeners.onProjectorFault, onPage: listeners.onPage },
    });
    return {
      ...{ eventStore, documents: router },
      flushProjector: () => projector.flush(),
      async close() {
        await projector.stop();
        await close();
      },
    };
  };
