/** Reviews of transfers and identities: lists and decisions. */
import { COLLECTIONS } from '../../../projections/collections.ts';
import { notFoundProblem } from '../../api/server/errors.ts';
import { submitUserCommand } from '../../api/resources/users/user-command.ts';
import { findObject } from '../../api/operations/read.ts';
import { providerReference } from '../../api/resources/transfers/provider-instructions.ts';
import { submitReview } from '../../api/resources/transfers/submit-review.ts';
import { proposeAboveLimit, supersedeProposals } from '../../ledger/dual-control/dual-control.ts';
import { limitedApproval } from '../../ledger/dual-control/limited-actions.ts';
import type { Reason } from '../../ledger/users/user.ts';
import { reviewKyc } from '../../ledger/users/user-commands.ts';
import type { OperatorToken } from '../../platform/platform.ts';
import { wrapDocument, listAcrossBooks } from '../operations/cross-book-list.ts';
import type { CrossBookList, CrossBookSelection } from '../operations/cross-book-list.ts';
import { dualControlNameOf } from '../operations/dual-control-party.ts';
import { maskUser, roleSeesPersonalData } from '../operations/personal-data.ts';
import type { OperatorHandlers } from '../operations/operation.ts';

const TRANSFERS_IN_REVIEW: CrossBookList = {
  collection: COLLECTIONS.transfers,
  terms: ['state:in_review'],
  render: wrapDocument('transfer_review', 'transfer'),
};
/** Deactivated users need no decision. */
const USERS_UNDER_REVIEW: CrossBookSelection = {
  collection: COLLECTIONS.users,
  terms: ['kyc:under_review', 'status:active'],
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
        ? proposeAboveLimit(dualControlNameOf(call), (book, policy) => limitedApproval(book, policy, review))
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
      ...{ user_id, reason },
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
