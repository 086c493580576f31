/** The runtime of all simulated nodes: the time, the timers, and the randomness that the scheduler and the seed decide. */
import type { Runtime } from '../../../src/system/runtime.ts';
import type { Random } from '../commands/random.ts';
import type { Scheduler, Step } from './scheduler.ts';

/** The time of the first step. */
/** Shortly before the end of a day, which is closed in the run. */
export const STARTS_AT = Date.parse('2030-03-01T23:59:00.000Z');

/** What the clock of the current process shows. */
export function processTime(scheduler: Scheduler): number {
  const { clockOffsetMs, clockDrift } = scheduler.current();
  const now = scheduler.now();
  return STARTS_AT + Math.floor(now + clockOffsetMs + now * clockDrift);
}

/** Gives libraries that ask for the time themselves the simulated time. Returns a function that ends it. */
export function replaceLibraryClocks(scheduler: Scheduler): () => void {
  const originals = { monotonic: performance.now.bind(performance), time: Date.now };
  performance.now = () => scheduler.now();
  Date.now = () => processTime(scheduler);
  return () => {
    performance.now = originals.monotonic;
    Date.now = originals.time;
  };
}

export function createSimulatedRuntime(scheduler: Scheduler, random: Random): Runtime {
  const steps = new WeakMap<object, Step>();

  const start = (run: () => void, ms: number): NodeJS.Timeout => {
    const timer = { unref: () => timer, ref: () => timer, hasRef: () => true };
    steps.set(timer, scheduler.schedule(Math.max(1, ms), run));
    // Callers use nothing else of a timer.
    return timer as unknown as NodeJS.Timeout;
  };
  const stop = (timer: NodeJS.Timeout | undefined): void => {
    const step = timer === undefined ? undefined : steps.get(timer);
    if (step !== undefined) scheduler.cancel(step);
  };

  function randomBytes(size: number): Buffer {
    const bytes = Buffer.alloc(size);
    for (let at = 0; at < size; at += 1) bytes[at] = random.below(256);
    return bytes;
  }

  return {
    currentTime: () => processTime(scheduler),
    monotonicTime: () => scheduler.now(),
    setTimeout: (run, ms, ...args) => start(() => run(...args), ms),
    clearTimeout: stop,
    setInterval(run, ms) {
      const timer = start(() => {
        // Before the callback, which may end the interval.
        steps.set(timer, scheduler.schedule(ms, repeat));
        run();
      }, ms);
      const repeat = (): void => {
        steps.set(timer, scheduler.schedule(ms, repeat));
        run();
      };
      return timer;
    },
    clearInterval: stop,
    setImmediate: (run) => void scheduler.schedule(0, run),
    nextTick: (run) => process.nextTick(run),
    delay: (ms, value, { signal } = {}) =>
      new Promise((resolve, reject) => {
        const abort = (): void => {
          stop(timer);
          reject(Object.assign(new Error('The operation was aborted'), { name: 'AbortError' }));
        };
        const timer = start(() => {
          signal?.removeEventListener('abort', abort);
          // As with Node.js, a delay without a value resolves to undefined.
          resolve(value as never);
        }, ms);
        if (signal?.aborted === true) abort();
        else signal?.addEventListener('abort', abort);
      }),
    nextTurn: () => scheduler.pause(0),
    randomBytes,
    randomUUID() {
      const bytes = randomBytes(16);
      bytes[6] = (bytes.readUInt8(6) & 0x0f) | 0x40;
      bytes[8] = (bytes.readUInt8(8) & 0x3f) | 0x80;
      return bytes.toString('hex').replace(/(.{8})(.{4})(.{4})(.{4})(.{12})/, '$1-$2-$3-$4-$5');
    },
    randomFraction: () => random.below(2 ** 30) / 2 ** 30,
    utilizationMeter: () => () => 0,
  };
}
