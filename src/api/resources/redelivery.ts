import { COLLECTIONS } from '../../../projections/collections.ts';
import type { ErrorDetail, WebhookRedeliver } from '../../generated/api.ts';
import { invalidFields, type Problem } from '../../http/errors.ts';
import type { Reply } from '../../http/reply.ts';
import { isId, smallestIdAt } from '../../ledger/ids.ts';
import { refuseNotFound } from '../../ledger/refusal.ts';
import {
  endpointsFor,
  isSubscribed,
  requestRedeliveries,
  requestRedelivery,
} from '../../ledger/webhook-endpoint.ts';
import { parseBody } from '../../read-models/collection.ts';
import type { ListQuery } from '../../read-models/port.ts';
import type { UserKey } from '../../vault/vault.ts';
import {
  DELIVERIES_COLLECTION,
  endpointTerm,
  eventTerm,
  stateTerm,
  type Delivery,
} from '../../webhooks/delivery.ts';
import { readConsistent, type Answer, type AnswerSource } from '../../writer/command.ts';
import type { Caller, Handlers } from '../operations/operation.ts';
import { waitForOwnWrites } from '../operations/wait.ts';
import { sealAnswerWith, submit } from '../operations/write.ts';
import { findRetainedEvent, keptSince } from './events.ts';

// Redelivery of events.

export const redeliveryHandlers = {
  redeliverEvent: (call) => redeliver(call, call.params.event_id, call.body.webhook_endpoint_id),
} satisfies Partial<Handlers>;

async function redeliver(
  caller: Caller,
  event_id: string,
  webhook_endpoint_id: string | undefined,
): Promise<Reply> {
  const event = await findRetainedEvent(caller, event_id);
  if (event === undefined) {
    // The event has expired, but the request may be a repeat of one that was accepted before.
    return submit(caller, { decide: () => refuseNotFound('event'), answer: answerWith('') });
  }
  const { type, data } = parseBody(COLLECTIONS.events, event);
  if (webhook_endpoint_id === undefined) {
    const refusal = await chargeFanOut(caller, type);
    if (refusal !== undefined) return refusal;
  }
  const key = data.object === 'user' ? await keyOf(caller, data.id) : undefined;
  return submit(caller, {
    decide: (book) => requestRedelivery(book, { event_id, type, webhook_endpoint_id }),
    answer: answerWith(event.body, key),
  });
}

/** Each delivery counts as a request. The limit for one of them was checked before. */
async function chargeFanOut(
  { services, stream, charge }: Caller,
  type: string,
): Promise<Problem | undefined> {
  const deliveries = await services.writers.read(stream, (book) => endpointsFor(book, type).length);
  return deliveries > 1 ? charge(deliveries - 1) : undefined;
}

/** The answer contains the event. If the event is about a user, the stored answer is encrypted under the user's key. */
const answerWith = (body: string, key?: UserKey): AnswerSource => ({
  from: 'book',
  render: (): Answer => ({ status: 202, body }),
  ...(key === undefined ? {} : { seal: sealAnswerWith(key) }),
});

/** The user's key; a temporary key if the user's key was destroyed. Undefined if the user has no encrypted data. */
async function keyOf({ services, stream }: Caller, userId: string): Promise<UserKey | undefined> {
  const { writers, vault, clock } = services;
  const sealed = await readConsistent(writers, stream, (book) => book.users.get(userId)?.sealed);
  if (typeof sealed !== 'string') return undefined;
  return (await vault.keyFor(sealed)) ?? vault.createKey({ expiresAt: new Date(clock()) });
}

// Redelivery of many events to one endpoint. A request looks at a page of events or deliveries and requests the redelivery of
// what it selects, so its cost is bounded; the answer says where the next one continues.

/** Events or deliveries that one request looks at, and so the most redeliveries that it causes. */
const PAGE = 100;
const DELIVERIES_OF_EVENT_MAX = 20;
/** In requests: a list of deliveries that was read as far as allowed. */
const UNMATCHED_COST = 5;
/** Events that are read and compared for the cost of a request. */
const EVENTS_PER_REQUEST = 10;

/** A page: the events to redeliver, and the ID after which the next page begins; null after the last one. */
type Selection = {
  readonly eventIds: readonly string[];
  readonly next: string | null;
  /** What the look at the page cost, in requests. */
  readonly cost: number;
};

export const bulkRedeliveryHandlers = {
  async redeliverToWebhookEndpoint(call) {
    const { webhook_endpoint_id } = call.params;
    const { starting_after, select } = call.body;
    if (starting_after !== undefined && !isId(PREFIXES[select], starting_after))
      return invalidFields([
        { field: 'starting_after', code: 'invalid_value', message: 'Must be `next` of the previous answer.' },
      ]);
    const { eventIds, next, cost } =
      select === 'failed'
        ? await selectFailed(call, webhook_endpoint_id, call.body)
        : await selectAll(call, webhook_endpoint_id, call.body);
    // Each redelivery counts as a request, and so does the look at what is not redelivered. The limit for one was checked before.
    const refusal = call.charge(Math.max(eventIds.length, cost, 1) - 1);
    if (refusal !== undefined) return refusal;
    const body = JSON.stringify({
      object: 'webhook_bulk_redelivery',
      webhook_endpoint_id,
      redelivered: eventIds.length,
      next,
    });
    return submit(call, {
      decide: (book) => requestRedeliveries(book, { webhook_endpoint_id, event_ids: eventIds }),
      answer: { from: 'book', render: () => ({ status: 202, body }) },
    });
  },
} satisfies Partial<Handlers>;

