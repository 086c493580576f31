/** The review queue: transfers and identities that wait, oldest first, with keys for each action. */
import type { ReviewCase, ReviewCasePage } from '../../../generated/api.ts';
import { isProblem } from '../../../http/errors.ts';
import { html, type Html } from '../../../web/html.ts';
import { bookOwnerHtml } from '../../book-location.ts';
import { listField } from '../../bulk-results.ts';
import {
  hrefWith,
  mayCall,
  read,
  write,
  type ConsoleRoute,
  type PageContext,
  type PageResult,
} from '../../page-context.ts';
import { withViews } from '../../saved-views.ts';
import { orderIn } from '../../ui/list-filters.ts';
import {
  REFRESH_MS,
  chosenColumns,
  columnMenu,
  extras,
  filterLinks,
  liveRows,
  show,
  sortable,
  table,
  type Column,
} from '../../ui/tables.ts';
import { actionLink, emptyState } from '../../ui/panels.ts';
import {
  amountHtml,
  badge,
  railText,
  referenceHtml,
  relativeTimeHtml,
  textHtml,
  timestampHtml,
  toLabel,
  toWords,
} from '../../ui/text.ts';
import { hintsHtml, personHtml, reviewCalls, reviewTabs, secondOperatorHtml } from './review-case.ts';

type Queue = {
  readonly kind: ReviewCase['kind'];
  readonly path: string;
  readonly title: string;
  readonly tab: 'transfers' | 'identities';
  readonly none: readonly [string, string];
};

const TRANSFERS: Queue = {
  kind: 'transfer',
  path: '/console/reviews',
  title: 'Transfers in review',
  tab: 'transfers',
  none: ['No transfers in review', 'Transfers that a rule sends to review will appear here.'],
};
const IDENTITIES: Queue = {
  kind: 'identity',
  path: '/console/reviews/identities',
  title: 'Identities under review',
  tab: 'identities',
  none: ['No identities under review', 'Users who submit identity data will appear here.'],
};

/** The page of a review next to its queue. */
export const casePath = (id: string): string =>
  `/console/reviews/${id.startsWith('trf_') ? 'transfers' : 'people'}/${id}`;

/** The queue that an object of this ID is in. */
export const queuePath = (id: string): string => (id.startsWith('trf_') ? TRANSFERS : IDENTITIES).path;

const PAGE_LIMIT = 15;

/** The part of the queue that the URL selects. Throws Refused. */
export function readQueue(context: PageContext, kind: ReviewCase['kind']): Promise<ReviewCasePage> {
  const chosen = (name: string, parameter = name) => {
    const value = context.query.get(name) ?? '';
    return value === '' ? {} : { [parameter]: value };
  };
  return read(context, 'listReviewQueue', {
    query: {
      kind,
      limit: PAGE_LIMIT,
      ...chosen('reason'),
      ...chosen('assigned'),
      ...chosen('after', 'starting_after'),
      ...orderIn(context),
    },
  });
}

const queuePage =
  (queue: Queue) =>
  async (asked: PageContext): Promise<PageResult> => {
    const { context, menu, notice } = await withViews(asked, () => ({
      filters: {},
      parameters: ['assigned', 'reason'],
      columns: columns(queue, true),
    }));
    const found = await readQueue(context, queue.kind);
    const { total, overdue, data, is_complete } = found;
    const [first] = data;
    return {
      kind: 'page',
      title: queue.title,
      section: 'reviews',
      lead: html`${reviewTabs(queue.tab)}
        <p class="muted" id="queue-length" data-refresh="${REFRESH_MS}">
          ${total} waiting, ${overdue} overdue. ${!context.query.has('sort') && 'The oldest is first.'}
          ${!is_complete && 'There are more: the list and its order cover the 1,000 oldest.'}
        </p>`,
      actions:
        first &&
        actionLink(
          context,
          reviewCalls(first.id).decide,
          hrefWith({ ...context, path: casePath(first.id) }, {}),
          'Decide one by one',
          'main',
        ),
      content: html`${notice}
        <div class="filter-bar">
          ${filters(context, found)}
          <span class="filter-tools">${menu} ${columnMenu(context, columns(queue, true))}</span>
        </div>
        <section class="panel">
          ${liveRows(
            queue.title,
            data.length === 0 ? emptyState(...queue.none) : rowsHtml(context, queue, found),
            'queue',
          )}
        </section>`,
    };
  };

