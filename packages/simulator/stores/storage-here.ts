/** The storage of a database file in the thread of the simulation, behind calls that take time like those to a thread. */
import { StoreUnavailable } from '../../../src/event-store/port.ts';
import type { Database } from '../../../src/sqlite/database.ts';
import type { StartStorage } from '../../../src/sqlite/embedded-stores.ts';
import { openStorage, type ThreadMethods } from '../../../src/sqlite/thread/storage.ts';
import type { Random } from '../commands/random.ts';
import type { Process, Scheduler } from '../scheduler/scheduler.ts';
import type { Connection } from './connection.ts';
import type { Faults } from './faults.ts';

export type StorageHereOptions = {
  readonly scheduler: Scheduler;
  readonly random: Random;
  readonly faults: Faults;
  readonly process: Process;
  readonly connection: Connection;
  readonly open: (file: string) => Database;
};

/** A message to another thread arrives after this time. */
const MESSAGE_MS = 0.02;
/** Readers of records wait twice as long. */
const LATE_MS = 500;

export function startStorageHere(options: StorageHereOptions): StartStorage {
  const { scheduler, random, faults, process, connection, open } = options;
  const post = (run: () => void): void => void scheduler.schedule(MESSAGE_MS, run, process);

  return async (threadOptions, events) => {
    const storage = await openStorage(open(threadOptions.file), threadOptions, {
      onProgress: (progress) => post(() => events.onProgress?.(progress)),
      onPage: (page) => post(() => events.onPage?.(page)),
      onFault: (fault) => post(() => events.onProjectorError?.(fault)),
    });
    /** Calls start in the order in which they were sent. A slow disk delays all later ones. */
    let freeAt = 0;

    /** How long a call waits, and whether it then fails. */
    function outcomeOf(name: string): { readonly afterMs: number; readonly isRefused: boolean } {
      const now = scheduler.now();
      const { outage } = connection;
      if (outage !== undefined && now < outage.untilMs) {
        faults.count(`${name} during an outage`);
        return outage.kind === 'refuses'
          ? { afterMs: MESSAGE_MS, isRefused: true }
          : { afterMs: outage.untilMs - now, isRefused: false };
      }
      const outcome = faults.outcomeOf(name, 'read');
      if (outcome === 'stalled') return { afterMs: 500 + random.below(15_000), isRefused: false };
      return { afterMs: faults.latencyMs(), isRefused: outcome === 'refused' };
    }

    const send = (method: keyof ThreadMethods, args: readonly unknown[]): Promise<unknown> =>
      new Promise((resolve, reject) => {
        const { afterMs, isRefused } = outcomeOf(`file.${method}`);
        freeAt = Math.max(freeAt, scheduler.now() + afterMs);
        if (isRefused || freeAt > scheduler.now() + LATE_MS) connection.documentsFailUntilMs = freeAt;
        // The types of the caller allow only the arguments of the method.
        const call = (): Promise<unknown> => storage[method](...(args as [never, never, never, never]));
        const run = (): Promise<unknown> =>
          isRefused ? Promise.reject(new StoreUnavailable('simulated: the disk is full')) : call();
        const start = (): void =>
          void run().then(
            (value) => post(() => resolve(value)),
            (error: unknown) => post(() => reject(error instanceof Error ? error : new Error(String(error)))),
          );
        scheduler.schedule(freeAt - scheduler.now(), start, process);
      });

    return {
      // Each method resolves with its own type.
      call: ((method: keyof ThreadMethods, ...args: readonly unknown[]) => send(method, args)) as never,
      close: () => storage.close(),
    };
  };
}
