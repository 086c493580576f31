/** Projections of a book's events. */
import type { Projection } from '../src/documents/projection.ts';
import type { BookEvent } from '../src/ledger/event.ts';

export type BookProjection<Value> = Projection<BookEvent, Value>;

/** A projection of the books' streams. It names every type of event, or does not compile. */
export const definition = <Value>(
  projection: Omit<BookProjection<Value>, 'streams'>,
): BookProjection<Value> => ({
  ...projection,
  streams: 'book-',
});

// What a projection has no rule for, by what the events are about. A new type of event belongs to one of these, and
// then every projection compiles; one that belongs to none makes all of them say what they do with it.
export const IGNORE_USERS = {
  'user.created': 'ignore',
  'user.updated': 'ignore',
  'user.kyc_status_changed': 'ignore',
  'user.terms_status_changed': 'ignore',
  'user.deactivated': 'ignore',
} as const;
export const IGNORE_WALLETS = {
  'wallet.opened': 'ignore',
  'wallet.frozen': 'ignore',
  'wallet.unfrozen': 'ignore',
} as const;
export const IGNORE_DEPOSIT_ACCOUNTS = {
  'deposit_account.opened': 'ignore',
  'deposit_account.deactivated': 'ignore',
  'deposit_account.reactivated': 'ignore',
} as const;
export const IGNORE_PAYOUT_ACCOUNTS = {
  'payout_account.opened': 'ignore',
  'payout_account.name_checked': 'ignore',
  'payout_account.deleted': 'ignore',
} as const;
export const IGNORE_TRANSFERS = {
  'transfer.created': 'ignore',
  'transfer.state_changed': 'ignore',
} as const;
export const IGNORE_OFFRAMPS = {
  'offramp.approved': 'ignore',
} as const;
export const IGNORE_DEPOSITS = {
  'deposit.arrived': 'ignore',
  'deposit.sent_back': 'ignore',
} as const;
export const IGNORE_POSTINGS = {
  'posting.recorded': 'ignore',
} as const;
export const IGNORE_QUOTES = {
  'quote.created': 'ignore',
} as const;
export const IGNORE_TREASURY = {
  'allocation.received': 'ignore',
} as const;
export const IGNORE_REQUESTS = {
  'request.recorded': 'ignore',
} as const;
export const IGNORE_ONBOARDING = {
  'onboarding_links.issued': 'ignore',
  'onboarding_link.completed': 'ignore',
  'identity.submitted': 'ignore',
} as const;
