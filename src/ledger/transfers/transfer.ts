/** A movement of money and its states (docs/api.md, "States of a transfer"). */
import type { BookEvent, EventData, RecordedBookEvent } from '../event.ts';
import type { DepositInstructions } from '../deposits/deposit-account.ts';
import type { Reason } from '../users/user.ts';
import type { Wallet } from '../wallets/wallet.ts';
import { LedgerViolation } from '../violations.ts';
import type { DepositAccountId, DepositId, TransferId } from '../ids.ts';

export type TransferState = EventData<'transfer.state_changed'>['state'];
export type TransferKind = EventData<'transfer.created'>['kind'];
export type TransferEnd = EventData<'transfer.created'>['source'];
export type PartialReceipt = NonNullable<EventData<'transfer.state_changed'>['receipt']>;

/** Amounts and fees as the steps settled them; the times are those of the first step and of completion. */
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
  /** The deposit that paid for it; the ledger's own knowledge, not shown with the transfer. */
  readonly deposit_id?: DepositId | undefined;
  /** What an off-ramp pays out, and at which rate. Not shown until the rail has taken it. */
  readonly payout?: { readonly amount: string; readonly rate: string } | undefined;
  /** Of an off-ramp in review that was let go; by which request, if one is known. Not shown either. */
  readonly approval?: { readonly request: string | null };
  /** Points it counts for against its sender's limits, where that is not its amount. Not shown either. */
  readonly counted_points?: string | undefined;
  readonly integrator_reference: string | null;
  readonly metadata: Readonly<Record<string, string>>;
  readonly version: number;
  readonly created_at: string;
  readonly updated_at: string;
};

export type TransferEvent = RecordedBookEvent<'transfer.created' | 'transfer.state_changed'>;

/** The states that have a reason. */
const EXCEPTIONAL: ReadonlySet<TransferState> = new Set([
  'in_review',
  'failed',
  'canceled',
  'returned',
  'undeliverable',
  'refunded',
]);

const FINAL: ReadonlySet<TransferState> = new Set([
  'completed',
  'failed',
  'canceled',
  'returned',
  'refunded',
]);

type Next = Readonly<Record<TransferKind, Partial<Record<TransferState, readonly TransferState[]>>>>;

/**
 * States a transfer can move on to, by kind; in its exact type, so that who explains the steps can miss none. An
 * off-ramp's `returned` is followed by `refunded`, so it is not final.
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
} as const satisfies Next;

/** The same, for states of any transfer. */
const NEXT: Next = TRANSFER_TRANSITIONS;

/** Whether a transfer in this state is over for good. */
export const isFinalState = (kind: TransferKind, state: TransferState): boolean =>
  FINAL.has(state) && !(kind === 'offramp' && state === 'returned');

/** The end of a transfer that is a wallet. */
export const walletEnd = (wallet: Wallet): TransferEnd => ({
  type: 'wallet',
  wallet_id: wallet.id,
  user_id: wallet.user_id,
  asset: wallet.asset,
});

export const REVIEW_AMOUNT_REASON = { code: 'review_amount', message: 'The amount calls for a review.' };

/** The step that ends a transfer before any of its money moved. */
export const transferFailedEvent = (transfer_id: TransferId, state_reason: Reason): BookEvent => ({
  type: 'transfer.state_changed',
  data: { transfer_id, state: 'failed', state_reason },
});

/** The transfer after an event about it. A step that the state table does not have is a fault. */
export function evolveTransfer(before: Transfer | undefined, event: TransferEvent): Transfer {
  if (event.type === 'transfer.created') return createdTransfer(event);
  if (before === undefined)
    throw new LedgerViolation('object_missing', `Transfer ${event.data.transfer_id} does not exist.`);
  const { state, state_reason, receipt, deposit_id = before.deposit_id } = event.data;
  if (NEXT[before.kind][before.state]?.includes(state) !== true) {
    throw new LedgerViolation(
      'transition_not_allowed',
      `A ${before.kind} transfer cannot go from ${before.state} to ${state}.`,
    );
  }
  const after: NewTransfer = {
    ...before,
    state,
    state_reason: EXCEPTIONAL.has(state) ? (state_reason ?? before.state_reason) : null,
    receipt: grownReceipt(before, receipt, state === 'completed' ? event.time : null),
    version: before.version + 1,
    updated_at: event.time,
  };
  if (deposit_id !== undefined) after.deposit_id = deposit_id;
  return after;
}

/** An off-ramp in review after it was let go: nothing of it that is shown has changed. */
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

type NewTransfer = { -readonly [Member in keyof Transfer]: Transfer[Member] };

function createdTransfer(event: RecordedBookEvent<'transfer.created'>): Transfer {
  const { data, time } = event;
  const { payout, receipt } = data;
  const transfer: NewTransfer = {
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
  // Few have these, and an object that is spread into another one takes long to make.
  if (payout !== undefined) transfer.payout = payout;
  if (data.counted_points !== undefined) transfer.counted_points = data.counted_points;
  return transfer;
}

function grownReceipt(
  before: Transfer,
  part: PartialReceipt | undefined,
  completedAt: string | null,
): Receipt | null {
  if (before.receipt === null && part === undefined) return null;
  const completed_at = completedAt ?? before.receipt?.completed_at ?? null;
  return { initiated_at: before.created_at, ...before.receipt, ...part, completed_at };
}
