/** Webhook deliveries: list and redeliver. */
import {
  findDelivery,
  listDeliveries,
  presentDelivery,
  redeliver,
} from '../../api/resources/webhooks/deliveries.ts';
import { notFoundProblem } from '../../api/server/errors.ts';
import { decodeIdOrigin } from '../../ledger/ids.ts';
import type { Delivery } from '../../webhooks/records/delivery.ts';
import type { OperatorCaller, OperatorHandlers } from '../operations/operation.ts';

export const webhookDeliveryHandlers = {
  listWebhookDeliveries: (call) =>
    listDeliveries(call, call.params.webhook_endpoint_id, call.query, withRequestId(call)),
  async redeliverWebhook(call) {
    const delivery = await findDelivery(call, call.params.webhook_delivery_id);
    if (delivery === undefined) return notFoundProblem('webhook delivery');
    return redeliver(call, delivery, await withRequestId(call)(delivery));
  },
} satisfies Partial<OperatorHandlers>;

/** A delivery with the request ID of its event. The event ID contains the revision. */
const withRequestId =
  ({ services, stream }: OperatorCaller) =>
  async (delivery: Delivery) => {
    const origin = decodeIdOrigin(delivery.event_id, stream);
    const request_id = origin === undefined ? null : await services.requestIdAt(stream, origin.revision);
    return { ...presentDelivery(delivery), request_id };
  };
