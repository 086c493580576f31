/** Store adapters with metrics and spans. */
import { monotonicTime } from '../../system/runtime.ts';
import type { Metrics } from './metrics.ts';
import { isTracingEnabled, withSpan } from '../../telemetry/tracing.ts';

type Call = (...args: never[]) => Promise<unknown>;

/** The store calls on the path of a request. */
export const EVENT_STORE_CALLS = ['append', 'read', 'readLast'] as const;
export const DOCUMENT_CALLS = ['get', 'getMany', 'list', 'write', 'putRecord', 'getRecord'] as const;

/** Returns the store with its named calls timed. */
export function instrumentStore<S extends object>(
  metrics: Metrics,
  store: S,
  name: string,
  calls: readonly (keyof S & string)[],
): S {
  const wrapped: Record<string, Call> = {};
  for (const call of calls) {
    // The named methods return promises.
    const method = store[call] as Call;
    const ended = metrics.timeStoreCall(name, call);
    const timed: Call = (...args) => {
      const startedAt = monotonicTime();
      const result = method(...args);
      // The caller gets the original promise.
      result.then(
        () => ended(startedAt, false),
        () => ended(startedAt, true),
      );
      return result;
    };
    const span = `${name}.${call}`;
    wrapped[call] = (...args) =>
      isTracingEnabled()
        ? withSpan(span, {}, () => timed(...args), { onlyWithin: true, kind: 'client' })
        : timed(...args);
  }
  return { ...store, ...wrapped };
}
