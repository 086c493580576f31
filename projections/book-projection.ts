/** Projections of the events of books, and of one other stream. */
import type { ActivityEvent } from '../src/generated/events.ts';
import type { BookEvent, EventType } from '../src/ledger/event.ts';
import type { Projection } from '../src/read-models/projection.ts';

export type BookProjection<Value> = Projection<BookEvent, Value>;

/** Defines a projection of the book streams. It does not compile unless it names every event type. */
export const defineBookProjection = <Value>(
  projection: Omit<BookProjection<Value>, 'streams'>,
): BookProjection<Value> => ({
  ...projection,
  streams: 'book-',
});

/** Defines a projection of a stream that is no book. The projector passes it only the events of its streams. */
export const defineActivityProjection = <Value>(
  projection: Projection<ActivityEvent, Value>,
): BookProjection<Value> => projection as unknown as BookProjection<Value>;

/**
 * Event types by topic. A projection names the topics that it handles: a new type in one of these does not compile until the
 * projection has a rule for it, or ignores it. A new type without a topic does not compile in any projection.
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
  transfer_batches: ['transfer_batch.created'],
  offramps: ['offramp.approved'],
  late_movements: ['payout.returned_late', 'deposit.reversed'],
  deposits: ['deposit.arrived', 'deposit.sent_back', 'deposit.decision_told'],
  postings: ['posting.recorded'],
  quotes: ['quote.created'],
  treasury: ['allocation.received'],
  webhook_endpoints: [
    'webhook_endpoint.created',
    'webhook_endpoint.updated',
    'webhook_endpoint.disabled',
    'webhook_endpoint.key_rotated',
    'webhook_endpoint.tested',
    'webhook_endpoint.deleted',
  ],
  redeliveries: ['event.redelivery_requested'],
  requests: ['request.recorded'],
  clock: ['clock.advanced'],
  generations: ['book.opened', 'book.closed', 'task.dropped'],
  screening: ['user.screened', 'payout_account.screened'],
  notes: ['note.added'],
  dual_control: ['proposal.created', 'proposal.executed', 'proposal.ended'],
} as const satisfies Record<string, readonly EventType[]>;

type Topic = keyof typeof TOPICS;
type Ignored<T extends Topic> = Readonly<Record<(typeof TOPICS)[T][number], 'ignore'>>;

/** Ignores all events except those of these topics. Put the projection's own rules after it. */
export function ignoreAllBut<T extends Topic = never>(...handled: readonly T[]): Ignored<Exclude<Topic, T>> {
  const kept: ReadonlySet<string> = new Set(handled);
  const types = Object.entries<readonly EventType[]>(TOPICS).flatMap(([topic, own]) =>
    kept.has(topic) ? [] : own,
  );
  // The object has one entry for each type of the other topics.
  return Object.fromEntries(types.map((type) => [type, 'ignore'])) as Ignored<Exclude<Topic, T>>;
}
