/**
 * The events and postings of one transfer, read from the book's stream. The event documents only provide the
 * revisions.
 */

import { COLLECTIONS } from '../../../../projections/collections.ts';
import { decodeRecorded } from '../../../event-store/book-event.ts';
import { decodeMetadata, type StoredMetadata } from '../../../event-store/codec.ts';
import type { StoredEvent } from '../../../event-store/port.ts';
import type { RequestSummary, Transfer } from '../../../generated/api.ts';
import { formatAmount, parseStoredAmount } from '../../../ledger/amount.ts';
import type { RecordedBookEvent } from '../../../ledger/event.ts';
import { decodeIdOrigin } from '../../../ledger/ids.ts';
import { isWalletAccount, type Line } from '../../../ledger/posting.ts';
import { deliveriesOfEvents, requestsAbout } from '../../../operator/object-traffic.ts';
import { html, type Html } from '../../../web/html.ts';
import type { PageContext } from '../../page-context.ts';
import { loadParties, partyHtml, type Parties } from '../../parties.ts';
import { show, table } from '../../ui/tables.ts';
import { emptyState, panel, timelineEntry, timelineHtml } from '../../ui/panels.ts';
import {
  actorHtml,
  amountHtml,
  badge,
  shortIdHtml,
  signedAmountHtml,
  textHtml,
  timestampHtml,
} from '../../ui/text.ts';
import { transferUnit } from './transfer-table.ts';

type TimelineEvent = {
  readonly event: RecordedBookEvent;
  readonly metadata: StoredMetadata;
  readonly position: bigint;
};

/** Upper bound for the public events of one transfer. */
const EVENTS_MAX = 50;
/** A command appends all its events together, so related events are within this many revisions of the public event. */
const REVISIONS_BEFORE = 8;
const REVISIONS_AFTER = 16;

/** Oldest first. Throws StoreUnavailable. */
export async function transferTimeline(
  context: PageContext,
  stream: string,
  transferId: string,
): Promise<readonly TimelineEvent[]> {
  const { services, readStream } = context;
  const query = {
    scope: stream,
    terms: [`object:${transferId}`],
    order: 'oldest',
    limit: EVENTS_MAX,
  } as const;
  const events = await services.documents.list(COLLECTIONS.events, query);
  const revisions = [transferId, ...events.map(({ id }) => id)]
    .map((id) => decodeIdOrigin(id, stream)?.revision)
    .filter((revision) => revision !== undefined);
  const found = new Map<number, TimelineEvent>();
  for (const revision of [...new Set(revisions)]) {
    if (found.has(revision)) continue;
    for (const stored of await readStream(
      stream,
      Math.max(0, revision - REVISIONS_BEFORE),
      REVISIONS_BEFORE + REVISIONS_AFTER,
    )) {
      const event = toTimelineEvent(stored, transferId);
      if (event !== undefined) found.set(stored.revision, event);
    }
  }
  return [...found.entries()].sort(([a], [b]) => a - b).map(([, event]) => event);
}

function toTimelineEvent(stored: StoredEvent, transferId: string): TimelineEvent | undefined {
  const event = decodeRecorded(stored);
  const { data } = event;
  const isAbout = 'transfer_id' in data && data.transfer_id === transferId;
  return isAbout ? { event, metadata: decodeMetadata(stored), position: stored.position } : undefined;
}

// How the money of a transfer flows: from its source through the accounts of the book to its destination.

/** Accounts of the book in the order in which postings first moved money through them, without wallets. */
function accountsBetween(timeline: readonly TimelineEvent[]): readonly string[] {
  const lines = timeline.flatMap(({ event }) => (event.type === 'posting.recorded' ? event.data.lines : []));
  return [...new Set(lines.map(({ account }) => account).filter((account) => !account.startsWith('wal_')))];
}

