/** Decides several reviews with one reason: one decision per review, each with an idempotency key of its own. */
import type { ReviewCase } from '../../../generated/api.ts';
import { isProblem, type Problem } from '../../../http/errors.ts';
import { randomUUID } from '../../../system/runtime.ts';
import type { Form } from '../../../web/forms.ts';
import { html, type Html } from '../../../web/html.ts';
import { missingFields } from '../../action-form.ts';
import { apiPath, type ConsoleRoute, type PageContext, type PageResult } from '../../page-context.ts';
import { show } from '../../ui/columns.ts';
import { errorSummaryHtml, fieldsHtml, type FormField } from '../../ui/form-fields.ts';
import { emptyState } from '../../ui/panels.ts';
import { table } from '../../ui/tables.ts';
import { badge } from '../../ui/text.ts';
import { caseText, hintsHtml, reviewCalls, secondOperatorHtml, tryReadReview } from './review-case.ts';
import { queuePath } from './review-queue.ts';

const PATH = '/console/reviews/decide';
const SELECTED_MAX = 25;
const ID = /^(?:trf|usr)_[0-9a-hjkmnp-tv-z]{26}$/;
const KEY = /^[0-9a-f-]{36}$/;

type Outcome = 'approved' | 'rejected';

const REASON: FormField = {
  name: 'message',
  label: 'Reason',
  hint: 'Recorded with each decision. The reason of a rejection is shown with the transfer, and to the integrator.',
  kind: 'reason',
};

const CODES: readonly (readonly [string, string])[] = [
  ['compliance', 'Compliance'],
  ['suspected_fraud', 'Suspected fraud'],
  ['wrong_details', 'Wrong details'],
  ['requested_by_user', 'Requested by the user'],
  ['other', 'Other'],
];

const CODE: FormField = { name: 'code', label: 'Reason code', kind: 'select', options: CODES };
const CONFIRM: FormField = {
  name: 'confirm',
  label: 'I have checked each of them and want to continue.',
  kind: 'confirm',
};

const fieldsOf = (outcome: Outcome): readonly FormField[] =>
  outcome === 'rejected' ? [CODE, REASON, CONFIRM] : [REASON, CONFIRM];

type Selection = { readonly outcome: Outcome; readonly ids: readonly string[] };

function selectionOf(outcome: string | null, ids: readonly string[]): Selection {
  const valid = [...new Set(ids)].filter((id) => ID.test(id)).slice(0, SELECTED_MAX);
  return { outcome: outcome === 'rejected' ? 'rejected' : 'approved', ids: valid };
}

const titleOf = ({ outcome, ids }: Selection): string =>
  `${outcome === 'approved' ? 'Approve' : 'Reject'} ${ids.length === 1 ? '1 review' : `${ids.length} reviews`}`;

const pageOf = (title: string, ids: readonly string[], content: Html, status = 200): PageResult => ({
  ...{ kind: 'page', status, title, section: 'reviews', content },
  breadcrumbs: [{ label: 'Reviews', href: queuePath(ids[0] ?? 'trf_') }],
});

const noticePage = (title: string, hint: string, ids: readonly string[]): PageResult =>
  pageOf('Several reviews', ids, html`<section class="panel">${emptyState(title, hint)}</section>`, 422);

type FormState = { readonly values?: Form; readonly errors?: ReadonlyMap<string, string> };

