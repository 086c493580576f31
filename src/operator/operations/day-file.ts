/** A day of reconciliation as CSV files, or as a page to print. */
import { html, printablePage, printableTable, type Html } from '../../formats/printable-page.ts';
import { csvText } from '../../formats/text.ts';
import type {
  ReconciliationAccount as Account,
  ClosingTotals,
  ReconciliationDay,
} from '../../generated/api.ts';
import type { FileFormat } from '../../http/reply.ts';

export const DAY_TYPES = ['text/csv', 'text/html'] as const;

const COLUMNS = [
  'day',
  'previous_day',
  'state',
  'rail',
  'currency',
  'bank_opening_balance',
  'bank_closing_balance',
  'lines',
  'lines_amount',
  'ledger_opening_balance',
  'ledger_closing_balance',
  'movements',
  'movements_amount',
  'opening_difference',
  'written_off',
  'open_lines',
  'open_lines_amount',
  'open_movements',
  'open_movements_amount',
  'open_breaks',
  'accepted_breaks',
  'closed_by',
  'closed_at',
] as const;

/** The tables of a day. The last three are in closings with totals. */
type DayTable = 'accounts' | 'trial_balance' | 'kinds' | 'breaks';
type Row = Readonly<Record<(typeof COLUMNS)[number], string | null>>;

/** One row for each bank account. */
const rowOf = (
  { day, previous_day, state, closed_by, closed_at }: ReconciliationDay,
  each: Account,
): Row => ({
  day,
  previous_day,
  state,
  rail: each.rail,
  currency: each.currency,
  bank_opening_balance: each.opening_balance,
  bank_closing_balance: each.closing_balance,
  lines: String(each.lines.count),
  lines_amount: each.lines.amount,
  ledger_opening_balance: each.ledger_opening_balance,
  ledger_closing_balance: each.ledger_closing_balance,
  movements: String(each.movements.count),
  movements_amount: each.movements.amount,
  opening_difference: each.opening_difference,
  written_off: each.written_off,
  open_lines: each.open_lines === null ? null : String(each.open_lines.count),
  open_lines_amount: each.open_lines?.amount ?? null,
  open_movements: each.open_movements === null ? null : String(each.open_movements.count),
  open_movements_amount: each.open_movements?.amount ?? null,
  open_breaks: String(each.open_breaks),
  accepted_breaks: String(each.accepted_breaks),
  closed_by,
  closed_at,
});

export function dayFile(
  day: ReconciliationDay,
  mediaType: (typeof DAY_TYPES)[number],
  table: DayTable = 'accounts',
): { readonly file: FileFormat; readonly body: string } {
  const suffix = table === 'accounts' ? '' : `-${table.replace('_', '-')}`;
  const file = { mediaType, name: `reconciliation-${day.environment}-${day.day}${suffix}.csv` };
  return { file, body: mediaType === 'text/csv' ? tableText(day, table) : dayPage(day) };
}

function tableText(day: ReconciliationDay, table: DayTable): string {
  const { accounts, totals, day: closed_day } = day;
  switch (table) {
    case 'accounts':
      return csvText(
        COLUMNS,
        accounts.map((each) => rowOf(day, each)),
      );
    case 'trial_balance':
      return csvText(
        ['closed_day', 'unit', 'account', 'opening_balance', 'debit', 'credit', 'closing_balance'],
        (totals?.trial_balance ?? []).map((each) => ({ closed_day, ...each })),
      );
    case 'kinds':
      return csvText(
        ['closed_day', 'unit', 'kind', 'count', 'amount'],
        (totals?.kinds ?? []).map((each) => ({ closed_day, ...each, count: String(each.count) })),
      );
    case 'breaks':
      return csvText(
        ['closed_day', 'rail', 'currency', 'day', 'line_id', 'movement_id', 'difference'],
        (totals?.breaks ?? []).map((each) => ({ closed_day, ...each })),
      );
  }
}

const OPEN = 'This day is open: its balances can change, and nothing is signed.';

function dayPage(day: ReconciliationDay): string {
  const { environment, previous_day, closed_by, closed_at, note } = day;
  const title = day.state === 'closed' ? `Closing of ${day.day}` : `Reconciliation of ${day.day}`;
  return printablePage(
    title,
    html`<p>
        Bank accounts of the rails,
        ${environment}${previous_day !== null && html`; all days after ${previous_day}`}
      </p>
      ${
        closed_at === null
          ? html`<p>${OPEN}</p>`
          : html`<p>Closed at ${closed_at} by <code>${closed_by ?? ''}</code></p>`
      }
      <p>
        The closing balance of the bank is the closing balance of the ledger, the opening difference, what was
        written off, and the open lines, less the open movements.
      </p>
      ${day.accounts.map(accountHtml)} ${day.totals !== null && totalsHtml(day.totals)}
      ${note !== null && signedText(note)}`,
  );
}

