/** A batch is appended at once: the events of commands that were decided while an earlier batch was being written. */
import { APPEND_BYTES_MAX } from '../event-store/port.ts';
import type { NewEvent, Revision } from '../event-store/port.ts';
import type { PendingCommand } from './pending-command.ts';
import type { DecidedEvents } from './speculative-book.ts';

export type Batch = {
  readonly firstRevision: Revision;
  readonly events: NewEvent[];
  /** Commands answered once the batch is acknowledged. */
  readonly commands: PendingCommand[];
  bytesMax: number;
  /** Hash of its last event. */
  hash: string;
  /** The number of its steps in the undo undoLog. */
  undoSteps: number;
  readonly changedKeys: string[];
};

const createBatch = (firstRevision: Revision): Batch => ({
  firstRevision,
  events: [],
  commands: [],
  bytesMax: 0,
  hash: '',
  undoSteps: 0,
  changedKeys: [],
});

/** The unacknowledged batches of a book, oldest first. Only the oldest one is being written. */
export class Batches {
  readonly #eventsMax: number;
  #writing: Batch | undefined;
  #queued: Batch[] = [];

  /** A batch has at most `eventsMax` events, and at most the bytes that the event store accepts. */
  constructor(eventsMax: number) {
    this.#eventsMax = eventsMax;
  }

  get isWriting(): boolean {
    return this.#writing !== undefined;
  }

  /** The last batch to be acknowledged; undefined when everything is. */
  get newest(): Batch | undefined {
    return this.#queued.at(-1) ?? this.#writing;
  }

  /** Adds the events of a command after all others. */
  add(pending: PendingCommand, decided: DecidedEvents): void {
    let batch = this.#queued.at(-1);
    if (batch === undefined || !this.#fits(batch, decided)) {
      batch = createBatch(decided.firstRevision);
      this.#queued.push(batch);
    }
    batch.events.push(...decided.events);
    batch.commands.push(pending);
    batch.bytesMax += decided.bytesMax;
    batch.hash = decided.hash;
    batch.undoSteps += decided.undoSteps;
    batch.changedKeys.push(...decided.changedKeys);
  }

  #fits({ events, bytesMax }: Batch, decided: DecidedEvents): boolean {
    return (
      events.length + decided.events.length <= this.#eventsMax &&
      bytesMax + decided.bytesMax <= APPEND_BYTES_MAX
    );
  }

  /** Marks the oldest batch as being written and returns it. Undefined while another one is, or when there is none. */
  startNext(): Batch | undefined {
    if (this.#writing !== undefined) return undefined;
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