function filters(context: PageContext, { reasons }: ReviewCasePage): Html {
  const coded = reasons.flatMap(({ code, count }) =>
    code === null ? [] : [[code, `${toLabel(code)} (${count})`] as const],
  );
  return html`${filterLinks(context, 'assigned', 'Assigned to', [
    ['', 'All'],
    ['me', 'Assigned to me'],
    ['nobody', 'Not assigned'],
  ])}
  ${coded.length > 0 && filterLinks(context, 'reason', 'Reason', [['', 'Any reason'], ...coded])}`;
}

function rowsHtml(context: PageContext, queue: Queue, page: ReviewCasePage): Html {
  const last = page.data.at(-1);
  const canDecide = page.data.some(({ id }) => mayCall(context, reviewCalls(id).decide));
  return html`<div data-queue>
      ${keysHtml(canDecide)}
      <form id="bulk" method="get" action="/console/reviews/decide">${listField(context)}</form>
      ${table(context, queue.title, chosenColumns(context, columns(queue, canDecide)), page.data, { isSorted: true })}
      ${
        canDecide &&
        html`<div class="buttons">
          <button form="bulk" class="button quiet" name="outcome" value="approved">Approve selected</button>
          <button form="bulk" class="button quiet" name="outcome" value="rejected">Reject selected</button>
        </div>`
      }
    </div>
    ${
      page.has_more &&
      last !== undefined &&
      html`<nav class="pager" aria-label="Pages">
        <a class="button quiet" rel="next" href="${hrefWith(context, { after: last.id })}">Next</a>
      </nav>`
    }`;
}

const KEYS: readonly (readonly [key: string, action: string])[] = [
  ['j', 'next'],
  ['k', 'previous'],
  ['a', 'approve'],
  ['r', 'reject'],
  ['m', 'assign to me'],
  ['x', 'select'],
];

const keysHtml = (canDecide: boolean): Html =>
  html`<p class="keys">
    ${KEYS.filter(([key]) => canDecide || 'jk'.includes(key)).map(
      ([key, action]) => html`<span><kbd>${key}</kbd> ${action}</span> `,
    )}
  </p>`;

const SELECT = show.html<ReviewCase>(
  'Select',
  ({ id }) =>
    html`<input
      type="checkbox"
      form="bulk"
      name="id"
      value="${id}"
      aria-label="Select ${id}"
      data-key="x"
    />`,
  'plain',
);

const columns = (queue: Queue, canDecide: boolean): readonly Column<ReviewCase>[] => [
  ...(canDecide ? [SELECT] : []),
  show.html(
    queue.kind === 'transfer' ? 'From, to' : 'Person',
    (each, context) =>
      html`${each.people.map(
          (person, at) =>
            html`<span class="second-line"
              >${personHtml(context, person)}${at < each.people.length - 1 && ' →'}</span
            > `,
        )} <small class="second-line">${bookOwnerHtml(context, each)}</small>`,
    'head',
  ),
  ...(queue.kind === 'transfer' ? TRANSFER : []),
  sortable(
    'opened_at',
    show.html(
      'Waiting since',
      ({ opened_at, due_at, is_overdue }, { now }) =>
        html`${timestampHtml(opened_at, now)}
          <small class="second-line"
            >${is_overdue ? badge('overdue', 'stop', 'due') : 'due'} ${relativeTimeHtml(due_at, now)}</small
          >`,
    ),
    { own: 'ascending' },
  ),
  show.html('Hints', hintsHtml, 'plain'),
  show.html('Assigned to', (each, context) => assignmentHtml(context, each), 'plain'),
  show.html('Decide', (each, context) => decideHtml(context, each), 'plain'),
  ...extras<ReviewCase>(
    show.text('Country', ({ people }) => people.map(({ country }) => country).join(', ')),
    ...(queue.kind === 'transfer' ? TRANSFER_EXTRAS : []),
  ),
];

