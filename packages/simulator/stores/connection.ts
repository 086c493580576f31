/** The connection of one node to a store: every call takes time, may fail, and ends with the node. */
import { StoreUnavailable } from '../../../src/event-store/port.ts';
import type { Random } from '../commands/random.ts';
import { HARNESS, type Process, type Scheduler } from '../scheduler/scheduler.ts';
import type { CallSites } from './call-sites.ts';
import type { CallOutcome, Faults } from './faults.ts';

export type ConnectionOptions = {
  readonly scheduler: Scheduler;
  readonly random: Random;
  readonly faults: Faults;
  readonly process: Process;
  readonly trace: (process: string, line: string) => void;
  /** Counts by the function that calls, if given. */
  readonly callSites?: CallSites | undefined;
};

export type Connection = {
  /** Calls fail or wait until this time. */
  outage: { readonly untilMs: number; readonly kind: 'refuses' | 'hangs' } | undefined;
  /** Reads of documents failed, or those of records were late, until this time, or will be. */
  documentsFailUntilMs: number;
  /** When it read a read model last that an older release has built. It may lack the newest events. */
  readOlderVersionAtMs: number;
  readonly read: <T>(name: string, run: () => Promise<T>) => Promise<T>;
  /** The node crashes. */
  readonly crash: () => void;
  /** `tear` does only a part of the work. */
  readonly write: <T>(name: string, run: () => Promise<T>, tear?: () => Promise<unknown>) => Promise<T>;
};

/** Most of what a node reads and writes when it starts happens within this time. */
const STARTING_MS = 20;

export function createConnection(options: ConnectionOptions): Connection {
  const { scheduler, random, faults, process, trace, callSites } = options;
  const waits = new Set<{ readonly site: string }>();
  const startedAt = scheduler.now();

  /** Works at once or when the answer arrives, which orders concurrent calls in different ways. */
  function answer<T>(afterMs: number, run: () => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      if (random.oneIn(2)) {
        scheduler.schedule(afterMs, () => void run().then(resolve, reject), process);
        return;
      }
      const result = run();
      result.catch(() => undefined);
      scheduler.schedule(afterMs, () => void result.then(resolve, reject), process);
    });
  }

  const fail = (name: string, afterMs: number): Promise<never> =>
    new Promise((_resolve, reject) => {
      scheduler.schedule(
        afterMs,
        () => reject(new StoreUnavailable(`simulated: no answer to ${name}`)),
        process,
      );
    });

  const inTheNetwork = (afterMs: number, run: () => Promise<unknown>): void =>
    void scheduler.schedule(afterMs, () => void run().catch(() => undefined), HARNESS);

  function call<T>(
    name: string,
    kind: 'read' | 'write',
    run: () => Promise<T>,
    tear?: () => Promise<unknown>,
  ): Promise<T> {
    const site = callSites?.current(name) ?? '';
    const waitWhile = (event: string, work: Promise<T>): Promise<T> => {
      if (callSites === undefined) return work;
      callSites.count(site, event);
      const wait = { site };
      waits.add(wait);
      return work.finally(() => waits.delete(wait));
    };
    const { outage } = connection;
    const failsFor = (ms: number): void => {
      if (kind === 'read' && !name.startsWith('events.'))
        connection.documentsFailUntilMs = Math.max(connection.documentsFailUntilMs, scheduler.now() + ms);
    };
    if (outage !== undefined && scheduler.now() < outage.untilMs) {
      failsFor(outage.untilMs - scheduler.now() + 1_000);
      faults.count(`${name} during an outage`);
      const afterMs = faults.latencyMs();
      return waitWhile(
        'outage',
        outage.kind === 'refuses'
          ? fail(name, afterMs)
          : answer(outage.untilMs - scheduler.now() + afterMs, run),
      );
    }
    const outcome = faults.outcomeOf(name, kind, scheduler.now() < startedAt + STARTING_MS);
    if (outcome !== 'answered') trace(process.name, `${name}: ${outcome}`);
    return waitWhile(outcome, perform(outcome));

    function perform(chosen: CallOutcome): Promise<T> {
      switch (chosen) {
        case 'answered':
          return answer(faults.latencyMs(name), run);
        case 'stalled': {
          const afterMs = 500 + random.below(15_000);
          if (name === 'records.get') failsFor(afterMs);
          return answer(afterMs, run);
        }
        case 'refused': {
          const afterMs = faults.timeoutMs();
          failsFor(afterMs);
          return fail(name, afterMs);
        }
        case 'answer lost':
          inTheNetwork(faults.latencyMs(), run);
          return fail(name, 2 + faults.timeoutMs());
        case 'happens late': {
          const timeoutMs = faults.timeoutMs();
          inTheNetwork(timeoutMs + random.below(5_000), run);
          return fail(name, timeoutMs);
        }
        case 'torn':
          inTheNetwork(faults.latencyMs(), tear ?? run);
          return fail(name, 2 + faults.timeoutMs());
      }
    }
  }

  const connection: Connection = {
    outage: undefined,
    documentsFailUntilMs: 0,
    readOlderVersionAtMs: -Infinity,
    crash() {
      for (const { site } of waits) callSites?.count(site, 'crash');
    },
    read: (name, run) => call(name, 'read', run),
    write: (name, run, tear) => call(name, 'write', run, tear),
  };
  return connection;
}
