/** Webhook endpoints. */
import { COLLECTIONS } from '../../../../projections/collections.ts';
import type { ErrorDetail } from '../../../generated/api.ts';
import type { AnswerSource } from '../../../writer/command.ts';
import type { ReadonlyBook } from '../../../ledger/book.ts';
import { presentWebhookEndpoint } from '../../../ledger/present.ts';
import { evolveWebhookEndpoint } from '../../../ledger/webhooks/webhook-endpoint.ts';
import type { WebhookEndpoint } from '../../../ledger/webhooks/webhook-endpoint.ts';
import {
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  updateWebhookEndpoint,
} from '../../../ledger/webhooks/webhook-endpoint-commands.ts';
import { endpointUrlProblem, isUnencrypted } from '../../../webhooks/sending/endpoint-url.ts';
import { withHealth } from './endpoint-health.ts';
import { testEndpoint } from './endpoint-test.ts';
import { notFoundProblem } from '../../server/errors.ts';
import { replyWithPage } from '../../operations/page.ts';
import { findObject } from '../../operations/read.ts';
import { signingKeyContext } from '../../../ledger/sealing-context.ts';
import type { BookCaller, Caller, Handlers } from '../../operations/operation.ts';
import type { Reply } from '../../server/reply.ts';
import { submit } from '../../operations/write.ts';
import { webhookEndpointsKeys } from '../../reads/list-keys.ts';

export const webhookEndpointHandlers = {
  listWebhookEndpoints: (call) =>
    replyWithPage(
      call,
      {
        collection: COLLECTIONS.webhookEndpoints,
        prefix: 'we',
        terms: [],
        keysOf: webhookEndpointsKeys,
        present: (shown) => withHealth(call.services, shown),
      },
      call.query,
    ),
  createWebhookEndpoint(call) {
    const { url, event_types = [], description = null } = call.body;
    const generateKeys = (id: string) => newSigningKeys(call, id);
    const endpoint = { url, event_types, description, generateKeys, problems: problemsWith(call, url) };
    return submit(call, {
      decide: (book, context) => createWebhookEndpoint(book, endpoint, context),
      answer: CREATED_ANSWER,
    });
  },
  async getWebhookEndpoint(call) {
    const { webhook_endpoint_id: id } = call.params;
    const found = await findObject(call, COLLECTIONS.webhookEndpoints, id);
    if (found === undefined) return notFoundProblem('webhook endpoint');
    const [body = found.body] = await withHealth(call.services, [
      { id, scope: call.stream, body: found.body },
    ]);
    return { status: 200, body };
  },
  updateWebhookEndpoint(call) {
    const { webhook_endpoint_id } = call.params;
    const changes = { ...call.body, webhook_endpoint_id, problems: problemsWith(call, call.body.url) };
    return submit(call, {
      decide: (book) => updateWebhookEndpoint(book, changes),
      answer: {
        from: 'book',
        render: (book) => ({ status: 200, body: renderEndpoint(book, webhook_endpoint_id) }),
      },
    });
  },
  deleteWebhookEndpoint: (call) => deleteEndpoint(call, call.params.webhook_endpoint_id),
  testWebhookEndpoint: (call) => testEndpoint(call, call.params.webhook_endpoint_id),
} satisfies Partial<Handlers>;

/** Generates the keys of an endpoint of the caller's book. */
export function newSigningKeys({ services, stream }: BookCaller, endpointId: string) {
  const { publicKeyPem, sealed } = services.signingKeys.generate(signingKeyContext(stream, endpointId));
  return { public_key_pem: publicKeyPem, sealed_private_key: sealed };
}

const urlFault = (message: string): readonly ErrorDetail[] => [
  { field: 'url', code: 'invalid_format', message },
];

/** The schema checks the format of the URL; this checks that deliveries to it are possible. */
export function checkEndpointUrl(body: unknown): readonly ErrorDetail[] {
  if (typeof body !== 'object' || body === null || !('url' in body) || typeof body.url !== 'string')
    return [];
  const fault = endpointUrlProblem(body.url);
  return fault === undefined ? [] : urlFault(fault);
}

/** Details about a loopback URL. The configuration can allow them in the sandbox, never in production. */
function problemsWith({ services, key }: Caller, url: string | undefined): readonly ErrorDetail[] {
  if (url === undefined || !isUnencrypted(url)) return [];
  const isAllowed = services.settings.webhookLoopback && key.environment === 'sandbox';
  return isAllowed ? [] : urlFault('Must be an absolute HTTPS URL.');
}

/** The event contains the complete endpoint, so the book stores no copy of the answer. */
const CREATED_ANSWER: AnswerSource = {
  from: 'events',
  render([event]) {
    if (event?.type !== 'webhook_endpoint.created')
      throw new Error('expected the event webhook_endpoint.created');
    return { status: 201, body: endpointJson(evolveWebhookEndpoint(undefined, event)) };
  },
};

function endpointJson(endpoint: WebhookEndpoint | undefined): string {
  if (endpoint === undefined) throw new Error('webhook endpoint not found after a change');
  return JSON.stringify(presentWebhookEndpoint(endpoint));
}

/** The JSON of an endpoint in the book. Throws if there is none. */
export const renderEndpoint = (book: ReadonlyBook, id: string): string =>
  endpointJson(book.webhookEndpoints.get(id)?.endpoint);

/** The answer shows the deleted endpoint as disabled. */
function deleteEndpoint(caller: Caller, webhook_endpoint_id: string): Promise<Reply> {
  let before: WebhookEndpoint | undefined;
  return submit(caller, {
    decide(book) {
      before = book.webhookEndpoints.get(webhook_endpoint_id)?.endpoint;
      return deleteWebhookEndpoint(book, { webhook_endpoint_id });
    },
    answer: {
      from: 'book',
      render: () => ({ status: 200, body: endpointJson(before && { ...before, status: 'disabled' }) }),
    },
  });
}
