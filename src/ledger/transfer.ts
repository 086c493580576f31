import { formatAmount, parseAmount, type Amount } from './amount.ts';
import type { DepositInstructions } from './deposit-account.ts';
import type { BookEvent, EventData, RecordedBookEvent } from './event.ts';
import type { DepositAccountId, DepositId, PayoutAccountId, QuoteId, TransferId, WalletId } from './ids.ts';
import type { Price, Route } from './policy.ts';
import type { ArchivedQuote } from './quote.ts';
import { refuse, refuseField, refuseTooPrecise, type Refusal } from './refusal.ts';
import type { Reason } from './user.ts';
import { LedgerViolation } from './violations.ts';
import type { Wallet } from './wallet.ts';

// A transfer: a movement of money with its states (docs/api.md, "States of a transfer").

export type TransferState = EventData<'transfer.state_changed'>['state'];
export type TransferKind = EventData<'transfer.created'>['kind'];
type TransferEnd = EventData<'transfer.created'>['source'];
export type PartialReceipt = NonNullable<EventData<'transfer.state_changed'>['receipt']>;

/** The settled amounts and fees, with the times of the first step and of completion. */
export type Receipt = PartialReceipt & {
  readonly initiated_at: string;
  readonly completed_at: string | null;
};

export type Transfer = {
  readonly id: TransferId;
  readonly kind: TransferKind;
  readonly state: TransferState;
  readonly state_reason: Reason | null;
  readonly source: TransferEnd;
  readonly destination: TransferEnd;
  readonly amount: string;
  readonly deposit_account_id: DepositAccountId | null;
  readonly deposit_instructions: DepositInstructions | null;
  readonly receipt: Receipt | null;
  /** The deposit that paid for the transfer. Not shown in the API. */
  readonly deposit_id?: DepositId | undefined;
  /** The amount and rate of an off-ramp's payout. Not shown until the rail accepts it. */
  readonly payout?: { readonly amount: string; readonly rate: string } | undefined;
  /** The approval of an off-ramp in review, with the request that approved it if known. Not shown in the API. */
  readonly approval?: { readonly request: string | null };
  /** The points counted against the sender's limits, if they differ from the amount. Not shown in the API. */
  readonly counted_points?: string | undefined;
  readonly integrator_reference: string | null;
  readonly metadata: Readonly<Record<string, string>>;
  readonly version: number;
  readonly created_at: string;
  readonly updated_at: string;
};

export type TransferEvent = RecordedBookEvent<'transfer.created' | 'transfer.state_changed'>;

/** The states with a reason. */
const STATES_WITH_REASON: ReadonlySet<TransferState> = new Set([
  'in_review',
  'failed',
  'canceled',
  'returned',
  'undeliverable',
  'refunded',
]);

const FINAL_STATES: ReadonlySet<TransferState> = new Set([
  'completed',
  'failed',
  'canceled',
  'returned',
  'refunded',
]);

type TransitionTable = Readonly<
  Record<TransferKind, Partial<Record<TransferState, readonly TransferState[]>>>
>;

/**
 * The allowed transitions by transfer kind. The exact type lets callers cover every state. `refunded` follows the
 * `returned` state of an off-ramp, so that state is not final.
 */
export const TRANSFER_TRANSITIONS = {
  user_to_user: { pending: ['completed', 'in_review', 'canceled'], in_review: ['completed', 'failed'] },
  conversion: { pending: ['completed', 'failed'] },
  onramp: {
    awaiting_funds: ['funds_received', 'returned', 'canceled', 'failed'],
    funds_received: ['completed', 'in_review', 'failed'],
    in_review: ['completed', 'returned', 'failed'],
  },
  offramp: {
    pending: ['payout_submitted', 'in_review', 'canceled', 'failed'],
    in_review: ['payout_submitted', 'refunded'],
    payout_submitted: ['completed', 'undeliverable', 'returned'],
    undeliverable: ['refunded'],
    returned: ['refunded'],
  },
} as const satisfies TransitionTable;

/** The same transitions, for lookups by any state. */
const TRANSITIONS: TransitionTable = TRANSFER_TRANSITIONS;

// The keys of the table are all kinds.
export const TRANSFER_KINDS = Object.keys(TRANSFER_TRANSITIONS) as readonly TransferKind[];

/** Every state that a transfer of the kind can have. */
export function statesOf(kind: TransferKind): readonly TransferState[] {
  // The keys of the table are states.
  const steps = Object.entries(TRANSITIONS[kind]) as readonly [TransferState, readonly TransferState[]][];
  return [...new Set(steps.flatMap(([from, to]) => [from, ...to]))];
}

/** Whether a transfer in this state can no longer change. */
export const isFinalState = (kind: TransferKind, state: TransferState): boolean =>
  FINAL_STATES.has(state) && !(kind === 'offramp' && state === 'returned');

/** The transfer end of a wallet. */
export const walletEnd = (wallet: Wallet): TransferEnd => ({
  type: 'wallet',
  wallet_id: wallet.id,
  user_id: wallet.user_id,
  asset: wallet.asset,
});

export const REVIEW_AMOUNT_REASON = { code: 'review_amount', message: 'The amount requires a review.' };

/** The event that fails a transfer before any money moved. */
export const transferFailedEvent = (transfer_id: TransferId, state_reason: Reason): BookEvent => ({
  type: 'transfer.state_changed',
  data: { transfer_id, state: 'failed', state_reason },
});

