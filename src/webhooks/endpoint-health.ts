import type { FailureCode } from './captured-response.ts';
import type { Delivery } from './delivery.ts';

// How well an endpoint accepts deliveries, over all attempts. It is part of the document of the endpoint's cursor, which is
// written for each batch of outcomes anyway.

/** A failed attempt. */
type LastError = {
  readonly error: FailureCode;
  readonly response_status: number | null;
  readonly attempted_at: string;
  readonly webhook_delivery_id: string;
};

export type EndpointHealth = {
  /** Hour since 1970, successes, and failures, for each hour with attempts within the last 24; oldest first. */
  readonly hours: readonly (readonly [hour: number, succeeded: number, failed: number])[];
  /** When the first attempt since the last success failed, in ISO 8601; null after a success. */
  readonly failing_since: string | null;
  readonly last_error: LastError | null;
};

/** The outcome of an attempt; the members are those of the delivery. */
export type CountedAttempt = Pick<Delivery, 'id' | 'response_status' | 'error' | 'attempted_at'>;

const HOUR_MS = 3_600_000;
const HOURS_MAX = 24;
const NO_HEALTH: EndpointHealth = { hours: [], failing_since: null, last_error: null };

export function healthAfter(
  { hours, failing_since, last_error }: EndpointHealth = NO_HEALTH,
  { id, response_status, error, attempted_at }: CountedAttempt,
): EndpointHealth {
  const hour = hourOf(Date.parse(attempted_at));
  const counted = countedIn(hours, hour, error === null);
  if (error === null) return { hours: counted, failing_since: null, last_error };
  return {
    hours: counted,
    failing_since: failing_since ?? attempted_at,
    last_error: { error, response_status, attempted_at, webhook_delivery_id: id },
  };
}

const hourOf = (time: number): number => Math.floor(time / HOUR_MS);

function countedIn(
  hours: EndpointHealth['hours'],
  hour: number,
  succeeded: boolean,
): EndpointHealth['hours'] {
  const [s, f] = succeeded ? [1, 0] : [0, 1];
  const [newest, successes = 0, failures = 0] = hours.at(-1) ?? [];
  // An attempt that ends after the hour in which it began counts for the newest hour.
  return newest !== undefined && newest >= hour
    ? [...hours.slice(0, -1), [newest, successes + s, failures + f]]
    : [...hours.filter(([each]) => each > hour - HOURS_MAX), [hour, s, f]];
}

/** The health of an endpoint that was enabled after it had failed: the failures count from the beginning. */
export const healthSince = (
  health: EndpointHealth | undefined,
  enabledAt: number,
): EndpointHealth | undefined => {
  const since = health?.failing_since ?? null;
  return health !== undefined && since !== null && Date.parse(since) < enabledAt
    ? { ...health, failing_since: null }
    : health;
};

/** As the API shows it at a time, in milliseconds since 1970. */
export function presentHealth({ hours, failing_since, last_error }: EndpointHealth, now: number) {
  const recent = hours.filter(([hour]) => hour > hourOf(now) - HOURS_MAX);
  const succeeded = recent.reduce((sum, [, count]) => sum + count, 0);
  const failed = recent.reduce((sum, [, , count]) => sum + count, 0);
  const all = succeeded + failed;
  return {
    success_rate_24h: all === 0 ? null : Math.floor((succeeded / all) * 10_000) / 10_000,
    last_error,
    failing_since,
  };
}

/** An endpoint that accepts nothing for this long is disabled. */
export const FAILING_MAX_MS = 5 * 24 * HOUR_MS;

/** Why the service disables an endpoint. */
export type DisableCause =
  { readonly cause: 'gone' } | { readonly cause: 'failing'; readonly failing_since: string };

const STATUS_ENDPOINT_REMOVED = 410;

/** Whether an endpoint has to be disabled after this attempt, at a time in milliseconds since 1970. */
export function disableCauseAfter(
  { response_status, error }: Pick<CountedAttempt, 'response_status' | 'error'>,
  { failing_since }: EndpointHealth,
  now: number,
): DisableCause | undefined {
  if (response_status === STATUS_ENDPOINT_REMOVED) return { cause: 'gone' };
  const isFailing = error !== null && failing_since !== null;
  return isFailing && now - Date.parse(failing_since) >= FAILING_MAX_MS
    ? { cause: 'failing', failing_since }
    : undefined;
}
