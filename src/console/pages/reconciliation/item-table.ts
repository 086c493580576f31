/** Tables of lines, movements, and breaks. */
import type { ReconciliationItem } from '../../../generated/api.ts';
import { html } from '../../../web/html.ts';
import type { Html } from '../../../web/html.ts';
import type { PageContext } from '../../page-context.ts';
import { shortIdHtml } from '../../ui/ids.ts';
import { actionLink } from '../../ui/panels.ts';
import type { Column } from '../../ui/tables.ts';
import { amountHtml, badge, signedAmountHtml, textHtml } from '../../ui/text.ts';
import type { Tone } from '../../ui/text.ts';
import { PROPOSALS_PATH } from '../operations/proposed.ts';
import { apiPathOf, pagePathOf } from './reconciliation-paths.ts';

export const RESULT_LABELS: Readonly<Record<ReconciliationItem['result'], string>> = {
  matched: 'matched',
  different_amount: 'amounts differ',
  missing_at_bank: 'missing at the bank',
  missing_in_ledger: 'missing in the books',
  duplicate: 'duplicate',
  written_off: 'written off',
  before_first_statement: 'before the first statement',
};

const MATCHED_BY = { reference: 'by reference', amount: 'by amount and date', operator: 'by an operator' };

function toneOf({ is_break, accepted, result }: ReconciliationItem): Tone {
  if (is_break) return accepted === null ? 'stop' : 'wait';
  return result === 'matched' ? 'ok' : 'plain';
}

const resultHtml = (item: ReconciliationItem): Html => {
  const { result, matched_by, accepted, reason, proposal_id } = item;
  return html`${badge(result, toneOf(item), RESULT_LABELS[result])}
  ${result === 'matched' && matched_by !== null && html`<small>${MATCHED_BY[matched_by]}</small>`}
  ${accepted !== null && html`<small>accepted: ${accepted.reason}</small>`}
  ${reason !== null && html`<small>${reason}</small>`}
  ${proposal_id !== null && html`<small><a href="${PROPOSALS_PATH}">waits for a second operator</a></small>`}`;
};

const lineHtml = ({ line, currency }: ReconciliationItem): Html =>
  line === null
    ? textHtml(null)
    : html`${amountHtml(line.amount, currency)} <small>${line.bank_reference ?? 'no reference'}</small>`;

const movementHtml = ({ line, movement, currency }: ReconciliationItem): Html =>
  movement === null
    ? textHtml(null)
    : html`${amountHtml(movement.amount, currency)}
        <small
          >${movement.transfer_id !== null && shortIdHtml(movement.transfer_id)}
          ${line !== null && line.day !== movement.day && unbroken(movement.day)}</small
        >`;

/** A text that stays on one line. */
const unbroken = (text: string): Html => html`<span class="money">${text}</span>`;

const ageText = ({ age_days }: ReconciliationItem): string =>
  age_days === 0 ? 'today' : age_days === 1 ? '1 day' : `${age_days} days`;

export const itemColumns = (
  context: PageContext,
  environment: string,
): readonly Column<ReconciliationItem>[] => [
  { label: 'Result', isRowHeader: true, cell: resultHtml },
  { label: 'Day', cell: ({ line, movement }) => unbroken(line?.day ?? movement?.day ?? '') },
  { label: 'Bank', isNumeric: true, cell: lineHtml },
  { label: 'Books', isNumeric: true, cell: movementHtml },
  {
    label: 'Difference',
    isNumeric: true,
    cell: ({ result, difference, currency }) =>
      result === 'matched' || result === 'before_first_statement'
        ? textHtml(null)
        : signedAmountHtml(difference, currency),
  },
  { label: 'Age', isNumeric: true, cell: (item) => unbroken(ageText(item)) },
  {
    label: 'Decide',
    cell: ({ id, is_break, proposal_id }) =>
      is_break && proposal_id === null
        ? actionLink(
            context,
            `${apiPathOf(environment)}/items/${id}/resolution`,
            `${pagePathOf(environment)}/items/${id}`,
            'Decide',
          )
        : textHtml(null),
  },
];
