/** What waits for a decision, and the decisions: transfers in review, and users under review. */
import { COLLECTIONS } from '../../projections/collections.ts';
import {
  validateKycReviewDecision,
  validateKycReviewListQuery,
  validateTransferReviewDecision,
  validateTransferReviewListQuery,
} from '../generated/validators.js';
import { noSuch } from '../http/errors.ts';
import { submitAboutUser } from '../http/personal.ts';
import { find } from '../http/read.ts';
import { referenceOf } from '../http/provider-details.ts';
import { submitReview } from '../http/submit-review.ts';
import { reviewKyc } from '../ledger/users.ts';
import type { OperatorToken } from '../platform/platform.ts';
import { around, pageOverBooks } from './books.ts';
import type { WaitingList } from './books.ts';
import { maskedTransfer, maskedUser, mayKnowPersons } from './persons.ts';
import { operatorRoute } from './route.ts';
import type { OperatorRoute } from './route.ts';

const transfer = { collection: COLLECTIONS.transfers, param: 'transfer_id', noun: 'transfer' } as const;
const user = { collection: COLLECTIONS.users, param: 'user_id', noun: 'user' } as const;

const transfersWaiting = (token: OperatorToken): WaitingList => ({
  collection: COLLECTIONS.transfers,
  terms: ['state:in_review'],
  shown: (id, place, body) => around('transfer_review', 'transfer')(id, place, transferAsSeenBy(token, body)),
});
const usersWaiting = (token: OperatorToken): WaitingList => ({
  collection: COLLECTIONS.users,
  // Nothing is decided about a user who was deactivated meanwhile.
  terms: ['kyc:under_review', 'status:active'],
  shown: (id, place, body) => around('kyc_review', 'user')(id, place, userAsSeenBy(token, body)),
});

const userAsSeenBy = (token: OperatorToken, user: string): string =>
  mayKnowPersons(token) ? user : maskedUser(user);

const transferAsSeenBy = (token: OperatorToken, transfer: string): string =>
  mayKnowPersons(token) ? transfer : maskedTransfer(transfer);

export const reviewsRoutes: readonly OperatorRoute[] = [
  operatorRoute({
    method: 'GET',
    path: '/operator/v1/reviews',
    role: 'viewer',
    query: validateTransferReviewListQuery,
    handle: ({ services, query, token }) => pageOverBooks(services, transfersWaiting(token), query),
  }),
  operatorRoute({
    method: 'POST',
    path: '/operator/v1/transfers/{transfer_id}/review',
    role: 'reviewer',
    about: transfer,
    body: validateTransferReviewDecision,
    handle(call) {
      const { transfer_id } = call.params;
      const { outcome, reason } = call.body;
      const why = reason === undefined ? undefined : `${reason.code}: ${reason.message}`;
      return submitReview(call, { transfer_id, outcome, reason, request: referenceOf(call) }, why);
    },
  }),
  operatorRoute({
    method: 'GET',
    path: '/operator/v1/transfers/{transfer_id}',
    role: 'viewer',
    about: transfer,
    async handle(call) {
      const found = await find(call, COLLECTIONS.transfers, call.params.transfer_id);
      return found === undefined
        ? noSuch('transfer')
        : { status: 200, body: transferAsSeenBy(call.token, found.body) };
    },
  }),
  operatorRoute({
    method: 'GET',
    path: '/operator/v1/kyc_reviews',
    role: 'viewer',
    query: validateKycReviewListQuery,
    handle: ({ services, query, token }) => pageOverBooks(services, usersWaiting(token), query),
  }),
  operatorRoute({
    method: 'POST',
    path: '/operator/v1/users/{user_id}/kyc_review',
    role: 'reviewer',
    about: user,
    body: validateKycReviewDecision,
    handle(call) {
      const { user_id } = call.params;
      const { outcome, rejection_reasons = [] } = call.body;
      return submitAboutUser(call, {
        user_id,
        decide: (book) => reviewKyc(book, { user_id, outcome, rejection_reasons }),
      });
    },
  }),
  operatorRoute({
    method: 'GET',
    path: '/operator/v1/users/{user_id}',
    role: 'viewer',
    about: user,
    async handle(call) {
      const found = await find(call, COLLECTIONS.users, call.params.user_id);
      return found === undefined
        ? noSuch('user')
        : { status: 200, body: userAsSeenBy(call.token, found.body) };
    },
  }),
];
