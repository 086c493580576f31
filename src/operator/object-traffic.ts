import type { RequestSummary } from '../generated/api.ts';
import { listValues, parseBody } from '../read-models/collection.ts';
import type { DocumentStore } from '../read-models/port.ts';
import { REQUESTS_COLLECTION, pathTerm } from '../request-log/entry.ts';
import { DELIVERIES_COLLECTION, eventTerm, type Delivery } from '../webhooks/delivery.ts';

// Requests about an object, and deliveries of its events. Both are documents with a retention, so old ones are missing.

type Documents = Pick<DocumentStore, 'list' | 'getMany'>;

const DELIVERIES_PER_EVENT = 20;
const REQUESTS_MAX = 20;

/** The deliveries of these public events to all endpoints. */
export async function deliveriesOfEvents(
  documents: Documents,
  scope: string,
  eventIds: readonly string[],
): Promise<readonly Delivery[]> {
  const lists = await Promise.all(
    eventIds.map((id) =>
      listValues(documents, DELIVERIES_COLLECTION, {
        scope,
        terms: [eventTerm(id)],
        order: 'newest',
        limit: DELIVERIES_PER_EVENT,
      } as const),
    ),
  );
  return lists.flat();
}

/** The logged requests with these IDs, and the newest ones to this path. */
export async function requestsAbout(
  documents: Documents,
  scope: string,
  { requestIds, path }: { readonly requestIds: readonly string[]; readonly path: string },
): Promise<readonly RequestSummary[]> {
  const [named, toPath] = await Promise.all([
    documents.getMany(REQUESTS_COLLECTION, requestIds),
    documents.list(REQUESTS_COLLECTION, {
      scope,
      terms: [pathTerm(path)],
      order: 'newest',
      limit: REQUESTS_MAX,
    } as const),
  ]);
  const found = [...named.filter((each) => each.scope === scope), ...toPath];
  return [...new Map(found.map((each) => [each.id, parseBody(REQUESTS_COLLECTION, each)])).values()];
}
