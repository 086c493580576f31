/**
 * A book that includes decisions which are still being written. It consists of the events known to be in the stream and,
 * on top, the events of decisions without acknowledgement. The upper part can be rolled back.
 */

import type { KeyObject } from 'node:crypto';
import type { VerifiedEvent } from '../event-store/authenticated-reader.ts';
import { decodeRecorded, recordedAt } from '../event-store/book-event.ts';
import {
  FIRST_HASH,
  MAC_BYTES_MAX,
  bytesOfDraft,
  decodeMetadata,
  draftEvents,
  withIdempotency,
  type DraftedEvents,
  type EventDraft,
} from '../event-store/codec.ts';
import { encodingSchemasOf } from '../event-store/event-schemas.ts';
import {
  APPEND_BYTES_MAX,
  NO_STREAM,
  START,
  type EventStore,
  type Position,
  type Revision,
  type StoredEvent,
  type StreamName,
  utf8BytesMax,
} from '../event-store/port.ts';
import { createBook, type Book } from '../ledger/book.ts';
import { isAnnounced, type BookEvent, type RecordedBookEvent } from '../ledger/event.ts';
import { evolve } from '../ledger/evolve.ts';
import { countDecidedAlone, isOperatorActor } from '../ledger/limited-actions.ts';
import { rollBack } from '../ledger/table.ts';
import { readProven } from '../read-models/history/event-history.ts';
import type { DocumentStore } from '../read-models/port.ts';
import type { MacKeys } from '../system/key-ring.ts';
import { addChangedKeys } from './changed-keys.ts';
import type { Answer, AnswerSource, Command, SealAnswer } from './command.ts';
import { createKeyCache, createRecord, type AnswerToRecord, type KeyCache } from './idempotency.ts';
import { captureBook, loadContents, type BookCapture, type RestoredBook } from './snapshot.ts';
import { readManifest } from './snapshot-manifest.ts';

// The position of the last event about each object and list of a book, so that a read waits only for what it shows. Only
// positions that are not projected yet matter, so older ones are forgotten, and so are the oldest when there are too many.

/** Keys move together from `newer` to `older`, which costs less than keeping each key in order. */
const NEWER_KEYS_MAX = 25_000;
/** Fewer keys do not move, so that a book that is projected at once rarely needs new maps. */
const NEWER_KEYS_MIN = 1_000;

export type RecentChanges = {
  /** These keys were changed by events up to this position, which is greater than that of any earlier call. */
  record(keys: readonly string[], position: Position): void;
  /** The position of the last event that changed any of the keys, or a later one. */
  lastChange(keys: readonly string[]): Position;
};

/**
 * `start` is the position of the newest event that the caller does not record. `isProjected` says whether all documents
 * contain the events up to a position.
 */
export function createRecentChanges(
  start: Position,
  isProjected: (position: Position) => boolean = () => false,
  { min, max }: { readonly min: number; readonly max: number } = {
    min: NEWER_KEYS_MIN,
    max: NEWER_KEYS_MAX,
  },
): RecentChanges {
  let newer = new Map<string, Position>();
  let older = new Map<string, Position>();
  /** No key in `older` changed after this position, unless it is in `newer` too. */
  let olderThrough = start;
  /** No forgotten key changed after this position. */
  let forgottenThrough = start;

  const move = (position: Position): void => {
    forgottenThrough = olderThrough;
    older = newer;
    olderThrough = position;
    newer = new Map();
  };

  return {
    record(keys, position) {
      for (const key of keys) newer.set(key, position);
      if (newer.size >= max || (newer.size >= min && isProjected(olderThrough))) move(position);
    },
    lastChange: (keys) =>
      keys.reduce((last, key) => {
        const position = newer.get(key) ?? older.get(key) ?? forgottenThrough;
        return position > last ? position : last;
      }, forgottenThrough),
  };
}

/** The newest event that is known to be in the stream. */
type Acknowledged = {
  readonly revision: Revision;
  readonly hash: string;
  readonly position: Position;
};

/** The events of a decision, ready to be chained and appended. */
export type DecidedEvents = DraftedEvents & {
  readonly answer: Answer;
  readonly firstRevision: number;
  /** How many steps they added to the undo log. */
  readonly undoSteps: number;
  /** What readers see differently after them. */
  readonly changedKeys: readonly string[];
};

export type SpeculativeBookOptions = {
  readonly cachedKeysMax: number;
  /** Whether all documents contain the events up to a position. */
  readonly isProjected?: ((position: Position) => boolean) | undefined;
};