/** Steps in reading order, so that the list reads the same without styles. */
export function flowPanel(parties: Parties, transfer: Transfer, timeline: readonly TimelineEvent[]): Html {
  const { source, destination, amount, state } = transfer;
  const between = accountsBetween(timeline);
  return panel(
    'Flow of money',
    html`<ol class="flow" aria-label="Flow of money">
      <li><span class="flow-label">From</span>${partyHtml(parties.of(source))}</li>
      <li>
        <span class="flow-label">${amountHtml(amount, transferUnit(transfer))}</span>
        ${between.length === 0 ? html`<span class="muted">directly</span>` : between.map((account) => html`<code>${account}</code> `)}
      </li>
      <li><span class="flow-label">To</span>${partyHtml(parties.of(destination))} ${badge(state)}</li>
    </ol>`,
  );
}

// The movements of a transfer: what each posting changes in the buckets of each account, and its debits and credits.

type Posting = RecordedBookEvent<'posting.recorded'>;

/** What a posting changes in one account. */
type Movement = {
  readonly posting: Posting;
  readonly account: string;
  readonly unit: string;
  readonly available: Line | undefined;
  readonly pending: Line | undefined;
};

export async function movementsPanel(
  context: PageContext,
  timeline: readonly TimelineEvent[],
): Promise<Html> {
  const postings = timeline.map(({ event }) => event).filter((event) => event.type === 'posting.recorded');
  if (postings.length === 0)
    return panel('Movements', emptyState('No movements', 'No money has moved for this transfer yet.'));
  const wallets = postings
    .flatMap(({ data }) => data.lines)
    .filter(({ account }) => isWalletAccount(account))
    .map(({ account }) => ({ type: 'wallet' as const, wallet_id: account }));
  const parties = await loadParties(context, wallets);
  return panel(
    'Movements',
    html`${movementsTable(context, parties, postings.flatMap(movementsOf))}
    ${postings.map(
      (posting) =>
        html`<details class="raw">
          <summary>Debits and credits: ${posting.data.description}, revision ${posting.revision}</summary>
          ${linesHtml(context, parties, posting.data.lines)}
        </details>`,
    )}`,
    { note: html`<p class="muted">What each posting changes in the buckets of each account.</p>` },
  );
}

function movementsOf(posting: Posting): Movement[] {
  const { lines } = posting.data;
  const keys = [...new Set(lines.map(({ account, unit }) => `${account} ${unit}`))];
  return keys.map((key) => {
    const own = lines.filter(({ account, unit }) => `${account} ${unit}` === key);
    const [account = '', unit = ''] = key.split(' ');
    const of = (bucket: Line['bucket']): Line | undefined => own.find((line) => line.bucket === bucket);
    return { posting, account, unit, available: of('available'), pending: of('pending') };
  });
}

function movementsTable(context: PageContext, parties: Parties, movements: readonly Movement[]): Html {
  const change = (line: Line | undefined, part: 'amount' | 'cashable'): Html => {
    const value = line?.[part];
    return line === undefined || value === undefined ? textHtml(null) : signedAmountHtml(value, line.unit);
  };
  return table<Movement>(
    context,
    'Movements',
    [
      show.html('Account', ({ account }) => accountHtml(parties, account), 'head'),
      show.html(
        'Movement',
        ({ posting }) =>
          html`${posting.data.description}<br /><small>${timestampHtml(posting.time, context.now)}</small>`,
      ),
      show.number('Available', ({ available }) => change(available, 'amount')),
      show.number('Pending', ({ pending }) => change(pending, 'amount')),
      show.number('Cashable', ({ available }) => change(available, 'cashable')),
      show.amount('Available after', ({ available }) => available?.balance_after, 'unit'),
    ],
    movements,
  );
}

const accountHtml = (parties: Parties, account: string): Html =>
  isWalletAccount(account) ? partyHtml(parties.wallet(account)) : html`<code>${account}</code>`;

function linesHtml(context: PageContext, parties: Parties, lines: readonly Line[]): Html {
  const side = ({ amount, unit }: Line, name: 'debit' | 'credit'): Html => {
    const isDebit = amount.startsWith('-');
    return isDebit === (name === 'debit') ? amountHtml(amount.replace('-', ''), unit) : html``;
  };
  return table<Line>(
    context,
    'Lines of the posting',
    [
      show.html('Account', ({ account }) => accountHtml(parties, account), 'head'),
      show.text('Bucket', 'bucket'),
      show.number('Debit', (line) => side(line, 'debit')),
      show.number('Credit', (line) => side(line, 'credit')),
      show.amount('Cashable', 'cashable', 'unit'),
      show.amount('Balance after', 'balance_after', 'unit'),
    ],
    lines,
    sumsHtml(lines),
  );
}

