import { countDecimals, formatAmount, parseStoredAmount } from './amount.ts';
import type { Decision, ReadonlyBook } from './book.ts';
import type { BookEvent } from './event.ts';
import type { TransferId } from './ids.ts';
import { isHeldAtSubmission } from './payout-account.ts';
import { payoutRefundEvents } from './payout.ts';
import {
  POINTS_ISSUED,
  clearingAccount,
  createPosting,
  fiatHeldAccount,
  walletLeg,
  type Balance,
  type PostingLeg,
} from './posting.ts';
import { refuse, refuseNotFound } from './refusal.ts';
import type { PartialReceipt, Transfer, TransferState } from './transfer.ts';
import { isApproved, refuseUserNotApproved, refuseWalletFrozen, type Reason } from './user.ts';
import { LedgerViolation } from './violations.ts';
import type { Wallet } from './wallet.ts';

// Reviews of transfers, and compliance holds (docs/contract-notes.md, "Money").

export type ReviewDecision = {
  readonly transfer_id: TransferId;
  readonly outcome: 'approved' | 'rejected';
  readonly reason: Reason | undefined;
  /** Identifies the request, so that it can be repeated. */
  readonly request?: string;
};

/**
 * Ends the review of a transfer. An approval checks users and wallets again. An approved off-ramp stays in review
 * until its rail accepts it; the approval event opens the task to submit it. Refuses not_found,
 * transfer_state_conflict, user_not_approved, wallet_frozen.
 */
export function reviewTransfer(book: ReadonlyBook, review: ReviewDecision): Decision {
  const { transfer_id, outcome, reason } = review;
  const transfer = book.transfers.get(transfer_id);
  if (transfer === undefined) return refuseNotFound('transfer');
  if (isRepeated(transfer, review)) return { events: [] };
  if (transfer.state !== 'in_review')
    return refuse('transfer_state_conflict', 'The transfer is not in review.');
  if (outcome === 'approved' && !areUsersApproved(book, transfer)) return refuseUserNotApproved();
  if (transfer.kind === 'offramp') return reviewOfframp(book, transfer, review);
  const to = requireWallet(book, transfer.destination.wallet_id);
  if (
    outcome === 'approved' &&
    [to, sourceWallet(book, transfer)].some((wallet) => wallet?.status === 'frozen')
  ) {
    return refuseWalletFrozen();
  }
  const rejection = reason ?? REJECTED_REASON;
  return transfer.kind === 'onramp'
    ? { events: onrampReviewEvents(book, transfer, to, outcome === 'approved' ? undefined : rejection) }
    : { events: userToUserReviewEvents(book, transfer, to, outcome === 'approved' ? undefined : rejection) };
}

/** Whether both users may move money now. Their approval may have changed since the transfer was created. */
const areUsersApproved = (book: ReadonlyBook, { source, destination }: Transfer): boolean =>
  [source.user_id, destination.user_id].every((id) => {
    const found = id === undefined ? undefined : book.users.get(id);
    return found === undefined || isApproved(found.user);
  });

/** Whether this request already approved the off-ramp. Its first response may have been lost. */
const isRepeated = ({ approval }: Transfer, { outcome, request }: ReviewDecision): boolean =>
  outcome === 'approved' && request !== undefined && approval?.request === request;

function reviewOfframp(
  book: ReadonlyBook,
  transfer: Transfer,
  { outcome, reason, request }: ReviewDecision,
): Decision {
  const { id: transfer_id, approval } = transfer;
  if (approval !== undefined)
    return refuse(
      'transfer_state_conflict',
      'The transfer is already approved, and its payout is in progress.',
    );
  if (outcome === 'rejected' && isHeldAtSubmission(transfer))
    return refuse(
      'transfer_state_conflict',
      'The rail may already have the payout. Settle it with the outcome that the bank reports.',
    );
  if (outcome === 'rejected') {
    return {
      events: payoutRefundEvents(
        book,
        transfer,
        'Payout rejected by review',
        undefined,
        reason ?? REJECTED_REASON,
      ),
    };
  }
  if (sourceWallet(book, transfer)?.status === 'frozen') return refuseWalletFrozen();
  const by = request === undefined ? {} : { request };
  return { events: [{ type: 'offramp.approved', data: { transfer_id, ...by } }] };
}

const REJECTED_REASON: Reason = { code: 'review_rejected', message: 'The review rejected the transfer.' };

function requireWallet(book: ReadonlyBook, id: string | undefined): Wallet {
  const wallet = book.wallets.get(id ?? '');
  if (wallet === undefined) throw new LedgerViolation('object_missing', `Wallet ${id ?? ''} does not exist.`);
  return wallet;
}

const sourceWallet = (book: ReadonlyBook, { source }: Transfer): Wallet | undefined =>
  book.wallets.get(source.wallet_id ?? '');

function requireHold(book: ReadonlyBook, transfer: Transfer): Balance {
  const hold = book.holds.get(transfer.id);
  if (hold === undefined)
    throw new LedgerViolation('inconsistent_book', `Transfer ${transfer.id} has no hold.`);
  return hold;
}

function userToUserReviewEvents(
  book: ReadonlyBook,
  transfer: Transfer,
  to: Wallet,
  rejection: Reason | undefined,
): BookEvent[] {
  const from = requireWallet(book, transfer.source.wallet_id);
  const { amount, cashable } = requireHold(book, transfer);
  const target = rejection === undefined ? to : from;
  return settlementEvents(
    book,
    transfer,
    rejection === undefined ? 'Transfer released after review' : 'Transfer rejected by review',
    [walletLeg(from, 'pending', -amount, -cashable), walletLeg(target, 'available', amount, cashable)],
    rejection === undefined
      ? { state: 'completed', receipt: { amount_credited: transfer.amount } }
      : { state: 'failed', state_reason: rejection },
  );
}

function onrampReviewEvents(
  book: ReadonlyBook,
  transfer: Transfer,
  to: Wallet,
  rejection: Reason | undefined,
): BookEvent[] {
  const { currency = '', rail = '' } = transfer.source;
  const received = transfer.receipt?.amount_received ?? '0';
  const decimals = countDecimals(received);
  const { amount: points } = requireHold(book, transfer);
  const release = walletLeg(to, 'pending', -points, -points);
  if (rejection === undefined) {
    const receipt = { amount_credited: formatAmount(points, to.decimals) };
    return settlementEvents(
      book,
      transfer,
      'Deposit released after review',
      [release, walletLeg(to, 'available', points, points)],
      {
        state: 'completed',
        receipt,
      },
    );
  }
  const fiat = { unit: currency, decimals };
  const back = parseStoredAmount(received);
  const legs = [
    release,
    { ...walletLeg(to, 'available', points, points), account: POINTS_ISSUED },
    { account: fiatHeldAccount(currency), ...fiat, amount: -back },
    { account: clearingAccount(rail, currency), ...fiat, amount: back },
  ];
  return settlementEvents(book, transfer, 'Deposit rejected by review', legs, {
    state: 'returned',
    state_reason: rejection,
  });
}

type Outcome = { state: TransferState; state_reason?: Reason; receipt?: PartialReceipt };

function settlementEvents(
  book: ReadonlyBook,
  transfer: Transfer,
  description: string,
  legs: PostingLeg[],
  outcome: Outcome,
): BookEvent[] {
  const { id: transfer_id, deposit_id } = transfer;
  const deposit = deposit_id === undefined ? {} : { deposit_id };
  return [
    createPosting(book.accounts, transfer_id, description, legs),
    { type: 'transfer.state_changed', data: { transfer_id, ...outcome, ...deposit } },
  ];
}
