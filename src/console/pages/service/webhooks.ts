/** Webhook pages: endpoints of all integrators with their deliveries, redelivery, and signing key rotation. */
import { COLLECTIONS } from '../../../../projections/collections.ts';
import { withHealth } from '../../../api/resources/webhook-endpoints.ts';
import type {
  OperatedWebhookDelivery,
  OperatedWebhookEndpoint,
  WebhookEndpoint,
} from '../../../generated/api.ts';
import { isProblem, notFoundProblem } from '../../../http/errors.ts';
import { TIME_FILTERS } from '../../../operator/lists/filters.ts';
import { WEBHOOK_DELIVERY_LIST } from '../../../operator/lists/webhook-delivery-list.ts';
import { html, type Html } from '../../../web/html.ts';
import { actionRoute, type ActionForm } from '../../action-form.ts';
import {
  bookBadge,
  bookBreadcrumbs,
  bookLink,
  bookOwnerHtml,
  findObject,
  type BookLocation,
} from '../../book-location.ts';
import {
  getFromApi,
  pageQuery,
  type ConsoleRoute,
  type ListPage,
  type PageContext,
  type PageResult,
} from '../../page-context.ts';
import { filterBar, isFiltered, listQuery, type ConsoleFilters } from '../../ui/list-filters.ts';
import { actionLink, emptyState, factList, panel } from '../../ui/panels.ts';
import { pagedTable } from '../../ui/tables.ts';
import { badge, idHref, idHtml, rowIdHtml, textHtml, timestampHtml } from '../../ui/text.ts';
import { deliveryTable, webhookTabs } from './webhook-deliveries.ts';

const PATH = '/operator/v1/webhook_endpoints';
const CRUMBS = [{ label: 'Webhooks', href: '/console/webhooks' }];

async function endpoints(context: PageContext): Promise<PageResult> {
  const search = pageQuery(context.query);
  if (isProblem(search)) return search;
  const found = await getFromApi<ListPage<OperatedWebhookEndpoint>>(context, PATH, search);
  if (isProblem(found)) return found;
  return {
    kind: 'page',
    title: 'Webhooks',
    section: 'webhooks',
    lead: html`${webhookTabs('endpoints')}
      <p>Endpoints of all integrators that receive events.</p>`,
    content: panel(
      'Endpoints',
      pagedTable(context, found, {
        caption: 'Webhook endpoints',
        columns: [
          {
            label: 'Endpoint',
            isRowHeader: true,
            cell: ({ id, webhook_endpoint }) =>
              html`<a class="clip" href="${idHref(id)}">${webhook_endpoint.url}</a>
                <span class="row-id">${rowIdHtml(id)}</span>`,
          },
          { label: 'Integrator', small: 'plain', cell: (each) => bookOwnerHtml(context, each) },
          { label: 'State', small: 'aside', cell: ({ webhook_endpoint }) => badge(webhook_endpoint.status) },
          { label: 'Health', cell: ({ webhook_endpoint }) => healthHtml(context, webhook_endpoint) },
          {
            label: 'Events',
            small: 'plain',
            cell: ({ webhook_endpoint: { event_types } }) =>
              html`<span title="${event_types.join(', ')}">${eventsText(event_types)}</span>`,
          },
          {
            label: 'Created',
            small: 'hidden',
            cell: ({ webhook_endpoint }) => timestampHtml(webhook_endpoint.created_at, context.now),
          },
        ],
        emptyState: emptyState('No webhook endpoints', 'Integrators create endpoints through the API.'),
      }),
    ),
  };
}

const eventsText = (types: readonly string[]): string => {
  const [first] = types;
  if (first === undefined) return 'all events';
  return types.length === 1 ? first : `${types.length} event types`;
};

const healthHtml = (context: PageContext, { health }: WebhookEndpoint): Html =>
  health === undefined
    ? html`—`
    : health.failing_since === null
      ? html`${successRate(health.success_rate_24h)}`
      : html`${badge('failing')} since ${timestampHtml(health.failing_since, context.now)}`;

const successRate = (rate: number | null): string =>
  rate === null ? 'no attempts in 24 h' : `${(rate * 100).toFixed(2)} % succeeded in 24 h`;

type FoundEndpoint = { readonly endpoint: WebhookEndpoint; readonly book: BookLocation };

async function findEndpoint(context: PageContext): Promise<FoundEndpoint | PageResult> {
  const { webhook_endpoint_id = '' } = context.params;
  const found = await findObject(
    context,
    COLLECTIONS.webhookEndpoints,
    webhook_endpoint_id,
    'webhook endpoint',
  );
  if (isProblem(found)) return found;
  const { value, book } = found;
  const [body = ''] = await withHealth(context.services, [
    { id: value.id, scope: book.stream, body: JSON.stringify(value) },
  ]);
  // The documents of the collection have this type.
  return { endpoint: JSON.parse(body) as WebhookEndpoint, book };
}

const { state, event_type, event_id } = WEBHOOK_DELIVERY_LIST.filters;
const DELIVERY_FILTERS: ConsoleFilters = { state, event_type, event_id, ...TIME_FILTERS };