type Line = { readonly label: string; readonly amount: string | null; readonly count?: number };

function accountHtml(account: Account): Html {
  const { rail, currency, open_lines, open_movements } = account;
  const counted = (label: string, total: Account['lines'] | null): Line =>
    total === null ? { label, amount: null } : { label, ...total };
  const lines: readonly Line[] = [
    { label: 'Opening balance of the bank', amount: account.opening_balance },
    counted('Bank statement lines', account.lines),
    { label: 'Closing balance of the bank', amount: account.closing_balance },
    { label: 'Opening balance of the ledger', amount: account.ledger_opening_balance },
    counted('Movements of the ledger', account.movements),
    { label: 'Closing balance of the ledger', amount: account.ledger_closing_balance },
    { label: 'Opening difference', amount: account.opening_difference },
    { label: 'Written off', amount: account.written_off },
    counted('Open lines', open_lines),
    counted('Open movements', open_movements),
    { label: 'Breaks that are open', amount: null, count: account.open_breaks },
    { label: 'Breaks that were accepted', amount: null, count: account.accepted_breaks },
  ];
  return html`<h2>${rail}, ${currency.toUpperCase()}</h2>
    ${printableTable(
      `Balances of ${rail} in ${currency.toUpperCase()}`,
      [
        { label: 'Balance', cell: ({ label }: Line) => label },
        {
          label: 'Number',
          isNumeric: true,
          cell: ({ count }: Line) => (count === undefined ? '' : String(count)),
        },
        { label: 'Amount', isNumeric: true, cell: ({ amount }: Line) => amount ?? '' },
      ],
      lines,
      ({ label }) => label.startsWith('Closing'),
    )}`;
}

function totalsHtml({ trial_balance, kinds, breaks, books }: ClosingTotals): Html {
  type Balance = ClosingTotals['trial_balance'][number];
  type Kind = ClosingTotals['kinds'][number];
  type Break = ClosingTotals['breaks'][number];
  return html`<h2>Trial balance</h2>
    <p>Over all books. Debit balances are negative, so each unit sums to zero.</p>
    ${printableTable(
      'Trial balance',
      [
        { label: 'Account', cell: ({ account }: Balance) => account },
        { label: 'Unit', cell: ({ unit }: Balance) => unit },
        { label: 'Before', isNumeric: true, cell: ({ opening_balance }: Balance) => opening_balance },
        { label: 'Debit', isNumeric: true, cell: ({ debit }: Balance) => debit },
        { label: 'Credit', isNumeric: true, cell: ({ credit }: Balance) => credit },
        { label: 'After', isNumeric: true, cell: ({ closing_balance }: Balance) => closing_balance },
      ],
      trial_balance,
    )}
    <h2>Totals by kind</h2>
    ${printableTable(
      'Totals by kind',
      [
        { label: 'Kind', cell: ({ kind }: Kind) => kind.replaceAll('_', ' ') },
        { label: 'Unit', cell: ({ unit }: Kind) => unit },
        { label: 'Number', isNumeric: true, cell: ({ count }: Kind) => String(count) },
        { label: 'Amount', isNumeric: true, cell: ({ amount }: Kind) => amount },
      ],
      kinds,
    )}
    <h2>Open breaks</h2>
    ${
      breaks.length === 0
        ? html`<p>No break was open.</p>`
        : printableTable(
            'Open breaks, all of which were accepted',
            [
              { label: 'Day', cell: ({ day }: Break) => day },
              { label: 'Rail', cell: ({ rail, currency }: Break) => `${rail}, ${currency.toUpperCase()}` },
              { label: 'Line', cell: ({ line_id }: Break) => line_id ?? '' },
              { label: 'Movement', cell: ({ movement_id }: Break) => movement_id ?? '' },
              { label: 'Difference', isNumeric: true, cell: ({ difference }: Break) => difference },
            ],
            breaks,
          )
    }
    <h2>Books</h2>
    <p>
      The totals cover ${books.count} ${books.count === 1 ? 'book' : 'books'}. SHA-256 of their newest events:
      <code>${books.sha256}</code>
    </p>`;
}

const signedText = (note: string): Html =>
  html`<h2>Signed text</h2>
    <p>
      ${note
        .trimEnd()
        .split('\n')
        .map((line) => html`<code>${line}</code><br />`)}
    </p>`;
