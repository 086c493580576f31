/** Makes one attempt: reads the current body, signs and sends it, and passes the outcome to the recorder. */
import { ulidOf, type DeliveryTarget } from '../../projections/delivery-targets.ts';
import type { Release } from '../async/concurrency-limiter.ts';
import { idTime } from '../ledger/ids.ts';
import { delay, monotonicTime } from '../system/runtime.ts';
import type { ResponseSeal } from '../vault/seals.ts';
import type { WebhookSigningKeys } from '../vault/webhook-signing-keys.ts';
import type { ActiveEndpoint, ActiveEndpoints } from './active-endpoints.ts';
import { attemptDetails, type QueuedAttempt } from './attempt-record.ts';
import { asDropped, deliveryAfter, type RetrySchedule } from './delivery-outcome.ts';
import type { DeliveryRecorder } from './delivery-recorder.ts';
import { deliveryCause, retryId, type Delivery } from './delivery.ts';
import { disableCauseAfter, type DisableCause } from './endpoint-health.ts';
import { signerFor, type Attempt, type AttemptResult, type WebhookSender } from './webhook-sender.ts';

export type CompletedAttempt = {
  readonly target: DeliveryTarget;
  readonly delivery: Delivery;
  readonly result: AttemptResult;
};

export type AttemptOptions = {
  readonly sender: Pick<WebhookSender, 'send' | 'close'>;
  /** Returns the signature of these bytes in lower-case hex, made with a sealed key. */
  readonly sign: WebhookSigningKeys['sign'];
  /** Disables an endpoint. Resolves to false if it was changed before and stays enabled. */
  readonly disable: (target: DeliveryTarget, cause: DisableCause) => Promise<boolean>;
  readonly schedule: RetrySchedule;
  /** Seals responses that may repeat personal data. */
  readonly responseSeal: Pick<ResponseSeal, 'seal'>;
  /** Whether sandbox books may deliver to loopback addresses. */
  readonly allowLoopback: boolean;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  /** In [0, 1). */
  readonly random: () => number;
  readonly onAttempt: (attempt: CompletedAttempt) => void;
  /** A signing key cannot be opened. The endpoint is paused and uses up no attempts. */
  readonly onKeyUnreadable: (target: DeliveryTarget, error: unknown) => void;
  /** Something could not be read, written, or disabled. It is retried. */
  readonly onFault: (error: unknown) => void;
};

type AttemptRunnerOptions = AttemptOptions & {
  /** The time of a book, in milliseconds since 1970. */
  readonly bookClock: (stream: string) => number;
  readonly endpoints: ActiveEndpoints;
  readonly recorder: Pick<DeliveryRecorder, 'add'>;
  readonly isStopped: () => boolean;
  /** The attempt was not made and is in the queue again. */
  readonly onRequeued: (attempt: QueuedAttempt) => void;
  /** The state of an endpoint may have changed. */
  readonly onEndpointChanged: () => void;
};

/** How long an endpoint is paused after a signing key could not be opened. */
export const KEY_RETRY_MS = 5_000;
const READ_RETRY_MS = 500;

export class AttemptRunner {
  readonly #options: AttemptRunnerOptions;
  readonly #recorder: AttemptRunnerOptions['recorder'];
  readonly #onFault: AttemptRunnerOptions['onFault'];
  readonly #endpoints: AttemptRunnerOptions['endpoints'];

  constructor(options: AttemptRunnerOptions) {
    this.#options = options;
    this.#recorder = options.recorder;
    this.#onFault = options.onFault;
    this.#endpoints = options.endpoints;
  }

