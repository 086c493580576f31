import type { DepositAccountEvent } from '../src/ledger/deposit-account.ts';
import { deriveId } from '../src/ledger/ids.ts';
import type { LateMovementEvent } from '../src/ledger/late-movement.ts';
import { isWalletAccount, walletOf } from '../src/ledger/posting.ts';
import { NO_PERSONAL_FIELDS, presentLateMovement } from '../src/ledger/present.ts';
import { isFinalState, type TransferEvent } from '../src/ledger/transfer.ts';
import type { UserEvent } from '../src/ledger/user.ts';
import { LedgerViolation } from '../src/ledger/violations.ts';
import { walletFromEvent, withWalletStatus } from '../src/ledger/wallet.ts';
import type { WebhookEndpointEvent } from '../src/ledger/webhook-endpoint.ts';
import type { Amendment, FoldedDocument, LogDocument } from '../src/read-models/projection.ts';
import { defineBookProjection, ignoreAllBut } from './book-projection.ts';
import { nextDepositAccountView, type DepositAccountView } from './deposits.ts';
import { withoutLargeMetadata } from './large-metadata.ts';
import {
  nextTransferView,
  nextUserView,
  type LateMovementView,
  type Recorded,
  type TransferView,
  type UserView,
} from './views.ts';
import { historyEntriesOf, type HistoryEntry, type WalletView } from './wallets.ts';
import {
  deliveryTerms,
  nextSubscribers,
  nextWebhookEndpointView,
  type Subscribers,
  type WebhookEndpointView,
} from './webhook-endpoints.ts';

// The public event log, which integrators read and webhooks deliver. An event contains a snapshot of the object after the
// change, so the projection keeps the latest snapshot of each object that can still change.
//
// The terms of an event name the webhook endpoints that receive it: those enabled and subscribed to its type at its revision.
// They follow from the book alone, so a rebuild produces the same terms.

/** A wallet as events show it: postings change its balance, and what causes them has events of its own. */
type WalletSnapshot = Omit<WalletView, 'balance'>;
type Snapshot = UserView | TransferView | DepositAccountView | WebhookEndpointView | WalletSnapshot;
/** What is made once and never changes has no snapshot. */
type PublicObject = Snapshot | LateMovementView | HistoryEntry;
/** A snapshot has the ID of its object. The document of the book's subscribers has the name of the stream. */
type StateValue = Snapshot | Subscribers;
type Before = { readonly value: StateValue; readonly terms: readonly string[] } | undefined;
type Folded = readonly FoldedDocument<StateValue>[];
type EventPosition = Pick<Recorded<'request.recorded'>, 'stream' | 'revision' | 'time' | 'metadata'>;

/** The previous values of changed fields; empty for a new object. */
function previousAttributes(before: Snapshot | undefined, after: PublicObject): Record<string, unknown> {
  if (before === undefined) return {};
  const then: Record<string, unknown> = before;
  const now: Record<string, unknown> = after;
  const changed = Object.keys(then).filter((key) => !isSame(then[key], now[key]));
  return Object.fromEntries(changed.map((key) => [key, then[key]]));
}

/** Unchanged values are usually identical, which avoids the serialization. */
const isSame = (a: unknown, b: unknown): boolean => a === b || JSON.stringify(a) === JSON.stringify(b);

/** An event as integrators read it: the object after the change, and the values that changed fields had before. */
export type PublicEvent = {
  readonly id: string;
  readonly object: 'event';
  readonly type: string;
  readonly api_version: string;
  readonly created_at: string;
  readonly object_type: PublicObject['object'];
  readonly object_version: number;
  readonly previous_attributes: Readonly<Record<string, unknown>>;
  readonly data: PublicObject;
};

type Change = { readonly before: Snapshot | undefined; readonly after: PublicObject };

function publicEvents(
  types: readonly string[],
  { before, after }: Change,
  event: EventPosition,
  subscribers?: Subscribers,
  firstIndex = 0,
): LogDocument[] {
  const previous_attributes = previousAttributes(before, after);
  return types.map((type, index) => {
    const id = deriveId('evt', Date.parse(event.time), event.stream, event.revision, firstIndex + index);
    const value: PublicEvent = {
      id,
      object: 'event',
      type,
      api_version: 'v1',
      created_at: event.time,
      object_type: after.object,
      // An entry of a history never changes.
      object_version: 'version' in after ? after.version : 1,
      previous_attributes,
      data: after,
    };
    const terms = ['every', `type:${type}`, `object:${after.id}`, ...deliveryTerms(subscribers, type)];
    return { id, value, terms };
  });
}

