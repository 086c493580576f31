/** Webhook pages: endpoints of all integrators with their deliveries, redelivery, and signing key rotation. */
import type { OperatedWebhookEndpoint, WebhookEndpoint } from '../../../generated/api.ts';
import { TIME_FILTERS } from '../../../operator/lists/filters.ts';
import { WEBHOOK_DELIVERY_LIST } from '../../../operator/lists/webhook-delivery-list.ts';
import { html, type Html } from '../../../web/html.ts';
import { actionRoute, type ActionForm } from '../../action-form.ts';
import {
  formerBadge,
  bookBreadcrumbs,
  bookLink,
  bookOwnerHtml,
  findObject,
  type BookLocation,
} from '../../book-location.ts';
import { listHtml, listRoutes } from '../../lists.ts';
import type { ConsoleRoute, PageContext, PageResult } from '../../page-context.ts';
import { endpointSentence } from '../../sentences/objects.ts';
import { facts, show, type Column } from '../../ui/tables.ts';
import { REASON_FIELD, overlapField } from '../../ui/form-fields.ts';
import type { ConsoleFilters } from '../../ui/list-filters.ts';
import { actionLink, panel } from '../../ui/panels.ts';
import { badge, breakableUrl, idHref, idHtml, rowIdHtml, timestampHtml } from '../../ui/text.ts';
import { deliveryColumns, webhookTabs } from './webhook-deliveries.ts';

const CRUMBS = [{ label: 'Webhooks', href: '/console/webhooks' }];

const eventsText = (types: readonly string[]): string => {
  const [first] = types;
  if (first === undefined) return 'all events';
  return types.length === 1 ? first : `${types.length} event types`;
};

const healthHtml = ({ health }: WebhookEndpoint, now: number): Html =>
  health === undefined
    ? html`—`
    : health.failing_since === null
      ? html`${successRate(health.success_rate_24h)}`
      : html`${badge('failing')} since ${timestampHtml(health.failing_since, now)}`;

const successRate = (rate: number | null): string =>
  rate === null ? 'no attempts in 24 h' : `${(rate * 100).toFixed(2)} % succeeded in 24\u00a0h`;

const ENDPOINTS: readonly Column<OperatedWebhookEndpoint>[] = [
  show.html(
    'Endpoint',
    ({ id, webhook_endpoint }) =>
      html`<a class="clip" href="${idHref(id)}">${breakableUrl(webhook_endpoint.url)}</a>
        <span class="row-id">${rowIdHtml(id)}</span>`,
    'head',
  ),
  show.html('Integrator', (each, context) => bookOwnerHtml(context, each), 'plain'),
  show.badge('State', ({ webhook_endpoint }) => webhook_endpoint.status, 'aside'),
  show.html('Health', ({ webhook_endpoint }, { now }) => healthHtml(webhook_endpoint, now)),
  show.html(
    'Events',
    ({ webhook_endpoint: { event_types } }) =>
      html`<span class="money" title="${event_types.join(', ')}">${eventsText(event_types)}</span>`,
    'plain',
  ),
  show.time('Created', ({ webhook_endpoint }) => webhook_endpoint.created_at, 'hidden'),
];

type FoundEndpoint = { readonly endpoint: WebhookEndpoint; readonly book: BookLocation };

async function findEndpoint(context: PageContext): Promise<FoundEndpoint> {
  const { webhook_endpoint_id: id } = context.params;
  const { value: endpoint, book } = await findObject(context, 'webhook_endpoint', id);
  return { endpoint, book };
}

const { state, event_type, event_id } = WEBHOOK_DELIVERY_LIST.filters;
const DELIVERY_FILTERS: ConsoleFilters = { state, event_type, event_id, ...TIME_FILTERS };

