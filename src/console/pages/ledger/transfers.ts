/** Transfer page: request, result, and the events and postings from the stream. */
import { COLLECTIONS } from '../../../../projections/collections.ts';
import type { TransferView } from '../../../../projections/views.ts';
import { isProblem } from '../../../api/server/errors.ts';
import { html } from '../../../web/html.ts';
import type { Html } from '../../../web/html.ts';
import { formatAmount, parseStoredAmount } from '../../../ledger/amount.ts';
import type { RecordedBookEvent } from '../../../ledger/event.ts';
import type { Line } from '../../../ledger/posting.ts';
import { bookBreadcrumbs, bookHref, environmentBadge, findObject } from '../../book-location.ts';
import { transferTimeline } from './transfer-timeline.ts';
import type { TimelineEvent } from './transfer-timeline.ts';
import { loadTransferParties, transferKindLabel, transferUnit } from './transfer-table.ts';
import { actorHtml } from '../../ui/actor.ts';
import { actionLink, emptyState, factList, panel } from '../../ui/panels.ts';
import { badge, amountHtml, amountText, timestampHtml, toLabel, toWords } from '../../ui/text.ts';
import { copyButton, idHtml } from '../../ui/ids.ts';
import { table } from '../../ui/tables.ts';
import { loadParties, partiesText, partyHtml } from '../../parties.ts';
import type { Parties } from '../../parties.ts';
import { maskLinks } from '../../../operator/operations/personal-data.ts';
import { flowPanel } from './transfer-flow.ts';
import { notesPanel } from './notes.ts';
import type { ConsoleRoute, PageResult, PageContext } from '../../page-context.ts';

async function transferPage(context: PageContext): Promise<PageResult> {
  const found = await findObject(
    context,
    COLLECTIONS.transfers,
    context.params['transfer_id'] ?? '',
    'transfer',
  );
  if (isProblem(found)) return found;
  const { book } = found;
  const transfer = found.value;
  const parties = await loadTransferParties(context, [transfer]);
  const timeline = await transferTimeline(context, book.stream, transfer.id);
  const review = `/operator/v1/transfers/${transfer.id}/review`;
  const decide =
    transfer.state === 'in_review'
      ? html`${actionLink(context, review, `/console/transfers/${transfer.id}/approve`, 'Approve', 'main')}${actionLink(
          context,
          review,
          `/console/transfers/${transfer.id}/reject`,
          'Reject',
          'danger',
        )}`
      : undefined;
  return {
    kind: 'page',
    title: `${amountText(transfer.amount, transferUnit(transfer))}, ${toWords(transfer.state)}`,
    section: 'ledger',
    breadcrumbs: [...bookBreadcrumbs(book), { label: 'transfers', href: `${bookHref(book)}/transfers` }],
    lead: html`<p>${partiesText(parties, transfer.source, transfer.destination)}</p>
      <p>
        ${toLabel(transferKindLabel(transfer.kind))} ${idHtml(transfer.id, undefined)}
        ${environmentBadge(book.environment)} ${badge(transfer.state)}
      </p>`,
    ...(decide === undefined ? {} : { actions: decide }),
    content: html`${flowPanel(parties, transfer, timeline)} ${await transferFacts(context, transfer)}
    ${panel('Events', eventsHtml(context, timeline))} ${await notesPanel(context, 'transfers', transfer.id)}
    ${await postingsHtml(context, timeline)} ${rawPanel(transfer)}`,
  };
}

/** States of payouts whose money came back. */
const RETURNED: ReadonlySet<string> = new Set(['returned', 'refunded', 'undeliverable', 'failed']);

/** Fields of a receipt; which ones are present depends on the kind of transfer. */
type ReceiptFields = {
  readonly amount_received?: string | null | undefined;
  readonly amount_debited?: string | null | undefined;
  readonly earned_amount?: string | null | undefined;
  readonly amount_credited?: string | null | undefined;
  readonly amount_paid_out?: string | null | undefined;
  readonly rate?: string | null;
  readonly rail_reference?: string | null;
};

