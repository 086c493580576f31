/** What happened to users and transfers: events from the stream of their book, requests, and webhook deliveries. */
import { COLLECTIONS } from '../../../projections/collections.ts';
import { SEARCH_SCOPE, searchTerms } from '../../../projections/search.ts';
import { presentDelivery } from '../../api/resources/deliveries.ts';
import { decodeRecorded } from '../../event-store/book-event.ts';
import { decodeMetadata } from '../../event-store/codec.ts';
import type { StoredEvent } from '../../event-store/port.ts';
import type { LedgerEvent, LoggedRequest, RequestSummary, TransferTimeline } from '../../generated/api.ts';
import type { RecordedBookEvent } from '../../ledger/event.ts';
import { readPayoutAttempts } from '../../jobs/payout-attempts.ts';
import { decodeIdOrigin } from '../../ledger/ids.ts';
import { listValues, parseBody } from '../../read-models/collection.ts';
import type { DocumentStore, ListQuery } from '../../read-models/port.ts';
import { REQUESTS_COLLECTION, pathTerm } from '../../request-log/entry.ts';
import { DELIVERIES_COLLECTION, eventTerm, type Delivery } from '../../webhooks/delivery.ts';
import type { OperatorCaller, OperatorHandlers } from '../operations/operation.ts';

export const timelineHandlers = {
  async listUserEvents(call) {
    return { status: 200, body: JSON.stringify({ data: await userEvents(call, call.params.user_id) }) };
  },
  async getTransferTimeline(call) {
    const body = await transferTimeline(call, call.params.transfer_id);
    return { status: 200, body: JSON.stringify(body) };
  },
} satisfies Partial<OperatorHandlers>;

/** Nothing in these members is personal. */
function presentEvent(stored: StoredEvent, event: RecordedBookEvent, object_id: string): LedgerEvent {
  const { actor, request_id, reason = null } = decodeMetadata(stored);
  const { revision, type, time, data } = event;
  const state = 'kyc_status' in data ? data.kyc_status : 'state' in data ? data.state : null;
  const created = event.type === 'transfer.created' ? event.data : undefined;
  const posting = event.type === 'posting.recorded' ? event.data : undefined;
  return {
    object: 'ledger_event',
    revision,
    type,
    time,
    actor,
    request_id,
    reason,
    object_id,
    state: typeof state === 'string' ? state : null,
    amount: created?.amount ?? null,
    unit: created?.source.asset ?? created?.source.currency ?? null,
    description: posting?.description ?? null,
    lines: posting?.lines ?? [],
  };
}

// The events that created the objects of a user or changed it. IDs of objects contain the revision of the event that created them.

const USER_EVENTS_MAX = 50;
const CHANGES_MAX = 30;
const OWNED_MAX = 50;
const TRANSFERS_MAX = 10;

/** Newest first. Throws StoreUnavailable. */
async function userEvents(
  { services: { documents, eventStore }, stream }: OperatorCaller,
  userId: string,
): Promise<readonly LedgerEvent[]> {
  const idsIn = async (
    collection: string,
    prefix: string,
    query: Pick<ListQuery, 'scope' | 'terms' | 'limit'>,
  ): Promise<readonly string[]> => {
    const bounds = { after: `${prefix}_`, before: `${prefix}_~` };
    const found = await documents.list(collection, { ...query, ...bounds, order: 'newest' });
    return found.map(({ id }) => id);
  };
  const owned = { scope: stream, terms: [`user:${userId}`], limit: OWNED_MAX };
  const transfers = { scope: SEARCH_SCOPE, terms: [searchTerms.user(userId)], limit: TRANSFERS_MAX };
  const changes = { scope: stream, terms: [`object:${userId}`], limit: CHANGES_MAX };
  const ids = [
    userId,
    ...(await idsIn(COLLECTIONS.wallets, 'wal', owned)),
    ...(await idsIn(COLLECTIONS.depositAccounts, 'da', owned)),
    ...(await idsIn(COLLECTIONS.payoutAccounts, 'pa', owned)),
    ...(await idsIn(COLLECTIONS.search, 'trf', transfers)),
    ...(await idsIn(COLLECTIONS.events, 'evt', changes)),
  ];
  const subjects = new Map<number, string>();
  for (const id of ids) {
    const revision = decodeIdOrigin(id, stream)?.revision;
    if (revision !== undefined) subjects.set(revision, id.startsWith('evt_') ? userId : id);
  }
  const newest = [...subjects].sort(([a], [b]) => b - a).slice(0, USER_EVENTS_MAX);
  const found = await Promise.all(
    newest.map(async ([revision, subject]) => {
      const [stored] = await eventStore.read(stream, revision, 1);
      return stored === undefined ? [] : presentEvent(stored, decodeRecorded(stored), subject);
    }),
  );
  return found.flat();
}

