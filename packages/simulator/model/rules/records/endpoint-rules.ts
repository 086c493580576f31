/** Webhook endpoints. */
import { ANY, idOf, textOf } from '../../prediction.ts';
import type { Expected, Json, Outcome } from '../../prediction.ts';
import { NOT_FOUND } from '../../request.ts';
import type { Request, Rule } from '../../request.ts';
import { endpointView } from '../../state/views.ts';
import type { Book, WebhookEndpoint } from '../../state/world.ts';
import { page } from '../list-rules.ts';

export function existingEndpoint({ endpoints }: Book, id = ''): WebhookEndpoint | undefined {
  const endpoint = endpoints.get(id);
  return endpoint?.isDeleted === false ? endpoint : undefined;
}

/** A receiver at this URL answers everything except tests with 410, so the service disables the endpoint at some time. */
const CLOSED_URL = 'https://hooks.example/gone';

/** Whether the service may have disabled it. */
const mayBeDisabled = ({ isEnabled, url }: WebhookEndpoint): boolean => isEnabled && url === CLOSED_URL;

/** The states that an endpoint may have now. */
export const statesOf = (endpoint: WebhookEndpoint): readonly WebhookEndpoint[] =>
  mayBeDisabled(endpoint)
    ? [endpoint, { ...endpoint, isEnabled: false, version: endpoint.version + 1 }]
    : [endpoint];

/** The outcomes for each state that the endpoint of the path may have. */
export const ofEndpoint =
  (outcomesOf: (endpoint: WebhookEndpoint, request: Request) => readonly Outcome[]): Rule =>
  (request) => {
    const endpoint = existingEndpoint(request.book, request.params['webhook_endpoint_id']);
    return endpoint === undefined
      ? NOT_FOUND
      : statesOf(endpoint).flatMap((each) => outcomesOf(each, request));
  };

const typesIn = (value: unknown): readonly string[] =>
  Array.isArray(value) ? (value as readonly string[]) : [];

const createWebhookEndpoint: Rule = ({ book, body }) => {
  const endpoint: WebhookEndpoint = {
    ...{ id: '', url: textOf(body, 'url'), isEnabled: false, isDeleted: false, version: 1, createdAt: '' },
    isReceiver: false,
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

const getWebhookEndpoint = ofEndpoint((endpoint) => [{ status: 200, body: endpointView(endpoint) }]);

/** A change without effect does not increase the version. */
const updateWebhookEndpoint = ofEndpoint((endpoint, { book, body }) => {
  const changed = {
    ...endpoint,
    ...('url' in body && { url: textOf(body, 'url') }),
    ...('event_types' in body && { types: typesIn(body['event_types']) }),
    ...('description' in body && { description: body['description'] as Expected }),
    ...('status' in body && { isEnabled: body['status'] === 'enabled' }),
  };
  const hasEffect = JSON.stringify(changed) !== JSON.stringify(endpoint);
  if (!hasEffect) return [{ status: 200, body: endpointView(endpoint) }];
  const next = { ...changed, version: endpoint.version + 1 };
  return [{ status: 200, body: endpointView(next), commit: () => book.endpoints.set(next.id, next) }];
});

/** The answer shows the endpoint with the same version, as a disabled one. */
const deleteWebhookEndpoint = ofEndpoint((endpoint, { book }) => {
  const deleted = { ...endpoint, isEnabled: false, isDeleted: true };
  return [
    { status: 200, body: endpointView(deleted), commit: () => book.endpoints.set(deleted.id, deleted) },
  ];
});

/** The service may have changed one that receives events. */
const listWebhookEndpoints: Rule = (request) => {
  const endpoints = [...request.book.endpoints.values()].filter(({ isDeleted }) => !isDeleted);
  const items = endpoints.map((each) => ({
    ...{ id: each.id, createdAt: each.createdAt },
    view: {
      ...endpointView(each),
      ...((each.isReceiver || mayBeDisabled(each)) && { status: ANY, version: ANY }),
    },
  }));
  return page(request, { items, matches: () => true });
};

/** An endpoint that exists and receives all events. */
export function addReceiver({ endpoints }: Book, shown: Json): void {
  const [id, createdAt] = [textOf(shown, 'id'), textOf(shown, 'created_at')];
  endpoints.set(id, {
    ...{ id, createdAt, url: textOf(shown, 'url'), types: [], description: null, version: 2 },
    ...{ isEnabled: true, isDeleted: false, isReceiver: true },
  });
}

export const endpointRules = {
  listWebhookEndpoints,
  createWebhookEndpoint,
  getWebhookEndpoint,
  updateWebhookEndpoint,
  deleteWebhookEndpoint,
} satisfies Readonly<Record<string, Rule>>;
