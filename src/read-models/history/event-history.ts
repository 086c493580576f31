/**
 * Detects that the event store went back in time: it was restored from a backup. What this process has in memory then belongs
 * to events that do not exist, and so may documents.
 */
import {
  NO_STREAM,
  type EventStore,
  type NewEvent,
  type Position,
  type Revision,
  type StreamName,
} from '../../event-store/port.ts';
import type { DocumentStore } from '../port.ts';
import type { ProjectionProgress } from '../projection-progress.ts';
import { typedRecords } from '../records.ts';
import { HISTORY_CALL_DEADLINE_MS, callLimit } from './write-chain.ts';

/** An event as the store identifies it. */
type EventIdentity = {
  readonly stream: StreamName;
  readonly revision: Revision;
  readonly id: NewEvent['id'];
  readonly position: Position;
};

export type EventHistory = {
  /**
   * Describes the fault while the newest event of the store is older than one that this process has seen, or while the newest
   * event that it has seen is missing. Throws StoreUnavailable.
   */
  check(): Promise<string | undefined>;
  /** Remembers an event that this process has read or appended. */
  readonly observeEvent: (event: EventIdentity) => void;
  /** Remembers positions that the projector of this process has reached. Call it with each progress report. */
  readonly observe: (progress: readonly ProjectionProgress[]) => void;
};

/**
 * The position of the newest event is not enough: after other nodes have appended to the restored store, it is as high as before.
 * The event that this process saw last is then missing, or its revision has another one.
 */
export function createEventHistory(
  eventStore: Pick<EventStore, 'head' | 'read'>,
  callDeadlineMs = HISTORY_CALL_DEADLINE_MS,
): EventHistory {
  const limited = callLimit(callDeadlineMs);
  let highest: Position | undefined;
  let newest: EventIdentity | undefined;

  const isMissing = async ({ stream, revision, id }: EventIdentity): Promise<boolean> =>
    (await limited(eventStore.read(stream, revision, 1)))[0]?.id !== id;

  return {
    async check() {
      // The process may see more during the reads.
      const [before, seen] = [highest, newest];
      const head = await limited(eventStore.head());
      if (highest === undefined || head > highest) highest = head;
      if (before !== undefined && head < before)
        return `The events went back in time: the newest one was at position ${before} and is at ${head}.`;
      if (seen !== undefined && (await isMissing(seen)))
        return `The events went back in time: event ${seen.revision} of ${seen.stream} is missing or another one.`;
      return undefined;
    },
    observeEvent({ stream, revision, id, position }) {
      if (newest === undefined || position > newest.position) newest = { stream, revision, id, position };
      if (highest === undefined || position > highest) highest = position;
    },
    observe(progress) {
      // Before a projection is live, its position is that of the documents, which may belong to other events.
      for (const { state, position } of progress)
        if (highest !== undefined && state === 'live' && position > highest) highest = position;
    },
  };
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
