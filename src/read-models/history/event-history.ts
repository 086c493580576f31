/**
 * Detects that the event store, or one of its streams, went back in time. Restored from a backup, the whole store lacks what this
 * process has in memory. A stream alone ends earlier than before, or was replaced by an older copy.
 */
import { decodeMetadata } from '../../event-store/codec.ts';
import { UnauthenticatedEvent } from '../../event-store/event-macs.ts';
import {
  NO_STREAM,
  type EventStore,
  type NewEvent,
  type Position,
  type Revision,
  type StoredEvent,
  type StreamName,
} from '../../event-store/port.ts';
import { delay } from '../../system/runtime.ts';
import type { DocumentStore } from '../port.ts';
import type { ProjectionProgress } from '../projection-progress.ts';
import { typedRecords } from '../records.ts';
import { HISTORY_CALL_DEADLINE_MS, callLimit } from './document-history.ts';

/** An event as the store identifies it. */
type EventIdentity = {
  readonly stream: StreamName;
  readonly revision: Revision;
  readonly id: NewEvent['id'];
  readonly position: Position;
};

/**
 * What this process has seen of the event store. The position of the newest event is not enough to notice a restore: after other
 * nodes have appended to the restored store, it is as high as before. The event that this process saw last is then missing, or its
 * revision has another one.
 */
export class EventHistory {
  readonly #eventStore: Pick<EventStore, 'head' | 'read'>;
  readonly #limited: ReturnType<typeof callLimit>;
  #highest: Position | undefined;
  #newest: EventIdentity | undefined;

  constructor(eventStore: Pick<EventStore, 'head' | 'read'>, callDeadlineMs = HISTORY_CALL_DEADLINE_MS) {
    this.#eventStore = eventStore;
    this.#limited = callLimit(callDeadlineMs);
  }

