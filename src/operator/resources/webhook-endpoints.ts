/** Webhook endpoints of all integrators, and rotation of their signing keys. */
import { COLLECTIONS } from '../../../projections/collections.ts';
import { withHealth } from '../../api/resources/webhooks/endpoint-health.ts';
import { newSigningKeys, renderEndpoint } from '../../api/resources/webhooks/webhook-endpoints.ts';
import { submit } from '../../api/operations/write.ts';
import { rotateSigningKey } from '../../ledger/webhooks/webhook-endpoint-commands.ts';
import { wrapDocument, listAcrossBooks } from '../operations/cross-book-list.ts';
import type { CrossBookList } from '../operations/cross-book-list.ts';
import type { OperatorHandlers } from '../operations/operation.ts';

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
