/**
 * What the stream says of a transfer: its events and its postings, in the order they were recorded. The documents lead
 * to the places (an ID says at which revision it was given), and everything shown is read from the stream itself.
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

/** More public events than any transfer has. */
const EVENTS_MAX = 50;
/** What one command records about a transfer stands together: this far to either side of its public event. */
const BEFORE = 8;
const AFTER = 16;

/** Oldest first. Throws StoreUnavailable. */
export async function transferTimeline(
  visit: PageContext,
  stream: string,
  transferId: string,
): Promise<readonly TimelineEvent[]> {
  const { services, readStream } = visit;
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
    for (const stored of await readStream(stream, Math.max(0, revision - BEFORE), BEFORE + AFTER)) {
      const told = tell(stored, transferId);
      if (told !== undefined) found.set(stored.revision, told);
    }
  }
  return [...found.entries()].sort(([a], [b]) => a - b).map(([, told]) => told);
}

function tell(stored: StoredEvent, transferId: string): TimelineEvent | undefined {
  const event = decodeRecorded(stored);
  const { data } = event;
  const isAbout = 'transfer_id' in data && data.transfer_id === transferId;
  return isAbout ? { event, metadata: decodeMetadata(stored), position: stored.position } : undefined;
}
