/** The deliveries to all webhook endpoints and to one, and the page of one delivery with every attempt. */
import type {
  ListedWebhookDelivery,
  OperatedWebhookDelivery,
  OperatedWebhookDeliveryWithAttempts,
  WebhookAttempt,
} from '../../../generated/api.ts';
import { isProblem } from '../../../http/errors.ts';
import {
  DELIVERY_STATE_LABELS,
  WEBHOOK_DELIVERY_LIST,
} from '../../../operator/lists/webhook-delivery-list.ts';
import { maskLinks } from '../../../operator/operations/personal-data.ts';
import { html, type Html } from '../../../web/html.ts';
import { bookOwnerHtml } from '../../book-location.ts';
import {
  canSeePersonalData,
  getFromApi,
  type ConsoleRoute,
  type ListPage,
  type PageContext,
  type PageResult,
} from '../../page-context.ts';
import { actionLink, emptyState, factList, panel, tabLinks } from '../../ui/panels.ts';
import { pagedTable, type Column } from '../../ui/tables.ts';
import { badge, idHref, idHtml, shortIdHtml, textHtml, timestampHtml, toWords } from '../../ui/text.ts';
import { exportPage, listSection } from '../lists.ts';

type Delivery = OperatedWebhookDelivery;

const columnsOf = <Item extends { readonly id: string }>(
  context: PageContext,
  deliveryOf: (item: Item) => Delivery,
): readonly Column<Item>[] =>
  deliveryColumns(context).map(({ cell, ...column }) => ({
    ...column,
    cell: (item) => cell(deliveryOf(item)),
  }));

const deliveryColumns = (context: PageContext): readonly Column<Delivery>[] => [
  {
    label: 'Last attempt',
    isRowHeader: true,
    cell: ({ id, attempted_at }) =>
      html`<a href="${idHref(id)}">${timestampHtml(attempted_at, context.now)}</a>`,
  },
  {
    label: 'Event',
    small: 'plain',
    cell: ({ event_type, event_id }) =>
      html`${event_type} <span class="row-id">${shortIdHtml(event_id)}</span>`,
  },
  {
    label: 'State',
    small: 'aside',
    cell: ({ state, next_attempt_at }) =>
      html`${stateBadge(state)}${
        next_attempt_at !== null &&
        html` <span class="row-id">${timestampHtml(next_attempt_at, context.now)}</span>`
      }`,
  },
  { label: 'Response', cell: ({ response_status, error }) => html`${resultText(response_status, error)}` },
  { label: 'Attempts', small: 'hidden', isNumeric: true, cell: ({ attempt }) => html`${attempt}` },
  { label: 'Time (ms)', small: 'hidden', isNumeric: true, cell: ({ took_ms }) => html`${took_ms}` },
  { label: 'Request', small: 'hidden', cell: ({ request_id }) => shortIdHtml(request_id) },
  { label: 'Actions', small: 'hidden', cell: (each) => redeliverLink(context, each) },
];

/** The deliveries to one endpoint. */
export const deliveryTable = (context: PageContext, found: ListPage<Delivery>, isFiltered: boolean): Html =>
  pagedTable(context, found, {
    caption: 'Deliveries',
    columns: deliveryColumns(context),
    emptyState: isFiltered
      ? emptyState('Nothing matches the filters', 'Remove one of them to see more.')
      : emptyState('No deliveries', 'Deliveries to this endpoint will appear here, newest first.'),
  });

const LIST = { path: '/operator/v1/webhook_deliveries', filters: WEBHOOK_DELIVERY_LIST.filters } as const;

/** The tabs of the pages about webhooks. */
export const webhookTabs = (current: 'endpoints' | 'deliveries'): Html =>
  tabLinks('Webhooks', [
    { label: 'Endpoints', href: '/console/webhooks', isCurrent: current === 'endpoints' },
    { label: 'Deliveries', href: '/console/deliveries', isCurrent: current === 'deliveries' },
  ]);

