/** A transfer: what was asked, what came of it, and how it stands in the stream, event by event and line by line. */
import { COLLECTIONS } from '../../projections/collections.ts';
import type { Transfer } from '../generated/api.ts';
import { isProblem } from '../http/errors.ts';
import { html } from '../hosted/html.ts';
import type { Html } from '../hosted/html.ts';
import { formatAmount, storedAmount } from '../ledger/amount.ts';
import type { Recorded } from '../ledger/event.ts';
import type { Line } from '../ledger/posting.ts';
import { bookCrumbs, bookHref, environmentBadge, findObject } from './places.ts';
import { storyOf } from './story.ts';
import type { Told } from './story.ts';
import { endpoint, kindWords, unitOf } from './transfer-list.ts';
import { actorHtml } from './treasury.ts';
import {
  action,
  badge,
  empty,
  facts,
  grouped,
  id,
  money,
  panel,
  shortId,
  table,
  text,
  unitName,
  when,
  words,
} from './ui.ts';
import type { ConsoleRoute, Found, Visit } from './visit.ts';

async function transferPage(visit: Visit): Promise<Found> {
  const found = await findObject(visit, COLLECTIONS.transfers, visit.params['transfer_id'] ?? '', 'transfer');
  if (isProblem(found)) return found;
  const { place } = found;
  // The transfers' projection wrote it.
  const transfer = JSON.parse(found.body) as Transfer;
  const story = await storyOf(visit, place.stream, transfer.id);
  const review = `/operator/v1/transfers/${transfer.id}/review`;
  const decide =
    transfer.state === 'in_review'
      ? html`${action(visit, review, `/console/transfers/${transfer.id}/approve`, 'Approve', 'main')}${action(
          visit,
          review,
          `/console/transfers/${transfer.id}/reject`,
          'Reject',
          'danger',
        )}`
      : undefined;
  return {
    kind: 'page',
    title: `Transfer ${kindWords(transfer.kind)}`,
    section: 'ledger',
    crumbs: [...bookCrumbs(place), { label: 'transfers', href: `${bookHref(place)}/transfers` }],
    lead: html`<p>
      ${id(transfer.id, undefined)} ${environmentBadge(place.environment)} ${badge(transfer.state)}
    </p>`,
    ...(decide === undefined ? {} : { actions: decide }),
    content: html`${about(visit, transfer)} ${panel('Events', eventsHtml(visit, story))}
    ${postingsHtml(visit, story)}`,
  };
}

export function about(visit: Visit, transfer: Transfer): Html {
  const { receipt, state_reason, source, destination } = transfer;
  const destinationUnit = destination.asset ?? destination.currency;
  const amountOf = (value: string | null | undefined, unit: string | undefined) => money(value, unit);
  return panel(
    'What it is',
    facts([
      ['Amount', money(transfer.amount, unitOf(transfer))],
      ['From', endpoint(source)],
      ['To', endpoint(destination)],
      state_reason === null ? undefined : ['Why', html`${words(state_reason.code)}: ${state_reason.message}`],
      receipt?.amount_received === undefined
        ? undefined
        : ['Received', amountOf(receipt.amount_received, source.currency)],
      receipt?.amount_debited === undefined
        ? undefined
        : ['Debited', amountOf(receipt.amount_debited, source.asset)],
      receipt?.earned_amount === undefined
        ? undefined
        : ['Of that earned', amountOf(receipt.earned_amount, source.asset)],
      receipt?.amount_credited === undefined
        ? undefined
        : ['Credited', amountOf(receipt.amount_credited, destinationUnit)],
      receipt?.amount_paid_out === undefined
        ? undefined
        : ['Paid out', amountOf(receipt.amount_paid_out, destinationUnit)],
      receipt?.rate === null || receipt?.rate === undefined ? undefined : ['Rate', html`${receipt.rate}`],
      receipt?.rail_reference === null || receipt?.rail_reference === undefined
        ? undefined
        : ['Rail’s reference', html`<code>${receipt.rail_reference}</code>`],
      transfer.deposit_account_id === null
        ? undefined
        : ['By deposit account', id(transfer.deposit_account_id)],
      transfer.integrator_reference === null
        ? undefined
        : ['Integrator’s reference', html`<span class="clip">${transfer.integrator_reference}</span>`],
      ['Made', when(transfer.created_at, visit.now)],
      ['Last change', when(transfer.updated_at, visit.now)],
    ]),
  );
}

