import { newId, type Decision, type DecisionContext, type ReadonlyBook } from './book.ts';
import type { EventData, EventType, RecordedBookEvent } from './event.ts';
import type { WebhookEndpointId } from './ids.ts';
import { refuse, refuseNotFound, type Refusal } from './refusal.ts';
import { LedgerViolation } from './violations.ts';

// A webhook endpoint: the URL that public events of a book are delivered to, with its signing keys.

/** The order of the fields is the order in responses. */
export type WebhookEndpoint = {
  readonly id: WebhookEndpointId;
  readonly url: string;
  readonly status: 'enabled' | 'disabled';
  /** Empty for all event types. */
  readonly event_types: readonly string[];
  readonly description: string | null;
  readonly public_key_pem: string;
  readonly version: number;
  readonly created_at: string;
};

/** A sealed private key. `expires_at` is null for the newest key and ISO 8601 for the previous one. */
export type SigningKey = { readonly sealed: string; readonly expires_at: string | null };

export type WebhookEndpointEvent = RecordedBookEvent<Extract<EventType, `webhook_endpoint.${string}`>>;

/** Whether an enabled endpoint receives events of this type. */
export const isSubscribed = ({ event_types }: Pick<WebhookEndpoint, 'event_types'>, type: string): boolean =>
  event_types.length === 0 || event_types.includes(type);

/**
 * Applies an event to an endpoint. Returns undefined after deletion. Throws a LedgerViolation for an event that
 * cannot follow.
 */
export function evolveWebhookEndpoint(
  before: WebhookEndpoint | undefined,
  event: WebhookEndpointEvent,
): WebhookEndpoint | undefined {
  if (event.type === 'webhook_endpoint.created') {
    if (before !== undefined)
      throw new LedgerViolation('object_exists', `Webhook endpoint ${before.id} already exists.`);
    return createdWebhookEndpoint(event);
  }
  if (before === undefined)
    throw new LedgerViolation(
      'object_missing',
      `${event.type}: webhook endpoint ${event.data.webhook_endpoint_id} does not exist.`,
    );
  const version = before.version + 1;
  switch (event.type) {
    case 'webhook_endpoint.updated': {
      const { webhook_endpoint_id: _, ...changed } = event.data;
      return { ...before, ...changed, version };
    }
    case 'webhook_endpoint.disabled':
      return { ...before, status: 'disabled', version };
    case 'webhook_endpoint.key_rotated':
      return { ...before, public_key_pem: event.data.public_key_pem, version };
    case 'webhook_endpoint.tested':
      return before;
    case 'webhook_endpoint.deleted':
      return undefined;
  }
}

function createdWebhookEndpoint({
  data,
  time,
}: RecordedBookEvent<'webhook_endpoint.created'>): WebhookEndpoint {
  const { webhook_endpoint_id: id, url, event_types, description, public_key_pem } = data;
  return {
    id,
    url,
    status: 'disabled',
    event_types,
    description,
    public_key_pem,
    version: 1,
    created_at: time,
  };
}

/** Applies an event to the signing keys, newest first. At most two keys are kept. */
export function evolveSigningKeys(
  before: readonly SigningKey[],
  event: WebhookEndpointEvent,
): readonly SigningKey[] {
  if (event.type === 'webhook_endpoint.created') {
    return [{ sealed: event.data.sealed_private_key, expires_at: null }];
  }
  if (event.type !== 'webhook_endpoint.key_rotated') return before;
  const { sealed_private_key, previous_key_expires_at } = event.data;
  const previous = before.slice(0, 1).map(({ sealed }) => ({ sealed, expires_at: previous_key_expires_at }));
  return [{ sealed: sealed_private_key, expires_at: null }, ...previous];
}

/** A webhook endpoint with its signing keys. */
export type BookWebhookEndpoint = {
  readonly endpoint: WebhookEndpoint;
  readonly keys: readonly SigningKey[];
};

/** Applies an event to an endpoint and its keys. Returns undefined after deletion. */
export function evolveBookWebhookEndpoint(
  before: BookWebhookEndpoint | undefined,
  event: WebhookEndpointEvent,
): BookWebhookEndpoint | undefined {
  const endpoint = evolveWebhookEndpoint(before?.endpoint, event);
  return endpoint && { endpoint, keys: evolveSigningKeys(before?.keys ?? [], event) };
}

