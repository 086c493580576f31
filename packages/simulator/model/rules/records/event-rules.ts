/** The log of public events. */
import { textOf } from '../../prediction.ts';
import type { Expected } from '../../prediction.ts';
import { NOT_FOUND, bookTime } from '../../request.ts';
import type { Request, Rule } from '../../request.ts';
import { page } from '../list-rules.ts';
import type { Book, PublicEvent } from '../../state/world.ts';

const RETENTION_MS = 30 * 86_400_000;

export const eventView = (book: Book, { serial, type, version, data }: PublicEvent): Expected => ({
  id: book.eventIds.get(String(serial)),
  object: 'event',
  type,
  api_version: 'v1',
  object_version: version,
  data,
});

/** The IDs of events become known when an answer shows them. */
const listEvents: Rule = (request) => {
  const { book, query } = request;
  const { object_id: objectId, type } = query;
  const since = bookTime(request) - RETENTION_MS;
  const events = (objectId === undefined ? book.events.values : book.events.of(objectId)).filter(
    ({ at }) => at > since,
  );
  const items = events.map((event) => ({
    ...{ id: book.eventIds.get(String(event.serial)), createdAt: undefined, event },
    view: eventView(book, event),
  }));
  return page(request, {
    items,
    matches: (item) => type === undefined || (item as (typeof items)[number]).event.type === type,
    commit(taken, shown) {
      for (const [index, item] of taken.entries()) {
        const { serial } = (item as (typeof items)[number]).event;
        const id = textOf(shown[index], 'id');
        book.eventIds.set(String(serial), id);
        book.eventIds.set(id, String(serial));
      }
    },
  });
};

/** Only events that an answer has shown have IDs that the model knows. */
export function eventOf(request: Request): PublicEvent | undefined {
  const { book, params } = request;
  const serial = book.eventIds.get(params['event_id'] ?? '');
  const event = serial === undefined ? undefined : book.events.values[Number(serial)];
  return event === undefined || event.at <= bookTime(request) - RETENTION_MS ? undefined : event;
}

const getEvent: Rule = (request) => {
  const event = eventOf(request);
  return event === undefined ? NOT_FOUND : { status: 200, body: eventView(request.book, event) };
};

export const eventRules = { listEvents, getEvent } satisfies Readonly<Record<string, Rule>>;
