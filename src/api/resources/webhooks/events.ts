/** The event log. */
import { COLLECTIONS } from '../../../../projections/collections.ts';
import { smallestIdAt } from '../../../ledger/ids.ts';
import type { StoredDocument } from '../../../read-models/port.ts';
import { notFoundProblem } from '../../server/errors.ts';
import { replyWithPage } from '../../operations/page.ts';
import { ERASED_EVENTS_KEY } from '../../../writer/changes/changed-keys.ts';
import { findDocument } from '../../operations/read.ts';
import { bookTime } from '../../reads/book-time.ts';
import type { BookCaller, Handlers } from '../../operations/operation.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Older events are not returned, even if a store still has them. */
export const keptSince = async (caller: BookCaller): Promise<number> =>
  (await bookTime(caller)) - caller.services.settings.eventRetentionDays * DAY_MS;

export const eventHandlers = {
  listEvents: async (call) => {
    const { type, object_id } = call.query;
    const terms = [
      ...(object_id === undefined ? [] : [`object:${object_id}`]),
      ...(type === undefined ? [] : [`type:${type}`]),
    ];
    return replyWithPage(
      call,
      {
        collection: COLLECTIONS.events,
        prefix: 'evt',
        terms,
        visibleSinceMs: await keptSince(call),
        keysOf: object_id === undefined ? 'everything' : () => [object_id],
      },
      call.query,
    );
  },
  getEvent: async (call) => {
    const event = await findRetainedEvent(call, call.params.event_id);
    return event === undefined ? notFoundProblem('event') : { status: 200, body: event.body };
  },
} satisfies Partial<Handlers>;

/** The caller's event, unless it has expired. */
export async function findRetainedEvent(
  caller: BookCaller,
  eventId: string,
): Promise<StoredDocument | undefined> {
  // IDs start with their creation time.
  if (eventId < smallestIdAt('evt', await keptSince(caller))) return undefined;
  // Only erasure changes an event, so waiting for all of the book can only help to find a new one.
  const known = await findDocument(caller, COLLECTIONS.events, eventId, () => [ERASED_EVENTS_KEY]);
  return known ?? findDocument(caller, COLLECTIONS.events, eventId, 'everything');
}
