import { newId, type Decision, type DecisionContext, type ReadonlyBook } from './book.ts';
import type { BookEvent, EventData, RecordedBookEvent } from './event.ts';
import type { PayoutAccountId, UserId } from './ids.ts';
import type { Policy, Route } from './policy.ts';
import { refuse, refuseNotFound, type Refusal } from './refusal.ts';
import type { Transfer } from './transfer.ts';
import {
  requireActiveUser,
  requireApprovedUser,
  withNewMatches,
  type Reason,
  type ScreeningRecord,
} from './user.ts';
import { LedgerViolation } from './violations.ts';

// A payout account. Details that could redirect money stay sealed; only masked details are readable.

export type NameCheck = EventData<'payout_account.name_checked'>['name_check'];

type Opened = EventData<'payout_account.opened'>;

export type PayoutAccount = Pick<
  Opened,
  'user_id' | 'type' | 'currency' | 'country' | 'rail' | 'bank' | 'emailpay' | 'metadata'
> & {
  readonly id: PayoutAccountId;
  readonly status: 'active' | 'deleted';
  readonly name_check: NameCheck;
  readonly version: number;
  readonly created_at: string;
};

/** A payout account with the sealed name of its owner and the sealed details for the rail. */
export type BookPayoutAccount = {
  readonly account: PayoutAccount;
  readonly sealed: string;
  /** Kept after deletion, because a submitted payout still finishes. */
  readonly sealed_details: string;
  /** Codes of the matches of the owner's name on sanctions lists, and whether an operator cleared all of them. */
  readonly screening?: { readonly matches: readonly string[]; readonly isCleared: boolean };
};

export type PayoutAccountEvent = RecordedBookEvent<
  'payout_account.opened' | 'payout_account.name_checked' | 'payout_account.deleted'
>;

/** Applies an event to a payout account. The order of the fields is the order in responses. */
export function evolvePayoutAccount(
  before: PayoutAccount | undefined,
  event: PayoutAccountEvent,
): PayoutAccount {
  if (event.type === 'payout_account.opened') {
    if (before !== undefined)
      throw new LedgerViolation(
        'object_exists',
        `Payout account ${event.data.payout_account_id} already exists.`,
      );
    return openedPayoutAccount(event);
  }
  if (before === undefined)
    throw new LedgerViolation(
      'object_missing',
      `${event.type}: payout account ${event.data.payout_account_id} does not exist.`,
    );
  if (before.status === 'deleted')
    throw new LedgerViolation(
      'payout_account_deleted',
      `${event.type}: payout account ${before.id} is deleted.`,
    );
  const version = before.version + 1;
  return event.type === 'payout_account.deleted'
    ? { ...before, status: 'deleted', version }
    : { ...before, name_check: event.data.name_check, version };
}

/** Applies an event to a payout account and its sealed details. */
export function evolveBookPayoutAccount(
  before: BookPayoutAccount | undefined,
  event: PayoutAccountEvent,
): BookPayoutAccount {
  const account = evolvePayoutAccount(before?.account, event);
  if (event.type === 'payout_account.opened') {
    const { sealed, sealed_details } = event.data;
    return { account, sealed, sealed_details };
  }
  if (before === undefined)
    throw new LedgerViolation(
      'object_missing',
      `${event.type}: payout account ${event.data.payout_account_id} does not exist.`,
    );
  return { ...before, account };
}

function openedPayoutAccount({ data, time }: RecordedBookEvent<'payout_account.opened'>): PayoutAccount {
  const { payout_account_id: id, user_id, type, currency, country, rail, bank, emailpay, metadata } = data;
  return {
    id,
    user_id,
    type,
    currency,
    country,
    rail,
    ...(bank === undefined ? {} : { bank }),
    ...(emailpay === undefined ? {} : { emailpay }),
    status: 'active',
    name_check: 'not_supported',
    metadata,
    version: 1,
    created_at: time,
  };
}

// Screening of payout accounts against the sanctions list (docs/contract-notes.md, "Payout accounts").

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

// Decisions about payout accounts (docs/contract-notes.md, "Payout accounts").

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
