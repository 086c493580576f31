/** The event log. */
import { COLLECTIONS } from '../../projections/collections.ts';
import { validateEventListQuery } from '../generated/validators.js';
import { firstIdAt } from '../ledger/identifier.ts';
import type { StoredDocument } from '../documents/port.ts';
import { noSuch } from './errors.ts';
import { find, page } from './read.ts';
import { route } from './route.ts';
import type { Caller, Route } from './route.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Events older than this are gone, whether a store still has them or not. */
const keptSince = ({ services: { clock, settings } }: Caller): number =>
  clock() - settings.eventRetentionDays * DAY_MS;

export const eventsRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/v1/events',
    query: validateEventListQuery,
    handle: (call) => {
      const { type, object_id } = call.query;
      const terms = [
        ...(object_id === undefined ? [] : [`object:${object_id}`]),
        ...(type === undefined ? [] : [`type:${type}`]),
      ];
      return page(
        call,
        { collection: COLLECTIONS.events, prefix: 'evt', terms, since: keptSince(call) },
        call.query,
      );
    },
  }),
  route({
    method: 'GET',
    path: '/v1/events/{event_id}',
    handle: async (call) => {
      const event = await findKept(call, call.params.event_id);
      return event === undefined ? noSuch('event') : { status: 200, body: event.body };
    },
  }),
];

/** The caller's event, while it is kept. */
export async function findKept(caller: Caller, eventId: string): Promise<StoredDocument | undefined> {
  // IDs begin with their time.
  if (eventId < firstIdAt('evt', keptSince(caller))) return undefined;
  return find(caller, COLLECTIONS.events, eventId);
}
