/**
 * Appends a batch where it belongs, and finds out what became of it when the store does not say. Every event has an ID
 * that was chosen before, so what stands in the stream where the batch should be tells.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { StoreUnavailable } from '../event-store/port.ts';
import type { EventStore } from '../event-store/port.ts';
import type { Batch } from './batch.ts';
import type { WriterObserver, ObservedAppend } from './observer.ts';

/** Written, up to the position of its last event; or somebody else's events are where it should be. */
export type AppendOutcome =
  { readonly kind: 'written'; readonly position: bigint } | { readonly kind: 'overtaken' };

export type AppendOptions = {
  readonly eventStore: EventStore;
  readonly stream: string;
  /** How long an append with an unknown outcome is followed up. */
  readonly appendTimeoutMs: number;
  readonly observer?: Pick<WriterObserver, 'appended'> | undefined;
};

const PAUSE_MS = 50;
const PAUSE_MAX_MS = 500;

/** Throws StoreUnavailable when the outcome is still unknown after all patience. */
export async function appendBatch(options: AppendOptions, batch: Batch): Promise<AppendOutcome> {
  const startedAt = performance.now();
  let outcome: ObservedAppend['outcome'] = 'unknown';
  try {
    const appended = await appendOrFindOut(options, batch);
    outcome = appended.kind;
    return appended;
  } finally {
    options.observer?.appended(observedAppend(options.stream, batch, { outcome, startedAt }));
  }
}

const observedAppend = (
  stream: string,
  { firstRevision, events, commands }: Batch,
  how: Pick<ObservedAppend, 'outcome' | 'startedAt'>,
): ObservedAppend => ({
  stream,
  firstRevision,
  events: events.length,
  commands: commands.length,
  requestIds: commands.map(({ command }) => command.requestId),
  ...how,
});

async function appendOrFindOut(options: AppendOptions, batch: Batch): Promise<AppendOutcome> {
  const { eventStore, stream, appendTimeoutMs } = options;
  const deadline = performance.now() + appendTimeoutMs;
  for (let pause = PAUSE_MS; ; pause = Math.min(pause * 2, PAUSE_MAX_MS)) {
    let fault: StoreUnavailable | undefined;
    try {
      const result = await eventStore.append(stream, batch.events, batch.firstRevision - 1);
      if (result.ok) return { kind: 'written', position: result.position };
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error;
      fault = error;
    }
    const found = await lookFor(options, batch);
    if (found !== undefined) return found;
    if (performance.now() > deadline)
      throw fault ?? new StoreUnavailable(`${stream} neither takes an append nor shows another one`);
    await delay(pause);
  }
}

/** Reads what is in the stream where the batch should be; undefined while that does not tell. */
async function lookFor(
  { eventStore, stream }: AppendOptions,
  batch: Batch,
): Promise<AppendOutcome | undefined> {
  const there = await eventStore
    .read(stream, batch.firstRevision, batch.events.length)
    .catch((error: unknown) => {
      if (error instanceof StoreUnavailable) return [];
      throw error;
    });
  const last = there.at(-1);
  if (last === undefined) return undefined;
  if (there[0]?.id !== batch.events[0]?.id) return { kind: 'overtaken' };
  // Our own events, but not all of them: a server that is just coming back may show an append before it has read it whole.
  return last.id === batch.events.at(-1)?.id ? { kind: 'written', position: last.position } : undefined;
}
