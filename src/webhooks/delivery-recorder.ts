/**
 * Writes the outcomes of attempts in batches. Each write depends only on earlier ones: first the next
 * retries, then the deliveries, then the cursors and the deletion of finished retries. After a crash in
 * between, some attempts are repeated and none is lost.
 */
import { delay } from '../system/runtime.ts';
import { WEBHOOKS_SCOPE } from '../../projections/webhooks/delivery-targets.ts';
import type { DocumentStore, DocumentWrite } from '../read-models/port.ts';
import { retryDeletion, retryWrite, deliveryWrite } from './records/delivery.ts';
import { failedAttemptWrite } from './records/attempt-record.ts';
import type { AttemptDetails } from './records/attempt-record.ts';
import type { Delivery } from './records/delivery.ts';
import type { QueuedAttempt } from './records/queued-attempt.ts';
import type { EndpointQueue } from './queue/endpoint-queue.ts';

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

export type DeliveryRecorder = {
  add(outcome: AttemptOutcome): void;
  /** Number of outcomes that are not written yet. */
  pendingCount(): number;
  /** Writes everything once more without retrying, and resolves. */
  stop(): Promise<void>;
};

export type DeliveryRecorderOptions = {
  readonly documents: Pick<DocumentStore, 'write'>;
  /** A write failed. It is retried. */
  readonly onFault: (error: unknown) => void;
  /** Called after a batch has been written. */
  readonly onRecorded: (batch: readonly AttemptOutcome[]) => void;
};

/** How long to collect outcomes before writing them. */
const LINGER_MS = 40;
/** Outcomes per write, in one transaction where the store has them. */
const BATCH_OUTCOMES = 200;
const RETRY_MS = 500;
const NO_CHECKPOINTS: ReadonlyMap<string, bigint> = new Map();

export function createDeliveryRecorder({
  documents,
  onFault,
  onRecorded,
}: DeliveryRecorderOptions): DeliveryRecorder {
  const pending: AttemptOutcome[] = [];
  /** Queues whose cursors may have advanced, and retry documents to delete. */
  const advanced = new Set<EndpointQueue>();
  const retriesToDelete = new Map<string, EndpointQueue>();
  let running: Promise<void> | undefined;
  let isStopped = false;

  const write = async (writes: readonly DocumentWrite[]): Promise<void> => {
    if (writes.length > 0) await documents.write(writes, NO_CHECKPOINTS);
  };

  async function writeBatch(batch: readonly AttemptOutcome[]): Promise<void> {
    const retries = batch.flatMap(({ queue, delivery }) => retryOf(queue, delivery));
    const failures = batch.flatMap(({ queue, delivery, failure }) =>
      delivery === undefined || failure === undefined
        ? []
        : [failedAttemptWrite(queue.target().stream, delivery, failure)],
    );
    const deliveries = batch.flatMap(({ queue, delivery }) =>
      delivery === undefined ? [] : [deliveryWrite(queue.target().stream, delivery)],
    );
    await write([...retries, ...failures]);
    await write(deliveries);
    for (const { queue, attempt, delivery, retry_id } of batch) {
      const due = delivery?.next_attempt_at ?? undefined;
      if (attempt !== undefined) queue.markRecorded(attempt, due);
      advanced.add(queue);
      if (retry_id !== undefined) retriesToDelete.set(retry_id, queue);
    }
  }

  async function writeCursorsAndDeletions(): Promise<void> {
    const cursors = [...advanced].flatMap((queue) => queue.cursorWrite() ?? []);
    advanced.clear();
    const ids = [...retriesToDelete];
    const writes = [...cursors, ...ids.map(([id]) => retryDeletion(id))];
    for (;;) {
      try {
        await write(writes);
        break;
      } catch (error) {
        onFault(error);
        // An outdated cursor or a retry that is left over only costs a read after the next start.
        if (isStopped) return;
        await delay(RETRY_MS);
      }
    }
    for (const [id, queue] of ids) {
      queue.retryDeleted(id);
      retriesToDelete.delete(id);
    }
  }

  async function run(): Promise<void> {
    if (!isStopped) await delay(LINGER_MS);
    while (pending.length > 0) {
      const batch = pending.slice(0, BATCH_OUTCOMES);
      try {
        await writeBatch(batch);
      } catch (error) {
        onFault(error);
        if (isStopped) return;
        await delay(RETRY_MS);
        continue;
      }
      pending.splice(0, batch.length);
      await writeCursorsAndDeletions();
      onRecorded(batch);
    }
  }

  const start = (): void => {
    running ??= run().finally(() => {
      running = undefined;
      if (pending.length > 0 && !isStopped) start();
    });
  };

  return {
    add(outcome) {
      pending.push(outcome);
      start();
    },
    pendingCount: () => pending.length,
    async stop() {
      isStopped = true;
      await running;
      await run();
    },
  };
}

function retryOf(queue: EndpointQueue, delivery: Delivery | undefined): DocumentWrite[] {
  const due_at = delivery?.next_attempt_at ?? undefined;
  if (delivery === undefined || due_at === undefined) return [];
  const { id: delivery_id, webhook_endpoint_id } = delivery;
  const { stream } = queue.target();
  return [retryWrite(WEBHOOKS_SCOPE, { delivery_id, webhook_endpoint_id, stream, due_at })];
}
