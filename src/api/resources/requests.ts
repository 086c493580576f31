import { EVERY_TERM } from '../../read-models/port.ts';
import { COLLECTIONS } from '../../../projections/collections.ts';
import type { RequestListQuery } from '../../generated/api.ts';
import { ReadModelBehind, isProblem, notFoundProblem } from '../../http/errors.ts';
import type { Reply } from '../../http/reply.ts';
import { deriveId, smallestIdAt } from '../../ledger/ids.ts';
import {
  REQUESTS_COLLECTION,
  apiKeyTerm,
  errorTerm,
  idempotencyKeyTerm,
  methodTerm,
  operationTerm,
  pathTerm,
  statusTerm,
  type CausedEvents,
  type RequestEntry,
} from '../../request-log/entry.ts';
import { noFurtherKeys, replyWithPage } from '../operations/list.ts';
import type { Caller, Handlers } from '../operations/operation.ts';
import { getCurrent, ifOwned } from '../operations/read.ts';
import { waitForOwnWrites } from '../operations/wait.ts';

// The request log.

const DAY_MS = 24 * 60 * 60 * 1_000;

/** Older entries are not returned, even if a store still has them. */
const keptSince = ({ services: { clock, settings } }: Caller): number =>
  clock() - settings.requestRetentionDays * DAY_MS;

export const requestHandlers = {
  listRequests: (call) => list(call, call.query),
  getRequest: async (call) => {
    const { request_id } = call.params;
    await call.services.requestLog.flush();
    const found = ifOwned(call, await getCurrent(call.services, REQUESTS_COLLECTION, request_id), []);
    if (found === undefined || request_id < smallestIdAt('req', keptSince(call)))
      return notFoundProblem('request');
    // Only the request log writes this collection.
    const { caused, ...entry } = JSON.parse(found.body) as RequestEntry;
    return { status: 200, body: JSON.stringify({ ...entry, events: await eventIds(call, caused) }) };
  },
} satisfies Partial<Handlers>;

type StoredPage = {
  readonly data: readonly RequestEntry[];
  readonly has_more: boolean;
  readonly next_cursor: string | null;
};

async function list(caller: Caller, query: RequestListQuery): Promise<Reply> {
  await caller.services.requestLog.flush();
  const found = await replyWithPage(
    caller,
    {
      collection: REQUESTS_COLLECTION,
      prefix: 'req',
      selection: { terms: [], allOf: termsOf(query) },
      visibleSinceMs: keptSince(caller),
      keysOf: noFurtherKeys,
    },
    query,
  );
  if (isProblem(found)) return found;
  // Only the request log writes this collection.
  const { data, ...page } = JSON.parse(found.body) as StoredPage;
  return { ...found, body: JSON.stringify({ data: data.map(summaryOf), ...page }) };
}

/** Entries never change. The most selective terms come first. */
const termsOf = (query: RequestListQuery): string[] => {
  const terms = [
    ...(query.idempotency_key === undefined ? [] : [idempotencyKeyTerm(query.idempotency_key)]),
    ...(query.error === undefined ? [] : [errorTerm(query.error)]),
    ...(query.path === undefined ? [] : [pathTerm(query.path)]),
    ...(query.operation === undefined ? [] : [operationTerm(query.operation)]),
    ...(query.status === undefined ? [] : [statusTerm(query.status)]),
    ...(query.api_key_id === undefined ? [] : [apiKeyTerm(query.api_key_id)]),
    ...(query.method === undefined ? [] : [methodTerm(query.method)]),
  ];
  return terms.length === 0 ? [EVERY_TERM] : terms;
};

/** Lists show no bodies, which are long. */
const summaryOf = ({ request_body, response_body, caused, ...summary }: RequestEntry): object => summary;

/** One decision causes fewer public events. */
const EVENTS_MAX = 1_000;
const LAST_INDEX = 255;

/**
 * The IDs of the public events that a request caused. They derive from the time and the revisions of its events, so they
 * are a range. Null while the event log is behind.
 */
async function eventIds(caller: Caller, caused: CausedEvents | null): Promise<readonly string[] | null> {
  if (caused === null || caused.count === 0) return [];
  const { services, stream } = caller;
  const { time, revision, count } = caused;
  try {
    await waitForOwnWrites(caller, { collections: [COLLECTIONS.events], keysOf: 'everything' });
  } catch (error) {
    if (error instanceof ReadModelBehind) return null;
    throw error;
  }
  const found = await services.documents.list(COLLECTIONS.events, {
    scope: stream,
    terms: ['every'],
    // A shortened ID sorts directly before the IDs that start with it.
    after: deriveId('evt', time, stream, revision, 0).slice(0, -1),
    before: `${deriveId('evt', time, stream, revision + count - 1, LAST_INDEX)}~`,
    order: 'oldest',
    limit: EVENTS_MAX,
  });
  return found.map(({ id }) => id);
}