// Decisions about webhook endpoints and redelivery (docs/contract-notes.md, "Webhooks").

/** Every event is matched against all endpoints of its book, so their number is limited. */
export const WEBHOOK_ENDPOINTS_MAX = 50;

type Problems = NonNullable<Refusal['details']>;

type Created = EventData<'webhook_endpoint.created'>;
type Keys = Pick<Created, 'public_key_pem' | 'sealed_private_key'>;

export type CreateWebhookEndpoint = Omit<Created, 'webhook_endpoint_id' | keyof Keys> & {
  /** Generates the keys of the endpoint with this ID. */
  readonly generateKeys: (id: WebhookEndpointId) => Keys;
  /** URL errors that depend on the configuration; empty if there are none. */
  readonly problems: Problems;
};

/** Creates a disabled endpoint. Refuses webhook_endpoint_limit_reached, validation_failed. */
export function createWebhookEndpoint(
  book: ReadonlyBook,
  input: CreateWebhookEndpoint,
  context: DecisionContext,
): Decision {
  const { problems, generateKeys, ...data } = input;
  if (book.webhookEndpoints.size >= WEBHOOK_ENDPOINTS_MAX) {
    return refuse('webhook_endpoint_limit_reached', `At most ${WEBHOOK_ENDPOINTS_MAX} are allowed.`);
  }
  if (problems.length > 0) return refuseInvalid(problems);
  const webhook_endpoint_id = newId('we', book, context);
  const keys = generateKeys(webhook_endpoint_id);
  return { events: [{ type: 'webhook_endpoint.created', data: { webhook_endpoint_id, ...data, ...keys } }] };
}

export type UpdateWebhookEndpoint = EventData<'webhook_endpoint.updated'> & { readonly problems?: Problems };

/** Omitted and equal fields change nothing. Refuses not_found, validation_failed. */
export function updateWebhookEndpoint(book: ReadonlyBook, input: UpdateWebhookEndpoint): Decision {
  const { webhook_endpoint_id, problems = [], ...wanted } = input;
  const found = book.webhookEndpoints.get(webhook_endpoint_id);
  if (found === undefined) return refuseNotFound('webhook endpoint');
  if (problems.length > 0) return refuseInvalid(problems);
  const changed = changedMembers(found.endpoint, wanted);
  return Object.keys(changed).length === 0
    ? { events: [] }
    : { events: [{ type: 'webhook_endpoint.updated', data: { webhook_endpoint_id, ...changed } }] };
}

type Changes = Omit<EventData<'webhook_endpoint.updated'>, 'webhook_endpoint_id'>;

function changedMembers(endpoint: WebhookEndpoint, wanted: Changes): Changes {
  const { url, event_types, status, description } = wanted;
  const sameTypes = JSON.stringify(event_types) === JSON.stringify(endpoint.event_types);
  return {
    ...(url === undefined || url === endpoint.url ? {} : { url }),
    ...(event_types === undefined || sameTypes ? {} : { event_types }),
    ...(status === undefined || status === endpoint.status ? {} : { status }),
    ...(description === undefined || description === endpoint.description ? {} : { description }),
  };
}

const refuseInvalid = (details: Problems): { refusal: Refusal } =>
  refuse('validation_failed', '', { details });

type WebhookEndpointKey = { readonly webhook_endpoint_id: WebhookEndpointId };

/** Pending deliveries to the endpoint are discarded. Refuses not_found. */
export function deleteWebhookEndpoint(
  book: ReadonlyBook,
  { webhook_endpoint_id }: WebhookEndpointKey,
): Decision {
  return book.webhookEndpoints.has(webhook_endpoint_id)
    ? { events: [{ type: 'webhook_endpoint.deleted', data: { webhook_endpoint_id } }] }
    : refuseNotFound('webhook endpoint');
}

/**
 * Disables an endpoint that answered 410 or accepted nothing for days. Returns no event if it was deleted, disabled or
 * changed since then, because the answers referred to another version.
 */
