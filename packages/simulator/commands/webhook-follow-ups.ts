/** Commands that follow what happens to a webhook endpoint, or what a list shows of its deliveries. */
import { isObject, textOf } from '../model/prediction.ts';
import { itemsOf } from './command.ts';
import type { Reference } from './command.ts';
import { ENDPOINT_DRAFTS } from './endpoint-drafts.ts';
import { reference } from './draft-context.ts';
import { send } from './follow-up.ts';
import type { FollowUps, MakeDraft } from './follow-up.ts';

const listDeliveries = (webhook_endpoint_id: Reference): MakeDraft =>
  send('listWebhookEndpointDeliveries', { webhook_endpoint_id });

/** Nothing can be sent again to a new endpoint, because it is disabled. A test may enable it. */
const afterCreate: FollowUps = ({ command, context: { random, isAlone } }) => {
  const webhook_endpoint_id: Reference = { $answer: command.serial, prefix: 'we' };
  const endpoint = { webhook_endpoint_id };
  return random.oneIn(3)
    ? []
    : [
        send('redeliverToWebhookEndpoint', endpoint, { select: 'failed' }),
        (context) => ({
          operation: 'redeliverEvent',
          params: { event_id: reference(context, 'evt') },
          body: { webhook_endpoint_id },
        }),
        send('testWebhookEndpoint', endpoint),
        ...(isAlone ? [send('listWebhookEndpoints', {})] : []),
      ];
};

/** An endpoint that a test has enabled receives something, and is disabled before that is sent again. */
const afterTest: FollowUps = ({ command: { params, serial }, body }) => {
  const webhook_endpoint_id = params?.['webhook_endpoint_id'];
  const endpoint = isObject(body) ? body['endpoint'] : undefined;
  if (typeof webhook_endpoint_id !== 'object' || textOf(endpoint, 'status') !== 'enabled') return [];
  const external_reference = `received ${serial}`;
  return [
    send('updateWebhookEndpoint', { webhook_endpoint_id }, { event_types: [] }),
    send('createUser', {}, { type: 'individual', external_reference }),
    send('createUser', {}, { type: 'individual', external_reference: `${external_reference} too` }),
    send('getWebhookEndpoint', { webhook_endpoint_id }),
    listDeliveries(webhook_endpoint_id),
    send('updateWebhookEndpoint', { webhook_endpoint_id }, { status: 'disabled' }),
  ];
};

/** The list shows endpoints that receive all events. */
const afterList: FollowUps = ({ body }) =>
  itemsOf(body).some((each) => textOf(each, 'status') === 'enabled')
    ? [
        (context) => ({
          operation: 'listWebhookEndpointDeliveries',
          ...ENDPOINT_DRAFTS['listWebhookEndpointDeliveries']?.[1](context),
        }),
      ]
    : [];

const afterListOfDeliveries: FollowUps = ({ command: { serial, params }, body, context: { random } }) => {
  const count = itemsOf(body).length;
  const webhook_endpoint_id = params?.['webhook_endpoint_id'];
  if (count === 0 || typeof webhook_endpoint_id !== 'object') return [];
  const delivery = (): { readonly webhook_delivery_id: Reference } => ({
    webhook_delivery_id: { $answer: serial, prefix: 'whd', item: random.below(count) },
  });
  return [
    send('getWebhookDelivery', delivery()),
    send('retryWebhookDelivery', delivery()),
    send('redeliverToWebhookEndpoint', { webhook_endpoint_id }, { select: 'failed' }),
  ];
};

export const WEBHOOK_FOLLOW_UPS: Readonly<Record<string, FollowUps>> = {
  createWebhookEndpoint: afterCreate,
  testWebhookEndpoint: afterTest,
  listWebhookEndpoints: afterList,
  listWebhookEndpointDeliveries: afterListOfDeliveries,
};
