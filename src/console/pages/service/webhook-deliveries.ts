/** The deliveries to all webhook endpoints and to one, and the page of one delivery with every attempt. */
import type {
  ListedWebhookDelivery,
  OperatedWebhookDelivery,
  WebhookAttempt,
} from '../../../generated/api.ts';
import {
  DELIVERY_STATE_LABELS,
  WEBHOOK_DELIVERY_LIST,
} from '../../../operator/lists/webhook-delivery-list.ts';
import { maskLinks } from '../../../operator/operations/personal-data.ts';
import { html, type Html } from '../../../web/html.ts';
import { bookOwnerHtml } from '../../book-location.ts';
import { listRoutes } from '../../lists.ts';
import { loadNames, type Names } from '../../names.ts';
import {
  canSeePersonalData,
  read,
  type ConsoleRoute,
  type PageContext,
  type PageResult,
} from '../../page-context.ts';
import { deliverySentence } from '../../sentences/objects.ts';
import { byCreation, facts, inner, show, type Column } from '../../ui/tables.ts';
import { actionLink, factList, panel, tabLinks } from '../../ui/panels.ts';
import { badge, idHref, idHtml, namedHtml, textHtml, timestampHtml, toWords } from '../../ui/text.ts';

type Delivery = OperatedWebhookDelivery;

const ATTEMPT = show.html<Delivery>(
  'Last attempt',
  ({ id, attempted_at }, { now }) => html`<a href="${idHref(id)}">${timestampHtml(attempted_at, now)}</a>`,
  'head',
);
const EVENT = show.html<Delivery>(
  'Event',
  ({ event_type, event_id }) => namedHtml(event_type, event_id),
  'plain',
);
const STATE = show.html<Delivery>(
  'State',
  ({ state, next_attempt_at }, { now }) =>
    html`${stateBadge(state)}${
      next_attempt_at !== null && html` <span class="row-id">${timestampHtml(next_attempt_at, now)}</span>`
    }`,
  'aside',
);
const RESPONSE = show.text<Delivery>('Response', ({ response_status, error }) =>
  resultText(response_status, error),
);
const ATTEMPTS = show.number<Delivery>('Attempts', ({ attempt }) => html`${attempt}`, 'hidden');
const ACTIONS = show.html<Delivery>('Actions', (each, context) => redeliverLink(context, each), 'hidden');

/** Of the deliveries to one endpoint. */
export const deliveryColumns: readonly Column<Delivery>[] = [
  ...[ATTEMPT, EVENT, STATE, RESPONSE, ATTEMPTS],
  show.number('Time (ms)', ({ took_ms }) => html`${took_ms}`, 'hidden'),
  show.shortId('Request', 'request_id', 'hidden'),
  ACTIONS,
];

const deliveryOf = ({ webhook_delivery }: ListedWebhookDelivery): Delivery => webhook_delivery;

const listed = (names: Names): readonly Column<ListedWebhookDelivery>[] => [
  inner(ATTEMPT, deliveryOf),
  show.html(
    'Endpoint',
    (each, context) =>
      html`<span class="clip">${names(each.webhook_delivery.webhook_endpoint_id)}</span>
        <small class="second-line">${bookOwnerHtml(context, each)}</small>`,
    'plain',
  ),
  ...[byCreation(EVENT), STATE, RESPONSE, ATTEMPTS, ACTIONS].map((column) => inner(column, deliveryOf)),
];

/** The tabs of the pages about webhooks. */
export const webhookTabs = (current: 'endpoints' | 'deliveries'): Html =>
  tabLinks('Webhooks', [
    { label: 'Endpoints', href: '/console/webhooks', isCurrent: current === 'endpoints' },
    { label: 'Deliveries', href: '/console/deliveries', isCurrent: current === 'deliveries' },
  ]);

const stateBadge = (state: string): Html =>
  badge(state, undefined, (DELIVERY_STATE_LABELS[state] ?? state).toLowerCase());

const resultText = (status: number | null, error: string | null): string =>
  status === null ? toWords(error ?? '—') : String(status);

const redeliverLink = (
  context: PageContext,
  { id, webhook_endpoint_id }: Pick<Delivery, 'id' | 'webhook_endpoint_id'>,
): Html =>
  actionLink(
    context,
    'redeliverWebhook',
    `/console/webhooks/${webhook_endpoint_id}/deliveries/${id}/redeliver`,
    'Redeliver',
  );

