import { countDecimals, formatAmount, minAmount, parseStoredAmount, type Amount } from './amount.ts';
import { availableBalance, type Book, type Decision, type ReadonlyBook } from './book.ts';
import type { BookEvent, EventData, RecordedBookEvent } from './event.ts';
import { decodeIdOrigin, type TransferId } from './ids.ts';
import {
  POINTS_ISSUED,
  clearingAccount,
  createPosting,
  fiatHeldAccount,
  receivableAccount,
  walletLeg,
  type PostingLeg,
} from './posting.ts';
import { refuse, refuseField, refuseNotFound, type Refusal } from './refusal.ts';
import type { Reason } from './user.ts';
import { LedgerViolation } from './violations.ts';
import type { Wallet } from './wallet.ts';

// Money that comes back late (docs/adr/0073-money-that-comes-back-late.md): the return of a completed payout, and the
// reversal of a credited deposit. The transfer stays completed; the movement is outside of it, and happens at most once.

export type LateMovementKind = 'return' | 'reversal';
export type LateMovementEvent = RecordedBookEvent<'payout.returned_late' | 'deposit.reversed'>;

export const isLateMovement = (event: RecordedBookEvent): event is LateMovementEvent =>
  event.type === 'payout.returned_late' || event.type === 'deposit.reversed';

/** A completed payout or a credited deposit, as its events say. The book no longer has it. */
export type CompletedTransfer = Pick<
  EventData<'payout.returned_late'>,
  'transfer_id' | 'wallet_id' | 'points' | 'amount' | 'currency' | 'rail' | 'rail_reference'
> & { readonly kind: 'offramp' | 'onramp' };

export type LateMovement = {
  readonly kind: LateMovementKind;
  readonly transfer_id: TransferId;
  readonly reason: Reason;
  /** The bank's own reference of the payment that went the other way. */
  readonly return_reference?: string | undefined;
};

const KINDS = {
  return: { of: 'offramp', done: 'The payout was already returned.', not: 'It is not a completed payout.' },
  reversal: {
    of: 'onramp',
    done: 'The deposit was already reversed.',
    not: 'It is not a completed deposit.',
  },
} as const satisfies Record<LateMovementKind, Record<'of' | 'done' | 'not', string>>;

/** What is recorded if nobody gives a reason. */
export const LATE_REASONS: Readonly<Record<LateMovementKind, Reason>> = {
  return: { code: 'returned_by_rail', message: 'The rail returned the payout after it was completed.' },
  reversal: { code: 'reversed_by_rail', message: 'The rail took the deposit back.' },
};

/** The refusal of a transfer that exists, and that such a movement cannot follow. */
export const refuseLateMovement = (kind: LateMovementKind): { refusal: Refusal } =>
  refuse('transfer_state_conflict', KINDS[kind].not);

/**
 * Books the return of a payout, or the reversal of a deposit. Both are about money that the bank has already moved, so a
 * frozen wallet and an inactive user do not stop them. Refuses not_found if `completed` is unknown, transfer_state_conflict,
 * validation_failed.
 */
export function bookLateMovement(
  book: ReadonlyBook,
  movement: LateMovement,
  completed: CompletedTransfer | undefined,
): Decision {
  const { kind, transfer_id } = movement;
  const rule = KINDS[kind];
  if (book.lateMovements.get(transfer_id) === kind) return refuse('transfer_state_conflict', rule.done);
  if (book.lateMovements.has(transfer_id) || book.transfers.has(transfer_id)) return refuseLateMovement(kind);
  if (completed?.transfer_id !== transfer_id || !isIssuedBefore(book, transfer_id))
    return refuseNotFound('transfer');
  const wallet = book.wallets.get(completed.wallet_id);
  if (completed.kind !== rule.of || wallet === undefined) return refuseLateMovement(kind);
  return {
    events:
      kind === 'return'
        ? returnEvents(book, wallet, movement, completed)
        : reversalEvents(book, wallet, movement, completed),
  };
}

/**
 * Books what a rail reports. Returns no event if it was booked before, so it can be repeated. The report must be about the whole
 * payment. Refuses what `bookLateMovement` refuses.
 */
