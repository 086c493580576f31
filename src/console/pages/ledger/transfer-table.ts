/** Transfers as rows of a list. */
import type { Endpoint, Transfer } from '../../../generated/api.ts';
import { html } from '../../../web/html.ts';
import type { Html } from '../../../web/html.ts';
import { badge, amountHtml, rowIdHtml, shortIdHtml, timestampHtml, toWords } from '../../ui/components.ts';
import type { Column } from '../../ui/components.ts';
import type { PageContext } from '../../page-context.ts';

const KINDS: Readonly<Record<Transfer['kind'], string>> = {
  user_to_user: 'between users',
  onramp: 'in',
  offramp: 'out',
  conversion: 'conversion',
};

export const transferKindLabel = (kind: Transfer['kind']): string => KINDS[kind];

/** A side of a transfer: its wallet or payout account, or the rail. */
export const endpointHtml = ({ wallet_id, payout_account_id, rail, currency }: Endpoint): Html =>
  wallet_id === undefined && payout_account_id === undefined
    ? html`${toWords(rail ?? '')} <small>${(currency ?? '').toUpperCase()}</small>`
    : shortIdHtml(wallet_id ?? payout_account_id);

/** The unit that a transfer's amount is in: that of its source. */
export const transferUnit = ({ source }: Transfer): string => source.asset ?? source.currency ?? '';

export const transferColumns = (visit: PageContext): readonly Column<Transfer>[] => [
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
  { label: 'Made', cell: ({ created_at }) => timestampHtml(created_at, visit.now) },
];
