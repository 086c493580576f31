/** Open breaks, the decision about one of them, and the collection of movements. */
import type { ReconciliationItem } from '../../../generated/api.ts';
import { isProblem, notFoundProblem } from '../../../api/server/errors.ts';
import type { Problem } from '../../../api/server/errors.ts';
import { html } from '../../../web/html.ts';
import type { Html } from '../../../web/html.ts';
import { actionRoute } from '../../action-form.ts';
import type { ActionForm } from '../../action-form.ts';
import { getFromApi } from '../../page-context.ts';
import type { ConsoleRoute, ListPage, PageContext, PageResult } from '../../page-context.ts';
import { REASON_FIELD } from '../../ui/form-fields.ts';
import type { FormField } from '../../ui/form-fields.ts';
import { emptyState, panel } from '../../ui/panels.ts';
import { filterLinks, table } from '../../ui/tables.ts';
import { amountText } from '../../ui/text.ts';
import { itemColumns } from './item-table.ts';
import { apiPathOf, environmentInPath, pagePathOf } from './reconciliation-paths.ts';

const BREAKS_SHOWN = 50;
const CANDIDATES_MAX = 100;

/** Breaks that nobody has accepted. */
export function breaksPanel(
  context: PageContext,
  environment: string,
  { data, has_more }: ListPage<ReconciliationItem>,
): Html {
  const isMine = context.query.get('assigned') === 'me';
  const none = isMine
    ? emptyState('No open breaks are assigned to you', 'Assign some to yourself, or look at all of them.')
    : emptyState('No open breaks', 'Every line of the bank has its movement, and every movement its line.');
  return panel(
    'Open breaks',
    html`${filterLinks(context, 'assigned', 'Assigned to', [
      ['', 'All'],
      ['me', 'Assigned to me'],
      ['nobody', 'Not assigned'],
    ])}
    ${data.length === 0 ? none : table('Open breaks', itemColumns(context, environment), data)}`,
    { note: has_more ? html`<p class="muted">The newest ${BREAKS_SHOWN} are shown.</p>` : undefined },
  );
}

export function openBreaks(context: PageContext, environment: string) {
  const search = new URLSearchParams({ breaks: 'open', limit: String(BREAKS_SHOWN) });
  const assigned = context.query.get('assigned') ?? '';
  if (assigned !== '') search.set('assigned', assigned);
  return getFromApi<ListPage<ReconciliationItem>>(
    context,
    `${apiPathOf(environment)}/items`,
    search.toString(),
  );
}

/** The newest breaks, open and accepted. */
async function breaksIn(
  context: PageContext,
  environment: string,
): Promise<readonly ReconciliationItem[] | Problem> {
  const path = `${apiPathOf(environment)}/items`;
  const found: ReconciliationItem[] = [];
  for (const which of ['open', 'accepted']) {
    const page = await getFromApi<ListPage<ReconciliationItem>>(
      context,
      path,
      `limit=${CANDIDATES_MAX}&breaks=${which}`,
    );
    if (isProblem(page)) return page;
    found.push(...page.data);
  }
  return found;
}

/** The break that the path names, with the newest breaks of its environment. */
export async function breakInPath(context: PageContext): Promise<
  | {
      readonly environment: string;
      readonly breaks: readonly ReconciliationItem[];
      readonly item: ReconciliationItem;
    }
  | Problem
> {
  const environment = environmentInPath(context);
  if (isProblem(environment)) return environment;
  const breaks = await breaksIn(context, environment);
  if (isProblem(breaks)) return breaks;
  const item = breaks.find(({ id }) => id === context.params['item_id']);
  if (item === undefined) return notFoundProblem('line or movement');
  return { environment, breaks, item };
}

async function decisionForm(context: PageContext): Promise<ActionForm | PageResult> {
  const found = await breakInPath(context);
  if (isProblem(found)) return found;
  const { environment, breaks, item } = found;
  const movements = item.line === null ? [] : breaks.filter((each) => isCandidate(item, each));
  return {
    title: 'Decide about a break',
    section: 'reconciliation',
    breadcrumbs: [{ label: 'Reconciliation', href: pagePathOf(environment) }],
    intro: html`${table('The break', itemColumns(context, environment).slice(0, -2), [item])}
      <p>
        Does the bank book several payments in one sum, or does another line reverse this one?
        <a href="${pagePathOf(environment)}/items/${item.id}/group">Settle several together</a>.
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
      { ...REASON_FIELD, hint: 'Stored in plaintext with the event. Do not write names or account numbers.' },
    ],
    submit: 'Decide',
    cancelHref: pagePathOf(environment),
  };
}

const movementField = (movements: readonly ReconciliationItem[]): FormField => ({
  name: 'movement_id',
  label: 'Movement to link',
  kind: 'select',
  isOptional: true,
  options: movements.map(({ movement, currency }) => [
    movement?.id ?? '',
    `${amountText(movement?.amount ?? '', currency)}, ${movement?.day ?? ''}, ${movement?.transfer_id ?? ''}`,
  ]),
});

const isCandidate = ({ rail, currency }: ReconciliationItem, other: ReconciliationItem): boolean =>
  other.line === null && other.movement !== null && other.rail === rail && other.currency === currency;

function collectForm(context: PageContext): ActionForm | PageResult {
  const environment = environmentInPath(context);
  if (isProblem(environment)) return environment;
  return {
    title: 'Collect movements',
    section: 'reconciliation',
    breadcrumbs: [{ label: 'Reconciliation', href: pagePathOf(environment) }],
    intro: html`<p>
      Reads what the books have posted to clearing accounts since the last time. Importing a statement and
      closing a day do this, too.
    </p>`,
    fields: [],
    submit: 'Collect',
    cancelHref: pagePathOf(environment),
  };
}

export const breaksPages: readonly ConsoleRoute[] = [
  actionRoute({
    path: '/console/reconciliation/{environment}/items/{item_id}',
    apiPath: ({ environment = '', item_id = '' }) => `${apiPathOf(environment)}/items/${item_id}/resolution`,
    buildForm: decisionForm,
    toRequestBody: (form) => ({
      resolution: form.get('resolution'),
      ...(form.get('resolution') === 'link' ? { movement_id: form.get('movement_id') } : {}),
      reason: form.get('reason'),
    }),
    onSuccess: ({ params: { environment = '' } }, answer) => ({
      to: pagePathOf(environment),
      flash: {
        tone: 'ok',
        text:
          answer['object'] === 'proposal'
            ? 'The write-off waits for a second operator.'
            : 'The decision is recorded.',
      },
    }),
  }),
  actionRoute({
    path: '/console/reconciliation/{environment}/collect',
    apiPath: ({ environment = '' }) => `${apiPathOf(environment)}/movements`,
    buildForm: collectForm,
    toRequestBody: () => undefined,
    onSuccess: ({ params: { environment = '' } }, answer) => ({
      to: pagePathOf(environment),
      flash: {
        tone: 'ok',
        text: `${String(answer['movements'])} ${answer['movements'] === 1 ? 'movement was' : 'movements were'} collected.`,
      },
    }),
  }),
];