/** How snapshots of one kind of object are kept: the object of an event, and its snapshot after the event. */
type Subject<Event> = {
  readonly touches: (event: Event) => readonly string[];
  readonly fold: (
    before: Before,
    event: Event,
  ) => { readonly value: StateValue; readonly terms: readonly string[] } | null | undefined;
};
type Emit<Event> = (event: Event, folded: Folded, subscribers: Subscribers | undefined) => LogDocument[];

/** The ID of the first public event that a recorded event causes. */
const logId = ({ stream, revision, time }: EventPosition): string =>
  deriveId('evt', Date.parse(time), stream, revision, 0);

const announcedId = (event: EventPosition): string | undefined =>
  event.metadata.announced === true ? logId(event) : undefined;

/** A rule for events that integrators receive. It reads the book's subscribers and leaves them unchanged. */
const publishing = <Event extends EventPosition>({ touches, fold }: Subject<Event>, emit: Emit<Event>) => ({
  touches: (event: Event) => [...touches(event), event.stream],
  fold: (before: Before, event: Event, id: string) => (id === event.stream ? before : fold(before, event)),
  // The document with the name of the stream contains subscribers only.
  emit: (event: Event, folded: Folded) =>
    emit(event, folded, folded[1]?.before?.value as Subscribers | undefined),
});

/** Emits a public event of this type about the object that the recorded event touched. */
const emits =
  (type: string): Emit<EventPosition> =>
  (event, [folded], subscribers) => {
    // The first touched document is the object's snapshot.
    const [before, after] = [folded?.before?.value, folded?.after?.value] as (Snapshot | undefined)[];
    return after === undefined ? [] : publicEvents([type], { before, after }, event, subscribers);
  };

// Only events of its own kind touch an object, so the previous snapshot has that kind.
const user = {
  touches: ({ data }: Recorded<UserEvent['type']>) => [data.user_id],
  fold(before: Before, event: Recorded<UserEvent['type']>) {
    // The documents of a former sandbox are deleted.
    if (before === undefined && event.type === 'user.forgotten') return undefined;
    const value = nextUserView(before?.value as UserView | undefined, event);
    return { value: withoutLargeMetadata(value, event), terms: [] };
  },
};
/** A second rejection for other reasons leaves the status unchanged, and emits nothing. */
const emitKycStatus: Emit<EventPosition> = (event, folded, subscribers) => {
  // The first touched document is the user's snapshot.
  const [before, after] = [folded[0]?.before?.value, folded[0]?.after?.value] as (UserView | undefined)[];
  return before?.kyc_status === after?.kyc_status
    ? []
    : emits('user.kyc_status_changed')(event, folded, subscribers);
};

// Wallets. A user that is deactivated freezes its wallets. Events of releases that did not announce these changes emit nothing,
// so a rebuild adds nothing to what integrators have read.

/** Emits a public event of this type about a wallet. */
const announces =
  (type: string): Emit<EventPosition> =>
  (event, folded, subscribers) =>
    event.metadata.announced === true ? emits(type)(event, folded, subscribers) : [];

const walletOpened = {
  touches: ({ data }: Recorded<'wallet.opened'>) => [data.wallet_id],
  fold(_before: Before, event: Recorded<'wallet.opened'>) {
    const { id, ...wallet } = walletFromEvent(event);
    return { value: withoutLargeMetadata({ id, object: 'wallet' as const, ...wallet }, event), terms: [] };
  },
};

const withStatus = (status: WalletSnapshot['status']) => (before: Before) => {
  if (before === undefined)
    throw new LedgerViolation('object_missing', 'The event names a wallet that does not exist.');
  // Only events about wallets touch a wallet.
  const { object, ...wallet } = before.value as WalletSnapshot;
  return { value: { object, ...withWalletStatus(wallet, status) }, terms: [] };
};

