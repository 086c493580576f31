/** Groups: the form that settles lines and movements together, and the page that shows those of a group. */
import type { ReconciliationItem } from '../../../generated/api.ts';
import { notFoundProblem } from '../../../http/errors.ts';
import { nameWithoutId, operatorNameOf } from '../../../ledger/dual-control.ts';
import { isId } from '../../../ledger/ids.ts';
import { html } from '../../../web/html.ts';
import { actionRoute, type ActionForm } from '../../action-form.ts';
import { Refused, read, type ConsoleRoute, type PageContext, type PageResult } from '../../page-context.ts';
import type { Summand } from '../../ui/form-fields.ts';
import { panel } from '../../ui/panels.ts';
import { table } from '../../ui/tables.ts';
import { amountText, unitName } from '../../ui/text.ts';
import {
  ITEMS,
  PLAIN_REASON,
  breakHtml,
  breakInPath,
  breaksAround,
  crumbs,
  hereIn,
  movementText,
} from './breaks.ts';

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

async function groupForm(context: PageContext): Promise<ActionForm> {
  const item = await breakInPath(context);
  const { id } = item;
  const entries = entriesOf(await breaksAround(context, item));
  const own = entries.find((each) => each.id === id);
  const options = entries.filter((each) => each.id !== id);
  return {
    title: 'Settle several together',
    section: 'reconciliation',
    breadcrumbs: [
      ...crumbs(context),
      { label: 'Decide about a break', href: `${hereIn(context)}/items/${id}` },
    ],
    intro: html`${breakHtml(context, item)}
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
      PLAIN_REASON,
    ],
    submit: 'Settle together',
  };
}

async function groupPage(context: PageContext): Promise<PageResult> {
  const breadcrumbs = crumbs(context);
  const { group_id = '' } = context.params;
  if (!isId('grp', group_id)) throw new Refused(notFoundProblem('group'));
  const query = { group_id, limit: MEMBERS_SHOWN };
  const { data, has_more } = await read(context, 'listReconciliationItems', { query });
  const [first] = data;
  if (first === undefined) throw new Refused(notFoundProblem('group'));
  return {
    kind: 'page',
    title: 'Settled together',
    section: 'reconciliation',
    breadcrumbs,
    lead: html`<p>${first.reason ?? ''}</p>`,
    content: panel('Lines and movements', table(context, 'Lines and movements', ITEMS, data), {
      note: has_more ? html`<p class="muted">The newest ${MEMBERS_SHOWN} are shown.</p>` : undefined,
    }),
  };
}

export const groupPages: readonly ConsoleRoute[] = [
  { path: '/console/reconciliation/{environment}/groups/{group_id}', get: groupPage },
  actionRoute({
    path: '/console/reconciliation/{environment}/items/{item_id}/group',
    operation: 'groupItems',
    form: groupForm,
    body(form, { params }) {
      const ids = [params['item_id'] ?? '', ...form.getAll('entries')];
      return {
        line_ids: ids.filter((id) => id.startsWith('stl_')),
        movement_ids: ids.filter((id) => !id.startsWith('stl_')),
        reason: form.get('reason'),
      };
    },
    done: (_answer, context) => ({
      to: hereIn(context),
      flash: { tone: 'ok', text: 'The lines and movements are settled together.' },
    }),
  }),
];

// The form that says who works on a break.

/** The other operators, each once. All tokens with one name belong to one operator. */
function otherOperators({
  directory,
  session,
}: PageContext): readonly (readonly [id: string, name: string])[] {
  const byName = new Map<string, readonly [string, string]>();
  for (const { id, name, type, revoked } of directory.operators)
    if (!revoked)
      byName.set(operatorNameOf({ id, name, ...(type === 'person' && { identity: {} }) }), [id, name]);
  byName.delete(operatorNameOf(session.token));
  return [...byName.values()].sort(([, a], [, b]) => a.localeCompare(b, 'en'));
}

async function ownerForm(context: PageContext): Promise<ActionForm> {
  const item = await breakInPath(context);
  return {
    title: 'Assign a break',
    section: 'reconciliation',
    breadcrumbs: crumbs(context),
    intro: html`${breakHtml(context, item)}
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
  };
}

export const ownerPages: readonly ConsoleRoute[] = [
  actionRoute({
    path: '/console/reconciliation/{environment}/items/{item_id}/owner',
    operation: 'assignBreak',
    form: ownerForm,
    body: (form) => ({ assigned_to: form.get('assigned_to') || null }),
    done: ({ owner }) =>
      owner === null
        ? 'The break is assigned to nobody.'
        : `The break is assigned to ${nameWithoutId(owner.name)}.`,
  }),
];