async function deliveryPage(context: PageContext): Promise<PageResult> {
  const delivery = await read(context, 'getOperatedWebhookDelivery');
  const { id, state, webhook_endpoint_id, request_body, attempts, redelivery_id } = delivery;
  const names = await loadNames(context, [webhook_endpoint_id]);
  return {
    kind: 'page',
    title: 'Webhook delivery',
    section: 'webhooks',
    breadcrumbs: [
      { label: 'Webhooks', href: '/console/webhooks' },
      { label: 'endpoint', href: `/console/webhooks/${webhook_endpoint_id}` },
    ],
    sentence: deliverySentence(delivery, context.now),
    lead: html`<p>${idHtml(id)} ${stateBadge(state)}</p>`,
    actions: redeliverLink(context, delivery),
    content: html`${panel(
      'Details',
      facts(context, delivery, [
        show.html('Endpoint', () => html`${names(webhook_endpoint_id)}<br />${idHtml(webhook_endpoint_id)}`),
        show.html('Event', ({ event_type, event_id }) => html`${event_type}<br />${idHtml(event_id)}`),
        show.time(redelivery_id === null ? 'Event happened' : 'Redelivery requested', 'created_at'),
        show.html('Attempts', ({ attempt }) => html`${attempt}`),
        show.time('Next attempt', 'next_attempt_at'),
        show.text('Request', 'request_id'),
      ]),
    )}
    ${attempts.toReversed().map((attempt) => attemptPanel(context, attempt))}
    ${panel(
      'Request body',
      html`<div class="prose">
        ${
          request_body === null
            ? html`<p>The event has expired.</p>`
            : html`<pre>${indented(request_body)}</pre>`
        }
      </div>`,
    )}`,
  };
}

/** The console never shows the links with which payments are approved. */
const indented = (event: string): string => JSON.stringify(JSON.parse(maskLinks(event)), null, 2);

const attemptPanel = (context: PageContext, attempt: WebhookAttempt): Html => {
  const { request, response } = attempt;
  return panel(
    `Attempt ${attempt.attempt}`,
    facts(context, attempt, [
      show.html(
        'Result',
        ({ error }) =>
          html`${badge(error === null ? 'succeeded' : 'failed')}
          ${resultText(response?.status ?? null, error)}`,
      ),
      show.time('Began', 'attempted_at'),
      show.html('Duration', ({ took_ms }) => html`${took_ms} ms`),
      show.time('Next attempt', 'next_attempt_at'),
      show.html('URL', () => html`<span class="clip">${request?.url ?? '—'}</span>`),
      request !== null && show.html('Request headers', () => headersHtml(request.headers)),
      response !== null && show.html('Response headers', () => headersHtml(response.headers)),
      response !== null && show.html('Response body', () => responseBody(context, response)),
    ]),
  );
};

const headersHtml = (headers: Readonly<Record<string, string>>): Html =>
  Object.keys(headers).length === 0
    ? textHtml(null)
    : factList(Object.entries(headers).map(([name, value]) => [name, html`${value}`] as const));

function responseBody(
  context: PageContext,
  { body, is_truncated }: NonNullable<WebhookAttempt['response']>,
): Html {
  if (body === null)
    return html`${canSeePersonalData(context) ? 'Not recorded, or of a person who was forgotten.' : 'Shown to reviewers and admins only.'}`;
  if (body === '') return html`empty`;
  return html`<pre class="long">${body}</pre>
    ${is_truncated && html`<span class="muted">The first 4 KiB.</span>`}`;
}

export const webhookDeliveriesPages: readonly ConsoleRoute[] = [
  ...listRoutes({
    path: '/console/deliveries',
    operation: 'listAllWebhookDeliveries',
    title: 'Webhook deliveries',
    section: 'webhooks',
    lead: html`${webhookTabs('deliveries')}
      <p>Deliveries to the endpoints of all integrators, newest event first.</p>`,
    caption: 'Deliveries',
    filters: WEBHOOK_DELIVERY_LIST.filters,
    columns: async (context, rows) =>
      listed(
        await loadNames(
          context,
          rows.map((each) => deliveryOf(each).webhook_endpoint_id),
        ),
      ),
    empty: ['No deliveries yet', 'Each event that is sent to a webhook endpoint appears here.'],
  }),
  { path: '/console/deliveries/{webhook_delivery_id}', get: deliveryPage },
];
