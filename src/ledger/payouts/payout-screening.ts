/** Screening of payout accounts against the sanctions list (docs/contract-notes.md, "Payout accounts"). */
import type { Decision, ReadonlyBook } from '../book.ts';
import type { BookEvent, RecordedBookEvent } from '../event.ts';
import type { PayoutAccountId } from '../ids.ts';
import { withNewMatches } from '../screening-record.ts';
import type { ScreeningRecord } from '../screening-record.ts';
import { LedgerViolation } from '../violations.ts';
import type { Transfer } from '../transfers/transfer.ts';
import type { Reason } from '../users/user.ts';
import type { BookPayoutAccount } from './payout-account.ts';

/** Does not say why, because the user must not learn of a suspicion. */
export const COMPLIANCE_REVIEW_REASON: Reason = {
  code: 'compliance_review',
  message: 'The payout requires a review.',
};

/** For a payout that was held when it was to be submitted. An earlier attempt may have reached the rail. */
export const COMPLIANCE_HOLD_REASON: Reason = { ...COMPLIANCE_REVIEW_REASON, code: 'compliance_hold' };

/**
 * Whether the payout was held when it was to be submitted. A rejection must not refund it, because the rail may have paid it:
 * an operator asks the bank and settles it.
 */
export const isHeldAtSubmission = ({ state, state_reason, approval }: Transfer): boolean =>
  state === 'in_review' && state_reason?.code === COMPLIANCE_HOLD_REASON.code && approval === undefined;

/** Whether payouts to the account are held for review. */
export const isHeldByScreening = ({ screening }: Pick<BookPayoutAccount, 'screening'>): boolean =>
  screening?.isCleared === false;

/** The event that records matches of a new account; none if there are no matches. */
export function accountScreenedEvents(
  payout_account_id: PayoutAccountId,
  known: readonly string[],
  screened: ScreeningRecord,
): BookEvent[] {
  const record = withNewMatches(known, screened);
  return record === undefined
    ? []
    : [{ type: 'payout_account.screened', data: { payout_account_id, ...record } }];
}

/** Records new matches of an account, so that payouts to it are held. Deleted accounts receive no more payouts. */
export function screenPayoutAccount(
  book: ReadonlyBook,
  { payout_account_id, ...screened }: ScreeningRecord & { readonly payout_account_id: PayoutAccountId },
): Decision {
  const found = book.payoutAccounts.get(payout_account_id);
  if (found?.account.status !== 'active') return { events: [] };
  return { events: accountScreenedEvents(payout_account_id, found.screening?.matches ?? [], screened) };
}

/** Applies the event to an account. */
export function withAccountScreening(
  before: BookPayoutAccount | undefined,
  { data }: RecordedBookEvent<'payout_account.screened'>,
): BookPayoutAccount {
  if (before === undefined)
    throw new LedgerViolation(
      'object_missing',
      `payout_account.screened: payout account ${data.payout_account_id} does not exist.`,
    );
  return { ...before, screening: { matches: data.matches, isCleared: false } };
}

/** An approved payout clears the matches of its account: the operator saw them with the transfer. */
export const withClearedScreening = (account: BookPayoutAccount): BookPayoutAccount =>
  account.screening === undefined
    ? account
    : { ...account, screening: { ...account.screening, isCleared: true } };