export class SpeculativeBook {
  readonly book: Book;
  readonly keys: KeyCache;
  /** The changes by acknowledged events. */
  readonly changes: RecentChanges;
  #acknowledged: Acknowledged;

  /** Creates an empty book, or one from a snapshot and the event at its revision. */
  constructor(
    stream: StreamName,
    { cachedKeysMax, isProjected }: SpeculativeBookOptions,
    from?: { restored: RestoredBook; last: StoredEvent },
  ) {
    this.book = from?.restored.book ?? createBook(stream);
    const saved = from && { filter: from.restored.filter, revision: from.last.revision };
    this.keys = createKeyCache(this.book.undoLog, cachedKeysMax, saved);
    this.#acknowledged = {
      revision: from?.last.revision ?? NO_STREAM,
      hash: from?.restored.hash ?? FIRST_HASH,
      position: from?.last.position ?? START,
    };
    this.changes = createRecentChanges(this.#acknowledged.position, isProjected);
  }

  get acknowledged(): Acknowledged {
    return this.#acknowledged;
  }

  /** Applies the events of a decision, renders its answer, and encodes the events. Changes nothing when it throws. */
  applyDecision(command: Command<unknown>, events: readonly BookEvent[], time: string): DecidedEvents {
    const draft = new DecisionDraft(this, command, time);
    draft.add(events);
    return draft.finish();
  }

  /** The oldest decisions, which have these undo steps and changed these keys, are in the stream. */
  acknowledge(
    upTo: Acknowledged,
    { undoSteps, changedKeys }: Pick<DecidedEvents, 'undoSteps' | 'changedKeys'>,
  ): void {
    this.#acknowledged = upTo;
    this.changes.record(changedKeys, upTo.position);
    this.book.undoLog.steps.splice(0, undoSteps);
    this.keys.trim();
  }

  /** Removes everything that is not acknowledged. */
  rollBack(): void {
    rollBack(this.book.undoLog);
  }

  /** Applies the next event of the stream. After it throws, this object must be discarded. */
  apply({ stored, hash }: VerifiedEvent): void {
    this.book.undoLog.isRecording = false;
    const { revision, position } = stored;
    const metadata = decodeMetadata(stored);
    const { idempotency, actor } = metadata;
    const event = decodeRecorded(stored, metadata);
    const changedKeys: string[] = [];
    addChangedKeys(changedKeys, this.book, event);
    if (isOperatorActor(actor)) countDecidedAlone(this.book, actor, event);
    evolve(this.book, event);
    if (idempotency !== undefined) {
      const { key, fingerprint, events } = idempotency;
      this.keys.add(key, { fingerprint, revision, events });
    }
    this.#acknowledged = { revision, hash, position };
    this.changes.record(changedKeys, position);
    this.keys.trim();
  }

  /** `hash` is that of the newest event of the book, acknowledged or not. */
  capture(hash: string): BookCapture {
    return captureBook(this.book, hash, this.keys.filter());
  }
}

const schemaOf = encodingSchemasOf('book');

/**
 * A decision that is being made: its events are in the book, and can be removed from it until the decision is finished. Nothing
 * else may be decided or rolled back in between. When a method throws, nothing of the decision is left in the book.
 */
export class DecisionDraft {
  readonly #speculative: SpeculativeBook;
  readonly #command: Command<unknown>;
  readonly #time: string;
  readonly #firstRevision: number;
  readonly #recorded: RecordedBookEvent[] = [];
  readonly #drafts: EventDraft[] = [];
  readonly #changedKeys: string[] = [];
  #bytesMax = 0;
  #countedEvents = 0;
  #countedBytes = MAC_BYTES_MAX;
  #undoSteps = 0;

  constructor(speculative: SpeculativeBook, command: Command<unknown>, time: string) {
    this.#speculative = speculative;
    this.#command = command;
    this.#time = time;
    this.#firstRevision = speculative.book.revision + 1;
  }

  add(events: readonly BookEvent[]): void {
    this.#undoable(() => {
      const { book } = this.#speculative;
      const { actor } = this.#command;
      const first = book.revision + 1;
      const recorded = events.map((event, i) => recordedAt(event, book.stream, first + i, this.#time));
      const changedKeys: string[] = [];
      const isOperator = isOperatorActor(actor);
      for (const event of recorded) {
        addChangedKeys(changedKeys, book, event);
        if (isOperator) countDecidedAlone(book, actor, event);
        evolve(book, event);
      }
      const { drafts, bytesMax } = this.#encode(recorded);
      this.#changedKeys.push(...changedKeys);
      this.#recorded.push(...recorded);
      this.#drafts.push(...drafts);
      this.#bytesMax += bytesMax;
    });
  }

