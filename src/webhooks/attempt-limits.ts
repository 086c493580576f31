/**
 * How many attempts are under way at a time: for one endpoint, and for all together. No endpoint waits for another one:
 * whoever has nothing under way may always begin, and those that take long share one half of what there is for all.
 */

export type SlotLimits = { readonly perEndpoint: number; readonly overall: number };

export type Slots = {
  mayStart(endpointId: string): boolean;
  /** Begins an attempt; the function that it gives ends it. */
  take(endpointId: string): () => void;
  /** It is not served any more: whether it was slow counts no longer. What is under way does until it ends. */
  forget(endpointId: string): void;
  inFlight(): number;
};

/** An answer that takes longer, or does not come, makes an endpoint a slow one until one comes sooner. */
const SLOW_MS = 1_000;
/** Past the limit, each endpoint may still have one attempt under way; of those there are this many times the limit at most. */
const RESERVE = 3;

type Held = {
  /** When each attempt under way began; the oldest first. */
  readonly begun: Map<symbol, number>;
  wasSlow: boolean;
};

/** `now` is in milliseconds of a clock that never goes back. */
export function createSlots(
  { perEndpoint, overall }: SlotLimits,
  now: () => number = () => performance.now(),
): Slots {
  const held = new Map<string, Held>();
  let total = 0;

  const isSlow = ({ begun, wasSlow }: Held): boolean => {
    const [oldest] = begun.values();
    return wasSlow || (oldest !== undefined && now() - oldest > SLOW_MS);
  };

  /** Only slow endpoints pay for counting. */
  const slowInFlight = (): number => {
    let count = 0;
    for (const each of held.values()) if (isSlow(each)) count += each.begun.size;
    return count;
  };

  return {
    mayStart(endpointId) {
      const own = held.get(endpointId);
      if (own === undefined || own.begun.size === 0) return total < overall * (1 + RESERVE);
      if (own.begun.size >= perEndpoint || total >= overall) return false;
      return !isSlow(own) || slowInFlight() < overall / 2;
    },
    take(endpointId) {
      const own = held.get(endpointId) ?? { begun: new Map<symbol, number>(), wasSlow: false };
      held.set(endpointId, own);
      const key = Symbol(endpointId);
      const begunAt = now();
      own.begun.set(key, begunAt);
      total += 1;
      return () => {
        if (!own.begun.delete(key)) return;
        total -= 1;
        own.wasSlow = now() - begunAt > SLOW_MS;
        const latest = held.get(endpointId);
        if (latest?.begun.size === 0 && !latest.wasSlow) held.delete(endpointId);
      };
    },
    forget(endpointId) {
      const own = held.get(endpointId);
      if (own === undefined) return;
      // It may be served again at once, and the receiver still has what is under way: both count together. A record of its
      // own keeps what is found slow of the old attempts out of the new ones'.
      if (own.begun.size === 0) held.delete(endpointId);
      else held.set(endpointId, { begun: own.begun, wasSlow: false });
    },
    inFlight: () => total,
  };
}
