/** Groups: the form that settles lines and movements together, and the page that shows those of a group. */

import type { ReconciliationItem } from '../../../generated/api.ts';
import { isProblem, notFoundProblem } from '../../../http/errors.ts';
import { nameWithoutId, operatorNameOf } from '../../../ledger/dual-control.ts';
import { isId } from '../../../ledger/ids.ts';
import { html } from '../../../web/html.ts';
import { actionRoute, type ActionForm } from '../../action-form.ts';
import {
  getFromApi,
  type ConsoleRoute,
  type ListPage,
  type PageContext,
  type PageResult,
} from '../../page-context.ts';
import { REASON_FIELD, type Summand } from '../../ui/form-fields.ts';
import { panel } from '../../ui/panels.ts';
import { table } from '../../ui/tables.ts';
import { amountText, unitName } from '../../ui/text.ts';
import { breakInPath, movementText } from './breaks.ts';
import { apiPathOf, environmentInPath, itemColumns, pagePathOf } from './item-table.ts';

const MEMBERS_SHOWN = 100;

/** The side of an item that its ID names. */
const hasLine = ({ line }: ReconciliationItem): boolean => line !== null;

type Entry = Summand & { readonly id: string; readonly label: string };

/** The lines and movements of breaks, each on its own. */
const entriesOf = (items: readonly ReconciliationItem[]): readonly Entry[] =>
  items.flatMap(({ line, movement, currency }) => [
    ...(line === null
      ? []
      : [
          {
            ...({ id: line.id, side: 'Lines', amount: line.amount } as const),
            label: `Line: ${amountText(line.amount, currency)}, ${line.day}, ${line.bank_reference ?? 'no reference'}`,
          },
        ]),
    ...(movement === null
      ? []
      : [
          {
            ...({ id: movement.id, side: 'movements', amount: movement.amount } as const),
            label: movementText(movement, currency, 'Movement: '),
          },
        ]),
  ]);

async function groupForm(context: PageContext): Promise<ActionForm | PageResult> {
  const found = await breakInPath(context);
  if (isProblem(found)) return found;
  const { environment, breaks, item } = found;
  const { id } = item;
  const others = breaks.filter(({ rail, currency }) => rail === item.rail && currency === item.currency);
  const back = pagePathOf(environment);
  const entries = entriesOf(others);
  const own = entries.find((each) => each.id === id);
  const options = entries.filter((each) => each.id !== id);
  return {
    title: 'Settle several together',
    section: 'reconciliation',
    breadcrumbs: [
      { label: 'Reconciliation', href: back },
      { label: 'Decide about a break', href: `${back}/items/${id}` },
    ],
    intro: html`${table('The break', itemColumns(context, environment).slice(0, -2), [item])}
      <p>
        Select what belongs to this ${hasLine(item) ? 'line' : 'movement'}, such as the payouts that the bank
        books in one sum, or the line that reverses it. The lines and the movements must have the same sum.
      </p>`,
    fields: [
      {
        name: 'entries',
        label: 'Lines and movements',
        kind: 'boxes',
        options: options.map(({ id, label }) => [id, label] as const),
        bodyFields: ['line_ids', 'movement_ids'],
        ...(own === undefined
          ? {}
          : {
              sums: {
                unit: unitName(item.currency),
                first: own,
                of: new Map(options.map((each) => [each.id, each])),
              },
            }),
      },
      { ...REASON_FIELD, hint: 'Stored in plaintext with the event. Do not write names or account numbers.' },
    ],
    submit: 'Settle together',
    cancelHref: `${back}/items/${id}`,
  };
}