export function disableWebhookEndpoint(
  book: ReadonlyBook,
  { version, ...data }: EventData<'webhook_endpoint.disabled'> & { readonly version: number },
): Decision {
  const endpoint = book.webhookEndpoints.get(data.webhook_endpoint_id)?.endpoint;
  return endpoint?.version !== version || endpoint.status === 'disabled'
    ? { events: [] }
    : { events: [{ type: 'webhook_endpoint.disabled', data }] };
}

type RotateSigningKey = Omit<EventData<'webhook_endpoint.key_rotated'>, 'previous_key_expires_at'> & {
  /** How long deliveries are also signed with the old key; 0 for not at all. */
  readonly overlapSeconds: number;
};

/** Refuses not_found. */
export function rotateSigningKey(
  book: ReadonlyBook,
  input: RotateSigningKey,
  context: DecisionContext,
): Decision {
  const { overlapSeconds, ...data } = input;
  if (!book.webhookEndpoints.has(data.webhook_endpoint_id)) return refuseNotFound('webhook endpoint');
  const previous_key_expires_at = new Date(context.now + overlapSeconds * 1_000).toISOString();
  return { events: [{ type: 'webhook_endpoint.key_rotated', data: { ...data, previous_key_expires_at } }] };
}

/** Records that a test event was requested. Refuses not_found. */
export function recordEndpointTest(
  book: ReadonlyBook,
  { webhook_endpoint_id }: WebhookEndpointKey,
): Decision {
  return book.webhookEndpoints.has(webhook_endpoint_id)
    ? { events: [{ type: 'webhook_endpoint.tested', data: { webhook_endpoint_id } }] }
    : refuseNotFound('webhook endpoint');
}

type RequestRedelivery = {
  readonly event_id: string;
  /** The public event type. */
  readonly type: string;
  /** The target endpoint. If absent, all enabled endpoints that subscribe to the type. */
  readonly webhook_endpoint_id?: WebhookEndpointId | undefined;
};

/**
 * A named endpoint receives the event even if it does not subscribe to the type. Refuses not_found,
 * webhook_endpoint_disabled.
 */
export function requestRedelivery(book: ReadonlyBook, input: RequestRedelivery): Decision {
  const { event_id, type, webhook_endpoint_id } = input;
  const named =
    webhook_endpoint_id === undefined ? undefined : book.webhookEndpoints.get(webhook_endpoint_id);
  if (webhook_endpoint_id !== undefined && named === undefined) return refuseNotFound('webhook endpoint');
  if (named?.endpoint.status === 'disabled') {
    return refuse('webhook_endpoint_disabled');
  }
  const to = named === undefined ? endpointsFor(book, type) : [named];
  const webhook_endpoint_ids = to.map(({ endpoint }) => endpoint.id);
  return webhook_endpoint_ids.length === 0
    ? { events: [] }
    : { events: [{ type: 'event.redelivery_requested', data: { event_id, webhook_endpoint_ids } }] };
}

type RequestRedeliveries = WebhookEndpointKey & { readonly event_ids: readonly string[] };

/** Requests several events for one endpoint, whatever types it subscribes to. Refuses not_found, webhook_endpoint_disabled. */
export function requestRedeliveries(
  book: ReadonlyBook,
  { webhook_endpoint_id, event_ids }: RequestRedeliveries,
): Decision {
  const found = book.webhookEndpoints.get(webhook_endpoint_id);
  if (found === undefined) return refuseNotFound('webhook endpoint');
  if (found.endpoint.status === 'disabled') return refuse('webhook_endpoint_disabled');
  const webhook_endpoint_ids = [webhook_endpoint_id];
  return {
    events: event_ids.map((event_id) => ({
      type: 'event.redelivery_requested',
      data: { event_id, webhook_endpoint_ids },
    })),
  };
}

/** The enabled endpoints that subscribe to a type. */
export const endpointsFor = (book: ReadonlyBook, type: string): BookWebhookEndpoint[] =>
  [...book.webhookEndpoints.values()].filter(
    ({ endpoint }) => endpoint.status === 'enabled' && isSubscribed(endpoint, type),
  );
