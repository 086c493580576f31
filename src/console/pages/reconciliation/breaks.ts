/** Lines and movements in tables, open breaks, the decision about one of them, and the collection of movements. */
import type { ItemGroup, ReconciliationItem, ReconciliationMovement } from '../../../generated/api.ts';
import { notFoundProblem } from '../../../http/errors.ts';
import { countDecimals, formatAmount, parseStoredAmount } from '../../../ledger/amount.ts';
import { nameWithoutId, operatorNameOf } from '../../../ledger/dual-control.ts';
import { dayOfItem } from '../../../reconciliation/matching/items.ts';
import { html, type Html } from '../../../web/html.ts';
import { PROPOSALS_PATH, actionRoute, type ActionForm } from '../../action-form.ts';
import { listField } from '../../bulk-results.ts';
import { listRoutes } from '../../lists.ts';
import {
  Refused,
  environmentIn,
  mayCall,
  read,
  type ConsoleRoute,
  type PageContext,
} from '../../page-context.ts';
import { itemSentence } from '../../sentences/objects.ts';
import { REASON_FIELD, type FormField } from '../../ui/form-fields.ts';
import type { ConsoleFilters } from '../../ui/list-filters.ts';
import { emptyState, panel } from '../../ui/panels.ts';
import { extras, filterLinks, liveRows, show, sortable, table, type Column } from '../../ui/tables.ts';
import {
  actorText,
  amountHtml,
  amountText,
  badge,
  railText,
  referenceHtml,
  namedHtml,
  signedAmountHtml,
  textHtml,
  type Tone,
} from '../../ui/text.ts';

export const pagePathOf = (environment: string): string => `/console/reconciliation/${environment}`;

/** The path of the pages of the environment in the path. Throws Refused. */
export const hereIn = (context: PageContext): string => pagePathOf(environmentIn(context));

/** The path of an account of the environment whose pages are at `here`. */
export const accountPath = (here: string, { rail, currency }: Account): string =>
  `${here}/accounts/${rail}/${currency}`;

/** The path of its two columns. */
export const matchPath = (here: string, account: Account): string => `${accountPath(here, account)}/match`;

type Account = { readonly rail: string; readonly currency: string };

/** The sum of the lines or of the movements of these items, which have one currency. */
export function sumOfSide(items: readonly ReconciliationItem[], side: 'line' | 'movement'): string {
  return formatAmount(
    items.reduce((sum, item) => sum + parseStoredAmount(item[side]?.amount ?? '0'), 0n),
    countDecimals(items[0]?.difference ?? ''),
  );
}

