/** Table columns and labels for transfers. */
import type { Endpoint, Transfer } from '../../../generated/api.ts';
import { html } from '../../../web/html.ts';
import type { Html } from '../../../web/html.ts';
import { badge, amountHtml, timestampHtml, toWords } from '../../ui/text.ts';
import { rowIdHtml, shortIdHtml } from '../../ui/ids.ts';
import type { Column } from '../../ui/tables.ts';
import type { PageContext } from '../../page-context.ts';

const KINDS: Readonly<Record<Transfer['kind'], string>> = {
  user_to_user: 'user-to-user transfer',
  onramp: 'on-ramp',
  offramp: 'off-ramp',
  conversion: 'conversion',
};

export const transferKindLabel = (kind: Transfer['kind']): string => KINDS[kind];

/** Source or destination of a transfer: a wallet, a payout account, or a rail. */
export const endpointHtml = ({ wallet_id, payout_account_id, rail, currency }: Endpoint): Html =>
  wallet_id === undefined && payout_account_id === undefined
    ? html`${toWords(rail ?? '')} <small>${(currency ?? '').toUpperCase()}</small>`
    : shortIdHtml(wallet_id ?? payout_account_id);

/** Unit of a transfer's amount, which is the unit of its source. */
export const transferUnit = ({ source }: { readonly source: Endpoint }): string =>
  source.asset ?? source.currency ?? '';

export const transferColumns = (context: PageContext): readonly Column<Transfer>[] => [
  { label: 'Transfer', isRowHeader: true, cell: (transfer) => rowIdHtml(transfer.id) },
  { label: 'Kind', cell: ({ kind }) => html`${transferKindLabel(kind)}` },
  { label: 'State', cell: ({ state }) => badge(state) },
  {
    label: 'Amount',
    isNumeric: true,
    cell: (transfer) => amountHtml(transfer.amount, transferUnit(transfer)),
  },
  { label: 'From', cell: ({ source }) => endpointHtml(source) },
  { label: 'To', cell: ({ destination }) => endpointHtml(destination) },
  { label: 'Made', cell: ({ created_at }) => timestampHtml(created_at, context.now) },
];
