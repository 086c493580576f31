/** Webhook deliveries: list, read with attempts, and redeliver. */
import {
  findDelivery,
  listDeliveries,
  presentDelivery,
  presentWithAttempts,
  redeliver,
} from '../../api/resources/webhooks/deliveries.ts';
import { notFoundProblem } from '../../api/server/errors.ts';
import type { OperatedWebhookDeliveryWithAttempts } from '../../generated/api.ts';
import { decodeIdOrigin } from '../../ledger/ids.ts';
import type { Delivery } from '../../webhooks/records/delivery.ts';
import type { OperatorCaller, OperatorHandlers } from '../operations/operation.ts';
import { maskEvent, roleSeesPersonalData } from '../operations/personal-data.ts';

export const webhookDeliveryHandlers = {
  listWebhookDeliveries: (call) =>
    listDeliveries(call, call.params.webhook_endpoint_id, call.query, withRequestId(call)),
  async getOperatedWebhookDelivery(call) {
    const delivery = await findDelivery(call, call.params.webhook_delivery_id);
    if (delivery === undefined) return notFoundProblem('webhook delivery');
    const request_id = await requestIdOf(call, delivery);
    const found = { ...(await presentWithAttempts(call, delivery)), request_id };
    const shown = roleSeesPersonalData(call.token) ? found : maskAttempts(found);
    return { status: 200, body: JSON.stringify(shown) };
  },
  async redeliverWebhook(call) {
    const delivery = await findDelivery(call, call.params.webhook_delivery_id);
    if (delivery === undefined) return notFoundProblem('webhook delivery');
    return redeliver(call, delivery, await withRequestId(call)(delivery));
  },
} satisfies Partial<OperatorHandlers>;

/** A delivery with the request ID of its event. */
const withRequestId = (caller: OperatorCaller) => async (delivery: Delivery) => ({
  ...presentDelivery(delivery),
  request_id: await requestIdOf(caller, delivery),
});

/** The event ID contains the revision. */
async function requestIdOf(
  { services, stream }: OperatorCaller,
  { event_id }: Delivery,
): Promise<string | null> {
  const origin = decodeIdOrigin(event_id, stream);
  return origin === undefined ? null : services.requestIdAt(stream, origin.revision);
}

/**
 * Masks the event, and leaves out what could reveal it: a response may repeat it, and with the signature, guesses of masked
 * values could be checked.
 */
const maskAttempts = ({
  request_body,
  attempts,
  ...delivery
}: OperatedWebhookDeliveryWithAttempts): OperatedWebhookDeliveryWithAttempts => ({
  ...delivery,
  request_body: request_body === null ? null : maskEvent(request_body),
  attempts: attempts.map(({ request, response, ...attempt }) => ({
    ...attempt,
    request: request === null ? null : { ...request, headers: withoutSignature(request.headers) },
    response: response === null ? null : { ...response, body: null },
  })),
});

const withoutSignature = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => name !== 'Svc-Signature'));