const RESULT_LABELS: Readonly<Record<ReconciliationItem['result'], string>> = {
  matched: 'matched',
  different_amount: 'amounts differ',
  missing_at_bank: 'missing at the bank',
  missing_in_ledger: 'missing in the books',
  duplicate: 'duplicate',
  written_off: 'written off',
  awaiting_statement: 'awaits the next statement',
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
  ${reason !== null && html`<small>${reason}</small>`} ${suggestionHtml(item)}
  ${proposal_id !== null && html`<small><a href="${PROPOSALS_PATH}">waits for a second operator</a></small>`}`;
}

/** What an operator may confirm. */
function suggestionHtml({ suggestion, line }: ReconciliationItem): Html | undefined {
  if (suggestion === null) return undefined;
  const { movement_ids } = suggestion;
  if (movement_ids.length > 1)
    return html`<small>perhaps one sum of ${movement_ids.length} movements</small>`;
  return html`<small>perhaps the ${line === null ? 'line' : 'movement'} of the same amount</small>`;
}

export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

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

export const lineHtml = ({ line, currency }: ReconciliationItem): Html =>
  line === null
    ? textHtml(null)
    : html`${amountHtml(line.amount, currency)}
        <small class="second-line money">${line.bank_reference ?? 'no reference'}</small>`;

export const movementHtml = ({ line, movement, currency }: ReconciliationItem): Html =>
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
    ? namedHtml('transfer', transfer_id)
    : html`<a href="/console/transfers/${transfer_id}">${reference}</a>`;
}

/** A text that stays on one line. */
const unbroken = (text: string): Html => html`<span class="money">${text}</span>`;

const ageText = ({ age_days }: ReconciliationItem): string =>
  age_days === 0 ? 'today' : age_days === 1 ? '1 day' : `${age_days} days`;

export const ITEMS: readonly Column<ReconciliationItem>[] = [
  show.html('Result', resultHtml, 'head'),
  sortable(
    'day',
    show.html(
      'Day',
      (item) => html`${unbroken(dayOfItem(item))} <small class="second-line money">${ageText(item)}</small>`,
      'plain',
    ),
    { own: 'descending' },
  ),
  show.number('Bank', lineHtml),
  show.number('Books', movementHtml),
  sortable(
    'difference',
    show.number(
      'Difference',
      ({ result, difference, currency }) =>
        result === 'matched' || result === 'awaiting_statement' || result === 'before_first_statement'
          ? textHtml(null)
          : signedAmountHtml(difference, currency),
      'aside',
    ),
  ),
  show.html('Owner', ownerHtml, 'plain'),
  show.html(
    'Decide',
    ({ id, is_break, proposal_id, result, line, group }, context) =>
      is_break && proposal_id === null && mayCall(context, 'resolveBreak')
        ? html`<a class="button quiet" data-key="o" href="${hereIn(context)}/items/${id}">Decide</a>`
        : result === 'matched' && line !== null && group === null && mayCall(context, 'resolveBreak')
          ? html`<a class="button quiet small" href="${hereIn(context)}/items/${id}/separate">Take apart</a>`
          : textHtml(null),
    'plain',
  ),
];

const EXTRAS: readonly Column<ReconciliationItem>[] = extras(
  show.html('Rail', ({ rail, currency }) => html`${railText(rail, currency)}`),
  show.html('References', ({ movement }) => referenceHtml(movement?.references.join(', ') || null)),
  show.text('Day in the books', ({ movement }) => movement?.day),
  show.shortId('Item', 'id'),
);

/** One break, without the ways to change it. */
export const breakHtml = (context: PageContext, item: ReconciliationItem): Html =>
  table(context, 'The break', ITEMS.slice(0, -2), [item]);

// Open breaks.

const FILTERS: ConsoleFilters = {
  rail: { label: 'Rail', input: { type: 'rail' } },
  result: {
    label: 'Result',
    input: {
      type: 'select',
      options: ['missing_at_bank', 'missing_in_ledger', 'different_amount', 'duplicate'],
      labels: RESULT_LABELS,
    },
  },
  day: { label: 'Day', input: { type: 'day' } },
  amount: { label: 'Amount', input: { type: 'amount' } },
  reference: { label: 'Part of a reference', input: { type: 'text' } },
};

const SELECT = show.html<ReconciliationItem>(
  'Select',
  ({ id, line, movement }) => {
    const { amount = '', day = '' } = line ?? movement ?? {};
    return html`<input
      type="checkbox"
      form="bulk"
      name="id"
      value="${id}"
      aria-label="Select ${amount} of ${day}"
      data-key="x"
    />`;
  },
  'plain',
);

/** Decides about the selected breaks with one reason. */
const bulkForm = (context: PageContext): Html | false =>
  mayCall(context, 'resolveBreak') &&
  html`<form id="bulk" method="get" action="${hereIn(context)}/decide" class="buttons">
    ${listField(context)}
    <button class="button quiet" name="resolution" value="link">Link the suggestions of the selected</button>
    <button class="button quiet" name="resolution" value="accept">Accept the selected</button>
  </form>`;

const BREAKS_SHOWN = 25;
const CANDIDATES_MAX = 100;

/** Who works on the breaks that are shown, as the URL says. */
const assignedIn = ({ query }: PageContext): Readonly<Record<string, string>> => {
  const assigned = query.get('assigned') ?? '';
  return assigned === '' ? {} : { assigned };
};

const ownerLinks = (context: PageContext): Html =>
  filterLinks(context, 'assigned', 'Assigned to', [
    ['', 'All'],
    ['me', 'Assigned to me'],
    ['nobody', 'Not assigned'],
  ]);

function noBreaks(context: PageContext): Html {
  const here = hereIn(context);
  const { assigned } = assignedIn(context);
  const all = html`<a href="${here}/breaks">Look at all open breaks</a>`;
  if (assigned === 'me')
    return emptyState('No open breaks are assigned to you', html`${all} and assign some to yourself.`);
  if (assigned === 'nobody') return emptyState('Every open break is assigned', html`${all}.`);
  return emptyState(
    'No open breaks',
    html`Every line of the bank has its movement, and every movement its line.
      <a href="${here}/import">Import the next statement</a>.`,
  );
}

/** The newest breaks that nobody has accepted. Throws Refused. */
export async function breaksPanel(context: PageContext): Promise<Html> {
  const { data, has_more } = await read(context, 'listReconciliationItems', {
    query: { breaks: 'open', limit: BREAKS_SHOWN, ...assignedIn(context) },
  });
  return panel(
    'Open breaks',
    html`${ownerLinks(context)}
    ${liveRows(
      'Open breaks',
      data.length === 0 ? noBreaks(context) : table(context, 'Open breaks', ITEMS, data),
    )}`,
    has_more ? { actions: html`<a href="${hereIn(context)}/breaks">All open breaks</a>` } : {},
  );
}

/** The break that the path names. Throws Refused. */
export async function breakInPath(context: PageContext): Promise<ReconciliationItem> {
  environmentIn(context);
  const item = await read(context, 'getReconciliationItem');
  if (!item.is_break) throw new Refused(notFoundProblem('break'));
  return item;
}

/** A break with those of its account that may belong to it: the nearest ones by day, open and accepted. Throws Refused. */
export async function breaksAround(
  context: PageContext,
  item: ReconciliationItem,
): Promise<readonly ReconciliationItem[]> {
  const { id, rail, currency, accepted } = item;
  const list = async (filter: Readonly<Record<string, string>>): Promise<readonly ReconciliationItem[]> => {
    const query = { rail, currency, limit: CANDIDATES_MAX, ...filter };
    return (await read(context, 'listReconciliationItems', { query })).data;
  };
  const own = accepted === null ? 'open' : 'accepted';
  const around = [
    ...(await list({ breaks: own, ending_before: id })),
    item,
    ...(await list({ breaks: own, starting_after: id })),
  ];
  return own === 'open'
    ? [...around, ...(await list({ breaks: 'accepted' }))]
    : [...(await list({ breaks: 'open' })), ...around];
}

export const crumbs = (context: PageContext) => [{ label: 'Reconciliation', href: hereIn(context) }];

/** The reason of a decision about lines and movements. */
export const PLAIN_REASON: FormField = {
  ...REASON_FIELD,
  hint: 'Stored in plaintext with the event. Do not write names or account numbers.',
};

async function decisionForm(context: PageContext): Promise<ActionForm> {
  const item = await breakInPath(context);
  const movements = item.line === null ? [] : (await breaksAround(context, item)).filter(isCandidate);
  return {
    title: 'Decide about a break',
    section: 'reconciliation',
    breadcrumbs: crumbs(context),
    sentence: itemSentence(item, actorText(context, item.accepted?.accepted_by ?? ''), context.now),
    intro: html`${breakHtml(context, item)}
      <p>
        Does the bank book several payments in one sum, or does another line reverse this one?
        <a href="${hereIn(context)}/items/${item.id}/group">Settle several together</a>.
      </p>`,
    fields: [
      {
        name: 'resolution',
        label: 'Decision',
        kind: 'choice',
        options: [
          ...(movements.length === 0 ? [] : [['link', 'Link it with a movement'] as const]),
          ...(movements.length === 0
            ? []
            : [['separate', 'It is not the movement that is selected'] as const]),
          ['accept', 'Accept it: the difference is a matter of time'],
          ['write_off', `Write off ${amountText(item.difference, item.currency)} to the difference account`],
        ],
      },
      ...(movements.length === 0 ? [] : [movementField(movements, item.suggestion?.movement_ids[0])]),
      PLAIN_REASON,
    ],
    submit: 'Decide',
  };
}

/** A movement in an option of a form: the amount, the day, and a reference that the bank may know. */
export const movementText = (
  { amount, day, references, transfer_id }: ReconciliationMovement,
  currency: string,
  prefix = '',
): string =>
  `${prefix}${amountText(amount, currency)}, ${day}, ${references[0] ?? transfer_id ?? 'no transfer'}`;

const movementField = (
  movements: readonly ReconciliationItem[],
  suggested: string | undefined,
): FormField => ({
  name: 'movement_id',
  label: 'Movement to link',
  ...(movements.some(({ movement }) => movement?.id === suggested) && suggested !== undefined
    ? { initialValue: suggested, hint: 'The one of the same amount is selected.' }
    : {}),
  kind: 'select',
  isOptional: true,
  options: [
    ['', 'Select a movement'],
    ...movements.map(
      ({ movement, currency }) =>
        [movement?.id ?? '', movement === null ? '' : movementText(movement, currency)] as const,
    ),
  ],
});

const isCandidate = ({ line, movement }: ReconciliationItem): boolean => line === null && movement !== null;

export const breaksPages: readonly ConsoleRoute[] = [
  ...listRoutes({
    path: '/console/reconciliation/{environment}/breaks',
    operation: 'listReconciliationItems',
    title: 'Open breaks',
    section: 'reconciliation',
    frame: (context) => ({ breadcrumbs: crumbs(context) }),
    caption: 'Open breaks',
    fixed: (context) => ({ breaks: 'open', totals: 'by_currency', ...assignedIn(context) }),
    filters: FILTERS,
    parameters: ['assigned'],
    hasExport: false,
    summary: ({ totals = [] }) =>
      html`<p class="muted">
        ${totals.map(({ currency, count, difference }, at) => html`${at > 0 && ' · '}${counted(count, 'break')}, ${signedAmountHtml(difference, currency)} in all`)}
      </p>`,
    columns: (context) => [...(mayCall(context, 'resolveBreak') ? [SELECT] : []), ...ITEMS, ...EXTRAS],
    empty: noBreaks,
    content: (context, list) => html`${ownerLinks(context)} ${list} ${bulkForm(context)}`,
  }),
  actionRoute({
    path: '/console/reconciliation/{environment}/items/{item_id}',
    operation: 'resolveBreak',
    form: decisionForm,
    checkForm: (form) =>
      new Map(
        ['link', 'separate'].includes(form.get('resolution')) && form.get('movement_id') === ''
          ? [['movement_id', 'Select the movement that belongs to the line']]
          : [],
      ),
    body: (form) => ({
      resolution: form.get('resolution'),
      ...(['link', 'separate'].includes(form.get('resolution'))
        ? { movement_id: form.get('movement_id') }
        : {}),
      reason: form.get('reason'),
    }),
    done: ({ object }) =>
      object === 'proposal' ? 'The write-off waits for a second operator.' : 'The decision is recorded.',
  }),
  actionRoute({
    path: '/console/reconciliation/{environment}/items/{item_id}/separate',
    operation: 'resolveBreak',
    mayBeProposed: true,
    form: (context) => ({
      title: 'Take a match apart',
      section: 'reconciliation',
      breadcrumbs: crumbs(context),
      intro: html`<p>
        The line and its movement do not match again, unless an operator links them. Both become breaks, or
        match others.
      </p>`,
      fields: [PLAIN_REASON],
      submit: 'Take apart',
    }),
    body: (form) => ({ resolution: 'separate', reason: form.get('reason') }),
    done: 'The match is taken apart.',
  }),
  actionRoute({
    path: '/console/reconciliation/{environment}/collect',
    operation: 'collectMovements',
    form: (context) => ({
      title: 'Collect movements',
      section: 'reconciliation',
      breadcrumbs: crumbs(context),
      intro: html`<p>
        Reads what the books have posted to clearing accounts since the last time. Importing a statement and
        closing a day do this, too.
      </p>`,
      submit: 'Collect',
    }),
    done: ({ movements }) => `${movements} ${movements === 1 ? 'movement was' : 'movements were'} collected.`,
  }),
];
