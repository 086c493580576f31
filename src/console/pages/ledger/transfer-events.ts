/** The timeline of a transfer: its events, the requests about it, and the deliveries of its events to webhook endpoints. */
import { COLLECTIONS } from '../../../../projections/collections.ts';
import type { RequestSummary } from '../../../generated/api.ts';
import { decodeIdOrigin } from '../../../ledger/ids.ts';
import type { RecordedBookEvent } from '../../../ledger/event.ts';
import { deliveriesOfEvents, requestsAbout } from '../../../operator/timeline/object-traffic.ts';
import { html } from '../../../web/html.ts';
import type { Html } from '../../../web/html.ts';
import type { PageContext } from '../../page-context.ts';
import { actorHtml } from '../../ui/actor.ts';
import { shortIdHtml } from '../../ui/ids.ts';
import { emptyState } from '../../ui/panels.ts';
import { badge, timestampHtml } from '../../ui/text.ts';
import type { TimelineEvent } from './transfer-timeline.ts';

type Entry = { readonly time: string; readonly order: number; readonly content: Html };
type Delivery = Awaited<ReturnType<typeof deliveriesOfEvents>>[number];

const EVENTS_MAX = 50;

/** Oldest first. At the same time: requests, the events that they caused, and deliveries. */
export async function transferEventsHtml(
  context: PageContext,
  stream: string,
  transferId: string,
  timeline: readonly TimelineEvent[],
): Promise<Html> {
  const { documents, requestLog } = context.services;
  await requestLog.flush();
  const query = {
    scope: stream,
    terms: [`object:${transferId}`],
    order: 'oldest',
    limit: EVENTS_MAX,
  } as const;
  const published = (await documents.list(COLLECTIONS.events, query)).map(({ id }) => id);
  const requestIds = [...new Set(timeline.map(({ metadata }) => metadata.request_id))].filter((id) =>
    id.startsWith('req_'),
  );
  const [deliveries, requests] = await Promise.all([
    deliveriesOfEvents(documents, stream, published),
    requestsAbout(documents, stream, { requestIds, path: `/v1/transfers/${transferId}` }),
  ]);
  const reads = requests.filter(({ method, status }) => method === 'GET' && status < 400);
  const [lastRead] = [...reads].sort((a, b) => (a.created_at < b.created_at ? 1 : -1));
  const entries: Entry[] = [
    ...(lastRead === undefined
      ? []
      : [{ time: lastRead.created_at, order: 0, content: requestHtml(context, lastRead, reads.length) }]),
    ...requests
      .filter((each) => !reads.includes(each))
      .map((each) => ({ time: each.created_at, order: 0, content: requestHtml(context, each) })),
    ...timeline.map((each) => ({ time: each.event.time, order: 1, content: eventHtml(context, each) })),
    ...deliveries.map((each) => ({
      time: each.attempted_at,
      order: 2,
      content: deliveryHtml(context, each, revisionOf(each, stream)),
    })),
  ];
  if (entries.length === 0)
    return emptyState('No events found', 'The stream contains no events for this transfer.');
  entries.sort((a, b) => (a.time === b.time ? a.order - b.order : a.time < b.time ? -1 : 1));
  return html`<ol class="timeline">
    ${entries.map(({ content }) => html`<li>${content}</li>`)}
  </ol>`;
}

const revisionOf = ({ event_id }: Delivery, stream: string): number | undefined =>
  decodeIdOrigin(event_id, stream)?.revision;

const eventHtml = (context: PageContext, { event, metadata }: TimelineEvent): Html =>
  html`<p class="timeline-head"><code>${event.type}</code> ${stateOf(event)}</p>
    <p class="timeline-meta">
      ${timestampHtml(event.time, context.now)} · revision ${event.revision} ·
      ${actorHtml(context, metadata.actor)} · <code class="quiet">${metadata.request_id}</code>
    </p>
    ${metadata.reason !== undefined && html`<p class="timeline-reason">“${metadata.reason}”</p>`}`;

function stateOf(event: RecordedBookEvent): Html {
  if (event.type === 'transfer.state_changed' || event.type === 'transfer.created')
    return badge(event.data.state);
  return event.type === 'posting.recorded'
    ? html`<span class="muted">${event.data.description}</span>`
    : html``;
}

/** `reads` counts successful reads, of which only the last is shown. */
const requestHtml = (context: PageContext, request: RequestSummary, reads = 1): Html =>
  html`<p class="timeline-head">
      ${badge('request', 'plain')} <code>${request.method} ${request.path}</code>
      ${badge(String(request.status), request.status < 400 ? 'ok' : 'stop')}
      ${reads > 1 && html`<span class="muted">the last of ${reads} reads</span>`}
      ${request.error !== null && html`<span class="muted">${request.error.code}</span>`}
    </p>
    <p class="timeline-meta">
      ${timestampHtml(request.created_at, context.now)} · ${actorHtml(context, `key:${request.api_key_id}`)} ·
      ${request.duration_ms} ms · <code class="quiet">${request.id}</code>
    </p>`;

const deliveryHtml = (context: PageContext, delivery: Delivery, revision: number | undefined): Html => {
  const { id, event_type, state, attempt, response_status, error, attempted_at, next_attempt_at } = delivery;
  return html`<p class="timeline-head">
      ${badge('webhook', 'plain')}
      <a href="/console/deliveries/${id}"><code>${event_type}</code></a> ${badge(state)}
    </p>
    <p class="timeline-meta">
      ${timestampHtml(attempted_at, context.now)} · attempt ${attempt},
      ${response_status === null ? (error ?? 'no response') : `status ${response_status}`} · to
      ${shortIdHtml(delivery.webhook_endpoint_id)} ${revision !== undefined && `· revision ${revision}`}
      ${next_attempt_at !== null && html`· next attempt ${timestampHtml(next_attempt_at, context.now)}`}
    </p>`;
};
