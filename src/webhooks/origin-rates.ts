/**
 * Limits how many attempts per second start to one origin, across endpoints and books. Anybody can register any address,
 * so an origin that does not accept deliveries gets only a few requests, however many endpoints name it.
 */
import { monotonicTime } from '../system/runtime.ts';
import { createRateLimiter } from '../async/rate-limiter.ts';

export type OriginRateSettings = {
  /** Attempts per second to an origin that accepted a delivery within the last minute. */
  readonly accepting: number;
  /** Attempts per second to any other origin. */
  readonly other: number;
};

export type OriginRates = {
  /** Milliseconds until an attempt to the origin may start; 0 if now. */
  waitMs(origin: string): number;
  started(origin: string): void;
  /** The origin answered with a 2xx status. */
  accepted(origin: string): void;
};

const ACCEPTED_FOR_MS = 60_000;
const ORIGINS_MAX = 10_000;

/** `now` is in milliseconds of a monotonic clock. */
export function createOriginRates(
  { accepting, other }: OriginRateSettings,
  now: () => number = monotonicTime,
): OriginRates {
  const acceptingLimiter = createRateLimiter({ perSecond: accepting, burst: accepting });
  const otherLimiter = createRateLimiter({ perSecond: other, burst: other });
  /** When each origin last accepted a delivery; the most recent one is at the end. */
  const acceptedAt = new Map<string, number>();

  const limiterOf = (origin: string) =>
    now() - (acceptedAt.get(origin) ?? -Infinity) < ACCEPTED_FOR_MS ? acceptingLimiter : otherLimiter;

  return {
    waitMs: (origin) => limiterOf(origin).waitMs(origin),
    started: (origin) => void limiterOf(origin).take(origin),
    accepted(origin) {
      acceptedAt.delete(origin);
      acceptedAt.set(origin, now());
      const [oldest] = acceptedAt.keys();
      if (acceptedAt.size > ORIGINS_MAX && oldest !== undefined) acceptedAt.delete(oldest);
    },
  };
}

const origins = new WeakMap<{ readonly url: string }, string>();

/** Scheme, host, and port of the URL of an endpoint. */
export function originOf(endpoint: { readonly url: string }): string {
  const known = origins.get(endpoint);
  if (known !== undefined) return known;
  const origin = URL.canParse(endpoint.url) ? parseOrigin(new URL(endpoint.url)) : 'invalid URL';
  origins.set(endpoint, origin);
  return origin;
}

/** A name with a final dot is the same host. */
const parseOrigin = ({ protocol, hostname, port }: URL): string =>
  `${protocol}//${hostname.replace(/\.$/, '')}:${port}`;
