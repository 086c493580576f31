/**
 * The public event log: what integrators read and what webhooks deliver. An event carries the object's snapshot after
 * the change. For that, the projection keeps the newest snapshot of each object that can still change.
 *
 * An event also says, by its terms, which webhook endpoints it is to be delivered to: those that are enabled and subscribed
 * to its type at its place in the book. So this follows from the book alone, and is the same after a rebuild.
 */
import type { Amendment, FoldedDocument, LogDocument } from '../../src/read-models/projection.ts';
import type { DepositAccountEvent } from '../../src/ledger/deposits/deposit-account.ts';
import { deriveId } from '../../src/ledger/ids.ts';
import { NO_PERSONAL_FIELDS } from '../../src/ledger/present.ts';
import { isFinalState } from '../../src/ledger/transfers/transfer.ts';
import type { TransferEvent } from '../../src/ledger/transfers/transfer.ts';
import type { UserEvent } from '../../src/ledger/users/user.ts';
import type { WebhookEndpointEvent } from '../../src/ledger/webhooks/webhook-endpoint.ts';
import { defineBookProjection, ignoreTopics } from '../book-projection.ts';
import { nextDepositAccountView } from '../deposits/deposit-accounts.ts';
import type { DepositAccountView } from '../deposits/deposit-accounts.ts';
import { deliveryTerms, nextSubscribers } from './subscribers.ts';
import type { Subscribers } from './subscribers.ts';
import { nextTransferView, nextUserView } from '../views.ts';
import type { Recorded, TransferView, UserView } from '../views.ts';
import { nextWebhookEndpointView } from './webhook-endpoints.ts';
import type { WebhookEndpointView } from './webhook-endpoints.ts';

type Snapshot = UserView | TransferView | DepositAccountView | WebhookEndpointView;
/** A snapshot has the ID of its object; the book's receivers have the name of its stream. */
type Kept = Snapshot | Subscribers;
type Before = { readonly value: Kept; readonly terms: readonly string[] } | undefined;
type Folded = readonly FoldedDocument<Kept>[];
type Place = Pick<Recorded<'request.recorded'>, 'stream' | 'revision' | 'time'>;

/** The values that changed fields had before; for something new, nothing. */
function previousAttributes(before: Snapshot | undefined, after: Snapshot): Record<string, unknown> {
  if (before === undefined) return {};
  const then: Record<string, unknown> = before;
  const now: Record<string, unknown> = after;
  const changed = Object.keys(then).filter((key) => !isSame(then[key], now[key]));
  return Object.fromEntries(changed.map((key) => [key, then[key]]));
}

/** What an event leaves alone is mostly the very same value. */
const isSame = (a: unknown, b: unknown): boolean => a === b || JSON.stringify(a) === JSON.stringify(b);

/** An event as integrators read it: the object after the change, and the values that changed fields had before. */
export type PublicEvent = {
  readonly id: string;
  readonly object: 'event';
  readonly type: string;
  readonly api_version: string;
  readonly created_at: string;
  readonly object_type: Snapshot['object'];
  readonly object_version: number;
  readonly previous_attributes: Readonly<Record<string, unknown>>;
  readonly data: Snapshot;
};

type Shown = { readonly before: Snapshot | undefined; readonly after: Snapshot };

function publicEvents(
  types: readonly string[],
  { before, after }: Shown,
  place: Place,
  receivers?: Subscribers,
): LogDocument[] {
  const previous_attributes = previousAttributes(before, after);
  return types.map((type, index) => {
    const id = deriveId('evt', Date.parse(place.time), place.stream, place.revision, index);
    const value: PublicEvent = {
      id,
      object: 'event',
      type,
      api_version: 'v1',
      created_at: place.time,
      object_type: after.object,
      object_version: after.version,
      previous_attributes,
      data: after,
    };
    const terms = ['every', `type:${type}`, `object:${after.id}`, ...deliveryTerms(receivers, type)];
    return { id, value, terms };
  });
}

/** How a kind of object is followed: which one an event is about, and what it looks like after it. */
type Subject<Event> = {
  readonly touches: (event: Event) => readonly string[];
  readonly fold: (
    before: Before,
    event: Event,
  ) => { readonly value: Kept; readonly terms: readonly string[] } | null | undefined;
};
type Emit<Event> = (event: Event, folded: Folded, receivers: Subscribers | undefined) => LogDocument[];

/** A rule for events that integrators are told of: it looks at the book's receivers too, and changes nothing about them. */
const telling = <Event extends Place>({ touches, fold }: Subject<Event>, emit: Emit<Event>) => ({
  touches: (event: Event) => [...touches(event), event.stream],
  fold: (before: Before, event: Event, id: string) => (id === event.stream ? before : fold(before, event)),
  // The document with the name of the stream holds receivers and nothing else.
  emit: (event: Event, folded: Folded) =>
    emit(event, folded, folded[1]?.before?.value as Subscribers | undefined),
});

/** Emits an event of this type about the object that the recorded event touched. */
const emits =
  (type: string): Emit<Place> =>
  (event, [folded], receivers) => {
    // The first document touched is the object's snapshot.
    const [before, after] = [folded?.before?.value, folded?.after?.value] as (Snapshot | undefined)[];
    return after === undefined ? [] : publicEvents([type], { before, after }, event, receivers);
  };

