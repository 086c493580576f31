import type { Logger } from 'pino';
import type { CompletedAttempt } from './attempt-runner.ts';

/** A dead endpoint fails thousands of times per hour, and each attempt is stored with its delivery. */
const LOG_EVERY_MS = 10 * 60 * 1_000;
/** Beyond that many failing endpoints, the ones that were logged first are logged again earlier. */
const ENDPOINTS_MAX = 10_000;

type Failing = { readonly loggedAt: number; readonly omitted: number };

/** Logs the first failed attempt at each endpoint, and then one in ten minutes until an attempt succeeds. */
export class FailureLog {
  readonly #log: Pick<Logger, 'warn'>;
  /** Milliseconds since 1970. */
  readonly #clock: () => number;
  readonly #failing = new Map<string, Failing>();

  constructor(log: Pick<Logger, 'warn'>, clock: () => number) {
    this.#log = log;
    this.#clock = clock;
  }

  add(attempt: CompletedAttempt): void {
    const { id } = attempt.target;
    if (attempt.result.succeeded) {
      this.#failing.delete(id);
      return;
    }
    const now = this.#clock();
    const { loggedAt = -Infinity, omitted = 0 } = this.#failing.get(id) ?? {};
    if (now - loggedAt < LOG_EVERY_MS) {
      this.#failing.set(id, { loggedAt, omitted: omitted + 1 });
      return;
    }
    this.#failing.delete(id);
    const [oldest] = this.#failing.keys();
    if (oldest !== undefined && this.#failing.size >= ENDPOINTS_MAX) this.#failing.delete(oldest);
    this.#failing.set(id, { loggedAt: now, omitted: 0 });
    const { fields, message } = describe(attempt);
    this.#log.warn({ ...fields, omitted }, message);
  }
}

/** Only the origin of the URL, because its path and query may contain secrets. */
function describe({ target, delivery, result }: CompletedAttempt) {
  const { id: delivery_id, event_id, event_type, attempt, state, next_attempt_at } = delivery;
  const { response_status, error, took_ms } = result;
  return {
    fields: {
      webhook_endpoint_id: target.id,
      stream: target.stream,
      origin: URL.canParse(target.url) ? new URL(target.url).origin : 'invalid URL',
      ...{ delivery_id, event_id, event_type, attempt, response_status, error, took_ms },
      next_attempt_at,
    },
    message: state === 'pending' ? 'webhook attempt failed' : 'webhook delivery failed',
  };
}