async function formPage(
  context: PageContext,
  selection: Selection,
  { values, errors = new Map() }: FormState = {},
): Promise<PageResult> {
  const { outcome, ids } = selection;
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
  const fields = fieldsOf(outcome);
  const missing = ids.length - open.length;
  return pageOf(
    errors.size > 0 ? `Error: ${titleOf(selection)}` : titleOf(selection),
    ids,
    html`<div class="panel form">
      <div class="intro">
        <p>
          ${outcome === 'approved' ? 'Each continues immediately, after its usual checks.' : 'Each amount returns to its source. This cannot be undone.'}
          Each is a decision of its own: if one fails, the others still take effect.
        </p>
        ${missing > 0 && html`<p>${missing} of them no longer wait for a decision.</p>`}
        ${table<ReviewCase>(
          context,
          'Selected reviews',
          [
            show.html('Review', (each) => caseText(context, each), 'head'),
            show.html('Hints', hintsHtml),
            show.html('Second operator', (each) => secondOperatorHtml(each, context.now) ?? html`not needed`),
          ],
          open,
        )}
      </div>
      ${errorSummaryHtml(undefined, fields, errors)}
      <form method="post" action="${PATH}" data-once>
        <input type="hidden" name="csrf" value="${context.formToken}" />
        <input type="hidden" name="once" value="${randomUUID()}" />
        <input type="hidden" name="outcome" value="${outcome}" />
        <input type="hidden" name="ids" value="${ids.join(' ')}" />
        ${fieldsHtml(fields, values, errors)}
        <div class="buttons">
          <button class="button ${outcome === 'approved' ? 'main' : 'danger'}">${titleOf(selection)}</button>
          <a class="button quiet" href="${queuePath(ids[0] ?? '')}">Cancel</a>
        </div>
      </form>
    </div>`,
    errors.size > 0 ? 422 : 200,
  );
}

type Decided = {
  readonly id: string;
  readonly result: 'done' | 'proposed' | 'failed';
  readonly text: string;
};

async function decideAll(context: PageContext, form: Form): Promise<PageResult> {
  const selection = selectionOf(form.get('outcome'), form.get('ids').split(' '));
  const { outcome, ids } = selection;
  const errors = missingFields(fieldsOf(outcome), form);
  if (errors.size > 0) return formPage(context, selection, { values: form, errors });
  const once = KEY.test(form.get('once')) ? form.get('once') : randomUUID();
  const decided: Decided[] = [];
  // One after the other, so that a page of reviews does not fill the queue of its book.
  for (const id of ids) decided.push(await decideOne(context, id, { outcome, form, once }));
  const failed = decided.filter(({ result }) => result === 'failed').length;
  const title = failed === 0 ? 'All decisions were recorded' : `${failed} of ${ids.length} decisions failed`;
  return pageOf(
    title,
    ids,
    html`<section class="panel">
      ${table<Decided>(
        context,
        'Results',
        [
          show.shortId('Review', 'id', 'head'),
          show.html('Result', ({ result }) => badge(result, TONES[result])),
          show.text('Detail', 'text'),
        ],
        decided,
      )}
      <div class="links"><a href="${queuePath(ids[0] ?? '')}">Back to the queue</a></div>
    </section>`,
  );
}

const TONES = { done: 'ok', proposed: 'accent', failed: 'stop' } as const;

async function decideOne(
  { calls, session, requestId, origin }: PageContext,
  id: string,
  { outcome, form, once }: { readonly outcome: Outcome; readonly form: Form; readonly once: string },
): Promise<Decided> {
  const message = form.get('message');
  const code = CODES.find(([each]) => each === form.get('code'))?.[0] ?? 'other';
  const reason = { code: outcome === 'approved' ? 'reviewed' : code, message };
  const { decide, params } = reviewCalls(id);
  const ofUser = outcome === 'approved' ? { reason: message } : { rejection_reasons: [reason] };
  const reply = await calls.call(session.token, {
    ...{ method: 'POST', path: apiPath(decide, params), requestId, origin },
    body: { outcome, ...(id.startsWith('trf_') ? { reason } : ofUser) },
    idempotencyKey: `console-${once}-${id}`,
  });
  if (isProblem(reply)) return { id, result: 'failed', text: reply.message };
  if (reply.status >= 400) return { id, result: 'failed', text: storedMessage(reply.body) };
  return reply.status === 202
    ? { id, result: 'proposed', text: 'Another operator has to approve it.' }
    : { id, result: 'done', text: outcome === 'approved' ? 'Approved.' : 'Rejected.' };
}

/** A replayed refusal has the body of an error response. */
const storedMessage = (body: string): string =>
  (JSON.parse(body) as { readonly error: Pick<Problem, 'message'> }).error.message;

export const reviewBulkPages: readonly ConsoleRoute[] = [
  {
    path: PATH,
    get: (context) =>
      formPage(context, selectionOf(context.query.get('outcome'), context.query.getAll('id'))),
    post: decideAll,
  },
];