/** Total debits and credits per unit. The ledger guarantees that they are equal. */
function sumsHtml(lines: readonly Line[]): Html {
  const units = [...new Set(lines.map(({ unit }) => unit))];
  const rows = units.map((unit) => {
    const amounts = lines.filter((line) => line.unit === unit).map(({ amount }) => amount);
    const decimals = (amounts[0]?.split('.')[1] ?? '').length;
    const sum = (isDebit: boolean): Html => {
      const total = amounts
        .filter((amount) => amount.startsWith('-') === isDebit)
        .reduce((sum, amount) => sum + parseStoredAmount(amount.replace('-', '')), 0n);
      return amountHtml(formatAmount(total, decimals), unit);
    };
    return html`<tr role="row">
      <th role="rowheader" scope="row">Sum</th>
      <td role="cell" data-label=""></td>
      <td role="cell" data-label="Debit" data-numeric>${sum(true)}</td>
      <td role="cell" data-label="Credit" data-numeric>${sum(false)}</td>
      <td role="cell" data-label=""></td>
      <td role="cell" data-label=""></td>
    </tr>`;
  });
  return html`<tfoot role="rowgroup">
    ${rows}
  </tfoot>`;
}

// The timeline of a transfer: its events, the requests about it, and the deliveries of its events to webhook endpoints.

type Entry = { readonly time: string; readonly order: number; readonly content: Html };
type Delivery = Awaited<ReturnType<typeof deliveriesOfEvents>>[number];

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
  return timelineHtml(entries.map(({ content }) => content));
}

const revisionOf = ({ event_id }: Delivery, stream: string): number | undefined =>
  decodeIdOrigin(event_id, stream)?.revision;

const eventHtml = (context: PageContext, { event, metadata }: TimelineEvent): Html =>
  timelineEntry(
    html`<code>${event.type}</code> ${stateOf(event)}`,
    html`${timestampHtml(event.time, context.now)} · revision ${event.revision} ·
      ${actorHtml(context, metadata.actor)} · <code class="quiet">${metadata.request_id}</code>`,
    metadata.reason,
  );

function stateOf(event: RecordedBookEvent): Html {
  if (event.type === 'transfer.state_changed' || event.type === 'transfer.created')
    return badge(event.data.state);
  return event.type === 'posting.recorded'
    ? html`<span class="muted">${event.data.description}</span>`
    : html``;
}

/** `reads` counts successful reads, of which only the last is shown. */
const requestHtml = (context: PageContext, request: RequestSummary, reads = 1): Html =>
  timelineEntry(
    html`${badge('request', 'plain')}
      <code>${request.method} ${request.path}</code>
      ${badge(String(request.status), request.status < 400 ? 'ok' : 'stop')}
      ${reads > 1 && html`<span class="muted">the last of ${reads} reads</span>`}
      ${request.error !== null && html`<span class="muted">${request.error.code}</span>`}`,
    html`${timestampHtml(request.created_at, context.now)} ·
      ${actorHtml(context, `key:${request.api_key_id}`)} · ${request.duration_ms} ms ·
      <code class="quiet">${request.id}</code>`,
  );

const deliveryHtml = (context: PageContext, delivery: Delivery, revision: number | undefined): Html => {
  const { id, event_type, state, attempt, response_status, error, attempted_at, next_attempt_at } = delivery;
  return timelineEntry(
    html`${badge('webhook', 'plain')}
      <a href="/console/deliveries/${id}"><code>${event_type}</code></a> ${badge(state)}`,
    html`${timestampHtml(attempted_at, context.now)} · attempt ${attempt},
    ${response_status === null ? (error ?? 'no response') : `status ${response_status}`} · to
    ${shortIdHtml(delivery.webhook_endpoint_id)} ${revision !== undefined && `· revision ${revision}`}
    ${next_attempt_at !== null && html`· next attempt ${timestampHtml(next_attempt_at, context.now)}`}`,
  );
};
