/** Table columns and labels for transfers. */
import type { Endpoint, Transfer } from '../../../generated/api.ts';
import { html, type Html } from '../../../web/html.ts';
import type { PageContext } from '../../page-context.ts';
import { loadParties, partiesText, type Parties } from '../../parties.ts';
import type { Column } from '../../ui/tables.ts';
import { amountHtml, badge, rowIdHtml, timestampHtml, toWords } from '../../ui/text.ts';

const KINDS: Readonly<Record<Transfer['kind'], string>> = {
  user_to_user: 'user-to-user transfer',
  onramp: 'on-ramp',
  offramp: 'off-ramp',
  conversion: 'conversion',
};

export const transferKindLabel = (kind: Transfer['kind']): string => KINDS[kind];

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
    <small class="row-note">${transferKindLabel(kind)}</small>
    ${reference !== null && html`<small class="cut" title="${reference}">${reference}</small>`}`;
};

type Sides = Pick<Transfer, 'source' | 'destination'>;

const sidesOf = (transfers: readonly Sides[]): readonly Endpoint[] =>
  transfers.flatMap(({ source, destination }) => [source, destination]);

export const loadTransferParties = (context: PageContext, transfers: readonly Sides[]): Promise<Parties> =>
  loadParties(context, sidesOf(transfers));

export const transferColumns = (context: PageContext, parties: Parties): readonly Column<Transfer>[] => [
  { label: 'Transfer', isRowHeader: true, cell: (transfer) => transferHtml(parties, transfer) },
  { label: 'State', small: 'aside', cell: ({ state }) => badge(state) },
  {
    label: 'Amount',
    small: 'plain',
    isNumeric: true,
    cell: (transfer) => amountHtml(transfer.amount, transferUnit(transfer)),
  },
  { label: 'Rail', small: 'plain', cell: (transfer) => railHtml(transfer) },
  { label: 'ID', small: 'hidden', cell: ({ id }) => rowIdHtml(id) },
  { label: 'Created', small: 'plain', cell: ({ created_at }) => timestampHtml(created_at, context.now) },
];
