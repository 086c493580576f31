/** Open breaks, the decision about one of them, and the collection of movements. */
import type { ReconciliationItem, ReconciliationMovement } from '../../../generated/api.ts';
import { isProblem, notFoundProblem, type Problem } from '../../../http/errors.ts';
import { html, type Html } from '../../../web/html.ts';
import { actionRoute, type ActionForm } from '../../action-form.ts';
import {
  getFromApi,
  pageQuery,
  type ConsoleRoute,
  type ListPage,
  type PageContext,
  type PageResult,
} from '../../page-context.ts';
import { REASON_FIELD, type FormField } from '../../ui/form-fields.ts';
import { emptyState, environmentTabs, panel } from '../../ui/panels.ts';
import { filterLinks, liveRows, pagedTable, table } from '../../ui/tables.ts';
import { amountText } from '../../ui/text.ts';
import { apiPathOf, environmentInPath, itemColumns, pagePathOf } from './item-table.ts';

const BREAKS_SHOWN = 25;
const CANDIDATES_MAX = 100;

type Breaks = ListPage<ReconciliationItem>;

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

function noBreaks(context: PageContext, environment: string): Html {
  const { assigned } = assignedIn(context);
  const all = html`<a href="${pagePathOf(environment)}/breaks">Look at all open breaks</a>`;
  if (assigned === 'me')
    return emptyState('No open breaks are assigned to you', html`${all} and assign some to yourself.`);
  if (assigned === 'nobody') return emptyState('Every open break is assigned', html`${all}.`);
  return emptyState(
    'No open breaks',
    html`Every line of the bank has its movement, and every movement its line.
      <a href="${pagePathOf(environment)}/import">Import the next statement</a>.`,
  );
}

/** The newest breaks that nobody has accepted. */
export const breaksPanel = (context: PageContext, environment: string, { data, has_more }: Breaks): Html =>
  panel(
    'Open breaks',
    html`${ownerLinks(context)}
    ${liveRows(
      'Open breaks',
      data.length === 0
        ? noBreaks(context, environment)
        : table('Open breaks', itemColumns(context, environment), data),
    )}`,
    has_more ? { actions: html`<a href="${pagePathOf(environment)}/breaks">All open breaks</a>` } : {},
  );

export const openBreaks = (context: PageContext, environment: string) =>
  getFromApi<Breaks>(
    context,
    `${apiPathOf(environment)}/items`,
    new URLSearchParams({
      ...{ breaks: 'open', limit: String(BREAKS_SHOWN) },
      ...assignedIn(context),
    }).toString(),
  );

async function breaksPage(context: PageContext): Promise<PageResult> {
  const environment = environmentInPath(context);
  if (isProblem(environment)) return environment;
  const search = pageQuery(context.query, { breaks: 'open', ...assignedIn(context) });
  if (isProblem(search)) return search;
  const found = await getFromApi<Breaks>(context, `${apiPathOf(environment)}/items`, search);
  if (isProblem(found)) return found;
  return {
    kind: 'page',
    title: 'Open breaks',
    section: 'reconciliation',
    breadcrumbs: [{ label: 'Reconciliation', href: pagePathOf(environment) }],
    lead: environmentTabs(environment, (each) => `${pagePathOf(each)}/breaks`),
    content: html`${ownerLinks(context)}
      <section class="panel" aria-label="Open breaks">
        ${pagedTable(context, found, {
          caption: 'Open breaks',
          columns: itemColumns(context, environment),
          emptyState: noBreaks(context, environment),
        })}
      </section>`,
  };
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
  { path: '/console/reconciliation/{environment}/breaks', get: breaksPage },
  actionRoute({
    path: '/console/reconciliation/{environment}/items/{item_id}',
    apiPath: ({ environment = '', item_id = '' }) => `${apiPathOf(environment)}/items/${item_id}/resolution`,
    buildForm: decisionForm,
    checkForm: (form) =>
      new Map(
        form.get('resolution') === 'link' && form.get('movement_id') === ''
          ? [['movement_id', 'Select the movement that belongs to the line']]
          : [],
      ),
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