  /**
   * Describes the fault while the newest event of the store is older than one that this process has seen, or while the newest
   * event that it has seen is missing. Throws StoreUnavailable.
   */
  async check(): Promise<string | undefined> {
    // The process may see more during the reads.
    const [before, seen] = [this.#highest, this.#newest];
    const head = await this.#limited(this.#eventStore.head());
    if (this.#highest === undefined || head > this.#highest) this.#highest = head;
    if (before !== undefined && head < before)
      return `The events went back in time: the newest one was at position ${before} and is at ${head}.`;
    if (seen === undefined) return undefined;
    const [found] = await this.#limited(this.#eventStore.read(seen.stream, seen.revision, 1));
    if (found?.id === seen.id) return undefined;
    return `The events went back in time: event ${seen.revision} of ${seen.stream} is missing or another one.`;
  }

  /** Remembers an event that this process has read or appended. */
  observeEvent({ stream, revision, id, position }: EventIdentity): void {
    if (this.#newest === undefined || position > this.#newest.position)
      this.#newest = { stream, revision, id, position };
    if (this.#highest === undefined || position > this.#highest) this.#highest = position;
  }

  /** Remembers positions that the projector of this process has reached. Call it with each progress report. */
  observe(progress: readonly ProjectionProgress[]): void {
    // Before a projection is live, its position is that of the documents, which may belong to other events.
    for (const { state, position } of progress)
      if (this.#highest !== undefined && state === 'live' && position > this.#highest)
        this.#highest = position;
  }
}

type Known = { readonly first_event_id: string };
const KEY = 'event_store';

/** Reports the last event of each append and of each read page. */
export function observingEvents(eventStore: EventStore, onEvent: (event: EventIdentity) => void): EventStore {
  return {
    ...eventStore,
    async append(stream, events, expectedRevision) {
      const result = await eventStore.append(stream, events, expectedRevision);
      const last = events.at(-1);
      if (result.ok && last !== undefined) onEvent({ ...result, stream, id: last.id });
      return result;
    },
    async read(...args) {
      const found = await eventStore.read(...args);
      const last = found.at(-1);
      if (last !== undefined) onEvent(last);
      return found;
    },
    async readLast(stream) {
      const found = await eventStore.readLast(stream);
      if (found !== undefined) onEvent(found);
      return found;
    },
  };
}

/** The identity of an event store is the ID of the first event of a stream. */
const firstEventId = async (
  eventStore: Pick<EventStore, 'read'>,
  stream: StreamName,
): Promise<string | undefined> => (await eventStore.read(stream, NO_STREAM + 1, 1))[0]?.id;

/** Records in the documents to which event store they belong. Throws StoreUnavailable. */
export async function recordEventStore(
  documents: Pick<DocumentStore, 'getRecord' | 'putRecord' | 'deleteRecord'>,
  eventStore: Pick<EventStore, 'read'>,
  stream: StreamName,
): Promise<void> {
  const first_event_id = await firstEventId(eventStore, stream);
  if (first_event_id === undefined) return;
  const records = typedRecords<Known>(documents, 'projections');
  if ((await records.get(KEY))?.first_event_id !== first_event_id) await records.put(KEY, { first_event_id });
}

/**
 * Whether the documents belong to this event store, at an earlier or later time. False if it is empty, if it is another one, and
 * for documents of releases that did not record it. Throws StoreUnavailable.
 */
export async function isSameEventStore(
  documents: Pick<DocumentStore, 'getRecord' | 'putRecord' | 'deleteRecord'>,
  eventStore: Pick<EventStore, 'read'>,
  stream: StreamName,
): Promise<boolean> {
  const known = await typedRecords<Known>(documents, 'projections').get(KEY);
  return known !== undefined && known.first_event_id === (await firstEventId(eventStore, stream));
}

// One stream. A hash chain and MACs prove what a stream contains, but not what it no longer contains, so this needs evidence from
// outside of the stream.

/** Says that a stream once had an event. */
export type Evidence = {
  /** Such as `a snapshot`. */
  readonly source: string;
  readonly revision: Revision;
  /** The hash of the event, or its time in milliseconds since 1970 where nothing else is known about it. */
  readonly event: { readonly hash: string } | { readonly time: number };
  /** In milliseconds since 1970. An operator who accepts a history overrules all evidence from before. */
  readonly writtenAt: number;
};

/** Evidence that is kept outside of streams. */
export type EvidenceOfStreams = {
  /** The evidence about a stream whose time is ahead of the clock by this much. Never throws. */
  find(stream: StreamName, clockAheadMs: number): Promise<readonly Evidence[]>;
  /** Keeps the evidence of an error that is LostEvents, because what it was found in may change. Never throws. */
  keep(stream: StreamName, error: unknown): Promise<void>;
  /** Records the newest events of streams when a service stops in an orderly way. Throws StoreUnavailable. */
  recordHeads(streams: readonly StreamName[]): Promise<void>;
  /** All events were restored to an earlier time on purpose, so documents and kept evidence from before prove nothing. Throws StoreUnavailable. */
  acceptRestore(): Promise<void>;
};

/** The stream lacks an event that evidence proves. Nothing is decided on it until the event is back or an operator accepts the loss. */
export class LostEvents extends UnauthenticatedEvent {
  readonly evidence: Evidence | undefined;
  constructor(stream: StreamName, evidence: Evidence | Pick<Evidence, 'source' | 'revision'>, what: string) {
    const { source, revision } = evidence;
    super(
      { stream, revision },
      `${source} proves an event, but ${what}; see "Books that have lost events" in docs/operations.md`,
    );
    this.evidence = 'event' in evidence ? evidence : undefined;
  }
}

/** A server that was just restarted, or is still catching up with its cluster, may show fewer events for a moment. */
const REREADS_MAX = 4;
const REREAD_AFTER_MS = 50;

/**
 * Returns the event that the evidence proves. Undefined if it is lost, and an operator has accepted that after the evidence was
 * written. Throws LostEvents otherwise, and StoreUnavailable.
 */
export async function readProven(
  eventStore: Pick<EventStore, 'read'>,
  stream: StreamName,
  evidence: Evidence,
  acceptedAt = -Infinity,
): Promise<StoredEvent | undefined> {
  for (let rereads = 0; ; rereads++) {
    const [found] = await eventStore.read(stream, evidence.revision, 1);
    // A server that has removed the beginning of a stream returns its next event.
    if (found?.revision === evidence.revision && isSameEvent(found, evidence)) return found;
    if (evidence.writtenAt <= acceptedAt) return undefined;
    if (found !== undefined) throw new LostEvents(stream, evidence, 'the stream has another event there');
    if (rereads === REREADS_MAX) throw new LostEvents(stream, evidence, 'the stream ends before it');
    await delay(REREAD_AFTER_MS);
  }
}

/** The event is not verified yet. */
function isSameEvent(stored: StoredEvent, { event }: Evidence): boolean {
  if ('hash' in event) return stored.metadata.endsWith(`,"hash":"${event.hash}"}`);
  try {
    return Date.parse(decodeMetadata(stored).time) === event.time;
  } catch {
    return false;
  }
}