const eventsHtml = (visit: Visit, story: readonly Told[]): Html =>
  story.length === 0
    ? empty('No events found', 'The stream could not be read back to this transfer.')
    : html`<ol class="story">
        ${story.map(
          ({ event, metadata }) =>
            html`<li>
              <p class="story-head"><code>${event.type}</code> ${stateOf(event)}</p>
              <p class="story-meta">
                ${when(event.time, visit.now)} · revision ${event.revision} ·
                ${actorHtml(visit, metadata.actor)} ·
                <code class="quiet">${metadata.request_id}</code>
              </p>
              ${metadata.reason !== undefined && html`<p class="story-reason">“${metadata.reason}”</p>`}
            </li>`,
        )}
      </ol>`;

function stateOf(event: Recorded): Html {
  if (event.type === 'transfer.state_changed' || event.type === 'transfer.created')
    return badge(event.data.state);
  return event.type === 'posting.recorded'
    ? html`<span class="muted">${event.data.description}</span>`
    : html``;
}

function postingsHtml(visit: Visit, story: readonly Told[]): Html {
  const postings = story.map(({ event }) => event).filter((event) => event.type === 'posting.recorded');
  if (postings.length === 0)
    return panel('Postings', empty('No money has moved', 'A posting is recorded when it does.'));
  return html`${postings.map((posting) => postingPanel(visit, posting))}`;
}

const postingPanel = (visit: Visit, { data, time, revision }: Recorded<'posting.recorded'>): Html =>
  panel(`Posting: ${data.description}`, linesHtml(data.lines), {
    note: html`<p class="muted">Revision ${revision}, ${when(time, visit.now)}</p>`,
  });

function linesHtml(lines: readonly Line[]): Html {
  const side = (amount: string, wanted: 'debit' | 'credit'): Html => {
    const isDebit = amount.startsWith('-');
    return isDebit === (wanted === 'debit')
      ? html`<span class="money">${grouped(amount.replace('-', ''))}</span>`
      : html``;
  };
  return table<Line>(
    'Lines of the posting',
    [
      {
        label: 'Account',
        heads: true,
        cell: ({ account }) =>
          account.startsWith('wal_') ? shortId(account) : html`<code>${account}</code>`,
      },
      { label: 'Bucket', cell: ({ bucket }) => html`${bucket}` },
      { label: 'Unit', cell: ({ unit }) => html`${unitName(unit)}` },
      { label: 'Debit', numeric: true, cell: ({ amount }) => side(amount, 'debit') },
      { label: 'Credit', numeric: true, cell: ({ amount }) => side(amount, 'credit') },
      {
        label: 'Cashable part',
        numeric: true,
        cell: ({ cashable }) => text(cashable === undefined ? null : grouped(cashable)),
      },
      { label: 'Balance after', numeric: true, cell: ({ balance_after }) => html`${grouped(balance_after)}` },
    ],
    lines,
    sumsHtml(lines),
  );
}

/** Debits and credits of each unit. They are the same, or the posting would not be there. */
function sumsHtml(lines: readonly Line[]): Html {
  const units = [...new Set(lines.map(({ unit }) => unit))];
  const rows = units.map((unit) => {
    const amounts = lines.filter((line) => line.unit === unit).map(({ amount }) => amount);
    const decimals = (amounts[0]?.split('.')[1] ?? '').length;
    const sum = (isDebit: boolean): string => {
      const total = amounts
        .filter((amount) => amount.startsWith('-') === isDebit)
        .reduce((each, amount) => each + storedAmount(amount.replace('-', '')), 0n);
      return grouped(formatAmount(total, decimals));
    };
    return html`<tr role="row">
      <th role="rowheader" scope="row" data-label="Sum">Sum</th>
      <td role="cell" data-label=""></td>
      <td role="cell" data-label="Unit">${unitName(unit)}</td>
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

export const transfersPages: readonly ConsoleRoute[] = [
  { path: '/console/transfers/{transfer_id}', get: transferPage },
];
