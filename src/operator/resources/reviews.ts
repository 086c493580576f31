/** Reviews of transfers and identities: lists and decisions. */

import { COLLECTIONS } from '../../../projections/collections.ts';
import { transferTerms } from '../../../projections/transfers.ts';
import { userTerms } from '../../../projections/users.ts';
import { assertCurrent, findObject } from '../../api/operations/read.ts';
import { waitForPosition } from '../../api/operations/wait.ts';
import { providerReference } from '../../api/resources/provider-instructions.ts';
import { submitReview } from '../../api/resources/submit-review.ts';
import { submitUserCommand } from '../../api/resources/users.ts';
import type { ReviewCase, ReviewCasePage, ReviewQueueQuery } from '../../generated/api.ts';
import { fromRefusal, malformedRequest, notFoundProblem, type Problem } from '../../http/errors.ts';
import type { Reply } from '../../http/reply.ts';
import { limitedApproval, proposeAboveLimit, supersedeProposals } from '../../ledger/limited-actions.ts';
import { refuse } from '../../ledger/refusal.ts';
import { reviewKyc, type Reason } from '../../ledger/user.ts';
import { nameOfOperator } from '../../platform/credentials.ts';
import type { OperatorToken } from '../../platform/platform.ts';
import { getValue, parseBody } from '../../read-models/collection.ts';
import { compareAmounts, comparing } from '../lists/sorting.ts';
import {
  listAcrossBooks,
  wrapDocument,
  type CrossBookList,
  type CrossBookSelection,
} from '../operations/cross-book-list.ts';
import {
  askingOf,
  type OperatorCall,
  type OperatorCaller,
  type OperatorHandlers,
} from '../operations/operation.ts';
import { maskUser, roleSeesPersonalData } from '../operations/personal-data.ts';
import type { OperatorServices } from '../operations/services.ts';
import {
  assign,
  assignmentsOf,
  byAge,
  dueAt,
  openReviewOf,
  openReviews,
  type OpenReview,
  type Place,
} from '../reviews/open-reviews.ts';
import { presentHistory } from '../reviews/person-record.ts';
import { describeReviews } from '../reviews/review-case.ts';

const TRANSFERS_IN_REVIEW: CrossBookList = {
  collection: COLLECTIONS.transfers,
  terms: transferTerms({ state: 'in_review' }),
  render: wrapDocument('transfer_review', 'transfer'),
};
/** Deactivated users need no decision. */
const USERS_UNDER_REVIEW: CrossBookSelection = {
  collection: COLLECTIONS.users,
  terms: userTerms({ kyc_status: 'under_review', status: 'active' }),
};
const usersUnderReview = (token: OperatorToken): CrossBookList => ({
  ...USERS_UNDER_REVIEW,
  render: (id, book, body) => wrapDocument('kyc_review', 'user')(id, book, userVisibleTo(token, body)),
});

const userVisibleTo = (token: OperatorToken, user: string): string =>
  roleSeesPersonalData(token) ? user : maskUser(user);

/** The reason as the metadata of events contains it. */
export const reasonText = (reason: Reason | undefined): string | undefined =>
  reason === undefined ? undefined : `${reason.code}: ${reason.message}`;

export const reviewHandlers = {
  listTransferReviews: ({ services, query }) => listAcrossBooks(services, TRANSFERS_IN_REVIEW, query),
  reviewTransfer(call) {
    const { transfer_id } = call.params;
    const { outcome, reason } = call.body;
    const review = { transfer_id, outcome, reason, request: providerReference(call) };
    const control =
      outcome === 'approved'
        ? proposeAboveLimit(askingOf(call), (book, policy) => limitedApproval(book, policy, review))
        : supersedeProposals(transfer_id);
    return submitReview(call, review, reasonText(reason), control);
  },
  async getOperatorTransfer(call) {
    const found = await findObject(call, COLLECTIONS.transfers, call.params.transfer_id);
    return found === undefined ? notFoundProblem('transfer') : { status: 200, body: found.body };
  },
  listKycReviews: ({ services, query, token }) => listAcrossBooks(services, usersUnderReview(token), query),
  reviewKyc(call) {
    const { user_id } = call.params;
    const { outcome, rejection_reasons = [], reason } = call.body;
    return submitUserCommand(call, {
      user_id,
      reason,
      decide: (book) => reviewKyc(book, { user_id, outcome, rejection_reasons }),
    });
  },
  async getOperatorUser(call) {
    const found = await findObject(call, COLLECTIONS.users, call.params.user_id);
    return found === undefined
      ? notFoundProblem('user')
      : { status: 200, body: userVisibleTo(call.token, found.body) };
  },
} satisfies Partial<OperatorHandlers>;

// The review queue: what waits for a reviewer, oldest first, and who works on it.

const LIMIT_DEFAULT = 25;