async function endpointPage(context: PageContext): Promise<PageResult> {
  const { endpoint, book } = await findEndpoint(context);
  return {
    kind: 'page',
    title: 'Webhook endpoint',
    section: 'webhooks',
    breadcrumbs: [...CRUMBS, ...bookBreadcrumbs(book).slice(1)],
    environment: book.environment,
    sentence: endpointSentence(endpoint, context.now),
    lead: html`<p>${idHtml(endpoint.id)} ${formerBadge(book)} ${badge(endpoint.status)}</p>`,
    actions: actionLink(
      context,
      'rotateSigningKey',
      `/console/webhooks/${endpoint.id}/rotate`,
      'Rotate signing key',
    ),
    content: html`${panel(
      'Details',
      facts(context, endpoint, [
        show.html('Health', (each, { now }) => healthHtml(each, now)),
        show.html('URL', ({ url }) => html`<span class="clip">${breakableUrl(url)}</span>`),
        show.clipped('Events', ({ event_types }) => event_types.join(', ') || 'all events'),
        show.text('Description', 'description'),
        show.time('Created', 'created_at'),
        show.html(
          'Public key',
          ({ public_key_pem: pem }) =>
            html`<code class="clip long">${pem.replace(/-----[^-]+-----|\s/g, '')}</code>`,
        ),
      ]),
    )}
    ${await listHtml(context, {
      operation: 'listWebhookDeliveries',
      heading: 'Deliveries',
      caption: 'Deliveries',
      filters: DELIVERY_FILTERS,
      columns: deliveryColumns,
      empty: ['No deliveries', 'Deliveries to this endpoint will appear here, newest first.'],
    })}`,
  };
}

async function endpointForm(
  context: PageContext,
  shown: Pick<ActionForm, 'title' | 'fields' | 'submit'>,
  explanation: string,
): Promise<ActionForm> {
  const { endpoint, book } = await findEndpoint(context);
  return {
    ...shown,
    environment: book.environment,
    section: 'webhooks',
    breadcrumbs: [...CRUMBS, { label: 'endpoint', href: `/console/webhooks/${endpoint.id}` }],
    intro: html`<p>${explanation}</p>
      ${facts(context, endpoint, [
        show.id('Endpoint', 'id'),
        show.html('Integrator', () => bookLink(book)),
        show.html('URL', ({ url }) => html`<span class="clip">${breakableUrl(url)}</span>`),
      ])}`,
  };
}

export const webhooksPages: readonly ConsoleRoute[] = [
  ...listRoutes({
    path: '/console/webhooks',
    operation: 'listOperatedWebhookEndpoints',
    title: 'Webhooks',
    section: 'webhooks',
    lead: html`${webhookTabs('endpoints')}
      <p>Endpoints of all integrators that receive events.</p>`,
    heading: 'Endpoints',
    caption: 'Webhook endpoints',
    columns: ENDPOINTS,
    empty: [
      'No webhook endpoints',
      html`Integrators create endpoints <a href="/docs/guides/webhooks">through the API</a>.`,
    ],
  }),
  { path: '/console/webhooks/{webhook_endpoint_id}', get: endpointPage },
  actionRoute({
    path: '/console/webhooks/{webhook_endpoint_id}/rotate',
    operation: 'rotateSigningKey',
    form: (context) =>
      endpointForm(
        context,
        {
          title: 'Rotate a signing key',
          fields: [
            overlapField(
              'Overlap during which both keys sign',
              'None: the receiver must use the new key immediately',
            ),
            REASON_FIELD,
          ],
          submit: 'Rotate the key',
        },
        'Deliveries are signed with a new key from now on. During the overlap they are also signed with the old key, so that the receiver has time to switch.',
      ),
    done: 'The signing key was rotated.',
  }),
  actionRoute({
    path: '/console/webhooks/{webhook_endpoint_id}/deliveries/{webhook_delivery_id}/redeliver',
    operation: 'redeliverWebhook',
    form: (context) =>
      endpointForm(
        context,
        { title: 'Redeliver an event', submit: 'Redeliver the event' },
        'The event is sent to the endpoint again, regardless of the result of earlier attempts.',
      ),
    done: 'The event was queued for redelivery.',
  }),
];
