/** A wallet's statement as a CSV file, or as a page to print. */
import type { WalletStatement } from '../../../generated/api.ts';
import { csvText } from '../../../formats/csv.ts';
import { groupDigits } from '../../../formats/group-digits.ts';
import { html } from '../../../formats/html.ts';
import { printablePage, printableTable } from '../../../formats/printable-page.ts';
import { timeText } from '../../../formats/time-text.ts';
import type { FileFormat } from '../../server/reply.ts';

export const STATEMENT_TYPES = ['text/csv', 'text/html'] as const;

type StatementFile = { readonly file: FileFormat; readonly body: string };

const BUCKETS = ['available', 'pending', 'cashable'] as const;
const COLUMNS = [
  'row',
  'time',
  'bucket',
  'amount',
  'balance',
  'description',
  'entry_id',
  'transfer_id',
] as const;

type Row = Readonly<Record<(typeof COLUMNS)[number], string | null>>;

/** One row per bucket for the opening balances, one per entry, and one per bucket for the closing balances. */
function rowsOf({ opening, closing, entries }: WalletStatement): Row[] {
  const balances = (row: 'opening' | 'closing', balance: WalletStatement['opening']): Row[] =>
    BUCKETS.map((bucket) => ({
      row,
      time: balance.as_of,
      bucket,
      amount: null,
      balance: balance[bucket],
      description: null,
      entry_id: null,
      transfer_id: null,
    }));
  return [
    ...balances('opening', opening),
    ...entries.map((entry) => ({
      row: 'entry',
      time: entry.created_at,
      bucket: entry.bucket,
      amount: entry.amount,
      balance: entry.balance_after,
      description: entry.description,
      entry_id: entry.id,
      transfer_id: entry.transfer_id,
    })),
    ...balances('closing', closing),
  ];
}

/** A complete statement as a file. */
export function statementFile(
  statement: WalletStatement,
  mediaType: (typeof STATEMENT_TYPES)[number],
): StatementFile {
  const file = { mediaType, name: `statement-${statement.wallet_id}-${statement.month}.csv` };
  return mediaType === 'text/csv'
    ? { file, body: csvText(COLUMNS, rowsOf(statement)) }
    : { file, body: statementPage(statement) };
}

const BUCKET_TITLES = {
  available: 'Available: what can be spent',
  pending: 'Pending: held until a transfer is decided',
  cashable: 'Cashable: the part of the available balance that can be paid out',
} as const;
const MONTH = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' });

const amountText = (amount: string | null): string => (amount === null ? '' : groupDigits(amount));

const TITLES = { opening: 'Opening balance', closing: 'Closing balance' } as const;

function statementPage(statement: WalletStatement): string {
  const { wallet_id, asset, month, status, closing } = statement;
  const rows = rowsOf(statement);
  const progress =
    status === 'final'
      ? undefined
      : html`<p>The month is not over: everything up to ${timeText(closing.as_of)} UTC.</p>`;
  const columns = [
    {
      label: 'Time (UTC)',
      cell: ({ time }: Row) => html`<span class="number">${time === null ? '' : timeText(time)}</span>`,
    },
    {
      label: 'Description',
      cell: ({ row, description }: Row) =>
        row === 'opening' || row === 'closing' ? TITLES[row] : (description ?? ''),
    },
    { label: 'Amount', isNumeric: true, cell: ({ amount }: Row) => amountText(amount) },
    { label: 'Balance', isNumeric: true, cell: ({ balance }: Row) => amountText(balance) },
    { label: 'Transfer', cell: ({ transfer_id }: Row) => html`<code>${transfer_id ?? ''}</code>` },
  ];
  return printablePage(
    `Statement for ${MONTH.format(Date.parse(`${month}-01`))}`,
    html`<p>Wallet <code>${wallet_id}</code>, ${asset === 'svc-points' ? 'points' : 'coin'}</p>
      <p>The opening balance plus the amounts of all entries is the closing balance.</p>
      ${progress}
      ${BUCKETS.map((bucket) =>
        printableTable(
          BUCKET_TITLES[bucket],
          columns,
          rows.filter((row) => row.bucket === bucket),
          ({ row }) => row !== 'entry',
        ),
      )}`,
  );
}