async function groupPage(context: PageContext): Promise<PageResult> {
  const environment = environmentInPath(context);
  if (isProblem(environment)) return environment;
  const id = context.params['group_id'] ?? '';
  if (!isId('grp', id)) return notFoundProblem('group');
  const search = `group_id=${id}&limit=${MEMBERS_SHOWN}`;
  const found = await getFromApi<ListPage<ReconciliationItem>>(
    context,
    `${apiPathOf(environment)}/items`,
    search,
  );
  if (isProblem(found)) return found;
  const [first] = found.data;
  if (first === undefined) return notFoundProblem('group');
  return {
    kind: 'page',
    title: 'Settled together',
    section: 'reconciliation',
    breadcrumbs: [{ label: 'Reconciliation', href: pagePathOf(environment) }],
    lead: html`<p>${first.reason ?? ''}</p>`,
    content: panel(
      'Lines and movements',
      table('Lines and movements', itemColumns(context, environment), found.data),
      {
        note: found.has_more ? html`<p class="muted">The newest ${MEMBERS_SHOWN} are shown.</p>` : undefined,
      },
    ),
  };
}

export const groupPages: readonly ConsoleRoute[] = [
  { path: '/console/reconciliation/{environment}/groups/{group_id}', get: groupPage },
  actionRoute({
    path: '/console/reconciliation/{environment}/items/{item_id}/group',
    apiPath: ({ environment = '' }) => `${apiPathOf(environment)}/groups`,
    buildForm: groupForm,
    toRequestBody(form, { params }) {
      const ids = [params['item_id'] ?? '', ...form.getAll('entries')];
      return {
        line_ids: ids.filter((id) => id.startsWith('stl_')),
        movement_ids: ids.filter((id) => !id.startsWith('stl_')),
        reason: form.get('reason'),
      };
    },
    onSuccess: ({ params: { environment = '' } }) => ({
      to: pagePathOf(environment),
      flash: { tone: 'ok', text: 'The lines and movements are settled together.' },
    }),
  }),
];

// The form that says who works on a break.

/** The other operators, each once. All tokens with one name belong to one operator. */
function otherOperators({
  services,
  session,
}: PageContext): readonly (readonly [id: string, name: string])[] {
  const { tokens, operators } = services.platform();
  const byName = new Map<string, readonly [string, string]>();
  for (const { id, name, revoked_at } of tokens.values())
    if (revoked_at === null) byName.set(name, [id, name]);
  for (const identity of operators.values())
    byName.set(operatorNameOf({ ...identity, identity }), [identity.id, identity.name]);
  byName.delete(operatorNameOf(session.token));
  return [...byName.values()].sort(([, a], [, b]) => a.localeCompare(b, 'en'));
}

async function ownerForm(context: PageContext): Promise<ActionForm | PageResult> {
  const found = await breakInPath(context);
  if (isProblem(found)) return found;
  const { environment, item } = found;
  return {
    title: 'Assign a break',
    section: 'reconciliation',
    breadcrumbs: [{ label: 'Reconciliation', href: pagePathOf(environment) }],
    intro: html`${table('The break', itemColumns(context, environment).slice(0, -2), [item])}
      <p>An assignment says who works on a break. Others can still decide about it.</p>`,
    fields: [
      {
        name: 'assigned_to',
        label: 'Assigned to',
        kind: 'select',
        initialValue: 'me',
        options: [['me', 'Me'], ['', 'Nobody'], ...otherOperators(context)],
        isOptional: true,
      },
    ],
    submit: 'Assign',
    cancelHref: pagePathOf(environment),
  };
}

const flashText = ({ owner }: Partial<ReconciliationItem>): string =>
  owner === null || owner === undefined
    ? 'The break is assigned to nobody.'
    : `The break is assigned to ${nameWithoutId(owner.name)}.`;

export const ownerPages: readonly ConsoleRoute[] = [
  actionRoute({
    path: '/console/reconciliation/{environment}/items/{item_id}/owner',
    method: 'PATCH',
    apiPath: ({ environment = '', item_id = '' }) => `${apiPathOf(environment)}/items/${item_id}`,
    buildForm: ownerForm,
    toRequestBody: (form) => ({
      assigned_to: form.get('assigned_to') === '' ? null : form.get('assigned_to'),
    }),
    onSuccess: ({ params: { environment = '' } }, answer) => ({
      to: pagePathOf(environment),
      flash: { tone: 'ok', text: flashText(answer) },
    }),
  }),
];
