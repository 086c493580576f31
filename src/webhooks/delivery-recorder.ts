/**
 * Writes the outcomes of attempts in batches. Each write depends only on earlier ones: first the next
 * retries, then the deliveries, then the cursors and the deletion of finished retries. After a crash in
 * between, some attempts are repeated and none is lost. The same holds if the store loses an earlier write: it
 * then refuses the later ones, and the outcomes are discarded.
 */
import { WEBHOOKS_SCOPE } from '../../projections/delivery-targets.ts';
import type { WriteChain } from './write-chain.ts';
import { DocumentsWentBack, type DocumentWrite } from '../read-models/port.ts';
import { delay } from '../system/runtime.ts';
import { failedAttemptWrite, type AttemptDetails, type QueuedAttempt } from './attempt-record.ts';
import { deliveryWrite, retryDeletion, retryWrite, type Delivery } from './delivery.ts';
import type { EndpointQueue } from './endpoint-queue.ts';

/** The outcome of an attempt. Without `attempt`, a retry that was discarded. */
export type AttemptOutcome = {
  readonly queue: EndpointQueue;
  readonly attempt: QueuedAttempt | undefined;
  readonly delivery: Delivery | undefined;
  /** The details of an attempt that failed. */
  readonly failure?: AttemptDetails | undefined;
  /** The ID of the retry document that this attempt fulfills. */
  readonly retry_id: string | undefined;
};

/** Outcomes of queues with the same chain. */
export type Batch = { readonly chain: WriteChain; readonly outcomes: readonly AttemptOutcome[] };

type DeliveryRecorderOptions = {
  /** A write failed. It is retried. */
  readonly onFault: (error: unknown) => void;
  /** Called after a batch has been written. */
  readonly onRecorded: (batch: readonly AttemptOutcome[]) => void;
  /** The store has lost earlier writes of the chain. These outcomes are not written, so that their attempts are repeated. */
  readonly onLost: (batch: Batch) => void;
};

/** How long to collect outcomes before writing them. */
const LINGER_MS = 40;
/** Outcomes per write, in one transaction where the store has them. */
const BATCH_OUTCOMES = 200;
const RETRY_MS = 500;

export class DeliveryRecorder {
  readonly #options: DeliveryRecorderOptions;
  readonly #pending: AttemptOutcome[] = [];
  #running: Promise<void> | undefined;
  #isStopped = false;

  constructor(options: DeliveryRecorderOptions) {
    this.#options = options;
  }

  add(outcome: AttemptOutcome): void {
    this.#pending.push(outcome);
    this.#start();
  }

  /** Number of outcomes that are not written yet. */
  pendingCount(): number {
    return this.#pending.length;
  }

  /** Writes everything once more without retrying, and resolves. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#running;
    await this.#run();
  }

  async #writeOutcomes({ chain, outcomes }: Batch): Promise<void> {
    const retries = outcomes.flatMap(({ queue, delivery }) => retryOf(queue, delivery));
    const failures = outcomes.flatMap(({ queue, delivery, failure }) =>
      delivery === undefined || failure === undefined
        ? []
        : [failedAttemptWrite(queue.target().stream, delivery, failure)],
    );
    const deliveries = outcomes.flatMap(({ queue, delivery }) =>
      delivery === undefined ? [] : [deliveryWrite(queue.target().stream, delivery)],
    );
    await chain.append([...retries, ...failures]);
    await chain.append(deliveries);
    for (const { queue, attempt, delivery } of outcomes)
      if (attempt !== undefined) queue.markRecorded(attempt, delivery?.next_attempt_at ?? undefined);
  }

  async #writeCursorsAndDeletions({ chain, outcomes }: Batch): Promise<void> {
    const cursors = [...new Set(outcomes.map(({ queue }) => queue))].flatMap(
      (queue) => queue.cursorWrite() ?? [],
    );
    const ended = outcomes.flatMap(({ retry_id: id, queue }) => (id === undefined ? [] : { id, queue }));
    const writes = [...cursors, ...ended.map(({ id }) => retryDeletion(id))];
    for (;;) {
      try {
        await chain.write(writes);
        break;
      } catch (error) {
        if (error instanceof DocumentsWentBack) throw error;
        this.#options.onFault(error);
        // An outdated cursor or a retry that is left over only costs a read after the next start.
        if (this.#isStopped) return;
        await delay(RETRY_MS);
      }
    }
    for (const { id, queue } of ended) queue.retryDeleted(id);
  }

  /** The oldest outcomes, all of one chain. */
  #nextBatch(): Batch | undefined {
    const chain = this.#pending[0]?.queue.chain;
    if (chain === undefined) return undefined;
    const others = this.#pending.findIndex(({ queue }) => queue.chain !== chain);
    const count = Math.min(others === -1 ? this.#pending.length : others, BATCH_OUTCOMES);
    return { chain, outcomes: this.#pending.slice(0, count) };
  }

  async #run(): Promise<void> {
    if (!this.#isStopped) await delay(LINGER_MS);
    for (let batch = this.#nextBatch(); batch !== undefined; batch = this.#nextBatch()) {
      let isLost = false;
      try {
        await this.#writeOutcomes(batch);
        await this.#writeCursorsAndDeletions(batch);
      } catch (error) {
        this.#options.onFault(error);
        isLost = error instanceof DocumentsWentBack;
        if (!isLost && this.#isStopped) return;
        if (!isLost) await delay(RETRY_MS);
        if (!isLost) continue;
      }
      this.#pending.splice(0, batch.outcomes.length);
      if (isLost) this.#options.onLost(batch);
      else this.#options.onRecorded(batch.outcomes);
    }
  }

  #start(): void {
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined;
      if (this.#pending.length > 0 && !this.#isStopped) this.#start();
    });
  }
}

function retryOf(queue: EndpointQueue, delivery: Delivery | undefined): DocumentWrite[] {
  const due_at = delivery?.next_attempt_at ?? undefined;
  if (delivery === undefined || due_at === undefined) return [];
  const { id: delivery_id, webhook_endpoint_id } = delivery;
  const { stream } = queue.target();
  return [retryWrite(WEBHOOKS_SCOPE, { delivery_id, webhook_endpoint_id, stream, due_at })];
}
