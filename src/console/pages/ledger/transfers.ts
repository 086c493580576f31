/** Transfer page: request, result, and the events and postings from the stream. */
import { COLLECTIONS } from '../../../../projections/collections.ts';
import type { TransferView } from '../../../../projections/views.ts';
import { isProblem } from '../../../http/errors.ts';
import { maskLinks } from '../../../operator/operations/personal-data.ts';
import { html, type Html } from '../../../web/html.ts';
import { bookBadge, bookListBreadcrumbs, findObject } from '../../book-location.ts';
import type { ConsoleRoute, PageContext, PageResult } from '../../page-context.ts';
import { partiesText, partyHtml } from '../../parties.ts';
import { actionLink, factList, panel } from '../../ui/panels.ts';
import {
  amountHtml,
  amountText,
  badge,
  copyButton,
  idHtml,
  timestampHtml,
  toLabel,
  toWords,
} from '../../ui/text.ts';
import { notesPanel } from './notes.ts';
import { loadTransferParties, transferKindLabel, transferUnit } from './transfer-table.ts';
import { flowPanel, movementsPanel, transferEventsHtml, transferTimeline } from './transfer-timeline.ts';

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
    breadcrumbs: bookListBreadcrumbs(book, 'transfers'),
    lead: html`<p>${partiesText(parties, transfer.source, transfer.destination)}</p>
      <p>
        ${toLabel(transferKindLabel(transfer.kind))} ${idHtml(transfer.id, undefined)} ${bookBadge(book)}
        ${badge(transfer.state)}
      </p>`,
    ...(decide === undefined ? {} : { actions: decide }),
    content: html`${flowPanel(parties, transfer, timeline)} ${await transferFacts(context, transfer)}
    ${await movementsPanel(context, timeline)}
    ${panel('Timeline', await transferEventsHtml(context, book.stream, transfer.id, timeline), { note: TIMELINE_NOTE })}
    ${await notesPanel(context, 'transfers', transfer.id)} ${rawPanel(transfer)}`,
  };
}

const TIMELINE_NOTE = html`<p class="muted">
  Events, logged requests, and deliveries to webhook endpoints.
</p>`;

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