/** A selection of all events needs to know where it begins. */
export function checkRedeliver(body: unknown): readonly ErrorDetail[] {
  if (typeof body !== 'object' || body === null || !('select' in body) || body.select !== 'all') return [];
  return 'created_after' in body
    ? []
    : [{ field: 'created_after', code: 'required', message: 'Required to redeliver all events.' }];
}

/** What the cursors of each selection are IDs of. */
const PREFIXES = { failed: 'whd', all: 'evt' } as const;

/** The deliveries that failed or were dropped, without events that have been delivered since or are being retried. */
async function selectFailed(caller: Caller, endpointId: string, body: WebhookRedeliver): Promise<Selection> {
  const { documents } = caller.services;
  const query = await pageQuery(caller, body);
  const lists = await Promise.all(
    ['failed', 'dropped'].map((state) =>
      documents.intersect(DELIVERIES_COLLECTION, {
        ...query,
        terms: [endpointTerm(endpointId), stateTerm(state)],
      }),
    ),
  );
  // Only what both lists have looked at is known to be complete.
  const readTo = lists.flatMap((list) => list.readTo ?? []).sort()[0];
  const found = lists
    .flatMap((list) => list.documents)
    .filter(({ id }) => readTo === undefined || id <= readTo)
    .sort((a, b) => (a.id < b.id ? -1 : 1));
  const page = found.slice(0, PAGE).map((document) => parseBody(DELIVERIES_COLLECTION, document));
  const since = smallestIdAt('evt', await keptSince(caller));
  const wanted = page.filter(({ event_id, event_type }) => event_id >= since && isWanted(body, event_type));
  const open = await Promise.all(
    wanted.map(async ({ event_id }) => ((await isSettled(caller, endpointId, event_id)) ? [] : [event_id])),
  );
  return {
    eventIds: [...new Set(open.flat())],
    next: found.length > PAGE ? (page.at(-1)?.id ?? null) : (readTo ?? null),
    cost: wanted.length + lists.filter((list) => list.readTo !== undefined).length * UNMATCHED_COST,
  };
}

const SETTLED: ReadonlySet<Delivery['state']> = new Set(['succeeded', 'pending']);

/** Whether one of the newest deliveries of the event to the endpoint succeeded, or is being retried. */
async function isSettled(
  { services, stream: scope }: Caller,
  endpointId: string,
  eventId: string,
): Promise<boolean> {
  const terms = [eventTerm(eventId), endpointTerm(endpointId)];
  const query = { scope, terms, order: 'newest', limit: DELIVERIES_OF_EVENT_MAX } as const;
  const found = await services.documents.intersect(DELIVERIES_COLLECTION, query);
  return found.documents.some((document) => SETTLED.has(parseBody(DELIVERIES_COLLECTION, document).state));
}

/** The events of a time that the endpoint subscribes to, delivered or not. */
async function selectAll(caller: Caller, endpointId: string, body: WebhookRedeliver): Promise<Selection> {
  const { services, stream } = caller;
  await waitForOwnWrites(caller, { collections: [COLLECTIONS.events], keysOf: 'everything' });
  const endpoint = await readConsistent(
    services.writers,
    stream,
    (book) => book.webhookEndpoints.get(endpointId)?.endpoint,
  );
  if (endpoint === undefined) return { eventIds: [], next: null, cost: 0 };
  const query = await pageQuery(caller, body);
  const found = await services.documents.list(COLLECTIONS.events, { ...query, terms: ['every'] });
  const page = found.slice(0, PAGE);
  const wanted = page.filter((document) => {
    const { type } = parseBody(COLLECTIONS.events, document);
    return isSubscribed(endpoint, type) && isWanted(body, type);
  });
  return {
    eventIds: wanted.map(({ id }) => id),
    next: found.length > PAGE ? (page.at(-1)?.id ?? null) : null,
    cost: Math.ceil(page.length / EVENTS_PER_REQUEST),
  };
}

const isWanted = ({ event_types: types = [] }: WebhookRedeliver, type: string): boolean =>
  types.length === 0 || types.some((each) => each === type);

/** One document more than a page shows whether there is another page. */
async function pageQuery(
  caller: Caller,
  { select, starting_after, created_after, created_before }: WebhookRedeliver,
): Promise<Omit<ListQuery, 'terms'>> {
  const prefix = PREFIXES[select];
  // A truncated ID sorts before all IDs that start with it.
  const justBefore = (time: number): string => smallestIdAt(prefix, Math.max(0, time)).slice(0, -1);
  const lower = [
    justBefore(await keptSince(caller)),
    ...(created_after === undefined ? [] : [justBefore(Date.parse(created_after) + 1)]),
    ...(starting_after === undefined ? [] : [starting_after]),
  ].sort();
  return {
    scope: caller.stream,
    order: 'oldest',
    limit: PAGE + 1,
    after: lower.at(-1) ?? '',
    ...(created_before === undefined
      ? {}
      : { before: smallestIdAt(prefix, Math.max(0, Date.parse(created_before))) }),
  };
}
