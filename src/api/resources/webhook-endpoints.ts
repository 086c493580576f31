import { COLLECTIONS } from '../../../projections/collections.ts';
import type { ErrorDetail } from '../../generated/api.ts';
import { notFoundProblem, problem, type Problem } from '../../http/errors.ts';
import type { Reply } from '../../http/reply.ts';
import type { ReadonlyBook } from '../../ledger/book.ts';
import type { RecordedBookEvent } from '../../ledger/event.ts';
import { deriveId } from '../../ledger/ids.ts';
import { presentWebhookEndpoint } from '../../ledger/present.ts';
import { signingKeyContext } from '../../ledger/sealing-context.ts';
import {
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  evolveWebhookEndpoint,
  recordEndpointTest,
  updateWebhookEndpoint,
  type BookWebhookEndpoint,
  type WebhookEndpoint,
} from '../../ledger/webhook-endpoint.ts';
import { parseBody } from '../../read-models/collection.ts';
import { EVERY_TERM, type Document } from '../../read-models/port.ts';
import { originOf } from '../../webhooks/attempt-limits.ts';
import { CURSORS_COLLECTION } from '../../webhooks/delivery.ts';
import { presentHealth } from '../../webhooks/endpoint-health.ts';
import { endpointUrlProblem, isLoopbackUrl, signerFor } from '../../webhooks/webhook-sender.ts';
import { Overloaded, readConsistent, type AnswerSource } from '../../writer/command.ts';
import { replyWithPage, webhookEndpointsKeys } from '../operations/list.ts';
import type { BookCaller, Caller, Handlers } from '../operations/operation.ts';
import { findObject, getCurrent } from '../operations/read.ts';
import type { Services } from '../operations/services.ts';
import { bookTime, waitForPosition } from '../operations/wait.ts';
import { replyToOutcome, submit, submitForOutcome } from '../operations/write.ts';

// The health of webhook endpoints. It comes from delivery records, so events and the responses to writes do not show it.

/** The JSON of the endpoints in these documents, with `health` from the first attempt on. */
export async function withHealth(
  services: Services,
  endpoints: readonly Pick<Document, 'id' | 'scope' | 'body'>[],
): Promise<readonly string[]> {
  const ids = endpoints.map(({ id }) => id);
  const found = ids.length === 0 ? [] : await services.documents.getMany(CURSORS_COLLECTION, ids);
  const healthById = new Map(
    found.map((cursor) => [cursor.id, parseBody(CURSORS_COLLECTION, cursor).health]),
  );
  return Promise.all(
    endpoints.map(async ({ id, scope: stream, body }) => {
      const health = healthById.get(id);
      if (health === undefined) return body;
      const shown = presentHealth(health, await bookTime({ services, stream }));
      return `${body.slice(0, -1)},"health":${JSON.stringify(shown)}}`;
    }),
  );
}

// Tests of webhook endpoints, if the configuration enables them (docs/contract-notes.md, "Webhooks").
//
// The book cannot wait for a receiver. A dry run finds missing endpoints and repeated keys; then the test is recorded
// and its event is delivered; finally the result is recorded under the request's key. If the process stops in between,
// a repeated request sends another test event.

const EMPTY_ANSWER = { from: 'events', render: () => ({ status: 200, body: '{}' }) } as const;

/**
 * Delivers a test event immediately; a 2xx response enables the tested version of the endpoint. Replies with the
 * attempt and the endpoint.
 */
async function testEndpoint(caller: Caller, webhook_endpoint_id: string): Promise<Reply> {
  const asked = await submitForOutcome<'does the receiver answer?'>(caller, {
    decide(book) {
      const decision = recordEndpointTest(book, { webhook_endpoint_id });
      return 'refusal' in decision ? decision : { question: 'does the receiver answer?' };
    },
    answer: EMPTY_ANSWER,
  });
  if (asked.kind !== 'asked') return replyToOutcome(caller, asked);
  const { writers, signingKeys, originRates } = caller.services;
  const found = await readConsistent(writers, caller.stream, (book) =>
    book.webhookEndpoints.get(webhook_endpoint_id),
  );
  if (found === undefined) return notFoundProblem('webhook endpoint');
  const origin = originOf(found.endpoint);
  const waitMs = originRates.waitMs(origin);
  if (waitMs > 0) return tooManyTests(waitMs);
  originRates.started(origin);
  // A key that cannot be decrypted is an internal error, which must surface before anything is recorded.
  signerFor(signingKeys, signedEndpoint(caller, found), await bookTime(caller))(Buffer.alloc(0));
  const event = await recordTest(caller, webhook_endpoint_id);
  if (event === undefined) return notFoundProblem('webhook endpoint');
  const delivery = await deliverTestEvent(caller, found, event);
  return recordResult(caller, found.endpoint, delivery);
}

