/** What is sent to webhook endpoints, and what is sent again. When it is sent, the contract leaves open. */
import { ANY, isObject, refuse, textOf } from '../../prediction.ts';
import type { Json, JsonObject, Outcome } from '../../prediction.ts';
import { hasTexts, pageFault } from './page-check.ts';
import { MALFORMED, NOT_FOUND } from '../../request.ts';
import type { Request, Rule } from '../../request.ts';
import { eventOf, eventView } from './event-rules.ts';
import { existingEndpoint, ofEndpoint, statesOf } from './endpoint-rules.ts';
import { endpointView } from '../../state/views.ts';
import { aheadSeconds } from '../../state/world.ts';
import type { WebhookEndpoint } from '../../state/world.ts';

const DISABLED = refuse(409, 'webhook_endpoint_disabled');
const DAY_SECONDS = 86_400;

/** The service may have disabled an endpoint that received nothing for five days, and then has forgotten old events. */
const mayBeDisabled = ({ book }: Request, { isReceiver }: WebhookEndpoint): boolean =>
  isReceiver && aheadSeconds(book) >= 5 * DAY_SECONDS;
const mayBeExpired = ({ book }: Request): boolean => aheadSeconds(book) > 29 * DAY_SECONDS;

/** The outcomes of a request to send something to this endpoint. */
function sendTo(
  request: Request,
  endpoint: WebhookEndpoint | undefined,
  accepted: Outcome,
): readonly Outcome[] {
  if (endpoint === undefined) return [NOT_FOUND];
  return statesOf(endpoint).flatMap((each) => {
    if (!each.isEnabled) return [DISABLED];
    return mayBeDisabled(request, each) ? [accepted, DISABLED] : [accepted];
  });
}

const redeliverEvent: Rule = (request) => {
  const { book, body } = request;
  const event = eventOf(request);
  if (event === undefined) return NOT_FOUND;
  const accepted = { status: 202, body: eventView(book, event) };
  const id = textOf(body, 'webhook_endpoint_id');
  return id === '' ? accepted : sendTo(request, existingEndpoint(book, id), accepted);
};

/** A page of at most 100. */
const redeliverToWebhookEndpoint: Rule = (request) => {
  const { book, params, body } = request;
  const endpoint = existingEndpoint(book, params['webhook_endpoint_id']);
  const prefix = body['select'] === 'failed' ? 'whd_' : 'evt_';
  return sendTo(request, endpoint, {
    status: 202,
    body: { object: 'webhook_bulk_redelivery', webhook_endpoint_id: endpoint?.id },
    refuses({ redelivered, next }) {
      const isPage = typeof redelivered === 'number' && redelivered >= 0 && redelivered <= 100;
      const isEnd = next === null || (typeof next === 'string' && next.startsWith(prefix));
      return isPage && isEnd ? undefined : `not a page: ${JSON.stringify([redelivered, next])}`;
    },
  });
};

/** Members of a delivery that never change. */
const CAUSE = ['id', 'object', 'webhook_endpoint_id', 'event_id', 'event_type', 'redelivery_id'] as const;
const causeOf = (shown: Json | undefined): JsonObject =>
  Object.fromEntries(CAUSE.map((name) => [name, isObject(shown) ? (shown[name] ?? null) : null]));

/** Each item is a delivery to the endpoint that the filters select, newest first. */
const listWebhookEndpointDeliveries: Rule = (request) => {
  const { book, params, query, forgets } = request;
  const endpoint = existingEndpoint(book, params['webhook_endpoint_id']);
  if (endpoint === undefined) return NOT_FOUND;
  const cursor = query['starting_after'] ?? query['ending_before'];
  if (cursor !== undefined && book.deliveries.get(cursor)?.['webhook_endpoint_id'] !== endpoint.id)
    return MALFORMED;
  const page: Outcome = {
    status: 200,
    refuses: (body) =>
      pageFault(
        query,
        body,
        (each) =>
          textOf(each, 'webhook_endpoint_id') === endpoint.id && hasTexts(each, query, 'state', 'event_type'),
      ),
    commit({ data }) {
      for (const each of data as readonly Json[]) book.deliveries.set(textOf(each, 'id'), causeOf(each));
    },
  };
  return cursor !== undefined && (forgets || mayBeExpired(request)) ? [page, MALFORMED] : page;
};

/** A delivery that was shown stays, unless the documents are lost or it is too old. */
function known(
  request: Request,
  outcomeOf: (delivery: JsonObject) => readonly Outcome[],
): readonly Outcome[] {
  const { book, params, forgets } = request;
  const delivery = book.deliveries.get(params['webhook_delivery_id'] ?? '');
  if (delivery === undefined) return [NOT_FOUND];
  const outcomes = outcomeOf(delivery);
  return forgets || mayBeExpired(request) ? [...outcomes, NOT_FOUND] : outcomes;
}

const getWebhookDelivery: Rule = (request) =>
  known(request, (delivery) => [
    {
      status: 200,
      body: { ...delivery, request_body: ANY },
      refuses({ attempt, attempts }) {
        const numbers = Array.isArray(attempts)
          ? (attempts as readonly Json[]).map((each) => (isObject(each) ? Number(each['attempt']) : NaN))
          : [];
        // An attempt is recorded with the delivery, or later.
        const isInOrder = numbers.every((each, at) => at === 0 || each === (numbers[at - 1] ?? 0) + 1);
        return isInOrder && (numbers.at(-1) ?? 0) <= Number(attempt)
          ? undefined
          : `attempts ${numbers.join(', ')} of ${JSON.stringify(attempt)}`;
      },
    },
  ]);

const retryWebhookDelivery: Rule = (request) =>
  known(request, (delivery) =>
    sendTo(request, existingEndpoint(request.book, textOf(delivery, 'webhook_endpoint_id')), {
      status: 202,
      body: delivery,
    }),
  );

/** A success enables the endpoint. */
const testWebhookEndpoint = ofEndpoint((endpoint, { book }) => {
  const { isEnabled, version } = endpoint;
  const enabled = { ...endpoint, isEnabled: true, version: version + (isEnabled ? 0 : 1) };
  const tested = (succeeded: boolean, after: WebhookEndpoint): Outcome => ({
    status: 200,
    body: {
      delivery: { webhook_endpoint_id: endpoint.id, attempt: 1, succeeded },
      endpoint: endpointView(after),
    },
    commit: () => book.endpoints.set(after.id, after),
  });
  return [tested(true, enabled), tested(false, endpoint)];
});

export const deliveryRules = {
  redeliverEvent,
  redeliverToWebhookEndpoint,
  listWebhookEndpointDeliveries,
  getWebhookDelivery,
  retryWebhookDelivery,
  testWebhookEndpoint,
} satisfies Readonly<Record<string, Rule>>;
