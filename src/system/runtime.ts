/**
 * The time, the timers, and the randomness of the process. No other module asks Node.js for them, so that a test can decide what
 * time it is and what is random.
 */
import { randomBytes as nodeRandomBytes, randomUUID as nodeRandomUUID } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import type { TimerOptions } from 'node:timers';
import { setImmediate as nodeNextTurn, setTimeout as nodeDelay } from 'node:timers/promises';

export type Runtime = {
  /** Milliseconds since 1970. May go back when the machine's clock is set. */
  readonly currentTime: () => number;
  /** Milliseconds since some moment in the past. Never goes back. */
  readonly monotonicTime: () => number;
  readonly setTimeout: <Args extends unknown[]>(
    run: (...args: Args) => void,
    ms: number,
    ...args: Args
  ) => NodeJS.Timeout;
  readonly clearTimeout: (timer: NodeJS.Timeout | undefined) => void;
  readonly setInterval: (run: () => void, ms: number) => NodeJS.Timeout;
  readonly clearInterval: (timer: NodeJS.Timeout | undefined) => void;
  readonly setImmediate: (run: () => void) => void;
  /** Runs a function when the current operation is done, before any promise continues. */
  readonly nextTick: (run: () => void) => void;
  /** Resolves after the time. Rejects with an AbortError if the signal aborts first. */
  readonly delay: <T = void>(ms: number, value?: T, options?: TimerOptions) => Promise<T>;
  /** Resolves in the next turn of the event loop. */
  readonly nextTurn: () => Promise<void>;
  readonly randomBytes: (size: number) => Buffer;
  readonly randomUUID: () => string;
  /** From 0 up to, but not including, 1. */
  readonly randomFraction: () => number;
  /** Returns a function that returns the utilization of the event loop since its previous call, from 0 to 1. */
  readonly utilizationMeter: () => () => number;
};

const NODE: Runtime = {
  currentTime: Date.now,
  monotonicTime: () => performance.now(),
  setTimeout: globalThis.setTimeout,
  clearTimeout: globalThis.clearTimeout,
  setInterval: globalThis.setInterval,
  clearInterval: globalThis.clearInterval,
  setImmediate: globalThis.setImmediate,
  nextTick: (run) => {
    process.nextTick(run);
  },
  delay: nodeDelay,
  nextTurn: nodeNextTurn,
  randomBytes: nodeRandomBytes,
  randomUUID: nodeRandomUUID,
  randomFraction: Math.random,
  utilizationMeter() {
    let before = performance.eventLoopUtilization();
    return () => {
      const now = performance.eventLoopUtilization();
      const { utilization } = performance.eventLoopUtilization(now, before);
      before = now;
      return utilization;
    };
  },
};

let runtime = NODE;

/** Replaces members for a test. Returns a function that puts them back. */
export function replaceRuntime(members: Partial<Runtime>): () => void {
  const before = runtime;
  runtime = { ...before, ...members };
  return () => {
    runtime = before;
  };
}

/** Returns a function that returns what `create` made, and makes it again once the runtime has been replaced. */
export function oncePerRuntime<T>(create: () => T): () => T {
  let made: { readonly of: Runtime; readonly value: T } | undefined;
  return () => {
    if (made?.of !== runtime) made = { of: runtime, value: create() };
    return made.value;
  };
}

export const currentTime: Runtime['currentTime'] = () => runtime.currentTime();
export const monotonicTime: Runtime['monotonicTime'] = () => runtime.monotonicTime();
export const setTimeout: Runtime['setTimeout'] = (run, ms, ...args) => runtime.setTimeout(run, ms, ...args);
export const clearTimeout: Runtime['clearTimeout'] = (timer) => {
  runtime.clearTimeout(timer);
};
export const setInterval: Runtime['setInterval'] = (run, ms) => runtime.setInterval(run, ms);
export const clearInterval: Runtime['clearInterval'] = (timer) => {
  runtime.clearInterval(timer);
};
export const setImmediate: Runtime['setImmediate'] = (run) => {
  runtime.setImmediate(run);
};
export const delay: Runtime['delay'] = (ms, value, options) => runtime.delay(ms, value, options);
export const nextTick: Runtime['nextTick'] = (run) => {
  runtime.nextTick(run);
};
export const nextTurn: Runtime['nextTurn'] = () => runtime.nextTurn();
export const randomBytes: Runtime['randomBytes'] = (size) => runtime.randomBytes(size);
export const randomUUID: Runtime['randomUUID'] = () => runtime.randomUUID();
export const randomFraction: Runtime['randomFraction'] = () => runtime.randomFraction();
export const utilizationMeter: Runtime['utilizationMeter'] = () => runtime.utilizationMeter();
