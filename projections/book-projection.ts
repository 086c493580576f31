/** Projections of a book's events. */
import type { Projection } from '../src/read-models/projection.ts';
import type { BookEvent, EventType } from '../src/ledger/event.ts';

export type BookProjection<Value> = Projection<BookEvent, Value>;

/** A projection of the books' streams. It names every type of event, or does not compile. */
export const defineBookProjection = <Value>(
  projection: Omit<BookProjection<Value>, 'streams'>,
): BookProjection<Value> => ({
  ...projection,
  streams: 'book-',
});

/**
 * The types of events, by what they are about. A new type belongs to one of these topics, and then every projection that
 * ignores the topic compiles; one that belongs to none makes all of them say what they do with it.
 */
const TOPICS = {
  users: [
    'user.created',
    'user.updated',
    'user.kyc_status_changed',
    'user.terms_status_changed',
    'user.deactivated',
    'user.forgotten',
  ],
  onboarding: ['onboarding_links.issued', 'onboarding_link.completed', 'identity.submitted'],
  wallets: ['wallet.opened', 'wallet.frozen', 'wallet.unfrozen'],
  deposit_accounts: ['deposit_account.opened', 'deposit_account.deactivated', 'deposit_account.reactivated'],
  payout_accounts: ['payout_account.opened', 'payout_account.name_checked', 'payout_account.deleted'],
  transfers: ['transfer.created', 'transfer.state_changed'],
  offramps: ['offramp.approved'],
  deposits: ['deposit.arrived', 'deposit.sent_back', 'deposit.decision_told'],
  postings: ['posting.recorded'],
  quotes: ['quote.created'],
  treasury: ['allocation.received'],
  webhook_endpoints: [
    'webhook_endpoint.created',
    'webhook_endpoint.updated',
    'webhook_endpoint.key_rotated',
    'webhook_endpoint.tested',
    'webhook_endpoint.deleted',
  ],
  redeliveries: ['event.redelivery_requested'],
  requests: ['request.recorded'],
} as const satisfies Record<string, readonly EventType[]>;

type Topic = keyof typeof TOPICS;
type Ignored<T extends Topic> = Readonly<Record<(typeof TOPICS)[T][number], 'ignore'>>;

/** Rules that pass over all events about these topics. A rule of the projection's own stands after them. */
export function ignoreTopics<T extends Topic>(...topics: readonly T[]): Ignored<T> {
  const types = topics.flatMap((topic): readonly EventType[] => TOPICS[topic]);
  // Each type of these topics has its entry.
  return Object.fromEntries(types.map((type) => [type, 'ignore'])) as Ignored<T>;
}
