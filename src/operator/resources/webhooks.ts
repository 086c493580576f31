import { COLLECTIONS } from '../../../projections/collections.ts';
import { submit } from '../../api/operations/write.ts';
import {
  findDelivery,
  listDeliveries,
  presentDelivery,
  presentWithAttempts,
  redeliver,
} from '../../api/resources/deliveries.ts';
import { newSigningKeys, renderEndpoint, withHealth } from '../../api/resources/webhook-endpoints.ts';
import type { OperatedWebhookDeliveryWithAttempts } from '../../generated/api.ts';
import { notFoundProblem } from '../../http/errors.ts';
import { decodeIdOrigin } from '../../ledger/ids.ts';
import { rotateSigningKey } from '../../ledger/webhook-endpoint.ts';
import type { Delivery } from '../../webhooks/delivery.ts';
import { listAcrossBooks, wrapDocument, type CrossBookList } from '../operations/cross-book-list.ts';
import type { OperatorCaller, OperatorHandlers } from '../operations/operation.ts';
import { maskObject, roleSeesPersonalData } from '../operations/personal-data.ts';

// Webhook deliveries: list, read with attempts, and redeliver.

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
  request_body: request_body === null ? null : maskObject(request_body),
  attempts: attempts.map(({ request, response, ...attempt }) => ({
    ...attempt,
    request: request === null ? null : { ...request, headers: withoutSignature(request.headers) },
    response: response === null ? null : { ...response, body: null },
  })),
});

const withoutSignature = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => name !== 'Svc-Signature'));

// Webhook endpoints of all integrators, and rotation of their signing keys.

/** Default overlap during which both keys sign, long enough to update a receiver manually. */
const OVERLAP_SECONDS = 86_400;

export const ALL_ENDPOINTS: CrossBookList = {
  collection: COLLECTIONS.webhookEndpoints,
  terms: ['every'],
  complete: withHealth,
  render: wrapDocument('operated_webhook_endpoint', 'webhook_endpoint'),
};

export const webhookEndpointHandlers = {
  listOperatedWebhookEndpoints: ({ services, query }) => listAcrossBooks(services, ALL_ENDPOINTS, query),
  rotateSigningKey(call) {
    const { webhook_endpoint_id } = call.params;
    const { overlap_seconds: overlapSeconds = OVERLAP_SECONDS, reason } = call.body;
    const keys = newSigningKeys(call, webhook_endpoint_id);
    return submit(call, {
      decide: (book, context) =>
        rotateSigningKey(book, { webhook_endpoint_id, ...keys, overlapSeconds }, context),
      answer: {
        from: 'book',
        render: (book) => ({ status: 200, body: renderEndpoint(book, webhook_endpoint_id) }),
      },
      reason,
    });
  },
} satisfies Partial<OperatorHandlers>;
