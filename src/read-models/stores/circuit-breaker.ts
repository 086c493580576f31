/**
 * A circuit breaker for a document store. After a call finds the store unavailable, further calls fail immediately, and only
 * occasional probes reach the store until one succeeds.
 */
import { StoreUnavailable } from '../../event-store/port.ts';
import { monotonicTime } from '../../system/runtime.ts';
import { CollectionRemoved, DocumentsWentBack, type DocumentStore } from '../port.ts';

type CircuitBreakerOptions = {
  /** How long calls fail immediately after a failed call, in milliseconds. */
  readonly pauseMs?: number;
  /** How long to wait for a probe before the next one, because a server may never answer. In milliseconds. */
  readonly probeMs?: number;
  /** A monotonic clock in milliseconds. */
  readonly now?: () => number;
};

const PAUSE_MS = 500;
const PROBE_MS = 1_000;

type Circuit = <Result>(call: () => Promise<Result>) => Promise<Result>;

/**
 * Wraps a store. While it is unavailable, calls rethrow its last StoreUnavailable immediately. Reads and writes have separate
 * circuits, because a server without disk space or without a primary still serves reads.
 */
export function withCircuitBreaker(inner: DocumentStore, options: CircuitBreakerOptions = {}): DocumentStore {
  const reads = createCircuit(options);
  const writes = createCircuit(options);
  return {
    ensure: (...args) => writes(() => inner.ensure(...args)),
    get: (...args) => reads(() => inner.get(...args)),
    getMany: (...args) => reads(() => inner.getMany(...args)),
    list: (...args) => reads(() => inner.list(...args)),
    intersect: (...args) => reads(() => inner.intersect(...args)),
    hasMoreThan: (...args) => reads(() => inner.hasMoreThan(...args)),
    scan: (...args) => reads(() => inner.scan(...args)),
    write: (...args) => writes(() => inner.write(...args)),
    expire: (...args) => writes(() => inner.expire(...args)),
    findInScopes: (...args) => reads(() => inner.findInScopes(...args)),
    remove: (...args) => writes(() => inner.remove(...args)),
    collections: () => reads(() => inner.collections()),
    checkpoints: () => reads(() => inner.checkpoints()),
    drop: (...args) => writes(() => inner.drop(...args)),
    putRecord: (...args) => writes(() => inner.putRecord(...args)),
    getRecord: (...args) => reads(() => inner.getRecord(...args)),
    replaceRecord: (...args) => writes(() => inner.replaceRecord(...args)),
    deleteRecord: (...args) => writes(() => inner.deleteRecord(...args)),
    listRecords: (...args) => reads(() => inner.listRecords(...args)),
    ping: () => reads(() => inner.ping()),
    close: () => inner.close(),
  };
}

function createCircuit({
  pauseMs = PAUSE_MS,
  probeMs = PROBE_MS,
  now = monotonicTime,
}: CircuitBreakerOptions): Circuit {
  /** The error of the latest failed call; undefined while the store is available. */
  let unavailable: StoreUnavailable | undefined;
  let nextTryAt = 0;
  let successes = 0;

  return async (call) => {
    if (unavailable !== undefined) {
      if (now() < nextTryAt) throw new StoreUnavailable(unavailable.message, { cause: unavailable });
      nextTryAt = now() + probeMs;
    }
    const successesBefore = successes;
    const recordSuccess = (): void => {
      successes += 1;
      unavailable = undefined;
    };
    try {
      const result = await call();
      recordSuccess();
      return result;
    } catch (error) {
      // Any other error comes from an available store.
      if (!isUnavailable(error)) recordSuccess();
      // A call that started before the latest success says nothing about the time after it.
      else if (successes === successesBefore) {
        unavailable = error;
        nextTryAt = now() + pauseMs;
      }
      throw error;
    }
  };
}

/** A store that answers that documents are missing is available. */
const isUnavailable = (error: unknown): error is StoreUnavailable =>
  error instanceof StoreUnavailable &&
  !(error instanceof DocumentsWentBack || error instanceof CollectionRemoved);
