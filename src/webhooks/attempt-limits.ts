/**
 * Limits concurrent attempts, per endpoint, per origin, and overall. Endpoints of different origins do not block each
 * other: one without an attempt in flight may almost always start one, and slow endpoints together get only half of the
 * overall limit. At an origin that several books use, a part is reserved for the other books, and the slow endpoints of a
 * book get only half of what the others leave.
 */

import { createConcurrencyLimiter, type Limit, type Release } from '../async/concurrency-limiter.ts';
import { createRateLimiter } from '../async/rate-limiter.ts';
import { monotonicTime } from '../system/runtime.ts';

// Gives API requests priority over webhook deliveries on the shared event loop. While requests are frequent
// and the loop is busy, only a limited number of deliveries start per second. Otherwise there is no limit.

export type AdmissionControl = {
  /** Whether another delivery may start now. */
  canStart(): boolean;
  started(): void;
};

type AdmissionControlOptions = {
  /** Total number of requests so far. */
  readonly requests: () => number;
  /** Event-loop utilization since the previous call, from 0 to 1. */
  readonly utilization: () => number;
  /** Deliveries that may start per second while the loop is busy and requests are frequent. */
  readonly busyStartsPerSecond: number;
  /** Milliseconds of a monotonic clock. */
  readonly now?: () => number;
};

/** From this rate on, requests count as frequent. */
const BUSY_REQUESTS_PER_SECOND = 200;
/** Requests alone use at most about two thirds of the loop, because they wait for the disk. */
const BUSY_UTILIZATION = 0.7;
const WINDOW_MS = 50;

export const UNLIMITED_ADMISSION: AdmissionControl = { canStart: () => true, started: () => undefined };

export function createAdmissionControl({
  requests,
  utilization,
  busyStartsPerSecond,
  now = monotonicTime,
}: AdmissionControlOptions): AdmissionControl {
  const startsPerWindow = Math.max(1, Math.round((busyStartsPerSecond * WINDOW_MS) / 1_000));
  let windowEndsAt = now();
  let requestsBefore = requests();
  let isBusy = false;
  let startsInWindow = 0;

  function startWindowIfOver(): void {
    const time = now();
    if (time < windowEndsAt) return;
    const elapsedMs = time - windowEndsAt + WINDOW_MS;
    const requestsNow = requests();
    const load = utilization();
    isBusy =
      load > BUSY_UTILIZATION &&
      ((requestsNow - requestsBefore) * 1_000) / elapsedMs > BUSY_REQUESTS_PER_SECOND;
    requestsBefore = requestsNow;
    startsInWindow = 0;
    windowEndsAt = time + WINDOW_MS;
  }

  return {
    canStart() {
      startWindowIfOver();
      return !isBusy || startsInWindow < startsPerWindow;
    },
    started: () => void (startsInWindow += 1),
  };
}

export type AttemptLimitSettings = {
  readonly perEndpoint: number;
  readonly perOrigin: number;
  readonly overall: number;
};

/** An endpoint whose last response took longer, or whose oldest attempt has run longer, is slow. */
const SLOW_RESPONSE_MS = 1_000;
/** Every endpoint may have one attempt in flight beyond the overall limit, up to this many times the limit. */
const RESERVE_FACTOR = 3;
/** The part of an origin's limit that a single book cannot take. */
const OTHER_BOOKS_SHARE = 1 / 4;
/** No endpoint ID and no origin is empty. */
const ALL = '';

/** Where an attempt goes, and for whom. */
export type AttemptPlace = {
  readonly endpointId: string;
  readonly origin: string;
  /** The stream of the book. */
  readonly book: string;
};

type EndpointSpeed = {
  /** The book and origin of the attempts. */
  readonly share: string;
  /** Start times of the attempts in flight, oldest first. */
  readonly started: Map<symbol, number>;
  wasSlow: boolean;
};

