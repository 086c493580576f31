/** A batch is appended at once: the events of commands that were decided while an earlier batch was being written. */
import { chainHash, withHash } from '../event-store/codec.ts';
import type { EventDraft } from '../event-store/codec.ts';
import type { EventMacs } from '../event-store/event-macs.ts';
import { APPEND_BYTES_MAX } from '../event-store/port.ts';
import type { NewEvent, Revision, StreamName } from '../event-store/port.ts';
import type { PendingCommand } from './pending-command.ts';
import type { DecidedEvents } from './speculative-book.ts';

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
  /** The number of its steps in the undo undoLog. */
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
