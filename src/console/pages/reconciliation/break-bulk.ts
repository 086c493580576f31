/** Decides about several breaks with one reason: one decision per break, each with an idempotency key of its own. */
import type { ReconciliationItem } from '../../../generated/api.ts';
import { isProblem } from '../../../http/errors.ts';
import type { Form } from '../../../web/forms.ts';
import { html } from '../../../web/html.ts';
import { fieldsOf, formPage, keyIn, missingFields, type ActionForm } from '../../action-form.ts';
import { decidedOf, listHref, listOf, resultsPage, type Decided } from '../../bulk-results.ts';
import { tryRead, write, type ConsoleRoute, type PageContext, type PageResult } from '../../page-context.ts';
import { emptyState } from '../../ui/panels.ts';
import { table } from '../../ui/tables.ts';
import { ITEMS, PLAIN_REASON, crumbs, hereIn } from './breaks.ts';

/** More than a page of the list has. */
const SELECTED_MAX = 100;
const ID = /^[a-z]{3}_[0-9a-hjkmnp-tv-z]{1,40}$/;

type Resolution = 'accept' | 'link';
type Selection = { readonly resolution: Resolution; readonly ids: readonly string[]; readonly list: string };

const selectionOf = (resolution: string | null, ids: readonly string[], list: string | null): Selection => ({
  ...listOf(list),
  resolution: resolution === 'link' ? 'link' : 'accept',
  ids: [...new Set(ids)].filter((id) => ID.test(id)).slice(0, SELECTED_MAX),
});

async function decisionForm(
  context: PageContext,
  { resolution, ids, list }: Selection,
): Promise<ActionForm | PageResult> {
  const found = await Promise.all(ids.map((item_id) => readItem(context, item_id)));
  const open = found.filter(
    (each) => each?.is_break === true && (resolution === 'accept' || each.suggestion !== null),
  ) as readonly ReconciliationItem[];
  const title = resolution === 'link' ? 'Link suggestions' : 'Accept breaks';
  if (open.length === 0)
    return {
      kind: 'page',
      status: 422,
      title,
      section: 'reconciliation',
      breadcrumbs: crumbs(context),
      content: html`<section class="panel">
        ${emptyState('Nothing is selected', resolution === 'link' ? 'Go back and select breaks that have a suggestion.' : 'Go back and select open breaks.')}
      </section>`,
    };
  const left = ids.length - open.length;
  return {
    title: `${title}: ${open.length}`,
    section: 'reconciliation',
    breadcrumbs: crumbs(context),
    intro: html`<p>
        ${resolution === 'link' ? 'Each line is settled with what is suggested for it.' : 'Each stays in the list of accepted breaks, and does not keep a day open.'}
        Each is a decision of its own: if one fails, the others still take effect.
      </p>
      ${left > 0 && html`<p>${left} of the selected ${left === 1 ? 'has' : 'have'} nothing to decide.</p>`}
      ${table(context, 'Selected breaks', ITEMS.slice(0, -2), open)}`,
    fields: [PLAIN_REASON],
    confirm: 'I have checked each of them and want to continue.',
    hidden: {
      resolution,
      list,
      ids: open.map(({ id }) => id).join(' '),
      ...(resolution === 'link' && { suggestions: open.map(suggestionText).join(' ') }),
    },
    submit: resolution === 'link' ? 'Link them' : 'Accept them',
  };
}

/** An item with what is suggested for it. */
const suggestionText = ({ id, suggestion }: ReconciliationItem): string =>
  [id, ...(suggestion?.line_ids ?? []), ...(suggestion?.movement_ids ?? [])].join('+');

async function readItem(context: PageContext, item_id: string): Promise<ReconciliationItem | undefined> {
  const found = await tryRead(context, 'getReconciliationItem', { params: { item_id } });
  return isProblem(found) ? undefined : found;
}

async function decideAll(context: PageContext, form: Form): Promise<PageResult> {
  const selection = selectionOf(form.get('resolution'), form.get('ids').split(' '), form.get('list'));
  const described = await decisionForm(context, selection);
  if (!('intro' in described)) return described;
  const errors = missingFields(fieldsOf(described), form);
  if (errors.size > 0) return formPage(context, described, { values: form, errors });
  const decided: Decided[] = [];
  // One after the other: a decision can settle another one of the selected, too.
  for (const id of selection.ids) decided.push(await decideOne(context, id, selection.resolution, form));
  return resultsPage(context, decided, {
    section: 'reconciliation',
    breadcrumbs: crumbs(context),
    back: listHref(`${hereIn(context)}/breaks`, selection),
  });
}

async function decideOne(
  context: PageContext,
  item_id: string,
  resolution: Resolution,
  form: Form,
): Promise<Decided> {
  const reason = form.get('reason');
  const idempotencyKey = `console-${keyIn(form)}-${item_id}`;
  if (resolution === 'accept') {
    const body = { resolution, reason };
    const reply = await write(context, 'resolveBreak', { params: { item_id }, body, idempotencyKey });
    return decidedOf(item_id, reply, 'Accepted.');
  }
  const item = await tryRead(context, 'getReconciliationItem', { params: { item_id } });
  if (isProblem(item)) return decidedOf(item_id, item, '');
  const { is_break, suggestion } = item;
  if (!is_break)
    return { id: item_id, result: 'done', text: 'Nothing is left to link: it is settled already.' };
  // Another decision can change what is suggested. The operator has not checked that.
  if (suggestion === null || !form.get('suggestions').split(' ').includes(suggestionText(item)))
    return { id: item_id, result: 'failed', text: 'What is suggested for it has changed. Check it again.' };
  const { line_ids, movement_ids } = suggestion;
  const [line = '', movement_id = ''] = [line_ids[0], movement_ids[0]];
  const isPair = line_ids.length === 1 && movement_ids.length === 1;
  const reply = isPair
    ? await write(context, 'resolveBreak', {
        params: { item_id: line },
        body: { resolution, movement_id, reason },
        idempotencyKey,
      })
    : await write(context, 'groupItems', { body: { line_ids, movement_ids, reason }, idempotencyKey });
  return decidedOf(item_id, reply, 'Linked.');
}

const PATH = '/console/reconciliation/{environment}/decide';

export const breakBulkPages: readonly ConsoleRoute[] = [
  {
    path: PATH,
    async get(context) {
      const { query } = context;
      const selection = selectionOf(query.get('resolution'), query.getAll('id'), query.get('list'));
      const described = await decisionForm(context, selection);
      return 'intro' in described ? formPage(context, described) : described;
    },
    post: decideAll,
  },
];
