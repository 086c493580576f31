/** The form that says who works on a break. */
import type { ReconciliationItem } from '../../../generated/api.ts';
import { isProblem } from '../../../api/server/errors.ts';
import { nameWithoutId, operatorNameOf } from '../../../ledger/dual-control/operator-name.ts';
import { html } from '../../../web/html.ts';
import { actionRoute } from '../../action-form.ts';
import type { ActionForm } from '../../action-form.ts';
import type { ConsoleRoute, PageContext, PageResult } from '../../page-context.ts';
import { table } from '../../ui/tables.ts';
import { breakInPath } from './breaks.ts';
import { itemColumns } from './item-table.ts';
import { apiPathOf, pagePathOf } from './reconciliation-paths.ts';

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
