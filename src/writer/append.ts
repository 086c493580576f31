import { createBackoff, exponentialDelays, type BackoffPolicy } from '../async/wait.ts';
import { chainHash, withHash, type EventDraft } from '../event-store/codec.ts';
import type { EventMacs } from '../event-store/event-macs.ts';
import {
  eventBytes,
  APPEND_BYTES_MAX,
  EventsNotKept,
  StoreUnavailable,
  type EventStore,
  type NewEvent,
  type Position,
  type Revision,
  type StoredEvent,
  type StreamName,
} from '../event-store/port.ts';
import { LostEvents } from '../read-models/history/event-history.ts';
import { delay, monotonicTime } from '../system/runtime.ts';
import type { ObservedAppend, WriterObserver } from './command.ts';
import type { PendingCommand } from './decide.ts';
import type { DecidedEvents } from './speculative-book.ts';

// A batch is appended at once: the events of commands that were decided while an earlier batch was being written.

export type Batch = {
  readonly firstRevision: Revision;
  readonly events: NewEvent[];
  /** Commands answered once the batch is acknowledged. */
  readonly commands: PendingCommand[];
  bytesMax: number;
  /** Hash of its last event. The last event of an open batch has no MAC yet. */
  hash: string;
  /** Hash of the event before its last one. */
  previous: string;
  /** The last event before it was chained; undefined once the batch is closed. */
  last: EventDraft | undefined;
  /** How many steps it added to the undo log. */
  undoSteps: number;
  readonly changedKeys: string[];
};

const createBatch = (firstRevision: Revision, hash: string): Batch => ({
  firstRevision,
  events: [],
  commands: [],
  bytesMax: 0,
  hash,
  previous: hash,
  last: undefined,
  undoSteps: 0,
  changedKeys: [],
});

/** The unacknowledged batches of a book, oldest first. Only the oldest one is being written. */
export class Batches {
  readonly #stream: StreamName;
  readonly #eventsMax: number;
  readonly #macs: EventMacs;
  #writing: Batch | undefined;
  #queued: Batch[] = [];

  /** A batch has at most `eventsMax` events, and at most the bytes that the event store accepts. */
  constructor(stream: StreamName, eventsMax: number, macs: EventMacs) {
    this.#stream = stream;
    this.#eventsMax = eventsMax;
    this.#macs = macs;
  }

  get isWriting(): boolean {
    return this.#writing !== undefined;
  }

  /** The batch that is being written. */
  get writing(): Batch | undefined {
    return this.#writing;
  }

  /** The last batch to be acknowledged; undefined when everything is. */
  get newest(): Batch | undefined {
    return this.#queued.at(-1) ?? this.#writing;
  }

  /** Adds the events of a command after all others. `acknowledged` is the hash of the newest event in the stream. */
  add(pending: PendingCommand, decided: DecidedEvents, acknowledged: string): void {
    let batch = this.#queued.at(-1);
    if (batch === undefined || !this.#fits(batch, decided)) {
      batch = createBatch(decided.firstRevision, this.close() ?? acknowledged);
      this.#queued.push(batch);
    }
    for (const draft of decided.drafts) {
      const revision = batch.firstRevision + batch.events.length;
      batch.previous = batch.hash;
      batch.hash = chainHash(batch.previous, this.#stream, revision, draft);
      batch.events.push(withHash(draft, batch.hash));
    }
    batch.last = decided.drafts.at(-1);
    batch.commands.push(pending);
    batch.bytesMax += decided.bytesMax;
    batch.undoSteps += decided.undoSteps;
    batch.changedKeys.push(...decided.changedKeys);
  }

  /**
   * Adds no more events to the newest batch, and adds the MAC to its last one. Returns the hash of the newest event
   * without acknowledgement; undefined if there is none.
   */
  close(): string | undefined {
    const batch = this.newest;
    if (batch?.last === undefined) return batch?.hash;
    const draft = this.#macs.add(batch.last, batch.hash);
    const at = batch.events.length - 1;
    batch.hash = chainHash(batch.previous, this.#stream, batch.firstRevision + at, draft);
    batch.events[at] = withHash(draft, batch.hash);
    batch.last = undefined;
    return batch.hash;
  }

  #fits({ events, bytesMax, last }: Batch, decided: DecidedEvents): boolean {
    return (
      last !== undefined &&
      events.length + decided.drafts.length <= this.#eventsMax &&
      bytesMax + decided.bytesMax <= APPEND_BYTES_MAX
    );
  }

  /** Marks the oldest batch as being written and returns it. Undefined while another one is, or when there is none. */
  startNext(): Batch | undefined {
    if (this.#writing !== undefined) return undefined;
    this.close();
    this.#writing = this.#queued.shift();
    return this.#writing;
  }

  /** The batch being written is acknowledged. */
  finish(): void {
    this.#writing = undefined;
  }

  /** Removes all batches. Returns their commands in order. */
  clear(): PendingCommand[] {
    const commands = [this.#writing, ...this.#queued].flatMap((batch) => batch?.commands ?? []);
    this.#writing = undefined;
    this.#queued = [];
    return commands;
  }
}

// Appends a batch at its exact revision. When the store does not report the outcome, the stream is read instead: every
// event has an ID that was chosen beforehand, so the events at that revision show who wrote them.

/** `position` is that of the batch's last event. `conflict`: another writer's events are at this revision. */
type AppendOutcome =
  { readonly kind: 'written'; readonly position: Position } | { readonly kind: 'conflict' };

type AppendOptions = {
  readonly eventStore: EventStore;
  readonly stream: StreamName;
  /** How long an append with an unknown outcome is retried. */
  readonly appendTimeoutMs: number;
  readonly observer?: Pick<WriterObserver, 'appended'> | undefined;
};

const RETRIES: BackoffPolicy = { delaysMs: exponentialDelays(50, 500) };

/**
 * Throws StoreUnavailable when the outcome is still unknown after `appendTimeoutMs`, and LostEvents if the stream is still shorter than
 * before then.
 */
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
  bytes: eventBytes(events),
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
    let lost: ConstructorParameters<typeof LostEvents>[1] | undefined;
    const known = batch.firstRevision - 1;
    try {
      const result = await eventStore.append(stream, batch.events, known);
      if (result.ok) return { kind: 'written', position: result.position };
      if (result.actual < known) lost = { source: 'a process that read it', revision: known };
    } catch (error) {
      if (!(error instanceof StoreUnavailable) || error instanceof EventsNotKept) throw error;
      failure = error;
    }
    const found = await findOutcome(options, batch);
    if (found !== undefined) return found;
    if (monotonicTime() > deadline && lost !== undefined)
      throw new LostEvents(stream, lost, 'the stream ends before it');
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
