/** Open breaks, the decision about one of them, and the collection of movements. */
import type { ReconciliationItem, ReconciliationMovement } from '../../../generated/api.ts';
import { notFoundProblem } from '../../../http/errors.ts';
import { html, type Html } from '../../../web/html.ts';
import { actionRoute, type ActionForm } from '../../action-form.ts';
import { listRoutes } from '../../lists.ts';
import { Refused, environmentIn, read, type ConsoleRoute, type PageContext } from '../../page-context.ts';
import { REASON_FIELD, type FormField } from '../../ui/form-fields.ts';
import { emptyState, environmentTabs, panel } from '../../ui/panels.ts';
import { filterLinks, liveRows, table } from '../../ui/tables.ts';
import { amountText } from '../../ui/text.ts';
import { ITEMS, breakHtml, hereIn, pagePathOf } from './item-table.ts';

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

/** The break that the path names, with the newest breaks of its environment, open and accepted. Throws Refused. */
export async function breakInPath(
  context: PageContext,
): Promise<{ readonly breaks: readonly ReconciliationItem[]; readonly item: ReconciliationItem }> {
  environmentIn(context);
  const found: ReconciliationItem[] = [];
  for (const breaks of ['open', 'accepted']) {
    const query = { limit: CANDIDATES_MAX, breaks };
    found.push(...(await read(context, 'listReconciliationItems', { query })).data);
  }
  const item = found.find(({ id }) => id === context.params['item_id']);
  if (item === undefined) throw new Refused(notFoundProblem('line or movement'));
  return { breaks: found, item };
}

export const crumbs = (context: PageContext) => [{ label: 'Reconciliation', href: hereIn(context) }];

/** The reason of a decision about lines and movements. */
export const PLAIN_REASON: FormField = {
  ...REASON_FIELD,
  hint: 'Stored in plaintext with the event. Do not write names or account numbers.',
};

async function decisionForm(context: PageContext): Promise<ActionForm> {
  const { breaks, item } = await breakInPath(context);
  const movements = item.line === null ? [] : breaks.filter((each) => isCandidate(item, each));
  return {
    title: 'Decide about a break',
    section: 'reconciliation',
    breadcrumbs: crumbs(context),
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
          ['accept', 'Accept it: the difference is a matter of time'],
          ['write_off', `Write off ${amountText(item.difference, item.currency)} to the difference account`],
        ],
      },
      ...(movements.length === 0 ? [] : [movementField(movements)]),
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

const movementField = (movements: readonly ReconciliationItem[]): FormField => ({
  name: 'movement_id',
  label: 'Movement to link',
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

const isCandidate = ({ rail, currency }: ReconciliationItem, other: ReconciliationItem): boolean =>
  other.line === null && other.movement !== null && other.rail === rail && other.currency === currency;

export const breaksPages: readonly ConsoleRoute[] = [
  ...listRoutes({
    path: '/console/reconciliation/{environment}/breaks',
    operation: 'listReconciliationItems',
    title: 'Open breaks',
    section: 'reconciliation',
    frame: (context) => ({
      breadcrumbs: crumbs(context),
      lead: environmentTabs(environmentIn(context), (each) => `${pagePathOf(each)}/breaks`),
    }),
    caption: 'Open breaks',
    fixed: (context) => ({ breaks: 'open', ...assignedIn(context) }),
    columns: ITEMS,
    empty: noBreaks,
    content: (context, list) => html`${ownerLinks(context)} ${list}`,
  }),
  actionRoute({
    path: '/console/reconciliation/{environment}/items/{item_id}',
    operation: 'resolveBreak',
    form: decisionForm,
    checkForm: (form) =>
      new Map(
        form.get('resolution') === 'link' && form.get('movement_id') === ''
          ? [['movement_id', 'Select the movement that belongs to the line']]
          : [],
      ),
    body: (form) => ({
      resolution: form.get('resolution'),
      ...(form.get('resolution') === 'link' ? { movement_id: form.get('movement_id') } : {}),
      reason: form.get('reason'),
    }),
    done: ({ object }) =>
      object === 'proposal' ? 'The write-off waits for a second operator.' : 'The decision is recorded.',
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
