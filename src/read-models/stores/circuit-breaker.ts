/**
 * Documents that don't let everyone wait for a server that is away: after a call that found it away, others are turned
 * away at once, and only now and then one is let through to see whether it is back.
 */
import { StoreUnavailable } from '../../event-store/port.ts';
import type { DocumentStore } from '../port.ts';

export type CircuitBreakerOptions = {
  /** How long everyone is turned away after a call has failed, in milliseconds. */
  readonly pauseMs?: number;
  /** How long one call is waited for before the next is let through: a server may leave it hanging. In milliseconds. */
  readonly probeMs?: number;
  /** Milliseconds of a clock that never goes back. */
  readonly now?: () => number;
};

const PAUSE_MS = 500;
const PROBE_MS = 1_000;

type Circuit = <Result>(call: () => Promise<Result>) => Promise<Result>;

/**
 * The inner store, with calls that throw its last StoreUnavailable at once while it is away. Reads and writes are told
 * apart: a server that is out of disk, or without a primary, still serves reads.
 */
export function withCircuitBreaker(inner: DocumentStore, options: CircuitBreakerOptions = {}): DocumentStore {
  const reads = createCircuit(options);
  const writes = createCircuit(options);
  return {
    ensure: (...args) => writes(() => inner.ensure(...args)),
    get: (...args) => reads(() => inner.get(...args)),
    getMany: (...args) => reads(() => inner.getMany(...args)),
    list: (...args) => reads(() => inner.list(...args)),
    scan: (...args) => reads(() => inner.scan(...args)),
    write: (...args) => writes(() => inner.write(...args)),
    expire: (...args) => writes(() => inner.expire(...args)),
    checkpoints: () => reads(() => inner.checkpoints()),
    drop: (...args) => writes(() => inner.drop(...args)),
    putRecord: (...args) => writes(() => inner.putRecord(...args)),
    getRecord: (...args) => reads(() => inner.getRecord(...args)),
    deleteRecord: (...args) => writes(() => inner.deleteRecord(...args)),
    ping: () => reads(() => inner.ping()),
    close: () => inner.close(),
  };
}

function createCircuit({
  pauseMs = PAUSE_MS,
  probeMs = PROBE_MS,
  now = () => performance.now(),
}: CircuitBreakerOptions): Circuit {
  /** What the newest call that failed has met; undefined while the store answers. */
  let away: StoreUnavailable | undefined;
  let nextTryAt = 0;
  let answers = 0;

  return async (call) => {
    if (away !== undefined) {
      if (now() < nextTryAt) throw new StoreUnavailable(away.message, { cause: away });
      nextTryAt = now() + probeMs;
    }
    const answersBefore = answers;
    const answered = (): void => {
      answers += 1;
      away = undefined;
    };
    try {
      const result = await call();
      answered();
      return result;
    } catch (error) {
      // A fault of another kind comes from a store that is there.
      if (!(error instanceof StoreUnavailable)) answered();
      // What was asked before the newest answer came says nothing about the time after it.
      else if (answers === answersBefore) {
        away = error;
        nextTryAt = now() + pauseMs;
      }
      throw error;
    }
  };
}