/** Applies an event to a transfer. Throws a LedgerViolation for a transition that is not allowed. */
export function evolveTransfer(before: Transfer | undefined, event: TransferEvent): Transfer {
  if (event.type === 'transfer.created') return createdTransfer(event);
  if (before === undefined)
    throw new LedgerViolation('object_missing', `Transfer ${event.data.transfer_id} does not exist.`);
  const { state, state_reason, receipt, deposit_id = before.deposit_id } = event.data;
  if (TRANSITIONS[before.kind][before.state]?.includes(state) !== true) {
    throw new LedgerViolation(
      'transition_not_allowed',
      `A ${before.kind} transfer cannot go from ${before.state} to ${state}.`,
    );
  }
  const after: MutableTransfer = {
    ...before,
    state,
    state_reason: STATES_WITH_REASON.has(state) ? (state_reason ?? before.state_reason) : null,
    receipt: mergeReceipt(before, receipt, state === 'completed' ? event.time : null),
    version: before.version + 1,
    updated_at: event.time,
  };
  if (deposit_id !== undefined) after.deposit_id = deposit_id;
  return after;
}

/** Marks an off-ramp in review as approved. Its visible fields do not change. */
export function markOfframpApproved(
  transfer: Transfer,
  { data }: RecordedBookEvent<'offramp.approved'>,
): Transfer {
  if (transfer.kind !== 'offramp' || transfer.state !== 'in_review' || transfer.approval !== undefined)
    throw new LedgerViolation(
      'approval_unexpected',
      `Transfer ${transfer.id} does not wait for an approval.`,
    );
  return { ...transfer, approval: { request: data.request ?? null } };
}

type MutableTransfer = { -readonly [Member in keyof Transfer]: Transfer[Member] };

function createdTransfer(event: RecordedBookEvent<'transfer.created'>): Transfer {
  const { data, time } = event;
  const { payout, receipt } = data;
  const transfer: MutableTransfer = {
    id: data.transfer_id,
    kind: data.kind,
    state: data.state,
    state_reason: null,
    source: data.source,
    destination: data.destination,
    amount: data.amount,
    deposit_account_id: data.deposit_account_id ?? null,
    deposit_instructions: data.deposit_instructions ?? null,
    receipt: receipt === undefined ? null : { initiated_at: time, ...receipt, completed_at: null },
    integrator_reference: data.integrator_reference ?? null,
    metadata: data.metadata ?? {},
    version: 1,
    created_at: time,
    updated_at: time,
  };
  // These fields are rare, and spreading the object would be slower.
  if (payout !== undefined) transfer.payout = payout;
  if (data.counted_points !== undefined) transfer.counted_points = data.counted_points;
  return transfer;
}

function mergeReceipt(
  before: Transfer,
  part: PartialReceipt | undefined,
  completedAt: string | null,
): Receipt | null {
  if (before.receipt === null && part === undefined) return null;
  const completed_at = completedAt ?? before.receipt?.completed_at ?? null;
  return { initiated_at: before.created_at, ...before.receipt, ...part, completed_at };
}

// The input of a transfer of any kind, and the checks that all kinds share.

/** The integrator's own fields of a transfer. */
export type IntegratorFields = Pick<EventData<'transfer.created'>, 'integrator_reference' | 'metadata'>;

/** One side of a transfer. Only some pairs of sides have a route. */
export type TransferSide =
  | { readonly type: 'wallet'; readonly wallet_id: WalletId }
  | { readonly type: 'fiat'; readonly currency: string; readonly rail: string }
  | { readonly type: 'payout_account'; readonly payout_account_id: PayoutAccountId };

export type CreateTransfer = IntegratorFields & {
  readonly source: TransferSide;
  readonly destination: TransferSide;
  readonly amount: string;
  readonly quote_id?: QuoteId;
  /** The quote, if the book no longer contains it. */
  readonly archivedQuote?: ArchivedQuote;
  /** Points per coin at the last trade, for the limits of the sender and for reviews. */
  readonly coinPrice?: Price | undefined;
  /** On-ramps: the provider's response. Undefined during a dry run. */
  readonly provider?: ProviderResponse;
  /** Off-ramps: the rail's reason to refuse the payout before the debit. */
  readonly payoutRefusal?: Reason;
};

export type ProviderResponse = {
  /** The provider's reference of the request. */
  readonly reference?: string;
} & (
  | {
      readonly instructions: DepositInstructions;
    }
  /** The provider refused the request permanently. */
  | { readonly refused: Reason }
);

export const refuseUnsupportedRoute = (): { refusal: Refusal } =>
  refuse('unsupported_route', 'There is none between this source and destination.');

/** Parses the amount and checks the limits of the route. Refuses validation_failed and the limits. */
export function checkAmount(
  input: Pick<CreateTransfer, 'amount' | 'quote_id'>,
  route: Route,
): { amount: Amount } | { refusal: Refusal } {
  const { decimals } = route.source;
  if (input.quote_id !== undefined && route.kind !== 'conversion') {
    return refuseField('quote_id', 'unknown_field', 'Only a conversion accepts a quote.');
  }
  const amount = parseAmount(input.amount, decimals);
  if (amount === undefined) return refuseTooPrecise(decimals);
  // A route without a minimum still requires a positive amount.
  const least = route.min === 0n ? 1n : route.min;
  if (amount < least) {
    return refuse('amount_below_minimum', `It must be at least ${formatAmount(least, decimals)}.`);
  }
  if (amount > route.max) {
    return refuse('amount_above_maximum', `It must be at most ${formatAmount(route.max, decimals)}.`);
  }
  return { amount };
}

/** The request fields that are recorded unchanged. */
export const integratorFieldsOf = ({
  integrator_reference,
  metadata,
}: IntegratorFields): IntegratorFields => ({
  ...(integrator_reference === undefined ? {} : { integrator_reference }),
  ...(metadata === undefined ? {} : { metadata }),
});
