/** Webhook endpoints of all integrators: what was delivered, delivering again, and new signing keys. */
import type { OperatedWebhookEndpoint, WebhookDelivery } from '../../../generated/api.ts';
import { COLLECTIONS } from '../../../../projections/collections.ts';
import type { WebhookEndpoint } from '../../../generated/api.ts';
import { isProblem, notFoundProblem } from '../../../api/server/errors.ts';
import { html } from '../../../web/html.ts';
import type { Html } from '../../../web/html.ts';
import { actionRoute } from '../../action-form.ts';
import type { ActionForm } from '../../action-form.ts';
import {
  bookBreadcrumbs,
  environmentBadge,
  findObject,
  locateStream,
  bookLink,
} from '../../book-location.ts';
import type { BookLocation } from '../../book-location.ts';
import {
  actionLink,
  badge,
  emptyState,
  factList,
  filterLinks,
  idHtml,
  pagedTable,
  panel,
  rowIdHtml,
  shortIdHtml,
  textHtml,
  timestampHtml,
  toWords,
} from '../../ui/components.ts';
import { getFromApi, pageQuery } from '../../page-context.ts';
import type { ConsoleRoute, PageResult, ListPage, PageContext } from '../../page-context.ts';

const PATH = '/operator/v1/webhook_endpoints';
const CRUMBS = [{ label: 'Webhooks', href: '/console/webhooks' }];

async function endpoints(visit: PageContext): Promise<PageResult> {
  const search = pageQuery(visit.query);
  if (isProblem(search)) return search;
  const found = await getFromApi<ListPage<OperatedWebhookEndpoint>>(visit, PATH, search);
  if (isProblem(found)) return found;
  const place = ({ integrator_id, environment }: OperatedWebhookEndpoint): Html => {
    const known = locateStream(visit, `book-${integrator_id}-${environment}`);
    return known === undefined ? textHtml(integrator_id) : bookLink(known);
  };
  return {
    kind: 'page',
    title: 'Webhooks',
    section: 'webhooks',
    lead: html`<p>Where integrators are told of what happens, and what came of it.</p>`,
    content: panel(
      'Endpoints',
      pagedTable(visit, found, {
        caption: 'Webhook endpoints',
        columns: [
          { label: 'Endpoint', isRowHeader: true, cell: (each) => rowIdHtml(each.id) },
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
          {
            label: 'Since',
            cell: ({ webhook_endpoint }) => timestampHtml(webhook_endpoint.created_at, visit.now),
          },
        ],
        emptyState: emptyState('No webhook endpoints', 'Integrators make them with their API keys.'),
      }),
    ),
  };
}

type FoundEndpoint = { readonly endpoint: WebhookEndpoint; readonly place: BookLocation };

async function endpointIn(visit: PageContext): Promise<FoundEndpoint | PageResult> {
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
    : { endpoint: JSON.parse(found.body) as WebhookEndpoint, place: found.book };
}

const STATES = [
  ['', 'All'],
  ['pending', 'Tried again'],
  ['succeeded', 'Succeeded'],
  ['failed', 'Failed'],
  ['dropped', 'Dropped'],
] as const;

async function endpointPage(visit: PageContext): Promise<PageResult> {
  const found = await endpointIn(visit);
  if (!('endpoint' in found)) return found;
  const { endpoint, place } = found;
  const state = visit.query.get('state') ?? '';
  const search = pageQuery(visit.query, state === '' ? {} : { state });
  if (isProblem(search)) return search;
  const deliveries = await getFromApi<ListPage<WebhookDelivery>>(
    visit,
    `${PATH}/${endpoint.id}/deliveries`,
    search,
  );
  if (isProblem(deliveries)) return deliveries;
  return {
    kind: 'page',
    title: 'Webhook endpoint',
    section: 'webhooks',
    crumbs: [...CRUMBS, ...bookBreadcrumbs(place).slice(1)],
    lead: html`<p>
      ${idHtml(endpoint.id, undefined)} ${environmentBadge(place.environment)} ${badge(endpoint.status)}
    </p>`,
    actions: actionLink(
      visit,
      `${PATH}/${endpoint.id}/rotate_key`,
      `/console/webhooks/${endpoint.id}/rotate`,
      'Rotate the signing key',
    ),
    content: html`${panel('About', aboutHtml(visit, found))}
    ${panel('Deliveries', deliveriesHtml(visit, deliveries), {
      actions: filterLinks(visit, 'state', 'By state', STATES),
    })}`,
  };
}

