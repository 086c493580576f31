/** Decides about several breaks with one reason: one decision per break, or one that settles them together. */
import type { ReconciliationItem } from '../../../generated/api.ts';
import { isProblem } from '../../../http/errors.ts';
import type { Reply } from '../../../http/reply.ts';
import type { Form } from '../../../web/forms.ts';
import { html } from '../../../web/html.ts';
import { fieldsOf, formPage, keyIn, missingFields, type ActionForm } from '../../action-form.ts';
import { decidedOf, listHref, listOf, resultsPage, type Decided } from '../../bulk-results.ts';
import { tryRead, write, type ConsoleRoute, type PageContext, type PageResult } from '../../page-context.ts';
import { emptyState } from '../../ui/panels.ts';
import { table } from '../../ui/tables.ts';
import { amountText } from '../../ui/text.ts';
import { ITEMS, PLAIN_REASON, crumbs, hereIn, matchPath, sumOfSide } from './breaks.ts';

/** More than a page of the list has. */
const SELECTED_MAX = 100;
const ID = /^[a-z]{3}_[0-9a-hjkmnp-tv-z]{1,40}$/;
const ACCOUNT = /^([a-z][a-z0-9_]{0,63}):([a-z]{3})$/;

type Resolution = keyof typeof WORDS;
type Selection = {
  readonly resolution: Resolution;
  readonly ids: readonly string[];
  readonly list: string;
  /** The account whose two columns they were selected from, such as `bank_eft:usd`; empty for the list of breaks. */
  readonly account: string;
};

const EACH = 'Each is a decision of its own: if one fails, the others still take effect.';

const WORDS = {
  accept: {
    title: 'Accept breaks',
    submit: 'Accept them',
    intro: `Each stays in the list of accepted breaks, and does not keep a day open. ${EACH}`,
    nothing: 'Go back and select open breaks.',
    done: 'Accepted.',
  },
  link: {
    title: 'Link suggestions',
    submit: 'Link them',
    intro: `Each line is settled with what is suggested for it. ${EACH}`,
    nothing: 'Go back and select breaks that have a suggestion.',
    done: 'Linked.',
  },
  write_off: {
    title: 'Write off breaks',
    submit: 'Write them off',
    intro: `The difference of each goes to the difference account. ${EACH}`,
    nothing: 'Go back and select open breaks.',
    done: 'Written off.',
  },
  together: {
    title: 'Settle together',
    submit: 'Settle them together',
    intro: 'The lines and the movements are settled with each other. Several must have the same sum.',
    nothing: 'Go back and select lines and movements that belong together.',
    done: 'Settled together.',
  },
} as const;

const isResolution = (text: string | null): text is Resolution => text !== null && Object.hasOwn(WORDS, text);

const selectionOf = (
  resolution: string | null,
  ids: readonly string[],
  { list, account }: { readonly list: string | null; readonly account: string | null },
): Selection => ({
  ...listOf(list),
  resolution: isResolution(resolution) ? resolution : 'accept',
  ids: [...new Set(ids)].filter((id) => ID.test(id)).slice(0, SELECTED_MAX),
  account: ACCOUNT.test(account ?? '') ? (account ?? '') : '',
});

/** Where they were selected. */
function backOf(context: PageContext, selection: Selection): string {
  const [, rail, currency] = ACCOUNT.exec(selection.account) ?? [];
  const here = hereIn(context);
  return listHref(
    rail === undefined || currency === undefined ? `${here}/breaks` : matchPath(here, { rail, currency }),
    selection,
  );
}

async function decisionForm(
  context: PageContext,
  { resolution, ids, list, account }: Selection,
): Promise<ActionForm | PageResult> {
  const found = await Promise.all(ids.map((item_id) => readItem(context, item_id)));
  const open = found.filter(
    (each) => each?.is_break === true && (resolution !== 'link' || each.suggestion !== null),
  ) as readonly ReconciliationItem[];
  const { title, intro, nothing, submit } = WORDS[resolution];
  if (open.length === 0)
    return {
      kind: 'page',
      status: 422,
      title,
      section: 'reconciliation',
      breadcrumbs: crumbs(context),
      content: html`<section class="panel">${emptyState('Nothing is selected', nothing)}</section>`,
    };
  const left = ids.length - open.length;
  const { currency = '' } = open[0] ?? {};
  return {
    title: `${title}: ${open.length}`,
    section: 'reconciliation',
    breadcrumbs: crumbs(context),
    cancelHref: backOf(context, { resolution, ids, list, account }),
    intro: html`<p>${intro}</p>
      ${
        resolution === 'together' &&
        html`<p>
          The lines sum to ${amountText(sumOfSide(open, 'line'), currency)}, and the movements to
          ${amountText(sumOfSide(open, 'movement'), currency)}.
        </p>`
      }
      ${left > 0 && html`<p>${left} of the selected ${left === 1 ? 'has' : 'have'} nothing to decide.</p>`}
      ${table(context, 'Selected breaks', ITEMS.slice(0, -2), open)}`,
    fields: [PLAIN_REASON],
    confirm: 'I have checked each of them and want to continue.',
    hidden: {
      resolution,
      list,
      account,
      ids: open.map(({ id }) => id).join(' '),
      ...(resolution === 'link' && { suggestions: open.map(suggestionText).join(' ') }),
    },
    submit,
  };
}