const TRANSFER_EXTRAS: readonly Column<ReviewCase>[] = [
  show.html('Rail', ({ transfer }) => {
    const { rail, currency } =
      transfer?.source.rail === undefined ? (transfer?.destination ?? {}) : transfer.source;
    return rail === undefined ? textHtml(null) : html`${railText(rail, currency)}`;
  }),
  show.html('Reference', ({ transfer }) => referenceHtml(transfer?.integrator_reference)),
  show.time('Created', ({ transfer }) => transfer?.created_at),
];

const TRANSFER: readonly Column<ReviewCase>[] = [
  sortable(
    'amount',
    show.number(
      'Amount',
      ({ id, amount, unit, transfer }) =>
        html`<a href="/console/transfers/${id}">${amountHtml(amount, unit)}</a>
          <small class="second-line">${transfer !== null && toWords(transfer.kind)}</small>`,
      'aside',
    ),
  ),
  show.html(
    'Reason',
    ({ reason }) => html`<span title="${reason?.message ?? ''}">${toLabel(reason?.code ?? '—')}</span>`,
    'plain',
  ),
];

function assignmentHtml(context: PageContext, { id, assignment }: ReviewCase): Html {
  const isMine = assignment?.operator_id === context.session.token.id;
  const name = assignment === null ? undefined : isMine ? 'you' : assignment.name;
  if (!mayCall(context, reviewCalls(id).assign)) return html`${name ?? '—'}`;
  return html`${name}
    <form method="post" action="/console/reviews/${id}/assign">
      <input type="hidden" name="csrf" value="${context.formToken}" />
      <input type="hidden" name="to" value="${isMine ? 'nobody' : 'me'}" />
      <button class="button quiet small" data-key="m">${isMine ? 'Release' : 'Assign to me'}</button>
    </form>`;
}

function decideHtml(context: PageContext, each: ReviewCase): Html {
  const { id, kind } = each;
  const notes = html`<a href="/console/${kind === 'transfer' ? 'transfers' : 'users'}/${id}#notes">Notes</a>`;
  if (!mayCall(context, reviewCalls(id).decide))
    return html`<span class="muted">requires the reviewer role</span> ${notes}`;
  const second = secondOperatorHtml(each, context.now);
  const links =
    kind === 'transfer'
      ? html`<a class="button quiet" data-key="a" href="/console/transfers/${id}/approve">Approve</a
          ><a class="button quiet" data-key="r" href="/console/transfers/${id}/reject">Reject</a>`
      : html`<a class="button quiet" data-key="a" href="/console/users/${id}/identity">Review</a>`;
  return html`<span class="row-actions">${links}${notes}</span> ${second}`;
}

/** Assigns a review to the operator, or to nobody. */
const assignRoute: ConsoleRoute = {
  path: '/console/reviews/{review_id}/assign',
  get: ({ params: { review_id = '' } }) => ({ kind: 'redirect', to: queuePath(review_id) }),
  async post(context, form) {
    const { review_id = '' } = context.params;
    const isMine = form.get('to') === 'me';
    const { assign, params } = reviewCalls(review_id);
    const reply = await write(context, assign, { params, body: { assigned_to: isMine ? 'me' : null } });
    if (isProblem(reply)) return reply;
    const text = isMine ? 'The review is assigned to you.' : 'The review is assigned to nobody.';
    return { kind: 'redirect', to: queuePath(review_id), flash: { tone: 'ok', text } };
  },
};

export const reviewQueuePages: readonly ConsoleRoute[] = [
  { path: TRANSFERS.path, get: queuePage(TRANSFERS) },
  { path: IDENTITIES.path, get: queuePage(IDENTITIES) },
  assignRoute,
];