// The events of a transfer. The event documents only provide the revisions.

/** Upper bound for the public events of one transfer. */
const EVENTS_MAX = 50;
/** A command appends all its events together, so related events are within this many revisions of the public event. */
const REVISIONS_BEFORE = 8;
const REVISIONS_AFTER = 16;

/** Throws StoreUnavailable. */
async function transferTimeline(
  { services, stream }: OperatorCaller,
  transfer_id: string,
): Promise<TransferTimeline> {
  const { documents, requestLog } = services;
  await requestLog.flush();
  const terms = [`object:${transfer_id}`];
  const query = { scope: stream, terms, order: 'oldest', limit: EVENTS_MAX } as const;
  const published = (await documents.list(COLLECTIONS.events, query)).map(({ id }) => id);
  const events = await eventsAbout(services, stream, transfer_id, published);
  const requestIds = [...new Set(events.map(({ request_id }) => request_id))].filter((id) =>
    id.startsWith('req_'),
  );
  const [deliveries, requests] = await Promise.all([
    deliveriesOfEvents(documents, stream, published),
    requestsAbout(documents, stream, { requestIds, path: `/v1/transfers/${transfer_id}` }),
  ]);
  return {
    object: 'transfer_timeline',
    transfer_id,
    events,
    requests: requests.map(presentRequest),
    deliveries: deliveries.map(presentDelivery),
    payout_attempts: (await readPayoutAttempts(documents, transfer_id)) ?? null,
  };
}

/** Oldest first. */
async function eventsAbout(
  { eventStore }: OperatorCaller['services'],
  stream: string,
  transferId: string,
  published: readonly string[],
): Promise<readonly LedgerEvent[]> {
  const revisions = [transferId, ...published]
    .map((id) => decodeIdOrigin(id, stream)?.revision)
    .filter((revision) => revision !== undefined);
  const found = new Map<number, LedgerEvent>();
  for (const revision of new Set(revisions)) {
    if (found.has(revision)) continue;
    const from = Math.max(0, revision - REVISIONS_BEFORE);
    for (const stored of await eventStore.read(stream, from, REVISIONS_BEFORE + REVISIONS_AFTER)) {
      const event = decodeRecorded(stored);
      const { data } = event;
      if ('transfer_id' in data && data.transfer_id === transferId)
        found.set(stored.revision, presentEvent(stored, event, transferId));
    }
  }
  return [...found.values()].sort((a, b) => a.revision - b.revision);
}

const presentRequest = ({
  id,
  method,
  path,
  status,
  error,
  api_key_id,
  duration_ms,
  created_at,
}: RequestSummary): LoggedRequest => ({
  id,
  method,
  path,
  status,
  error_code: error?.code ?? null,
  api_key_id,
  duration_ms,
  created_at,
});

// Requests about an object, and deliveries of its events. Both are documents with a retention, so old ones are missing.

type Documents = Pick<DocumentStore, 'list' | 'getMany'>;

const DELIVERIES_PER_EVENT = 20;
const REQUESTS_MAX = 20;

/** The deliveries of these public events to all endpoints. */
async function deliveriesOfEvents(
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
async function requestsAbout(
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
