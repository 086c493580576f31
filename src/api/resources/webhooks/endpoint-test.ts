/**
 * The test of a webhook endpoint, which answers 501 unless the configuration turns it on (docs/contract-notes.md, "Webhooks").
 *
 * A book can't wait for a receiver. So the request is decided first without an effect, which finds an endpoint that does
 * not exist and a key that was used; then the test is recorded and the event it gave is delivered; and what came of that
 * is recorded for good, under the request's key. Whoever is cut off in between sends a test event more the next time.
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
import { notFoundProblem } from '../../server/errors.ts';
import { getCurrent, waitForPosition } from '../../operations/read.ts';
import type { Caller } from '../../operations/operation.ts';
import type { Reply } from '../../server/reply.ts';
import { submitForOutcome, replyToOutcome, submit } from '../../operations/write.ts';

/** The request is to be carried out. Never an answer. */
const WOULD_BE_TESTED: Refusal = { code: 'not_found', message: 'The dry run accepted the test.' };

const NOTHING = { from: 'events', render: () => ({ status: 200, body: '{}' }) } as const;

/**
 * Delivers a test event at once; a 2xx answer enables the endpoint as it was tested. Answers with the attempt and the
 * endpoint after it.
 */
export async function testEndpoint(caller: Caller, webhook_endpoint_id: string): Promise<Reply> {
  const trial = await submitForOutcome(caller, {
    decide(book) {
      const decision = recordEndpointTest(book, { webhook_endpoint_id });
      return 'refusal' in decision ? decision : { refusal: WOULD_BE_TESTED };
    },
    answer: NOTHING,
  });
  if (trial.kind !== 'refused' || trial.refusal !== WOULD_BE_TESTED) return replyToOutcome(caller, trial);
  const { keepers, signingKeys, clock } = caller.services;
  const found = await readConsistent(keepers, caller.stream, (book) =>
    book.webhookEndpoints.get(webhook_endpoint_id),
  );
  if (found === undefined) return notFoundProblem('webhook endpoint');
  // A key that does not open is a fault of ours, and is found before anything is recorded.
  signerFor(signingKeys, found.keys, clock())(Buffer.alloc(0));
  const event = await record(caller, webhook_endpoint_id);
  if (event === undefined) return notFoundProblem('webhook endpoint');
  const delivery = await deliver(caller, found, event);
  return conclude(caller, found.endpoint, delivery);
}

type TestEvent = { readonly id: string; readonly body: string };

/** Records that the endpoint is tested; gives the public event that this fires. Undefined when the endpoint is gone. */
async function record(caller: Caller, webhook_endpoint_id: string): Promise<TestEvent | undefined> {
  const { services, stream, actor, requestId } = caller;
  const outcome = await services.keepers.submit(stream, {
    decide: (book) => recordEndpointTest(book, { webhook_endpoint_id }),
    answer: { from: 'events', render: (events) => ({ status: 200, body: publicIdOf(events) }) },
    actor,
    requestId,
  });
  if (outcome.kind !== 'done') return undefined;
  const id = outcome.answer.body;
  await waitForPosition(services, outcome.position, COLLECTIONS.events);
  const stored = await getCurrent(services, COLLECTIONS.events, id);
  if (stored === undefined) throw new Error('a test of a webhook endpoint has fired no event');
  return { id, body: stored.body };
}

/** The event log gives its events their IDs in this way. */
function publicIdOf([event]: readonly RecordedBookEvent[]): string {
  if (event === undefined) throw new Error('a test of a webhook endpoint without its event');
  return deriveId('evt', Date.parse(event.time), event.stream, event.revision);
}

async function deliver(
  { services, key }: Caller,
  { endpoint, keys }: BookWebhookEndpoint,
  { id, body }: TestEvent,
) {
  const { clock, sender, settings, signingKeys } = services;
  const sentAt = clock();
  const { succeeded, response_status, error } = await sender.send({
    url: endpoint.url,
    body,
    event_id: id,
    attempt: 1,
    sentAt,
    sign: signerFor(signingKeys, keys, sentAt),
    allowLoopback: settings.webhookLoopback && key.environment === 'sandbox',
  });
  // The receiver has nothing to do with it: whoever repeats the request is to get a test, and not this for ever.
  if (error === 'stopped') throw new Overloaded('the service is stopping');
  return {
    event_id: id,
    webhook_endpoint_id: endpoint.id,
    attempt: 1,
    succeeded,
    response_status,
    error,
    attempted_at: new Date(sentAt).toISOString(),
  };
}

type Delivery = Awaited<ReturnType<typeof deliver>>;

/**
 * The endpoint may have been deleted meanwhile; then it is not there to be answered with. One that was changed stays as it
 * is: the answer says nothing about where it leads now.
 */
function conclude(
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
        if (found === undefined) throw new Error('a webhook endpoint was tested that does not exist');
        const body = { delivery, endpoint: presentWebhookEndpoint(found.endpoint) };
        return { status: 200, body: JSON.stringify(body) };
      },
    },
  });
}
