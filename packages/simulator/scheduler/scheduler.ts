/**
 * Simulated time: a queue of steps, each at a time and on behalf of a process. The scheduler runs one step after the other, and
 * lets everything that it causes happen before the next one. Time jumps from step to step.
 */
import { createStepQueue } from './step-queue.ts';

/** A node, or the harness. Steps of a process that has ended are dropped. */
export type Process = {
  readonly name: string;
  isAlive: boolean;
  /** Milliseconds that its clock is ahead. */
  clockOffsetMs: number;
  /** Milliseconds that its clock gains per millisecond. */
  clockDrift: number;
  /** Whether it does not know what this release has added. */
  isOlderRelease: boolean;
};

export const createProcess = (name: string): Process => ({
  name,
  isAlive: true,
  clockOffsetMs: 0,
  clockDrift: 0,
  isOlderRelease: false,
});

export type Step = { readonly at: number; readonly process: Process; readonly run: () => void };

export type Scheduler = {
  /** Milliseconds since the start, with fractions. */
  now(): number;
  /** The process of the current step. */
  current(): Process;
  /** Runs a step later, for the current process unless another one is given. */
  schedule(afterMs: number, run: () => void, process?: Process): Step;
  cancel(step: Step): void;
  /** Resolves after the time. The promise of a process that ends stays pending. */
  pause(ms: number): Promise<void>;
  /** Runs steps until the condition holds or none are left. Throws what a step throws. */
  runUntil(isDone: () => boolean): Promise<void>;
  /** Runs steps until the work is done. */
  complete<T>(work: Promise<T>): Promise<T>;
  steps(): number;
};

/** The harness itself: clients, faults, and the network. */
export const HARNESS = createProcess('harness');

/** `onProcess` is called before each step. */
export function createScheduler(onProcess: (process: Process) => void = () => undefined): Scheduler {
  const queue = createStepQueue();
  const canceled = new WeakSet<Step>();
  let now = 0;
  let current = HARNESS;
  let steps = 0;

  const schedule: Scheduler['schedule'] = (afterMs, run, process = current) => {
    const step = { at: now + Math.max(0, afterMs), process, run };
    queue.push(step);
    return step;
  };

  /** Runs the next step. Returns false if there is none. */
  function runNext(): boolean {
    for (;;) {
      const step = queue.shift();
      if (step === undefined) return false;
      if (!step.process.isAlive || canceled.has(step)) continue;
      now = step.at;
      current = step.process;
      steps += 1;
      onProcess(current);
      step.run();
      return true;
    }
  }

  const runUntil: Scheduler['runUntil'] = (isDone) =>
    new Promise((resolve, reject) => {
      let isOver = false;

      function advance(): void {
        current = HARNESS;
        onProcess(current);
        try {
          isOver = isDone() || !runNext();
        } catch (error) {
          isOver = true;
          reject(error instanceof Error ? error : new Error(String(error)));
        }
        if (isOver) resolve();
      }

      function takeTurn(): void {
        for (let left = STEPS_PER_TURN; left > 0; left -= 1)
          nodeTurn(() => {
            // What waits for a turn belongs to the step before.
            if (!isOver && pendingTurns === 0) queueMicrotask(advance);
          });
        nodeTurn(() => {
          if (!isOver) takeTurn();
        });
      }
      takeTurn();
    });

  return {
    now: () => now,
    current: () => current,
    schedule,
    runUntil,
    async complete(work) {
      let isDone = false;
      const end = (): void => void (isDone = true);
      void work.then(end, end);
      await everythingElse();
      await runUntil(() => isDone);
      return work;
    },
    cancel: (step) => void canceled.add(step),
    pause: (ms) => new Promise((resolve) => schedule(ms, resolve)),
    steps: () => steps,
  };
}

/**
 * Node.js lets all promises and ticks end between two callbacks of one turn of the event loop, so each of them can run a step.
 * Turns cost more than callbacks.
 */
const STEPS_PER_TURN = 8;

/** Resolves when no promise, tick, or turn of the event loop is left. There are no sockets, files, or timers. */
async function everythingElse(): Promise<void> {
  await turn();
  while (pendingTurns > 0) await turn();
}

const nodeTurn = globalThis.setImmediate;
const turn = (): Promise<void> => new Promise((resolve) => nodeTurn(resolve));

/** How many callbacks wait for a turn, such as those of Express. */
let pendingTurns = 0;

/** Counts the callbacks of libraries. Libraries take the function when they are loaded, so load them afterwards. */
function countTurns(): void {
  const counted = (run: (...args: unknown[]) => void, ...args: unknown[]): NodeJS.Immediate => {
    pendingTurns += 1;
    return nodeTurn(() => {
      pendingTurns -= 1;
      run(...args);
    });
  };
  globalThis.setImmediate = Object.assign(counted, {
    __promisify__: nodeTurn.__promisify__,
  }) as typeof nodeTurn;
}
countTurns();
