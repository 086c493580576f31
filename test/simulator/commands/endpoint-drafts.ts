/** Random requests about webhook endpoints. None enables one: those that receive events exist from the beginning. */
import type { Data } from './command.ts';
import { reference } from './draft-context.ts';
import type { Context, Drafts } from './draft-context.ts';

const params = (context: Context) => ({ webhook_endpoint_id: reference(context, 'we') });

const url = ({ random }: Context): string =>
  random.oneIn(8)
    ? random.pick(['http://hooks.example', 'hooks'])
    : `https://hooks.example/${random.below(4)}`;

const types = ({ random }: Context): Data =>
  random.pick<readonly string[]>([
    [],
    ['transfer.created'],
    ['user.created', 'transfer.state_changed'],
    ['unknown'],
  ]);

export const ENDPOINT_DRAFTS: Drafts = {
  createWebhookEndpoint: [
    1,
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
};
