/** The events and postings of one transfer, and the requests and deliveries around it. */
import type {
  LedgerEvent,
  LoggedRequest,
  PostingLine,
  Transfer,
  TransferTimeline,
  WebhookDelivery,
} from '../../../generated/api.ts';
import { countDecimals, formatAmount, parseStoredAmount } from '../../../ledger/amount.ts';
import { bookStreamOf, decodeIdOrigin } from '../../../ledger/ids.ts';
import { isWalletAccount } from '../../../ledger/posting.ts';
import { html, type Html } from '../../../web/html.ts';
import type { BookLocation } from '../../book-location.ts';
import { loadNames, type Names } from '../../names.ts';
import type { PageContext } from '../../page-context.ts';
import { loadParties, partyHtml, type Parties } from '../../parties.ts';
import { show, table } from '../../ui/tables.ts';
import { emptyState, panel, timelineEntry, timelineHtml } from '../../ui/panels.ts';
import {
  accountHtml,
  actorHtml,
  amountHtml,
  badge,
  signedAmountHtml,
  textHtml,
  timestampHtml,
  toLabel,
} from '../../ui/text.ts';
import { transferUnit } from './transfer-table.ts';

// How the money of a transfer flows: from its source through the accounts of the book to its destination.

/** Accounts of the book in the order in which postings first moved money through them, without wallets. */
function accountsBetween(timeline: readonly LedgerEvent[]): readonly string[] {
  const lines = timeline.flatMap((event) => event.lines);
  return [...new Set(lines.map(({ account }) => account).filter((account) => !account.startsWith('wal_')))];
}

/** Steps in reading order, so that the list reads the same without styles. */
export function flowPanel(parties: Parties, transfer: Transfer, timeline: readonly LedgerEvent[]): Html {
  const { source, destination, amount, state } = transfer;
  const between = accountsBetween(timeline);
  return panel(
    'Flow of money',
    html`<ol class="flow" aria-label="Flow of money">
      <li><span class="flow-label">From</span>${partyHtml(parties.of(source))}</li>
      <li>
        <span class="flow-label">${amountHtml(amount, transferUnit(transfer))}</span>
        ${between.length === 0 ? html`<span class="muted">directly</span>` : between.map((account, at) => html`${at > 0 && ' · '}${accountHtml(account)}`)}
      </li>
      <li><span class="flow-label">To</span>${partyHtml(parties.of(destination))} ${badge(state)}</li>
    </ol>`,
  );
}

// The movements of a transfer: what each posting changes in the buckets of each account, and its debits and credits.

/** What a posting changes in one account. */
type Movement = {
  readonly posting: LedgerEvent;
  readonly account: string;
  readonly unit: string;
  readonly available: PostingLine | undefined;
  readonly pending: PostingLine | undefined;
};

export async function movementsPanel(context: PageContext, timeline: readonly LedgerEvent[]): Promise<Html> {
  const postings = timeline.filter(({ type }) => type === 'posting.recorded');
  if (postings.length === 0)
    return panel('Movements', emptyState('No movements', 'No money has moved for this transfer yet.'));
  const wallets = postings
    .flatMap(({ lines }) => lines)
    .filter(({ account }) => isWalletAccount(account))
    .map(({ account }) => ({ type: 'wallet' as const, wallet_id: account }));
  const parties = await loadParties(context, wallets);
  return panel(
    'Movements',
    html`${movementsTable(context, parties, postings.flatMap(movementsOf))}
    ${postings.map(
      (posting) =>
        html`<details class="raw">
          <summary>Debits and credits: ${posting.description ?? ''}, revision ${posting.revision}</summary>
          ${linesHtml(context, parties, posting.lines)}
        </details>`,
    )}`,
    { note: html`<p class="muted">What each posting changes in the buckets of each account.</p>` },
  );
}

function movementsOf(posting: LedgerEvent): Movement[] {
  const { lines } = posting;
  const keys = [...new Set(lines.map(({ account, unit }) => `${account} ${unit}`))];
  return keys.map((key) => {
    const own = lines.filter(({ account, unit }) => `${account} ${unit}` === key);
    const [account = '', unit = ''] = key.split(' ');
    const of = (bucket: PostingLine['bucket']): PostingLine | undefined =>
      own.find((line) => line.bucket === bucket);
    return { posting, account, unit, available: of('available'), pending: of('pending') };
  });
}

function movementsTable(context: PageContext, parties: Parties, movements: readonly Movement[]): Html {
  const change = (line: PostingLine | undefined, part: 'amount' | 'cashable'): Html => {
    const value = line?.[part];
    return line === undefined || value === undefined ? textHtml(null) : signedAmountHtml(value, line.unit);
  };
  return table<Movement>(
    context,
    'Movements',
    [
      show.html('Account', ({ account }) => ownerHtml(parties, account), 'head'),
      show.html(
        'Movement',
        ({ posting }) =>
          html`${posting.description ?? ''}<br /><small>${timestampHtml(posting.time, context.now)}</small>`,
      ),
      show.number('Available', ({ available }) => change(available, 'amount')),
      show.number('Pending', ({ pending }) => change(pending, 'amount')),
      show.number('Cashable', ({ available }) => change(available, 'cashable')),
      show.amount('Available after', ({ available }) => available?.balance_after, 'unit'),
    ],
    movements,
  );
}

