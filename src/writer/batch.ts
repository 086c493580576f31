/** What a keeper appends at once: the events of commands that were decided while something else was being written. */
import type { IdempotencyKeyUse } from '../read-models/idempotency-key-use.ts';
import { APPEND_BYTES_MAX } from '../event-store/port.ts';
import type { NewEvent } from '../event-store/port.ts';
import type { BookEvent } from '../ledger/event.ts';
import type { DecidedEvents } from './speculative-book.ts';
import type { Answer, Command, Outcome } from './command.ts';

/** A command on its way: decided, and answered when its batch is acknowledged. */
export type PendingCommand = {
  readonly command: Command;
  readonly resolve: (outcome: Outcome) => void;
  readonly reject: (error: unknown) => void;
  /** How often it was decided again, on what was read since it came. */
  attempts: number;
  /** Up to this revision its key is known to be unused. */
  keyUnusedThrough: number;
  /** Undefined until it is decided. */
  decision: Decided | undefined;
};

export type Decided =
  | { readonly kind: 'answer'; readonly answer: Answer; readonly events: readonly BookEvent[] }
  | { readonly kind: 'repeat'; readonly use: IdempotencyKeyUse }
  | { readonly kind: 'final'; readonly outcome: Outcome };

/** Events that are appended together, and who waits for them. */
export type Batch = {
  readonly firstRevision: number;
  readonly events: NewEvent[];
  readonly commands: PendingCommand[];
  bytesMax: number;
  /** Hash of the newest event in it. */
  hash: string;
  /** How many steps of the journal belong to it. */
  undoSteps: number;
};

const startBatch = (firstRevision: number): Batch => ({
  firstRevision,
  events: [],
  commands: [],
  bytesMax: 0,
  hash: '',
  undoSteps: 0,
});

/** The batches of a book on their way into its stream, oldest first. One at a time is written. */
export class Batches {
  readonly #eventsMax: number;
  #written: Batch | undefined;
  #next: Batch[] = [];

  /** No batch gets more events than `eventsMax`, nor more bytes than an append may have. */
  constructor(eventsMax: number) {
    this.#eventsMax = eventsMax;
  }

  get isWriting(): boolean {
    return this.#written !== undefined;
  }

  /** What all that was decided so far is acknowledged with; undefined when it is. */
  get newest(): Batch | undefined {
    return this.#next.at(-1) ?? this.#written;
  }

  /** Puts an addition behind all that is there. */
  add(waiting: PendingCommand, addition: DecidedEvents): void {
    let batch = this.#next.at(-1);
    if (batch === undefined || !this.#hasRoom(batch, addition)) {
      batch = startBatch(addition.firstRevision);
      this.#next.push(batch);
    }
    batch.events.push(...addition.events);
    batch.commands.push(waiting);
    batch.bytesMax += addition.bytesMax;
    batch.hash = addition.hash;
    batch.undoSteps += addition.undoSteps;
  }

  #hasRoom({ events, bytesMax }: Batch, addition: DecidedEvents): boolean {
    return (
      events.length + addition.events.length <= this.#eventsMax &&
      bytesMax + addition.bytesMax <= APPEND_BYTES_MAX
    );
  }

  /** The oldest, which is being written from now on; undefined while another one is, or when there is none. */
  startNext(): Batch | undefined {
    if (this.#written !== undefined) return undefined;
    this.#written = this.#next.shift();
    return this.#written;
  }

  /** What was being written is in the stream. */
  finish(): void {
    this.#written = undefined;
  }

  /** Lets all of them go. Gives those who were waiting, in order. */
  clear(): PendingCommand[] {
    const waiting = [this.#written, ...this.#next].flatMap((batch) => batch?.commands ?? []);
    this.#written = undefined;
    this.#next = [];
    return waiting;
  }
}
