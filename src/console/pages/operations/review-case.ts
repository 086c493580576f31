/** What a reviewer sees of a review: people, hints, who works on it, and the history of the person. */

import type { ReviewCase, ReviewHistory, ReviewPerson, Screening } from '../../../generated/api.ts';
import { isProblem, type Problem } from '../../../http/errors.ts';
import { nameWithoutId } from '../../../ledger/dual-control.ts';
import { html, type Html } from '../../../web/html.ts';
import { PROPOSALS_PATH } from '../../action-form.ts';
import { canSeePersonalData, tryRead, type PageContext } from '../../page-context.ts';
import { show, table } from '../../ui/tables.ts';
import { factList, tabLinks } from '../../ui/panels.ts';
import { amountHtml, badge, namedHtml, timestampHtml, toLabel, toWords } from '../../ui/text.ts';
import { notesPanel } from '../ledger/notes.ts';

/** Why a transfer in review is rejected. */
export const REJECTION_CODES = [
  ['compliance', 'Compliance'],
  ['suspected_fraud', 'Suspected fraud'],
  ['wrong_details', 'Wrong details'],
  ['requested_by_user', 'Requested by the user'],
  ['other', 'Other'],
] as const;

/** The operations of a review, by the kind of object that its ID is of, and their parameters. */
export const reviewCalls = (id: string) =>
  id.startsWith('trf_')
    ? ({
        get: 'getTransferReview',
        assign: 'assignTransferReview',
        decide: 'reviewTransfer',
        params: { transfer_id: id },
      } as const)
    : ({
        get: 'getKycReview',
        assign: 'assignKycReview',
        decide: 'reviewKyc',
        params: { user_id: id },
      } as const);

/** The review of an object; a problem if it was decided. */
export function tryReadReview(context: PageContext, id: string): Promise<ReviewCase | Problem> {
  const { get, params } = reviewCalls(id);
  return tryRead(context, get, { params });
}

/** The API masks names. A page that shows one in full is recorded. */
export function personName(context: PageContext, { name }: ReviewPerson): string {
  if (name !== null && canSeePersonalData(context)) context.personalData.isShown = true;
  return name ?? 'Person';
}

export const personHtml = (context: PageContext, person: ReviewPerson): Html =>
  namedHtml(personName(context, person), person.user_id);

export const hintsHtml = ({ hints }: ReviewCase): Html =>
  hints.length === 0
    ? html`<span class="none">—</span>`
    : html`<ul class="hints">
        ${hints.map(({ code, message }) => html`<li>${badge(code, 'wait')} <span>${message}</span></li>`)}
      </ul>`;

/** Whether one operator is enough, and who has proposed the approval. */
export function secondOperatorHtml({ second_operator }: ReviewCase, now: number): Html | undefined {
  const { is_needed, proposal_id, proposed_by, expires_at } = second_operator;
  if (proposal_id !== null)
    return html`<a href="${PROPOSALS_PATH}/${proposal_id}/approve"
        >proposed by ${nameWithoutId(proposed_by ?? '')}</a
      >, expires ${timestampHtml(expires_at, now)}`;
  return is_needed ? html`${badge('needs two operators', 'accent')}` : undefined;
}

/** The parts of a form's introduction about the review; nothing if it was decided. */
export async function reviewIntro(context: PageContext, found: ReviewCase | Problem): Promise<Html> {
  if (isProblem(found)) return html``;
  const { id, assignment, opened_at, due_at, is_overdue, people, history } = found;
  const second = secondOperatorHtml(found, context.now);
  return html`<h2>Review</h2>
    ${factList([
      ['Waiting since', timestampHtml(opened_at, context.now)],
      ['Target', html`${timestampHtml(due_at, context.now)} ${is_overdue && badge('overdue', 'stop')}`],
      ...people.map(
        (each) =>
          [
            toLabel(each.part),
            html`${personHtml(context, each)} ${badge(each.kyc_status)} ${badge(each.status)}`,
          ] as const,
      ),
      ['Assigned to', html`${assignment === null ? 'nobody' : assignment.name}`],
      second === undefined ? undefined : ['Second operator', second],
      ['Hints', hintsHtml(found)],
    ])}
    ${await notesPanel(context, found.kind === 'transfer' ? 'transfers' : 'users', id)}
    ${history !== null && historyHtml(context, history)}`;
}

