/** Tables of lines, movements, and breaks. */

import type { ItemGroup, ReconciliationItem, ReconciliationMovement } from '../../../generated/api.ts';
import { nameWithoutId, operatorNameOf } from '../../../ledger/dual-control.ts';
import { html, type Html } from '../../../web/html.ts';
import { PROPOSALS_PATH } from '../../action-form.ts';
import { environmentIn, mayCall, type PageContext } from '../../page-context.ts';
import { show } from '../../ui/columns.ts';
import { table, type Column } from '../../ui/tables.ts';
import { amountHtml, badge, shortIdHtml, signedAmountHtml, textHtml, type Tone } from '../../ui/text.ts';

export const pagePathOf = (environment: string): string => `/console/reconciliation/${environment}`;

/** The path of the pages of the environment in the path. Throws Refused. */
export const hereIn = (context: PageContext): string => pagePathOf(environmentIn(context));

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

function resultHtml(item: ReconciliationItem, context: PageContext): Html {
  const { result, matched_by, accepted, reason, proposal_id, group } = item;
  return html`${badge(result, toneOf(item), RESULT_LABELS[result])}
  ${result === 'matched' && matched_by !== null && html`<small>${MATCHED_BY[matched_by]}</small>`}
  ${accepted !== null && html`<small>accepted: ${accepted.reason}</small>`}
  ${group !== null && html`<small><a href="${hereIn(context)}/groups/${group.id}">${groupText(group)}</a></small>`}
  ${reason !== null && html`<small>${reason}</small>`}
  ${proposal_id !== null && html`<small><a href="${PROPOSALS_PATH}">waits for a second operator</a></small>`}`;
}

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

const groupText = ({ lines, movements }: ItemGroup): string =>
  [
    ...(lines.count === 0 ? [] : [counted(lines.count, 'line')]),
    ...(movements.count === 0 ? [] : [counted(movements.count, 'movement')]),
  ].join(' and ') + ' together';

/** The owner of a break, and the ways to change it. */
function ownerHtml({ id, owner, is_break }: ReconciliationItem, context: PageContext): Html {
  if (!is_break) return textHtml(null);
  const isMine = owner?.name === operatorNameOf(context.session.token);
  const name = owner === null ? undefined : isMine ? 'you' : nameWithoutId(owner.name);
  if (!mayCall(context, 'assignBreak')) return textHtml(name ?? null);
  const form = `${hereIn(context)}/items/${id}/owner`;
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

export const ITEMS: readonly Column<ReconciliationItem>[] = [
  show.html('Result', resultHtml, 'head'),
  show.html(
    'Day',
    (item) =>
      html`${unbroken(item.line?.day ?? item.movement?.day ?? '')}
        <small class="second-line money">${ageText(item)}</small>`,
    'plain',
  ),
  show.number('Bank', lineHtml),
  show.number('Books', movementHtml),
  show.number(
    'Difference',
    ({ result, difference, currency }) =>
      result === 'matched' || result === 'before_first_statement'
        ? textHtml(null)
        : signedAmountHtml(difference, currency),
    'aside',
  ),
  show.html('Owner', ownerHtml, 'plain'),
  show.html(
    'Decide',
    ({ id, is_break, proposal_id }, context) =>
      is_break && proposal_id === null && mayCall(context, 'resolveBreak')
        ? html`<a class="button quiet" data-key="o" href="${hereIn(context)}/items/${id}">Decide</a>`
        : textHtml(null),
    'plain',
  ),
];

/** One break, without the ways to change it. */
export const breakHtml = (context: PageContext, item: ReconciliationItem): Html =>
  table(context, 'The break', ITEMS.slice(0, -2), [item]);
