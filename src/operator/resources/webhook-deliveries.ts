/** Webhook deliveries: list and redeliver. */
import type { WebhookDeliveryListQuery } from '../../generated/api.ts';
import { isProblem, notFoundProblem } from '../../api/server/errors.ts';
import { replyWithPage } from '../../api/operations/page.ts';
import { noFurtherKeys } from '../../api/reads/list-keys.ts';
import { findDocument } from '../../api/operations/read.ts';
import type { Reply } from '../../api/server/reply.ts';
import { submit } from '../../api/operations/write.ts';
import { smallestIdAt, decodeIdOrigin } from '../../ledger/ids.ts';
import { requestRedelivery } from '../../ledger/webhooks/webhook-endpoint-commands.ts';
import {
  DELIVERIES_COLLECTION,
  stateTerm,
  endpointTerm,
  eventTerm,
} from '../../webhooks/records/delivery.ts';
import type { Delivery } from '../../webhooks/records/delivery.ts';
import type { OperatorCaller, OperatorHandlers } from '../operations/operation.ts';

export const webhookDeliveryHandlers = {
  listWebhookDeliveries: (call) => list(call, call.params.webhook_endpoint_id, call.query),
  redeliverWebhook: (call) => redeliver(call, call.params.webhook_delivery_id),
} satisfies Partial<OperatorHandlers>;

type DeliveryPage = { readonly data: readonly Delivery[]; readonly has_more: boolean };

async function list(
  caller: OperatorCaller,
  endpointId: string,
  { state, event_id, ...query }: WebhookDeliveryListQuery,
): Promise<Reply> {
  const filters = state === undefined ? [] : [stateTerm(state)];
  const terms = [...(event_id === undefined ? [] : [eventTerm(event_id)]), endpointTerm(endpointId)];
  const found = await replyWithPage(
    caller,
    { collection: DELIVERIES_COLLECTION, prefix: 'whd', terms, filters, keysOf: noFurtherKeys },
    query,
  );
  if (isProblem(found)) return found;
  // The listed objects are delivery records.
  const { data, has_more } = JSON.parse(found.body) as DeliveryPage;
  return {
    status: 200,
    body: JSON.stringify({ data: await Promise.all(data.map(withRequestId(caller))), has_more }),
  };
}

/** A delivery record with the request ID of its event. The event ID contains the revision. */
const withRequestId =
  ({ services, stream }: OperatorCaller) =>
  async (record: Delivery) => {
    const origin = decodeIdOrigin(record.event_id, stream);
    const request_id = origin === undefined ? null : await services.requestIdAt(stream, origin.revision);
    return { ...record, request_id };
  };

const DAY_MS = 24 * 60 * 60 * 1_000;

/** Sends the event again, regardless of earlier results. */
async function redeliver(caller: OperatorCaller, deliveryId: string): Promise<Reply> {
  const { clock, settings } = caller.services;
  const found = await findDocument(caller, DELIVERIES_COLLECTION, deliveryId, noFurtherKeys);
  if (found === undefined) return notFoundProblem('webhook delivery');
  // The collection only contains delivery records.
  const record = JSON.parse(found.body) as Delivery;
  const { event_id, event_type: type, webhook_endpoint_id } = record;
  if (event_id < smallestIdAt('evt', clock() - settings.eventRetentionDays * DAY_MS))
    return notFoundProblem('event');
  const body = JSON.stringify(await withRequestId(caller)(record));
  return submit(caller, {
    decide: (book) => requestRedelivery(book, { event_id, type, webhook_endpoint_id }),
    answer: { from: 'book', render: () => ({ status: 202, body }) },
  });
}
