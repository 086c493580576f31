/** Decisions about payout accounts (docs/contract-notes.md, "Payout accounts"). */
import { requireApprovedUser } from '../users/eligibility.ts';
import { newId } from '../book.ts';
import type { ReadonlyBook, DecisionContext, Decision } from '../book.ts';
import type { EventData } from '../event.ts';
import { accountScreenedEvents } from './payout-screening.ts';
import type { ScreeningRecord } from '../screening-record.ts';
import type { BookPayoutAccount, NameCheck } from './payout-account.ts';
import type { Policy, Route } from '../policy.ts';
import { refuseNotFound, refuse } from '../refusal.ts';
import type { Refusal } from '../refusal.ts';
import { requireActiveUser } from '../users/user-commands.ts';
import type { PayoutAccountId, UserId } from '../ids.ts';

type Opened = EventData<'payout_account.opened'>;

export type OpenPayoutAccount = Omit<Opened, 'payout_account_id' | 'sealed' | 'sealed_details'> & {
  /** Seals the owner's name and the details for the account with this ID. */
  readonly seal: (id: PayoutAccountId) => Pick<Opened, 'sealed' | 'sealed_details'>;
  /** Validation errors that need lists or libraries outside the ledger; empty if there are none. */
  readonly problems: NonNullable<Refusal['details']>;
  /** The result of screening the owner's name. */
  readonly screened: ScreeningRecord;
};

/** The properties of a payout account that select its route. */
type Destination = {
  readonly type: string;
  readonly currency: string;
  readonly rail: string;
  readonly country: string;
};

/** Finds the off-ramp route from an asset to a payout account. A route without a country serves all countries. */
export const findOfframpRoute = (
  policy: Policy,
  asset: string,
  { type, currency, rail, country }: Destination,
): Route | undefined =>
  policy.routes.find(
    ({ kind, source, destination: to }) =>
      kind === 'offramp' &&
      source.type === 'wallet' &&
      source.asset === asset &&
      to.type === 'payout_account' &&
      to.currency === currency &&
      to.rail === rail &&
      to.accountType === type &&
      (to.country === null || to.country === country),
  );

/** Refuses not_found, user_not_approved, user_deactivated, unsupported_route, validation_failed. */
export function openPayoutAccount(
  book: ReadonlyBook,
  input: OpenPayoutAccount,
  context: DecisionContext,
): Decision {
  const { problems, seal, screened, ...data } = input;
  const owner = requireApprovedUser(book, data.user_id);
  if ('refusal' in owner) return owner;
  if (findOfframpRoute(context.policy, 'svc-points', data) === undefined) {
    return refuse('unsupported_route', 'No rail pays out to this kind of account.');
  }
  if (problems.length > 0) {
    return refuse('validation_failed', '', { details: problems });
  }
  const payout_account_id = newId('pa', book, context);
  const sealed = seal(payout_account_id);
  return {
    events: [
      { type: 'payout_account.opened', data: { payout_account_id, ...data, ...sealed } },
      ...accountScreenedEvents(payout_account_id, [], screened),
    ],
  };
}

type PayoutAccountKey = { readonly user_id: UserId; readonly payout_account_id: PayoutAccountId };

/**
 * Submitted off-ramps to the account still finish. Refuses not_found, user_deactivated, payout_account_deleted,
 * payout_account_in_use (an off-ramp to it is pending or in review).
 */
export function deletePayoutAccount(
  book: ReadonlyBook,
  { user_id, payout_account_id }: PayoutAccountKey,
): Decision {
  const found = book.payoutAccounts.get(payout_account_id);
  if (found?.account.user_id !== user_id) return refuseNotFound('payout account');
  const owner = requireActiveUser(book, user_id);
  if ('refusal' in owner) return owner;
  if (found.account.status === 'deleted') return refusePayoutAccountDeleted();
  for (const { destination, state } of book.transfers.values()) {
    const isBefore = state === 'pending' || state === 'in_review';
    if (isBefore && destination.payout_account_id === payout_account_id) {
      return refuse('payout_account_in_use');
    }
  }
  return { events: [{ type: 'payout_account.deleted', data: { payout_account_id } }] };
}

export const refusePayoutAccountDeleted = (): { refusal: Refusal } => refuse('payout_account_deleted');

/** A payout account whose name check has no final result. Undefined if it has one or the account was deleted. */
export function findAccountAwaitingNameCheck(
  book: ReadonlyBook,
  payout_account_id: PayoutAccountId,
): BookPayoutAccount | undefined {
  const found = book.payoutAccounts.get(payout_account_id);
  if (found === undefined || found.account.status === 'deleted') return undefined;
  const { name_check } = found.account;
  return name_check === 'not_supported' || name_check === 'pending' ? found : undefined;
}

/** Records a result of the name check. Returns no event if it adds nothing, so it can be repeated. */
export function recordNameCheck(
  book: ReadonlyBook,
  {
    payout_account_id,
    name_check,
  }: { readonly payout_account_id: PayoutAccountId; readonly name_check: NameCheck },
): Decision {
  const found = findAccountAwaitingNameCheck(book, payout_account_id);
  const isNews = found !== undefined && (name_check !== 'pending' || found.account.name_check !== 'pending');
  if (!isNews) return { events: [] };
  return { events: [{ type: 'payout_account.name_checked', data: { payout_account_id, name_check } }] };
}