export function reportLateMovement(
  book: ReadonlyBook,
  {
    reported,
    ...movement
  }: LateMovement & { readonly reported: { readonly amount: string; readonly currency: string } },
  completed: CompletedTransfer,
): Decision {
  const { amount, currency } = completed;
  if (completed.kind !== KINDS[movement.kind].of) return refuseLateMovement(movement.kind);
  if (reported.currency !== currency)
    return refuseField('currency', 'invalid_value', `The payment was in ${currency}.`);
  if (!isSameAmount(reported.amount, amount))
    return refuseField('amount', 'invalid_value', `The payment was ${amount} ${currency}.`);
  return book.lateMovements.get(movement.transfer_id) === movement.kind
    ? { events: [] }
    : bookLateMovement(book, movement, completed);
}

function isSameAmount(stated: string, amount: string): boolean {
  const decimals = countDecimals(amount);
  const [whole = '', fraction = ''] = stated.split('.');
  return (
    fraction.length <= decimals && `${whole}${fraction.padEnd(decimals, '0')}` === amount.replace('.', '')
  );
}

/** The book drops final transfers, but it can recognize the IDs that it issued. */
function isIssuedBefore(
  { stream, revision }: Pick<ReadonlyBook, 'stream' | 'revision'>,
  id: string,
): boolean {
  const origin = decodeIdOrigin(id, stream);
  return origin !== undefined && origin.revision <= revision;
}

function dataOf(
  { reason, return_reference }: LateMovement,
  { kind: _, ...completed }: CompletedTransfer,
): EventData<'payout.returned_late'> {
  return { ...completed, ...(return_reference !== undefined && { return_reference }), reason };
}

/** The wallet gets all points back that the payout took, and they are cashable. */
function returnEvents(
  book: ReadonlyBook,
  wallet: Wallet,
  movement: LateMovement,
  completed: CompletedTransfer,
): BookEvent[] {
  const points = parseStoredAmount(completed.points);
  return [
    { type: 'payout.returned_late', data: dataOf(movement, completed) },
    posting(book, completed, 'Payout returned after completion', [
      ...bankLegs(completed, wallet, points, -1n),
      walletLeg(wallet, 'available', points, points),
    ]),
  ];
}

/**
 * Takes cashable points first, because the deposit credited cashable ones, and then earned ones. What the wallet does not have
 * becomes a receivable.
 */
function reversalEvents(
  book: ReadonlyBook,
  wallet: Wallet,
  movement: LateMovement,
  completed: CompletedTransfer,
): BookEvent[] {
  const points = parseStoredAmount(completed.points);
  const { amount, cashable } = availableBalance(book, wallet.id);
  const taken = { amount: minAmount(points, amount), cashable: minAmount(points, cashable) };
  const receivable = points - taken.amount;
  return [
    {
      type: 'deposit.reversed',
      data: { ...dataOf(movement, completed), receivable: formatAmount(receivable, wallet.decimals) },
    },
    posting(book, completed, 'Deposit reversed by the bank', [
      ...bankLegs(completed, wallet, points, 1n),
      walletLeg(wallet, 'available', -taken.amount, -taken.cashable),
      receivableLeg(wallet, -receivable, taken.cashable - points),
    ]),
  ];
}

/** The fiat that left the bank (`sign` 1n) or came back (-1n), and the points that it stands for. */
function bankLegs(
  { amount, currency, rail }: CompletedTransfer,
  wallet: Wallet,
  points: Amount,
  sign: 1n | -1n,
): PostingLeg[] {
  const fiat = { unit: currency, decimals: countDecimals(amount) };
  const moved = sign * parseStoredAmount(amount);
  const issued = sign * points;
  return [
    { account: clearingAccount(rail, currency), ...fiat, amount: moved },
    { account: fiatHeldAccount(currency), ...fiat, amount: -moved },
    { ...walletLeg(wallet, 'available', issued, issued), account: POINTS_ISSUED },
  ];
}

/** A deposit can be worth zero points, and a wallet can be empty. */
const posting = (
  book: ReadonlyBook,
  { transfer_id }: CompletedTransfer,
  description: string,
  legs: readonly PostingLeg[],
): BookEvent =>
  createPosting(
    book.accounts,
    transfer_id,
    description,
    legs.filter(({ amount, cashable = 0n }) => amount !== 0n || cashable !== 0n),
  );

const receivableLeg = (wallet: Wallet, amount: Amount, cashable: Amount): PostingLeg => ({
  ...walletLeg(wallet, 'available', amount, cashable),
  account: receivableAccount(wallet.id),
});