const ownerHtml = (parties: Parties, account: string): Html =>
  isWalletAccount(account) ? partyHtml(parties.wallet(account)) : accountHtml(account);

function linesHtml(context: PageContext, parties: Parties, lines: readonly PostingLine[]): Html {
  const side = ({ amount, unit }: PostingLine, name: 'debit' | 'credit'): Html => {
    const isDebit = amount.startsWith('-');
    return isDebit === (name === 'debit') ? amountHtml(amount.replace('-', ''), unit) : html``;
  };
  return table<PostingLine>(
    context,
    'Lines of the posting',
    [
      show.html('Account', ({ account }) => ownerHtml(parties, account), 'head'),
      show.text('Bucket', 'bucket'),
      show.number('Debit', (line) => side(line, 'debit')),
      show.number('Credit', (line) => side(line, 'credit')),
      show.amount('Cashable', 'cashable', 'unit'),
      show.amount('Balance after', 'balance_after', 'unit'),
    ],
    lines,
    { foot: sumsHtml(lines) },
  );
}

/** Total debits and credits per unit. The ledger guarantees that they are equal. */
function sumsHtml(lines: readonly PostingLine[]): Html {
  const units = [...new Set(lines.map(({ unit }) => unit))];
  const rows = units.map((unit) => {
    const amounts = lines.filter((line) => line.unit === unit).map(({ amount }) => amount);
    const decimals = countDecimals(amounts[0] ?? '');
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
/** Oldest first. At the same time: requests, the events that they caused, and deliveries. */
export async function transferEventsHtml(
  context: PageContext,
  book: BookLocation,
  { events, requests, deliveries }: TransferTimeline,
): Promise<Html> {
  const names = await loadNames(
    context,
    deliveries.map(({ webhook_endpoint_id }) => webhook_endpoint_id),
  );
  const reads = requests.filter(({ method, status }) => method === 'GET' && status < 400);
  const [lastRead] = [...reads].sort((a, b) => (a.created_at < b.created_at ? 1 : -1));
  const entries: Entry[] = [
    ...(lastRead === undefined
      ? []
      : [{ time: lastRead.created_at, order: 0, content: requestHtml(context, lastRead, reads.length) }]),
    ...requests
      .filter((each) => !reads.includes(each))
      .map((each) => ({ time: each.created_at, order: 0, content: requestHtml(context, each) })),
    ...events.map((each) => ({ time: each.time, order: 1, content: eventHtml(context, each) })),
    ...deliveries.map((each) => ({
      time: each.attempted_at,
      order: 2,
      content: deliveryHtml(context, names, each, revisionOf(each, book)),
    })),
  ];
  if (entries.length === 0)
    return emptyState('No events found', 'The stream contains no events for this transfer.');
  entries.sort((a, b) => (a.time === b.time ? a.order - b.order : a.time < b.time ? -1 : 1));
  return timelineHtml(entries.map(({ content }) => content));
}

const revisionOf = (
  { event_id }: WebhookDelivery,
  { integrator_id, environment, generation }: BookLocation,
): number | undefined =>
  decodeIdOrigin(event_id, bookStreamOf(integrator_id, environment, generation))?.revision;

const eventHtml = (context: PageContext, event: LedgerEvent): Html =>
  timelineEntry(
    html`<span title="${event.type}">${toLabel(event.type)}</span> ${stateOf(event)}`,
    html`${timestampHtml(event.time, context.now)} · revision ${event.revision} ·
      ${actorHtml(context, event.actor)} · <code class="quiet">${event.request_id}</code>`,
    event.reason,
  );

const stateOf = ({ state, description }: LedgerEvent): Html =>
  state === null
    ? html`${description !== null && html`<span class="muted">${description}</span>`}`
    : badge(state);

/** `reads` counts successful reads, of which only the last is shown. */
const requestHtml = (context: PageContext, request: LoggedRequest, reads = 1): Html =>
  timelineEntry(
    html`${badge('request', 'plain')}
      <code>${request.method} ${request.path}</code>
      ${badge(String(request.status), request.status < 400 ? 'ok' : 'stop')}
      ${reads > 1 && html`<span class="muted">the last of ${reads} reads</span>`}
      ${request.error_code !== null && html`<span class="muted">${request.error_code}</span>`}`,
    html`${timestampHtml(request.created_at, context.now)} ·
      ${actorHtml(context, `key:${request.api_key_id}`)} · ${request.duration_ms} ms ·
      <code class="quiet">${request.id}</code>`,
  );

const deliveryHtml = (
  context: PageContext,
  names: Names,
  delivery: WebhookDelivery,
  revision: number | undefined,
): Html => {
  const { id, event_type, state, attempt, response_status, error, attempted_at, next_attempt_at } = delivery;
  return timelineEntry(
    html`${badge('webhook', 'plain')}
      <a href="/console/deliveries/${id}" title="${event_type}">${toLabel(event_type)}</a> ${badge(state)}`,
    html`${timestampHtml(attempted_at, context.now)} · attempt ${attempt},
    ${response_status === null ? (error ?? 'no response') : `status ${response_status}`} · to
    ${names(delivery.webhook_endpoint_id)} ${revision !== undefined && `· revision ${revision}`}
    ${next_attempt_at !== null && html`· next attempt ${timestampHtml(next_attempt_at, context.now)}`}`,
  );
};
