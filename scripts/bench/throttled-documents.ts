/** A document store that writes a limited number of documents per second, in order, like a server that is too small. */
import { setTimeout as delay } from 'node:timers/promises';
import type { DocumentStore, DocumentWrite } from '../../src/read-models/port.ts';

export type ThrottleOptions = {
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
    async write(writes, checkpoints) {
      onQueued?.(writes, queued);
      queued = [...queued, ...writes];
      const written = last.then(async () => {
        await take(writes.length);
        await store.write(writes, checkpoints);
        queued = queued.slice(writes.length);
        onWritten?.(writes);
      });
      last = written.catch(() => undefined);
      return written;
    },
  };
}
