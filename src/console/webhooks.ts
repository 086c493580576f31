/** Webhook endpoints of all integrators: what was delivered, delivering again, and new signing keys. */
import type { OperatedWebhookEndpoint, WebhookDelivery } from '../generated/api.ts';
import { COLLECTIONS } from '../../projections/collections.ts';
import type { WebhookEndpoint } from '../generated/api.ts';
import { isProblem, noSuch } from '../http/errors.ts';
import { html } from '../hosted/html.ts';
import type { Html } from '../hosted/html.ts';
import { actionRoute } from './actions.ts';
import type { Described } from './actions.ts';
import { bookCrumbs, environmentBadge, findObject, placeOfStream, whose } from './places.ts';
import type { BookPlace } from './places.ts';
import {
  action,
  badge,
  empty,
  facts,
  filters,
  id,
  list,
  panel,
  rowId,
  shortId,
  text,
  when,
  words,
} from './ui.ts';
import { ask, pageSearch } from './visit.ts';
import type { ConsoleRoute, Found, ListPage, Visit } from './visit.ts';

const PATH = '/operator/v1/webhook_endpoints';
const CRUMBS = [{ label: 'Webhooks', href: '/console/webhooks' }];

async function endpoints(visit: Visit): Promise<Found> {
  const search = pageSearch(visit.query);
  if (isProblem(search)) return search;
  const found = await ask<ListPage<OperatedWebhookEndpoint>>(visit, PATH, search);
  if (isProblem(found)) return found;
  const place = ({ integrator_id, environment }: OperatedWebhookEndpoint): Html => {
    const known = placeOfStream(visit, `book-${integrator_id}-${environment}`);
    return known === undefined ? text(integrator_id) : whose(known);
  };
  return {
    kind: 'page',
    title: 'Webhooks',
    section: 'webhooks',
    lead: html`<p>Where integrators are told of what happens, and what came of it.</p>`,
    content: panel(
      'Endpoints',
      list(visit, found, {
        caption: 'Webhook endpoints',
        columns: [
          { label: 'Endpoint', heads: true, cell: (each) => rowId(each.id) },
          { label: 'Of', cell: place },
          {
            label: 'Address',
            cell: ({ webhook_endpoint }) => html`<span class="clip">${webhook_endpoint.url}</span>`,
          },
          { label: 'State', cell: ({ webhook_endpoint }) => badge(webhook_endpoint.status) },
          {
            label: 'Told of',
            cell: ({ webhook_endpoint: { event_types } }) =>
              html`${event_types.length === 0 ? 'everything' : `${event_types.length} kinds of events`}`,
          },
          { label: 'Since', cell: ({ webhook_endpoint }) => when(webhook_endpoint.created_at, visit.now) },
        ],
        none: empty('No webhook endpoints', 'Integrators make them with their API keys.'),
      }),
    ),
  };
}

type FoundEndpoint = { readonly endpoint: WebhookEndpoint; readonly place: BookPlace };

async function endpointIn(visit: Visit): Promise<FoundEndpoint | Found> {
  const { webhook_endpoint_id = '' } = visit.params;
  const found = await findObject(
    visit,
    COLLECTIONS.webhookEndpoints,
    webhook_endpoint_id,
    'webhook endpoint',
  );
  // The endpoints' projection wrote it.
  return isProblem(found)
    ? found
    : { endpoint: JSON.parse(found.body) as WebhookEndpoint, place: found.place };
}

const STATES = [
  ['', 'All'],
  ['pending', 'Tried again'],
  ['succeeded', 'Succeeded'],
  ['failed', 'Failed'],
  ['dropped', 'Dropped'],
] as const;

async function endpointPage(visit: Visit): Promise<Found> {
  const found = await endpointIn(visit);
  if (!('endpoint' in found)) return found;
  const { endpoint, place } = found;
  const state = visit.query.get('state') ?? '';
  const search = pageSearch(visit.query, state === '' ? {} : { state });
  if (isProblem(search)) return search;
  const deliveries = await ask<ListPage<WebhookDelivery>>(visit, `${PATH}/${endpoint.id}/deliveries`, search);
  if (isProblem(deliveries)) return deliveries;
  return {
    kind: 'page',
    title: 'Webhook endpoint',
    section: 'webhooks',
    crumbs: [...CRUMBS, ...bookCrumbs(place).slice(1)],
    lead: html`<p>
      ${id(endpoint.id, undefined)} ${environmentBadge(place.environment)} ${badge(endpoint.status)}
    </p>`,
    actions: action(
      visit,
      `${PATH}/${endpoint.id}/rotate_key`,
      `/console/webhooks/${endpoint.id}/rotate`,
      'Rotate the signing key',
    ),
    content: html`${panel('About', aboutHtml(visit, found))}
    ${panel('Deliveries', deliveriesHtml(visit, deliveries), {
      actions: filters(visit, 'state', 'By state', STATES),
    })}`,
  };
}

