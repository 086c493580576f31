/** A transfer: what was asked, what came of it, and how it stands in the stream, event by event and line by line. */
import { COLLECTIONS } from '../../../../projections/collections.ts';
import type { Transfer } from '../../../generated/api.ts';
import { isProblem } from '../../../api/server/errors.ts';
import { html } from '../../../web/html.ts';
import type { Html } from '../../../web/html.ts';
import { formatAmount, parseStoredAmount } from '../../../ledger/amount.ts';
import type { RecordedBookEvent } from '../../../ledger/event.ts';
import type { Line } from '../../../ledger/posting.ts';
import { bookBreadcrumbs, bookHref, environmentBadge, findObject } from '../../book-location.ts';
import { transferTimeline } from './transfer-timeline.ts';
import type { TimelineEvent } from './transfer-timeline.ts';
import { endpointHtml, transferKindLabel, transferUnit } from './transfer-table.ts';
import { actorHtml } from '../operations/treasury.ts';
import {
  actionLink,
  badge,
  emptyState,
  factList,
  groupDigits,
  idHtml,
  amountHtml,
  panel,
  shortIdHtml,
  table,
  textHtml,
  unitName,
  timestampHtml,
  toWords,
} from '../../ui/components.ts';
import type { ConsoleRoute, PageResult, PageContext } from '../../page-context.ts';

async function transferPage(visit: PageContext): Promise<PageResult> {
  const found = await findObject(visit, COLLECTIONS.transfers, visit.params['transfer_id'] ?? '', 'transfer');
  if (isProblem(found)) return found;
  const { book } = found;
  // The transfers' projection wrote it.
  const transfer = JSON.parse(found.body) as Transfer;
  const story = await transferTimeline(visit, book.stream, transfer.id);
  const review = `/operator/v1/transfers/${transfer.id}/review`;
  const decide =
    transfer.state === 'in_review'
      ? html`${actionLink(visit, review, `/console/transfers/${transfer.id}/approve`, 'Approve', 'main')}${actionLink(
          visit,
          review,
          `/console/transfers/${transfer.id}/reject`,
          'Reject',
          'danger',
        )}`
      : undefined;
  return {
    kind: 'page',
    title: `Transfer ${transferKindLabel(transfer.kind)}`,
    section: 'ledger',
    crumbs: [...bookBreadcrumbs(book), { label: 'transfers', href: `${bookHref(book)}/transfers` }],
    lead: html`<p>
      ${idHtml(transfer.id, undefined)} ${environmentBadge(book.environment)} ${badge(transfer.state)}
    </p>`,
    ...(decide === undefined ? {} : { actions: decide }),
    content: html`${transferFacts(visit, transfer)} ${panel('Events', eventsHtml(visit, story))}
    ${postingsHtml(visit, story)}`,
  };
}

export function transferFacts(visit: PageContext, transfer: Transfer): Html {
  const { receipt, state_reason, source, destination } = transfer;
  const destinationUnit = destination.asset ?? destination.currency;
  const amountOf = (value: string | null | undefined, unit: string | undefined) => amountHtml(value, unit);
  return panel(
    'What it is',
    factList([
      ['Amount', amountHtml(transfer.amount, transferUnit(transfer))],
      ['From', endpointHtml(source)],
      ['To', endpointHtml(destination)],
      state_reason === null
        ? undefined
        : ['Why', html`${toWords(state_reason.code)}: ${state_reason.message}`],
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
        : ['By deposit account', idHtml(transfer.deposit_account_id)],
      transfer.integrator_reference === null
        ? undefined
        : ['Integrator’s reference', html`<span class="clip">${transfer.integrator_reference}</span>`],
      ['Made', timestampHtml(transfer.created_at, visit.now)],
      ['Last change', timestampHtml(transfer.updated_at, visit.now)],
    ]),
  );
}

const eventsHtml = (visit: PageContext, story: readonly TimelineEvent[]): Html =>
  story.length === 0
    ? emptyState('No events found', 'The stream could not be read back to this transfer.')
    : html`<ol class="story">
        ${story.map(
          ({ event, metadata }) =>
            html`<li>
              <p class="story-head"><code>${event.type}</code> ${stateOf(event)}</p>
              <p class="story-meta">
                ${timestampHtml(event.time, visit.now)} · revision ${event.revision} ·
                ${actorHtml(visit, metadata.actor)} ·
                <code class="quiet">${metadata.request_id}</code>
              </p>
              ${metadata.reason !== undefined && html`<p class="story-reason">“${metadata.reason}”</p>`}
            </li>`,
        )}
      </ol>`;

function stateOf(event: RecordedBookEvent): Html {
  if (event.type === 'transfer.state_changed' || event.type === 'transfer.created')
    return badge(event.data.state);
  return event.type === 'posting.recorded'
    ? html`<span class="muted">${event.data.description}</span>`
    : html``;
}

function postingsHtml(visit: PageContext, story: readonly TimelineEvent[]): Html {
  const postings = story.map(({ event }) => event).filter((event) => event.type === 'posting.recorded');
  if (postings.length === 0)
    return panel('Postings', emptyState('No money has moved', 'A posting is recorded when it does.'));
  return html`${postings.map((posting) => postingPanel(visit, posting))}`;
}

const postingPanel = (
  visit: PageContext,
  { data, time, revision }: RecordedBookEvent<'posting.recorded'>,
): Html =>
  panel(`Posting: ${data.description}`, linesHtml(data.lines), {
    note: html`<p class="muted">Revision ${revision}, ${timestampHtml(time, visit.now)}</p>`,
  });

function linesHtml(lines: readonly Line[]): Html {
  const side = (amount: string, wanted: 'debit' | 'credit'): Html => {
    const isDebit = amount.startsWith('-');
    return isDebit === (wanted === 'debit')
      ? html`<span class="money">${groupDigits(amount.replace('-', ''))}</span>`
      : html``;
  };
  return table<Line>(
    'Lines of the posting',
    [
      {
        label: 'Account',
        isRowHeader: true,
        cell: ({ account }) =>
          account.startsWith('wal_') ? shortIdHtml(account) : html`<code>${account}</code>`,
      },
      { label: 'Bucket', cell: ({ bucket }) => html`${bucket}` },
      { label: 'Unit', cell: ({ unit }) => html`${unitName(unit)}` },
      { label: 'Debit', isNumeric: true, cell: ({ amount }) => side(amount, 'debit') },
      { label: 'Credit', isNumeric: true, cell: ({ amount }) => side(amount, 'credit') },
      {
        label: 'Cashable part',
        isNumeric: true,
        cell: ({ cashable }) => textHtml(cashable === undefined ? null : groupDigits(cashable)),
      },
      {
        label: 'Balance after',
        isNumeric: true,
        cell: ({ balance_after }) => html`${groupDigits(balance_after)}`,
      },
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
        .reduce((each, amount) => each + parseStoredAmount(amount.replace('-', '')), 0n);
      return groupDigits(formatAmount(total, decimals));
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
