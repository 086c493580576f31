/**
 * Detects that the event store went back in time: it was restored from a backup. What this process has in memory then belongs
 * to events that do not exist, and so may documents.
 */
import type { EventStore, Position, StreamName } from '../../event-store/port.ts';
import { NO_STREAM } from '../../event-store/port.ts';
import { typedRecords } from '../records.ts';
import type { DocumentStore } from '../port.ts';
import type { ProjectionProgress } from '../projection-progress.ts';

export type EventHistory = {
  /** Describes the fault while the newest event is older than one that this process has seen. Throws StoreUnavailable. */
  check(): Promise<string | undefined>;
  /** Remembers positions that the projector of this process has reached. Call it with each progress report. */
  readonly observe: (progress: readonly ProjectionProgress[]) => void;
};

export function createEventHistory(eventStore: Pick<EventStore, 'head'>): EventHistory {
  let highest: Position | undefined;
  return {
    async check() {
      // The projector may go further during the read.
      const before = highest;
      const head = await eventStore.head();
      if (highest === undefined || head > highest) highest = head;
      return before === undefined || head >= before
        ? undefined
        : `The events went back in time: the newest one was at position ${before} and is at ${head}.`;
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