const aboutHtml = (visit: Visit, { endpoint }: FoundEndpoint): Html =>
  facts([
    ['Address', html`<span class="clip">${endpoint.url}</span>`],
    ['Told of', html`<span class="clip">${endpoint.event_types.join(', ') || 'everything'}</span>`],
    ['Description', text(endpoint.description)],
    ['Since', when(endpoint.created_at, visit.now)],
    [
      'Public key',
      html`<code class="clip long">${endpoint.public_key_pem.replace(/-----[^-]+-----|\s/g, '')}</code>`,
    ],
  ]);

const deliveriesHtml = (visit: Visit, found: ListPage<WebhookDelivery>): Html =>
  list(visit, found, {
    caption: 'Deliveries',
    columns: [
      { label: 'Last attempt', heads: true, cell: ({ attempted_at }) => when(attempted_at, visit.now) },
      {
        label: 'Event',
        cell: ({ event_type, event_id }) => html`${event_type}<br />${shortId(event_id)}`,
      },
      {
        label: 'State',
        cell: ({ state, next_attempt_at }) =>
          html`${badge(state, undefined, state === 'pending' ? 'tried again' : state)}${
            next_attempt_at !== null && html`<br />${when(next_attempt_at, visit.now)}`
          }`,
      },
      {
        label: 'Answer',
        cell: ({ response_status, error }) =>
          html`${response_status ?? (error === null ? '—' : words(error))}`,
      },
      { label: 'Attempts', numeric: true, cell: ({ attempt }) => html`${attempt}` },
      { label: 'Took, ms', numeric: true, cell: ({ took_ms }) => html`${took_ms}` },
      { label: 'Request', cell: ({ request_id }) => shortId(request_id) },
      {
        label: 'Actions',
        cell: (each) =>
          action(
            visit,
            `/operator/v1/webhook_deliveries/${each.id}/redeliver`,
            `/console/webhooks/${each.webhook_endpoint_id}/deliveries/${each.id}/redeliver`,
            'Redeliver',
          ),
      },
    ],
    none: empty('No deliveries', 'What is sent to this endpoint stands here, newest first.'),
  });

async function described(
  visit: Visit,
  shown: Pick<Described, 'title' | 'fields' | 'submit'> & { readonly says: string },
): Promise<Described | Found> {
  const found = await endpointIn(visit);
  if (!('endpoint' in found)) return found;
  const { says, ...rest } = shown;
  const back = `/console/webhooks/${found.endpoint.id}`;
  return {
    ...rest,
    section: 'webhooks',
    crumbs: [...CRUMBS, { label: 'endpoint', href: back }],
    intro: html`<p>${says}</p>
      ${facts([
        ['Endpoint', id(found.endpoint.id)],
        ['Of', whose(found.place)],
        ['Address', html`<span class="clip">${found.endpoint.url}</span>`],
      ])}`,
    back,
  };
}

const here = ({ params }: Visit): string => `/console/webhooks/${params['webhook_endpoint_id'] ?? ''}`;

export const webhooksPages: readonly ConsoleRoute[] = [
  { path: '/console/webhooks', get: endpoints },
  { path: '/console/webhooks/{webhook_endpoint_id}', get: endpointPage },
  actionRoute({
    path: '/console/webhooks/{webhook_endpoint_id}/rotate',
    operation: ({ webhook_endpoint_id = '' }) => `${PATH}/${webhook_endpoint_id}/rotate_key`,
    describe: (visit) =>
      described(visit, {
        title: 'Rotate a signing key',
        says: 'A new key signs from now on. Until the overlap is over, the old one signs too, so that the receiver can change over.',
        fields: [
          {
            name: 'overlap',
            label: 'How long the old key signs too',
            kind: 'select',
            fills: ['overlap_seconds'],
            options: [
              ['86400', 'A day'],
              ['3600', 'An hour'],
              ['604800', 'A week'],
              ['0', 'Not at all: receivers must know the new key at once'],
            ],
          },
          { name: 'reason', label: 'Reason', hint: 'Kept with the event, for later.', kind: 'reason' },
        ],
        submit: 'Rotate the key',
      }),
    body: (form) => ({ overlap_seconds: Number(form.get('overlap')), reason: form.get('reason') }),
    done: (visit) => ({ to: here(visit), flash: { tone: 'ok', text: 'The new key signs from now on.' } }),
  }),
  actionRoute({
    path: '/console/webhooks/{webhook_endpoint_id}/deliveries/{webhook_delivery_id}/redeliver',
    operation: ({ webhook_delivery_id = '' }) =>
      `/operator/v1/webhook_deliveries/${webhook_delivery_id}/redeliver`,
    describe: (visit) =>
      visit.params['webhook_delivery_id'] === undefined
        ? noSuch('delivery')
        : described(visit, {
            title: 'Deliver an event again',
            says: 'The endpoint gets the event once more, whatever became of it the first time.',
            fields: [],
            submit: 'Deliver it again',
          }),
    body: () => ({}),
    done: (visit) => ({ to: here(visit), flash: { tone: 'ok', text: 'The event is on its way again.' } }),
  }),
];