  /** Makes the attempt and releases its slot when the response has arrived. */
  async run(endpoint: ActiveEndpoint, queued: QueuedAttempt, release: Release): Promise<void> {
    const attempt = await this.#withCurrentBody(endpoint, queued);
    if (attempt === undefined) {
      release();
      // The event was deleted. After a stop, the next start handles the attempt.
      const { previous, retry_id } = queued;
      const delivery = previous && asDropped(previous);
      if (!this.#options.isStopped())
        this.#recorder.add({ queue: endpoint.queue, attempt: queued, delivery, retry_id });
      return;
    }
    // The target may change before the response arrives.
    const target = endpoint.queue.target();
    const startedAt = notBeforeCause(attempt, this.#options.bookClock(target.stream));
    const result = await this.#options.sender
      .send(attemptFor(target, attempt, startedAt, this.#options))
      .catch((error: unknown) => {
        this.#pause(endpoint, attempt, error);
        return undefined;
      })
      .finally(release);
    if (result === undefined) return;
    endpoint.pausedUntil = undefined;
    if (result.error === 'stopped') return;
    const { response_status, error } = result;
    const attempted_at = new Date(startedAt).toISOString();
    const outcome = { id: attempt.delivery_id, response_status, error, attempted_at };
    const endedAt = notBeforeCause(attempt, this.#options.bookClock(target.stream));
    const cause = disableCauseAfter(outcome, endpoint.queue.countAttempt(outcome), endedAt);
    const isNowDisabled = cause !== undefined && (await this.#disable(endpoint, target, cause));
    const finalState = isNowDisabled ? 'failed' : this.#isOutdated(endpoint, attempt) ? 'dropped' : undefined;
    const context = {
      endpointId: target.id,
      startedAt,
      endedAt,
      random: this.#options.random(),
      finalState,
    } as const;
    const details = attemptDetails(target.url, attempt, result, this.#options.responseSeal);
    const delivery = deliveryAfter(attempt, result, details, this.#options.schedule, context);
    const failure = result.succeeded ? undefined : details;
    this.#recorder.add({ queue: endpoint.queue, attempt, delivery, failure, retry_id: attempt.retry_id });
    this.#options.onAttempt({ target, delivery, result });
    // The recorder writes in order, so the outcome of this attempt is durable first.
    if (attempt.redelivery_id !== null) await this.#dropOtherPending(endpoint, attempt);
  }

  /** A redelivery replaces other pending deliveries of its event, so that at most one is retried. */
  async #dropOtherPending({ queue }: ActiveEndpoint, attempt: QueuedAttempt): Promise<void> {
    try {
      for (const pending of await queue.findOtherPending(attempt)) {
        const { id: delivery_id, next_attempt_at: due_at } = pending;
        const retry_id = due_at === null ? undefined : retryId({ delivery_id, due_at });
        this.#recorder.add({ queue, attempt: undefined, delivery: asDropped(pending), retry_id });
      }
    } catch (error) {
      // They stay pending until the next redelivery.
      this.#onFault(error);
    }
  }

  /**
   * Whether the endpoint was disabled after the cause of the attempt. It may be enabled again before this
   * node has noticed; the old queue then also contains events from after that, which must be delivered.
   */
  #isOutdated({ isDisabled, queue }: ActiveEndpoint, attempt: QueuedAttempt): boolean {
    const enabledSince = this.#endpoints.find(queue.id)?.queue.enabledSince;
    return isDisabled && (enabledSince === undefined || ulidOf(deliveryCause(attempt)) <= enabledSince);
  }

  /** The receiver is not at fault, so the attempt does not count and is made when the keys can be opened. */
  #pause(endpoint: ActiveEndpoint, attempt: QueuedAttempt, error: unknown): void {
    endpoint.queue.requeue(attempt);
    this.#options.onRequeued(attempt);
    const isFirst = endpoint.pausedUntil === undefined;
    endpoint.pausedUntil = monotonicTime() + KEY_RETRY_MS;
    if (isFirst && !endpoint.isClosed) this.#options.onKeyUnreadable(endpoint.queue.target(), error);
  }

  /** Resolves to undefined if the event was deleted or the engine stops. */
  async #withCurrentBody(
    { queue }: ActiveEndpoint,
    attempt: QueuedAttempt,
  ): Promise<QueuedAttempt | undefined> {
    while (!this.#options.isStopped()) {
      try {
        return await queue.withCurrentBody(attempt);
      } catch (error) {
        this.#onFault(error);
        await delay(READ_RETRY_MS);
      }
    }
    return undefined;
  }

  /** Resolves to whether the endpoint is disabled now. If not, the attempt is retried with its current target. */
  async #disable(endpoint: ActiveEndpoint, target: DeliveryTarget, cause: DisableCause): Promise<boolean> {
    if (endpoint.isDisabled) return this.#endpoints.find(target.id) === undefined;
    endpoint.isClosed = true;
    try {
      const isDisabled = await this.#options.disable(target, cause);
      endpoint.isClosed = isDisabled || endpoint.isDisabled;
      return isDisabled;
    } catch (error) {
      this.#onFault(error);
      // The next attempt will have the same cause.
      endpoint.isClosed = endpoint.isDisabled;
      return false;
    } finally {
      this.#endpoints.refreshSoon();
      this.#options.onEndpointChanged();
    }
  }
}

/**
 * The clock of a book is read now and then, so it may be far behind an event from just after an advance. The
 * retries of its delivery end so long after the first attempt, which therefore must not seem to precede the event.
 */
const notBeforeCause = (attempt: QueuedAttempt, time: number): number =>
  Math.max(time, idTime(deliveryCause(attempt)));

function attemptFor(
  target: DeliveryTarget,
  { event_id, body, previous }: QueuedAttempt,
  startedAt: number,
  { sign, clock, allowLoopback }: Pick<AttemptOptions, 'sign' | 'clock' | 'allowLoopback'>,
): Attempt {
  const { url, environment } = target;
  return {
    url,
    body,
    event_id,
    attempt: (previous?.attempt ?? 0) + 1,
    // Receivers compare the timestamp with their clocks. Keys expire in the book's time.
    sentAt: clock(),
    sign: signerFor({ sign }, target, startedAt),
    allowLoopback: allowLoopback && environment === 'sandbox',
  };
}
