/** Tables of lines, movements, and breaks. */

import type { ItemGroup, ReconciliationItem, ReconciliationMovement } from '../../../generated/api.ts';
import { notFoundProblem, type Problem } from '../../../http/errors.ts';
import { nameWithoutId, operatorNameOf } from '../../../ledger/dual-control.ts';
import type { EnvironmentName } from '../../../ledger/ids.ts';
import { html, type Html } from '../../../web/html.ts';
import { PROPOSALS_PATH } from '../../action-form.ts';
import { isAllowed, type PageContext } from '../../page-context.ts';
import type { Column } from '../../ui/tables.ts';
import { amountHtml, badge, shortIdHtml, signedAmountHtml, textHtml, type Tone } from '../../ui/text.ts';

// Paths of the pages of reconciliation, and of the operator API behind them.

export const apiPathOf = (environment: string): string => `/operator/v1/reconciliation/${environment}`;
export const pagePathOf = (environment: string): string => `/console/reconciliation/${environment}`;

export function environmentInPath({ params }: PageContext): EnvironmentName | Problem {
  const { environment } = params;
  return environment === 'sandbox' || environment === 'production'
    ? environment
    : notFoundProblem('environment');
}

const RESULT_LABELS: Readonly<Record<ReconciliationItem['result'], string>> = {
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

const resultHtml = (environment: string, item: ReconciliationItem): Html => {
  const { result, matched_by, accepted, reason, proposal_id, group } = item;
  return html`${badge(result, toneOf(item), RESULT_LABELS[result])}
  ${result === 'matched' && matched_by !== null && html`<small>${MATCHED_BY[matched_by]}</small>`}
  ${accepted !== null && html`<small>accepted: ${accepted.reason}</small>`}
  ${group !== null && html`<small><a href="${pagePathOf(environment)}/groups/${group.id}">${groupText(group)}</a></small>`}
  ${reason !== null && html`<small>${reason}</small>`}
  ${proposal_id !== null && html`<small><a href="${PROPOSALS_PATH}">waits for a second operator</a></small>`}`;
};

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

const groupText = ({ lines, movements }: ItemGroup): string =>
  [
    ...(lines.count === 0 ? [] : [counted(lines.count, 'line')]),
    ...(movements.count === 0 ? [] : [counted(movements.count, 'movement')]),
  ].join(' and ') + ' together';

/** The owner of a break, and the ways to change it. */
function ownerHtml(
  context: PageContext,
  environment: string,
  { id, owner, is_break }: ReconciliationItem,
): Html {
  const path = `${apiPathOf(environment)}/items/${id}`;
  if (!is_break) return textHtml(null);
  const isMine = owner?.name === operatorNameOf(context.session.token);
  const name = owner === null ? undefined : isMine ? 'you' : nameWithoutId(owner.name);
  if (!isAllowed(context, 'PATCH', path)) return textHtml(name ?? null);
  const form = `${pagePathOf(environment)}/items/${id}/owner`;
  return html`<span class="row-actions"
    >${name}
    <form method="post" action="${form}">
      <input type="hidden" name="csrf" value="${context.formToken}" />
      <input type="hidden" name="assigned_to" value="${isMine ? '' : 'me'}" />
      <button class="button quiet small" data-key="m">${isMine ? 'Release' : 'Assign to me'}</button>
    </form>
    <a href="${form}">Other owner</a>
  </span>`;
}

const lineHtml = ({ line, currency }: ReconciliationItem): Html =>
  line === null
    ? textHtml(null)
    : html`${amountHtml(line.amount, currency)}
        <small class="second-line money">${line.bank_reference ?? 'no reference'}</small>`;

const movementHtml = ({ line, movement, currency }: ReconciliationItem): Html =>
  movement === null
    ? textHtml(null)
    : html`${amountHtml(movement.amount, currency)}
        <small class="second-line money"
          >${transferLink(movement)}
          ${line !== null && line.day !== movement.day && unbroken(movement.day)}</small
        >`;

/** The transfer, under the reference by which the bank may know it. */
function transferLink({ transfer_id, references: [reference] }: ReconciliationMovement): Html | undefined {
  if (transfer_id === null) return undefined;
  return reference === undefined
    ? shortIdHtml(transfer_id)
    : html`<a href="/console/transfers/${transfer_id}">${reference}</a>`;
}

/** A text that stays on one line. */
const unbroken = (text: string): Html => html`<span class="money">${text}</span>`;

const ageText = ({ age_days }: ReconciliationItem): string =>
  age_days === 0 ? 'today' : age_days === 1 ? '1 day' : `${age_days} days`;

export const itemColumns = (
  context: PageContext,
  environment: string,
): readonly Column<ReconciliationItem>[] => [
  { label: 'Result', isRowHeader: true, cell: (item) => resultHtml(environment, item) },
  {
    label: 'Day',
    small: 'plain',
    cell: (item) =>
      html`${unbroken(item.line?.day ?? item.movement?.day ?? '')}
        <small class="second-line money">${ageText(item)}</small>`,
  },
  { label: 'Bank', isNumeric: true, cell: lineHtml },
  { label: 'Books', isNumeric: true, cell: movementHtml },
  {
    label: 'Difference',
    small: 'aside',
    isNumeric: true,
    cell: ({ result, difference, currency }) =>
      result === 'matched' || result === 'before_first_statement'
        ? textHtml(null)
        : signedAmountHtml(difference, currency),
  },
  { label: 'Owner', small: 'plain', cell: (item) => ownerHtml(context, environment, item) },
  {
    label: 'Decide',
    small: 'plain',
    cell: ({ id, is_break, proposal_id }) =>
      is_break &&
      proposal_id === null &&
      isAllowed(context, 'POST', `${apiPathOf(environment)}/items/${id}/resolution`)
        ? html`<a class="button quiet" data-key="o" href="${pagePathOf(environment)}/items/${id}">Decide</a>`
        : textHtml(null),
  },
];