  /** Renders the answer, and records it under the idempotency key. */
  finish(): DecidedEvents {
    const answer = this.#undoable(() => {
      const { answer: source } = this.#command;
      const rendered =
        source.from === 'events'
          ? source.render(this.#recorded)
          : source.render(this.#speculative.book, this.#recorded);
      this.#recordKey(rendered);
      return rendered;
    });
    return {
      answer,
      drafts: this.#drafts,
      bytesMax: this.#bytesMax > APPEND_BYTES_MAX ? this.countBytes() : this.#bytesMax,
      firstRevision: this.#firstRevision,
      undoSteps: this.#undoSteps,
      changedKeys: this.#changedKeys,
    };
  }

  #recordKey(answer: Answer): void {
    const { answer: source, idempotency: request } = this.#command;
    const [first] = this.#drafts;
    if (request === undefined || first === undefined) return;
    const { book, keys } = this.#speculative;
    const toRecord = answerToRecord(source, answer, { stream: book.stream, key: request.key });
    const record = createRecord(request, toRecord, this.#recorded.length);
    const draft = withIdempotency(first, record);
    this.#drafts[0] = draft;
    this.#bytesMax += utf8BytesMax(draft.metadata) - utf8BytesMax(first.metadata);
    if (this.#countedEvents > 0) this.#countedBytes += bytesOfDraft(draft) - bytesOfDraft(first);
    const { key, fingerprint, events } = record;
    keys.add(key, { fingerprint, revision: this.#firstRevision, events });
  }

  /** The exact bytes of its data and metadata so far. */
  countBytes(): number {
    for (; this.#countedEvents < this.#drafts.length; this.#countedEvents++) {
      const draft = this.#drafts[this.#countedEvents];
      if (draft !== undefined) this.#countedBytes += bytesOfDraft(draft);
    }
    return this.#countedBytes;
  }

  /** Removes its events from the book. */
  rollBack(): void {
    const { undoLog } = this.#speculative.book;
    rollBack(undoLog, undoLog.steps.length - this.#undoSteps);
    this.#undoSteps = 0;
  }

  #encode(events: readonly RecordedBookEvent[]): DraftedEvents {
    const { actor, requestId: request_id, reason } = this.#command;
    const time = this.#time;
    const metadata = reason === undefined ? { time, actor, request_id } : { time, actor, request_id, reason };
    const announced = (index: number): boolean => {
      const event = events[index];
      return event !== undefined && isAnnounced(event);
    };
    return draftEvents({ events, schemaOf, isAnnounced: announced, metadata });
  }

  /** Makes a change that can be undone. */
  #undoable<T>(change: () => T): T {
    const { undoLog } = this.#speculative.book;
    const before = undoLog.steps.length;
    undoLog.isRecording = true;
    try {
      const result = change();
      this.#undoSteps += undoLog.steps.length - before;
      return result;
    } catch (error) {
      // The ledger rejects its own decision: a bug, which must not damage the book.
      this.#undoSteps += undoLog.steps.length - before;
      this.rollBack();
      throw error;
    }
  }
}

function answerToRecord(
  source: AnswerSource,
  { status, body }: Answer,
  request: Parameters<SealAnswer>[1],
): AnswerToRecord {
  if (source.from === 'events') return { status };
  return source.seal === undefined ? { status, body } : { status, sealedBody: source.seal(body, request) };
}

/**
 * Undefined without a usable snapshot. Throws LostEvents if the stream has lost events that the snapshot proves: it ends before the
 * snapshot, or has another event there. Only the service can write such a proof, so this also holds for snapshots that this release
 * cannot load.
 */
export async function restoreFromSnapshot(
  stream: StreamName,
  options: SpeculativeBookOptions,
  stores: {
    readonly eventStore: EventStore;
    readonly documents: DocumentStore;
    readonly snapshotKey: KeyObject | MacKeys;
  },
  acceptedAt?: number,
): Promise<SpeculativeBook | undefined> {
  const { eventStore, documents, snapshotKey } = stores;
  const found = await readManifest(documents, stream, snapshotKey);
  if (found === undefined) return undefined;
  const { revision, hash, saved_at: writtenAt } = found.manifest;
  const evidence = { source: 'a snapshot', revision, event: { hash }, writtenAt };
  const last = await readProven(eventStore, stream, evidence, acceptedAt);
  const restored = last && (await loadContents(documents, stream, found));
  return restored && new SpeculativeBook(stream, options, { restored, last });
}