export async function transferFacts(context: PageContext, transfer: TransferView): Promise<Html> {
  const parties = await loadTransferParties(context, [transfer]);
  const { state_reason, source, destination } = transfer;
  const receipt: ReceiptFields = transfer.receipt ?? {};
  const destinationUnit = destination.asset ?? destination.currency;
  const amount = (name: string, value: string | null | undefined, unit: string | undefined) =>
    value === undefined ? undefined : ([name, amountHtml(value, unit)] as const);
  const fact = <Value>(name: string, value: Value | null | undefined, render: (value: Value) => Html) =>
    value === null || value === undefined ? undefined : ([name, render(value)] as const);
  return panel(
    'Details',
    factList([
      ['Amount', amountHtml(transfer.amount, transferUnit(transfer))],
      ['From', partyHtml(parties.of(source))],
      ['To', partyHtml(parties.of(destination))],
      fact('Reason', state_reason, ({ code, message }) => html`${toWords(code)}: ${message}`),
      amount('Received', receipt.amount_received, source.currency),
      amount('Debited', receipt.amount_debited, source.asset),
      amount('Earned points spent', receipt.earned_amount, source.asset),
      amount('Credited', receipt.amount_credited, destinationUnit),
      amount(
        RETURNED.has(transfer.state) ? 'Sent to the bank and returned' : 'Paid out',
        receipt.amount_paid_out,
        destinationUnit,
      ),
      fact('Rate', receipt.rate, (rate) => html`${rate}`),
      fact('Rail reference', receipt.rail_reference, (reference) => html`<code>${reference}</code>`),
      fact('Deposit account', transfer.deposit_account_id, (account) => idHtml(account)),
      fact(
        'Integrator reference',
        transfer.integrator_reference,
        (reference) => html`<span class="clip">${reference}</span>`,
      ),
      ['Created', timestampHtml(transfer.created_at, context.now)],
      ['Updated', timestampHtml(transfer.updated_at, context.now)],
    ]),
  );
}

const eventsHtml = (context: PageContext, timeline: readonly TimelineEvent[]): Html =>
  timeline.length === 0
    ? emptyState('No events found', 'The stream contains no events for this transfer.')
    : html`<ol class="timeline">
        ${timeline.map(
          ({ event, metadata }) =>
            html`<li>
              <p class="timeline-head"><code>${event.type}</code> ${stateOf(event)}</p>
              <p class="timeline-meta">
                ${timestampHtml(event.time, context.now)} · revision ${event.revision} ·
                ${actorHtml(context, metadata.actor)} ·
                <code class="quiet">${metadata.request_id}</code>
              </p>
              ${metadata.reason !== undefined && html`<p class="timeline-reason">“${metadata.reason}”</p>`}
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

async function postingsHtml(context: PageContext, timeline: readonly TimelineEvent[]): Promise<Html> {
  const postings = timeline.map(({ event }) => event).filter((event) => event.type === 'posting.recorded');
  if (postings.length === 0)
    return panel('Postings', emptyState('No postings', 'No money has moved for this transfer yet.'));
  const wallets = postings
    .flatMap(({ data }) => data.lines)
    .filter(({ account }) => account.startsWith('wal_'))
    .map(({ account }) => ({ type: 'wallet' as const, wallet_id: account }));
  const parties = await loadParties(context, wallets);
  return html`${postings.map((posting) => postingPanel(context, parties, posting))}`;
}

const postingPanel = (
  context: PageContext,
  parties: Parties,
  { data, time, revision }: RecordedBookEvent<'posting.recorded'>,
): Html =>
  panel(`Posting: ${data.description}`, linesHtml(parties, data.lines), {
    note: html`<p class="muted">Revision ${revision}, ${timestampHtml(time, context.now)}</p>`,
  });

function linesHtml(parties: Parties, lines: readonly Line[]): Html {
  const side = ({ amount, unit }: Line, name: 'debit' | 'credit'): Html => {
    const isDebit = amount.startsWith('-');
    return isDebit === (name === 'debit') ? amountHtml(amount.replace('-', ''), unit) : html``;
  };
  return table<Line>(
    'Lines of the posting',
    [
      {
        label: 'Account',
        isRowHeader: true,
        cell: ({ account }) =>
          account.startsWith('wal_') ? partyHtml(parties.wallet(account)) : html`<code>${account}</code>`,
      },
      { label: 'Bucket', cell: ({ bucket }) => html`${bucket}` },
      { label: 'Debit', isNumeric: true, cell: (line) => side(line, 'debit') },
      { label: 'Credit', isNumeric: true, cell: (line) => side(line, 'credit') },
      {
        label: 'Cashable',
        isNumeric: true,
        cell: ({ cashable, unit }) => amountHtml(cashable, unit),
      },
      {
        label: 'Balance after',
        isNumeric: true,
        cell: ({ balance_after, unit }) => amountHtml(balance_after, unit),
      },
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

/** The transfer as the API returns it. */
function rawPanel(transfer: TransferView): Html {
  const text = JSON.stringify(JSON.parse(maskLinks(JSON.stringify(transfer))), undefined, 2);
  return panel(
    'JSON',
    html`<details class="raw">
      <summary>Show the object of the API</summary>
      <pre>${text}</pre>
    </details>`,
    { actions: copyButton(text, 'Copy the JSON') },
  );
}

export const transfersPages: readonly ConsoleRoute[] = [
  { path: '/console/transfers/{transfer_id}', get: transferPage },
];
