/** Transfers as rows of a list. */
import type { Endpoint, Transfer } from '../generated/api.ts';
import { html } from '../hosted/html.ts';
import type { Html } from '../hosted/html.ts';
import { badge, money, rowId, shortId, when, words } from './ui.ts';
import type { Column } from './ui.ts';
import type { Visit } from './visit.ts';

const KINDS: Readonly<Record<Transfer['kind'], string>> = {
  user_to_user: 'between users',
  onramp: 'in',
  offramp: 'out',
  conversion: 'conversion',
};

export const kindWords = (kind: Transfer['kind']): string => KINDS[kind];

/** A side of a transfer: its wallet or payout account, or the rail. */
export const endpoint = ({ wallet_id, payout_account_id, rail, currency }: Endpoint): Html =>
  wallet_id === undefined && payout_account_id === undefined
    ? html`${words(rail ?? '')} <small>${(currency ?? '').toUpperCase()}</small>`
    : shortId(wallet_id ?? payout_account_id);

/** The unit that a transfer's amount is in: that of its source. */
export const unitOf = ({ source }: Transfer): string => source.asset ?? source.currency ?? '';

export const transferColumns = (visit: Visit): readonly Column<Transfer>[] => [
  { label: 'Transfer', heads: true, cell: (transfer) => rowId(transfer.id) },
  { label: 'Kind', cell: ({ kind }) => html`${kindWords(kind)}` },
  { label: 'State', cell: ({ state }) => badge(state) },
  { label: 'Amount', numeric: true, cell: (transfer) => money(transfer.amount, unitOf(transfer)) },
  { label: 'From', cell: ({ source }) => endpoint(source) },
  { label: 'To', cell: ({ destination }) => endpoint(destination) },
  { label: 'Made', cell: ({ created_at }) => when(created_at, visit.now) },
];