const historyHtml = (context: PageContext, history: ReviewHistory): Html =>
  html`<h2>History of the person</h2>
    <p class="muted">
      ${
        history.transfers.length === 0
          ? 'No transfers yet.'
          : `${history.completed} completed and ${history.failed} failed of the newest transfers.`
      }
      ${history.is_more && 'There are more.'}
    </p>
    ${history.transfers.length > 0 && transfersHtml(context, history)}
    ${
      history.decisions.length > 0 &&
      table<ReviewHistory['decisions'][number]>(
        context,
        'Earlier decisions',
        [
          show.badge('Decision', 'outcome', 'head'),
          show.html('About', ({ id }) => namedHtml(id.startsWith('trf_') ? 'transfer' : 'identity', id)),
          show.text('By', 'decided_by'),
          show.time('When', 'decided_at'),
          show.html('Reason', ({ reason }) => html`${reason ?? '—'}`),
        ],
        history.decisions,
      )
    }`;

const transfersHtml = (context: PageContext, { transfers }: ReviewHistory): Html =>
  table<ReviewHistory['transfers'][number]>(
    context,
    'Newest transfers',
    [
      show.html(
        'Transfer',
        ({ id, kind, direction }) =>
          html`<a href="/console/transfers/${id}">${toLabel(kind)}, ${direction}</a>`,
        'head',
      ),
      show.amount('Amount', 'amount', 'unit', 'plain'),
      show.badge('State', 'state', 'aside'),
      show.time('Created', 'created_at', 'plain'),
    ],
    transfers,
  );

/** A review in one line. */
export const caseText = (context: PageContext, each: ReviewCase): Html =>
  html`${each.people.map((person, at) => html`${at > 0 && ' → '}${personHtml(context, person)}`)}
  ${each.amount !== null && html` · ${amountHtml(each.amount, each.unit)}`}
  ${each.reason !== null && html` <small>${toWords(each.reason.code)}</small>`}`;

// The sanctions screening of a user's names, next to the form of a review.

const KINDS: Readonly<Record<Screening['matches'][number]['kind'], string>> = {
  exact: 'the same words',
  similar_spelling: 'similar spelling',
  initials: 'initials instead of words',
  extra_words: 'additional words',
  missing_word: 'one word is missing',
};

const SUBJECTS: Readonly<Record<Screening['type'], string>> = {
  user: 'User',
  representative: 'Representative',
  payout_account: 'Payee',
};

/** The matches of the user's own name, of the representative, and of the payout accounts, or of one of them. */
export async function screeningHtml(context: PageContext, userId: string, accountId?: string): Promise<Html> {
  const found = await tryRead(context, 'getUserScreening', { params: { user_id: userId } });
  if (isProblem(found)) return html``;
  const shown = found.names.filter(
    ({ type, id }) => accountId === undefined || type !== 'payout_account' || id === accountId,
  );
  return html`<h2>Sanctions screening</h2>
    ${factList(shown.map((each) => [SUBJECTS[each.type], resultHtml(each)]))}`;
}

const resultHtml = ({ type, id, matches }: Screening): Html =>
  html`${type === 'payout_account' && html`${namedHtml('Payout account', id)}: `}${
    matches.length === 0
      ? 'no match'
      : html`<ul>
          ${matches.map(matchHtml)}
        </ul>`
  }`;

const matchHtml = ({ name, line, kind }: Screening['matches'][number]): Html =>
  html`<li>${name} (${line === null ? 'test name' : `line ${line}`}): ${KINDS[kind]}</li>`;

// The tabs shared by the review pages.

const TABS = {
  transfers: { label: 'transfers', href: '/console/reviews' },
  identities: { label: 'identities', href: '/console/reviews/identities' },
  proposals: { label: 'second operator', href: '/console/proposals' },
} as const;

export const reviewTabs = (current: keyof typeof TABS): Html =>
  tabLinks(
    'Reviews',
    Object.entries(TABS).map(([name, tab]) => ({ ...tab, isCurrent: name === current })),
  );
