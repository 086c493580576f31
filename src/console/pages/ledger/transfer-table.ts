/** Table columns and labels for transfers. */
import type { Endpoint, Transfer } from '../../../generated/api.ts';
import { html, type Html } from '../../../web/html.ts';
import type { PageContext } from '../../page-context.ts';
import { loadParties, partiesText, type Parties } from '../../parties.ts';
import { byCreation, extras, show, type Column } from '../../ui/tables.ts';
import { amountHtml, namedHtml, railText, referenceHtml, textHtml, toWords } from '../../ui/text.ts';

/** The rail of a deposit or payout, with its reference. */
function railHtml({ source, destination, receipt }: Transfer): Html {
  const { rail, currency } = source.rail === undefined ? destination : source;
  if (rail === undefined) return html``;
  const reference = receipt !== null && 'rail_reference' in receipt ? receipt.rail_reference : undefined;
  return html`${toWords(rail)} <small>${(currency ?? '').toUpperCase()}</small>${
      typeof reference === 'string' && html`<small class="cut" title="${reference}">${reference}</small>`
    }`;
}

/** Unit of a transfer's amount, which is the unit of its source. */
export const transferUnit = ({ source }: { readonly source: Endpoint }): string =>
  source.asset ?? source.currency ?? '';

/** Who sends to whom, linked to the transfer, with its kind and the integrator's reference. */
export const transferHtml = (parties: Parties, transfer: Transfer): Html => {
  const { id, kind, source, destination, integrator_reference: reference } = transfer;
  return html`<a href="/console/transfers/${id}">${partiesText(parties, source, destination)}</a>
    <small class="row-note">${toWords(kind)}</small>
    ${reference !== null && html`<small class="cut" title="${reference}">${reference}</small>`}`;
};

type Sides = Pick<Transfer, 'source' | 'destination'>;

const sidesOf = (transfers: readonly Sides[]): readonly Endpoint[] =>
  transfers.flatMap(({ source, destination }) => [source, destination]);

export const loadTransferParties = (context: PageContext, transfers: readonly Sides[]): Promise<Parties> =>
  loadParties(context, sidesOf(transfers));

export const transferColumns = (parties: Parties): readonly Column<Transfer>[] => [
  show.html('Transfer', (transfer) => transferHtml(parties, transfer), 'head'),
  show.badge('State', 'state', 'aside'),
  show.amount<Transfer>('Amount', 'amount', transferUnit, 'plain'),
  show.html('Rail', railHtml, 'plain'),
  show.rowId('ID', 'id', 'hidden'),
  byCreation(show.time('Created', 'created_at', 'plain')),
];

/** The person at one side, linked to the page of the person. */
const personHtml = (parties: Parties, side: Endpoint): Html =>
  side.user_id === undefined ? textHtml(null) : namedHtml(parties.of(side).name, side.user_id);

/** Columns of lists of transfers that are shown on demand. */
export const transferExtras = (parties: Parties): readonly Column<Transfer>[] =>
  extras(
    show.html('Reference', ({ integrator_reference: reference }) => referenceHtml(reference)),
    show.html('Rail reference', ({ receipt }) => referenceHtml(receipt?.rail_reference)),
    show.html('Sender', ({ source }) => personHtml(parties, source)),
    show.html('Recipient', ({ destination }) => personHtml(parties, destination)),
    show.html('Fees', ({ receipt }) =>
      receipt === null || receipt.fees.length === 0
        ? textHtml(null)
        : html`${receipt.fees.map(({ amount, unit }) => html`${amountHtml(amount, unit)} `)}`,
    ),
    show.count('Version', 'version'),
    show.time('Last change', 'updated_at'),
  );

/** The deposit account that a payment came in through, by its rail. */
export const DEPOSIT_ACCOUNT: Column<Transfer> = show.html(
  'Deposit account',
  ({ deposit_account_id: id, source: { rail, currency } }) =>
    id === null ? textHtml(null) : namedHtml(railText(rail, currency), id),
  'hidden',
);

/** The amounts of incoming payments, which are transfers of the kind `onramp`. */
export const DEPOSIT_AMOUNTS: readonly Column<Transfer>[] = [
  show.amount(
    'Received',
    ({ receipt }) => receipt?.amount_received,
    ({ source }) => source.currency,
  ),
  show.amount(
    'Credited',
    ({ receipt }) => receipt?.amount_credited,
    ({ destination }) => destination.asset,
  ),
];

export const railReferenceHtml = ({ receipt }: Transfer): Html => referenceHtml(receipt?.rail_reference);
