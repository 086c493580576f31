/** The movements of a transfer: what each posting changes in the buckets of each account, and its debits and credits. */
import { formatAmount, parseStoredAmount } from '../../../ledger/amount.ts';
import { isWalletAccount } from '../../../ledger/account.ts';
import type { RecordedBookEvent } from '../../../ledger/event.ts';
import type { Line } from '../../../ledger/posting.ts';
import { html } from '../../../web/html.ts';
import type { Html } from '../../../web/html.ts';
import type { PageContext } from '../../page-context.ts';
import { loadParties, partyHtml } from '../../parties.ts';
import type { Parties } from '../../parties.ts';
import { emptyState, panel } from '../../ui/panels.ts';
import { table } from '../../ui/tables.ts';
import { amountHtml, signedAmountHtml, textHtml, timestampHtml } from '../../ui/text.ts';
import type { TimelineEvent } from './transfer-timeline.ts';

type Posting = RecordedBookEvent<'posting.recorded'>;

/** What a posting changes in one account. */
type Movement = {
  readonly posting: Posting;
  readonly account: string;
  readonly unit: string;
  readonly available: Line | undefined;
  readonly pending: Line | undefined;
};

export async function movementsPanel(
  context: PageContext,
  timeline: readonly TimelineEvent[],
): Promise<Html> {
  const postings = timeline.map(({ event }) => event).filter((event) => event.type === 'posting.recorded');
  if (postings.length === 0)
    return panel('Movements', emptyState('No movements', 'No money has moved for this transfer yet.'));
  const wallets = postings
    .flatMap(({ data }) => data.lines)
    .filter(({ account }) => isWalletAccount(account))
    .map(({ account }) => ({ type: 'wallet' as const, wallet_id: account }));
  const parties = await loadParties(context, wallets);
  return panel(
    'Movements',
    html`${movementsTable(context, parties, postings.flatMap(movementsOf))}
    ${postings.map(
      (posting) =>
        html`<details class="raw">
          <summary>Debits and credits: ${posting.data.description}, revision ${posting.revision}</summary>
          ${linesHtml(parties, posting.data.lines)}
        </details>`,
    )}`,
    { note: html`<p class="muted">What each posting changes in the buckets of each account.</p>` },
  );
}

function movementsOf(posting: Posting): Movement[] {
  const { lines } = posting.data;
  const keys = [...new Set(lines.map(({ account, unit }) => `${account} ${unit}`))];
  return keys.map((key) => {
    const own = lines.filter(({ account, unit }) => `${account} ${unit}` === key);
    const [account = '', unit = ''] = key.split(' ');
    const of = (bucket: Line['bucket']): Line | undefined => own.find((line) => line.bucket === bucket);
    return { posting, account, unit, available: of('available'), pending: of('pending') };
  });
}

function movementsTable(context: PageContext, parties: Parties, movements: readonly Movement[]): Html {
  const change = (line: Line | undefined, part: 'amount' | 'cashable'): Html => {
    const value = line?.[part];
    return line === undefined || value === undefined ? textHtml(null) : signedAmountHtml(value, line.unit);
  };
  return table<Movement>(
    'Movements',
    [
      {
        label: 'Account',
        isRowHeader: true,
        cell: ({ account }) => accountHtml(parties, account),
      },
      {
        label: 'Movement',
        cell: ({ posting }) =>
          html`${posting.data.description}<br /><small>${timestampHtml(posting.time, context.now)}</small>`,
      },
      { label: 'Available', isNumeric: true, cell: ({ available }) => change(available, 'amount') },
      { label: 'Pending', isNumeric: true, cell: ({ pending }) => change(pending, 'amount') },
      { label: 'Cashable', isNumeric: true, cell: ({ available }) => change(available, 'cashable') },
      {
        label: 'Available after',
        isNumeric: true,
        cell: ({ available, unit }) => amountHtml(available?.balance_after, unit),
      },
    ],
    movements,
  );
}

const accountHtml = (parties: Parties, account: string): Html =>
  isWalletAccount(account) ? partyHtml(parties.wallet(account)) : html`<code>${account}</code>`;

function linesHtml(parties: Parties, lines: readonly Line[]): Html {
  const side = ({ amount, unit }: Line, name: 'debit' | 'credit'): Html => {
    const isDebit = amount.startsWith('-');
    return isDebit === (name === 'debit') ? amountHtml(amount.replace('-', ''), unit) : html``;
  };
  return table<Line>(
    'Lines of the posting',
    [
      { label: 'Account', isRowHeader: true, cell: ({ account }) => accountHtml(parties, account) },
      { label: 'Bucket', cell: ({ bucket }) => html`${bucket}` },
      { label: 'Debit', isNumeric: true, cell: (line) => side(line, 'debit') },
      { label: 'Credit', isNumeric: true, cell: (line) => side(line, 'credit') },
      {
        label: 'Cashable',
        isNumeric: true,
        cell: ({ cashable, unit }) => amountHtml(cashable, unit),
      },
      {
        label: 'Balance after',
        isNumeric: true,
        cell: ({ balance_after, unit }) => amountHtml(balance_after, unit),
      },
    ],
    lines,
    sumsHtml(lines),
  );
}

/** Total debits and credits per unit. The ledger guarantees that they are equal. */
function sumsHtml(lines: readonly Line[]): Html {
  const units = [...new Set(lines.map(({ unit }) => unit))];
  const rows = units.map((unit) => {
    const amounts = lines.filter((line) => line.unit === unit).map(({ amount }) => amount);
    const decimals = (amounts[0]?.split('.')[1] ?? '').length;
    const sum = (isDebit: boolean): Html => {
      const total = amounts
        .filter((amount) => amount.startsWith('-') === isDebit)
        .reduce((sum, amount) => sum + parseStoredAmount(amount.replace('-', '')), 0n);
      return amountHtml(formatAmount(total, decimals), unit);
    };
    return html`<tr role="row">
      <th role="rowheader" scope="row">Sum</th>
      <td role="cell" data-label=""></td>
      <td role="cell" data-label="Debit" data-numeric>${sum(true)}</td>
      <td role="cell" data-label="Credit" data-numeric>${sum(false)}</td>
      <td role="cell" data-label=""></td>
      <td role="cell" data-label=""></td>
    </tr>`;
  });
  return html`<tfoot role="rowgroup">
    ${rows}
  </tfoot>`;
}