/** Remembers the movement, so that there is no second one. Throws a LedgerViolation. */
export function applyLateMovement(
  book: Book,
  { type, data: { transfer_id, wallet_id } }: LateMovementEvent,
): void {
  if (book.transfers.has(transfer_id) || !isIssuedBefore(book, transfer_id))
    throw new LedgerViolation('transition_not_allowed', `${type}: transfer ${transfer_id} is not completed.`);
  if (book.lateMovements.has(transfer_id))
    throw new LedgerViolation(
      'transition_not_allowed',
      `${type}: transfer ${transfer_id} has a late movement.`,
    );
  if (book.wallets.get(wallet_id)?.asset !== 'svc-points')
    throw new LedgerViolation('object_missing', `${type}: there is no points wallet ${wallet_id}.`);
  book.lateMovements.set(transfer_id, type === 'deposit.reversed' ? 'reversal' : 'return');
}

// The completed transfer, from the events that the caller found. Events decide, documents only say where they are.

export type CompletionEvidence = {
  readonly created: RecordedBookEvent<'transfer.created'>;
  readonly completed: RecordedBookEvent<'transfer.state_changed'>;
  /** Of an on-ramp. */
  readonly arrived?: RecordedBookEvent<'deposit.arrived'> | undefined;
  /** Of a payout. It only helps to find the payment on the bank's statement. */
  readonly rail_reference?: string | undefined;
};

/** Undefined unless the events are those of a completed payout or deposit. */
export function completedTransfer({
  created: { data: created },
  completed: { data: completed },
  arrived,
  rail_reference,
}: CompletionEvidence): CompletedTransfer | undefined {
  const { transfer_id, kind, source, destination } = created;
  if (completed.transfer_id !== transfer_id || completed.state !== 'completed') return undefined;
  if (kind === 'offramp' && created.payout !== undefined && source.wallet_id !== undefined) {
    const { currency = '', rail = '' } = destination;
    const known = { kind, transfer_id, wallet_id: source.wallet_id, points: created.amount };
    return {
      ...known,
      amount: created.payout.amount,
      currency,
      rail,
      ...(rail_reference !== undefined && { rail_reference }),
    };
  }
  const points = completed.receipt?.amount_credited;
  if (kind !== 'onramp' || points === undefined || destination.wallet_id === undefined) return undefined;
  if (arrived?.data.transfer_id !== transfer_id || arrived.data.deposit_id !== completed.deposit_id)
    return undefined;
  const { amount_received: amount, currency, rail, rail_reference: reference } = arrived.data;
  const known = { kind, transfer_id, wallet_id: destination.wallet_id, points };
  return { ...known, amount, currency, rail, rail_reference: reference };
}

// Repayment: whatever is credited to a wallet whose user owes something repays that first.

/**
 * The events of a decision, with the repayments that their credits cause at the end. A wallet with a receivable therefore never
 * has an available balance after a decision.
 */
export function withRepayments(
  { accounts, wallets }: Pick<ReadonlyBook, 'accounts' | 'wallets'>,
  events: readonly BookEvent[],
): readonly BookEvent[] {
  const repayments: BookEvent[] = [];
  for (const { type, data } of events) {
    if (type !== 'posting.recorded') continue;
    for (const line of data.lines) {
      if (line.bucket !== 'available' || line.amount.startsWith('-')) continue;
      const owed = accounts.get(receivableAccount(line.account));
      const wallet = owed === undefined || owed.amount === 0n ? undefined : wallets.get(line.account);
      if (owed === undefined || wallet === undefined) continue;
      // A decision credits a wallet at most once.
      const amount = parseStoredAmount(line.balance_after);
      const available = { unit: line.unit, amount, cashable: parseStoredAmount(line.cashable_after ?? '0') };
      const repaid = minAmount(available.amount, -owed.amount);
      if (repaid === 0n) continue;
      const cashable = minAmount(repaid, available.cashable);
      const after = { get: (key: string) => (key === wallet.id ? available : accounts.get(key)) };
      repayments.push(
        createPosting(after, null, 'Receivable repaid', [
          walletLeg(wallet, 'available', -repaid, -cashable),
          receivableLeg(wallet, repaid, cashable),
        ]),
      );
    }
  }
  return repayments.length === 0 ? events : [...events, ...repayments];
}
