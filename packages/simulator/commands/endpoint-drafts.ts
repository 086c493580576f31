/**
 * Random requests about webhook endpoints and what is sent to them. Only a test enables an endpoint of the generator. Those that
 * receive all events exist from the beginning.
 */
import type { Data, Reference } from './command.ts';
import { RECEIVERS, reference, toReference } from './draft-context.ts';
import type { Context, Drafts } from './draft-context.ts';
import { maybe, paging } from './read-drafts.ts';

const params = (context: Context) => ({ webhook_endpoint_id: reference(context, 'we') });

/** Mostly one that receives all events. */
const receiver = (context: Context): Reference =>
  context.random.oneIn(6)
    ? reference(context, 'we')
    : toReference(context.random.pickAny(context.created.get(RECEIVERS) ?? []), 'we');

const url = ({ random }: Context): string =>
  random.oneIn(8)
    ? random.pick(['http://hooks.example', 'hooks'])
    : `https://hooks.example/${random.oneIn(2) ? 'gone' : random.below(4)}`;

const types = ({ random }: Context): Data =>
  random.pick<readonly string[]>([
    [],
    ['transfer.created'],
    ['user.created', 'transfer.state_changed'],
    ['unknown'],
  ]);

const STATES = ['pending', 'succeeded', 'failed', 'dropped', 'lost'] as const;

/** The time of a recent object, so that not everything is sent again. */
const recently = (context: Context): Reference => {
  const { random, created } = context;
  const newest = random.pick([created.get('trf'), created.get('usr')])?.at(-1);
  return { ...toReference(newest, 'trf'), member: 'created_at' };
};

export const ENDPOINT_DRAFTS: Drafts = {
  createWebhookEndpoint: [
    2,
    (context) => ({
      body: {
        url: url(context),
        ...(context.random.oneIn(2) && { event_types: types(context) }),
        ...(context.random.oneIn(2) && { description: 'orders' }),
      },
    }),
  ],
  getWebhookEndpoint: [1, (context) => ({ params: params(context) })],
  updateWebhookEndpoint: [
    2,
    (context) => ({
      params: params(context),
      body: context.random.pick<{ readonly [name: string]: Data }>([
        {},
        { url: url(context) },
        { event_types: types(context) },
        { description: context.random.pick(['orders', 'payments', '']) },
        { status: context.random.pick(['disabled', 'paused']) },
      ]),
    }),
  ],
  deleteWebhookEndpoint: [1, (context) => ({ params: params(context) })],
  testWebhookEndpoint: [1, (context) => ({ params: params(context) })],
  // Of an endpoint that others created, the model knows nothing.
  listWebhookEndpoints: [
    2,
    (context) => ({ query: context.isAlone ? paging(context, 'we') : { limit: 'ten' } }),
  ],
  listWebhookEndpointDeliveries: [
    1,
    (context) => ({
      params: { webhook_endpoint_id: receiver(context) },
      query: {
        ...paging(context, 'whd'),
        ...maybe(context, { state: context.random.pick(STATES) }),
        ...maybe(context, { event_type: context.random.pick(['transfer.created', 'unknown']) }),
      },
    }),
  ],
  getWebhookDelivery: [1, (context) => ({ params: { webhook_delivery_id: reference(context, 'whd') } })],
  retryWebhookDelivery: [1, (context) => ({ params: { webhook_delivery_id: reference(context, 'whd') } })],
  redeliverEvent: [
    2,
    (context) => ({
      params: { event_id: reference(context, 'evt') },
      body: context.random.oneIn(2) ? {} : { webhook_endpoint_id: receiver(context) },
    }),
  ],
  redeliverToWebhookEndpoint: [
    1,
    (context) => ({
      params: { webhook_endpoint_id: receiver(context) },
      body: {
        select: context.random.pick(['failed', 'all']),
        ...(!context.random.oneIn(4) && { created_after: recently(context) }),
        ...(context.random.oneIn(3) && { event_types: types(context) }),
      },
    }),
  ],
};
