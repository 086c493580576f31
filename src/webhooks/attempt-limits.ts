/**
 * Limits concurrent attempts, per endpoint, per origin, and overall. Endpoints of different origins do not block each
 * other: one without an attempt in flight may almost always start one, and slow endpoints together get only half of the
 * overall limit.
 */
import { monotonicTime } from '../system/runtime.ts';
import { createConcurrencyLimiter } from '../async/concurrency-limiter.ts';
import type { Limit, Release } from '../async/concurrency-limiter.ts';

export type AttemptLimitSettings = {
  readonly perEndpoint: number;
  readonly perOrigin: number;
  readonly overall: number;
};

export type AttemptLimits = {
  /** Whether an attempt may start now. */
  canStart(endpointId: string, origin: string): boolean;
  /** Counts an attempt until it is released. */
  start(endpointId: string, origin: string): Release;
  /** The endpoint was closed. Forgets that it was slow; its attempts in flight still count. */
  forget(endpointId: string): void;
  inFlight(): number;
};

/** An endpoint whose last response took longer, or whose oldest attempt has run longer, is slow. */
const SLOW_RESPONSE_MS = 1_000;
/** Every endpoint may have one attempt in flight beyond the overall limit, up to this many times the limit. */
const RESERVE_FACTOR = 3;
/** No endpoint ID and no origin is empty. */
const ALL = '';

type EndpointSpeed = {
  /** Start times of the attempts in flight, oldest first. */
  readonly started: Map<symbol, number>;
  wasSlow: boolean;
};

/** `now` is in milliseconds of a monotonic clock. */
export function createAttemptLimits(
  { perEndpoint, perOrigin, overall }: AttemptLimitSettings,
  now: () => number = monotonicTime,
): AttemptLimits {
  const limiter = createConcurrencyLimiter();
  const speeds = new Map<string, EndpointSpeed>();

  const isSlow = ({ started, wasSlow }: EndpointSpeed): boolean => {
    const [oldest] = started.values();
    return wasSlow || (oldest !== undefined && now() - oldest > SLOW_RESPONSE_MS);
  };

  const slowInFlight = (): number => {
    let count = 0;
    for (const speed of speeds.values()) if (isSlow(speed)) count += speed.started.size;
    return count;
  };

  const limitsOf = (endpointId: string, origin: string): Limit[] => [
    { key: origin, max: perOrigin },
    ...(limiter.taken(endpointId) === 0
      ? [
          { key: endpointId, max: 1 },
          { key: ALL, max: overall * (1 + RESERVE_FACTOR) },
        ]
      : [
          { key: endpointId, max: perEndpoint },
          { key: ALL, max: overall },
        ]),
  ];

  return {
    canStart(endpointId, origin) {
      if (!limiter.hasRoom(limitsOf(endpointId, origin))) return false;
      const speed = speeds.get(endpointId);
      const isFirst = limiter.taken(endpointId) === 0;
      return isFirst || speed === undefined || !isSlow(speed) || slowInFlight() < overall / 2;
    },
    start(endpointId, origin) {
      const speed = speeds.get(endpointId) ?? { started: new Map<symbol, number>(), wasSlow: false };
      speeds.set(endpointId, speed);
      const release = limiter.take(limitsOf(endpointId, origin));
      const key = Symbol(endpointId);
      const startedAt = now();
      speed.started.set(key, startedAt);
      return () => {
        if (!speed.started.delete(key)) return;
        release();
        speed.wasSlow = now() - startedAt > SLOW_RESPONSE_MS;
        const latest = speeds.get(endpointId);
        if (latest?.started.size === 0 && !latest.wasSlow) speeds.delete(endpointId);
      };
    },
    forget(endpointId) {
      const speed = speeds.get(endpointId);
      if (speed === undefined) return;
      // A new record with the same attempts: they still count, but their duration no longer affects the endpoint.
      if (speed.started.size === 0) speeds.delete(endpointId);
      else speeds.set(endpointId, { started: speed.started, wasSlow: false });
    },
    inFlight: () => limiter.taken(ALL),
  };
}
