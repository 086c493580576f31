/** Commands on webhook endpoints: shorthands, and random ones for property tests. */
import fc from 'fast-check';
import type { Book } from '../../src/ledger/book.ts';
import {
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  disableWebhookEndpoint,
  recordEndpointTest,
  requestRedelivery,
  rotateSigningKey,
  updateWebhookEndpoint,
  type CreateWebhookEndpoint,
  type UpdateWebhookEndpoint,
} from '../../src/ledger/webhook-endpoint.ts';
import type { Decide } from './ledger-commands.ts';

export const endpoint =
  (more: Partial<CreateWebhookEndpoint> = {}): Decide =>
  (book, context) =>
    createWebhookEndpoint(
      book,
      {
        url: 'https://shop.example/hooks',
        event_types: [],
        description: null,
        generateKeys: () => ({ public_key_pem: 'first PEM', sealed_private_key: 'first sealed' }),
        problems: [],
        ...more,
      },
      context,
    );

export const change =
  (webhook_endpoint_id: string, more: Omit<UpdateWebhookEndpoint, 'webhook_endpoint_id'>): Decide =>
  (book) =>
    updateWebhookEndpoint(book, { webhook_endpoint_id, ...more });

export const enable = (id: string): Decide => change(id, { status: 'enabled' });
export const disable = (id: string): Decide => change(id, { status: 'disabled' });

/** The service disables an endpoint at its current version. */
export const shutOff =
  (webhook_endpoint_id: string): Decide =>
  (book) =>
    disableWebhookEndpoint(book, {
      ...{ webhook_endpoint_id, cause: 'gone' },
      version: book.webhookEndpoints.get(webhook_endpoint_id)?.endpoint.version ?? 0,
    });

export const remove =
  (webhook_endpoint_id: string): Decide =>
  (book) =>
    deleteWebhookEndpoint(book, { webhook_endpoint_id });

export const rotate =
  (webhook_endpoint_id: string, name = 'second', overlapSeconds = 3_600): Decide =>
  (book, context) => {
    const keys = { public_key_pem: `${name} PEM`, sealed_private_key: `${name} sealed` };
    return rotateSigningKey(book, { webhook_endpoint_id, ...keys, overlapSeconds }, context);
  };

export const sendTest =
  (webhook_endpoint_id: string): Decide =>
  (book) =>
    recordEndpointTest(book, { webhook_endpoint_id });

export const redeliver =
  (event_id: string, type: string, webhook_endpoint_id?: string): Decide =>
  (book) =>
    requestRedelivery(book, { event_id, type, webhook_endpoint_id });

/** A command on the endpoint with this index in the book; an index past the end names an unknown endpoint. */
export type WebhookCommand = {
  readonly do: 'webhook';
  readonly endpoint: number;
  readonly step:
    'create' | 'enable' | 'disable' | 'shut_off' | 'retype' | 'rotate' | 'test' | 'redeliver' | 'delete';
  readonly types: readonly string[];
};

export const randomWebhookCommand: fc.Arbitrary<WebhookCommand> = fc.record({
  do: fc.constant<'webhook'>('webhook'),
  endpoint: fc.nat({ max: 3 }),
  step: fc.constantFrom<WebhookCommand['step']>(
    'create',
    'create',
    'enable',
    'enable',
    'enable',
    'disable',
    'shut_off',
    'retype',
    'rotate',
    'test',
    'redeliver',
    'delete',
  ),
  types: fc.subarray(['user.created', 'transfer.created', 'transfer.state_changed', 'deposit.received']),
});

export function webhookDecision(book: Book, command: WebhookCommand): Decide {
  const id = [...book.webhookEndpoints.entries()][command.endpoint]?.[0] ?? `we_${'0'.repeat(26)}`;
  switch (command.step) {
    case 'create':
      return endpoint({ event_types: command.types });
    case 'enable':
      return enable(id);
    case 'disable':
      return disable(id);
    case 'shut_off':
      return shutOff(id);
    case 'retype':
      return change(id, { event_types: command.types });
    case 'rotate':
      return rotate(id);
    case 'test':
      return sendTest(id);
    case 'redeliver':
      return redeliver(`evt_${'0'.repeat(26)}`, 'user.created', command.types.length === 1 ? id : undefined);
    case 'delete':
      return remove(id);
  }
}
