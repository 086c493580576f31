/**
 * Writes down what came of attempts, many at a time. What a later write rests on is durable before it: the next attempts
 * first, then the deliveries, and only then the cursors and the end of what is done. A process that ends in between makes
 * some attempts again and leaves none out.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { WEBHOOKS_SCOPE } from '../../../projections/webhooks/delivery-targets.ts';
import type { DocumentStore, DocumentWrite } from '../../read-models/port.ts';
import { retryDeletion, retryWrite, deliveryWrite } from './delivery.ts';
import type { Delivery } from './delivery.ts';
import type { QueuedAttempt } from '../queue/queued-attempt.ts';
import type { EndpointQueue } from '../queue/endpoint-queue.ts';

/** What an attempt has come to; without an item, of a retry that nothing comes of. */
export type AttemptOutcome = {
  readonly queue: EndpointQueue;
  readonly attempt: QueuedAttempt | undefined;
  readonly delivery: Delivery | undefined;
  /** The document of the retry that this was. */
  readonly retry_id: string | undefined;
};

export type DeliveryRecorder = {
  add(outcome: AttemptOutcome): void;
  /** How many are not written yet. */
  pendingCount(): number;
  /** Resolves when everything is written, or can't be for now and is given up. */
  stop(): Promise<void>;
};

export type DeliveryRecorderOptions = {
  readonly documents: Pick<DocumentStore, 'write'>;
  /** The store is away. It is tried again. */
  readonly onFault: (error: unknown) => void;
  /** These were written. */
  readonly onRecorded: (batch: readonly AttemptOutcome[]) => void;
};

/** How long outcomes come together before they are written. */
const GATHER_MS = 40;
/** As many are written at once, in one transaction where there are such. */
const BATCH = 200;
const RETRY_MS = 500;
const NO_CHECKPOINTS: ReadonlyMap<string, bigint> = new Map();

export function createDeliveryRecorder({
  documents,
  onFault,
  onRecorded,
}: DeliveryRecorderOptions): DeliveryRecorder {
  const waiting: AttemptOutcome[] = [];
  /** Queues whose cursors may have moved, and documents of retries that are done. */
  const moved = new Set<EndpointQueue>();
  const gone = new Map<string, EndpointQueue>();
  let running: Promise<void> | undefined;
  let stopped = false;

  const write = async (writes: readonly DocumentWrite[]): Promise<void> => {
    if (writes.length > 0) await documents.write(writes, NO_CHECKPOINTS);
  };

  async function writeBatch(batch: readonly AttemptOutcome[]): Promise<void> {
    const retries = batch.flatMap(({ queue, delivery }) => retryOf(queue, delivery));
    const deliveries = batch.flatMap(({ queue, delivery }) =>
      delivery === undefined ? [] : [deliveryWrite(queue.target().stream, delivery)],
    );
    await write(retries);
    await write(deliveries);
    for (const { queue, attempt, delivery, retry_id } of batch) {
      const due = delivery?.next_attempt_at ?? undefined;
      if (attempt !== undefined) queue.markRecorded(attempt, due);
      moved.add(queue);
      if (retry_id !== undefined) gone.set(retry_id, queue);
    }
  }

  async function writeDone(): Promise<void> {
    const cursors = [...moved].flatMap((queue) => queue.cursorWrite() ?? []);
    moved.clear();
    const ids = [...gone];
    const writes = [...cursors, ...ids.map(([id]) => retryDeletion(id))];
    for (;;) {
      try {
        await write(writes);
        break;
      } catch (error) {
        onFault(error);
        // A cursor that stays behind, and a retry that stays, cost a look after the next start.
        if (stopped) return;
        await delay(RETRY_MS);
      }
    }
    for (const [id, queue] of ids) {
      queue.retryDeleted(id);
      gone.delete(id);
    }
  }

  async function run(): Promise<void> {
    if (!stopped) await delay(GATHER_MS);
    while (waiting.length > 0) {
      const batch = waiting.slice(0, BATCH);
      try {
        await writeBatch(batch);
      } catch (error) {
        onFault(error);
        if (stopped) return;
        await delay(RETRY_MS);
        continue;
      }
      waiting.splice(0, batch.length);
      await writeDone();
      onRecorded(batch);
    }
  }

  const start = (): void => {
    running ??= run().finally(() => {
      running = undefined;
      if (waiting.length > 0 && !stopped) start();
    });
  };

  return {
    add(outcome) {
      waiting.push(outcome);
      start();
    },
    pendingCount: () => waiting.length,
    async stop() {
      stopped = true;
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
