/**
 * Tests of webhook endpoints, if the configuration enables them (docs/contract-notes.md, "Webhooks").
 *
 * The book cannot wait for a receiver. A dry run finds missing endpoints and repeated keys; then the test is recorded
 * and its event is delivered; finally the result is recorded under the request's key. If the process stops in between,
 * a repeated request sends another test event.
 */
import { COLLECTIONS } from '../../../../projections/collections.ts';
import { Overloaded } from '../../../writer/command.ts';
import { readConsistent } from '../../../writer/read-consistent.ts';
import type { RecordedBookEvent } from '../../../ledger/event.ts';
import type { BookWebhookEndpoint, WebhookEndpoint } from '../../../ledger/webhooks/webhook-endpoint.ts';
import { deriveId } from '../../../ledger/ids.ts';
import { presentWebhookEndpoint } from '../../../ledger/present.ts';
import type { Refusal } from '../../../ledger/refusal.ts';
import {
  recordEndpointTest,
  updateWebhookEndpoint,
} from '../../../ledger/webhooks/webhook-endpoint-commands.ts';
import { signerFor } from '../../../webhooks/sending/signatures.ts';
import { originOf } from '../../../webhooks/origin-rates.ts';
import { notFoundProblem, problem } from '../../server/errors.ts';
import type { Problem } from '../../server/errors.ts';
import { getCurrent } from '../../operations/read.ts';
import { bookTime } from '../../reads/book-time.ts';
import { waitForPosition } from '../../reads/wait.ts';
import type { Caller } from '../../operations/operation.ts';
import type { Reply } from '../../server/reply.ts';
import { submitForOutcome, replyToOutcome, submit } from '../../operations/write.ts';

/** Internal marker: the dry run accepted the test. Never returned to the caller. */
const DRY_RUN_ACCEPTED: Refusal = { code: 'not_found', message: 'The dry run accepted the test.' };

const EMPTY_ANSWER = { from: 'events', render: () => ({ status: 200, body: '{}' }) } as const;

/**
 * Delivers a test event immediately; a 2xx response enables the tested version of the endpoint. Replies with the
 * attempt and the endpoint.
 */
export async function testEndpoint(caller: Caller, webhook_endpoint_id: string): Promise<Reply> {
  const dryRun = await submitForOutcome(caller, {
    decide(book) {
      const decision = recordEndpointTest(book, { webhook_endpoint_id });
      return 'refusal' in decision ? decision : { refusal: DRY_RUN_ACCEPTED };
    },
    answer: EMPTY_ANSWER,
  });
  if (dryRun.kind !== 'refused' || dryRun.refusal !== DRY_RUN_ACCEPTED) return replyToOutcome(caller, dryRun);
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