/** `now` is in milliseconds of a monotonic clock. */
export class AttemptLimits {
  readonly #now: () => number;
  readonly #settings: AttemptLimitSettings;
  readonly #limiter = createConcurrencyLimiter();
  readonly #speeds = new Map<string, EndpointSpeed>();

  constructor(settings: AttemptLimitSettings, now: () => number = monotonicTime) {
    this.#settings = settings;
    this.#now = now;
  }

  /** Whether an attempt may start now. */
  canStart(place: AttemptPlace): boolean {
    if (!this.#limiter.hasRoom(this.#limitsOf(place))) return false;
    const { endpointId, origin } = place;
    const speed = this.#speeds.get(endpointId);
    if (speed === undefined || !this.#isSlow(speed)) return true;
    const share = shareOf(place);
    const taken = this.#limiter.taken(share);
    const slowMax = (this.#settings.perOrigin - (this.#limiter.taken(origin) - taken)) / 2;
    if (taken >= slowMax && this.#slowInFlight(share) >= slowMax) return false;
    return this.#limiter.taken(endpointId) === 0 || this.#slowInFlight() < this.#settings.overall / 2;
  }

  /** Counts an attempt until it is released. */
  start(place: AttemptPlace): Release {
    const { endpointId } = place;
    const share = shareOf(place);
    const known = this.#speeds.get(endpointId);
    // Its URL may have changed.
    const speed =
      known?.share === share ? known : { share, started: new Map<symbol, number>(), wasSlow: false };
    this.#speeds.set(endpointId, speed);
    const release = this.#limiter.take(this.#limitsOf(place));
    const key = Symbol(endpointId);
    const startedAt = this.#now();
    speed.started.set(key, startedAt);
    return () => {
      if (!speed.started.delete(key)) return;
      release();
      speed.wasSlow = this.#now() - startedAt > SLOW_RESPONSE_MS;
      const latest = this.#speeds.get(endpointId);
      if (latest?.started.size === 0 && !latest.wasSlow) this.#speeds.delete(endpointId);
    };
  }

  /** The endpoint was closed. Forgets that it was slow; its attempts in flight still count. */
  forget(endpointId: string): void {
    const speed = this.#speeds.get(endpointId);
    if (speed === undefined) return;
    // A new record with the same attempts: they still count, but their duration no longer affects the endpoint.
    if (speed.started.size === 0) this.#speeds.delete(endpointId);
    else this.#speeds.set(endpointId, { ...speed, wasSlow: false });
  }

  inFlight(): number {
    return this.#limiter.taken(ALL);
  }

  #isSlow({ started, wasSlow }: EndpointSpeed): boolean {
    const [oldest] = started.values();
    return wasSlow || (oldest !== undefined && this.#now() - oldest > SLOW_RESPONSE_MS);
  }

  /** Of all endpoints, or of one book at one origin. */
  #slowInFlight(share?: string): number {
    let count = 0;
    for (const speed of this.#speeds.values())
      if ((share === undefined || speed.share === share) && this.#isSlow(speed)) count += speed.started.size;
    return count;
  }

  #limitsOf(place: AttemptPlace): Limit[] {
    const { endpointId, origin } = place;
    const { perEndpoint, perOrigin, overall } = this.#settings;
    const isFirst = this.#limiter.taken(endpointId) === 0;
    return [
      { key: origin, max: perOrigin },
      { key: shareOf(place), max: perOrigin - Math.floor(perOrigin * OTHER_BOOKS_SHARE) },
      { key: endpointId, max: isFirst ? 1 : perEndpoint },
      { key: ALL, max: isFirst ? overall * (1 + RESERVE_FACTOR) : overall },
    ];
  }
}

/** No origin contains a space. */
const shareOf = ({ book, origin }: AttemptPlace): string => `${book} ${origin}`;

// Limits how many attempts per second start to one origin, across endpoints and books. Anybody can register any address,
// so an origin that does not accept deliveries gets only a few requests, however many endpoints name it.

type OriginRateSettings = {
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