const aboutHtml = (visit: PageContext, { endpoint }: FoundEndpoint): Html =>
  factList([
    ['Address', html`<span class="clip">${endpoint.url}</span>`],
    ['Told of', html`<span class="clip">${endpoint.event_types.join(', ') || 'everything'}</span>`],
    ['Description', textHtml(endpoint.description)],
    ['Since', timestampHtml(endpoint.created_at, visit.now)],
    [
      'Public key',
      html`<code class="clip long">${endpoint.public_key_pem.replace(/-----[^-]+-----|\s/g, '')}</code>`,
    ],
  ]);

const deliveriesHtml = (visit: PageContext, found: ListPage<WebhookDelivery>): Html =>
  pagedTable(visit, found, {
    caption: 'Deliveries',
    columns: [
      {
        label: 'Last attempt',
        isRowHeader: true,
        cell: ({ attempted_at }) => timestampHtml(attempted_at, visit.now),
      },
      {
        label: 'Event',
        cell: ({ event_type, event_id }) => html`${event_type}<br />${shortIdHtml(event_id)}`,
      },
      {
        label: 'State',
        cell: ({ state, next_attempt_at }) =>
          html`${badge(state, undefined, state === 'pending' ? 'tried again' : state)}${
            next_attempt_at !== null && html`<br />${timestampHtml(next_attempt_at, visit.now)}`
          }`,
      },
      {
        label: 'Answer',
        cell: ({ response_status, error }) =>
          html`${response_status ?? (error === null ? '—' : toWords(error))}`,
      },
      { label: 'Attempts', isNumeric: true, cell: ({ attempt }) => html`${attempt}` },
      { label: 'Took, ms', isNumeric: true, cell: ({ took_ms }) => html`${took_ms}` },
      { label: 'Request', cell: ({ request_id }) => shortIdHtml(request_id) },
      {
        label: 'Actions',
        cell: (each) =>
          actionLink(
            visit,
            `/operator/v1/webhook_deliveries/${each.id}/redeliver`,
            `/console/webhooks/${each.webhook_endpoint_id}/deliveries/${each.id}/redeliver`,
            'Redeliver',
          ),
      },
    ],
    emptyState: emptyState('No deliveries', 'What is sent to this endpoint stands here, newest first.'),
  });

async function described(
  visit: PageContext,
  shown: Pick<ActionForm, 'title' | 'fields' | 'submit'> & { readonly says: string },
): Promise<ActionForm | PageResult> {
  const found = await endpointIn(visit);
  if (!('endpoint' in found)) return found;
  const { says, ...rest } = shown;
  const back = `/console/webhooks/${found.endpoint.id}`;
  return {
    ...rest,
    section: 'webhooks',
    crumbs: [...CRUMBS, { label: 'endpoint', href: back }],
    intro: html`<p>${says}</p>
      ${factList([
        ['Endpoint', idHtml(found.endpoint.id)],
        ['Of', bookLink(found.place)],
        ['Address', html`<span class="clip">${found.endpoint.url}</span>`],
      ])}`,
    back,
  };
}

const here = ({ params }: PageContext): string => `/console/webhooks/${params['webhook_endpoint_id'] ?? ''}`;

export const webhooksPages: readonly ConsoleRoute[] = [
  { path: '/console/webhooks', get: endpoints },
  { path: '/console/webhooks/{webhook_endpoint_id}', get: endpointPage },
  actionRoute({
    path: '/console/webhooks/{webhook_endpoint_id}/rotate',
    apiPath: ({ webhook_endpoint_id = '' }) => `${PATH}/${webhook_endpoint_id}/rotate_key`,
    buildForm: (visit) =>
      described(visit, {
        title: 'Rotate a signing key',
        says: 'A new key signs from now on. Until the overlap is over, the old one signs too, so that the receiver can change over.',
        fields: [
          {
            name: 'overlap',
            label: 'How long the old key signs too',
            kind: 'select',
            bodyFields: ['overlap_seconds'],
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
    toRequestBody: (form) => ({ overlap_seconds: Number(form.get('overlap')), reason: form.get('reason') }),
    onSuccess: (visit) => ({
      to: here(visit),
      flash: { tone: 'ok', text: 'The new key signs from now on.' },
    }),
  }),
  actionRoute({
    path: '/console/webhooks/{webhook_endpoint_id}/deliveries/{webhook_delivery_id}/redeliver',
    apiPath: ({ webhook_delivery_id = '' }) =>
      `/operator/v1/webhook_deliveries/${webhook_delivery_id}/redeliver`,
    buildForm: (visit) =>
      visit.params['webhook_delivery_id'] === undefined
        ? notFoundProblem('delivery')
        : described(visit, {
            title: 'Deliver an event again',
            says: 'The endpoint gets the event once more, whatever became of it the first time.',
            fields: [],
            submit: 'Deliver it again',
          }),
    toRequestBody: () => ({}),
    onSuccess: (visit) => ({
      to: here(visit),
      flash: { tone: 'ok', text: 'The event is on its way again.' },
    }),
  }),
];
