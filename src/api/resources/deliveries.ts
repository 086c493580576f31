import { COLLECTIONS } from '../../../projections/collections.ts';
import type {
  WebhookAttempt,
  WebhookDeliveryListQuery,
  WebhookDeliveryWithAttempts,
} from '../../generated/api.ts';
import { notFoundProblem } from '../../http/errors.ts';
import type { Reply } from '../../http/reply.ts';
import { idTime, smallestIdAt } from '../../ledger/ids.ts';
import { refuseNotFound } from '../../ledger/refusal.ts';
import { requestRedelivery } from '../../ledger/webhook-endpoint.ts';
import { parseBody } from '../../read-models/collection.ts';
import type { StoredDocument } from '../../read-models/port.ts';
import {
  ATTEMPTS_COLLECTION,
  attemptIds,
  attemptsOf,
  type AttemptRecord,
} from '../../webhooks/attempt-record.ts';
import type { CapturedResponse } from '../../webhooks/captured-response.ts';
import {
  DELIVERIES_COLLECTION,
  endpointTerm,
  eventTerm,
  stateTerm,
  typeTerm,
  type Delivery,
} from '../../webhooks/delivery.ts';
import { attemptHeaders } from '../../webhooks/webhook-sender.ts';
import { noFurtherKeys, replyWithPage } from '../operations/list.ts';
import type { BookCaller, Handlers } from '../operations/operation.ts';
import { findDocument } from '../operations/read.ts';
import { submit } from '../operations/write.ts';
import { findRetainedEvent, keptSince } from './events.ts';

// Deliveries of events to webhook endpoints, with their attempts (docs/webhooks.md, "See what was delivered").

export const deliveryHandlers = {
  listWebhookEndpointDeliveries: (call) =>
    listDeliveries(call, call.params.webhook_endpoint_id, call.query, presentDelivery),
  async getWebhookDelivery(call) {
    const delivery = await findDelivery(call, call.params.webhook_delivery_id);
    if (delivery === undefined) return notFoundProblem('webhook delivery');
    return { status: 200, body: JSON.stringify(await presentWithAttempts(call, delivery)) };
  },
  async retryWebhookDelivery(call) {
    const delivery = await findDelivery(call, call.params.webhook_delivery_id);
    return redeliver(call, delivery, delivery && presentDelivery(delivery));
  },
} satisfies Partial<Handlers>;

/** A page of the deliveries to an endpoint, newest first. 404 if the endpoint does not exist. */
export function listDeliveries(
  caller: BookCaller,
  endpointId: string,
  { state, event_type, event_id, ...query }: WebhookDeliveryListQuery,
  present: (delivery: Delivery) => object | Promise<object>,
): Promise<Reply> {
  const allOf = [
    ...(event_id === undefined ? [] : [eventTerm(event_id)]),
    endpointTerm(endpointId),
    ...(state === undefined ? [] : [stateTerm(state)]),
    ...(event_type === undefined ? [] : [typeTerm(event_type)]),
  ];
  const listing = {
    collection: DELIVERIES_COLLECTION,
    prefix: 'whd',
    parent: { collection: COLLECTIONS.webhookEndpoints, id: endpointId, noun: 'webhook endpoint' },
    selection: { terms: [], allOf },
    keysOf: noFurtherKeys,
    present: (shown: readonly StoredDocument[]) =>
      Promise.all(
        shown.map(async (document) =>
          JSON.stringify(await present(parseBody(DELIVERIES_COLLECTION, document))),
        ),
      ),
  } as const;
  return replyWithPage(caller, listing, query);
}

/** The delivery, if it is one of the caller's book. */
export async function findDelivery(caller: BookCaller, id: string): Promise<Delivery | undefined> {
  const found = await findDocument(caller, DELIVERIES_COLLECTION, id, noFurtherKeys);
  return found && parseBody(DELIVERIES_COLLECTION, found);
}

/** The attempts of a delivery that are kept, oldest first. */
async function readAttempts({ services }: BookCaller, delivery: Delivery): Promise<readonly AttemptRecord[]> {
  const found = await services.documents.getMany(ATTEMPTS_COLLECTION, attemptIds(delivery));
  return attemptsOf(
    delivery,
    found.map((document) => parseBody(ATTEMPTS_COLLECTION, document)),
  );
}

/** The delivery without what only its attempts show. Its ID contains the time of its cause. */
export const presentDelivery = ({ details: _details, ...delivery }: Delivery) => ({
  ...delivery,
  created_at: new Date(idTime(delivery.id)).toISOString(),
});

/** The delivery with the body that was sent and every attempt that is kept. */
export async function presentWithAttempts(
  caller: BookCaller,
  delivery: Delivery,
): Promise<WebhookDeliveryWithAttempts> {
  const { approvalLinks, reasons, responseSeal } = caller.services;
  const [event, attempts] = await Promise.all([
    findRetainedEvent(caller, delivery.event_id),
    readAttempts(caller, delivery),
  ]);
  // As it was sent, unless a person was forgotten since.
  const sent = event && (await reasons.openJson(approvalLinks.complete(event.body), caller.stream));
  return {
    ...presentDelivery(delivery),
    request_body: sent ?? null,
    attempts: attempts.map((attempt) =>
      presentAttempt(delivery, attempt, (sealed) =>
        sent === undefined ? undefined : responseSeal.open(sent, sealed),
      ),
    ),
  };
}

function presentAttempt(
  { event_id }: Delivery,
  record: AttemptRecord,
  open: (sealed: string) => string | undefined,
): WebhookAttempt {
  const { attempt, attempted_at, took_ms, error, next_attempt_at, response_status: status } = record;
  const { url, svc_signature } = record;
  const request =
    url === undefined || svc_signature === undefined
      ? null
      : { url, headers: attemptHeaders({ event_id, attempt, svc_signature }) };
  const response = status === null ? null : { status, ...(openResponse(record, open) ?? UNKNOWN_RESPONSE) };
  return { attempt, attempted_at, took_ms, error, next_attempt_at, request, response };
}

const UNKNOWN_RESPONSE = { headers: {}, body: null, is_truncated: false };

/** Undefined if it was not recorded, or cannot be opened any more. */
function openResponse(
  { response = null }: AttemptRecord,
  open: (sealed: string) => string | undefined,
): CapturedResponse | undefined {
  if (response === null) return undefined;
  if (!('sealed' in response)) return response;
  const text = open(response.sealed);
  // The delivery engine sealed this type.
  return text === undefined ? undefined : (JSON.parse(text) as CapturedResponse);
}

/** Requests that the event of a delivery is sent again, and answers with `shown`. 404 if the delivery or its event expired. */
export async function redeliver(
  caller: BookCaller,
  delivery: Delivery | undefined,
  shown: object | undefined,
): Promise<Reply> {
  const answer = { from: 'book', render: () => ({ status: 202, body: JSON.stringify(shown) }) } as const;
  // Submitted even if it cannot succeed, because it may repeat a request that was accepted before.
  if (delivery === undefined)
    return submit(caller, { decide: () => refuseNotFound('webhook delivery'), answer });
  const { event_id, event_type: type, webhook_endpoint_id } = delivery;
  const hasExpired = event_id < smallestIdAt('evt', await keptSince(caller));
  return submit(caller, {
    decide: (book) =>
      hasExpired ? refuseNotFound('event') : requestRedelivery(book, { event_id, type, webhook_endpoint_id }),
    answer,
  });
}
