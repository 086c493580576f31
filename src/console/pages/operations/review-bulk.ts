/** Decides several reviews with one reason: one decision per review, each with an idempotency key of its own. */
import type { ReviewCase } from '../../../generated/api.ts';
import { isProblem } from '../../../http/errors.ts';
import type { Form } from '../../../web/forms.ts';
import { html, type Html } from '../../../web/html.ts';
import { fieldsOf, formPage, keyIn, missingFields, type ActionForm } from '../../action-form.ts';
import { bookOwnerHtml } from '../../book-location.ts';
import { decidedOf, listHref, listOf, resultsPage, type Decided } from '../../bulk-results.ts';
import { write, type ConsoleRoute, type PageContext, type PageResult } from '../../page-context.ts';
import { show, table } from '../../ui/tables.ts';
import type { FormField } from '../../ui/form-fields.ts';
import { emptyState } from '../../ui/panels.ts';
import {
  REJECTION_CODES,
  caseText,
  hintsHtml,
  reviewCalls,
  secondOperatorHtml,
  tryReadReview,
} from './review-case.ts';
import { queuePath } from './review-queue.ts';

const PATH = '/console/reviews/decide';
const SELECTED_MAX = 25;
const ID = /^(?:trf|usr)_[0-9a-hjkmnp-tv-z]{26}$/;

type Outcome = 'approved' | 'rejected';

const REASON: FormField = {
  name: 'message',
  label: 'Reason',
  hint: 'Recorded with each decision. The reason of a rejection is shown with the transfer, and to the integrator.',
  kind: 'reason',
};

const CODE: FormField = { name: 'code', label: 'Reason code', kind: 'select', options: REJECTION_CODES };

type Selection = { readonly outcome: Outcome; readonly ids: readonly string[]; readonly list: string };

function selectionOf(outcome: string | null, ids: readonly string[], list: string | null): Selection {
  const valid = [...new Set(ids)].filter((id) => ID.test(id)).slice(0, SELECTED_MAX);
  return { outcome: outcome === 'rejected' ? 'rejected' : 'approved', ids: valid, ...listOf(list) };
}

const titleOf = ({ outcome, ids }: Omit<Selection, 'list'>): string =>
  `${outcome === 'approved' ? 'Approve' : 'Reject'} ${ids.length === 1 ? '1 review' : `${ids.length} reviews`}`;

const crumbs = (ids: readonly string[]) => [{ label: 'Reviews', href: queuePath(ids[0] ?? 'trf_') }];

const pageOf = (title: string, ids: readonly string[], content: Html, status = 200): PageResult => ({
  kind: 'page',
  status,
  title,
  section: 'reviews',
  content,
  breadcrumbs: crumbs(ids),
});

const noticePage = (title: string, hint: string, ids: readonly string[]): PageResult =>
  pageOf('Several reviews', ids, html`<section class="panel">${emptyState(title, hint)}</section>`, 422);

async function decisionForm(context: PageContext, selection: Selection): Promise<ActionForm | PageResult> {
  const { outcome, ids, list } = selection;
  if (ids.length === 0)
    return noticePage('Nothing is selected', 'Go back and select at least one review.', ids);
  const found = await Promise.all(ids.map((id) => tryReadReview(context, id)));
  const open = found.filter((each): each is ReviewCase => !isProblem(each));
  const codes = new Set(open.map(({ kind, reason }) => `${kind} ${reason?.code ?? ''}`));
  if (codes.size > 1)
    return noticePage(
      'The selected reviews have different reasons',
      'Select reviews with the same reason, for example with the filter above the queue.',
      ids,
    );
  const missing = ids.length - open.length;
  const [environment, ...others] = new Set(open.map((each) => each.environment));
  const isApproval = outcome === 'approved';
  return {
    title: titleOf(selection),
    section: 'reviews',
    breadcrumbs: crumbs(ids),
    ...(environment !== undefined && others.length === 0 && { environment }),
    intro: html`<p>
        ${isApproval ? 'Each continues immediately, after its usual checks.' : 'Each amount returns to its source. This cannot be undone.'}
        Each is a decision of its own: if one fails, the others still take effect.
      </p>
      ${missing > 0 && html`<p>${missing} of them no longer wait for a decision.</p>`}
      ${table<ReviewCase>(
        context,
        'Selected reviews',
        [
          show.html('Review', (each) => caseText(context, each), 'head'),
          show.html('Integrator', (each) => bookOwnerHtml(context, each)),
          show.html('Hints', hintsHtml),
          show.html('Second operator', (each) => secondOperatorHtml(each, context.now) ?? html`not needed`),
        ],
        open,
      )}`,
    fields: isApproval ? [REASON] : [CODE, REASON],
    confirm: 'I have checked each of them and want to continue.',
    isDestructive: !isApproval,
    hidden: { outcome, list, ids: ids.join(' ') },
    submit: titleOf(selection),
  };
}

async function decideAll(context: PageContext, form: Form): Promise<PageResult> {
  const selection = selectionOf(form.get('outcome'), form.get('ids').split(' '), form.get('list'));
  const { outcome, ids } = selection;
  const described = await decisionForm(context, selection);
  if (!('intro' in described)) return described;
  const errors = missingFields(fieldsOf(described), form);
  if (errors.size > 0) return formPage(context, described, { values: form, errors });
  const once = keyIn(form);
  const decided: Decided[] = [];
  // One after the other, so that a page of reviews does not fill the queue of its book.
  for (const id of ids) decided.push(await decideOne(context, id, { outcome, form, once }));
  return resultsPage(context, decided, {
    section: 'reviews',
    breadcrumbs: crumbs(ids),
    back: listHref(queuePath(ids[0] ?? ''), selection),
  });
}

async function decideOne(
  context: PageContext,
  id: string,
  { outcome, form, once }: { readonly outcome: Outcome; readonly form: Form; readonly once: string },
): Promise<Decided> {
  const message = form.get('message');
  const code = REJECTION_CODES.find(([each]) => each === form.get('code'))?.[0] ?? 'other';
  const reason = { code: outcome === 'approved' ? 'reviewed' : code, message };
  const { decide, params } = reviewCalls(id);
  const ofUser = outcome === 'approved' ? { reason: message } : { rejection_reasons: [reason] };
  const reply = await write(context, decide, {
    params,
    body: { outcome, ...(id.startsWith('trf_') ? { reason } : ofUser) },
    idempotencyKey: `console-${once}-${id}`,
  });
  return decidedOf(id, reply, outcome === 'approved' ? 'Approved.' : 'Rejected.');
}

export const reviewBulkPages: readonly ConsoleRoute[] = [
  {
    path: PATH,
    async get(context) {
      const { query } = context;
      const selection = selectionOf(query.get('outcome'), query.getAll('id'), query.get('list'));
      const described = await decisionForm(context, selection);
      return 'intro' in described ? formPage(context, described) : described;
    },
    post: decideAll,
  },
];
