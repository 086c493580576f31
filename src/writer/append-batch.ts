/**
 * Appends a batch at its exact revision. When the store does not report the outcome, the stream is read instead: every
 * event has an ID that was chosen beforehand, so the events at that revision show who wrote them.
 */
import { delay, monotonicTime } from '../system/runtime.ts';
import { createBackoff, exponentialDelays } from '../async/backoff.ts';
import type { BackoffPolicy } from '../async/backoff.ts';
import { StoreUnavailable } from '../event-store/port.ts';
import type { EventStore, Position, StoredEvent, StreamName } from '../event-store/port.ts';
import type { Batch } from './batch.ts';
import type { ObservedAppend, WriterObserver } from './observer.ts';

/** `position` is that of the batch's last event. `conflict`: another writer's events are at this revision. */
export type AppendOutcome =
  { readonly kind: 'written'; readonly position: Position } | { readonly kind: 'conflict' };

export type AppendOptions = {
  readonly eventStore: EventStore;
  readonly stream: StreamName;
  /** How long an append with an unknown outcome is retried. */
  readonly appendTimeoutMs: number;
  readonly observer?: Pick<WriterObserver, 'appended'> | undefined;
};

const RETRIES: BackoffPolicy = { delaysMs: exponentialDelays(50, 500) };

/** Throws StoreUnavailable when the outcome is still unknown after `appendTimeoutMs`. */
export async function appendBatch(options: AppendOptions, batch: Batch): Promise<AppendOutcome> {
  const startedAt = monotonicTime();
  let outcome: ObservedAppend['outcome'] = 'unknown';
  try {
    const appended = await appendUntilKnown(options, batch);
    outcome = appended.kind;
    return appended;
  } finally {
    options.observer?.appended(observedAppend(options.stream, batch, { outcome, startedAt }));
  }
}

const observedAppend = (
  stream: string,
  { firstRevision, events, commands }: Batch,
  rest: Pick<ObservedAppend, 'outcome' | 'startedAt'>,
): ObservedAppend => ({
  stream,
  firstRevision,
  events: events.length,
  commands: commands.length,
  requestIds: commands.map(({ command }) => command.requestId),
  ...rest,
});

async function appendUntilKnown(options: AppendOptions, batch: Batch): Promise<AppendOutcome> {
  const { eventStore, stream, appendTimeoutMs } = options;
  const deadline = monotonicTime() + appendTimeoutMs;
  const backoff = createBackoff(RETRIES);
  for (;;) {
    let failure: StoreUnavailable | undefined;
    try {
      const result = await eventStore.append(stream, batch.events, batch.firstRevision - 1);
      if (result.ok) return { kind: 'written', position: result.position };
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error;
      failure = error;
    }
    const found = await findOutcome(options, batch);
    if (found !== undefined) return found;
    if (monotonicTime() > deadline)
      throw failure ?? new StoreUnavailable(`${stream} rejects the append but shows no conflicting event`);
    await delay(backoff.next());
  }
}

/**
 * Reads the events at the batch's revision. Undefined while they do not decide the outcome. After a conflict, its first event
 * decides; the book reads the others only once.
 */
async function findOutcome(
  { eventStore, stream }: AppendOptions,
  { firstRevision, events }: Batch,
): Promise<AppendOutcome | undefined> {
  const eventAt = async (index: number): Promise<StoredEvent | undefined> => {
    try {
      return (await eventStore.read(stream, firstRevision + index, 1))[0];
    } catch (error) {
      if (error instanceof StoreUnavailable) return undefined;
      throw error;
    }
  };
  const first = await eventAt(0);
  if (first === undefined) return undefined;
  if (first.id !== events[0]?.id) return { kind: 'conflict' };
  // Our own events, but perhaps not all of them: a server that is still starting may show an append before it has read all of it.
  const last = events.length === 1 ? first : await eventAt(events.length - 1);
  if (last === undefined || last.id !== events.at(-1)?.id) return undefined;
  return { kind: 'written', position: last.position };
}
