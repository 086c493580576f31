/**
 * Since when conditions hold that have no time of their own, such as a rail that does not respond. This node observes them
 * in the background; a restart forgets it.
 */
import { delay } from '../../system/runtime.ts';

export type ConditionTimes = {
  /** ISO 8601; null if this node has not observed the condition yet. With several, the earliest. */
  since(names: readonly string[]): string | null;
};

export type ConditionSource = {
  /** The names of the conditions that hold now. What it throws leaves everything as it was. */
  readonly read: () => readonly string[] | Promise<readonly string[]>;
  readonly everyMs: number;
};

/** Observes until the signal aborts. `clock` is in milliseconds since 1970. */
export function watchConditions(
  sources: readonly ConditionSource[],
  clock: () => number,
  signal: AbortSignal,
): ConditionTimes {
  const times = sources.map(() => new Map<string, string>());

  async function observe({ read, everyMs }: ConditionSource, known: Map<string, string>): Promise<void> {
    while (!signal.aborted) {
      try {
        const names = new Set(await read());
        for (const name of known.keys()) if (!names.has(name)) known.delete(name);
        const now = new Date(clock()).toISOString();
        for (const name of names) if (!known.has(name)) known.set(name, now);
      } catch {
        // A store is unavailable, which is a condition of its own.
      }
      await delay(everyMs, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  sources.forEach((source, at) => void observe(source, times[at] ?? new Map<string, string>()));
  return {
    since(names) {
      const found = names.flatMap((name) => times.flatMap((known) => known.get(name) ?? []));
      return found.sort()[0] ?? null;
    },
  };
}
