/**
 * The copy of a book that a keeper decides on: what is known to be in the stream, and on top of it what was decided and
 * is still being written. The upper part can be taken back.
 */
import type { DocumentStore } from '../read-models/port.ts';
import { utf8BytesMax } from '../event-store/append-limits.ts';
import { FIRST_HASH, decodeMetadata, encodeWithMetadataPrefix, verifyHash } from '../event-store/codec.ts';
import type { Metadata } from '../event-store/codec.ts';
import { NO_STREAM, START } from '../event-store/port.ts';
import type { EventStore, NewEvent, StoredEvent } from '../event-store/port.ts';
import { eventVersions } from '../generated/events.ts';
import { createBook } from '../ledger/book.ts';
import { evolve } from '../ledger/evolve.ts';
import type { Book } from '../ledger/book.ts';
import type { BookEvent, RecordedBookEvent } from '../ledger/event.ts';
import { rollBack } from '../ledger/table.ts';
import { idempotencyRecord } from './idempotency/idempotency-record.ts';
import type { Answer, Command } from './command.ts';
import { createKeyCache } from './idempotency/key-cache.ts';
import type { KeyCache } from './idempotency/key-cache.ts';
import { recordedAt, decodeRecorded } from '../event-store/book-event.ts';
import { captureBook, loadSnapshot } from './snapshots/snapshot.ts';
import type { BookCapture, RestoredBook } from './snapshots/snapshot.ts';

/** The newest event that is known to be in the stream. */
export type Acknowledged = { readonly revision: number; readonly hash: string; readonly position: bigint };

/** A decision folded into the copy and written down, ready to append. */
export type DecidedEvents = {
  readonly answer: Answer;
  readonly events: readonly NewEvent[];
  readonly firstRevision: number;
  /** At most as many bytes has what is to be written. */
  readonly bytesMax: number;
  /** Of the last event. */
  readonly hash: string;
  /** How many steps of the journal take it back. */
  readonly undoSteps: number;
};

export class SpeculativeBook {
  readonly book: Book;
  readonly keys: KeyCache;
  #acknowledged: Acknowledged;
  /** Hash of the newest event folded in, acknowledged or not. */
  #hash: string;

  /** An empty copy, or one from a snapshot and the event it was taken at. */
  constructor(stream: string, keysMax: number, from?: { restored: RestoredBook; last: StoredEvent }) {
    this.book = from?.restored.book ?? createBook(stream);
    const saved = from && { filter: from.restored.filter, revision: from.last.revision };
    this.keys = createKeyCache(this.book.undoLog, keysMax, saved);
    this.#hash = from?.restored.hash ?? FIRST_HASH;
    this.#acknowledged = {
      revision: from?.last.revision ?? NO_STREAM,
      hash: this.#hash,
      position: from?.last.position ?? START,
    };
  }

  get acknowledged(): Acknowledged {
    return this.#acknowledged;
  }

  /** Folds a decision in, renders its answer and writes its events down. What throws leaves no trace. */
  applyDecision(command: Command, events: readonly BookEvent[], time: string): DecidedEvents {
    const { undoLog } = this.book;
    const undoBefore = undoLog.steps.length;
    const hashBefore = this.#hash;
    undoLog.isRecording = true;
    try {
      const firstRevision = this.book.revision + 1;
      const recorded = events.map((event, i) => recordedAt(event, this.book.stream, firstRevision + i, time));
      for (const event of recorded) evolve(this.book, event);
      const { answer: rule } = command;
      const answer = rule.from === 'events' ? rule.render(recorded) : rule.render(this.book, recorded);
      const written = this.#write(command, answer, recorded);
      const undoSteps = undoLog.steps.length - undoBefore;
      return { answer, ...written, firstRevision, hash: this.#hash, undoSteps };
    } catch (error) {
      // A decision that the book itself does not take is a fault of ours.
      rollBack(undoLog, undoBefore);
      this.#hash = hashBefore;
      throw error;
    }
  }

  #write(
    command: Command,
    answer: Answer,
    recorded: readonly RecordedBookEvent[],
  ): Pick<DecidedEvents, 'events' | 'bytesMax'> {
    const record = idempotencyRecord(command, answer, recorded.length);
    const { actor, requestId: request_id, reason } = command;
    const by = reason === undefined ? { actor, request_id } : { actor, request_id, reason };
    const events: NewEvent[] = [];
    let bytesMax = 0;
    // Events after the first mostly have the same metadata.
    let shared = { version: 0, open: '' };
    for (const event of recorded) {
      const { type, time, revision } = event;
      const version = eventVersions[type];
      if (shared.version !== version) {
        const about: Metadata = { schema_version: version, time, ...by };
        shared = { version, open: JSON.stringify(about).slice(0, -1) };
      }
      let { open } = shared;
      if (events.length === 0 && record !== undefined) {
        open += `,"idempotency":${JSON.stringify(record)}`;
        const { key, fingerprint } = record;
        this.keys.add(key, { fingerprint, revision, events: recorded.length });
      }
      const { event: written, hash } = encodeWithMetadataPrefix(
        this.#hash,
        this.book.stream,
        revision,
        event,
        open,
      );
      this.#hash = hash;
      events.push(written);
      bytesMax += utf8BytesMax(written.data) + utf8BytesMax(written.metadata);
    }
    return { events, bytesMax };
  }

  /** The oldest additions, as many as have these undo steps, are in the stream up to here. */
  acknowledge(upTo: Acknowledged, undoSteps: number): void {
    this.#acknowledged = upTo;
    this.book.undoLog.steps.splice(0, undoSteps);
    this.keys.trim();
  }

  /** Back to what is acknowledged. */
  rollBack(): void {
    rollBack(this.book.undoLog);
    this.#hash = this.#acknowledged.hash;
  }

  /** Folds in the next event of the stream. Throws a BrokenChain, or when the event breaks a rule; the copy is then of no use. */
  apply(stored: StoredEvent): void {
    this.book.undoLog.isRecording = false;
    const { revision, position } = stored;
    const hash = verifyHash(this.#hash, stored);
    const { idempotency } = decodeMetadata(stored);
    evolve(this.book, decodeRecorded(stored));
    if (idempotency !== undefined) {
      const { key, fingerprint, events } = idempotency;
      this.keys.add(key, { fingerprint, revision, events });
    }
    this.#hash = hash;
    this.#acknowledged = { revision, hash, position };
    this.keys.trim();
  }

  capture(): BookCapture {
    return captureBook(this.book, this.#hash, this.keys.filter());
  }
}

/** A copy from the newest snapshot, if there is one and it belongs to this stream's history. */
export async function restoreFromSnapshot(
  stream: string,
  keysMax: number,
  stores: { readonly eventStore: EventStore; readonly documents: DocumentStore },
): Promise<SpeculativeBook | undefined> {
  const restored = await loadSnapshot(stores.documents, stream);
  if (restored === undefined) return undefined;
  const [last] = await stores.eventStore.read(stream, restored.book.revision, 1);
  if (last === undefined || decodeMetadata(last).hash !== restored.hash) {
    throw new Error('a snapshot is of another history; the stream is read instead');
  }
  return new SpeculativeBook(stream, keysMax, { restored, last });
}