const tooManyTests = (waitMs: number): Problem =>
  problem('rate_limited', 'The limit of this host is reached.', {
    retryAfterSeconds: Math.ceil(waitMs / 1_000),
  });

type TestEvent = { readonly id: string; readonly body: string };

/** Records the test and returns the public event that it emits. Undefined if the endpoint was deleted. */
async function recordTest(caller: Caller, webhook_endpoint_id: string): Promise<TestEvent | undefined> {
  const { services, stream, actor, requestId } = caller;
  const outcome = await services.writers.submit(stream, {
    decide: (book) => recordEndpointTest(book, { webhook_endpoint_id }),
    answer: { from: 'events', render: (events) => ({ status: 200, body: publicIdOf(events) }) },
    actor,
    requestId,
  });
  if (outcome.kind !== 'done') return undefined;
  const id = outcome.answer.body;
  await waitForPosition(services, outcome.position, COLLECTIONS.events);
  const stored = await getCurrent(services, COLLECTIONS.events, id);
  if (stored === undefined) throw new Error('public event of the webhook endpoint test not found');
  return { id, body: stored.body };
}

/** The ID of the public event, derived as in the event log. */
function publicIdOf([event]: readonly RecordedBookEvent[]): string {
  if (event === undefined) throw new Error('expected an event of the webhook endpoint test');
  return deriveId('evt', Date.parse(event.time), event.stream, event.revision);
}

const signedEndpoint = ({ stream }: Caller, { endpoint, keys }: BookWebhookEndpoint) => ({
  stream,
  id: endpoint.id,
  keys,
});

async function deliverTestEvent(caller: Caller, found: BookWebhookEndpoint, { id, body }: TestEvent) {
  const { services, key } = caller;
  const { endpoint } = found;
  const { clock, sender, originRates, settings, signingKeys } = services;

  // Receivers compare the timestamp with their clocks. Keys expire in the book's time.
  const sentAt = clock();
  const attemptedAt = await bookTime(caller);
  const { succeeded, response_status, error } = await sender.send({
    url: endpoint.url,
    body,
    event_id: id,
    attempt: 1,
    sentAt,
    sign: signerFor(signingKeys, signedEndpoint(caller, found), attemptedAt),
    allowLoopback: settings.webhookLoopback && key.environment === 'sandbox',
  });
  // The receiver did not fail: the service is stopping. The error lets the caller repeat the test.
  if (error === 'stopped') throw new Overloaded('the service is stopping');
  if (succeeded) originRates.accepted(originOf(endpoint));
  return {
    event_id: id,
    webhook_endpoint_id: endpoint.id,
    attempt: 1,
    succeeded,
    response_status,
    error,
    attempted_at: new Date(attemptedAt).toISOString(),
  };
}

type Delivery = Awaited<ReturnType<typeof deliverTestEvent>>;

/**
 * Records the result. Refuses if the endpoint was deleted in between. An endpoint that was changed stays unchanged,
 * because the result does not apply to its new URL.
 */
function recordResult(
  caller: Caller,
  { id: webhook_endpoint_id, version }: WebhookEndpoint,
  delivery: Delivery,
): Promise<Reply> {
  return submit(caller, {
    decide(book) {
      const isSame = book.webhookEndpoints.get(webhook_endpoint_id)?.endpoint.version === version;
      const change = delivery.succeeded && isSame ? { status: 'enabled' as const } : {};
      return updateWebhookEndpoint(book, { webhook_endpoint_id, ...change });
    },
    answer: {
      from: 'book',
      render(book) {
        const found = book.webhookEndpoints.get(webhook_endpoint_id);
        if (found === undefined) throw new Error('webhook endpoint not found after its test');
        const body = { delivery, endpoint: presentWebhookEndpoint(found.endpoint) };
        return { status: 200, body: JSON.stringify(body) };
      },
    },
  });
}

// Webhook endpoints.

export const webhookEndpointHandlers = {
  listWebhookEndpoints: (call) =>
    replyWithPage(
      call,
      {
        collection: COLLECTIONS.webhookEndpoints,
        prefix: 'we',
        selection: { terms: [EVERY_TERM] },
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
  if (url === undefined || !isLoopbackUrl(url)) return [];
  const isAllowed = services.settings.webhookLoopback && key.environment === 'sandbox';
  return isAllowed ? [] : urlFault('Must be an absolute https URL of a host that the internet can reach.');
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