export const reviewQueueHandlers = {
  async listReviewQueue({ services, token, query }) {
    const { kind = 'transfer', reason, assigned, limit = LIMIT_DEFAULT, starting_after: cursor } = query;
    const { reviews, isComplete } = await openReviews(services, kind, query);
    const chosen = await assignedTo(services, reviews, assigned, token.id);
    const matching = chosen.filter((each) => reason === undefined || each.reason?.code === reason);
    const place = cursor === undefined ? undefined : await placeOf(services, cursor);
    if (cursor !== undefined && place === undefined)
      return malformedRequest('The cursor must be the ID of an object in this list.');
    const compare = await reviewOrder(
      services,
      query.sort,
      place === undefined ? matching : [...matching, place],
    );
    const rest = matching.filter((each) => place === undefined || compare(each, place) > 0).toSorted(compare);
    const shown = await describeReviews(services, token, rest.slice(0, limit));
    const now = services.clock();
    const page: ReviewCasePage = {
      data: shown.map((each) => each.shown),
      has_more: rest.length > limit,
      total: matching.length,
      overdue: matching.filter((each) => dueAt(services, each) < now).length,
      reasons: reasonsOf(chosen),
      is_complete: isComplete,
    };
    return { status: 200, body: JSON.stringify(page) };
  },
  getTransferReview: (call) => replyWithCase(call, call.params.transfer_id),
  getKycReview: (call) => replyWithCase(call, call.params.user_id),
  assignTransferReview: (call) => assignReview(call, call.params.transfer_id),
  assignKycReview: (call) => assignReview(call, call.params.user_id),
} satisfies Partial<OperatorHandlers>;

/** How the query sorts these reviews. It reads at most one document for each of them. Throws ReadModelBehind. */
async function reviewOrder(
  services: OperatorServices,
  sort: ReviewQueueQuery['sort'],
  reviews: readonly Place[],
): Promise<(a: Place, b: Place) => number> {
  if (sort === undefined) return byAge;
  const amounts = sort.startsWith('amount') ? await amountsOf(services, reviews) : undefined;
  const amountOf = ({ id }: Place): string => amounts?.get(id) ?? '0';
  return comparing(sort, { opened_at: byAge, amount: (a, b) => compareAmounts(amountOf(a), amountOf(b)) });
}

/** The amounts of the transfers; identities have none. */
async function amountsOf(
  services: OperatorServices,
  reviews: readonly Place[],
): Promise<ReadonlyMap<string, string>> {
  await waitForPosition(services, await services.head(), COLLECTIONS.search);
  const ids = reviews.map(({ id }) => id);
  const found = await services.documents.getMany(COLLECTIONS.search, ids);
  return new Map(found.map((each) => [each.id, parseBody(COLLECTIONS.search, each).amount ?? '0']));
}

async function assignedTo(
  { documents }: OperatorServices,
  reviews: readonly OpenReview[],
  assigned: 'me' | 'nobody' | undefined,
  operatorId: string,
): Promise<readonly OpenReview[]> {
  if (assigned === undefined || reviews.length === 0) return reviews;
  const assignments = await assignmentsOf(documents, reviews);
  const wanted = assigned === 'me' ? operatorId : undefined;
  return reviews.filter(({ id }) => assignments.get(id)?.operator_id === wanted);
}

/** The place in the queue of a review that was open when the page before was read. */
async function placeOf({ documents }: OperatorServices, id: string): Promise<Place | undefined> {
  const review = await getValue(documents, COLLECTIONS.reviews, id);
  const opened_at = review?.opened_at ?? review?.decided.at(-1)?.opened_at;
  return opened_at === undefined ? undefined : { id, opened_at };
}

function reasonsOf(reviews: readonly OpenReview[]): ReviewCasePage['reasons'] {
  const counts = new Map<string | null, number>();
  for (const { reason } of reviews) {
    const code = reason?.code ?? null;
    counts.set(code, (counts.get(code) ?? 0) + 1);
  }
  return [...counts].map(([code, count]) => ({ code, count })).sort((a, b) => b.count - a.count);
}

async function replyWithCase(caller: OperatorCaller, id: string): Promise<Reply> {
  const found = await findCase(caller, id);
  return 'problem' in found ? found : { status: 200, body: JSON.stringify(found) };
}

async function findOpen({ services, stream }: OperatorCaller, id: string): Promise<OpenReview | Problem> {
  await waitForPosition(services, await services.writers.head(stream), COLLECTIONS.reviews);
  const found = await services.documents.get(COLLECTIONS.reviews, id);
  const review = found && openReviewOf(found);
  if (review !== undefined) return review;
  await assertCurrent(services, COLLECTIONS.reviews);
  const problem = id.startsWith('trf_')
    ? refuse('transfer_state_conflict', 'The transfer does not wait for a decision.')
    : refuse('user_state_conflict', 'The identity of the user does not wait for a decision.');
  return fromRefusal(problem.refusal);
}

async function findCase(caller: OperatorCaller, id: string): Promise<ReviewCase | Problem> {
  const review = await findOpen(caller, id);
  if ('problem' in review) return review;
  const { services, token } = caller;
  const [described] = await describeReviews(services, token, [review]);
  if (described === undefined) return notFoundProblem(review.kind === 'transfer' ? 'transfer' : 'user');
  const { shown, record } = described;
  return { ...shown, history: presentHistory(record, (actor) => actorName(services, actor)) };
}

/** The name of an operator; other actors as they are. */
const actorName = ({ platform }: OperatorServices, actor: string): string =>
  nameOfOperator(platform(), actor.replace('operator:', '')) ?? actor;

async function assignReview(
  call: OperatorCall<'assignTransferReview' | 'assignKycReview'>,
  id: string,
): Promise<Reply> {
  const review = await findOpen(call, id);
  if ('problem' in review) return review;
  const { services, token, body } = call;
  const now = services.clock();
  // The time of a sandbox book may be ahead of the clock.
  const assigned_at = new Date(Math.max(now, Date.parse(review.opened_at))).toISOString();
  const assignment = { operator_id: token.id, name: token.name, assigned_at };
  await assign(services.documents, review, body.assigned_to === 'me' ? assignment : null, now);
  return replyWithCase(call, id);
}