async function allDeliveries(context: PageContext): Promise<PageResult> {
  const content = await listSection<ListedWebhookDelivery>(context, {
    caption: 'Deliveries',
    ...LIST,
    columns: () => {
      const [attempt, ...rest] = columnsOf<ListedWebhookDelivery>(context, (each) => each.webhook_delivery);
      const owner: Column<ListedWebhookDelivery> = {
        label: 'Endpoint',
        small: 'plain',
        cell: (each) =>
          html`${shortIdHtml(each.webhook_delivery.webhook_endpoint_id)}
            <small class="second-line">${bookOwnerHtml(context, each)}</small>`,
      };
      const shown = rest.filter(({ label }) => label !== 'Time (ms)' && label !== 'Request');
      return attempt === undefined ? shown : [attempt, owner, ...shown];
    },
    empty: ['No deliveries yet', 'Each event that is sent to a webhook endpoint appears here.'],
  });
  if (isProblem(content)) return content;
  return {
    kind: 'page',
    title: 'Webhook deliveries',
    section: 'webhooks',
    lead: html`${webhookTabs('deliveries')}
      <p>Deliveries to the endpoints of all integrators, newest event first.</p>`,
    content,
  };
}

const stateBadge = (state: string): Html =>
  badge(state, undefined, (DELIVERY_STATE_LABELS[state] ?? state).toLowerCase());

const resultText = (status: number | null, error: string | null): string =>
  status === null ? toWords(error ?? '—') : String(status);

const redeliverLink = (
  context: PageContext,
  { id, webhook_endpoint_id }: Pick<OperatedWebhookDelivery, 'id' | 'webhook_endpoint_id'>,
): Html =>
  actionLink(
    context,
    `/operator/v1/webhook_deliveries/${id}/redeliver`,
    `/console/webhooks/${webhook_endpoint_id}/deliveries/${id}/redeliver`,
    'Redeliver',
  );

async function deliveryPage(context: PageContext): Promise<PageResult> {
  const path = `/operator/v1/webhook_deliveries/${context.params['webhook_delivery_id'] ?? ''}`;
  const delivery = await getFromApi<OperatedWebhookDeliveryWithAttempts>(context, path);
  if (isProblem(delivery)) return delivery;
  const { id, state, webhook_endpoint_id, event_type, event_id, request_body, attempts } = delivery;
  return {
    kind: 'page',
    title: 'Webhook delivery',
    section: 'webhooks',
    breadcrumbs: [
      { label: 'Webhooks', href: '/console/webhooks' },
      { label: 'endpoint', href: `/console/webhooks/${webhook_endpoint_id}` },
    ],
    lead: html`<p>${idHtml(id, undefined)} ${stateBadge(state)}</p>`,
    actions: redeliverLink(context, delivery),
    content: html`${panel(
      'Details',
      factList([
        ['Endpoint', idHtml(webhook_endpoint_id)],
        ['Event', html`${event_type}<br />${idHtml(event_id)}`],
        [
          delivery.redelivery_id === null ? 'Event happened' : 'Redelivery requested',
          timestampHtml(delivery.created_at, context.now),
        ],
        ['Attempts', html`${delivery.attempt}`],
        ['Next attempt', timestampHtml(delivery.next_attempt_at, context.now)],
        ['Request', textHtml(delivery.request_id)],
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

const attemptPanel = (context: PageContext, each: WebhookAttempt): Html => {
  const { attempt, error, request, response, took_ms } = each;
  return panel(
    `Attempt ${attempt}`,
    factList([
      [
        'Result',
        html`${badge(error === null ? 'succeeded' : 'failed')} ${resultText(response?.status ?? null, error)}`,
      ],
      ['Began', timestampHtml(each.attempted_at, context.now)],
      ['Duration', html`${took_ms} ms`],
      ['Next attempt', timestampHtml(each.next_attempt_at, context.now)],
      ['URL', html`<span class="clip">${request?.url ?? '—'}</span>`],
      request === null ? undefined : ['Request headers', headersHtml(request.headers)],
      response === null ? undefined : ['Response headers', headersHtml(response.headers)],
      response === null ? undefined : ['Response body', responseBody(context, response)],
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
  { path: '/console/deliveries', get: allDeliveries },
  { path: '/console/deliveries/export', get: (context) => exportPage(context, LIST) },
  { path: '/console/deliveries/{webhook_delivery_id}', get: deliveryPage },
];
