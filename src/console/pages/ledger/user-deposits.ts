/** The newest deposits of a user. */
import { COLLECTIONS } from '../../../../projections/collections.ts';
import type { Transfer, Wallet } from '../../../generated/api.ts';
import { parseBody } from '../../../read-models/collection.ts';
import { html } from '../../../web/html.ts';
import type { Html } from '../../../web/html.ts';
import type { PageContext } from '../../page-context.ts';
import { shortIdHtml } from '../../ui/ids.ts';
import { emptyState, panel } from '../../ui/panels.ts';
import { table } from '../../ui/tables.ts';
import type { Column } from '../../ui/tables.ts';
import { amountHtml, badge, referenceHtml, timestampHtml, toWords } from '../../ui/text.ts';

const DEPOSITS_SHOWN = 10;

export async function userDepositsPanel(
  context: PageContext,
  scope: string,
  wallets: readonly Wallet[],
): Promise<Html> {
  const { documents } = context.services;
  const lists = await Promise.all(
    wallets.map(({ id }) =>
      documents.list(COLLECTIONS.transfers, {
        ...{ scope, terms: [`wallet:${id}`, 'kind:onramp'], order: 'newest', limit: DEPOSITS_SHOWN },
      } as const),
    ),
  );
  const deposits = lists
    .flat()
    .map((each) => parseBody(COLLECTIONS.transfers, each) as Transfer)
    .sort((a, b) => (a.id < b.id ? 1 : -1))
    .slice(0, DEPOSITS_SHOWN);
  return panel(
    'Deposits',
    deposits.length === 0
      ? emptyState('No deposits', 'Incoming payments of this user will appear here.')
      : table<Transfer>('Deposits', columnsOf(context), deposits),
  );
}

const columnsOf = ({ now }: PageContext): readonly Column<Transfer>[] => [
  {
    label: 'Deposit',
    isRowHeader: true,
    cell: ({ id, source }) =>
      html`<a href="/console/transfers/${id}">${toWords(source.rail ?? 'deposit')}</a>`,
  },
  { label: 'State', small: 'aside', cell: ({ state }) => badge(state) },
  {
    label: 'Received',
    isNumeric: true,
    cell: ({ receipt, source }) => amountHtml(receipt?.amount_received, source.currency),
  },
  {
    label: 'Credited',
    isNumeric: true,
    cell: ({ receipt, destination }) => amountHtml(receipt?.amount_credited, destination.asset),
  },
  {
    label: 'Rail reference',
    cell: ({ receipt }) => referenceHtml(receipt?.rail_reference),
  },
  { label: 'Deposit account', cell: ({ deposit_account_id }) => shortIdHtml(deposit_account_id) },
  { label: 'Created', small: 'plain', cell: ({ created_at }) => timestampHtml(created_at, now) },
];
