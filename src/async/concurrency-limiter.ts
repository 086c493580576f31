/** Limits how much runs at the same time, by key. One operation can count toward several limits at once. */
import { monotonicTime } from '../system/runtime.ts';
import { withDeadline } from './wait.ts';

export type Limit = { readonly key: string; readonly max: number };

/** Frees the slots of one operation. Further calls do nothing. */
export type Release = () => void;

type ConcurrencyLimiter = {
  /** Number of slots taken under this key. */
  taken(key: string): number;
  /** Whether every limit leaves a slot. */
  hasRoom(limits: readonly Limit[]): boolean;
  /** Takes slots under each key, by default one, even beyond a limit. */
  take(limits: readonly Limit[], slots?: number): Release;
  /** Takes a slot under each key, waiting until `deadline` (a value of `monotonicTime()`); undefined after that. */
  acquire(limits: readonly Limit[], deadline: number): Promise<Release | undefined>;
};

export function createConcurrencyLimiter(): ConcurrencyLimiter {
  const counts = new Map<string, number>();
  const waiters = new Set<() => void>();

  const taken = (key: string): number => counts.get(key) ?? 0;

  const change = (limits: readonly Limit[], by: number): void => {
    for (const { key } of limits) {
      const count = taken(key) + by;
      if (count === 0) counts.delete(key);
      else counts.set(key, count);
    }
  };

  const hasRoom = (limits: readonly Limit[]): boolean => limits.every(({ key, max }) => taken(key) < max);

  function take(limits: readonly Limit[], slots = 1): Release {
    change(limits, slots);
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      change(limits, -slots);
      for (const wake of waiters) wake();
    };
  }

  const nextRelease = (timeoutMs: number): Promise<void> => {
    let wake: () => void = () => undefined;
    const released = new Promise<void>((resolve) => (wake = resolve));
    waiters.add(wake);
    return withDeadline(released, timeoutMs)
      .catch(() => undefined)
      .finally(() => waiters.delete(wake));
  };

  return {
    taken,
    hasRoom,
    take,
    async acquire(limits, deadline) {
      for (;;) {
        if (hasRoom(limits)) return take(limits);
        const leftMs = deadline - monotonicTime();
        if (leftMs <= 0) return undefined;
        await nextRelease(leftMs);
      }
    },
  };
}