async function endpointPage(context: PageContext): Promise<PageResult> {
  const found = await findEndpoint(context);
  if (!('endpoint' in found)) return found;
  const { endpoint, book } = found;
  const search = listQuery(context, DELIVERY_FILTERS);
  if (isProblem(search)) return search;
  const deliveries = await getFromApi<ListPage<OperatedWebhookDelivery>>(
    context,
    `${PATH}/${endpoint.id}/deliveries`,
    search,
  );
  if (isProblem(deliveries)) return deliveries;
  return {
    kind: 'page',
    title: 'Webhook endpoint',
    section: 'webhooks',
    breadcrumbs: [...CRUMBS, ...bookBreadcrumbs(book).slice(1)],
    lead: html`<p>${idHtml(endpoint.id, undefined)} ${bookBadge(book)} ${badge(endpoint.status)}</p>`,
    actions: actionLink(
      context,
      `${PATH}/${endpoint.id}/rotate_key`,
      `/console/webhooks/${endpoint.id}/rotate`,
      'Rotate signing key',
    ),
    content: html`${panel('Details', endpointFacts(context, found))}
    ${filterBar(context, DELIVERY_FILTERS, { hasTools: false })}
    ${panel('Deliveries', deliveryTable(context, deliveries, isFiltered(context, DELIVERY_FILTERS)))}`,
  };
}

const endpointFacts = (context: PageContext, { endpoint }: FoundEndpoint): Html =>
  factList([
    ['Health', healthHtml(context, endpoint)],
    ['URL', html`<span class="clip">${endpoint.url}</span>`],
    ['Events', html`<span class="clip">${endpoint.event_types.join(', ') || 'all events'}</span>`],
    ['Description', textHtml(endpoint.description)],
    ['Created', timestampHtml(endpoint.created_at, context.now)],
    [
      'Public key',
      html`<code class="clip long">${endpoint.public_key_pem.replace(/-----[^-]+-----|\s/g, '')}</code>`,
    ],
  ]);

async function endpointForm(
  context: PageContext,
  shown: Pick<ActionForm, 'title' | 'fields' | 'submit'> & { readonly explanation: string },
): Promise<ActionForm | PageResult> {
  const found = await findEndpoint(context);
  if (!('endpoint' in found)) return found;
  const { explanation, ...rest } = shown;
  const back = `/console/webhooks/${found.endpoint.id}`;
  return {
    ...rest,
    section: 'webhooks',
    breadcrumbs: [...CRUMBS, { label: 'endpoint', href: back }],
    intro: html`<p>${explanation}</p>
      ${factList([
        ['Endpoint', idHtml(found.endpoint.id)],
        ['Integrator', bookLink(found.book)],
        ['URL', html`<span class="clip">${found.endpoint.url}</span>`],
      ])}`,
    cancelHref: back,
  };
}

const endpointHref = ({ params }: PageContext): string =>
  `/console/webhooks/${params['webhook_endpoint_id'] ?? ''}`;

export const webhooksPages: readonly ConsoleRoute[] = [
  { path: '/console/webhooks', get: endpoints },
  { path: '/console/webhooks/{webhook_endpoint_id}', get: endpointPage },
  actionRoute({
    path: '/console/webhooks/{webhook_endpoint_id}/rotate',
    apiPath: ({ webhook_endpoint_id = '' }) => `${PATH}/${webhook_endpoint_id}/rotate_key`,
    buildForm: (context) =>
      endpointForm(context, {
        title: 'Rotate a signing key',
        explanation:
          'Deliveries are signed with a new key from now on. During the overlap they are also signed with the old key, so that the receiver has time to switch.',
        fields: [
          {
            name: 'overlap',
            label: 'Overlap during which both keys sign',
            kind: 'select',
            bodyFields: ['overlap_seconds'],
            options: [
              ['86400', '1 day'],
              ['3600', '1 hour'],
              ['604800', '1 week'],
              ['0', 'None: the receiver must use the new key immediately'],
            ],
          },
          { name: 'reason', label: 'Reason', hint: 'Recorded with the event.', kind: 'reason' },
        ],
        submit: 'Rotate the key',
      }),
    toRequestBody: (form) => ({ overlap_seconds: Number(form.get('overlap')), reason: form.get('reason') }),
    onSuccess: (context) => ({
      to: endpointHref(context),
      flash: { tone: 'ok', text: 'The signing key was rotated.' },
    }),
  }),
  actionRoute({
    path: '/console/webhooks/{webhook_endpoint_id}/deliveries/{webhook_delivery_id}/redeliver',
    apiPath: ({ webhook_delivery_id = '' }) =>
      `/operator/v1/webhook_deliveries/${webhook_delivery_id}/redeliver`,
    buildForm: (context) =>
      context.params['webhook_delivery_id'] === undefined
        ? notFoundProblem('delivery')
        : endpointForm(context, {
            title: 'Redeliver an event',
            explanation:
              'The event is sent to the endpoint again, regardless of the result of earlier attempts.',
            fields: [],
            submit: 'Redeliver the event',
          }),
    toRequestBody: () => ({}),
    onSuccess: (context) => ({
      to: endpointHref(context),
      flash: { tone: 'ok', text: 'The event was queued for redelivery.' },
    }),
  }),
];
