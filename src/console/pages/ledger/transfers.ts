/** Transfer page: request, result, and the events and postings from the stream. */
import type { Transfer } from '../../../generated/api.ts';
import { isProblem } from '../../../http/errors.ts';
import { payoutDueAt } from '../../../ledger/payout.ts';
import { maskLinks } from '../../../operator/operations/personal-data.ts';
import { html, type Html } from '../../../web/html.ts';
import { bookListBreadcrumbs, findObject, formerBadge, type BookLocation } from '../../book-location.ts';
import { read, type ConsoleRoute, type PageContext, type PageResult } from '../../page-context.ts';
import { partiesText, partyHtml } from '../../parties.ts';
import { transferSentence, type TransferFacts } from '../../sentences/transfers.ts';
import { facts, show } from '../../ui/tables.ts';
import { actionLink, panel } from '../../ui/panels.ts';
import { amountText, badge, copyButton, idHtml, rateText, toLabel, toWords } from '../../ui/text.ts';
import { tryReadReview } from '../operations/review-case.ts';
import { notesPanel } from './notes.ts';
import { DEPOSIT_ACCOUNT, loadTransferParties, transferUnit } from './transfer-table.ts';
import { flowPanel, movementsPanel, transferEventsHtml } from './transfer-timeline.ts';

async function transferPage(context: PageContext): Promise<PageResult> {
  const { transfer_id } = context.params;
  const found = await findObject(context, 'transfer', transfer_id);
  const { value: transfer, book } = found;
  const parties = await loadTransferParties(context, [transfer]);
  const timeline = await read(context, 'getTransferTimeline');
  const facts = { ...(await situationOf(context, transfer, book)), attempts: timeline.payout_attempts };
  const here = `/console/transfers/${transfer.id}`;
  return {
    kind: 'page',
    title: `${amountText(transfer.amount, transferUnit(transfer))}, ${toWords(transfer.state)}`,
    section: 'ledger',
    breadcrumbs: bookListBreadcrumbs(book, 'transfers'),
    environment: book.environment,
    sentence: transferSentence(transfer, facts),
    lead: html`<p>${partiesText(parties, transfer.source, transfer.destination)}</p>
      <p>${toLabel(transfer.kind)} ${idHtml(transfer.id)} ${formerBadge(book)} ${badge(transfer.state)}</p>`,
    actions: actionsOf(context, transfer, here, facts.dueAt !== undefined),
    content: html`${flowPanel(parties, transfer, timeline.events)} ${await transferFacts(context, transfer)}
    ${await movementsPanel(context, timeline.events)}
    ${panel('Timeline', await transferEventsHtml(context, book, timeline), { note: TIMELINE_NOTE })}
    ${await notesPanel(context, 'transfers', transfer.id)} ${rawPanel(transfer)}`,
  };
}

function actionsOf(
  context: PageContext,
  { kind, state, late_movement }: Transfer,
  here: string,
  isPayoutDue: boolean,
): Html | undefined {
  if (state === 'in_review')
    return html`${actionLink(context, 'reviewTransfer', `${here}/approve`, 'Approve', 'main')}${actionLink(
      context,
      'reviewTransfer',
      `${here}/reject`,
      'Reject',
      'danger',
    )}`;
  if (isPayoutDue) return actionLink(context, 'settlePayout', `${here}/settle`, 'Settle manually');
  if (state !== 'completed' || late_movement !== undefined) return undefined;
  if (kind === 'offramp')
    return actionLink(context, 'returnPayout', `${here}/return`, 'Return the payout', 'danger');
  if (kind === 'onramp')
    return actionLink(context, 'reverseDeposit', `${here}/reverse`, 'Reverse the deposit', 'danger');
  return undefined;
}

/** What the sentence of a transfer says beyond the transfer: the rail of a payout that waits, or the open review. */
async function situationOf(
  context: PageContext,
  { id, kind, state, destination, updated_at }: Transfer,
  { environment }: BookLocation,
): Promise<TransferFacts> {
  const { now } = context;
  if (state === 'in_review') {
    const review = await tryReadReview(context, id);
    return isProblem(review) ? { now } : { review, now };
  }
  if (kind !== 'offramp' || (state !== 'payout_submitted' && state !== 'pending')) return { now };
  const { data } = await read(context, 'listRails');
  const rail = data.find((each) => each.environment === environment && each.rail === destination.rail);
  const seconds = state === 'payout_submitted' ? rail?.payout_settlement_seconds : undefined;
  return {
    rail,
    dueAt: seconds === undefined ? undefined : payoutDueAt(updated_at, seconds * SECOND_MS),
    now,
  };
}

const SECOND_MS = 1_000;

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

export async function transferFacts(context: PageContext, transfer: Transfer): Promise<Html> {
  const parties = await loadTransferParties(context, [transfer]);
  const { state_reason: reason, source, destination } = transfer;
  const receipt: ReceiptFields = transfer.receipt ?? {};
  const unit = destination.asset ?? destination.currency;
  const isKnown = (value: unknown): boolean => value !== null && value !== undefined;
  const amount = (label: string, name: keyof ReceiptFields, of: string | undefined) =>
    receipt[name] !== undefined &&
    show.amount<Transfer>(
      label,
      () => receipt[name],
      () => of,
    );
  return panel(
    'Details',
    facts(context, transfer, [
      show.amount<Transfer>('Amount', 'amount', transferUnit),
      show.html('From', () => partyHtml(parties.of(source))),
      show.html('To', () => partyHtml(parties.of(destination))),
      reason !== null &&
        show.html('Reason', () => html`<span title="${toWords(reason.code)}">${reason.message}</span>`),
      amount('Received', 'amount_received', source.currency),
      amount('Debited', 'amount_debited', source.asset),
      amount('Earned points spent', 'earned_amount', source.asset),
      amount('Credited', 'amount_credited', unit),
      amount(
        RETURNED.has(transfer.state) ? 'Sent to the bank and returned' : 'Paid out',
        'amount_paid_out',
        unit,
      ),
      typeof receipt.rate === 'string' &&
        show.text('Rate', () => rateText(receipt.rate ?? '', transferUnit(transfer), unit ?? '')),
      isKnown(receipt.rail_reference) && show.code('Rail reference', () => receipt.rail_reference ?? ''),
      isKnown(transfer.deposit_account_id) && DEPOSIT_ACCOUNT,
      transfer.integrator_reference !== null && show.clipped('Integrator reference', 'integrator_reference'),
      ...lateMovementFacts(transfer),
      show.time('Created', 'created_at'),
      show.time('Updated', 'updated_at'),
    ]),
  );
}

function lateMovementFacts({ late_movement: late }: Transfer) {
  if (late === undefined) return [];
  return [
    show.time<Transfer>(late.type === 'return' ? 'Returned' : 'Reversed', () => late.created_at),
    show.text<Transfer>(
      late.type === 'return' ? 'Why it was returned' : 'Why it was reversed',
      () => `${toWords(late.reason.code)}: ${late.reason.message}`,
    ),
    late.type === 'reversal' &&
      show.amount<Transfer>(
        'Receivable since then',
        () => late.receivable,
        () => 'svc-points',
      ),
    late.return_reference !== null &&
      show.code<Transfer>('Reference of the return', () => late.return_reference ?? ''),
  ];
}

/** The transfer as the API returns it. */
function rawPanel(transfer: Transfer): Html {
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