// Each object is only ever touched by events about its own kind, so the snapshot before is of that kind.
const user = {
  touches: ({ data }: Recorded<UserEvent['type']>) => [data.user_id],
  fold: (before: Before, event: Recorded<UserEvent['type']>) => ({
    value: nextUserView(before?.value as UserView | undefined, event),
    terms: [],
  }),
};
/** A user who is refused once more for other reasons has the status that they had. */
const emitKycStatus: Emit<Place> = (event, folded, receivers) => {
  // The first document touched is the user's snapshot.
  const [before, after] = [folded[0]?.before?.value, folded[0]?.after?.value] as (UserView | undefined)[];
  return before?.kyc_status === after?.kyc_status
    ? []
    : emits('user.kyc_status_changed')(event, folded, receivers);
};
const transfer = {
  touches: ({ data }: Recorded<TransferEvent['type']>) => [data.transfer_id],
  fold(before: Before, event: Recorded<TransferEvent['type']>) {
    const value = transferAfter(before?.value, event);
    return value === undefined || isSettled(value) ? null : { value, terms: [] };
  },
};

/** A transfer that is over leaves no snapshot; a step of one that has none was applied before. */
const transferAfter = (
  before: Kept | undefined,
  event: Recorded<TransferEvent['type']>,
): TransferView | undefined =>
  before === undefined && event.type === 'transfer.state_changed'
    ? undefined
    : nextTransferView(before as TransferView | undefined, event);

/** Nothing can be said any more about a transfer that is over, but for late money of a canceled one. */
const isSettled = ({ kind, state }: TransferView): boolean =>
  state !== 'canceled' && isFinalState(kind, state);

const emitTransfer: Emit<Recorded<TransferEvent['type']>> = (event, [folded], receivers) => {
  const after = transferAfter(folded?.before?.value, event);
  if (after === undefined) return [];
  const types =
    event.type === 'transfer.created' ? ['transfer.created'] : stateEvents(event.data.state, after);
  // The first document touched is the transfer's snapshot.
  const before = folded?.before?.value as TransferView | undefined;
  return publicEvents(types, { before, after }, event, receivers);
};

const sentBack = {
  touches: ({ data }: Recorded<'deposit.sent_back'>) => [data.transfer_id],
  fold: (before: Before) => before,
};

const account = {
  touches: ({ data }: Recorded<DepositAccountEvent['type']>) => [data.deposit_account_id],
  fold: (before: Before, event: Recorded<DepositAccountEvent['type']>) => ({
    value: nextDepositAccountView(before?.value as DepositAccountView | undefined, event),
    terms: [],
  }),
};

type EndpointEvent = Recorded<WebhookEndpointEvent['type']>;

/** The endpoint itself, and what the book's events are matched against. */
const endpoint = {
  touches: ({ data, stream }: EndpointEvent) => [data.webhook_endpoint_id, stream],
  fold(before: Before, event: EndpointEvent, id: string) {
    const value =
      id === event.stream
        ? nextSubscribers(before?.value as Subscribers | undefined, event)
        : nextWebhookEndpointView(before?.value as WebhookEndpointView | undefined, event);
    return value === undefined ? null : { value, terms: [] };
  },
};

/** Goes to the endpoint that is tested alone, at once, and by nobody's subscription: so it has no terms of delivery. */
const tested = {
  touches: ({ data }: EndpointEvent) => [data.webhook_endpoint_id],
  fold: (before: Before) => before,
  emit: (event: EndpointEvent, folded: Folded) => emits('webhook_endpoint.test')(event, folded, undefined),
};

/** What was told of a user loses what is personal, as if it had not been known then. */
const forgetting = (userId: string): Amendment => ({
  term: `object:${userId}`,
  change(told) {
    // Only events about the user have this term.
    const event = told as { readonly data: UserView; readonly previous_attributes: Record<string, unknown> };
    const { data, previous_attributes } = event;
    return {
      ...event,
      previous_attributes: withoutPersonal(previous_attributes),
      data: withoutPersonal(data),
    };
  },
});

const withoutPersonal = <Shape extends object>(value: Shape): Shape => {
  const forgotten = Object.keys(value).filter((key) => Object.hasOwn(NO_PERSONAL_FIELDS, key));
  return { ...value, ...Object.fromEntries(forgotten.map((key) => [key, null])) };
};

/** What a state change fires beside `transfer.state_changed` (docs/api.md, "Events"). */
function stateEvents(state: TransferView['state'], { kind }: TransferView): string[] {
  const types = ['transfer.state_changed'];
  if (state === 'funds_received') types.push('deposit.received');
  if (state === 'returned') types.push(kind === 'onramp' ? 'deposit.returned' : 'payout.returned');
  if (state === 'undeliverable') types.push('payout.returned');
  return types;
}

export const eventLogProjection = defineBookProjection<Kept>({
  name: 'events',
  version: 2,
  state: 'event_subjects',
  log: 'events',
  rules: {
    ...ignoreTopics(
      'onboarding',
      'wallets',
      'payout_accounts',
      'offramps',
      'postings',
      'quotes',
      'treasury',
      'redeliveries',
      'requests',
    ),
    'user.created': telling(user, emits('user.created')),
    'user.updated': user,
    'user.kyc_status_changed': telling(user, emitKycStatus),
    'user.terms_status_changed': telling(user, emits('user.terms_status_changed')),
    'user.deactivated': telling(user, emits('user.deactivated')),
    'user.forgotten': { ...user, amend: ({ data }) => forgetting(data.user_id) },
    'deposit_account.opened': account,
    'deposit_account.reactivated': account,
    'deposit_account.deactivated': telling(account, emits('deposit_account.deactivated')),
    'transfer.created': telling(transfer, emitTransfer),
    'transfer.state_changed': telling(transfer, emitTransfer),
    'deposit.sent_back': telling(sentBack, emits('deposit.returned')),
    'deposit.arrived': 'ignore',
    'deposit.decision_told': 'ignore',
    'webhook_endpoint.created': endpoint,
    'webhook_endpoint.updated': endpoint,
    'webhook_endpoint.key_rotated': endpoint,
    'webhook_endpoint.tested': tested,
    'webhook_endpoint.deleted': endpoint,
  },
});