/** An item with what is suggested for it. */
export const suggestionText = ({ id, suggestion }: ReconciliationItem): string =>
  [id, ...(suggestion?.line_ids ?? []), ...(suggestion?.movement_ids ?? [])].join('+');

async function readItem(context: PageContext, item_id: string): Promise<ReconciliationItem | undefined> {
  const found = await tryRead(context, 'getReconciliationItem', { params: { item_id } });
  return isProblem(found) ? undefined : found;
}

async function decideAll(context: PageContext, form: Form): Promise<PageResult> {
  const selection = selectionOf(form.get('resolution'), form.get('ids').split(' '), {
    list: form.get('list'),
    account: form.get('account'),
  });
  const described = await decisionForm(context, selection);
  if (!('intro' in described)) return described;
  const errors = missingFields(fieldsOf(described), form);
  if (errors.size > 0) return formPage(context, described, { values: form, errors });
  const decided: Decided[] = [];
  if (selection.resolution === 'together') decided.push(await settleTogether(context, selection, form));
  // One after the other: a decision can settle another one of the selected, too.
  else for (const id of selection.ids) decided.push(await decideOne(context, id, selection.resolution, form));
  const back = backOf(context, selection);
  const [first] = decided;
  if (selection.account !== '' && decided.every(({ result }) => result === 'done'))
    return {
      kind: 'redirect',
      to: back,
      flash: {
        tone: 'ok',
        text: decided.length === 1 ? (first?.text ?? '') : `All ${decided.length} decisions are recorded.`,
      },
    };
  return resultsPage(context, decided, { section: 'reconciliation', breadcrumbs: crumbs(context), back });
}

/** One line and one movement are linked, even if their amounts differ. Others become a group. */
async function settleTogether(context: PageContext, { ids }: Selection, form: Form): Promise<Decided> {
  const line_ids = ids.filter((id) => id.startsWith('stl_'));
  const movement_ids = ids.filter((id) => !id.startsWith('stl_'));
  const reply = await settle(context, { line_ids, movement_ids }, form, `console-${keyIn(form)}`);
  return decidedOf(ids[0] ?? '', reply, WORDS.together.done);
}

type Sides = { readonly line_ids: readonly string[]; readonly movement_ids: readonly string[] };

function settle(
  context: PageContext,
  { line_ids, movement_ids }: Sides,
  form: Form,
  idempotencyKey: string,
): Promise<Reply> {
  const reason = form.get('reason');
  const [line = '', movement_id = ''] = [line_ids[0], movement_ids[0]];
  return line_ids.length === 1 && movement_ids.length === 1
    ? write(context, 'resolveBreak', {
        params: { item_id: line },
        body: { resolution: 'link', movement_id, reason },
        idempotencyKey,
      })
    : write(context, 'groupItems', { body: { line_ids, movement_ids, reason }, idempotencyKey });
}

async function decideOne(
  context: PageContext,
  item_id: string,
  resolution: Exclude<Resolution, 'together'>,
  form: Form,
): Promise<Decided> {
  const idempotencyKey = `console-${keyIn(form)}-${item_id}`;
  const { done } = WORDS[resolution];
  if (resolution !== 'link') {
    const body = { resolution, reason: form.get('reason') };
    const reply = await write(context, 'resolveBreak', { params: { item_id }, body, idempotencyKey });
    return decidedOf(item_id, reply, done);
  }
  const item = await tryRead(context, 'getReconciliationItem', { params: { item_id } });
  if (isProblem(item)) return decidedOf(item_id, item, '');
  const { is_break, suggestion } = item;
  if (!is_break)
    return { id: item_id, result: 'done', text: 'Nothing is left to link: it is settled already.' };
  // Another decision can change what is suggested. The operator has not checked that.
  if (suggestion === null || !form.get('suggestions').split(' ').includes(suggestionText(item)))
    return { id: item_id, result: 'failed', text: 'What is suggested for it has changed. Check it again.' };
  return decidedOf(item_id, await settle(context, suggestion, form, idempotencyKey), done);
}

const PATH = '/console/reconciliation/{environment}/decide';

export const breakBulkPages: readonly ConsoleRoute[] = [
  {
    path: PATH,
    async get(context) {
      const { query } = context;
      const selection = selectionOf(query.get('resolution'), query.getAll('id'), {
        list: query.get('list'),
        account: query.get('account'),
      });
      const described = await decisionForm(context, selection);
      return 'intro' in described ? formPage(context, described) : described;
    },
    post: decideAll,
  },
];