const walletSet = (status: WalletSnapshot['status']) => ({
  touches: ({ data }: Recorded<'wallet.frozen' | 'wallet.unfrozen'>) => [data.wallet_id],
  fold: withStatus(status),
});

const freeze = withStatus('frozen');

const deactivated = {
  touches: ({ data, stream }: Recorded<'user.deactivated'>) => [
    data.user_id,
    stream,
    ...data.frozen_wallet_ids,
  ],
  fold(before: Before, event: Recorded<'user.deactivated'>, id: string) {
    if (id === event.stream) return before;
    return id === event.data.user_id ? user.fold(before, event) : freeze(before);
  },
  emit(event: Recorded<'user.deactivated'>, folded: Folded): LogDocument[] {
    const [ofUser, ofBook, ...wallets] = folded;
    // The document with the name of the stream contains subscribers only.
    const subscribers = ofBook?.before?.value as Subscribers | undefined;
    return [
      ...emits('user.deactivated')(event, ofUser === undefined ? [] : [ofUser], subscribers),
      ...(event.metadata.announced === true ? wallets : []).flatMap((each, index) => {
        const [before, after] = [each.before?.value, each.after?.value] as (WalletSnapshot | undefined)[];
        return after === undefined
          ? []
          : publicEvents(['wallet.frozen'], { before, after }, event, subscribers, index + 1);
      }),
    ];
  },
};

/** What moves in a wallet without a transfer: a reward, or the repayment of what its user owes. */
const moved = {
  touches: ({ metadata, stream }: Recorded<'posting.recorded'>) =>
    metadata.announced === true ? [stream] : [],
  fold: (before: Before) => before,
  emit(event: Recorded<'posting.recorded'>, folded: Folded): LogDocument[] {
    const [ofBook] = folded;
    if (ofBook === undefined) return [];
    // The document with the name of the stream contains subscribers only.
    const subscribers = ofBook.before?.value as Subscribers | undefined;
    const isRepayment = event.data.lines.some(
      ({ account }) => !isWalletAccount(account) && walletOf(account) !== undefined,
    );
    const type = isRepayment ? 'receivable.repaid' : 'reward.granted';
    return historyEntriesOf(event).flatMap((after, index) =>
      publicEvents([type], { before: undefined, after }, event, subscribers, index),
    );
  },
};

const transfer = {
  touches: ({ data }: Recorded<TransferEvent['type']>) => [data.transfer_id],
  fold(before: Before, event: Recorded<TransferEvent['type']>) {
    const value = transferAfter(before?.value, event);
    return value === undefined || isClosed(value) ? null : { value, terms: [] };
  },
};

/** A finished transfer has no snapshot. A state change without a snapshot was applied before. */
const transferAfter = (
  before: StateValue | undefined,
  event: Recorded<TransferEvent['type']>,
): TransferView | undefined =>
  before === undefined && event.type === 'transfer.state_changed'
    ? undefined
    : withoutLargeMetadata(nextTransferView(before as TransferView | undefined, event), event);

/** No event can follow, except late funds for a canceled transfer. */
const isClosed = ({ kind, state }: TransferView): boolean =>
  state !== 'canceled' && isFinalState(kind, state);

const emitTransfer: Emit<Recorded<TransferEvent['type']>> = (event, [folded], subscribers) => {
  const after = transferAfter(folded?.before?.value, event);
  if (after === undefined) return [];
  const types =
    event.type === 'transfer.created' ? ['transfer.created'] : stateEvents(event.data.state, after);
  // The first touched document is the transfer's snapshot.
  const before = folded?.before?.value as TransferView | undefined;
  return publicEvents(types, { before, after }, event, subscribers);
};

const sentBack = {
  touches: ({ data }: Recorded<'deposit.sent_back'>) => [data.transfer_id],
  fold: (before: Before) => before,
};

const lateMovement = {
  touches: ({ stream }: Recorded<LateMovementEvent['type']>) => [stream],
  fold: (before: Before) => before,
  emit: (event: Recorded<LateMovementEvent['type']>, [folded]: Folded) =>
    publicEvents(
      [event.type],
      { before: undefined, after: presentLateMovement(event) },
      event,
      // The document with the name of the stream contains subscribers only.
      folded?.before?.value as Subscribers | undefined,
    ),
  logId,
};

