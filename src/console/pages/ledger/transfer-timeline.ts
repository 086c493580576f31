/**
 * The events and postings of one transfer, read from the book's stream. The event documents only provide the
 * revisions.
 */
import { COLLECTIONS } from '../../../../projections/collections.ts';
import { decodeMetadata } from '../../../event-store/codec.ts';
import type { StoredMetadata } from '../../../event-store/codec.ts';
import type { StoredEvent } from '../../../event-store/port.ts';
import { decodeRecorded } from '../../../event-store/book-event.ts';
import type { RecordedBookEvent } from '../../../ledger/event.ts';
import { decodeIdOrigin } from '../../../ledger/ids.ts';
import type { PageContext } from '../../page-context.ts';

export type TimelineEvent = {
  readonly event: RecordedBookEvent;
  readonly metadata: StoredMetadata;
  readonly position: bigint;
};

/** Upper bound for the public events of one transfer. */
const EVENTS_MAX = 50;
/** A command appends all its events together, so related events are within this many revisions of the public event. */
const REVISIONS_BEFORE = 8;
const REVISIONS_AFTER = 16;

/** Oldest first. Throws StoreUnavailable. */
export async function transferTimeline(
  context: PageContext,
  stream: string,
  transferId: string,
): Promise<readonly TimelineEvent[]> {
  const { services, readStream } = context;
  const query = {
    scope: stream,
    terms: [`object:${transferId}`],
    order: 'oldest',
    limit: EVENTS_MAX,
  } as const;
  const events = await services.documents.list(COLLECTIONS.events, query);
  const revisions = [transferId, ...events.map(({ id }) => id)]
    .map((id) => decodeIdOrigin(id, stream)?.revision)
    .filter((revision) => revision !== undefined);
  const found = new Map<number, TimelineEvent>();
  for (const revision of [...new Set(revisions)]) {
    if (found.has(revision)) continue;
    for (const stored of await readStream(
      stream,
      Math.max(0, revision - REVISIONS_BEFORE),
      REVISIONS_BEFORE + REVISIONS_AFTER,
    )) {
      const event = toTimelineEvent(stored, transferId);
      if (event !== undefined) found.set(stored.revision, event);
    }
  }
  return [...found.entries()].sort(([a], [b]) => a - b).map(([, event]) => event);
}

function toTimelineEvent(stored: StoredEvent, transferId: string): TimelineEvent | undefined {
  const event = decodeRecorded(stored);
  const { data } = event;
  const isAbout = 'transfer_id' in data && data.transfer_id === transferId;
  return isAbout ? { event, metadata: decodeMetadata(stored), position: stored.position } : undefined;
}
