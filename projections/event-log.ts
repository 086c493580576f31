/**
 * The public event log: what integrators read and what webhooks deliver. An event carries the object's snapshot after
 * the change. For that, the projection keeps the newest snapshot of each object that can still change.
 */
import type { Amendment, FoldedDocument, LogDocument } from '../src/documents/projection.ts';
import type { DepositAccountEvent } from '../src/ledger/deposit-account.ts';
import { derivedId } from '../src/ledger/identifier.ts';
import { NOTHING_PERSONAL } from '../src/ledger/present.ts';
import { isFinal } from '../src/ledger/transfer.ts';
import type { TransferEvent } from '../src/ledger/transfer.ts';
import type { UserEvent } from '../src/ledger/user.ts';
import { definition, ignoring } from './definition.ts';
import { nextDepositAccountView } from './deposit-accounts.ts';
import type { DepositAccountView } from './deposit-accounts.ts';
import { nextTransferView, nextUserView } from './views.ts';
import type { Recorded, TransferView, UserView } from './views.ts';

type Snapshot = UserView | TransferView | DepositAccountView;
type Before = { readonly value: Snapshot } | undefined;
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

type Shown = { readonly before: Snapshot | undefined; readonly after: Snapshot };

function publicEvents(types: readonly string[], { before, after }: Shown, place: Place): LogDocument[] {
  const previous_attributes = previousAttributes(before, after);
  return types.map((type, index) => {
    const id = derivedId('evt', Date.parse(place.time), place.stream, place.revision, index);
    const value = {
      id,
      object: 'event' as const,
      type,
      api_version: 'v1',
      created_at: place.time,
      object_type: after.object,
      object_version: after.version,
      previous_attributes,
      data: after,
    };
    return { id, value, terms: ['every', `type:${type}`, `object:${after.id}`] };
  });
}

/** Emits an event of this type about the object that the recorded event touched. */
const emits =
  (type: string) =>
  (event: Place, [folded]: readonly FoldedDocument<Snapshot>[]): LogDocument[] => {
    const after = folded?.after?.value;
    return after === undefined ? [] : publicEvents([type], { before: folded?.before?.value, after }, event);
  };

// Each object is only ever touched by events about its own kind, so the snapshot before is of that kind.
const user = {
  touches: ({ data }: Recorded<UserEvent['type']>) => [data.user_id],
  fold: (before: Before, event: Recorded<UserEvent['type']>) => ({
    value: nextUserView(before?.value as UserView | undefined, event),
    terms: [],
  }),
};
const transfer = {
  touches: ({ data }: Recorded<TransferEvent['type']>) => [data.transfer_id],
  fold(before: Before, event: Recorded<TransferEvent['type']>) {
    const value = transferAfter(before, event);
    return value === undefined || isSettled(value) ? null : { value, terms: [] };
  },
};

/** A transfer that is over leaves no snapshot; a step of one that has none was applied before. */
const transferAfter = (before: Before, event: Recorded<TransferEvent['type']>): TransferView | undefined =>
  before === undefined && event.type === 'transfer.state_changed'
    ? undefined
    : nextTransferView(before?.value as TransferView | undefined, event);

/** Nothing can be said any more about a transfer that is over, but for late money of a canceled one. */
const isSettled = ({ kind, state }: TransferView): boolean => state !== 'canceled' && isFinal(kind, state);

function emitTransfer(
  event: Recorded<TransferEvent['type']>,
  [folded]: readonly FoldedDocument<Snapshot>[],
): LogDocument[] {
  const after = transferAfter(folded?.before, event);
  if (after === undefined) return [];
  const types =
    event.type === 'transfer.created' ? ['transfer.created'] : stateEvents(event.data.state, after);
  return publicEvents(types, { before: folded?.before?.value, after }, event);
}

const account = {
  touches: ({ data }: Recorded<DepositAccountEvent['type']>) => [data.deposit_account_id],
  fold: (before: Before, event: Recorded<DepositAccountEvent['type']>) => ({
    value: nextDepositAccountView(before?.value as DepositAccountView | undefined, event),
    terms: [],
  }),
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
  const forgotten = Object.keys(value).filter((key) => Object.hasOwn(NOTHING_PERSONAL, key));
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

export const eventLogProjection = definition<Snapshot>({
  name: 'events',
  version: 1,
  state: 'event_subjects',
  log: 'events',
  rules: {
    ...ignoring(
      'onboarding',
      'wallets',
      'payout_accounts',
      'offramps',
      'postings',
      'quotes',
      'treasury',
      'requests',
    ),
    'user.created': { ...user, emit: emits('user.created') },
    'user.updated': user,
    'user.kyc_status_changed': { ...user, emit: emits('user.kyc_status_changed') },
    'user.terms_status_changed': { ...user, emit: emits('user.terms_status_changed') },
    'user.deactivated': { ...user, emit: emits('user.deactivated') },
    'user.forgotten': { ...user, amend: ({ data }) => forgetting(data.user_id) },
    'deposit_account.opened': account,
    'deposit_account.reactivated': account,
    'deposit_account.deactivated': { ...account, emit: emits('deposit_account.deactivated') },
    'transfer.created': { ...transfer, emit: emitTransfer },
    'transfer.state_changed': { ...transfer, emit: emitTransfer },
    'deposit.sent_back': {
      touches: ({ data }) => [data.transfer_id],
      fold: (before) => before,
      emit: emits('deposit.returned'),
    },
    'deposit.arrived': 'ignore',
  },
});