const account = {
  touches: ({ data }: Recorded<DepositAccountEvent['type']>) => [data.deposit_account_id],
  fold(before: Before, event: Recorded<DepositAccountEvent['type']>) {
    const value = nextDepositAccountView(before?.value as DepositAccountView | undefined, event);
    return { value: withoutLargeMetadata(value, event), terms: [] };
  },
};

type EndpointEvent = Recorded<WebhookEndpointEvent['type']>;

/** Updates the endpoint's snapshot and the book's subscribers. */
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

/** The other endpoints receive the event, so it is matched against the subscribers after it. */
const disabled = {
  ...endpoint,
  emit: (event: EndpointEvent, folded: Folded) =>
    // The document with the name of the stream contains subscribers only.
    emits('webhook_endpoint.disabled')(event, folded, folded[1]?.after?.value as Subscribers | undefined),
};

/** A test event goes directly to the tested endpoint, regardless of subscriptions, so it has no delivery terms. */
const tested = {
  touches: ({ data }: EndpointEvent) => [data.webhook_endpoint_id],
  fold: (before: Before) => before,
  emit: (event: EndpointEvent, folded: Folded) => emits('webhook_endpoint.test')(event, folded, undefined),
};

/** Erases the personal fields from past events about a user. */
const erasePersonalFields = (userId: string): Amendment => ({
  term: `object:${userId}`,
  change(value) {
    // Only public events about the user have this term.
    const event = value as { readonly data: UserView; readonly previous_attributes: Record<string, unknown> };
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

/** The public event types of a state change (docs/api.md, "Events"). */
function stateEvents(state: TransferView['state'], { kind }: TransferView): string[] {
  const types = ['transfer.state_changed'];
  if (state === 'funds_received') types.push('deposit.received');
  if (state === 'returned') types.push(kind === 'onramp' ? 'deposit.returned' : 'payout.returned');
  if (state === 'undeliverable') types.push('payout.returned');
  return types;
}

export const eventLogProjection = defineBookProjection<StateValue>({
  name: 'events',
  version: 4,
  state: 'event_subjects',
  log: 'events',
  rules: {
    ...ignoreAllBut(
      'users',
      'wallets',
      'postings',
      'deposit_accounts',
      'transfers',
      'late_movements',
      'deposits',
      'webhook_endpoints',
    ),
    'user.created': { ...publishing(user, emits('user.created')), logId },
    'user.updated': user,
    'user.kyc_status_changed': publishing(user, emitKycStatus),
    'user.terms_status_changed': { ...publishing(user, emits('user.terms_status_changed')), logId },
    'user.deactivated': { ...deactivated, logId },
    'user.forgotten': { ...user, amend: ({ data }) => erasePersonalFields(data.user_id) },
    'wallet.opened': { ...publishing(walletOpened, announces('wallet.created')), logId: announcedId },
    'wallet.frozen': { ...publishing(walletSet('frozen'), announces('wallet.frozen')), logId: announcedId },
    'wallet.unfrozen': {
      ...publishing(walletSet('active'), announces('wallet.unfrozen')),
      logId: announcedId,
    },
    'posting.recorded': moved,
    'deposit_account.opened': account,
    'deposit_account.reactivated': account,
    'deposit_account.deactivated': { ...publishing(account, emits('deposit_account.deactivated')), logId },
    'transfer.created': { ...publishing(transfer, emitTransfer), logId },
    'transfer.state_changed': { ...publishing(transfer, emitTransfer), logId },
    'payout.returned_late': lateMovement,
    'deposit.reversed': lateMovement,
    'deposit.sent_back': publishing(sentBack, emits('deposit.returned')),
    'deposit.arrived': 'ignore',
    'deposit.decision_told': 'ignore',
    'webhook_endpoint.created': endpoint,
    'webhook_endpoint.updated': endpoint,
    'webhook_endpoint.disabled': disabled,
    'webhook_endpoint.key_rotated': endpoint,
    'webhook_endpoint.tested': tested,
    'webhook_endpoint.deleted': endpoint,
  },
});
