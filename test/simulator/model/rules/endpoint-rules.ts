/** Webhook endpoints. The model knows those that its client creates. */
import { idOf, textOf } from '../prediction.ts';
import type { Expected } from '../prediction.ts';
import { NOT_FOUND } from '../request.ts';
import type { Request, Rule } from '../request.ts';
import { endpointView } from '../state/views.ts';
import type { WebhookEndpoint } from '../state/world.ts';

function endpointOf({ book, params }: Request): WebhookEndpoint | undefined {
  const endpoint = book.endpoints.get(params['webhook_endpoint_id'] ?? '');
  return endpoint?.isDeleted === false ? endpoint : undefined;
}

const typesIn = (value: unknown): readonly string[] =>
  Array.isArray(value) ? (value as readonly string[]) : [];

const createWebhookEndpoint: Rule = ({ book, body }) => {
  const endpoint: WebhookEndpoint = {
    ...{ id: '', url: textOf(body, 'url'), isEnabled: false, isDeleted: false, version: 1, createdAt: '' },
    ...{ types: typesIn(body['event_types']), description: body['description'] ?? null },
  };
  return {
    status: 201,
    body: { ...endpointView(endpoint), id: idOf('we') },
    commit(answer) {
      const id = textOf(answer, 'id');
      book.endpoints.set(id, { ...endpoint, id, createdAt: textOf(answer, 'created_at') });
    },
  };
};

const getWebhookEndpoint: Rule = (request) => {
  const endpoint = endpointOf(request);
  return endpoint === undefined ? NOT_FOUND : { status: 200, body: endpointView(endpoint) };
};

/** A change without effect does not increase the version. */
const updateWebhookEndpoint: Rule = (request) => {
  const { book, body } = request;
  const endpoint = endpointOf(request);
  if (endpoint === undefined) return NOT_FOUND;
  const changed = {
    ...endpoint,
    ...('url' in body && { url: textOf(body, 'url') }),
    ...('event_types' in body && { types: typesIn(body['event_types']) }),
    ...('description' in body && { description: body['description'] as Expected }),
    ...('status' in body && { isEnabled: body['status'] === 'enabled' }),
  };
  const hasEffect = JSON.stringify(changed) !== JSON.stringify(endpoint);
  const next = hasEffect ? { ...changed, version: endpoint.version + 1 } : endpoint;
  return { status: 200, body: endpointView(next), commit: () => book.endpoints.set(next.id, next) };
};

/** The answer shows the endpoint with the same version, as a disabled one. */
const deleteWebhookEndpoint: Rule = (request) => {
  const { book } = request;
  const endpoint = endpointOf(request);
  if (endpoint === undefined) return NOT_FOUND;
  const deleted = { ...endpoint, isEnabled: false, isDeleted: true };
  return { status: 200, body: endpointView(deleted), commit: () => book.endpoints.set(deleted.id, deleted) };
};

export const endpointRules = {
  createWebhookEndpoint,
  getWebhookEndpoint,
  updateWebhookEndpoint,
  deleteWebhookEndpoint,
} satisfies Readonly<Record<string, Rule>>;
