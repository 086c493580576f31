/** The deliveries to a webhook endpoint, and the page of one delivery with every attempt. */
import type {
  OperatedWebhookDelivery,
  OperatedWebhookDeliveryWithAttempts,
  WebhookAttempt,
} from '../../../generated/api.ts';
import { isProblem } from '../../../api/server/errors.ts';
import { maskLinks } from '../../../operator/operations/personal-data.ts';
import { html } from '../../../web/html.ts';
import type { Html } from '../../../web/html.ts';
import { actionLink, emptyState, factList, panel } from '../../ui/panels.ts';
import { badge, textHtml, timestampHtml, toWords } from '../../ui/text.ts';
import { pagedTable } from '../../ui/tables.ts';
import { idHtml, idHref, shortIdHtml } from '../../ui/ids.ts';
import { canSeePersonalData, getFromApi } from '../../page-context.ts';
import type { ConsoleRoute, PageResult, ListPage, PageContext } from '../../page-context.ts';

export const deliveryTable = (
  context: PageContext,
  found: ListPage<OperatedWebhookDelivery>,
  isFiltered: boolean,
): Html =>
  pagedTable(context, found, {
    caption: 'Deliveries',
    columns: [
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
          html`${event_type} <span class="second-line">${shortIdHtml(event_id)}</span>`,
      },
      {
        label: 'State',
        small: 'aside',
        cell: ({ state, next_attempt_at }) =>
          html`${stateBadge(state)}${
            next_attempt_at !== null && html`<br />${timestampHtml(next_attempt_at, context.now)}`
          }`,
      },
      {
        label: 'Response',
        cell: ({ response_status, error }) => html`${resultText(response_status, error)}`,
      },
      { label: 'Attempts', isNumeric: true, cell: ({ attempt }) => html`${attempt}` },
      { label: 'Time (ms)', isNumeric: true, cell: ({ took_ms }) => html`${took_ms}` },
      { label: 'Request', small: 'hidden', cell: ({ request_id }) => shortIdHtml(request_id) },
      { label: 'Actions', small: 'hidden', cell: (each) => redeliverLink(context, each) },
    ],
    emptyState: isFiltered
      ? emptyState('Nothing matches the filters', 'Remove one of them to see more.')
      : emptyState('No deliveries', 'Deliveries to this endpoint will appear here, newest first.'),
  });

/** The states that the console calls something else than the API. */
export const DELIVERY_STATES: Readonly<Record<string, string>> = {
  pending: 'Retrying',
  dropped: 'Discarded',
};
const stateBadge = (state: string): Html =>
  badge(state, undefined, (DELIVERY_STATES[state] ?? state).toLowerCase());

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
  { path: '/console/deliveries/{webhook_delivery_id}', get: deliveryPage },
];
